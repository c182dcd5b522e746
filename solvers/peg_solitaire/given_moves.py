"""Moves that somebody made: read from text in every form that is printed here, and checked one by
one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from solvers.errors import BadNotation, IllegalMove
from solvers.masks import list_numbers
from solvers.peg_solitaire.board import STEP, Board, Jump
from solvers.peg_solitaire.model import Puzzle

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
_HINT: Final = "lines such as 'remove 0, append [1, 3]', '3-0' or [[3,1,0],[5,4,3]]"


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
            raise BadNotation(f"line {number}: {bare[:40]!r} is not a move", hint=_HINT)
    if not found:
        raise BadNotation("no moves", hint=_HINT)
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
        raise BadNotation(f"line {number} is not valid JSON", hint=_HINT) from None
    jumps = loaded.get("jumps") if isinstance(loaded, dict) else loaded
    if isinstance(jumps, list) and all(map(_is_triple, jumps)):
        return jumps
    raise BadNotation(f"line {number} is not a list of [from, over, to]", hint=_HINT)


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
