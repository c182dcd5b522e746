"""Accept a board of pegs that was read anew as one that is known, after at most one jump."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING, Final

from solvers.peg_solitaire import HOLE, PEG

if TYPE_CHECKING:
    from vision import Reading
    from vision.reading import Colour

MOST_CHANGED: Final = 3
"""Maximum number of sites that change at once: those of one jump."""
MOST_LOOKS: Final = 12
"""Maximum number of appearances of pegs that are remembered."""
SAME_LOOK: Final = 4.0
"""Maximum distance (L*a*b*) of two colours that are one appearance."""


def as_known_board(known: Reading, now: Reading) -> Reading | None:
    """Return a known board as it was read now, with all appearances of its pegs; None if it is not that board.

    It has the same sites, no more pegs, and differs by one jump at most: what covers pegs would hide more.
    """
    before, after = "".join(known.grid), "".join(now.grid)
    if [len(row) for row in now.grid] != [len(row) for row in known.grid] or _sites(before) != _sites(after):
        return None
    changed = sum(old != new for old, new in zip(before, after, strict=True))
    if changed > MOST_CHANGED or after.count(PEG) > before.count(PEG):
        return None
    hole = now.looks[0] or known.looks[0]
    looks = (hole, *_distinct([*known.looks[1:], *now.looks[1:]])[:MOST_LOOKS])
    return replace(known, grid=now.grid, xs=now.xs, ys=now.ys, box=now.box, looks=looks)


def _sites(squares: str) -> str:
    return squares.replace(PEG, HOLE)


def _distinct(looks: list[Colour | None]) -> list[Colour]:
    """Return the colours without those that are nearly the same as an earlier one."""
    found: list[Colour] = []
    for look in looks:
        if look and all(dist(look, other) > SAME_LOOK for other in found):
            found.append(look)
    return found
