"""Lights Out as text: rows with a character per lamp, and solutions in the form that published programs print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from solvers.cells import Cell
from solvers.errors import BadNotation
from solvers.lights_out.lamps import NO_LAMP, STATES
from solvers.lights_out.model import Puzzle
from solvers.lights_out.rules import PLUS, Effects, Matrix
from solvers.lights_out.solving import solutions
from solvers.text import ONE_AT_A_TIME, count_of

LARGEST = 1000
"""Maximum rows and columns in a size: such a board is solved in seconds."""

_SIZE = re.compile(r"\s*([0-9]{1,6})\s*[xX×]\s*([0-9]{1,6})\s*")


def parse(
    text: str, *, target: str | Sequence[str] | None = None, states: int | None = None, rule: Effects = PLUS
) -> Puzzle:
    """Parse rows of text, or a size such as ``5x5``, as a puzzle.

    Parameters
    ----------
    text : rows of ``.`` or ``0`` (unlit), ``*`` or ``1`` (lit), ``2``, ``3`` … (further states) and spaces (no lamp);
        empty lines before and after are skipped. Or ``ROWSxCOLS``: all lamps off, to be all on.
    target : "off", "on", or rows; None: on for a size, else off.
    states : number of states of a lamp; None: as many as the text and the target show, at least two.

    Raises
    ------
    BadNotation
        The text is not a board; the message says where.
    """
    size = _SIZE.fullmatch(text)
    start = _blank(int(size[1]), int(size[2])) if size else rows(text)
    wanted = target if target is not None else "on" if size else "off"
    return puzzle_of(start, target=wanted, states=states, rule=rule)


def puzzle_of(
    start: Sequence[str], *, target: str | Sequence[str] = "off", states: int | None = None, rule: Effects = PLUS
) -> Puzzle:
    """Return the puzzle of rows of lamps; states None: as many as start and target show, at least two."""
    shown = max(_shown(start), 2 if isinstance(target, str) else _shown(target))
    return Puzzle(start, target, states or shown, rule)


def rows(text: str) -> tuple[str, ...]:
    """Return a text's lines without blank ones before and after; a line of spaces is a row without lamps.

    Raises
    ------
    BadNotation
        There are none; or there is an empty line among them; or every second character is a space, and spaces may be
        cells or separators.
    """
    lines = text.splitlines()
    while lines and not lines[0].strip():
        del lines[0]
    while lines and not lines[-1].strip():
        del lines[-1]
    if not lines:
        raise BadNotation("no rows of lamps", hint="rows of '*' (lit) and '.' (unlit), or a size such as 5x5")
    if "" in lines:
        raise BadNotation("an empty line, as if there were more than one board", hint=ONE_AT_A_TIME)
    if any(len(line) > 1 for line in lines) and not any(line[1::2].strip() for line in lines):
        message = "a space after every lamp: these may be separators or cells without a lamp"
        raise BadNotation(message, hint="write the lamps of a row side by side: a space is a cell without a lamp")
    return tuple(lines)


def looks_like(text: str) -> bool:
    """Return True if a text may be a board of lamps: a size, or rows of nothing but states."""
    return bool(_SIZE.fullmatch(text) or (text.strip() and not text.translate(_NO_STATES).strip()))


def format_rows(cells: Iterable[Cell], puzzle: Puzzle) -> tuple[str, ...]:
    """Return the board with the presses of each cell: ``*`` once, ``.`` never, ``2`` twice; a space without a lamp."""
    cols = puzzle.cols
    times = bytearray(puzzle.rows * cols)
    for row, col in cells:
        times[row * cols + col] += 1
    text = times.translate(_CHARACTERS).decode()
    rows = (text[at : at + cols] for at in range(0, len(text), cols))
    return tuple(_with_holes(*pair) if NO_LAMP in pair[1] else pair[0] for pair in zip(rows, puzzle.start, strict=True))


def _with_holes(row: str, lamps: str) -> str:
    return "".join(NO_LAMP if lamp == NO_LAMP else character for character, lamp in zip(row, lamps, strict=True))


def format_solutions(puzzle: Puzzle, every: Iterable[tuple[Cell, ...]] | None = None) -> Iterator[str]:
    """Yield the lines that published programs print: every solution as a board, then their number and all presses.

    ``every`` are the solutions, if the caller has them already or limits the search for them.
    """
    count = total = 0
    for cells in solutions(puzzle) if every is None else every:
        count, total = count + 1, total + len(cells)
        yield from (f"Solution {count}: {count_of(len(cells), 'step')}", *format_rows(cells, puzzle), "")
    yield f"Solutions: {count}"
    yield f"Total steps: {total}"


def parse_matrix(text: str, puzzle: Puzzle) -> Matrix:
    """Parse a press matrix as the rule for the lamps of a puzzle.

    ``text`` has a line for each lamp, row by row: what a press on it adds to each lamp, row by row, a character each
    (``.`` or ``0`` nothing, ``*`` or ``1`` one state, ``2`` two …). Empty lines and spaces are skipped.

    Raises
    ------
    BadNotation
        There are not as many lines as lamps, or not as many characters in a line; or an unknown character.
    """
    lamps = list(puzzle.lamps)
    lines = ["".join(line.split()).replace("0", ".").replace("1", "*") for line in text.splitlines() if line.strip()]
    hint = f"{len(lamps)} lines of {len(lamps)} characters, one for each lamp, row by row"
    if len(lines) != len(lamps):
        raise BadNotation(f"a press matrix of {len(lines)} lines for {len(lamps)} lamps", hint=hint)
    for number, line in enumerate(lines, 1):
        if len(line) != len(lamps):
            raise BadNotation(f"line {number} of the press matrix has {len(line)} characters", hint=hint)
        unknown = next((character for character in line if character not in STATES[: puzzle.states]), "")
        if unknown:
            raise BadNotation(f"line {number} of the press matrix: unknown character {unknown!r}", hint=hint)
    return Matrix(
        {
            press: {lamp: STATES.index(state) for lamp, state in zip(lamps, line, strict=True) if state != "."}
            for press, line in zip(lamps, lines, strict=True)
        }
    )


_CHARACTERS = bytes.maketrans(bytes(range(len(STATES))), STATES.encode())
_NO_STATES = dict.fromkeys(map(ord, STATES + "01"), None)


def _blank(row_count: int, col_count: int) -> tuple[str, ...]:
    if not (0 < row_count <= LARGEST and 0 < col_count <= LARGEST):
        raise BadNotation(f"a board of {row_count}x{col_count} lamps", hint=f"sizes from 1x1 to {LARGEST}x{LARGEST}")
    return (STATES[0] * col_count,) * row_count


def _shown(grid: Sequence[str]) -> int:
    """Return the least number of states with which lamps can show these rows, at least two."""
    found = [STATES.find(character) for row in grid for character in row]
    return max(2, 1 + max(found, default=0))
