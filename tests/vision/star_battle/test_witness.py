"""Two sources: what one says of the other's regions, and how far each border is from counting as the other kind."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, Look, draw
from vision import read_board
from vision.errors import AmbiguousBoard
from vision.grid.borders import Borders, label, number
from vision.star_battle.border_evidence import BorderEvidence

HALVES = number(np.array([[0, 0, 1, 1]] * 4))


def _witness(**changed: float) -> BorderEvidence:
    """A 4x4 board of two halves, weak borders of 1 and strong ones of 3; changed ones by name, as r0c1."""
    right, below = np.ones((4, 3), np.float32), np.ones((3, 4), np.float32)
    right[:, 1] = 3
    for place, strength in changed.items():
        right[int(place[1]), int(place[3])] = strength
    return BorderEvidence("lines", "px", 0.0, Borders(right, below))


def test_a_clear_witness_has_nothing_against_the_regions() -> None:
    said = _witness().evaluate(HALVES)
    assert not said.against.any()
    assert said.score == pytest.approx(1 - 3**-4)
    assert said.margins == pytest.approx(3)


@pytest.mark.parametrize("place", ["r0c0", "r0c1"])
def test_one_contradiction_is_named_and_is_no_rival(place: str) -> None:
    source = _witness(**{place: 3 if place == "r0c0" else 1})
    said = BorderEvidence("lines", "px", 0.0, source.borders).evaluate(HALVES)
    assert np.flatnonzero(said.against).tolist() == [int(place[3])]
    assert said.margins.min() == pytest.approx(said.margins[int(place[3])])
    assert not said.rival(HALVES)


def test_contradictions_of_both_kinds_are_a_rival() -> None:
    assert _witness(r0c0=3, r0c1=1).evaluate(HALVES).rival(HALVES)


def test_lines_that_are_all_alike_are_no_witness() -> None:
    assert _witness(r0c1=1, r1c1=1, r2c1=1, r3c1=1).evaluate(HALVES).score == 0


def test_every_border_is_told_the_most_doubtful_first() -> None:
    reading = read_board(draw(PUBLISHED, Look(pitch=40)))
    assert len(reading.borders) == 180
    margins = [border.margin for border in reading.borders]
    assert margins == sorted(margins)
    assert margins[0] > 1.6
    labels = label(PUBLISHED)
    for border in reading.borders:
        r, c = (border.row, border.col + 1) if border.side == "right" else (border.row + 1, border.col)
        assert border.drawn == (labels[border.row, border.col] != labels[r, c])
        assert border.line == pytest.approx(3 if border.drawn else 1, abs=0.3)
        assert border.colour == 0


def _coloured() -> np.ndarray:
    return draw(PUBLISHED, Look(pitch=40, colours=True))


def test_a_cell_in_its_neighbours_colour_is_refused_by_name() -> None:
    image = _coloured()
    image[45:76, 45:76] = image[60, 100]
    with pytest.raises(AmbiguousBoard, match="row 1, column 1"):
        read_board(image)


def test_a_line_too_many_changes_no_region_and_comes_first() -> None:
    image = _coloured()
    image[242:278, 239:242] = 0
    reading = read_board(image)
    assert reading.grid == PUBLISHED
    first = reading.borders[0]
    assert (first.row, first.col, first.side, first.drawn) == (5, 4, "right", False)
    assert first.margin < 1 < reading.borders[1].margin
