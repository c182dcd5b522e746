"""Boards that may be of two games are refused; readers of other games can be added from outside."""
# ruff: noqa: ARG002 (the interface of all games)

import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, draw
from vision.errors import AmbiguousBoard, BoardCutOff, BoardNotFound, UnsupportedPuzzle
from vision.game_reader import Attempt, GameReader
from vision.grid.lattice import Lattice
from vision.inspection import READERS, inspect, update_reading
from vision.reading import Reading

LATTICE = Lattice(
    np.arange(0, 101, 20, np.float32), np.arange(0, 101, 20, np.float32), (0, 0, 100, 100)
)
BLANK = np.full((120, 120, 3), 255, np.uint8)


class FixedReader(GameReader):
    """Reader that always finds the same board, or the same refusal."""

    def __init__(self, puzzle, refusal=None, *, certain=False, plausible=True, exclusive=False):
        self.puzzle = self.title = puzzle
        self.refusal = refusal
        self.certain = certain
        self.plausible = plausible
        self.exclusive = exclusive

    def attempts(self, image, hints, *, only_certain=False):
        reading = Reading(
            self.puzzle, ("A" * 5,) * 5, tuple(LATTICE.xs), tuple(LATTICE.ys), LATTICE.box
        )
        return [Attempt(LATTICE, reading=None if self.refusal else reading, refusal=self.refusal)]

    def update(self, image, reading, *, learn=False):
        return reading.move_by(1, 0)

    def is_plausible(self, image, earlier):
        return self.plausible

    def prevails(self, image, own):
        return self.certain


def found(*readers):
    return [reading.puzzle for reading in inspect(BLANK, readers=readers).readings]


def test_a_board_read_by_one_game_alone_counts():
    assert found(FixedReader("one", BoardNotFound("none")), FixedReader("two")) == ["two"]
    assert found(FixedReader("one"), FixedReader("two", BoardNotFound("none"))) == ["one"]


def test_a_board_read_by_two_games_is_refused_and_names_both():
    with pytest.raises(AmbiguousBoard, match="may be one or two") as refused:
        inspect(BLANK, readers=(FixedReader("one"), FixedReader("two"))).best()
    assert refused.value.hint == "say which: --puzzle one or --puzzle two"
    assert refused.value.box == LATTICE.box


@pytest.mark.parametrize("exclusive", [False, True])
def test_a_certain_board_prevails_over_earlier_ones(exclusive):
    certain = FixedReader("two", certain=True, exclusive=exclusive)
    assert found(FixedReader("one"), certain) == ["two"]


def test_a_reader_that_is_not_plausible_is_not_asked():
    assert found(FixedReader("one"), FixedReader("two", plausible=False)) == ["one"]


def test_earlier_refusals_say_more_than_later_ones():
    readers = FixedReader("one", BoardCutOff("cut")), FixedReader("two", AmbiguousBoard("unsure"))
    assert [refusal.message for refusal in inspect(BLANK, readers=readers).refusals] == ["cut"]


def test_a_named_puzzle_asks_its_reader_alone():
    readers = FixedReader("one"), FixedReader("two")
    found = [reading.puzzle for reading in inspect(BLANK, puzzle="two", readers=readers).readings]
    assert found == ["two"]


def test_a_fourth_game_is_added_without_changing_the_others():
    fourth = FixedReader("fourth")
    assert inspect(BLANK, readers=(*READERS, fourth)).best().puzzle == "fourth"
    assert inspect(draw(PUBLISHED), puzzle="auto", readers=READERS).best().puzzle == "star-battle"
    reading = inspect(BLANK, readers=(*READERS, fourth)).best()
    assert update_reading(BLANK, reading, readers=(*READERS, fourth)).box == (1, 0, 101, 100)


def test_unknown_puzzle_names_the_registered_ones():
    with pytest.raises(UnsupportedPuzzle, match="sudoku can't be read") as refused:
        inspect(BLANK, puzzle="sudoku")
    assert refused.value.hint == "--puzzle can be one of star-battle, lights-out, pegs"
