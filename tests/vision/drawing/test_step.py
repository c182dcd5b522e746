"""Picture of a step: large enough to read, its conclusions in their cells, its sentence below."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, draw
from vision import draw_step, read_board
from vision.drawing.canvas import INK
from vision.drawing.step import CROSS, KNOWN, LINE, REGION, STAR, reading_on_step

NOTHING = {"stars": (), "crossed": (), "cells": (), "lines": (), "regions": (), "known": {}}


@pytest.fixture(scope="module")
def board():
    image = draw(PUBLISHED)
    return image, read_board(image)


@pytest.mark.parametrize(
    "warp", [None, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)], ids=["upright", "photo"]
)
def test_the_board_of_a_step_lies_where_it_is_drawn(board, warp):
    image, reading = board[0], replace(board[1], warp=warp)
    picture = draw_step(image, reading, "", **NOTHING | {"stars": [(1, 2)]})
    on_step = reading_on_step(image, reading)
    rows, cols = (picture == STAR).all(axis=2).nonzero()
    assert on_step.centre(1, 2) == pytest.approx((cols.mean(), rows.mean()), abs=2)
    assert on_step.box[2] < picture.shape[1]


def pixels(picture, colour):
    return int((picture == colour).all(axis=2).sum())


def test_nothing_is_drawn_where_nothing_is_said(board):
    plain = draw_step(*board, "", **NOTHING)
    # Black, white and grey, as the board was.
    assert (np.ptp(plain, axis=2) <= max(INK) - min(INK)).all()


@pytest.mark.parametrize(("drawn", "colour"), [
    ({"stars": [(4, 4)]}, STAR),
    ({"crossed": [(4, 4)]}, CROSS),
    ({"known": {(4, 4): "star"}}, KNOWN),
    ({"known": {(4, 4): "cross"}}, KNOWN),
    ({"lines": [[(4, col) for col in range(10)]]}, LINE),
    ({"regions": [[(4, 4), (4, 5)]]}, REGION),
], ids=lambda value: next(iter(value)) if isinstance(value, dict) else "")  # fmt: skip
def test_each_thing_has_its_colour_in_its_cells(board, drawn, colour):
    picture = draw_step(*board, "", **NOTHING | drawn)
    plain = draw_step(*board, "", **NOTHING)
    assert pixels(picture, colour) > 30
    changed = np.argwhere((picture != plain).any(axis=2))
    (_, top), (_, bottom) = (reading_on_step(*board).place(row, 0) for row in (4, 5))
    assert (changed[:, 0] > top - 3).all()
    assert (changed[:, 0] < bottom + 3).all()
