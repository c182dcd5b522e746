"""Search for one solution: depth first, in batches of the most promising positions, none of them twice.

Each pass goes from the start down to the fewest pegs and expands, for every number of pegs, the best positions that
were not expanded yet; each pass expands twice as many. A solution is found soon if there are many, and once no
position is left, there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from solvers.deadline import Deadline
from solvers.errors import SolveTimeout
from solvers.peg_solitaire.board import Board, Jump
from solvers.peg_solitaire.model import Puzzle
from solvers.peg_solitaire.symmetry import Symmetry
from solvers.text import count_of

_BATCH: Final = 24
"""Positions per number of pegs that the first pass expands: most usual boards need no second pass."""

_POOL: Final = 2
"""Factor by which more positions are checked for isolated pegs than are expanded."""

CHECKED: Final = 1000
"""Minimum number of positions between two checks of the deadline: about 0.1 s."""

ROOM: Final = 10_000_000
"""Maximum number of positions to remember, about 2 GB."""


class PositionSearch:
    """Search that can be continued pass by pass; each step is a jump.

    Attributes
    ----------
    seen : for each number of steps made, position → the one it came from.
    searched : number of positions expanded.
    """

    def __init__(self, puzzle: Puzzle, ends: frozenset[int], deadline: Deadline, steps: int | None = None) -> None:
        """Search for a solution with at most this many steps; None: any number of steps."""
        self.board, self.searched, self._deadline, self._ends = puzzle.board, 0, deadline, ends
        self._steps = puzzle.start.bit_count() - min(map(int.bit_count, ends)) if steps is None else steps
        self._costs = _costs(self.board, ends)
        self._near = _near(self.board)
        self._symmetry = Symmetry(self.board, ends)
        self._taken: dict[int, int] = {}
        self.seen: list[dict[int, int]] = [{puzzle.start: 0}, *({} for _ in range(self._steps))]
        self._waiting: list[list[tuple[float, int]]] = [[(0.0, puzzle.start)], *([] for _ in range(self._steps))]
        self._tests = [
            (1 << start | 1 << over | 1 << to, 1 << start | 1 << over, self._cost_of(start, over, to))
            for start, over, to in self.board.jumps
        ]

    @property
    def unfinished(self) -> bool:
        """True if there are positions that were not expanded yet."""
        return any(self._waiting)

    def passes(self) -> Iterator[tuple[int, ...]]:
        """Yield after each pass the positions of a solution, from the first to the last, or () if none was found.

        The search ends when there is no position left; a solution that is found later has fewer steps.

        Raises
        ------
        SolveTimeout
            The time is over, or the memory for positions.
        """
        batch = _BATCH
        while self.unfinished:
            way: tuple[int, ...] = ()
            for step in range(self._steps):
                self._expand(step, batch)
                if found := self._ends & self.seen[step + 1].keys():
                    way = self._way(step + 1, min(found))
                    self._steps = step
                    break
            for waiting in self._waiting[self._steps :]:
                waiting.clear()
            yield way
            batch *= 2

    def _expand(self, step: int, batch: int) -> None:
        """Make every step from the best waiting positions after this many steps."""
        seen, waiting = self.seen[step + 1], self._waiting[step + 1]
        for cost, position in self._best(step, batch):
            for after, more in self._after(position):
                if after not in seen:
                    seen[after] = position
                    waiting.append((cost + more, after))
            if self.searched % CHECKED == 0:
                self._check()
        self._check()

    def _after(self, position: int) -> Iterable[tuple[int, float]]:
        """Return the positions after one step, and the cost that each adds."""
        return [(position ^ sites, more) for sites, pegs, more in self._tests if position & sites == pegs]

    def _hopeless(self, position: int, steps: int) -> bool:  # noqa: ARG002
        """Return True if this many steps certainly do not suffice."""
        return False

    def _best(self, step: int, batch: int) -> Iterator[tuple[float, int]]:
        waiting = self._waiting[step]
        if len(waiting) > batch:
            waiting.sort()
            pool = sorted(waiting[: _POOL * batch], key=self._cost)
            waiting[: _POOL * batch] = pool[batch:]
            best = pool[:batch]
        else:
            best, self._waiting[step] = waiting, []
        for cost, position in best:
            same = self._symmetry.least(position)
            if step < self._taken.get(same, self._steps) and not self._hopeless(position, self._steps - step):
                self._taken[same] = step
                self.searched += 1
                yield cost, position

    def _cost(self, waiting: tuple[float, int]) -> float:
        """Return the cost of bringing all pegs to the end, counted twice for pegs without a neighbour."""
        cost, position = waiting
        for (peg, near), more in zip(self._near, self._costs, strict=True):
            if position & peg and not position & near:
                cost += more
        return cost

    def _cost_of(self, start: int, over: int, to: int) -> float:
        return self._costs[to] - self._costs[start] - self._costs[over]

    def _check(self) -> None:
        self._deadline.check(self.progress)
        if sum(map(len, self.seen)) > ROOM:
            raise SolveTimeout(f"nothing was decided: {self.progress()}", hint="fewer pegs or sites")

    def progress(self) -> str:
        """Describe the progress."""
        least = min(map(int.bit_count, [seen for seen in self.seen if seen][-1]))
        return f"{self.searched} positions searched, down to {count_of(least, 'peg')}"

    def _way(self, step: int, position: int) -> tuple[int, ...]:
        way = [position]
        for seen in self.seen[step:0:-1]:
            way.append(seen[way[-1]])
        return tuple(reversed(way))


def _costs(board: Board, ends: frozenset[int]) -> list[float]:
    """Return the cost of a peg at each site: its squared distance from the centre of the ends, in half columns."""
    down, right = (1.0, 1.0) if board.lattice == "square" else (0.75, 0.25)
    wanted = [site for number, site in enumerate(board.sites) if any(end >> number & 1 for end in ends)]
    row0, col0 = (sum(place) / len(wanted) for place in zip(*wanted, strict=True))
    return [down * (row - row0) ** 2 + right * (col - col0) ** 2 for row, col in board.sites]


def _near(board: Board) -> list[tuple[int, int]]:
    """Return each site, with the neighbours that it can jump over or that can jump over it."""
    near = [0] * len(board.sites)
    for start, over, to in board.jumps:
        near[start] |= 1 << over
        near[over] |= 1 << start | 1 << to
    return [(1 << number, others) for number, others in enumerate(near)]


def jumps_of(board: Board, way: tuple[int, ...]) -> tuple[Jump, ...]:
    """Return the jumps that lead from each position to the next, all of the same peg."""
    return tuple(jump for before, after in pairwise(way) for jump in _chain(board, before, after, None))


def _chain(board: Board, before: int, after: int, peg: int | None) -> tuple[Jump, ...]:
    """Return jumps of one peg, of ``peg`` if it is given, from a position to another; () if there are none."""
    for jump in board.jumps:
        start, over, to = jump
        if (peg is None or start == peg) and before >> start & before >> over & ~before >> to & ~after >> over & 1:
            between = before ^ (1 << start | 1 << over | 1 << to)
            if between == after:
                return (jump,)
            if rest := _chain(board, between, after, to):
                return (jump, *rest)
    return ()
