from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.errors import BadNotation
from solvers.notation import from_row, letters, numbers, parse
from solvers.star_battle import Puzzle
from solvers.star_battle.generator import generate
from tests.solvers.boards import PUBLISHED, boards, random_regions

ROWS = "AAABB\nACCBB\nACDBB\nACDDD\nCCEEE\n"
GRID = tuple(ROWS.split())
OPEN = "....\n" * 4


def test_rows_of_letters_are_recognised():
    assert parse(ROWS, stars=1) == Puzzle(GRID, 1)
    assert parse("stars 1\n" + ROWS) == Puzzle(GRID, 1)


def test_rows_of_numbers_are_recognised():
    assert parse(PUBLISHED, stars=2).grid[1] == "AAADDBEECC"
    assert parse("stars 2\n" + PUBLISHED) == parse(PUBLISHED, stars=2)


def test_empty_lines_and_margins_do_not_matter():
    assert parse("\n\n  stars 1\r\n" + ROWS.replace("\n", "  \r\n") + "\n\n") == Puzzle(GRID, 1)


def test_any_whole_numbers_name_regions():
    text = "7 7 -1\t-1\n7 7 -1 -1\n100 100 0 0\n100 100 0 0"
    assert numbers.parse(text, stars=1).grid == ("AABB", "AABB", "CCDD", "CCDD")


def test_shapeless_boards_are_recognised():
    assert parse("stars 1\n#" + OPEN[1:]).grid[0] == "#..."


def test_the_stars_are_the_arguments_then_the_texts_then_the_only_ones_that_fit():
    puzzle = generate(8, 1, seed=2)
    rows = "\n".join(puzzle.grid)
    assert parse("stars 2\n" + rows, stars=2).stars == 2
    assert parse("stars 2\n" + rows).stars == 2
    assert parse(rows).stars == 1


@pytest.mark.parametrize(
    ("text", "stars", "message"),
    [
        ("", None, "no board"),
        (" \n\n", 1, "no board"),
        ("stars 1\n", None, "no board"),
        ("stars 1\n" + ROWS, 2, "the text says 1 star, --stars says 2"),
        (OPEN, None, "no single number of stars"),
        ("AAAB\nAABB\nCC1C\nDDDD", 1, "row 3, column 3: unknown character '1'"),
        ("0011\n0011\n2233\n2233", 1, "row 1, column 1: unknown character '0'"),
        ("0 0 1 1\n0 0 1 1\n2 2 x 3\n2 2 3 3", 1, "row 3, column 3: 'x' is not a whole number"),
        ("0 0 1 1\n0 0 1 1\n2 2 3\n2 2 3 3", 1, "row 3 has 3 cells where row 1 has 4"),
        ("0 0 1 1\n0 0 1 1\n2 2 2 2\n2 2 2 2", 1, "3 regions on a 4x4 board"),
        (" ".join(map(str, range(60))), 1, "row 1, column 53: more than 52 different regions"),
        ("stars 9\n" + ROWS, None, "9 stars per row cannot fit on a 5x5 board"),
        ("stars many\n" + ROWS, None, "'stars many' does not say how many stars"),
    ],
)
def test_what_is_no_board_is_refused_in_one_line(text, stars, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(text, stars)
    assert "\n" not in caught.value.message


def test_untold_stars_say_what_to_give():
    with pytest.raises(BadNotation) as caught:
        parse(OPEN)
    assert "--stars" in caught.value.hint


def test_a_row_of_json_is_a_puzzle():
    assert from_row({"id": "x", "stars": 1, "grid": list(GRID)}) == Puzzle(GRID, 1)
    assert from_row({"grid": list(GRID)}) == Puzzle(GRID, 1)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({}, '"grid" must be a list'),
        ({"grid": "AAAA"}, '"grid" must be a list'),
        ({"grid": [1, 2]}, '"grid" must be a list'),
        ({"grid": list(GRID), "stars": "1"}, "\"stars\" must be a whole number, not '1'"),
        ({"grid": list(GRID), "stars": True}, '"stars" must be a whole number, not True'),
        ({"grid": list(GRID), "stars": 7}, "7 stars per row cannot fit"),
    ],
)
def test_a_row_of_json_that_is_no_puzzle(row, message):
    with pytest.raises(BadNotation, match=message):
        from_row(row)


@settings(deadline=None)
@given(boards(largest=12))
def test_letters_read_back_what_they_write(board):
    puzzle = Puzzle(*board)
    assert letters.parse(letters.format(puzzle)) == parse(letters.format(puzzle)) == puzzle


@settings(deadline=None)
@given(st.integers(4, 14), st.integers(0, 10**6))
def test_numbers_read_back_what_they_write(size, seed):
    puzzle = Puzzle(random_regions(size, random.Random(seed)), 1)
    read = numbers.parse(numbers.format(puzzle))
    assert numbers.format(read) == numbers.format(puzzle)
    assert list(read.regions.values()) == list(puzzle.regions.values())


def test_numbers_cannot_write_walls():
    with pytest.raises(BadNotation, match="walls"):
        numbers.format(Puzzle(("#...", "....", "....", "...."), 1))
