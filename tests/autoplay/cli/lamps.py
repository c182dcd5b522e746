"""Drawn boards of lamps whose states are known."""

import cv2
import numpy as np

BRIGHT = {"*": (60, 220, 255), ".": (60, 40, 30)}
"""Colours of lit (yellow) and unlit (dark blue) lamps, BGR."""
ALIKE = {"*": (200, 120, 120), ".": (120, 120, 200)}
"""Colours of the same brightness."""


def picture(rows, looks=BRIGHT, *, cell=60, gap=6, margin=40):
    """Draw squares with gaps on a dark page, (H, W, 3) BGR."""
    size = (2 * margin + len(rows) * cell, 2 * margin + len(rows[0]) * cell, 3)
    image = np.full(size, (20, 15, 15), np.uint8)
    for row, line in enumerate(rows):
        for col, lamp in enumerate(line):
            x, y = margin + col * cell + gap // 2, margin + row * cell + gap // 2
            cv2.rectangle(image, (x, y), (x + cell - gap - 1, y + cell - gap - 1), looks[lamp], -1)
    return image


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
