"""Peg solitaire as text: rows with a character per site, solutions as a published program prints
them, and moves that somebody made, in every form that is printed here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from solvers.cells import Cell, list_numbers
from solvers.errors import ONE_AT_A_TIME, BadNotation, IllegalMove
from solvers.names import LATTICES, Lattice
from solvers.peg_solitaire.board import HOLE, NO_SITE, PEG, STEP, Board, Jump
from solvers.peg_solitaire.model import Puzzle, Solution
from solvers.tables import SEVERAL_BOARDS, check_values, trim_lines

_FORM: Final = "rows of 'o' (peg), '.' (hole) and spaces (no site)"
_LATTICE = re.compile(rf"\s*lattice\s+({'|'.join(LATTICES)})\s*", re.IGNORECASE)
_END = re.compile(r"\s*end\s+(any|[0-9]{1,6}(?:[\s,]+[0-9]{1,6})*)\s*", re.IGNORECASE)
_HEADER = re.compile(r"\s*(?:lattice|end)\b.*", re.IGNORECASE)

_PUBLISHED: Final = re.compile(
    r"remove\s+(\d{1,3})\s*,\s*append\s*\[\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\]"
    r"(?:\s*,\s*NodesUnoccupied\s*:\s*\[([\d, ]*)\])?"
)
_MOVE: Final = re.compile(r"(?:\d+\.\s*)?(\d{1,3}(?:\s*-\s*\d{1,3})+)")
"""``3-0`` and ``12. 12-5-0``: the holes that a peg passes, with or without a number in front."""
_HEADING: Final = re.compile(r"Success\.|Solution \d+.*|start \d+.*")
"""Lines above the moves of one game."""
_PICTURE: Final = re.compile(r"[\s\do.]*")
"""Rows of holes, pegs, or their numbers, as they are printed above the moves."""
_MOVES_HINT: Final = "lines such as 'remove 0, append [1, 3]', '3-0' or [[3,1,0],[5,4,3]]"


def parse(text: str, lattice: Lattice | None = None) -> Puzzle:
    """Parse rows of text as a puzzle.

    Headers may be ``lattice NAME`` and ``end any``, ``end N`` or ``end N N …``.

    Parameters
    ----------
    text : rows of ``o`` (peg), ``.`` (hole) and spaces (no site). On a triangular lattice the
        neighbours in a row are two columns apart, and those in the next row one column to the left
        and right; rows of 1, 2, 3 … sites are read as a triangle however they are aligned. On a
        square lattice there may be a space between all characters.
    lattice : None: the text's, or the result of ``lattice_of``.

    Raises
    ------
    BadNotation
        The text is not a board, or on neither lattice; the message says where.
    """
    named, end, text = _parse_headers(text)
    rows = _trim_rows(text)
    lattice = lattice or named or lattice_of(rows)
    rows = _close_gaps(rows) if lattice == "square" else _spread_triangle(rows)
    board = Board(tuple(list_sites(rows)), lattice)
    pegs = [number for (row, col), number in board.numbers.items() if rows[row][col] == PEG]
    return Puzzle(board, pegs, end)


def lattice_of(rows: Sequence[str]) -> Lattice:
    """Return the lattice of rows of text.

    Sites two columns apart, each row a column beside the next, are triangular; so are rows of 1, 2,
    3 … sites. Sites beside each other are square, and so are sites two columns apart that stand one
    below the other.

    Raises
    ------
    BadNotation
        There is an unknown character, or a site that is out of line with those above.
    """
    sites = list_sites(rows)
    # Half a column from row to row is what a triangular lattice looks like; a triangle may
    # also be written without any indentation.
    if _is_staggered(sites) or _is_staircase(_close_gaps(rows)):
        return "triangular"
    columns_are_alike = len({col % 2 for _, col in sites}) == 1
    if columns_are_alike or any((row, col + 1) in sites for row, col in sites):
        return "square"
    row, col = next(site for site in sites if (sum(site) - sum(sites[0])) % 2)
    raise BadNotation(
        f"row {row + 1}, column {col + 1}: neither in line with the sites above nor half a column "
        "beside them",
        hint="add --lattice square or --lattice triangular",
    )


def format_puzzle(puzzle: Puzzle) -> str:
    """Return a text that parses as this puzzle: its rows, after the headers that they need."""
    text = "\n".join(map(str.rstrip, puzzle.grid))
    if puzzle.end is not None:
        end = [puzzle.end] if isinstance(puzzle.end, int) else sorted(puzzle.end)
        text = f"end {' '.join(map(str, end))}\n{text}"
    # The lattice is written only if the rows alone would be read as something else.
    with suppress(BadNotation):
        if parse(text).board == puzzle.board:
            return text
    return f"lattice {puzzle.board.lattice}\n{text}"


def published(puzzle: Puzzle, solution: Solution) -> Iterator[str]:
    """Yield a line for each jump, as a published program prints them: the hole that is filled, the
    two that are emptied, and the pegs that are left, which it calls unoccupied.

    The pegs are in ascending order, except that the hole that was just filled comes last.
    """
    pegs = set(puzzle.pegs)
    for start, over, to in solution.jumps:
        pegs -= {start, over}
        left = sorted(pegs)
        left.append(to)
        yield f"remove {to}, append {sorted([start, over])}, NodesUnoccupied: {left}"
        pegs.add(to)


def _parse_headers(text: str) -> tuple[Lattice | None, int | frozenset[int] | None, str]:
    """Return the lattice and the end that the headers name, and the text after them."""
    lattice: Lattice | None = None
    end: int | frozenset[int] | None = None
    lines = text.splitlines()
    while lines and (not lines[0].strip() or _HEADER.fullmatch(lines[0])):
        line = lines.pop(0)
        names_lattice = _LATTICE.fullmatch(line)
        names_end = _END.fullmatch(line)
        if names_lattice:
            lattice = LATTICES[LATTICES.index(names_lattice[1].lower())]
        elif names_end:
            numbers = list(map(int, re.findall("[0-9]+", names_end[1])))
            end = numbers[0] if len(numbers) == 1 else frozenset(numbers) or None
        elif line.strip():
            raise BadNotation(
                f"unknown line {line.strip()[:40]!r}",
                hint="'lattice square|triangular' or 'end N|any'",
            )
    return lattice, end, "\n".join(lines)


def _trim_rows(text: str) -> list[str]:
    """Return the rows without blank lines around them and without their common margin."""
    lines = trim_lines(text)
    if not lines:
        raise BadNotation("no rows of pegs", hint=f"{_FORM}, or a board such as triangle5")
    if not all(map(str.strip, lines)):
        raise BadNotation(SEVERAL_BOARDS, hint=ONE_AT_A_TIME)
    # Tabs are no margin: they are refused like any other character that is no site.
    margin = min(len(line) - len(line.lstrip(NO_SITE)) for line in lines)
    return [line[margin:].rstrip() for line in lines]


def list_sites(rows: Sequence[str]) -> list[Cell]:
    """Return the (row, col) of the sites in rows of text; raises BadNotation."""
    check_values(rows, frozenset(PEG + HOLE + NO_SITE).__contains__, "unknown character", _FORM)
    sites: list[Cell] = []
    for row, line in enumerate(rows):
        for col, character in enumerate(line):
            if character != NO_SITE:
                sites.append((row, col))
    if not sites:
        raise BadNotation("a board without sites", hint=_FORM)
    return sites


def _is_staggered(sites: list[Cell]) -> bool:
    """Return True if there are several rows, each half a column beside the next."""
    has_several_rows = sites[0][0] < sites[-1][0]
    return has_several_rows and len({(row + col) % 2 for row, col in sites}) == 1


def _close_gaps(rows: Sequence[str]) -> list[str]:
    """Return the rows without the gaps between their sites if every second column is empty."""
    odd_or_even = {col % 2 for _, col in list_sites(rows)}
    if len(odd_or_even) == 2:
        return list(rows)
    return [row[min(odd_or_even) :: 2] for row in rows]


def _is_staircase(rows: list[str]) -> bool:
    """Return True if these are rows of 1, 2, 3 … sites, from the top or from the bottom."""
    bare = list(map(str.strip, rows))
    lengths = list(map(len, bare))
    stairs = list(range(1, len(rows) + 1))
    return len(rows) > 1 and NO_SITE not in "".join(bare) and lengths in (stairs, stairs[::-1])


def _spread_triangle(rows: list[str]) -> list[str]:
    """Return the rows on half columns, centred, if they are rows of a triangle.

    Otherwise as they are.
    """
    closed = list(map(str.strip, _close_gaps(rows)))
    if _is_staggered(list_sites(rows)) or len(rows) == 1 or NO_SITE in "".join(closed):
        return rows
    # Rows of a triangle or hexagon differ by one site from row to row.
    if any(abs(len(row) - len(after)) != 1 for row, after in pairwise(closed)):
        return rows
    widest = max(map(len, closed))
    return [NO_SITE * (widest - len(row)) + NO_SITE.join(row) for row in closed]


@dataclass(frozen=True, slots=True)
class GivenJump:
    """A jump as a line of text gives it.

    ``over`` and ``start`` are in either order if ``in_order`` is False, and ``over`` is None if the
    line does not give it. ``left`` are the pegs that it says are left, None if it does not.
    """

    line: int
    start: int
    over: int | None
    to: int
    in_order: bool = True
    left: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class CheckedMoves:
    """Result of checking given moves.

    ``jumps`` are those that are legal, up to the first that is not; ``left`` are the numbers of the
    pegs after them. ``error`` is the first illegal one, None if all are legal, and ``line`` its
    line.
    """

    jumps: tuple[Jump, ...]
    left: tuple[int, ...]
    error: IllegalMove | None = None
    line: int | None = None


def parse_moves(text: str) -> tuple[GivenJump, ...]:
    """Return the jumps of a text: lines ``remove N, append [N, N], NodesUnoccupied: […]``, moves
    such as ``3-0`` or ``12-5-0``, a list of ``[from, over, to]``, or an object with ``"jumps"``.

    Headings and pictures of the board above the moves are skipped, and so is a list below moves
    that repeats them.

    Raises
    ------
    BadNotation
        A line is none of these, a second game begins, or there are no moves.
    """
    found: list[GivenJump] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if _HEADING.fullmatch(bare):
            if found:
                raise BadNotation(
                    f"line {number}: {bare[:40]!r} begins another game", hint="one game at a time"
                )
            continue
        jumps = list(_parse_line(bare, number))
        if jumps:
            # A list below moves that repeats them is skipped.
            if not bare.startswith("[[") or _list_ends(jumps) != _list_ends(found):
                found += jumps
        elif (found and bare) or not _PICTURE.fullmatch(bare):
            raise BadNotation(f"line {number}: {bare[:40]!r} is not a move", hint=_MOVES_HINT)
    if not found:
        raise BadNotation("no moves", hint=_MOVES_HINT)
    return tuple(found)


def check_moves(puzzle: Puzzle, given: tuple[GivenJump, ...]) -> CheckedMoves:
    """Make given jumps on a board until one is illegal."""
    position = puzzle.start
    jumps: list[Jump] = []
    for jump in given:
        try:
            made = _find_jump(puzzle.board, jump)
            after = puzzle.board.make_jump(position, made)
            _check_list(after, jump.left)
        except IllegalMove as found:
            return CheckedMoves(tuple(jumps), tuple(list_numbers(position)), found, jump.line)
        position = after
        jumps.append(made)
    return CheckedMoves(tuple(jumps), tuple(list_numbers(position)))


def _parse_line(text: str, number: int) -> Iterator[GivenJump]:
    """Yield the jumps of a line without blanks around it, none if it holds no moves."""
    published = _PUBLISHED.fullmatch(text)
    move = _MOVE.fullmatch(text)
    if published:
        to, one, other, pegs = published.groups()
        left = None
        if pegs is not None:
            left = frozenset(map(int, re.findall(r"\d+", pegs)))
        yield GivenJump(number, int(one), int(other), int(to), in_order=False, left=left)
    elif move:
        for start, to in pairwise(map(int, re.findall(r"\d+", move[1]))):
            yield GivenJump(number, start, None, to)
    elif text.startswith(("[[", "{")):
        for start, over, to in _load_jumps(text, number):
            yield GivenJump(number, start, over, to)


def _load_jumps(text: str, number: int) -> list[list[int]]:
    """Return the triples of a list in JSON, or of ``"jumps"`` in an object; raises BadNotation."""
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError):
        raise BadNotation(f"line {number} is not valid JSON", hint=_MOVES_HINT) from None
    jumps = loaded.get("jumps") if isinstance(loaded, dict) else loaded
    if isinstance(jumps, list) and all(map(_is_triple, jumps)):
        return jumps
    raise BadNotation(f"line {number} is not a list of [from, over, to]", hint=_MOVES_HINT)


def _is_triple(jump: object) -> bool:
    return isinstance(jump, list) and list(map(type, jump)) == [int, int, int]


def _list_ends(jumps: list[GivenJump]) -> list[tuple[int, int]]:
    """Return the holes from which and to which the pegs jump."""
    return [(jump.start, jump.to) for jump in jumps]


def _find_jump(board: Board, given: GivenJump) -> Jump:
    """Return the jump of the board that is meant; raises IllegalMove if there is none."""
    last = len(board.sites) - 1
    for hole in (given.start, given.over, given.to):
        if hole is not None and not 0 <= hole <= last:
            raise IllegalMove(f"there is no hole {hole}", hint=f"holes are 0 to {last}, row by row")
    for jump in board.jumps:
        start, over, to = jump
        if to != given.to:
            continue
        is_same = start == given.start and given.over in (None, over)
        is_turned = not given.in_order and (start, over) == (given.over, given.start)
        if is_same or is_turned:
            return jump
    if given.over is None:
        what = f"no jump leads from hole {given.start} to hole {given.to}"
    else:
        what = f"holes {given.start}, {given.over} and {given.to} are not three in a line"
    raise IllegalMove(what, hint=STEP)


def _check_list(position: int, said: frozenset[int] | None) -> None:
    """Raise IllegalMove if a list of the pegs that are left is given, and wrong."""
    pegs = list_numbers(position)
    if said is None or said == set(pegs):
        return
    wrong = ", ".join(map(str, sorted(said ^ set(pegs))))
    raise IllegalMove(
        f"the jump is legal, but the list of pegs after it is wrong about {wrong}",
        hint=f"pegs are in {', '.join(map(str, pegs))}",
    )
