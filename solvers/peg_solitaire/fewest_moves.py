"""Search for a solution with the fewest moves: consecutive jumps of one peg are one move.

Merson's regions bound the number of remaining moves: sets of sites such that no peg can jump over one of them without
coming from or landing in the set. While such a region is full nothing lands in it, so the first move that opens it
begins in it; regions without a common site need a move each.
Source: J. D. Beasley, The Ins and Outs of Peg Solitaire, 1985.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from solvers.deadline import Deadline
from solvers.peg_solitaire.board import Board
from solvers.peg_solitaire.model import Puzzle
from solvers.peg_solitaire.search import CHECKED, PositionSearch

LARGEST_REGION: Final = 4
"""Maximum sites of a region: a square of four is one; larger ones do not fit side by side more often."""


class MoveSearch(PositionSearch):
    """Position search whose steps are moves."""

    def __init__(self, puzzle: Puzzle, ends: frozenset[int], deadline: Deadline, steps: int) -> None:
        super().__init__(puzzle, ends, deadline, steps)
        self._from: list[list[tuple[int, int, int, float]]] = [[] for _ in self.board.sites]
        for (start, _, to), (sites, pegs, more) in zip(self.board.jumps, self._tests, strict=True):
            self._from[start].append((sites, pegs, to, more))
        self._spared = 1 if len(ends) > 1 else 0
        self._regions = _packings(self.board, ends)

    def _after(self, position: int) -> Iterable[tuple[int, float]]:
        found: dict[int, float] = {}
        reached: set[tuple[int, int]] = set()
        todo = [(position, 0.0, start) for start in range(len(self.board.sites)) if position >> start & 1]
        while todo:
            before, cost, start = todo.pop()
            for sites, pegs, to, more in self._from[start]:
                if before & sites == pegs and (before ^ sites, to) not in reached:
                    after = before ^ sites
                    reached.add((after, to))
                    found[after] = cost + more
                    todo.append((after, cost + more, to))
                    if len(reached) % CHECKED == 0:
                        self._deadline.check(self.progress)
        return found.items()

    def _hopeless(self, position: int, steps: int) -> bool:
        needed = steps + self._spared
        return any(sum(position & region == region for region in regions) > needed for regions in self._regions)


def _packings(board: Board, ends: frozenset[int]) -> list[list[int]]:
    """Return sets of disjoint regions that have to be opened: one set, and its images under symmetry.

    If there is more than one end, a single region may stay as it is.
    """
    chosen: list[frozenset[int]] = []
    for region in sorted(_regions(board), key=lambda region: (len(region), sorted(region))):
        if not any(region & other for other in chosen):
            chosen.append(region)
    turned = {frozenset(frozenset(way[site] for site in region) for region in chosen) for way in board.symmetries}
    kept = ends if len(ends) == 1 else frozenset()
    return [[bits for region in regions if not _within(bits := board.bits(region), kept)] for regions in turned]


def _within(region: int, ends: Iterable[int]) -> bool:
    return any(region & end == region for end in ends)


def _regions(board: Board) -> set[frozenset[int]]:
    """Return the regions of at most LARGEST_REGION sites, including some that are larger than necessary."""
    lines: list[list[tuple[int, int]]] = [[] for _ in board.sites]
    for start, over, to in board.jumps:
        lines[over].append((start, to))
    found: set[frozenset[int]] = set()
    todo = [(frozenset({site}), tuple(lines[site])) for site in range(len(board.sites))]
    while todo:
        region, left = todo.pop()
        open_lines = [line for line in left if not region & set(line)]
        if not open_lines:
            found.add(region)
        elif len(region) < LARGEST_REGION:
            todo += [(region | {site}, (*open_lines[1:], *lines[site])) for site in open_lines[0]]
    return found
