"""Boards cut out of the pictures of a run."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from autoplay.history import Run
from autoplay.thumbnail import thumbnail
from vision import save_image

STARS = ([0, 1], [1, 4], [2, 2], [3, 0], [4, 3])
BOX = (40, 60, 141, 161)


def window(x, y, stars=()):
    """A window with a board of 5x5 cells at (x, y), and an advertisement."""
    image = np.full((400, 500, 3), 255, np.uint8)
    image[:30] = (20, 120, 60)
    for step, thick in enumerate((3, 1, 3, 1, 1, 3)):
        cv2.line(image, (x + 20 * step, y), (x + 20 * step, y + 100), (0, 0, 0), thick)
        cv2.line(image, (x, y + 20 * step), (x + 100, y + 20 * step), (0, 0, 0), thick)
    for row, col in stars:
        cv2.circle(image, (x + 20 * col + 10, y + 20 * row + 10), 7, (0, 0, 0), -1)
    return image


@pytest.fixture
def run(tmp_path):
    save_image(tmp_path / "before.png", window(*BOX[:2]))
    what = ("star-battle", 5, 5, 1, "solved", "", 1.0)
    return Run(1, "2026-01-01T00:00:00+00:00", "", None, *what, str(tmp_path), cells=STARS, box=BOX)


@pytest.mark.parametrize("moved", [(0, 0), (0, 120), (200, -24)])
def test_a_board_is_found_where_it_was_moved_to(moved, run, tmp_path):
    x, y = BOX[0] + moved[0], BOX[1] + moved[1]
    after = window(x, y, STARS)
    save_image(tmp_path / "after.png", after)
    cut = thumbnail(run)
    assert all(abs(side - 105) <= 4 for side in cut.shape[:2])
    assert (cut < 128).any(axis=2).sum() >= 0.95 * (after[y - 2 : y + 103, x - 2 : x + 103] < 128).any(axis=2).sum()


def test_a_page_without_the_board_is_shown_whole(run, tmp_path):
    save_image(tmp_path / "after.png", window(900, 900))
    assert thumbnail(run).shape == (400, 500, 3)


def test_a_run_without_the_place_of_its_board_is_shown_whole(run, tmp_path):
    save_image(tmp_path / "after.png", window(*BOX[:2], STARS))
    assert thumbnail(replace(run, box=None)).shape == (400, 500, 3)


def test_without_a_picture_there_is_none(run):
    assert thumbnail(run) is None
