"""Every solution, one after another: depth first, without positions that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from solvers.deadline import Deadline
from solvers.peg_solitaire.board import Board, Jump
from solvers.peg_solitaire.model import Puzzle

_MOST_DEAD: Final = 2_000_000
"""Maximum number of positions without a solution to remember, about 0.2 GB; others are searched
again."""
_CHECKED: Final = 1000
"""Number of jumps between two checks of the deadline: a few milliseconds."""


def solutions(
    puzzle: Puzzle, first: Sequence[Jump] = (), *, timeout_s: float | None = None
) -> Iterator[tuple[Jump, ...]]:
    """Yield every sequence of (from, over, to) jumps that leads to an end, each once.

    Two sequences are different if their jumps or the order of them are. ``first`` is a solution
    that is known already: it comes first, and then those that differ from it at the end. On large
    boards these are the only ones that are found soon.

    Raises
    ------
    SolveTimeout
        The search was not finished in that time.
    """
    ends = frozenset(puzzle.ends)
    if puzzle.start in ends:
        yield ()
        return
    deadline = Deadline(timeout_s)
    fewest_pegs = min(map(int.bit_count, ends))
    path: list[Jump] = []
    positions = [puzzle.start]
    waiting = [_list_jumps(puzzle.board, puzzle.start, first[:1])]
    leads_on = [False]
    dead: set[int] = set()
    done = 0
    while waiting:
        done += 1
        if done % _CHECKED == 0:
            deadline.check(partial("{} jumps tried".format, done))
        jump = next(waiting[-1], None)
        # All jumps from here were tried: the last one is taken back.
        if jump is None:
            position = positions.pop()
            waiting.pop()
            if not leads_on.pop() and len(dead) < _MOST_DEAD:
                dead.add(position)
            if path:
                path.pop()
            continue
        start, over, to = jump
        after = positions[-1] ^ (1 << start | 1 << over | 1 << to)
        if after in ends:
            leads_on = [True] * len(leads_on)
            yield (*path, jump)
        elif after not in dead and after.bit_count() > fewest_pegs:
            path.append(jump)
            positions.append(after)
            leads_on.append(False)
            # The known solution is followed down to its end, and never again after that.
            known = first[len(path) : len(path) + 1] if path == list(first[: len(path)]) else ()
            waiting.append(_list_jumps(puzzle.board, after, known))


def _list_jumps(board: Board, position: int, known: Sequence[Jump]) -> Iterator[Jump]:
    """Yield the jumps that are possible in a position, the known one first."""
    yield from known
    for jump in board.jumps:
        start, over, to = jump
        if position >> start & position >> over & ~position >> to & 1 and jump not in known:
            yield jump
