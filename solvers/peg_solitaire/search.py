"""A search for one solution: depth first, in batches of the positions that look best, none of them twice.

Each pass goes from the start down to the fewest pegs and takes on, of every number of pegs, the best positions that
were not taken on yet; each pass takes on twice as many. So a solution is found soon where there are many, and once no
position is left, there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from solvers.errors import SolveTimeout
from solvers.peg_solitaire.board import Board, Jump
from solvers.peg_solitaire.clock import Clock
from solvers.peg_solitaire.model import Puzzle
from solvers.peg_solitaire.symmetry import Symmetry

_BATCH: Final = 32
"""Positions of each number of pegs that the first pass takes on: most usual boards need no second pass."""

_POOL: Final = 3
"""How many times as many positions are looked at for lonely pegs."""

ROOM: Final = 12_000_000
"""The most positions that are remembered, some 2 GB."""


class Search:
    """A search that can be continued pass by pass.

    Attributes
    ----------
    seen : for each number of jumps made, position → the one it came from.
    searched : how many positions were taken on.
    """

    def __init__(self, puzzle: Puzzle, ends: frozenset[int], clock: Clock) -> None:
        board, self._clock, self._ends = puzzle.board, clock, ends
        self._costs = _costs(board, ends)
        self._jumps = [
            (1 << start | 1 << over | 1 << to, 1 << start | 1 << over, costs[to] - costs[start] - costs[over])
            for costs in [self._costs]
            for start, over, to in board.jumps
        ]
        self._near = _near(board)
        self._symmetry = Symmetry(board, ends)
        self._dead: set[int] = set()
        depth = puzzle.start.bit_count() - min(end.bit_count() for end in ends)
        self.seen: list[dict[int, int]] = [{puzzle.start: 0}, *({} for _ in range(depth))]
        self._waiting: list[list[tuple[float, int]]] = [[(0.0, puzzle.start)], *([] for _ in range(depth))]

    @property
    def searched(self) -> int:
        """How many positions were taken on."""
        return len(self._dead)

    def passes(self) -> Iterator[tuple[int, ...]]:
        """After each pass the positions of a solution, the first to the last; () if none was found; ends with the search.

        Raises
        ------
        SolveTimeout
            The time is over, or the memory for positions.
        """
        batch = _BATCH
        while any(self._waiting):
            for jumps in range(len(self.seen)):
                if found := self._ends & self.seen[jumps].keys():
                    yield self._way(jumps, min(found))
                    return
                if jumps + 1 < len(self.seen):
                    self._take_on(jumps, batch)
                else:
                    self._waiting[jumps] = []
            yield ()
            batch *= 2

    def _take_on(self, jumps: int, batch: int) -> None:
        """Makes every jump from the best positions that wait after so many jumps."""
        seen, waiting = self.seen[jumps + 1], self._waiting[jumps + 1]
        for cost, position in self._best(jumps, batch):
            for sites, pegs, more in self._jumps:
                if position & sites == pegs and (after := position ^ sites) not in seen:
                    seen[after] = position
                    waiting.append((cost + more, after))
        self._check()

    def _best(self, jumps: int, batch: int) -> Iterator[tuple[float, int]]:
        waiting = self._waiting[jumps]
        if len(waiting) > batch:
            waiting.sort()
            pool = sorted(waiting[: _POOL * batch], key=self._cost)
            waiting[: _POOL * batch] = pool[batch:]
            best = pool[:batch]
        else:
            best, self._waiting[jumps] = waiting, []
        for cost, position in best:
            same = self._symmetry.least(position)
            if same not in self._dead:
                self._dead.add(same)
                yield cost, position

    def _cost(self, waiting: tuple[float, int]) -> float:
        """What it costs to bring all pegs to the end, and again for those without a neighbour."""
        cost, position = waiting
        return cost + sum(
            more
            for (peg, near), more in zip(self._near, self._costs, strict=True)
            if position & peg and not position & near
        )

    def _check(self) -> None:
        self._clock.check(self.so_far)
        if sum(map(len, self.seen)) > ROOM:
            raise SolveTimeout(f"nothing was decided in {ROOM} positions: {self.so_far}", hint="fewer pegs or sites")

    @property
    def so_far(self) -> str:
        """How far it came, in words."""
        reached = [seen for seen in self.seen if seen]
        least = min(map(int.bit_count, reached[-1]))
        return f"{self.searched} positions searched, down to {least} peg{'s' * (least != 1)}"

    def _way(self, jumps: int, position: int) -> tuple[int, ...]:
        way = [position]
        for seen in self.seen[jumps:0:-1]:
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
    """The jumps that lead from each position to the next."""
    by_sites = {(1 << a | 1 << b | 1 << c, 1 << a | 1 << b): (a, b, c) for a, b, c in board.jumps}
    return tuple(by_sites[before ^ after, before & ~after] for before, after in zip(way, way[1:], strict=False))
