"""Drawings that are the same in another cell, place or colour."""

from itertools import product

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from autoplay.player.appearances import SIDE
from autoplay.player.star_battle.cell_states import UNLIKE
from autoplay.player.star_battle.drawings import classify_faint, find_drawing, find_drawn
from tests.autoplay.player.simulated_boards import PITCH, drawn_mark
from vision.image import to_lab

MARKS = ("star", "cross", "dot", "flag", "bar")


def take(mark, ground=255, shift=(0, 0), shade=0):
    """Return what a mark draws on a ground of this level, moved by so many px."""
    cells = []
    for face in (np.full((PITCH, PITCH, 3), 255, np.uint8), drawn_mark(mark)):
        moved = np.roll(face, shift, axis=(0, 1)).astype(np.float32) * ground / 255
        scaled = cv2.resize(moved[6:-6, 6:-6], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        cells.append(to_lab(np.rint(scaled).astype(np.uint8)))
    return find_drawing(cells[1] - np.float32([shade, 0, 0]), cells[0])


@given(
    mark=st.sampled_from(MARKS),
    ground=st.integers(120, 255),
    shift=st.tuples(st.integers(-1, 1), st.integers(-1, 1)),
    shade=st.integers(0, 10),
)
def test_a_mark_is_known_on_another_ground_and_between_pixels(mark, ground, shift, shade):
    assert take(mark, ground, shift, shade).measure_from(take(mark)) <= UNLIKE


def test_a_faint_mark_is_what_the_reader_calls_a_clear_one():
    kinds = [classify_faint(find_drawn(255 - (255 - drawn_mark(mark)) // 9)) for mark in MARKS]
    assert kinds == ["star", "cross", "dot", "star", "star"]


def test_other_marks_and_fills_of_other_colours_differ():
    names = (*MARKS, "square", "shade", "faint fill")
    for one, other in product(names, names):
        distance = take(one).measure_from(take(other))
        assert distance == 0 if one == other else distance > UNLIKE, (one, other)
