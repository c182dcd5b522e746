"""Lights Out as text: a character per lamp, and solutions as published programs print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from solvers.cells import Cell
from solvers.errors import ONE_AT_A_TIME, BadNotation, count_of
from solvers.lights_out.model import Puzzle
from solvers.lights_out.rules import NO_LAMP, PLUS, STATES, Effects, Matrix
from solvers.lights_out.solving import solutions

LARGEST_SIDE = 1000
"""Maximum rows and columns in a size: such a board is solved in seconds."""

_SIZE = re.compile(r"\s*([0-9]{1,6})\s*[xX×]\s*([0-9]{1,6})\s*")
_CHARACTERS = bytes.maketrans(bytes(range(len(STATES))), STATES.encode())
_WITHOUT_STATES = dict.fromkeys(map(ord, STATES + "01"), None)


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
        spaces (no lamp); empty lines before and after are skipped. Or ``ROWSxCOLS``: all lamps off,
        to be all on.
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
        states = _count_states(start)
        if not isinstance(target, str):
            states = max(states, _count_states(target))
    return Puzzle(start, target, states, rule)


def rows(text: str) -> tuple[str, ...]:
    """Return a text's lines without blank ones before and after.

    A line of spaces is a row without lamps.

    Raises
    ------
    BadNotation
        There are none; or there is an empty line among them; or every second character is a space,
        and spaces may be cells or separators.
    """
    lines = text.splitlines()
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled:
        raise BadNotation(
            "no rows of lamps", hint="rows of '*' (lit) and '.' (unlit), or a size such as 5x5"
        )
    lines = lines[filled[0] : filled[-1] + 1]
    # An empty line is no row: a row without lamps has its spaces.
    if "" in lines:
        raise BadNotation("an empty line, as if there were more than one board", hint=ONE_AT_A_TIME)
    # Spaces are cells here, so separated lamps would be read as a board of twice the width.
    if any(len(line) > 1 for line in lines) and not any(line[1::2].strip() for line in lines):
        raise BadNotation(
            "a space after every lamp: these may be separators or cells without a lamp",
            hint="write the lamps of a row side by side: a space is a cell without a lamp",
        )
    return tuple(lines)


def looks_like(text: str) -> bool:
    """Return True if a text may be a board of lamps: a size, or rows of nothing but states."""
    is_board = bool(text.strip()) and not text.translate(_WITHOUT_STATES).strip()
    return is_board or bool(_SIZE.fullmatch(text))


def format_rows(cells: Iterable[Cell], puzzle: Puzzle) -> tuple[str, ...]:
    """Return the board with the presses of each cell.

    A cell is ``*`` if it is pressed once, ``.`` never, ``2`` twice; a space has no lamp.
    """
    cols = puzzle.cols
    times = bytearray(puzzle.rows * cols)
    for row, col in cells:
        times[row * cols + col] += 1
    text = times.translate(_CHARACTERS).decode()
    lines: list[str] = []
    for row, lamps in enumerate(puzzle.start):
        line = text[row * cols : (row + 1) * cols]
        if NO_LAMP in lamps:
            pairs = zip(line, lamps, strict=True)
            line = "".join(NO_LAMP if lamp == NO_LAMP else number for number, lamp in pairs)
        lines.append(line)
    return tuple(lines)


def format_solutions(
    puzzle: Puzzle, every: Iterable[tuple[Cell, ...]] | None = None
) -> Iterator[str]:
    """Yield the lines that published programs print.

    That is every solution as a board, then their number and that of all presses. ``every`` are the
    solutions, if the caller has them already or limits the search for them.
    """
    count = 0
    total = 0
    for cells in solutions(puzzle) if every is None else every:
        count += 1
        total += len(cells)
        yield f"Solution {count}: {count_of(len(cells), 'step')}"
        yield from format_rows(cells, puzzle)
        yield ""
    yield f"Solutions: {count}"
    yield f"Total steps: {total}"


def parse_matrix(text: str, puzzle: Puzzle) -> Matrix:
    """Parse a press matrix as the rule for the lamps of a puzzle.

    ``text`` has a line for each lamp, row by row: what a press on it adds to each lamp, row by row,
    a character each (``.`` or ``0`` nothing, ``*`` or ``1`` one state, ``2`` two …). Empty lines
    and spaces are skipped.

    Raises
    ------
    BadNotation
        There are not as many lines as lamps, or not as many characters in a line; or an unknown
        character.
    """
    lamps = list(puzzle.lamps)
    lines = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    hint = f"{len(lamps)} lines of {len(lamps)} characters, one for each lamp, row by row"
    if len(lines) != len(lamps):
        raise BadNotation(f"a press matrix of {len(lines)} lines for {len(lamps)} lamps", hint=hint)
    effects: dict[Cell, dict[Cell, int]] = {}
    for number, (press, line) in enumerate(zip(lamps, lines, strict=True), 1):
        if len(line) != len(lamps):
            raise BadNotation(
                f"line {number} of the press matrix has {len(line)} characters", hint=hint
            )
        effects[press] = {}
        for lamp, character in zip(lamps, line.replace("0", ".").replace("1", "*"), strict=True):
            times = STATES[: puzzle.states].find(character)
            if times < 0:
                raise BadNotation(
                    f"line {number} of the press matrix: unknown character {character!r}", hint=hint
                )
            if times:
                effects[press][lamp] = times
    return Matrix(effects)


def _make_blank_board(row_count: int, col_count: int) -> tuple[str, ...]:
    if not (0 < row_count <= LARGEST_SIDE and 0 < col_count <= LARGEST_SIDE):
        raise BadNotation(
            f"a board of {row_count}x{col_count} lamps",
            hint=f"sizes from 1x1 to {LARGEST_SIDE}x{LARGEST_SIDE}",
        )
    return (STATES[0] * col_count,) * row_count


def _count_states(grid: Sequence[str]) -> int:
    """Return the least number of states with which lamps can show these rows, at least two."""
    return max(2, 1 + max(map(STATES.find, "".join(grid)), default=0))
