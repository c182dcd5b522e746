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


def strokes(picture, reading, row, col):
    """Return the number of dark pixels in the middle of a place, which may be beside the board."""
    x, y = (round(at) for at in reading.place(row, col))
    part = picture[max(0, y - 8) : y + 9, max(0, x - 8) : x + 9]
    return int((part.max(axis=2) < 100).sum())


def test_rows_and_columns_are_numbered_and_regions_lettered(board):
    picture, on_step = draw_step(*board, "", **NOTHING), reading_on_step(*board)
    above = [strokes(picture, replace(on_step, ys=[13, 13]), 0, col + 0.5) for col in range(10)]
    beside = [strokes(picture, replace(on_step, xs=[13, 13]), row + 0.5, 0) for row in range(10)]
    assert min(above + beside) > 5
    assert above == beside  # the same numbers
    firsts = {}
    for row, line in enumerate(PUBLISHED):
        for col, letter in enumerate(line):
            firsts.setdefault(letter, (row, col))
    lettered = {
        (row, col)
        for row in range(10)
        for col in range(10)
        if strokes(picture, on_step, row + 0.3, col + 0.3)
    }
    assert lettered == set(firsts.values())


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
