"""Goldens: what a picture is known to show, as text a person can read and correct.

    stars 1
    AAABB
    ACCBB
    …

    .*...
    ...x.
    …

The stars, where they are known; the rows of the grid; and, where anything is marked, a second block with
``*`` a star, ``x`` a cross, ``o`` a dot and ``.`` nothing. Of lamps and pegs it is their rows alone, as
solvers.lights_out and solvers.peg_solitaire have them: ``*`` is lit, ``.`` unlit; ``o`` is a peg, ``.`` a hole; a space
is neither.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from autoplay.report.text import SYMBOL
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
class Golden:
    """A grid, its letters by first appearance, with its marks row by row and, where known, its stars per row."""

    grid: tuple[str, ...]
    marks: tuple[Mark, ...] = ()
    stars: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", canonical(self.grid))
        object.__setattr__(self, "marks", tuple(sorted(Mark(*mark) for mark in self.marks)))


def of_reading(reading: Reading, stars: int | None = None) -> Golden:
    """The golden that a picture has when its reading is right."""
    return Golden(reading.grid, reading.marks, stars or reading.stars)


def canonical(grid: Iterable[str]) -> tuple[str, ...]:
    """The grid with its letters renamed by first appearance, so that equal regions give equal grids.

    What is no letter keeps its character: walls, cells without a region, lamps. So do pegs.
    """
    rows = tuple(grid)
    if PEGS.issuperset("".join(rows)):
        return rows
    seen = dict.fromkeys(filter(str.isalpha, "".join(rows)))
    names = str.maketrans(dict(zip(seen, LETTERS, strict=False)))
    return tuple(row.translate(names) for row in rows)


def drawing(golden: Golden, wrong: Collection[Cell]) -> Drawing:
    """The golden as a picture, with a frame round each (row, col) that is wrong."""
    found = set("".join(golden.grid))
    if {PEG} <= found <= PEGS:
        return draw_pegs(golden.grid, _lattice(golden.grid), frames=wrong)
    if found <= LAMPS:
        return draw_lamps(golden.grid, frames=wrong)
    return draw_regions(golden.grid, {(mark.row, mark.col): mark.kind for mark in golden.marks}, wrong)


def parse(text: str) -> Golden:
    """The golden that a text holds; raises BadNotation if it is not of the form above."""
    if rows := _states(text):
        return Golden(rows)
    head, _, tail = text.strip().partition("\n\n")
    rows, marks = tuple(head.splitlines()), tail.split()
    stated = re.fullmatch(r"stars (\d+)", rows[0]) if rows else None
    rows = rows[1:] if stated else rows
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise BadNotation("the rows of a golden grid must be equally long", hint=FORM)
    if "*" in "".join(rows):
        raise BadNotation("a row of marks stands among the rows of a golden grid", hint=FORM)
    if marks and [len(row) for row in marks] != [len(row) for row in rows]:
        raise BadNotation("the marks of a golden must have as many rows and columns as its grid", hint=FORM)
    return Golden(rows, tuple(_marks(marks)), int(stated[1]) if stated else None)


def format(golden: Golden) -> str:
    """The golden as text."""
    head = [f"stars {golden.stars}"] if golden.stars else []
    lines = [*head, *golden.grid]
    if golden.marks:
        kinds = {(mark.row, mark.col): SYMBOL[mark.kind] for mark in golden.marks}
        cells = (range(len(golden.grid[0])), range(len(golden.grid)))
        lines += ["", *("".join(kinds.get((row, col), ".") for col in cells[0]) for row in cells[1])]
    return "\n".join(lines) + "\n"


def differing(expected: Golden, got: Golden) -> frozenset[Cell]:
    """The (row, col) of the cells that are in another region or state, or marked otherwise.

    Each region is held against the one it shares most cells with, so that one wrong wall does not
    spoil every letter after it. Grids of different sizes differ everywhere.
    """
    cells = {(row, col) for row, line in enumerate(expected.grid) for col in range(len(line))}
    if [len(row) for row in expected.grid] != [len(row) for row in got.grid]:
        return frozenset(cells)
    named = renamed(expected.grid, got.grid)
    elsewhere = {(row, col) for row, col in cells if named[row][col] != expected.grid[row][col]}
    marks = set(expected.marks) ^ set(got.marks)
    return frozenset(elsewhere | {(mark.row, mark.col) for mark in marks})


def renamed(expected: Sequence[str], got: Sequence[str]) -> tuple[str, ...]:
    """The rows got, of the same size, each region named like the expected one it shares most cells with.

    A region that has no such partner is given a letter that no expected one has.
    """
    return rename_regions(got, expected, "".join(letter for letter in LETTERS if letter not in "".join(expected)))


def _lattice(grid: Sequence[str]) -> Lattice:
    """The lattice of rows of pegs; the square one where they are on neither."""
    try:
        return lattice_of(grid)
    except BadNotation:
        return "square"


def _states(text: str) -> tuple[str, ...]:
    """The rows of a board of lamps or pegs, with the spaces at their ends; none if the text holds anything else."""
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
                raise BadNotation(f"row {row + 1}, column {col + 1}: {symbol!r} is no mark", hint=FORM)
