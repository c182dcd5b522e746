"""What all ways to place so many stars in a few cells have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solvers.star_battle.layout import Contradiction, Layout

MANY = 60
"""Beyond so many ways, what they have in common is next to nothing."""

REMEMBERED = 30_000
"""Results kept: the same part of a board comes back at most boards of a search. Bounds the memory."""


class Common(NamedTuple):
    """``number`` of ways, counted up to MANY + 1, and masks.

    ``stars`` are in every way, ``used`` are the cells in any, ``blocked`` touch a star in every way.
    """

    number: int
    stars: int
    used: int
    blocked: int


class Fillings:
    """The ways to fill parts of boards of one layout, each worked out once."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: dict[tuple[int, int, int], Common | None] = {}

    def common(self, cells: int, stars: int, count: int) -> Common:
        """What the ways to place ``count`` stars in these cells, ``stars`` among them, have in common."""
        key = cells, stars, count
        try:
            found = self._known[key]
        except KeyError:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._work_out(cells, stars, count)
        if found is None:
            raise Contradiction
        return found

    def _work_out(self, cells: int, stars: int, count: int) -> Common | None:
        number, always, used, blocked = 0, -1, 0, -1
        for number, way in enumerate(self.ways(cells & ~stars, count - stars.bit_count()), 1):
            if number > MANY:
                return Common(number, stars, cells, 0)
            always &= way
            used |= way
            blocked &= self._layout.touching(way)
        return Common(number, stars | always, stars | used, blocked) if number else None

    def ways(self, cells: int, count: int) -> Iterator[int]:
        """Every set of ``count`` of these cells that do not touch; none where the count is negative."""
        todo = [(0, cells, count)] if count >= 0 else []
        while todo:
            way, cells, count = todo.pop()
            if not count:
                yield way
            elif cells.bit_count() >= count:
                cell = cells & -cells
                cells ^= cell
                todo.append((way, cells, count))
                todo.append((way | cell, cells & ~self._layout.touching(cell), count - 1))
