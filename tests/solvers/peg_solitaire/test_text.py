import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.errors import BadNotation
from solvers.peg_solitaire import BOARDS
from solvers.peg_solitaire.text import format_puzzle, lattice_of, parse
from tests.solvers.peg_solitaire.boards import opened, puzzles

TABLES = tomllib.loads(Path(__file__).with_name("text.toml").read_text("utf-8"))

TRIANGLE = "    .\n   o o\n  o o o\n o o o o\no o o o o"


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_what_is_written_is_read_again(puzzle):
    left = min(col for _, col in puzzle.board.sites)
    top = min(row for row, _ in puzzle.board.sites)
    again = parse(format_puzzle(puzzle))
    assert again.board.sites == tuple((row - top, col - left) for row, col in puzzle.board.sites)
    assert (again.board.lattice, again.start) == (puzzle.board.lattice, puzzle.start)
    assert again.end == _plain(puzzle.end)


def _plain(end):
    """Replace a set of one hole by that hole."""
    return next(iter(end)) if isinstance(end, frozenset) and len(end) == 1 else end


@pytest.mark.parametrize("name", BOARDS)
def test_usual_boards_need_only_their_rows(name):
    puzzle = opened(name, 3)
    text = format_puzzle(puzzle)
    assert text == "\n".join(row.rstrip() for row in puzzle.grid)
    assert parse(text) == puzzle


@pytest.mark.parametrize("text", TABLES["triangles"])
def test_a_triangle_however_it_is_aligned(text):
    assert parse(text) == opened("triangle5", 0)


def test_a_triangle_upside_down():
    for text in ("o o o\n o .\n  o", "ooo\no.\no", "ooo\n o.\n  o"):
        assert parse(text).grid == ("o o o", " o . ", "  o  ")


def test_a_square_board_with_a_space_between_all_characters():
    english = opened("english", 16)
    spaced = "\n".join(" ".join(row) for row in english.grid)
    assert parse(spaced) == english
    assert parse(spaced, "square") == english


def test_the_lattice_may_be_given():
    assert parse("lattice square\no\noo\nooo").board.lattice == "square"
    assert parse("o\noo\nooo", "square").board.lattice == "square"
    hexagon = parse(" oo\no.o\n oo", "triangular")
    assert hexagon.grid == (" o o ", "o . o", " o o ")
    assert parse(" oo\no.o\n oo").board.lattice == "square"


def test_the_end_may_be_given():
    assert parse("end 4\n" + TRIANGLE).end == 4
    assert parse("end any\n" + TRIANGLE).end is None
    assert parse("end 4, 5\n" + TRIANGLE).end == frozenset({4, 5})


@pytest.mark.parametrize(("text", "message"), TABLES["refused"].items())
def test_a_text_that_is_not_a_board_is_refused(text, message):
    with pytest.raises(BadNotation, match=message) as refused:
        parse(text)
    assert refused.value.hint


def test_a_lattice_in_doubt_names_the_option():
    with pytest.raises(BadNotation) as refused:
        lattice_of(["o o .", " o o", "o  o o"])
    assert "--lattice" in refused.value.hint


@given(st.text(alphabet="o. \nx", max_size=40), st.sampled_from([None, "square", "triangular"]))
def test_any_text_is_a_puzzle_or_refused(text, lattice):
    try:
        puzzle = parse(text, lattice)
    except BadNotation:
        return
    assert parse(format_puzzle(puzzle), puzzle.board.lattice) == puzzle
