"""A search for one solution: depth first, in batches of the positions that look best, none of them twice.

Each pass goes from the start down to the fewest pegs and takes on, of every number of pegs, the best positions that
were not taken on yet; each pass takes on twice as many. So a solution is found soon where there are many, and once no
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

_BATCH: Final = 24
"""Positions of each number of pegs that the first pass takes on: most usual boards need no second pass."""

_POOL: Final = 2
"""How many times as many positions are looked at for lonely pegs."""

CHECKED: Final = 1000
"""Positions between looks at the time, at least: some 0.1 s."""

ROOM: Final = 10_000_000
"""The most positions that are remembered, some 2 GB."""


class PositionSearch:
    """A search that can be continued pass by pass; here each step is a jump.

    Attributes
    ----------
    seen : for each number of steps made, position → the one it came from.
    searched : how many positions were taken on.
    """

    def __init__(self, puzzle: Puzzle, ends: frozenset[int], deadline: Deadline, steps: int | None = None) -> None:
        """Looks for a solution of so many steps at most; None: as many as it takes."""
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
        """Whether there are positions that were not taken on yet."""
        return any(self._waiting)

    def passes(self) -> Iterator[tuple[int, ...]]:
        """After each pass the positions of a solution, from the first to the last, or () if none was found.

        It ends when there is no position left; a solution that is found later has fewer steps.

        Raises
        ------
        SolveTimeout
            The time is over, or the memory for positions.
        """
        batch = _BATCH
        while self.unfinished:
            way: tuple[int, ...] = ()
            for step in range(self._steps):
                self._take_on(step, batch)
                if found := self._ends & self.seen[step + 1].keys():
                    way = self._way(step + 1, min(found))
                    self._steps = step
                    break
            for waiting in self._waiting[self._steps :]:
                waiting.clear()
            yield way
            batch *= 2

    def _take_on(self, step: int, batch: int) -> None:
        """Makes every step from the best positions that wait after so many."""
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
        """The positions a step leads to, and what each adds to the cost."""
        return [(position ^ sites, more) for sites, pegs, more in self._tests if position & sites == pegs]

    def _hopeless(self, position: int, steps: int) -> bool:  # noqa: ARG002
        """Whether it is certain that so many steps do not suffice."""
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
        """What it costs to bring all pegs to the end, and again for those without a neighbour."""
        cost, position = waiting
        for (peg, near), more in zip(self._near, self._costs, strict=True):
            if position & peg and not position & near:
                cost += more
        return cost

    def _cost_of(self, start: int, over: int, to: int) -> float:
        return self._costs[to] - self._costs[start] - self._costs[over]

    def _check(self) -> None:
        self._deadline.check(self.so_far)
        if sum(map(len, self.seen)) > ROOM:
            raise SolveTimeout(f"nothing was decided: {self.so_far()}", hint="fewer pegs or sites")

    def so_far(self) -> str:
        """How far it came, in words."""
        least = min(map(int.bit_count, [seen for seen in self.seen if seen][-1]))
        return f"{self.searched} positions searched, down to {least} peg{'s' * (least != 1)}"

    def _way(self, step: int, position: int) -> tuple[int, ...]:
        way = [position]
        for seen in self.seen[step:0:-1]:
            way.append(seen[way[-1]])
        return tuple(reversed(way))


def _costs(board: Board, ends: frozenset[int]) -> list[float]:
    """What a peg at each site costs: its distance from the middle of the ends, squared, in half columns."""
    down, right = (1.0, 1.0) if board.lattice == "square" else (0.75, 0.25)
    wanted = [site for number, site in enumerate(board.sites) if any(end >> number & 1 for end in ends)]
    row0, col0 = (sum(place) / len(wanted) for place in zip(*wanted, strict=True))
    return [down * (row - row0) ** 2 + right * (col - col0) ** 2 for row, col in board.sites]


def _near(board: Board) -> list[tuple[int, int]]:
    """Each site and its neighbours that it can jump over or that can jump over it."""
    near = [0] * len(board.sites)
    for start, over, to in board.jumps:
        near[start] |= 1 << over
        near[over] |= 1 << start | 1 << to
    return [(1 << number, others) for number, others in enumerate(near)]


def jumps_of(board: Board, way: tuple[int, ...]) -> tuple[Jump, ...]:
    """The jumps that lead from each position to the next, each time those of one peg."""
    return tuple(jump for before, after in pairwise(way) for jump in _chain(board, before, after, None))


def _chain(board: Board, before: int, after: int, peg: int | None) -> tuple[Jump, ...]:
    """The jumps of one peg, of this one if it is given, that lead from a position to another; () if there are none."""
    for jump in board.jumps:
        start, over, to = jump
        if (peg is None or start == peg) and before >> start & before >> over & ~before >> to & ~after >> over & 1:
            between = before ^ (1 << start | 1 << over | 1 << to)
            if between == after:
                return (jump,)
            if rest := _chain(board, between, after, to):
                return (jump, *rest)
    return ()
