"""Peg solitaire as text: rows with a character per site, and solutions as a published program prints them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from solvers.cells import Cell
from solvers.errors import BadNotation
from solvers.peg_solitaire.board import HOLE, LATTICES, NO_SITE, PEG, Board, Lattice
from solvers.peg_solitaire.model import Puzzle, Solution
from solvers.text import ONE_AT_A_TIME

_FORM: Final = "rows of 'o' (peg), '.' (hole) and spaces (no site)"
_LATTICE = re.compile(r"\s*lattice\s+(\S+)\s*", re.IGNORECASE)
_END = re.compile(r"\s*end\s+(any|[0-9]{1,6}(?:[\s,]+[0-9]{1,6})*)\s*", re.IGNORECASE)
_HEADER = re.compile(r"\s*(?:lattice|end)\b.*", re.IGNORECASE)


def parse(text: str, lattice: Lattice | None = None) -> Puzzle:
    """Parse rows of text as a puzzle; headers may be ``lattice NAME`` and ``end any``, ``end N`` or ``end N N …``.

    Parameters
    ----------
    text : rows of ``o`` (peg), ``.`` (hole) and spaces (no site). On a triangular lattice the neighbours in a row are
        two columns apart, and those in the next row one column to the left and right; rows of 1, 2, 3 … sites are read
        as a triangle however they are aligned. On a square lattice there may be a space between all characters.
    lattice : None: the text's, or the result of ``lattice_of``.

    Raises
    ------
    BadNotation
        The text is not a board, or on neither lattice; the message says where.
    """
    named, end, lines = _headers(text)
    rows = _rows(lines)
    chosen = lattice or named or lattice_of(rows)
    rows = _spread(rows, chosen)
    sites = _sites(rows)
    board = Board(tuple(sites), chosen)
    pegs = [board.numbers[row, col] for row, col in sites if rows[row][col] == PEG]
    return Puzzle(board, pegs, end)


def lattice_of(rows: Sequence[str]) -> Lattice:
    """Return the lattice of rows of text.

    Sites two columns apart, each row a column beside the next, are triangular; so are rows of 1, 2, 3 … sites. Sites
    beside each other are square, and so are sites two columns apart that stand one below the other.

    Raises
    ------
    BadNotation
        There is an unknown character, or a site that is out of line with those above.
    """
    sites = _sites(rows)
    if _staggered(sites) or _staircase(_closed(rows)):
        return "triangular"
    if len({col % 2 for _, col in sites}) == 1 or any((row, col + 1) in set(sites) for row, col in sites):
        return "square"
    row, col = next((row, col) for row, col in sites if (row + col - sum(sites[0])) % 2)
    raise BadNotation(
        f"row {row + 1}, column {col + 1}: neither in line with the sites above nor half a column beside them",
        hint="add --lattice square or --lattice triangular",
    )


def looks_like(text: str) -> bool:
    """Return True if a text may be a board of pegs: after its headers, nothing but pegs, holes and spaces."""
    _, lines = _split(text)
    return any(map(str.strip, lines)) and not any(set(line) - {PEG, HOLE, NO_SITE} for line in lines)


def format_rows(puzzle: Puzzle) -> str:
    """Return the rows of a puzzle, without spaces at their ends."""
    return "\n".join(row.rstrip() for row in puzzle.grid)


def format_puzzle(puzzle: Puzzle) -> str:
    """Return a text that parses as this puzzle: its rows, after the headers that they need."""
    rows = format_rows(puzzle)
    before = []
    try:
        told = parse(rows).board == puzzle.board
    except BadNotation:
        told = False
    if not told:
        before.append(f"lattice {puzzle.board.lattice}")
    if puzzle.end is not None:
        numbers = sorted(puzzle.end) if isinstance(puzzle.end, frozenset) else [puzzle.end]
        before.append("end " + " ".join(map(str, numbers)))
    return "\n".join([*before, rows])


def published(puzzle: Puzzle, solution: Solution) -> Iterator[str]:
    """Yield the lines that a published program prints: the changes of each jump to the list of holes without a peg.

    The hole that is jumped to is removed from the list, and those that lose their peg are appended to it.
    """
    holes = [number for number in range(len(puzzle.board.sites)) if number not in puzzle.pegs]
    for start, over, to in solution.jumps:
        holes.remove(to)
        holes += [start, over]
        yield f"remove {to}, append {[start, over]}, NodesUnoccupied: {holes}"


def _split(text: str) -> tuple[list[str], list[str]]:
    """Return the headers before the rows, and the lines after them."""
    lines = text.splitlines()
    rows = (place for place, line in enumerate(lines) if line.strip() and not _HEADER.fullmatch(line))
    first = next(rows, len(lines))
    return [line for line in lines[:first] if line.strip()], lines[first:]


def _headers(text: str) -> tuple[Lattice | None, int | frozenset[int] | None, list[str]]:
    headers, lines = _split(text)
    lattice: Lattice | None = None
    end: int | frozenset[int] | None = None
    for line in headers:
        if (found := _LATTICE.fullmatch(line)) and (names := [name for name in LATTICES if name == found[1].lower()]):
            lattice = names[0]
        elif found := _END.fullmatch(line):
            numbers = [int(number) for number in re.findall("[0-9]+", found[1])]
            end = frozenset(numbers) if len(numbers) > 1 else numbers[0] if numbers else None
        else:
            raise BadNotation(f"unknown line {line.strip()[:40]!r}", hint="'lattice square|triangular' or 'end N|any'")
    return lattice, end, lines


def _rows(lines: list[str]) -> list[str]:
    """Return the rows without blank lines around them and without their common margin."""
    while lines and not lines[-1].strip():
        del lines[-1]
    if not lines:
        raise BadNotation("no rows of pegs", hint=f"{_FORM}, or a board such as triangle5")
    if any(not line.strip() for line in lines):
        raise BadNotation("an empty line, as if there were more than one board", hint=ONE_AT_A_TIME)
    margin = min(len(line) - len(line.lstrip(NO_SITE)) for line in lines)
    return [line[margin:].rstrip() for line in lines]


def _sites(rows: Sequence[str]) -> list[Cell]:
    for number, row in enumerate(rows, 1):
        for column, character in enumerate(row, 1):
            if character not in (PEG, HOLE, NO_SITE):
                raise BadNotation(f"row {number}, column {column}: unknown character {character!r}", hint=_FORM)
    found = [(row, col) for row, line in enumerate(rows) for col, site in enumerate(line) if site != NO_SITE]
    if not found:
        raise BadNotation("a board without sites", hint=_FORM)
    return found


def _staggered(sites: list[Cell]) -> bool:
    """Return True if there are several rows, each half a column beside the next."""
    return len({(row + col) % 2 for row, col in sites}) == 1 and len({row for row, _ in sites}) > 1


def _closed(rows: Sequence[str]) -> list[str]:
    """Return the rows without the gaps between their sites if every second column is empty."""
    columns = {col % 2 for _, col in _sites(rows)}
    return [row[next(iter(columns)) :: 2] for row in rows] if len(columns) == 1 else list(rows)


def _staircase(rows: list[str]) -> bool:
    """Return True if these are rows of 1, 2, 3 … sites, from the top or from the bottom."""
    lengths = [len(row.strip()) for row in rows]
    if len(rows) < 2 or any(NO_SITE in row.strip() for row in rows):
        return False
    return sorted(lengths) == list(range(1, len(rows) + 1)) and lengths in (sorted(lengths), sorted(lengths)[::-1])


def _spread(rows: list[str], lattice: Lattice) -> list[str]:
    """Return the rows as on the lattice: without gaps on a square one, on half columns on a triangular one."""
    if lattice == "square":
        return _closed(rows)
    closed = [row.strip() for row in _closed(rows)]
    if _staggered(_sites(rows)) or len(rows) == 1 or any(NO_SITE in row for row in closed):
        return rows
    if any(abs(len(row) - len(after)) != 1 for row, after in pairwise(closed)):
        return rows
    widest = max(map(len, closed))
    return [NO_SITE * (widest - len(row)) + NO_SITE.join(row) for row in closed]
