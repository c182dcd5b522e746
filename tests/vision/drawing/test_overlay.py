"""The overlay shows what was read, and leaves the rest of the picture unchanged."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, draw
from vision import draw_overlay, read_board
from vision.drawing.overlay import DOUBT, DOUBTFUL_MARGIN, MARK, MOST_DOUBTS, SOLUTION, WALL
from vision.reading import Border, Mark, Reading

LEAN = np.array([[0.9, 0.12, 20.0], [-0.06, 0.95, 50.0], [2e-4, 1e-4, 1.0]])


@pytest.fixture(scope="module")
def image() -> np.ndarray:
    return draw(PUBLISHED)


@pytest.fixture(scope="module")
def reading(image) -> Reading:
    return read_board(image)


def places(drawn: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    """Return the (y, x) of the pixels of a colour."""
    return np.argwhere((drawn == colour).all(axis=2))


def in_photo(reading: Reading) -> Reading:
    """Return the reading as if from a photo in which the board leans."""
    leaning = replace(reading, warp=tuple(LEAN.ravel()))
    corners = np.array([leaning.place(r, c) for r in (0, reading.rows) for c in (0, reading.cols)])
    (x0, y0), (x1, y1) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    return replace(leaning, box=(int(x0), int(y0), int(x1), int(y1)))


def test_overlay_changes_the_board_only(image, reading) -> None:
    before = image.copy()
    drawn = draw_overlay(image, reading, [(0, 3)])
    assert np.array_equal(image, before)
    assert np.array_equal(drawn[:35], image[:35])
    x, y = (round(v) for v in reading.centre(0, 3))
    assert tuple(drawn[y, x]) == SOLUTION


def test_cells_of_one_region_have_one_tint(image, reading) -> None:
    drawn = draw_overlay(image, reading)
    tints: dict[str, set[tuple[int, ...]]] = {}
    for r in range(10):
        for c in range(10):
            x, y = (round(v) for v in reading.centre(r, c))
            tints.setdefault(PUBLISHED[r][c], set()).add(tuple(drawn[y, x].tolist()))
    assert all(len(seen) == 1 for seen in tints.values())
    assert len(set.union(*tints.values())) == 10


def test_walls_are_drawn_where_regions_meet(image, reading) -> None:
    drawn = draw_overlay(image, reading)
    for c in range(9):
        x, y = (round(v) for v in reading.place(0.5, c + 1))
        assert (tuple(drawn[y, x]) == WALL) == (PUBLISHED[0][c] != PUBLISHED[0][c + 1])


def test_of_a_photo_all_is_drawn_along_the_leaning_board(image, reading) -> None:
    photo = cv2.warpPerspective(image, LEAN, (460, 520), borderValue=(255, 255, 255))
    leaning = in_photo(reading)
    drawn = draw_overlay(photo, leaning, [(4, 4)])
    corners = np.array(leaning.corners, np.float32)
    for y, x in np.argwhere((drawn != photo).any(axis=2)):
        assert cv2.pointPolygonTest(corners, (float(x), float(y)), True) > -4
    x, y = (round(v) for v in leaning.centre(4, 4))
    assert tuple(drawn[y, x]) == SOLUTION
    assert len(places(drawn, WALL)) > 300


@pytest.mark.parametrize("margins", [[DOUBTFUL_MARGIN + 0.1], [1.2], [1.1] * 40])
def test_doubtful_borders_are_striking_and_told_of(image, reading, margins) -> None:
    borders = tuple(
        Border(k // 9, k % 9, "right", True, 1.0, 0.0, margin) for k, margin in enumerate(margins)
    )
    drawn = draw_overlay(image, replace(reading, borders=borders))
    shown = {tuple(place) for place in places(drawn, DOUBT)}
    middles = [
        tuple(round(v) for v in reading.place(b.row + 0.5, b.col + 1))[::-1] for b in borders
    ]
    doubtful = [b.margin < DOUBTFUL_MARGIN for b in borders]
    assert sum(place in shown for place in middles) == min(sum(doubtful), MOST_DOUBTS)
    below = drawn[reading.box[3] + 3 :]
    assert bool(len(places(below, DOUBT))) == any(doubtful)


@pytest.mark.parametrize("kind", ["star", "cross", "dot"])
def test_a_mark_is_framed_by_its_kind_and_not_hidden(image, reading, kind) -> None:
    plain = draw_overlay(image, reading)
    drawn = draw_overlay(image, replace(reading, marks=(Mark(4, 4, kind),)))
    frames = {
        k: draw_overlay(image, replace(reading, marks=(Mark(4, 4, k),)))
        for k in ("star", "cross", "dot")
    }
    assert sum(np.array_equal(drawn, frame) for frame in frames.values()) == 1
    assert len(places(drawn, MARK)) > 10
    x, y = (round(v) for v in reading.centre(4, 4))
    middle = slice(y - 2, y + 3), slice(x - 2, x + 3)
    assert np.array_equal(drawn[middle], plain[middle])
