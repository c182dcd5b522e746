"""Boards of pegs as text, and the pegs left after jumps, without the solver."""

TRIANGLE = ["    .", "   o o", "  o o o", " o o o o", "o o o o o"]
ENGLISH = ["  ooo", "  ooo", "ooooooo", "ooo.ooo", "ooooooo", "  ooo", "  ooo"]
ALIKE = ((225, 225, 225), (120, 120, 200), (200, 120, 120))
"""Colours neither of which looks more like a peg."""


def left(rows, jumps, *, triangular=False):
    """Return the numbers of the holes with a peg after these jumps, all of which are possible."""
    sites = [
        (row, col) for row, line in enumerate(rows) for col, site in enumerate(line) if site != " "
    ]
    pegs = {number for number, (row, col) in enumerate(sites) if rows[row][col] == "o"}
    steps = {(0, 2), (1, 1), (1, -1)} if triangular else {(0, 1), (1, 0)}
    steps |= {(-down, -right) for down, right in steps}
    for start, over, to in jumps:
        (row, col), (middle_row, middle_col) = sites[start], sites[over]
        step = middle_row - row, middle_col - col
        assert step in steps
        assert sites[to] == (middle_row + step[0], middle_col + step[1])
        assert {start, over} <= pegs
        assert to not in pegs
        pegs = pegs - {start, over} | {to}
    return pegs
