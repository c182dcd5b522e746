"""Placements of a given number of stars in a few cells, and their common parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solvers.star_battle.layout import Contradiction, Layout, bits

MANY = 60
"""Number of placements beyond which they have almost nothing in common."""

REMEMBERED = 30_000
"""Maximum number of cached results, which bounds the memory: the same part recurs on most boards of a search."""


class Common(NamedTuple):
    """Common parts of all placements: their ``number``, counted up to MANY + 1, and masks.

    ``stars`` are in every placement, ``used`` are the cells in any, ``blocked`` touch a star in every one.
    """

    number: int
    stars: int
    used: int
    blocked: int


class Placements:
    """Cached placements in parts of boards of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: dict[tuple[int, int, int], Common | None] = {}

    def common(self, cells: int, stars: int, count: int) -> Common:
        """Return the common parts of all placements of ``count`` stars in these cells that include ``stars``.

        Raises Contradiction if there are none.
        """
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
        count -= stars.bit_count()
        if not count:
            return Common(1, stars, stars, 0)
        number, always, used, blocked = 0, -1, 0, -1
        for way, last in self._ways(cells & ~stars, count):
            number += last.bit_count()
            if number > MANY:
                return Common(MANY + 1, stars, cells, 0)
            always &= way if last & last - 1 else way | last
            used |= way | last
            if blocked:
                blocked &= self._layout.touching(way) | self._blocked_by_each(last)
        return Common(number, stars | always, stars | used, blocked) if number else None

    def _ways(self, cells: int, count: int) -> Iterator[tuple[int, int]]:
        """Yield every set of ``count`` of these cells that do not touch: all but the last cell, and its candidates."""
        around = self._layout.around
        todo = [(0, cells, count)] if count > 0 else []
        while todo:
            way, cells, count = todo.pop()
            if count == 1:
                if cells:
                    yield way, cells
            elif cells.bit_count() >= count:
                cell = cells & -cells
                cells ^= cell
                todo.append((way, cells, count))
                todo.append((way | cell, cells & ~around[cell], count - 1))

    def _blocked_by_each(self, cells: int) -> int:
        around, blocked = self._layout.around, -1
        for cell in bits(cells):
            blocked &= around[cell]
            if not blocked:
                break
        return blocked
