from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.practice.puzzles import StarBoard
from autoplay.practice.validate import BadAnswer, fault, parse_answer

SMALL = StarBoard("small", 1, ("AAAAB", "CCABB", "CCABD", "CEEDD", "EEEDD"))
WALLED = StarBoard("walled", 1, (".#...", ".....", ".....", "#....", "....."))
SOLVED = frozenset({(0, 2), (1, 4), (2, 1), (3, 3), (4, 0)})


@pytest.mark.parametrize(
    ("board", "stars", "words"),
    [
        (SMALL, SOLVED, ""),
        (SMALL, SOLVED - {(4, 0)}, "column 1 has 0 of 1 stars"),
        (SMALL, SOLVED | {(4, 2)}, "touches another"),
        (SMALL, {(0, 3), (1, 1), (2, 4), (3, 2), (4, 0)}, "region B has 0 of 1 stars"),
        (SMALL, frozenset(), "column 1 has 0 of 1 stars"),
        (WALLED, SOLVED, ""),
        (WALLED, {(0, 1), (1, 3), (2, 0), (3, 2), (4, 4)}, "a star is on the wall at row 1, column 2"),
        (WALLED, {(0, 2), (1, 0), (2, 3), (3, 1), (4, 4)}, ""),
    ],
)
def test_the_first_broken_rule_is_told(board, stars, words):
    said = fault(board, frozenset(stars))
    assert (words in said) if words else said == ""


ANYWHERE = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=7)
ONE_A_LINE = st.permutations(range(5)).map(lambda columns: set(enumerate(columns)))


@given(ANYWHERE | ONE_A_LINE)
def test_an_answer_is_right_exactly_when_no_rule_is_broken(stars):
    lines = [[(r, c) for c in range(5)] for r in range(5)] + [[(r, c) for r in range(5)] for c in range(5)]
    regions = [[(r, c) for r in range(5) for c in range(5) if SMALL.grid[r][c] == name] for name in "ABCDE"]
    counted = all(len(stars.intersection(unit)) == 1 for unit in lines + regions)
    apart = all(max(abs(a - c), abs(b - d)) > 1 for (a, b), (c, d) in combinations(stars, 2))
    assert (fault(SMALL, frozenset(stars)) == "") == (counted and apart)


def test_an_answer_is_one_letter_a_cell_row_by_row():
    assert parse_answer("nnyny" + "n" * 20, SMALL) == {(0, 2), (0, 4)}


@pytest.mark.parametrize("text", ["", "y" * 24, "y" * 26, "n" * 24 + "x", "n" * 24 + "Y"])
def test_anything_else_is_no_answer(text):
    with pytest.raises(BadAnswer, match="25 letters y or n"):
        parse_answer(text, SMALL)
