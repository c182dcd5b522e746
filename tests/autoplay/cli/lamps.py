"""Boards of lamps after presses, without the solver."""

ALIKE = {"*": (200, 120, 120), ".": (120, 120, 200)}
"""Colours of the same brightness."""


def pressed(rows, cells):
    """Return the rows after these presses, each of which changes a lamp and its four neighbours."""
    lit = [[lamp == "*" for lamp in row] for row in rows]
    for row, col in cells:
        for i, j in ((row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= i < len(lit) and 0 <= j < len(lit[0]) and rows[i][j] != " ":
                lit[i][j] = not lit[i][j]
    return [
        "".join(" " if old == " " else ".*"[now] for old, now in zip(row, line, strict=True))
        for row, line in zip(rows, lit, strict=True)
    ]
