import math

import cv2
import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, Look, draw
from tests.vision.lights_out.lamp_pictures import DARK, YELLOW, drawn_lamps
from vision import read_board, read_boards, update_reading
from vision.errors import BoardCutOff, ReadingError
from vision.photos.photo import may_be_photo
from vision.photos.planes import map_points

PAPER = Look(pitch=34, thin=1.2, thick=4, cell=(225, 235, 238), page=(225, 235, 238), margin=120)
SCREEN = Look(pitch=34, thin=1.2, thick=4, colours=True, page=(245, 245, 245), margin=120)


def camera(side: int, tilt: float, towards: float, turn: float) -> np.ndarray:
    """Return the homography of a flat square picture to a photo; angles are in degrees."""
    axis = np.array([-math.sin(math.radians(towards)), math.cos(math.radians(towards)), 0])
    turned = (
        cv2.Rodrigues(axis * math.radians(tilt))[0]
        @ cv2.Rodrigues(np.array([0, 0, math.radians(turn)]))[0]
    )
    focal = 1.3 * side
    lens = np.array([[focal, 0, side / 2], [0, focal, side / 2], [0, 0, 1]])
    view = np.column_stack([turned[:, :2] * 0.85, [0, 0, focal]])
    return lens @ view @ np.array([[1, 0, -side / 2], [0, 1, -side / 2], [0, 0, 1]])


def photo(picture: np.ndarray, forward: np.ndarray, grain: float = 3.0) -> np.ndarray:
    """Return the picture as a camera sees it: a little blurred, darker to one side, with grain."""
    height, width = picture.shape[:2]
    seen = cv2.warpPerspective(picture, forward, (width, height), borderMode=cv2.BORDER_REPLICATE)
    light = (
        np.linspace(1.0, 0.6, width)[None, :, None] * np.linspace(0.9, 1.0, height)[:, None, None]
    )
    noise = np.random.default_rng(0).normal(0, grain, seen.shape)
    return np.clip(cv2.GaussianBlur(seen, (0, 0), 0.8) * light + noise, 0, 255).astype(np.uint8)


ANGLES = pytest.mark.parametrize(
    ("tilt", "towards", "turn"),
    [(0, 0, 7), (15, 0, 8), (25, 90, -20), (30, 200, 30), (30, 315, -10)],
)


@ANGLES
@pytest.mark.parametrize("look", [PAPER, SCREEN], ids=["paper", "screen"])
def test_a_photo_is_read_and_every_cell_found_in_it(look, tilt, towards, turn):
    flat = draw(PUBLISHED, look)
    forward = camera(len(flat), tilt, towards, turn)
    expected, reading = read_board(flat), read_board(photo(flat, forward))
    assert reading.grid == expected.grid == PUBLISHED
    cells = [(row, col) for row in range(10) for col in range(10)]
    centres = map_points(forward, np.array([expected.centre(*cell) for cell in cells]))
    seen = np.array([reading.centre(*cell) for cell in cells])
    assert np.linalg.norm(seen - centres, axis=1).max() < 0.06 * look.pitch
    x0, y0, x1, y1 = reading.box
    assert (seen.min(axis=0) >= (x0, y0)).all()
    assert (seen.max(axis=0) <= (x1, y1)).all()


@ANGLES
@pytest.mark.parametrize("are_discs", [True, False])
def test_lamps_of_a_photo_are_read_if_a_person_says_that_they_are_lamps(
    are_discs, tilt, towards, turn
):
    grid = ("*.*..", ".**..", "..*.*", "*....", ".*.**")
    flat = drawn_lamps(grid, at=(80, 80), pitch=60, gap=8, size=(460, 460))
    cv2.rectangle(flat, (60, 60), (392, 392), (120, 120, 120), 3)
    if are_discs:
        flat[:] = DARK
        for row, col in np.ndindex(5, 5):
            colour = YELLOW if grid[row][col] == "*" else (90, 80, 80)
            cv2.circle(flat, (110 + 60 * col, 110 + 60 * row), 20, colour, -1, cv2.LINE_AA)
    seen = photo(flat, camera(len(flat), tilt, towards, turn))
    reading = read_board(seen, puzzle="lights-out")
    assert (reading.grid, update_reading(seen, reading).grid) == (grid, grid)
    assert reading.warp is not None


def test_marks_of_a_photo_are_seen():
    marks = {(0, 3): "star", (4, 7): "star", (9, 0): "star"}
    flat = draw(PUBLISHED, PAPER, marks)
    reading = read_board(photo(flat, camera(len(flat), 20, 60, 15)))
    assert reading.cells_marked("star") == set(marks)


def test_two_boards_of_one_photo_are_told_apart():
    one, other = draw(PUBLISHED, PAPER), draw(PUBLISHED[::-1], PAPER)
    flat = np.hstack([one, other])[:, 60:-60]
    forward = camera(flat.shape[1], 20, 40, 8) @ np.array(
        [[1, 0, 0], [0, 1, (flat.shape[1] - len(flat)) / 2], [0, 0, 1]]
    )
    square = cv2.copyMakeBorder(flat, 0, flat.shape[1] - len(flat), 0, 0, cv2.BORDER_REPLICATE)
    grids = {reading.grid for reading in read_boards(photo(square, forward))}
    assert grids == {PUBLISHED, read_board(other).grid}


@pytest.mark.parametrize("missing", [0.5, 2.5])
def test_a_board_that_the_photo_cuts_off_is_refused(missing):
    flat = draw(PUBLISHED, PAPER)
    whole = photo(flat, camera(len(flat), 20, 120, 10))
    right = max(x for x, _ in read_board(whole).corners)
    with pytest.raises(ReadingError):
        read_board(whole[:, : round(right - missing * PAPER.pitch)])


def test_a_photo_that_ends_at_the_board_is_refused_as_cut_off():
    flat = draw(PUBLISHED, PAPER)
    whole = photo(flat, camera(len(flat), 20, 120, 10))
    with pytest.raises(BoardCutOff):
        read_board(whole[:, : round(max(x for x, _ in read_board(whole).corners)) + 1])


def test_a_frame_less_than_a_cell_away_is_not_read_as_a_larger_board():
    flat = draw(PUBLISHED, PAPER)
    first, last, away = PAPER.margin, PAPER.margin + 340, 33
    cv2.rectangle(flat, (first, first - away), (last + away, last), (0, 0, 0), 4)
    assert read_board(photo(flat, camera(len(flat), 20, 120, 10))).grid == PUBLISHED


@ANGLES
def test_a_photo_of_a_sudoku_is_refused(tilt, towards, turn):
    sudoku = tuple("".join("ABCDEFGHI"[r // 3 * 3 + c // 3] for c in range(9)) for r in range(9))
    with pytest.raises(ReadingError) as refused:
        read_board(photo(draw(sudoku, PAPER), camera(566, tilt, towards, turn)))
    assert refused.value.box
    assert "at {},{} ".format(*refused.value.box) in str(refused.value)


@pytest.mark.parametrize("turn", [3, 30])
def test_a_screenshot_that_is_turned_counts_as_a_photo(turn):
    flat = draw(PUBLISHED, PAPER)
    leaning = cv2.warpPerspective(
        flat, camera(len(flat), 0, 0, turn), flat.shape[:2], borderValue=PAPER.page
    )
    assert may_be_photo(leaning)
    assert read_board(leaning).grid == PUBLISHED
