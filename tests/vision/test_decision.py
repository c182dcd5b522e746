"""The decision between boards of several games; readers of other games can be added from outside."""
# ruff: noqa: ARG002 (the interface of all games)

from math import exp, inf

import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, draw
from vision.errors import AmbiguousBoard, BoardNotFound, UnsupportedPuzzle
from vision.game_reader import Attempt, GameReader, Sign
from vision.grid.lattice import Lattice
from vision.inspection import READERS, inspect, update_reading
from vision.reading import Reading

LATTICE = Lattice(
    np.arange(0, 101, 20, np.float32), np.arange(0, 101, 20, np.float32), (0, 0, 100, 100)
)
BLANK = np.full((120, 120, 3), 255, np.uint8)


class FixedReader(GameReader):
    """Reader that always finds the same board with these log-odds, or the same refusal."""

    def __init__(self, puzzle, odds=None, refusal=None, *, against=None, doubt=None, most_odds=inf):
        self.puzzle = self.title = puzzle
        self.signs = () if odds is None else (Sign("a sign", odds, against),)
        self.refusal = refusal
        self.doubt = doubt
        self.most_odds = most_odds

    def attempts(self, image, hints):
        if self.refusal:
            return [Attempt(LATTICE, self.puzzle, refusal=self.refusal)]
        grid = ("A" * 5,) * 5
        reading = Reading(self.puzzle, grid, tuple(LATTICE.xs), tuple(LATTICE.ys), LATTICE.box)
        return [
            Attempt(LATTICE, self.puzzle, reading=reading, refusal=self.doubt, signs=self.signs)
        ]

    def update(self, image, reading, *, learn=False):
        return reading.move_by(1, 0)


def found(*readers):
    return [reading.puzzle for reading in inspect(BLANK, readers=readers).readings]


def refusals(*readers):
    return [refusal.message for refusal in inspect(BLANK, readers=readers).refusals]


def test_a_board_read_by_one_game_alone_counts():
    assert found(FixedReader("one", refusal=BoardNotFound("none")), FixedReader("two", 3)) == [
        "two"
    ]
    assert found(FixedReader("one", 3), FixedReader("two", refusal=BoardNotFound("none"))) == [
        "one"
    ]


def test_boards_of_two_games_in_one_place_are_refused_and_both_are_named():
    with pytest.raises(AmbiguousBoard, match="may be one or two") as refused:
        inspect(BLANK, readers=(FixedReader("one", 4), FixedReader("two", 3))).best()
    assert refused.value.hint == "say which: --puzzle one or --puzzle two"
    assert refused.value.box == LATTICE.box


def test_a_board_that_leads_clearly_is_read():
    assert found(FixedReader("one", 3), FixedReader("two", 6)) == ["two"]
    assert found(FixedReader("one", 6), FixedReader("two", 3)) == ["one"]


def test_the_confidence_is_at_most_that_of_the_signs_and_of_the_lead():
    (alone,) = inspect(BLANK, readers=[FixedReader("one", 3)]).readings
    assert alone.confidence == pytest.approx(1 / (1 + exp(-3)))
    (ahead,) = inspect(BLANK, readers=[FixedReader("one", 6), FixedReader("two", 4)]).readings
    assert ahead.confidence == pytest.approx(exp(6) / (1 + exp(6) + exp(4)))
    assert "one: a sign +6.0" in ahead.evidence


def test_a_board_with_too_little_for_it_is_refused_for_its_strongest_sign_against_it():
    digits = UnsupportedPuzzle("digits")
    assert refusals(FixedReader("one", 1, against=digits)) == ["digits"]
    assert refusals(FixedReader("one", 1)) == ["too little speaks for one"]


def test_a_doubtful_board_is_refused_but_still_a_rival():
    doubtful = FixedReader("one", 8, doubt=AmbiguousBoard("a cell is covered"))
    assert refusals(doubtful, FixedReader("two", 3))[0] == "a cell is covered"
    assert found(doubtful, FixedReader("two", 3)) == []


def test_a_reader_that_can_no_longer_win_is_not_asked():
    class Unasked(FixedReader):
        def attempts(self, image, hints):
            raise AssertionError

    assert found(FixedReader("one", 6), Unasked("two", most_odds=4)) == ["one"]


def test_a_named_puzzle_asks_its_reader_alone():
    readers = FixedReader("one", 3), FixedReader("two", 3)
    found = [reading.puzzle for reading in inspect(BLANK, puzzle="two", readers=readers).readings]
    assert found == ["two"]


def test_a_fourth_game_is_added_without_changing_the_others():
    fourth = FixedReader("fourth", 3)
    assert inspect(BLANK, readers=(*READERS, fourth)).best().puzzle == "fourth"
    assert inspect(draw(PUBLISHED), puzzle="auto", readers=READERS).best().puzzle == "star-battle"
    reading = inspect(BLANK, readers=(*READERS, fourth)).best()
    assert update_reading(BLANK, reading, readers=(*READERS, fourth)).box == (1, 0, 101, 100)


def test_unknown_puzzle_names_the_registered_ones():
    with pytest.raises(UnsupportedPuzzle, match="sudoku can't be read") as refused:
        inspect(BLANK, puzzle="sudoku")
    assert refused.value.hint == "--puzzle can be one of star-battle, lights-out, pegs"
