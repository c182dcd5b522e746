"""Search for solutions: depth first, in batches of the most promising positions, none of them
twice.

Each pass goes from the start down to the fewest pegs and expands, for every number of pegs, the
best positions that were not expanded yet; each pass expands twice as many. A solution is found soon
if there are many, and once no position is left, there is none.

A search for the fewest moves has moves as its steps: consecutive jumps of one peg are one move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import pairwise
from operator import or_
from statistics import fmean
from typing import Final

from solvers.cells import list_numbers, set_bits
from solvers.deadline import Deadline
from solvers.errors import SolveTimeout, count_of
from solvers.peg_solitaire.board import Board, Jump, Symmetry
from solvers.peg_solitaire.model import Puzzle

_BATCH: Final = 24
"""Positions per number of pegs in the first pass: most usual boards need no second one."""

_POOL: Final = 2
"""Factor by which more positions are checked for isolated pegs than are expanded."""

CHECKED: Final = 1000
"""Minimum number of positions between two checks of the deadline: about 0.1 s."""

ROOM: Final = 10_000_000
"""Maximum number of positions to remember, about 2 GB."""

LARGEST_REGION: Final = 4
"""Maximum sites of a region: a square of four is one.

Larger ones do not fit side by side more often.
"""


class PositionSearch:
    """Search that can be continued pass by pass; each step is a jump.

    Attributes
    ----------
    seen : for each number of steps made, position → the one it came from.
    searched : number of positions expanded.
    """

    def __init__(
        self, puzzle: Puzzle, ends: frozenset[int], deadline: Deadline, steps: int | None = None
    ) -> None:
        """Search for a solution with at most this many steps; None: any number of steps."""
        self.board = puzzle.board
        self.searched = 0
        self._deadline = deadline
        self._ends = ends
        # Each jump removes one peg.
        if steps is None:
            steps = puzzle.start.bit_count() - min(map(int.bit_count, ends))
        self._steps = steps
        self._costs = _list_costs(self.board, ends)
        self._near = _list_neighbours(self.board)
        self._symmetry = Symmetry(self.board, ends)
        self._taken: dict[int, int] = {}
        self.seen: list[dict[int, int]] = [{} for _ in range(steps + 1)]
        self.seen[0][puzzle.start] = 0
        self._waiting: list[list[tuple[float, int]]] = [[] for _ in range(steps + 1)]
        self._waiting[0].append((0.0, puzzle.start))
        self._tests: list[tuple[int, int, float]] = []
        """For each jump: its three sites, the two that need a peg, and the cost that it adds."""
        for (start, over, to), (sites, pegs) in self.board.masks.items():
            cost = self._costs[to] - self._costs[start] - self._costs[over]
            self._tests.append((sites, pegs, cost))

    @property
    def unfinished(self) -> bool:
        """True if there are positions that were not expanded yet."""
        return any(self._waiting)

    def passes(self) -> Iterator[tuple[int, ...]]:
        """Yield after each pass the positions of a solution, from the first to the last, or () if
        none was found.

        The search ends when there is no position left; a solution that is found later has fewer
        steps.

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
                # Later passes look only for ways with fewer steps.
                found = self._ends & self.seen[step + 1].keys()
                if found:
                    way = self._trace_way(step + 1, min(found))
                    self._steps = step
                    break
            for waiting in self._waiting[self._steps :]:
                waiting.clear()
            yield way
            batch *= 2

    def _expand(self, step: int, batch: int) -> None:
        """Make every step from the best waiting positions after this many steps."""
        seen = self.seen[step + 1]
        waiting = self._waiting[step + 1]
        for cost, position in self._take_best(step, batch):
            for after, more in self._list_steps(position):
                if after not in seen:
                    seen[after] = position
                    waiting.append((cost + more, after))
            if self.searched % CHECKED == 0:
                self._check_limits()
        self._check_limits()

    def _list_steps(self, position: int) -> Iterable[tuple[int, float]]:
        """Return the positions after one step, and the cost that each adds."""
        return [
            (position ^ sites, more)
            for sites, pegs, more in self._tests
            if position & sites == pegs
        ]

    def _is_hopeless(self, position: int, steps: int) -> bool:  # noqa: ARG002
        """Return True if this many steps certainly do not suffice."""
        return False

    def _take_best(self, step: int, batch: int) -> Iterator[tuple[float, int]]:
        """Yield the best waiting positions after this many steps, without those that need not be
        expanded.
        """
        waiting = self._waiting[step]
        # Isolated pegs take long to count, so only a pool of candidates is sorted by them.
        if len(waiting) > batch:
            waiting.sort()
            pool = sorted(waiting[: _POOL * batch], key=self._estimate_cost)
            waiting[: _POOL * batch] = pool[batch:]
            best = pool[:batch]
        else:
            best = waiting
            self._waiting[step] = []
        for cost, position in best:
            # Rotated and mirrored positions are the same, and a later visit needs fewer steps.
            same = self._symmetry.find_least(position)
            if step >= self._taken.get(same, self._steps):
                continue
            if not self._is_hopeless(position, self._steps - step):
                self._taken[same] = step
                self.searched += 1
                yield cost, position

    def _estimate_cost(self, waiting: tuple[float, int]) -> float:
        """Return the cost of bringing all pegs to the end, counted twice for pegs without a
        neighbour.
        """
        cost, position = waiting
        for (peg, near), more in zip(self._near, self._costs, strict=True):
            if position & peg and not position & near:
                cost += more
        return cost

    def _check_limits(self) -> None:
        self._deadline.check(self.progress)
        if sum(map(len, self.seen)) > ROOM:
            raise SolveTimeout(
                f"nothing was decided: {self.progress()}", hint="fewer pegs or sites"
            )

    def progress(self) -> str:
        """Describe the progress."""
        last = list(filter(None, self.seen))[-1]
        least = min(map(int.bit_count, last))
        return f"{self.searched} positions searched, down to {count_of(least, 'peg')}"

    def _trace_way(self, step: int, position: int) -> tuple[int, ...]:
        """Return the positions from the start to this one, after this many steps."""
        way = [position]
        for seen in self.seen[step:0:-1]:
            way.append(seen[way[-1]])
        return tuple(reversed(way))


class MoveSearch(PositionSearch):
    """Position search whose steps are moves.

    Merson's regions bound the number of remaining moves: sets of sites such that no peg can jump
    over one of them without coming from or landing in the set. While such a region is full nothing
    lands in it, so the first move that opens it begins in it; regions without a common site need a
    move each. Source: J. D. Beasley, The Ins and Outs of Peg Solitaire, 1985.
    """

    def __init__(
        self, puzzle: Puzzle, ends: frozenset[int], deadline: Deadline, steps: int
    ) -> None:
        super().__init__(puzzle, ends, deadline, steps)
        self._from: defaultdict[int, list[tuple[int, int, int, float]]] = defaultdict(list)
        for (start, _, to), (sites, pegs, more) in zip(self.board.jumps, self._tests, strict=True):
            self._from[start].append((sites, pegs, to, more))
        self._spared = int(len(ends) > 1)
        self._packings = _pack_regions(self.board, ends)

    def _list_steps(self, position: int) -> Iterable[tuple[int, float]]:
        found: dict[int, float] = {}
        reached: set[tuple[int, int]] = set()
        todo = [(position, 0.0, start) for start in list_numbers(position)]
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

    def _is_hopeless(self, position: int, steps: int) -> bool:
        for regions in self._packings:
            if sum(position & region == region for region in regions) > steps + self._spared:
                return True
        return False


def _list_costs(board: Board, ends: frozenset[int]) -> list[float]:
    """Return the cost of a peg at each site: its squared distance from the centre of the ends, in
    half columns.
    """
    sites = map(board.sites.__getitem__, list_numbers(reduce(or_, ends)))
    middle_row, middle_col = map(fmean, zip(*sites, strict=True))
    down, right = (1.0, 1.0) if board.lattice == "square" else (0.75, 0.25)
    return [
        down * (row - middle_row) ** 2 + right * (col - middle_col) ** 2 for row, col in board.sites
    ]


def _list_neighbours(board: Board) -> list[tuple[int, int]]:
    """Return each site, with the neighbours that it can jump over or that can jump over it."""
    near = [0] * len(board.sites)
    for start, over, to in board.jumps:
        near[start] |= 1 << over
        near[over] |= 1 << start | 1 << to
    return [(1 << number, others) for number, others in enumerate(near)]


def _pack_regions(board: Board, ends: frozenset[int]) -> list[list[int]]:
    """Return sets of disjoint regions that have to be opened: one set, and its images under
    symmetry.

    If there is more than one end, a single region may stay as it is.
    """
    chosen: list[frozenset[int]] = []
    for region in sorted(_find_regions(board), key=lambda region: (len(region), sorted(region))):
        if all(map(region.isdisjoint, chosen)):
            chosen.append(region)
    # A region that is full at the only end need not be opened.
    full = next(iter(ends)) if len(ends) == 1 else 0
    packings: set[frozenset[int]] = set()
    for way in board.symmetries:
        images = [set_bits(way[site] for site in region) for region in chosen]
        packings.add(frozenset(image for image in images if image & ~full))
    return list(map(list, packings))


def _find_regions(board: Board) -> set[frozenset[int]]:
    """Return the regions of at most LARGEST_REGION sites, including some that are larger than
    necessary.
    """
    lines: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for start, over, to in board.jumps:
        lines[over].append((start, to))
    found: set[frozenset[int]] = set()
    todo = [(frozenset({site}), tuple(lines[site])) for site in range(len(board.sites))]
    while todo:
        region, left = todo.pop()
        open_lines = list(filter(region.isdisjoint, left))
        if not open_lines:
            found.add(region)
        elif len(region) < LARGEST_REGION:
            # Either end of the first line that runs over the region has to be in it.
            for site in open_lines[0]:
                todo.append((region | {site}, tuple(open_lines[1:] + lines[site])))
    return found


def jumps_of(board: Board, way: tuple[int, ...]) -> tuple[Jump, ...]:
    """Return the jumps that lead from each position to the next, all of the same peg."""
    jumps: list[Jump] = []
    for before, after in pairwise(way):
        jumps += _find_chain(board, before, after, None)
    return tuple(jumps)


def _find_chain(board: Board, before: int, after: int, peg: int | None) -> tuple[Jump, ...]:
    """Return jumps of one peg, of ``peg`` if it is given, from a position to another.

    () if there are none.
    """
    for jump, (sites, pegs) in board.masks.items():
        start, over, to = jump
        # One move is made by one peg, so the next jump starts where the last one ended. A peg that
        # is there at the end was not jumped over.
        if peg not in (None, start) or before & sites != pegs or after >> over & 1:
            continue
        # The peg may have jumped on from there, in the same move.
        between = before ^ sites
        if between == after:
            return (jump,)
        rest = _find_chain(board, between, after, to)
        if rest:
            return (jump, *rest)
    return ()
