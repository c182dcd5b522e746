"""Sites of boards: usual boards, boards of their own shape, and boards that are cut off."""

import cv2
import pytest

from tests.vision.peg_solitaire.peg_pictures import ENGLISH, TRIANGLE, drawn_pegs, read_pegs, start
from vision import inspect
from vision.errors import BoardCutOff, ReadingError


def test_a_board_of_its_own_shape_is_read_if_the_puzzle_is_given():
    grid = ("ooo  ", "o.ooo", "ooooo", " o.oo")
    assert read_pegs(drawn_pegs(grid)).grid == grid
    assert inspect(drawn_pegs(grid)).readings == []


def test_a_button_on_the_lattice_beside_the_board_is_not_a_site():
    image = drawn_pegs(ENGLISH)
    cv2.rectangle(image, (60 - 14, 100 - 14), (60 + 14, 100 + 14), (120, 60, 20), 2)
    assert read_pegs(image).grid == ENGLISH


@pytest.mark.parametrize(
    "grid", [start("english", 16), start("triangle5", 0)], ids=["english", "triangle5"]
)
def test_a_part_of_a_board_is_refused(grid):
    image = drawn_pegs(grid)
    for part in (image[: -(60 + 20)], image[80:], image[:, 80:]):
        with pytest.raises(ReadingError):
            read_pegs(part)


def test_a_board_that_runs_out_of_the_picture_is_cut_off():
    with pytest.raises(BoardCutOff):
        read_pegs(drawn_pegs(TRIANGLE)[:, 55:])
