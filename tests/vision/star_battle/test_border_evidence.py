"""Regions from borders: the evidence of one source, and its agreement with the other."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.boards import PUBLISHED, Look, disc, draw, random_grid
from vision import read_board
from vision.grid.borders import Borders, inside, label, number
from vision.grid.lattice import find_lattices
from vision.image import to_lab
from vision.star_battle.border_evidence import (
    BorderEvidence,
    measure_groups,
    natural_groups,
    partition,
    without_shades,
)
from vision.star_battle.classify import classify, measure_cells


def _borders(grid, weak, strong, seed=0):
    """Return borders whose strengths are ``weak`` inside regions and ``strong`` between them."""
    rng = np.random.default_rng(seed)
    cells = np.array([list(row) for row in grid])

    def strengths(differs: np.ndarray) -> np.ndarray:
        return np.where(
            differs, rng.uniform(*strong, differs.shape), rng.uniform(*weak, differs.shape)
        ).astype(np.float32)

    return Borders(strengths(cells[:, 1:] != cells[:, :-1]), strengths(cells[1:] != cells[:-1]))


@given(size=st.integers(4, 12), seed=st.integers(0, 999))
def test_two_kinds_of_border_give_the_regions_back(size: int, seed: int) -> None:
    grid = random_grid(size, seed)
    found = partition(_borders(grid, (0.9, 1.1), (1.3, 5), seed), size)
    assert found.rows() == grid
    assert found.separate
    assert found.inside < 1.2 < found.between  # the strengths are rounded


@given(size=st.integers(5, 10), seed=st.integers(0, 999))
def test_one_kind_of_border_separates_nothing(size: int, seed: int) -> None:
    found = partition(_borders(("A" * size,) * size, (1, 1.2), (1, 1), seed), size)
    assert found.between / found.inside < 1.2
    assert natural_groups(_borders(("A" * size,) * size, (1, 1.2), (1, 1), seed), 0.1) is None


def test_a_border_drawn_inside_a_region_is_noticed() -> None:
    borders = _borders(PUBLISHED, (1, 1), (3, 3))
    borders.right[8, 8] = 3
    found = partition(borders, 10)
    assert not found.separate


@pytest.mark.parametrize("size", [6, 9])
def test_natural_counts_the_regions_that_are_there(size: int) -> None:
    grid = random_grid(size, 7)
    wider = tuple(row + row[-1] for row in grid)
    found = natural_groups(_borders(wider, (1, 1.1), (3, 3.2)), 0.1)
    assert found is not None
    assert found.regions == size


def test_measure_tells_the_gap_of_given_labels() -> None:
    labels = number(np.array([[5, 5], [2, 2]]))
    assert labels.tolist() == [[0, 0], [1, 1]]
    found = measure_groups(
        Borders(np.array([[1.0], [2.0]], np.float32), np.array([[4.0, 3.0]], np.float32)), labels
    )
    assert (found.inside, found.between) == (2.0, 3.0)


HALVES = number(np.array([[0, 0, 1, 1]] * 4))


def _evidence(**changed: float) -> BorderEvidence:
    """Return a 4x4 board of two halves, weak borders of 1 and strong of 3; others as r0c1."""
    right, below = np.ones((4, 3), np.float32), np.ones((3, 4), np.float32)
    right[:, 1] = 3
    for place, strength in changed.items():
        right[int(place[1]), int(place[3])] = strength
    return BorderEvidence("lines", "px", 0.0, Borders(right, below))


def test_clear_evidence_has_nothing_against_the_regions() -> None:
    score = _evidence().evaluate(HALVES)
    assert not score.against.any()
    assert score.score == pytest.approx(1 - 3**-4)
    assert score.margins == pytest.approx(3)


@pytest.mark.parametrize("place", ["r0c0", "r0c1"])
def test_one_contradiction_is_named_and_does_not_show_another_grid(place: str) -> None:
    source = _evidence(**{place: 3 if place == "r0c0" else 1})
    score = BorderEvidence("lines", "px", 0.0, source.borders).evaluate(HALVES)
    assert np.flatnonzero(score.against).tolist() == [int(place[3])]
    assert score.margins.min() == pytest.approx(score.margins[int(place[3])])
    assert not score.rival(HALVES)


def test_contradictions_of_both_kinds_show_another_grid() -> None:
    assert _evidence(r0c0=3, r0c1=1).evaluate(HALVES).rival(HALVES)


def test_lines_that_are_all_alike_are_no_evidence() -> None:
    assert _evidence(r0c1=1, r1c1=1, r2c1=1, r3c1=1).evaluate(HALVES).score == 0
    borders = _borders(PUBLISHED, (0, 0), (1, 1))
    labels = label(PUBLISHED)
    assert measure_groups(borders, labels).separate
    # Those inside regions can't be measured: the visible ones are alike.
    assert not measure_groups(borders.hide(inside(labels)), labels).separate


def test_every_border_is_told_the_most_doubtful_first() -> None:
    reading = read_board(draw(PUBLISHED, Look(pitch=40)))
    assert len(reading.borders) == 180
    margins = [border.margin for border in reading.borders]
    assert margins == sorted(margins)
    assert margins[0] > 1.6
    labels = label(PUBLISHED)
    for border in reading.borders:
        r, c = (
            (border.row, border.col + 1) if border.side == "right" else (border.row + 1, border.col)
        )
        assert border.drawn == (labels[border.row, border.col] != labels[r, c])
        assert border.line == pytest.approx(3 if border.drawn else 1, abs=0.3)
        assert border.colour == 0


def _coloured() -> np.ndarray:
    return draw(PUBLISHED, Look(pitch=40, colours=True))


def test_a_line_too_many_changes_no_region_and_comes_first() -> None:
    image = _coloured()
    image[242:278, 239:242] = 0
    reading = read_board(image)
    assert reading.grid == PUBLISHED
    first = reading.borders[0]
    assert (first.row, first.col, first.side, first.drawn) == (5, 4, "right", False)
    assert first.margin < 1 < reading.borders[1].margin


def test_discs_that_nearly_touch_dashed_lines_are_no_lines() -> None:
    image = draw(PUBLISHED, Look(pitch=24, thin=0, thick=2, margin=10))
    for at, dash in product(range(34, 250, 24), range(10, 250, 6)):
        image[at, dash : dash + 4] = image[dash : dash + 4, at] = 0
    for row in range(10):
        disc(image, (22 + 24 * ((row * 3 + 1) % 10), 22 + 24 * row), 9, (0, 0, 0), 1)
    assert read_board(image).grid == PUBLISHED


@pytest.mark.parametrize(("frame", "framed"), [(6, True), (2, False)])
def test_a_thick_frame_counts_if_colours_show_the_regions(frame: int, framed: bool) -> None:
    look = Look(pitch=40, thin=2, thick=2, frame=frame, colours=True, margin=frame // 2)
    image = draw(PUBLISHED, look)
    cells = measure_cells(image, find_lattices(image)[0])
    assert classify(cells).framed == (framed,) * 4


GREEN, BLUE = (160, 223, 179), (255, 190, 150)


def board(shaded: dict[tuple[int, int], float], size: int = 5) -> np.ndarray:
    """Return colours of a board of two regions, left and right, with some cells darker."""
    pixels = np.full((size, size, 3), GREEN, np.float64)
    pixels[:, 3:] = BLUE
    for cell, part in shaded.items():
        pixels[cell] *= part
    return to_lab(np.asarray(np.rint(pixels), np.uint8))


@pytest.mark.parametrize("cell", [(1, 1), (0, 0), (2, 4), (1, 2), (3, 3)])
@pytest.mark.parametrize("part", [0.6, 0.8, 0.9])
def test_a_darker_cell_gets_the_colour_of_its_neighbours(cell, part):
    (repaired,) = without_shades(board({cell: part}))
    assert np.abs(repaired - board({})).max() < 1


@pytest.mark.parametrize("cell", [(1, 1), (0, 4)])
@pytest.mark.parametrize("part", [0.1, 0.3])
def test_a_cell_nearer_to_white_gets_the_colour_of_its_neighbours(cell, part):
    ground = GREEN if cell[1] < 3 else BLUE
    colours = board({})
    colours[cell] = to_lab(np.asarray([[[round(c + part * (255 - c)) for c in ground]]], np.uint8))[
        0, 0
    ]
    (repaired,) = without_shades(colours)
    assert np.abs(repaired - board({})).max() < 1


@pytest.mark.parametrize(
    "colours",
    [board({}), board({(1, 1): 0.8, (3, 0): 0.8}), board({(1, 1): 0.3}), board({(1, 1): 1.1})],
    ids=["no shade", "two", "nearly black", "brighter"],
)
def test_all_other_colours_stay(colours):
    assert without_shades(colours) == []


def test_a_region_of_one_cell_keeps_its_colour():
    colours = board({})
    colours[1, 1] = colours[0, 4]
    assert without_shades(colours) == []


@pytest.mark.parametrize("page", [(0, 0, 0), (18, 18, 18), (255, 255, 255), (120, 60, 30)])
@pytest.mark.parametrize(("part", "first"), [(0.7, 0), (0.85, 1), (0.93, 0)])
def test_the_shade_of_every_other_cell_is_taken_away(page, part, first):
    shown = np.array([(60, 120, 40), (150, 40, 90), (30, 90, 160), (140, 130, 20), (90, 30, 120)])
    labels = np.array([list(row) for row in ("00112", "03312", "03442", "03342", "00000")], int)
    pixels = shown[labels].astype(np.float64)
    shaded = np.indices((5, 5)).sum(axis=0) % 2 == first
    pixels[shaded] = np.array(page) + part * (pixels[shaded] - page)
    repaired = without_shades(to_lab(np.asarray(np.rint(pixels), np.uint8)))[0]
    assert max(np.ptp(repaired[labels == k], axis=0).max() for k in range(5)) < 3
