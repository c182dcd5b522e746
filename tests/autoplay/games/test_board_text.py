"""Boards as text: every line between two cells is drawn exactly where two regions meet."""

from hypothesis import given
from hypothesis import strategies as st

from autoplay.games.star_battle.steps import draw_board


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(st.text("ABC#", min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_borders_are_drawn_between_regions(grid):
    lines = draw_board(grid, {}).splitlines()
    n = len(grid)
    assert {len(line) for line in lines} == {4 * n + 1}
    for row in range(n):
        for col in range(n - 1):
            differs = grid[row][col] != grid[row][col + 1]
            assert (lines[2 * row + 1][4 * col + 4] == "|") == differs
            differs = grid[col][row] != grid[col + 1][row]
            assert (lines[2 * col + 2][4 * row + 2] == "-") == differs


def test_marks_have_a_symbol_each():
    lines = draw_board(
        ["AAA", "AAA", "AA#"], {(0, 0): "star", (0, 1): "cross", (0, 2): "dot"}
    ).splitlines()
    assert lines[1] == "| *   x   o |"
    assert lines[5] == "| .   . |###|"


def test_pieces_of_a_region_show_its_letter():
    grid = ["AAB", "CCA", "C#C"]
    lines = draw_board(grid, {(0, 0): "star"}).splitlines()
    assert lines[1::2] == ["| *   A | . |", "| C   C | A |", "| C |###| C |"]


def test_new_marks_stand_in_brackets():
    found = draw_board(["AA", "AA"], {(0, 0): "new star", (0, 1): "new cross"}).splitlines()[1]
    assert found == "|[*] [x]|"
