"""Alternative answers found while a board is generated: none of them may become a second solution."""

from __future__ import annotations

from collections.abc import Sequence

OPEN = -1
"""The region of a cell that does not belong to one yet."""

StarCells = tuple[int, ...]
"""Cells of the stars, numbered row by row, in order."""


class _Alternative:
    """Stars that obey all rules but the regions'; ``faults`` is the number of stars too few or too many in these."""

    __slots__ = ("counts", "faults", "stars")

    def __init__(self, stars: StarCells, counts: list[int], faults: int) -> None:
        self.stars, self.counts, self.faults = stars, counts, faults


class Alternatives:
    """All known alternatives of an answer on a board of ``size`` regions, updated when cells change regions."""

    def __init__(self, size: int, stars: int) -> None:
        self._size, self._stars = size, stars
        self._with_star: list[list[_Alternative]] = [[] for _ in range(size * size)]
        self._known: set[StarCells] = set()

    def add(self, stars: StarCells, region_of: Sequence[int]) -> None:
        """Remember an alternative."""
        if stars in self._known:
            return
        self._known.add(stars)
        counts = [0] * self._size
        for cell in stars:
            if region_of[cell] != OPEN:
                counts[region_of[cell]] += 1
        alternative = _Alternative(stars, counts, sum(abs(count - self._stars) for count in counts))
        for cell in stars:
            self._with_star[cell].append(alternative)

    def change(self, cell: int, old: int, new: int) -> None:
        """Update the alternatives after a cell has moved from one region to another."""
        for alternative in self._with_star[cell]:
            counts = alternative.counts
            if old != OPEN:
                alternative.faults += 1 if counts[old] <= self._stars else -1
                counts[old] -= 1
            if new != OPEN:
                alternative.faults -= 1 if counts[new] < self._stars else -1
                counts[new] += 1

    def forbid(self, cell: int, region: int) -> bool:
        """Return True if one becomes a solution when this open cell is given to the region."""
        missing = self._stars - 1
        return any(
            alternative.faults == 1 and alternative.counts[region] == missing for alternative in self._with_star[cell]
        )

    def solutions(self, cell: int) -> list[StarCells]:
        """Return those with a star here that are solutions now."""
        return [alternative.stars for alternative in self._with_star[cell] if not alternative.faults]
