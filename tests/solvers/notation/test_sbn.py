from __future__ import annotations

import pytest
from hypothesis import given

from solvers.errors import BadNotation
from solvers.notation import FORMS, form_of, parse
from solvers.star_battle import Puzzle
from tests.solvers.notation.samples import FIVE, MARKED, WALLED, essence, puzzles

FORM = FORMS["sbn"]
LINE = "551W1nAQF88"
WITH_MARKS = "551e1nAQF8810W00W001"
FOUR = Puzzle(("AABB", "AABB", "CCDD", "CCDD"), 1)
SIX = Puzzle(("AABBCC", "AABBCC", "AABBCC", "DDEEFF", "DDEEFF", "DDEEFF"), 1, frozenset({(0, 1)}), frozenset({(5, 5)}))


def test_it_is_written_in_one_line():
    assert FORM.format(FIVE) == LINE + "\n"
    assert FORM.format(MARKED) == WITH_MARKS + "\n"


@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        (LINE, FIVE),
        (f" {LINE}\n", FIVE),
        (f"{LINE}~h:0001:1", FIVE),
        ("551e1nAQF88", FIVE),
        (WITH_MARKS, MARKED),
        (f"{WITH_MARKS}~h:0001:1", MARKED),
    ],
)
def test_marks_are_known_cells_and_history_is_skipped(text, puzzle):
    assert essence(parse(text)) == essence(puzzle)
    assert form_of(text) == "sbn"


def test_marks_of_old_files_are_recognised():
    line = FORM.format(SIX).strip()
    borders = line[:-13]
    assert essence(parse(f"{borders}8{'0' * 10}1")) == essence(SIX)
    first = Puzzle(FIVE.grid, 1, frozenset({(0, 0)}))
    assert essence(parse("551e1nAQF88W00000000")) == essence(first)


@given(puzzles(smallest=5, marks=True))
def test_reads_back_what_it_writes(puzzle):
    assert essence(parse(FORM.format(puzzle))) == essence(puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINE[:-1], "the borders of a 5x5 board take 7 digits, not 6"),
        (LINE + "0", "the borders of a 5x5 board take 7 digits, not 8"),
        (LINE.replace("Q", "!"), "character 8 is '!'"),
        (LINE.replace("1W", "1X"), "the fourth character is 'X'"),
        (LINE.replace("551", "559"), "9 stars per row cannot fit"),
        (LINE.replace("551", "661"), "the borders of a 6x6 board take 10 digits, not 7"),
        (WITH_MARKS + "0", "the marks of a 5x5 board take 9 digits, not 10"),
        (WITH_MARKS.replace("W001", "WF01"), "something other than stars and crosses"),
        ("551W0000000", "the borders leave 1 region"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_the_form(text, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(text)
    assert caught.value.message.startswith("sbn: ")


def test_the_line_contains_the_stars():
    with pytest.raises(BadNotation, match="the text says 1 star, --stars says 2"):
        parse(LINE, stars=2)


@pytest.mark.parametrize("puzzle", [WALLED, FOUR])
def test_walls_and_other_sizes_cannot_be_written(puzzle):
    with pytest.raises(BadNotation, match="cannot be written in this form"):
        FORM.format(puzzle)
