"""Boards as pixels: the reader must get what the real pages show."""

import cv2
import numpy as np
import pytest

BLACK, WHITE = 0, 255
CELLS = ".board-back"
BOARDS = {"size=0": 3, "size=5&thick=1&gutter=15": 5, "size=14&subpixel=1": 3}
"""Options of a page, and the width of the frame in px."""
SIDES = {(0, 1): np.s_[:, 29], (0, -1): np.s_[:, 0], (1, 0): np.s_[29], (-1, 0): np.s_[0]}


def picture(page, selector):
    """Return an element as the window shows it, a (H, W, 3) BGR array of whole CSS px."""
    box = page.locator(selector).bounding_box()
    image = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    x = int(box["x"] + 0.5)
    y = int(box["y"] + 0.5)
    return image[y : y + round(box["height"]), x : x + round(box["width"])]


def grey(image):
    return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


def board_of_cells(grid, frame):
    """Draw the board of the specification: white cells on black, region lines of 3 px."""
    size = len(grid)
    side = 31 * size - 1 + 2 * frame
    image = np.zeros((side, side), np.uint8)
    for row, col in np.ndindex(size, size):
        y = frame + 31 * row
        x = frame + 31 * col
        cell = image[y : y + 30, x : x + 30]
        cell[:] = BLACK if grid[row][col] == "#" else WHITE
        for (down, right), line in SIDES.items():
            inside = 0 <= row + down < size and 0 <= col + right < size
            if inside and grid[row + down][col + right] != grid[row][col] and grid[0][0].isalpha():
                cell[line] = BLACK
    return image


def test_at_zoom_1_every_dot_of_the_board_is_as_specified(visit, page):
    for query, frame in BOARDS.items():
        grid = visit(f"{query}&seed=2&zoom=1").board.grid
        assert np.array_equal(grey(picture(page, CELLS)), board_of_cells(grid, frame)), query
    box = page.locator(CELLS).bounding_box()
    assert (box["x"] % 1, box["y"] % 1) == pytest.approx((0.5, 0.22), abs=0.02)
    lines = board_of_cells(visit("size=3&zoom=1&filter=dark").board.grid, 3) == BLACK
    assert np.array_equal(grey(picture(page, CELLS)) > 128, lines)
