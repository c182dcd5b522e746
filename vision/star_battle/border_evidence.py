"""What one witness, the lines or the colours of a board, says of its regions, and which borders speak against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.grid.borders import Borders, Labels, inside
from vision.image import Bools, Floats
from vision.star_battle.regions import Partition, partition

MOST_AGAINST: Final = 0.2
"""Largest part of the borders between regions that a witness may contradict and still be one.

Lines that are all alike contradict a third and more of the borders of real boards; a cell of another colour, four.
"""


@dataclass(frozen=True, slots=True)
class Testimony:
    """How a witness sees given regions.

    ``against`` are the borders it takes for the other kind, ``margins`` how far each is from counting as that, as a
    ratio (below 1 where it does), both in the order of ``Borders.values``; ``trust`` is that in all the others.
    """

    trust: float
    against: Bools
    margins: Floats

    def rival(self, labels: Labels) -> bool:
        """Whether it speaks for another grid: two of as many regions differ in borders of both kinds."""
        within = inside(labels)
        return bool((self.against & within).any() and (self.against & ~within).any())


@dataclass(frozen=True, slots=True)
class Witness:
    """The strengths of all borders in one unit; ``floor`` is the difference between them that means nothing."""

    name: str
    unit: str
    floor: float
    borders: Borders

    def partition(self, regions: int) -> Partition:
        """The cells in so many groups, as this witness alone would have them."""
        return partition(self.borders, regions)

    def trust(self, found: Partition) -> float:
        """0 where borders inside regions are as strong as between them; 0.85 at 1.6 times, 0.94 at twice."""
        ratio = found.between / (found.inside + self.floor)
        return float(1 - ratio**-4) if ratio > 1 else 0.0

    def hear(self, labels: Labels) -> Testimony:
        """What the witness says of these regions, with as few borders against them as one limit leaves."""
        strengths, within = self.borders.values(), inside(labels)
        against = _against(strengths, within)
        weak = float(strengths[within & ~against].max(initial=0.0))
        strong = float(strengths[~within & ~against].min(initial=np.inf))
        with np.errstate(invalid="ignore"):  # no end over no end, at borders that a person settled
            margins = np.where(within, strong / (strengths + self.floor), strengths / (weak + self.floor))
        enough = against.sum() <= MOST_AGAINST * (~within).sum()
        trust = self.trust(Partition(labels, weak, strong)) if enough else 0.0
        return Testimony(trust, against, np.asarray(margins, np.float32))

    def report(self, found: Partition) -> str:
        """One line for people: how strong borders are inside the regions and between them."""
        strengths = f"{found.regions} regions, up to {found.inside:.2f} inside, from {found.between:.2f} between"
        return f"{self.name}: {strengths} ({self.unit}), trust {self.trust(found):.2f}"


def _against(strengths: Floats, within: Bools) -> Bools:
    """The borders on the wrong side of the limit, weaker ones inside and stronger ones between, that leaves fewest."""
    order = np.argsort(strengths, kind="stable")
    inner = within[order]
    wrong = np.concatenate([[0], np.cumsum(~inner)]) + np.concatenate([np.cumsum(inner[::-1])[::-1], [0]])
    ordered = strengths[order]
    wrong[1:-1][ordered[1:] == ordered[:-1]] = len(strengths)  # no limit parts equal ones
    stronger = np.ones(len(strengths), np.bool_)
    stronger[order[: int(wrong.argmin())]] = False
    return np.asarray(stronger == within)
