"""Grids of lamps that continue beyond the visible part."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest

from tests.vision.lights_out.lamp_pictures import (
    GRID,
)
from vision import read_board
from vision.errors import BoardCutOff


def test_a_row_cut_short_beside_a_glow_is_refused():
    image = np.full((300, 320, 3), 20, np.uint8)
    for (r, row), c in product(enumerate((*GRID[:4], "*.*..", ".....")), range(5)):
        x, y = 30 + c * 50, 30 + r * 50
        if row[c] == "*":
            glow = np.zeros_like(image)
            cv2.rectangle(glow, (x - 4, y - 4), (x + 39, y + 39), (150, 150, 20), -1)
            image = cv2.max(image, cv2.GaussianBlur(glow, (0, 0), 7))
    for (r, row), c in product(enumerate((*GRID[:4], "*.*..", ".....")), range(5)):
        x, y = 30 + c * 50, 30 + r * 50
        colour = (250, 240, 120) if row[c] == "*" else (46, 38, 38)
        cv2.rectangle(image, (x, y), (x + 35, y + 35), colour, -1)
    with pytest.raises(BoardCutOff):
        read_board(image[:250], puzzle="lights-out")


def test_discs_of_which_the_next_row_shows_only_the_tops_are_refused():
    image = np.full((330, 320, 3), (60, 50, 46), np.uint8)
    for (r, row), c in product(enumerate((*GRID[:4], "....*")), range(5)):
        colour = (70, 180, 255) if row[c] == "*" else (105, 96, 92)
        cv2.circle(image, (45 + c * 57, 45 + r * 57), 24, colour, -1, cv2.LINE_AA)
    image[45 + 4 * 57 - 11 :] = 250
    with pytest.raises(BoardCutOff):
        read_board(image, puzzle="lights-out")
