from __future__ import annotations

import pytest
from hypothesis import given

from solvers.errors import BadNotation
from solvers.notation import FORMS, form_of, parse
from solvers.star_battle import Puzzle
from tests.solvers.notation.samples import FIVE, MARKED, WALLED, essence, puzzles

FORM = FORMS["compact"]
LINE = "5x1.AAAABCDAAACCAAACEEAACCEAA"


def test_it_is_written_in_one_line():
    assert FORM.format(FIVE) == LINE + "\n"


@pytest.mark.parametrize("text", [LINE, f" {LINE}\r\n", LINE.lower(), f"{LINE}.s42d7l4c12", LINE + "."])
def test_letters_of_either_case_are_read_and_notes_skipped(text):
    assert essence(parse(text)) == essence(FIVE)
    assert form_of(text) == "compact"


def test_capital_and_small_letters_are_one_region():
    assert essence(parse(LINE.replace("AAAAB", "AaaAb"))) == essence(FIVE)


@given(puzzles())
def test_reads_back_what_it_writes(puzzle):
    assert essence(parse(FORM.format(puzzle))) == essence(puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINE[:-1], "24 letters, but a 5x5 board has 25 cells"),
        (LINE.replace("D", "1"), "letter 7 is '1'"),
        (LINE.replace("D", "Ä"), "letter 7 is 'Ä'"),
        (LINE + ".S!", "after the letters comes 'S!'"),
        ("3x1.AABBCCABC", "3x3 cells: sizes from 4"),
        ("99999999999x1.A", "the size: '99999999999' is not a whole number"),
        (LINE.replace("x1", "x2"), "2 stars per row cannot fit"),
        (LINE.replace("D", "C"), "4 regions on a 5x5 board"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_the_form(text, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(text)
    assert caught.value.message.startswith("compact: ")


def test_the_line_contains_the_stars():
    with pytest.raises(BadNotation, match="the text says 1 star, --stars says 2"):
        parse(LINE, stars=2)


STRIPES = Puzzle(tuple(letter * 27 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZa"), 1)


@pytest.mark.parametrize("puzzle", [MARKED, WALLED, STRIPES])
def test_walls_marks_and_more_than_26_regions_cannot_be_written(puzzle):
    with pytest.raises(BadNotation, match="cannot be written in this form"):
        FORM.format(puzzle)
