"""Boards of lamps in drawn pictures: found, read, and drawn into an overlay."""

import tracemalloc

import cv2
import numpy as np
import pytest

from tests.vision.lights_out.lamp_pictures import GRID, drawn_lamps, read_lamps
from vision import draw_overlay, read_board
from vision.box_grids import find_box_grids
from vision.errors import BoardCutOff, BoardNotFound


def test_lamps_are_read_where_they_are():
    reading = read_lamps(drawn_lamps(GRID))
    assert (reading.puzzle, reading.grid, reading.box) == ("lights-out", GRID, (30, 40, 224, 234))
    assert reading.xs == pytest.approx([27, 67, 107, 147, 187, 227], abs=0.5)
    assert reading.confidence > 0.95


def test_lamps_that_the_picture_cuts_off_are_refused():
    with pytest.raises(BoardCutOff):
        read_lamps(drawn_lamps(GRID, at=(-20, 40)))


def test_a_single_row_and_a_bare_page_are_refused():
    for image in (drawn_lamps(("*.*.*",)), np.full((200, 200, 3), 255, np.uint8)):
        with pytest.raises(BoardNotFound):
            read_lamps(image)


def test_the_overlay_rings_lit_lamps_and_draws_presses():
    image = drawn_lamps(GRID)
    seen = draw_overlay(image, read_lamps(image), [(1, 0)])
    changed = (seen != image).any(axis=2)
    assert changed[80:114, 30:64].mean() > 0.1  # the press
    assert changed[44:70, 34:60].mean() > 0.1  # a ring
    assert not changed[44:70, 76:100].any()  # an unlit lamp


def test_buttons_that_are_wider_than_high_are_lamps():
    image = cv2.resize(drawn_lamps(GRID), None, fx=1.7, fy=1, interpolation=cv2.INTER_NEAREST)
    assert read_board(image).grid == GRID


def test_every_second_row_of_a_triangle_is_no_grid():
    places = np.array([(col - row / 2, row) for row in range(6) for col in range(row + 1)])
    corners = places * 44 + (200, 20)
    assert not find_box_grids(np.concatenate([corners, corners + 40], axis=1).astype(np.intp))


def test_a_texture_of_small_cells_takes_little_memory():
    corners = np.stack(np.meshgrid(np.arange(140), np.arange(140)), axis=-1).reshape(-1, 2) * 12
    tracemalloc.start()
    grids = find_box_grids(np.concatenate([corners, corners + 10], axis=1).astype(np.intp))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert not grids
    assert peak < 50_000_000
