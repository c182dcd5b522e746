"""Expected readings: the known contents of a picture, as text that a person can read and correct.

    stars 1
    AAABB
    ACCBB
    …

    .*...
    ...x.
    …

The number of stars, if known; the rows of the grid; and, if any cell is marked, a second block with ``*`` for a star,
``x`` for a cross, ``o`` for a dot and ``.`` for nothing. Lamps and pegs have only rows, as in solvers.lights_out and
solvers.peg_solitaire: ``*`` is lit, ``.`` unlit; ``o`` is a peg, ``.`` a hole; a space is neither.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from autoplay.games.star_battle.steps import SYMBOL
from solvers.cells import LETTERS, Cell, rename_regions
from solvers.drawing import Drawing, draw_lamps, draw_pegs, draw_regions
from solvers.errors import BadNotation
from solvers.lights_out import NO_LAMP, STATES
from solvers.peg_solitaire import HOLE, NO_SITE, PEG, Lattice
from solvers.peg_solitaire.text import lattice_of
from vision.reading import Mark, Reading

KIND = {symbol: kind for kind, symbol in SYMBOL.items()}
FORM = "the rows of the grid; below an empty line as many rows of '*', 'x', 'o' and '.'"
LAMPS = frozenset(STATES + NO_LAMP)
PEGS = frozenset(PEG + HOLE + NO_SITE)


@dataclass(frozen=True, slots=True)
class ExpectedReading:
    """Grid with letters in order of first appearance, its marks row by row and, if known, its stars per row."""

    grid: tuple[str, ...]
    marks: tuple[Mark, ...] = ()
    stars: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", canonical(self.grid))
        object.__setattr__(self, "marks", tuple(sorted(Mark(*mark) for mark in self.marks)))


def of_reading(reading: Reading, stars: int | None = None) -> ExpectedReading:
    """Return the expected reading of a picture that was read correctly."""
    return ExpectedReading(reading.grid, reading.marks, stars or reading.stars)


def canonical(grid: Iterable[str]) -> tuple[str, ...]:
    """Return the grid with letters renamed in order of first appearance, so that equal regions give equal grids.

    Other characters stay: walls, cells without a region, lamps. So do pegs.
    """
    rows = tuple(grid)
    if PEGS.issuperset("".join(rows)):
        return rows
    seen = dict.fromkeys(filter(str.isalpha, "".join(rows)))
    names = str.maketrans(dict(zip(seen, LETTERS, strict=False)))
    return tuple(row.translate(names) for row in rows)


def drawing(grid: Sequence[str], marks: Iterable[Mark], wrong: Collection[Cell]) -> Drawing:
    """Draw a board with the names of its regions, and with a frame around each (row, col) that is wrong."""
    found = set("".join(grid))
    if {PEG} <= found <= PEGS:
        return draw_pegs(grid, _lattice(grid), frames=wrong)
    if found <= LAMPS:
        return draw_lamps(grid, frames=wrong)
    return draw_regions(grid, {(mark.row, mark.col): mark.kind for mark in marks}, wrong, named=True)


def parse(text: str) -> ExpectedReading:
    """Parse an expected reading. Raises BadNotation if the text does not have the form above."""
    if rows := _states(text):
        return ExpectedReading(rows)
    head, _, tail = text.strip().partition("\n\n")
    rows, marks = tuple(head.splitlines()), tail.split()
    stated = re.fullmatch(r"stars (\d+)", rows[0]) if rows else None
    rows = rows[1:] if stated else rows
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise BadNotation("the rows of an expected grid must have the same length", hint=FORM)
    if "*" in "".join(rows):
        raise BadNotation("a row of marks is among the rows of an expected grid", hint=FORM)
    if marks and [len(row) for row in marks] != [len(row) for row in rows]:
        raise BadNotation("the marks must have as many rows and columns as the grid", hint=FORM)
    return ExpectedReading(rows, tuple(_marks(marks)), int(stated[1]) if stated else None)


def format(expected: ExpectedReading) -> str:
    """Return the expected reading as text."""
    head = [f"stars {expected.stars}"] if expected.stars else []
    lines = [*head, *expected.grid]
    if expected.marks:
        kinds = {(mark.row, mark.col): SYMBOL[mark.kind] for mark in expected.marks}
        cells = (range(len(expected.grid[0])), range(len(expected.grid)))
        lines += ["", *("".join(kinds.get((row, col), ".") for col in cells[0]) for row in cells[1])]
    return "\n".join(lines) + "\n"


def differing(expected: ExpectedReading, got: ExpectedReading) -> frozenset[Cell]:
    """Return the (row, col) of the cells with another region, state or mark.

    Each region is compared with the one that it shares most cells with, so one wrong wall does not change every letter
    after it. Grids of different sizes differ everywhere.
    """
    cells = {(row, col) for row, line in enumerate(expected.grid) for col in range(len(line))}
    if [len(row) for row in expected.grid] != [len(row) for row in got.grid]:
        return frozenset(cells)
    named = renamed(expected.grid, got.grid)
    elsewhere = {(row, col) for row, col in cells if named[row][col] != expected.grid[row][col]}
    marks = set(expected.marks) ^ set(got.marks)
    return frozenset(elsewhere | {(mark.row, mark.col) for mark in marks})


def renamed(expected: Sequence[str], got: Sequence[str]) -> tuple[str, ...]:
    """Return the rows of ``got``, each region named like the expected one that it shares most cells with.

    A region without such a partner gets a letter that no expected one has. Both grids have the same size. Pegs keep
    their letter.
    """
    if PEGS.issuperset("".join(got)):
        return tuple(got)
    return rename_regions(got, expected, "".join(letter for letter in LETTERS if letter not in "".join(expected)))


def _lattice(grid: Sequence[str]) -> Lattice:
    """Return the lattice of rows of pegs, the square one if they fit neither."""
    try:
        return lattice_of(grid)
    except BadNotation:
        return "square"


def _states(text: str) -> tuple[str, ...]:
    """Return the rows of a board of lamps or pegs, padded with spaces; () if the text holds anything else."""
    rows = text.strip("\r\n").splitlines()
    found, width = "".join(rows), max(map(len, rows), default=0)
    is_one = all(rows) and (LAMPS.issuperset(found) or PEGS.issuperset(found))
    return tuple(row.ljust(width) for row in rows) if is_one else ()


def _marks(rows: Sequence[str]) -> Iterable[Mark]:
    for row, line in enumerate(rows):
        for col, symbol in enumerate(line):
            if symbol in KIND:
                yield Mark(row, col, KIND[symbol])
            elif symbol != ".":
                raise BadNotation(f"row {row + 1}, column {col + 1}: {symbol!r} is not a mark", hint=FORM)
