import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.cells import LETTERS
from solvers.errors import BadNotation
from solvers.notation import FORMS, form_of, from_row, parse, write
from solvers.star_battle import Puzzle
from solvers.star_battle.generator import generate
from tests.solvers.boards import PUBLISHED
from tests.solvers.notation.samples import FIVE, SOME_MARKS, essence

TABLES = tomllib.loads(Path(__file__).with_name("notation.toml").read_text("utf-8"))
ROWS = "AAABB\nACCBB\nACDBB\nACDDD\nCCEEE\n"
GRID = tuple(ROWS.split())
LARGE = ("letters", "numbers", "task", "puzz.link", "pzprv3", "penpa")


@pytest.mark.parametrize("text", [
    ROWS,
    "stars 1\n" + ROWS,
    "\n\n  stars 1\r\n" + ROWS.replace("\n", "  \r\n") + "\n\n",
    *("stars 1\n" + "\n".join(between.join(row) for row in GRID) for between in (" ", "\t", "  ")),
])  # fmt: skip
def test_rows_of_letters_are_read_with_any_blanks(text):
    assert parse(text, stars=1) == Puzzle(GRID, 1)


@pytest.mark.parametrize("text", TABLES["numbers"])
def test_numbers_are_separated_by_spaces_or_commas_or_lists(text):
    assert parse(text, stars=1).grid == ("AABB", "AABB", "CCDD", "CCDD")
    assert form_of(text) == "numbers"


def test_stars_come_from_argument_then_text_then_inference():
    puzzle = generate(8, 1, seed=2)
    rows = "\n".join(puzzle.grid)
    assert parse("stars 2\n" + rows, stars=2).stars == 2
    assert parse("stars 2\n" + rows).stars == 2
    assert parse(rows).stars == 1


@pytest.mark.parametrize(("text", "stars", "message"), [
    *TABLES["refused"],
    ("0 0 1 1\n" * 3 + "0 0 1 " + "3" * 5000, 1, "row 4, column 4: not a whole number: '33333333333333333333'"),
])  # fmt: skip
def test_text_that_is_not_a_board_is_refused_in_one_line(text, stars, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(text, stars or None)
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("size", range(4, 8))
def test_where_only_one_star_a_row_can_fit_it_is_one(size):
    assert parse("\n".join(["." * size] * size)).stars == 1


def test_walls_with_blanks_between_are_not_a_comment():
    assert parse("# . . .\n. . . .\n. . # .\n. . . .", 1).grid == ("#...", "....", "..#.", "....")


@pytest.mark.parametrize(
    "text", ["# my puzzle\n" + ROWS, "# from the paper\nstars 1\n" + ROWS, "#1 easy\n0 0 1\n"]
)
def test_a_comment_is_distinguished_from_a_row_of_walls(text):
    with pytest.raises(BadNotation, match="is not a row of a board") as caught:
        parse(text)
    assert "'#' is a wall" in caught.value.hint


@pytest.mark.parametrize(("address", "message", "hint"), TABLES["addresses"])
def test_addresses_of_something_else_say_what_to_do_with_them(address, message, hint):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(address)
    assert hint in caught.value.hint


def test_a_row_of_json_is_a_puzzle():
    assert from_row({"id": "x", "stars": 1, "grid": list(GRID)}) == Puzzle(GRID, 1)
    assert from_row({"grid": list(GRID)}) == Puzzle(GRID, 1)
    for pair in ([7, 3], ["7", "3"]):
        numbers = [[pair[0]] * 2 + [pair[1]] * 2] * 2 + [[0, 0, -1, -1]] * 2
        assert from_row({"grid": numbers, "stars": 1}).grid == ("AABB", "AABB", "CCDD", "CCDD")


@pytest.mark.parametrize(("row", "message"), TABLES["rows"])
def test_a_row_of_json_that_is_not_a_puzzle_is_refused(row, message):
    with pytest.raises(BadNotation, match=message):
        from_row(row)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_recognised_and_ends_with_a_line_feed(form):
    text = write(FIVE, form)
    assert text.endswith("\n")
    # Without marks, a grid is rows of letters.
    seen = "letters" if form == "grid" else form
    assert form_of(text) == form_of(text.strip()) == seen
    assert essence(parse(text)) == essence(FIVE)


def test_an_unknown_form_is_refused_with_those_there_are():
    with pytest.raises(BadNotation, match="'morse' is not a text form") as caught:
        write(FIVE, "morse")
    assert "puzz.link" in caught.value.hint


@pytest.mark.parametrize("form", ["puzz.link", "penpa", "sbn", "compact"])
def test_several_puzzles_in_lines_are_refused_as_such(form):
    with pytest.raises(BadNotation, match="3 lines, and the first one is a whole puzzle"):
        parse(3 * write(FIVE, form))


def test_a_text_too_long_to_be_a_puzzle_is_refused_at_once():
    with pytest.raises(BadNotation, match="the text has 1000001 characters"):
        parse("A" * 1_000_001)


@pytest.mark.parametrize(
    ("form", "size"), [("sbn", 25), ("compact", 26), *[(form, 30) for form in LARGE]]
)
def test_the_largest_board_of_a_form_comes_back(form, size):
    puzzle = Puzzle((LETTERS[:size],) * size, 2)
    assert essence(parse(write(puzzle, form), 2)) == essence(puzzle)


WRITTEN = [write(FIVE, form) for form in FORMS] + [
    write(SOME_MARKS, form) for form in ("pzprv3", "sbn", "penpa")
]
LIST = "[[7,7,3,3],[7,7,3,3],[0,0,1,1],[0,0,1,1]]"


@st.composite
def mutants(draw):
    """Draw the text of a puzzle with a few parts lost, doubled, replaced or moved."""
    text = draw(st.sampled_from([*WRITTEN, ROWS, PUBLISHED, LIST]))
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        part = draw(
            st.sampled_from(["", 2 * text[start:end], text[start:end][::-1]]) | st.text(max_size=4)
        )
        text = text[:start] + part + text[end:]
    return text


def outcome(text, stars):
    """Return the puzzle of a text, or its error; unexpected errors fail the test."""
    try:
        return parse(text, stars)
    except BadNotation as error:
        return error


def is_answer(found):
    return isinstance(found, Puzzle) or bool(
        found.hint and found.message and "\n" not in found.message
    )


@given(st.text() | st.text("0123456789,[] -\n/AB#.x") | mutants(), st.sampled_from([None, 1, 2]))
def test_any_text_is_a_puzzle_or_refused_in_one_line(text, stars):
    assert is_answer(outcome(text, stars))


@pytest.mark.parametrize("start", [
    "starbattle/", "pzprv3/starbattle/5/5/1/5/", "551e", "5x1.", "1,2,", "[[1,", "task='1,",
    "https://x/#m=edit&p=",
])  # fmt: skip
@given(rest=st.text(max_size=60) | st.text("0123456789ABCabc/,. +#%\n", max_size=120))
def test_any_text_that_begins_like_a_form_is_a_puzzle_or_refused(start, rest):
    assert is_answer(outcome(start + rest, 1))


@pytest.mark.parametrize(
    "piece", ["[", "{", " ", "?v:", "task=", "1,", "1 ", "?p=&m=edit&", "z", "pzprv3/", "\n", "9"]
)
def test_long_texts_of_one_piece_are_refused(piece):
    with pytest.raises(BadNotation):
        parse(piece * (900_000 // len(piece)), 1)
