"""Lights Out as text: a character per lamp, tables of 0 and 1, and solutions as published programs
print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from solvers.cells import Cell, split_evenly, translate_rows
from solvers.errors import ONE_AT_A_TIME, BadNotation, count_of
from solvers.lights_out.model import STATE_OF_DIGIT, Puzzle
from solvers.lights_out.rules import NO_LAMP, PLUS, STATES, Effects, Matrix
from solvers.tables import (
    SEVERAL_BOARDS,
    Table,
    check_values,
    parse_lists,
    parse_plain_table,
    starts_list,
    trim_lines,
)

LARGEST_SIDE = 1000
"""Maximum rows and columns in a size: such a board is solved in seconds."""

_SIZE = re.compile(r"\s*([0-9]{1,6})\s*[xX×]\s*([0-9]{1,6})\s*")
_CHARACTERS = bytes.maketrans(bytes(range(len(STATES))), STATES.encode())
_WITHOUT_STATES = dict.fromkeys(map(ord, STATES + "01"), None)
_DIGITS = frozenset("01")
_GAP = re.compile(r"(?<=[0-9]) +(?=[0-9])")


def parse(
    text: str,
    *,
    target: str | Sequence[str] | None = None,
    states: int | None = None,
    rule: Effects = PLUS,
) -> Puzzle:
    """Parse rows of text, or a size such as ``5x5``, as a puzzle.

    Parameters
    ----------
    text : rows of ``.`` or ``0`` (unlit), ``*`` or ``1`` (lit), ``2``, ``3`` … (further states) and
        spaces (no lamp); empty lines before and after are skipped. Or a table of these numbers, or
        of True and False: with commas, tabs or blanks between, or as a list of lists. Or
        ``ROWSxCOLS``: all lamps off, to be all on.
    target : "off", "on", or rows; None: on for a size, else off.
    states : number of states of a lamp; None: as many as the text and the target show, at least
        two.

    Raises
    ------
    BadNotation
        The text is not a board; the message says where.
    """
    # A size alone is the usual question: from all off to all on.
    size = _SIZE.fullmatch(text)
    start = _make_blank_board(int(size[1]), int(size[2])) if size else rows(text)
    if target is None:
        target = "on" if size else "off"
    return puzzle_of(start, target=target, states=states, rule=rule)


def puzzle_of(
    start: Sequence[str],
    *,
    target: str | Sequence[str] = "off",
    states: int | None = None,
    rule: Effects = PLUS,
) -> Puzzle:
    """Return the puzzle of rows of lamps.

    States None: as many as start and target show, at least two.
    """
    if states is None:
        states = count_states(start)
        if not isinstance(target, str):
            states = max(states, count_states(target))
    return Puzzle(start, target, states, rule)


def rows(text: str) -> tuple[str, ...]:
    """Return a text's lines without blank ones before and after, or the rows of a table.

    A line of spaces is a row without lamps.

    Raises
    ------
    BadNotation
        There are none; or there is an empty line among them; or every second character is a space,
        and spaces may be cells or separators; or a table has a value that is no state.
    """
    table = read_table(text)
    if table is not None:
        return _join_values(table)
    lines = trim_lines(text)
    if not lines:
        raise BadNotation(
            "no rows of lamps", hint="rows of '*' (lit) and '.' (unlit), or a size such as 5x5"
        )
    # An empty line is no row: a row without lamps has its spaces.
    if "" in lines:
        raise BadNotation(SEVERAL_BOARDS, hint=ONE_AT_A_TIME)
    # Spaces are cells here, so separated lamps would be read as a board of twice the width.
    second_places = "".join(line[1::2] for line in lines)
    if max(map(len, lines)) > 1 and not second_places.strip():
        raise BadNotation(
            "a space after every lamp: these may be separators or cells without a lamp",
            hint="write the lamps of a row side by side: a space is a cell without a lamp",
        )
    return tuple(lines)


def read_table(text: str) -> Table | None:
    """Return the values of a list of rows, or of rows of digits with separators; None for others.

    Raises BadNotation for a list that is not one of rows.
    """
    if starts_list(text):
        return parse_lists(text)
    table = parse_plain_table(text)
    if not table or set(text) & set(",;\t"):
        return table
    # Between digits alone, blanks may be cells without lamps. They are separators if they are the
    # same everywhere, and if there is a 0 or a 1: boards with gaps have '.' and '*' for these.
    has_words = text.lower().islower()
    is_even = len(set(_GAP.findall(text.strip("\n")))) == 1
    has_digits = not _DIGITS.isdisjoint(chain.from_iterable(table))
    return table if has_digits and (has_words or is_even) else None


def _join_values(table: Table) -> tuple[str, ...]:
    """Return the rows of a table as text; raises BadNotation for a value that is no state."""
    hint = "a number for each lamp: 0 is unlit, 1 is lit"
    check_values(table, lambda value: len(value) == 1, "unknown state", hint)
    return tuple(map("".join, table))


def looks_like(text: str) -> bool:
    """Return True if a text may be a board of lamps: a size, or rows of nothing but states."""
    if starts_list(text):
        return is_table_of(text, STATES + "01")
    if read_table(text):
        return True
    is_board = bool(text.strip()) and not text.translate(_WITHOUT_STATES).strip()
    return is_board or bool(_SIZE.fullmatch(text))


def is_table_of(text: str, states: str) -> bool:
    """Return True if a text is a table, and each of its values one of these characters."""
    try:
        table = read_table(text)
    except BadNotation:
        return False
    return bool(table) and set(states).issuperset(chain.from_iterable(table or ()))


def format_rows(cells: Iterable[Cell], puzzle: Puzzle) -> tuple[str, ...]:
    """Return the board with the presses of each cell.

    A cell is ``*`` if it is pressed once, ``.`` never, ``2`` twice; a space has no lamp.
    """
    lines: list[str] = []
    for times, lamps in zip(_count_presses(cells, puzzle), puzzle.start, strict=True):
        line = times.translate(_CHARACTERS).decode()
        if NO_LAMP in lamps:
            pairs = zip(line, lamps, strict=True)
            line = "".join(NO_LAMP if lamp == NO_LAMP else number for number, lamp in pairs)
        lines.append(line)
    return tuple(lines)


def _count_presses(cells: Iterable[Cell], puzzle: Puzzle) -> list[bytearray]:
    """Return rows with the number of times that each cell is pressed."""
    times = bytearray(puzzle.rows * puzzle.cols)
    for row, col in cells:
        times[row * puzzle.cols + col] += 1
    return split_evenly(times, puzzle.cols)


def format_solutions(
    puzzle: Puzzle, every: Iterable[tuple[Cell, ...]], total: int
) -> Iterator[str]:
    """Yield the lines of every solution: its number and presses, the board, and an empty line.

    The last line has their number, and how many there are in ``total`` if that is another number.
    """
    number = 0
    for cells in every:
        number += 1
        yield f"Solution {number}: {count_of(len(cells), 'step')}"
        yield from format_rows(cells, puzzle)
        yield ""
    yield f"Solutions: {number}" if number == total else f"Solutions: {number} of {total}"


def format_published(puzzle: Puzzle, every: Iterable[tuple[Cell, ...]]) -> Iterator[str]:
    """Yield the lines of a published program: the size, then a table of presses and their total.

    Each solution has a table and a total of its own. A cell without a lamp is never pressed: 0.
    """
    yield f"solution for {puzzle.rows}*{puzzle.cols}"
    for cells in every:
        for counts in _count_presses(cells, puzzle):
            yield " ".join(map(str, counts))
        yield f"Total steps:{len(cells)}"


def parse_matrix(text: str, puzzle: Puzzle) -> Matrix:
    """Parse a press matrix as the rule for the lamps of a puzzle.

    ``text`` has a line for each lamp, row by row: what a press on it adds to each lamp, row by row,
    a character each (``.`` or ``0`` nothing, ``*`` or ``1`` one state, ``2`` two …). Empty lines
    and spaces are skipped; a list of lists is read too, and commas may stand between.

    Raises
    ------
    BadNotation
        There are not as many lines as lamps, or not as many characters in a line; or an unknown
        character.
    """
    lamps = list(puzzle.lamps)
    if starts_list(text):
        lines = _join_values(parse_lists(text))
    else:
        bare = text.translate(dict.fromkeys(map(ord, ", \t")))
        lines = tuple(filter(None, map(str.strip, bare.splitlines())))
    hint = f"{len(lamps)} lines of {len(lamps)} characters, one for each lamp, row by row"
    if len(lines) != len(lamps):
        raise BadNotation(f"a press matrix of {len(lines)} lines for {len(lamps)} lamps", hint=hint)
    lines = translate_rows(lines, STATE_OF_DIGIT)
    states = STATES[: puzzle.states]
    check_values(lines, frozenset(states).__contains__, "unknown effect", hint)
    effects: dict[Cell, dict[Cell, int]] = {}
    for number, (press, line) in enumerate(zip(lamps, lines, strict=True), 1):
        if len(line) != len(lamps):
            raise BadNotation(
                f"line {number} of the press matrix has {len(line)} characters", hint=hint
            )
        effects[press] = {}
        for lamp, character in zip(lamps, line, strict=True):
            if times := states.find(character):
                effects[press][lamp] = times
    return Matrix(effects)


def write_matrix(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the press matrix of a puzzle, as ``parse_matrix`` reads it."""
    lamps = list(puzzle.lamps)
    lines = []
    for press in lamps:
        effect = puzzle.rule.effect(press, puzzle.lamps)
        lines.append("".join(STATES[effect.get(lamp, 0) % puzzle.states] for lamp in lamps))
    return tuple(lines)


def _make_blank_board(row_count: int, col_count: int) -> tuple[str, ...]:
    if not (0 < row_count <= LARGEST_SIDE and 0 < col_count <= LARGEST_SIDE):
        raise BadNotation(
            f"a board of {row_count}x{col_count} lamps",
            hint=f"sizes from 1x1 to {LARGEST_SIDE}x{LARGEST_SIDE}",
        )
    return (STATES[0] * col_count,) * row_count


def count_states(grid: Sequence[str]) -> int:
    """Return the least number of states with which lamps can show these rows, at least two."""
    return max(2, 1 + max(map(STATES.find, "".join(grid)), default=0))
