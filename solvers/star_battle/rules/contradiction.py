"""Proof by contradiction: assume a star on a cell, and show that something breaks.

The techniques without assumptions find the consequences of the assumption. A quick test first
checks if they lead to a contradiction; only then are they applied one by one, to show which of them
are needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import attrgetter, or_

from solvers.cells import bits
from solvers.errors import SolveTimeout
from solvers.star_battle.model import Puzzle
from solvers.star_battle.rules import counting, pair_of_lines, single_unit
from solvers.star_battle.rules.position import (
    BrokenPosition,
    Deduction,
    Position,
    Unit,
    list_deductions,
)
from solvers.star_battle.search import SolutionSearch
from solvers.wording import places

Find = Callable[[Position], Iterator[Deduction]]

SINGLE_UNIT: tuple[Find, ...] = (
    single_unit.cross_star_neighbours,
    single_unit.cross_full_units,
    single_unit.fill_last_free_cells,
    single_unit.cross_by_pointing,
    single_unit.deduce_by_tiling,
    single_unit.deduce_by_squeezing,
)
"""Techniques that look at one unit at a time."""

SEVERAL_UNITS: tuple[Find, ...] = (
    counting.find_regions_in_lines,
    pair_of_lines.find_by_pair_of_lines,
    counting.find_by_undercounting,
    counting.find_by_overcounting,
    counting.find_by_finned_counting,
)
WITHOUT_ASSUMPTION = SINGLE_UNIT + SEVERAL_UNITS
"""All techniques without an assumption."""

BOARDS = (1, 10, 100, 1_000, math.inf)
"""Boards that a search may visit to refute a cell.

More are visited only if no cell is refuted within these.
"""


QUICK_BOARDS = 1
"""Boards of a quick test if an assumption can be refuted without further ones."""


def refute_by_units(position: Position) -> Iterator[Deduction]:
    """Refute the star that single-unit techniques contradict after the fewest settled cells."""
    # A star refuted before stays refuted: later positions know more.
    refuted = [cell for cell in position.context.refuted if cell & position.free]
    if not refuted:
        settled = {cell: _count_settled_cells(position, cell) for cell in bits(position.free)}
        refuted = sorted((cell for cell in settled if settled[cell]), key=settled.__getitem__)
    position.context.refuted = refuted
    for cell in refuted:
        yield from _refute_star("contradiction", position, cell, SINGLE_UNIT)


def refute_by_counting(position: Position) -> Iterator[Deduction]:
    """Refute an assumption with all techniques together."""
    for cell in bits(position.free):
        if _is_refuted(position, cell, QUICK_BOARDS):
            yield from _refute_star("contradiction by counting", position, cell, WITHOUT_ASSUMPTION)


def refute_by_search(position: Position) -> Iterator[Deduction]:
    """Refute a cell by a search with few further assumptions: within the least of BOARDS that
    suffices.
    """
    units = tuple(position.context.units)
    otherwise = "leads to a contradiction, but only by further assumptions"
    for boards in BOARDS:
        for cell in bits(position.free):
            if _is_refuted(position, cell, boards):
                yield Deduction(
                    "deeper contradiction", 0, cell, position.free, units, "", otherwise
                )


def _is_refuted(position: Position, cell: int, boards: float) -> bool:
    """Return True if a search that visits at most this many boards proves that this cell has no
    star.
    """
    context = position.context
    context.check_deadline()
    search = SolutionSearch(
        Puzzle(
            context.puzzle.grid,
            context.stars,
            frozenset(context.layout.cells(position.stars | cell)),
            frozenset(context.layout.cells(context.board & ~position.open)),
        ),
        timeout_s=context.deadline.left_s,
        max_nodes=boards,
    )
    try:
        return next(iter(search), None) is None
    except SolveTimeout:
        context.check_deadline()
        return False


def _refute_star(
    rule: str, position: Position, cell: int, techniques: Sequence[Find]
) -> Iterator[Deduction]:
    """Refute a star here if it leads to a contradiction, by all that is needed for that."""
    deductions: list[Deduction] = []
    here = position.after(cell, 0)
    try:
        while True:
            position.context.check_deadline()
            single_unit.check_capacity(here)
            deduction = next(list_deductions(here, techniques), None)
            # No technique goes on, so this star breaks nothing that can be shown.
            if deduction is None:
                return
            deductions.append(deduction)
            here = here.after(deduction.stars, deduction.crossed)
    except BrokenPosition as broken:
        end = broken
    cells = end.cells | cell
    units = dict.fromkeys(end.units)
    stars = 0
    for deduction in _keep_needed(deductions, end):
        cells |= deduction.cells | deduction.stars | deduction.crossed
        units |= dict.fromkeys(deduction.units)
        stars |= deduction.stars
    before = "would not work:"
    if stars:
        before = f"would force others at {places(position.context.layout.cells(stars))}, and"
    yield Deduction(rule, 0, cell, cells, tuple(units), "", f"{before} then {end}")


def _keep_needed(deductions: list[Deduction], end: BrokenPosition) -> tuple[Deduction, ...]:
    """Return the deductions whose conclusions are in the units and cells of later, needed ones."""
    marks = end.cells | _join_cells(end.units)
    needed: list[Deduction] = []
    for deduction in reversed(deductions):
        if marks & (deduction.stars | deduction.crossed):
            needed.append(deduction)
            marks |= deduction.cells | _join_cells(deduction.units)
    return tuple(reversed(needed))


def _join_cells(units: Sequence[Unit]) -> int:
    return reduce(or_, map(attrgetter("cells"), units), 0)


def _count_settled_cells(position: Position, cell: int) -> int:
    """Return the number of cells that a star here settles before a unit breaks; 0 if none breaks.

    It concludes what SINGLE_UNIT concludes, but fast.
    """
    context = position.context
    context.check_deadline()
    capacity = context.capacity
    touching = context.layout.touching
    open_ = position.open
    stars = position.stars | cell
    before = None
    while before != (open_, stars):
        before = (open_, stars)
        open_ &= ~touching(stars)
        for unit in context.units:
            free = open_ & unit.cells & ~stars
            lack = context.stars - (stars & unit.cells).bit_count()
            # Too many stars, a star on a crossed cell, or too little room for the rest.
            if lack < 0 or stars & ~open_ or capacity.most(free) < lack:
                return (position.free & ~open_ | stars & ~position.stars).bit_count()
            if free:
                forced = capacity.find_forced(free, lack)
                stars |= forced.stars
                open_ &= ~forced.crossed
    return 0
