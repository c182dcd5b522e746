"""Boards cut off by the picture along a line, which leaves as many rows and columns as regions."""

import cv2
import numpy as np
import pytest

from tests.vision.boards import Look, draw
from vision import read_board
from vision.errors import BoardCutOff, BoardNotFound

GRID = ("AABBBF", "AABCCF", "ADDCCF", "EDDDCF", "EEEDDF", "GGGGGG")
SMALL = tuple(row[:5] for row in GRID[:5])
"""Picture without the last row and column: 5 regions on 5 rows."""
LINES = Look(pitch=40, thin=1, thick=1, frame=4, colours=True, margin=30)
BARE = Look(pitch=40, thin=2, thick=2, frame=2, colours=True, margin=30)
END = 30 + 40 * 5
"""Pixel at which the last row and column begin."""


def test_a_board_that_has_its_frame_elsewhere_is_cut_off() -> None:
    image = draw(GRID, LINES)[:END, :END]
    with pytest.raises(BoardCutOff, match="no frame at the picture's edge"):
        read_board(image)


def test_a_board_that_is_cut_off_at_one_side_is_no_smaller_board() -> None:
    for part in (draw(GRID, LINES)[:END], draw(GRID, LINES)[:, :END]):
        with pytest.raises(BoardCutOff):
            read_board(part, puzzle="star-battle")


@pytest.mark.parametrize("visible", [4, 8])
@pytest.mark.parametrize("frame", [0, 2, 4])
def test_partial_cells_beyond_the_last_line_mean_cut_off(visible: int, frame: int) -> None:
    # A frame on the other sides is no evidence against cells that can be seen.
    board = draw(GRID, Look(pitch=40, thin=2, thick=2, frame=frame, colours=True, margin=30))
    with pytest.raises(BoardCutOff, match="no frame at the picture's edge"):
        read_board(board[29 : END + visible, 29 : END + visible])


def test_cells_at_the_edge_that_are_wider_than_others_are_cut_off() -> None:
    # The picture's edges are the only outer lines, and some of the next cells is inside them.
    board = draw(GRID, Look(pitch=40, thin=1, thick=2, frame=0, colours=True, margin=0))
    with pytest.raises(BoardNotFound):
        read_board(board[: 40 * 4 + 6, 40 * 2 - 6 :], puzzle="star-battle")


@pytest.mark.parametrize(("right", "down"), [(160, 160), (0, 160)])
def test_a_frame_that_goes_on_beyond_the_cells_belongs_to_a_larger_board(
    right: int, down: int
) -> None:
    page = np.pad(draw(SMALL, BARE), ((0, 200), (0, 200), (0, 0)), constant_values=255)
    cv2.rectangle(page, (30, 30), (END + right, END + down), (0, 0, 0), 2)
    if right:
        with pytest.raises(BoardCutOff, match="goes on beyond its cells"):
            read_board(page)
    else:
        # On one axis alone it may be the frame of a bar.
        assert read_board(page).grid == SMALL


@pytest.mark.parametrize(("cropped", "confidence"), [(0, 0.95), (16, 0.95), (24, 0.95)])
def test_a_board_close_to_the_edge_is_whole(cropped: int, confidence: float) -> None:
    reading = read_board(draw(SMALL, BARE)[cropped : -cropped or None, cropped : -cropped or None])
    assert reading.whole
    assert reading.confidence >= confidence


@pytest.mark.parametrize("frame", [2, 0])
def test_a_board_without_a_frame_that_fills_the_picture_is_less_sure(frame: int) -> None:
    # Without any outer line the picture's edges are the lines.
    look = Look(pitch=40, thin=2, thick=2, frame=frame, colours=True, margin=0)
    reading = read_board(draw(SMALL, look))
    assert (reading.grid, reading.confidence, reading.whole) == (SMALL, 0.94, True)
    assert "as if it were cut along a line" in reading.evidence[-1]


@pytest.mark.parametrize("letter", ["A", "B"])
def test_cells_of_the_pages_colour_hide_where_they_end(letter: str) -> None:
    board = draw(SMALL, Look(pitch=40, thin=3, thick=3, frame=0, colours=True, margin=0))
    board[(board == board[20, 20 + 40 * SMALL[0].index(letter)]).all(axis=2)] = 255
    image = np.pad(board, ((5, 5), (5, 5), (0, 0)), constant_values=255)
    reading = read_board(image)
    assert (reading.grid, reading.whole) == (SMALL, True)


def test_edges_of_buttons_beside_a_board_are_not_its_frame() -> None:
    page = np.pad(draw(SMALL, BARE), ((0, 100), (0, 100), (0, 0)), constant_values=255)
    cv2.rectangle(page, (31, END + 8), (100, END + 78), (0, 0, 0), 1)
    cv2.rectangle(page, (END + 8, 31), (END + 78, 100), (0, 0, 0), 1)
    assert read_board(page, puzzle="star-battle").grid == SMALL
