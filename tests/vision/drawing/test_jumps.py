"""Moves of peg solitaire as small boards below the picture."""

import numpy as np
import pytest

from tests.vision.peg_solitaire.peg_pictures import drawn_pegs
from vision import draw_overlay, read_board
from vision.drawing.overlay import JUMP, peg_moves

ROW = frozenset({(0, 0), (0, 1), (0, 3), (0, 5)})
TWICE = [((0, 0), (0, 2)), ((0, 2), (0, 4))]
ENGLISH = ("  ooo  ", "  o.o  ", "ooooooo", "ooo.ooo", "ooooooo", "  ooo  ", "  ooo  ")


def test_jumps_of_one_peg_are_one_move():
    first, end = peg_moves(ROW, TWICE)
    assert (first.pegs, first.path) == (ROW, ((0, 0), (0, 2), (0, 4)))
    assert (end.pegs, end.path) == ({(0, 4), (0, 5)}, ())


def test_jumps_of_two_pegs_are_two_moves():
    first, second, end = peg_moves(ROW, [TWICE[0], ((0, 5), (0, 1))])
    assert first.path == ((0, 0), (0, 2))
    assert second == ({(0, 2), (0, 3), (0, 5)}, ((0, 5), (0, 1)))
    assert end.path == ()


@pytest.fixture
def board():
    image = drawn_pegs(ENGLISH)
    return image, read_board(image, puzzle="pegs")


def test_the_moves_are_below_the_picture_and_only_the_first_is_on_it(board):
    image, reading = board
    drawn = draw_overlay(image, reading, [(3, 1), (3, 3), (3, 5), (3, 3)])
    height, width = image.shape[:2]
    assert drawn.shape[1] >= width
    assert drawn.shape[0] > height
    only_first = draw_overlay(image, reading, [(3, 1), (3, 3)])
    assert np.array_equal(drawn[:height, :width], only_first[:height, :width])
    jumps, first_jumps = ((one[height:] == JUMP).all(axis=2).sum() for one in (drawn, only_first))
    assert jumps > first_jumps
