import tomllib
from functools import partial
from pathlib import Path

import pytest

from solvers.errors import BadNotation
from solvers.star_battle import USUAL_STARS, Puzzle
from solvers.star_battle.model import max_stars

REFUSED = tomllib.loads(Path(__file__).with_name("model.toml").read_text("utf-8"))["refused"]
GOOD = ("AAABB", "ACCBB", "ACDBB", "ACDDD", "CCEEE")


def test_regions_are_listed_by_first_appearance():
    regions = Puzzle(GOOD, 1).regions
    assert list(regions) == list("ABCDE")
    assert regions["D"] == [(2, 2), (3, 2), (3, 3), (3, 4)]


@pytest.mark.parametrize("grid", [
    ("ABBA", "ABBB", "CCCC", "DDDD"),
    ("A#AA", "##BB", "C#CC", "DDDD"),
])  # fmt: skip
def test_a_region_may_have_several_pieces(grid):
    assert (0, 3) in Puzzle(grid, 1).regions["A"]


def test_a_list_of_rows_is_taken_as_well():
    assert Puzzle(list(GOOD), 1) == Puzzle(GOOD, 1)


def test_walls_and_one_letter_are_a_shapeless_board():
    puzzle = Puzzle(("#AAA", "AAAA", "AAAA", "AAA#"), 1)
    assert puzzle.grid == ("#...", "....", "....", "...#")
    assert puzzle.regions == {}


def test_the_usual_stars_fit():
    assert all(1 <= stars <= max_stars(size) for size, stars in USUAL_STARS.items())


def board(size, stars=1, **marks):
    return Puzzle(("." * size,) * size, stars, **marks)


@pytest.mark.parametrize(("make", "message"), [
    *((partial(Puzzle, rows.split(), 1), message) for rows, message in REFUSED.items()),
    (lambda: board(3), "3x3 cells: sizes from 4 to 30"),
    (lambda: board(1), "1x1 cells: sizes from 4 to 30"),
    (lambda: board(31), "31x31 cells: sizes from 4 to 30"),
    (lambda: board(5, 0), "0 stars per row: at least 1"),
    (lambda: board(5, -1), "-1 stars per row: at least 1"),
    (lambda: board(5, 2), "2 stars per row cannot fit on a 5x5 board.*at most 1"),
    (lambda: board(10, 3), "3 stars per row cannot fit on a 10x10 board.*at most 2"),
    (lambda: board(5, given={(5, 0)}), "row 6, column 1 is outside the 5x5 board"),
    (lambda: board(5, crossed={(0, -1)}), "row 1, column 0 is outside the 5x5 board"),
    (lambda: Puzzle(("#...", "....", "....", "...."), 1, given={(0, 0)}), "row 1, column 1 is on a wall"),
])  # fmt: skip
def test_an_invalid_puzzle_is_refused_in_one_line(make, message):
    with pytest.raises(BadNotation, match=message) as caught:
        make()
    assert "\n" not in caught.value.message
