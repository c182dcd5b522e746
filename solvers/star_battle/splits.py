"""Splits of the board between two rows: the rows above hold a known number of stars, and so do those below.

The contribution of each region is bounded by the 2x2 blocks that cover its part, as a block holds at
most one star. If these bounds leave no slack, every region contributes all it can: regions wholly on one side,
n regions in n rows, and the same with a region's overhang counted, are special cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solvers.star_battle.layout import Contradiction, Layout, bits
from solvers.star_battle.placements import REMEMBERED, Placements

FIELD = 10
"""Bits for a number of stars, at most 30 * 7, and for the sign of a difference."""

SIGN = 1 << FIELD - 1
COUNT = SIGN - 1


class _Shares(NamedTuple):
    """Maximum stars of a region above each split, and below it; ``play`` has SIGNs for splits that leave a choice."""

    above: int
    below: int
    play: int


class Splits:
    """All splits for one size and number of stars; for columns, pass the transposed board."""

    def __init__(self, layout: Layout, stars: int, placements: Placements) -> None:
        self._stars, self._placements = stars, placements
        self._stride = layout.stride
        rows_above = range(1, layout.size)
        self._above = [(1 << rows * layout.stride) - 1 for rows in rows_above]
        self._ones = _packed(1 for _ in rows_above)
        self._signs = self._ones * SIGN
        self._needed_above = _packed(rows * stars for rows in rows_above)
        self._needed_below = _packed((layout.size - rows) * stars for rows in rows_above)
        self._blocks = layout.blocks
        self._known: dict[int, _Shares] = {}

    def narrow(self, open_: int, stars: int, regions: Iterable[int]) -> tuple[int, int]:
        """Return the open cells and the stars if each region has its share on both sides of each split."""
        parts = [region & open_ for region in regions]
        shares = [self._shares(part) for part in parts]
        above = self._spare(self._needed_above, sum(share.above for share in shares))
        below = self._spare(self._needed_below, sum(share.below for share in shares))
        for part, share in zip(parts, shares, strict=True):
            for split in _fields(share.play & ~above):
                open_, stars = self._divide(part, split, _field(share.above, split), open_, stars)
            for split in _fields(share.play & ~below):
                most_below = _field(share.below, split)
                open_, stars = self._divide(part, split, self._stars - most_below, open_, stars)
        return open_, stars

    def _divide(self, part: int, split: int, count_above: int, open_: int, stars: int) -> tuple[int, int]:
        """Return the open cells and the stars if a region has exactly this many of its stars above the split."""
        above = self._above[split]
        for cells, count in ((part & above, count_above), (part & ~above, self._stars - count_above)):
            common = self._placements.common(cells, stars & cells, count)
            stars |= common.stars
            open_ &= ~(cells & ~common.used | common.blocked)
        return open_, stars

    def _spare(self, needed: int, most: int) -> int:
        """Return SIGNs for splits with more stars than needed; raises Contradiction if there are fewer."""
        spare = most + self._signs - needed
        if spare & self._signs != self._signs:
            raise Contradiction
        return self._positive(spare ^ self._signs)

    def _positive(self, fields: int) -> int:
        return fields + (self._signs - self._ones) & self._signs

    def _shares(self, part: int) -> _Shares:
        shares = self._known.get(part)
        if shares is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            shares = self._known[part] = self._work_out(part)
        return shares

    def _work_out(self, part: int) -> _Shares:
        first, last = ((bit.bit_length() - 1) // self._stride for bit in (part & -part, part))
        above = below = 0
        for split, rows_above in enumerate(self._above):
            above += (self._most(part & rows_above) if split >= first else 0) << split * FIELD
            below += (self._most(part & ~rows_above) if split < last else 0) << split * FIELD
        return _Shares(above, below, self._positive(above + below - self._stars * self._ones))

    def _most(self, cells: int) -> int:
        """Return an upper bound of the stars in these cells, at most a region's."""
        return min(self._stars, self._blocks(cells))


def _field(fields: int, place: int) -> int:
    return fields >> place * FIELD & COUNT


def _fields(signs: int) -> Iterator[int]:
    """Yield the places of the fields whose SIGN is set."""
    return (sign.bit_length() // FIELD - 1 for sign in bits(signs))


def _packed(numbers: Iterable[int]) -> int:
    return sum(number << place * FIELD for place, number in enumerate(numbers))
