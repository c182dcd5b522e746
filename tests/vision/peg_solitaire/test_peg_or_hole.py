"""Classification of sites as pegs or holes, by their appearance or as the user says."""

from __future__ import annotations

import pytest

from solvers.peg_solitaire import named_board
from tests.vision.peg_solitaire.peg_pictures import (
    APPEARANCES,
    ENGLISH,
    PAGE,
    TRIANGLE,
    drawn_pegs,
    read_pegs,
    rows,
)
from vision.errors import AmbiguousBoard


@pytest.mark.parametrize("appearance", APPEARANCES)
@pytest.mark.parametrize("grid", [TRIANGLE, ENGLISH], ids=["triangle", "english"])
def test_pegs_and_holes_of_several_appearances_are_distinguished(grid, appearance):
    assert read_pegs(drawn_pegs(grid, APPEARANCES[appearance])).grid == grid


def test_a_full_board_needs_the_lit_keyword():
    full = rows(named_board("triangle5"), set())
    with pytest.raises(AmbiguousBoard, match="all look alike") as refused:
        read_pegs(drawn_pegs(full))
    assert "--peg" in refused.value.hint
    assert read_pegs(drawn_pegs(full), lit="any").grid == read_pegs(drawn_pegs(full), lit="all").grid == full
    assert read_pegs(drawn_pegs(full), lit="none").grid == tuple(row.replace("o", ".") for row in full)


def test_unclear_appearances_need_the_lit_keyword():
    image = drawn_pegs(ENGLISH, (PAGE, (90, 140, 60), (60, 60, 190)))
    with pytest.raises(AmbiguousBoard, match="not clear which is a peg"):
        read_pegs(image)
    assert read_pegs(image, lit="#be3c3c").grid == ENGLISH
    assert read_pegs(image, lit="#3c8c5a").grid == tuple(row.translate(str.maketrans("o.", ".o")) for row in ENGLISH)
