"""Drawn pictures of lamps."""

from itertools import product

import cv2
import numpy as np

from vision import read_board

WHITE, BLACK, GREY = (255, 255, 255), (0, 0, 0), (200, 200, 200)
YELLOW, DARK, NIGHT = (40, 210, 255), (70, 50, 40), (42, 27, 17)
GRID = ("*.*..", ".**.*", "..*..", "*...*", ".*.*.")


def drawn_lamps(grid, colours=None, at=(30, 40), pitch=40, gap=6, size=(300, 320)):
    """Draw squares of a colour for each state, on a dark page."""
    colours = colours or {"*": YELLOW, ".": (90, 80, 80)}
    image = np.full((*size, 3), DARK, np.uint8)
    for (r, row), c in product(enumerate(grid), range(len(grid[0]))):
        if row[c] != " ":
            x, y = at[0] + c * pitch, at[1] + r * pitch
            cv2.rectangle(
                image, (x, y), (x + pitch - gap - 1, y + pitch - gap - 1), colours[row[c]], -1
            )
    return image


def ruled_lamps(grid, colours, line=BLACK, page=WHITE, pitch=40, width=2):
    """Draw cells that touch except for a line round each; a space is of the page's colour."""
    rows, cols = len(grid), len(grid[0])
    image = np.full((rows * pitch + 120, cols * pitch + 140, 3), page, np.uint8)
    for (r, row), c in product(enumerate(grid), range(cols)):
        x, y = 70 + c * pitch, 60 + r * pitch
        if row[c] != " ":
            cv2.rectangle(image, (x - width, y - width), (x + pitch - 1, y + pitch - 1), line, -1)
    for (r, row), c in product(enumerate(grid), range(cols)):
        x, y = 70 + c * pitch, 60 + r * pitch
        if row[c] != " ":
            cv2.rectangle(
                image, (x, y), (x + pitch - width - 1, y + pitch - width - 1), colours[row[c]], -1
            )
    return image


def read_lamps(image, **options):
    return read_board(image, puzzle="lights-out", **options)
