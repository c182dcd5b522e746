"""Each text form: what it writes, what it reads, and what it refuses."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.errors import BadNotation
from solvers.notation import FORMS, MARKED, form_of, parse, write
from solvers.star_battle import Puzzle
from tests.solvers.notation.samples import FIVE, OPEN, SOME_MARKS, WALLED, essence, puzzles

TASK = "1,1,1,1,2,3,4,1,1,1,3,3,1,1,1,3,5,5,1,1,3,3,5,1,1"
COMPACT = "5x1.AAAABCDAAACCAAACEEAACCEAA"
BODY = "starbattle/5/5/1/3h56p8c8"
LINK = f"https://puzz.link/p?{BODY}"
HEAD = "pzprv3\nstarbattle\n5\n5\n1\n5\n"
REGIONS = "0 0 0 0 1 \n2 3 0 0 0 \n2 2 0 0 0 \n2 4 4 0 0 \n2 2 4 0 0 \n"
FILE = HEAD + REGIONS + "+ . . . # \n. . . . . \n. . . # . \n. . . . . \n. . . . + \n"
GRID = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n\nx...*\n.....\n...*.\n.....\n....x"
SBN = "551W1nAQF88"
SBN_MARKED = "551e1nAQF8810W00W001"
FOUR = Puzzle(("AABB", "AABB", "CCDD", "CCDD"), 1)
SIX = Puzzle(("AABBCC", "AABBCC", "AABBCC", "DDEEFF", "DDEEFF", "DDEEFF"), 1, {(0, 1)}, {(5, 5)})
PIECES = Puzzle(("AAAAB", "CDACA", "CCAAA", "CEEAD", "CCEAA"), 1)
STRIPES = Puzzle(tuple(letter * 27 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZa"), 1)
WITH_REGIONS = ["numbers", "task", "puzz.link", "pzprv3", "sbn", "compact"]


@pytest.mark.parametrize(("form", "puzzle", "text"), [
    ("task", FIVE, TASK),
    ("compact", FIVE, COMPACT),
    ("puzz.link", FIVE, LINK),
    ("grid", SOME_MARKS, GRID),
    ("pzprv3", SOME_MARKS, FILE.rstrip("\n")),
    ("pzprv3", FIVE, HEAD + REGIONS + ". . . . . \n" * 4 + ". . . . . "),
    ("sbn", FIVE, SBN),
    ("sbn", SOME_MARKS, SBN_MARKED),
])  # fmt: skip
def test_a_form_is_written_as_other_programs_write_it(form, puzzle, text):
    assert write(puzzle, form) == text + "\n"


TABLES = tomllib.loads(Path(__file__).with_name("forms.toml").read_text("utf-8"))


@pytest.mark.parametrize(("table", "puzzle"), [("read", FIVE), ("read_with_marks", SOME_MARKS)])
def test_every_way_to_write_a_form_is_read(table, puzzle):
    for form, ways in TABLES[table].items():
        for text in ways:
            assert essence(parse(text)) == essence(puzzle), text
            assert form_of(text) == form, text


def test_marks_of_old_sbn_files_are_recognised():
    borders = write(SIX, "sbn").strip()[:-13]
    assert essence(parse(f"{borders}8{'0' * 10}1")) == essence(SIX)
    first = Puzzle(FIVE.grid, 1, frozenset({(0, 0)}))
    assert essence(parse("551e1nAQF88W00000000")) == essence(first)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=15)
@given(st.data())
def test_a_form_reads_back_what_it_writes(form, data):
    walls = form in ("letters", "grid") and data.draw(st.booleans())
    marks = form in MARKED
    puzzle = data.draw(puzzles(smallest=5 if form == "sbn" else 4, walls=walls, marks=marks))
    stars = puzzle.stars if form == "task" else None
    assert essence(parse(write(puzzle, form), stars)) == essence(puzzle)


@pytest.mark.parametrize("form", TABLES["refused"])
def test_what_is_wrong_is_said_in_one_line_with_the_form(form):
    for text, message in TABLES["refused"][form]:
        with pytest.raises(BadNotation) as caught:
            parse(text, 1 if form == "task" else None)
        assert message in caught.value.message
        assert caught.value.message.startswith(f"{form}: ")
        assert "\n" not in caught.value.message
        assert caught.value.hint


@pytest.mark.parametrize("form", ["letters", "grid", "numbers", "task", "compact"])
def test_regions_in_several_pieces_keep_their_cells(form):
    assert essence(parse(write(PIECES, form), 1)) == essence(PIECES)


@pytest.mark.parametrize("text", [COMPACT, LINK, SBN, f"Stars: 1\n{TASK}"])
def test_stars_of_a_text_and_of_the_user_may_not_disagree(text):
    assert parse(text, stars=1).stars == 1
    with pytest.raises(BadNotation, match="the text says 1 star, --stars says 2"):
        parse(text, stars=2)


@pytest.mark.parametrize(("puzzle", "forms", "what"), [
    (SOME_MARKS, sorted(FORMS.keys() - MARKED), "marked stars and crosses"),
    (WALLED, WITH_REGIONS, "a board with walls"),
    (OPEN, WITH_REGIONS, "a board without regions"),
    (FOUR, ["sbn"], "4x4"),
    (PIECES, ["puzz.link", "pzprv3", "penpa", "sbn"], "region C in 2 pieces"),
    (STRIPES, ["compact"], "more than 26 regions"),
])  # fmt: skip
def test_what_a_form_cannot_hold_is_refused(puzzle, forms, what):
    for form in forms:
        with pytest.raises(BadNotation, match="cannot be written in this form") as caught:
            write(puzzle, form)
        assert caught.value.message.startswith(f"{form}: {what}")
