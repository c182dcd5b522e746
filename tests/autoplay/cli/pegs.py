"""Boards of pegs as text and as pictures, and the pegs left after jumps, without the solver."""

import cv2
import numpy as np

TRIANGLE = ["    .", "   o o", "  o o o", " o o o o", "o o o o o"]
ENGLISH = ["  ooo", "  ooo", "ooooooo", "ooo.ooo", "ooooooo", "  ooo", "  ooo"]
LOOKS = {"o": (60, 90, 220), ".": (60, 50, 45)}
"""Colours of sites, BGR: pegs are red, holes dark."""
ALIKE = {"o": (200, 120, 120), ".": (120, 120, 200)}
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


def picture(rows, looks=LOOKS, *, pitch=44, margin=50):
    """Draw discs on a light page, (H, W, 3) BGR; columns of staggered text are half a pitch."""
    across = pitch // 2 if any("o o" in row for row in rows) else pitch
    width = max(map(len, rows))
    image = np.full((2 * margin + len(rows) * pitch, 2 * margin + width * across, 3), 225, np.uint8)
    for row, line in enumerate(rows):
        for col, site in enumerate(line):
            if site != " ":
                centre = margin + col * across + across // 2, margin + row * pitch + pitch // 2
                cv2.circle(image, centre, pitch * 3 // 8, looks[site], -1, cv2.LINE_AA)
    return image
