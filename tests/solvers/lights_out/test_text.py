import json
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from solvers.errors import BadNotation
from solvers.lights_out import Matrix, Puzzle, solve
from solvers.lights_out.text import (
    LARGEST_SIDE,
    format_rows,
    looks_like,
    parse,
    parse_matrix,
    puzzle_of,
)
from tests.solvers.lights_out.boards import puzzles

TABLES = tomllib.loads(Path(__file__).with_name("text.toml").read_text("utf-8"))


def test_a_size_is_all_off_to_be_all_on():
    for text in ("2x3", " 2X3\n", "2 × 3"):
        assert parse(text) == Puzzle(("...", "..."), ("***", "***"))
    assert parse("2x2", target="off").solved


@pytest.mark.parametrize("text", ["0x5", "5x0", f"{LARGEST_SIDE + 1}x3", "3x999999"])
def test_an_invalid_size_is_refused(text):
    with pytest.raises(BadNotation, match="a board of"):
        parse(text)


def test_rows_are_lit_and_unlit_lamps_and_spaces():
    puzzle = parse("\n*.1\n0 *\n.  \n\n")
    assert puzzle.grid == ("*.*", ". *", ".  ")
    assert puzzle.target == ("...", ". .", ".  ")
    assert puzzle.states == 2
    assert list(puzzle.lamps) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0)]
    assert parse("**\n  \n**").grid == ("**", "  ", "**")  # a row without lamps


def test_states_are_as_many_as_are_shown():
    assert parse(".*2").states == 3
    assert parse("...", target=("..4",)).states == 5
    assert parse("...", states=4, target="on").target == ("333",)
    assert puzzle_of((" .", " *")).grid == (" .", " *")


@pytest.mark.parametrize(("text", "options", "message"), TABLES["refused"])
def test_text_that_is_not_a_board_is_refused_with_its_place(text, options, message):
    with pytest.raises(BadNotation, match=message):
        parse(text, **options)


def test_a_board_needs_a_lamp():
    with pytest.raises(BadNotation, match="without lamps"):
        Puzzle(("  ", "  "))


def test_what_looks_like_lamps():
    assert all(map(looks_like, ["5x5", "*.\n.*", "01\n10", ".2\n*."]))
    assert not any(map(looks_like, ["", " \n", "AAB\nABB"]))


def write_tables(rows):
    """Return a table of 0 and 1 in the forms in which people have it."""
    array, texts = np.array(rows), [[str(value) for value in row] for row in rows]
    for kind in (array, array.astype(float), array.astype(bool), array.astype(np.uint8)):
        values = kind.tolist()
        yield from (str(kind), repr(kind), f"lamps = np.{kind!r};", repr(values))
        yield from (json.dumps(values), repr(tuple(map(tuple, values))))
        for between in (" ", ",", ", ", "\t", ";", " , "):
            yield "\n".join(between.join(map(str, row)) for row in values)
        yield "\n".join(map(str, values))
    yield f"[{'; '.join(' '.join(row) for row in texts)}]"
    yield json.dumps(["".join(row) for row in texts])
    yield "\n".join("".join(row) for row in texts)


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 30).flatmap(lambda cols: st.lists(
    st.lists(st.integers(0, 1), min_size=cols, max_size=cols), min_size=2, max_size=5
)))  # fmt: skip
def test_a_table_of_0_and_1_is_read_in_every_form(rows):
    expected = tuple("".join(".*"[value] for value in row) for row in rows)
    for text in write_tables(rows):
        assert parse(f"\n{text}\n").grid == expected, text
        assert looks_like(text), text


def test_blanks_between_lamps_without_a_0_or_1_stay_in_doubt():
    assert parse("1 1\n 1 \n1 1").grid == ("* *", " * ", "* *")
    assert parse("1  1 0\n0  0 1").grid == ("*  * .", ".  . *")
    with pytest.raises(BadNotation, match="a space after every lamp"):
        parse("2 3\n3 2")


def test_presses_are_drawn_on_the_board():
    puzzle = parse("..\n. ", states=4)
    assert format_rows([(0, 1), (0, 1), (1, 0)], puzzle) == (".2", "* ")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(puzzles())
def test_a_board_is_read_from_its_own_text(puzzle):
    first, last = puzzle.grid[0], puzzle.grid[-1]
    assume(first.strip() and last.strip() and any(row[1::2].strip() for row in puzzle.grid))
    again = parse(
        "\n".join(puzzle.grid), target=puzzle.target, states=puzzle.states, rule=puzzle.rule
    )
    assert again == puzzle


def test_a_press_matrix_is_a_line_a_lamp():
    puzzle = parse(".. *")
    expected = {(0, 0): {(0, 0): 1, (0, 1): 1}, (0, 1): {(0, 1): 1}, (0, 3): {(0, 3): 1}}
    assert parse_matrix("*1.\n\n.*.\n0 0 1\n", puzzle).effects == expected


@pytest.mark.parametrize(("text", "message"), TABLES["matrices"])
def test_a_press_matrix_of_another_board_is_refused(text, message):
    with pytest.raises(BadNotation, match=message):
        parse_matrix(text, parse("*.*"))


def test_a_matrix_of_other_lamps_is_refused():
    with pytest.raises(BadNotation, match="row 1, column 4"):
        Puzzle(("*..",), rule=Matrix({(0, 0): {(0, 3): 1}}))


def test_only_cells_of_a_matrix_are_pressed():
    puzzle = Puzzle(("*.", ".."), rule=Matrix({(0, 1): {(0, 0): 1}}))
    assert list(puzzle.buttons) == [(0, 1)]
    assert solve(puzzle).presses == ((0, 1),)
