"""Which cells belong together: borders and colours as two independent witnesses.

A witness gives every border between two neighbouring cells a strength: how much line is drawn there, or how
different the two cells' colours are. A Star Battle board of N rows has exactly N regions, and a border inside
a region must be weaker than every border between two regions. So no strength has to be called "thick" in
advance: cells are joined across the weakest borders first until N groups are left (Kruskal's algorithm), and
the reading stands or falls with the gap between the strongest border inside and the weakest border between.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solvers.cells import LETTERS
from vision.grid.borders import Borders, Labels, inside, number


@dataclass(frozen=True, slots=True)
class Partition:
    """Cells in groups, and how clearly the groups are apart.

    ``labels[r, c]`` numbers the groups by first appearance. ``inside`` is the strength of the strongest border
    within a group, ``between`` that of the weakest border between two.
    """

    labels: Labels
    inside: float
    between: float

    @property
    def separate(self) -> bool:
        """Whether every border between groups is stronger than every border inside one."""
        return self.between > self.inside

    @property
    def regions(self) -> int:
        """How many groups there are."""
        return int(self.labels.max()) + 1

    def rows(self) -> tuple[str, ...]:
        """The groups as rows of letters."""
        return tuple("".join(LETTERS[label] for label in row) for row in self.labels)


NATURAL_GAP = 1.4
"""Least ratio between strengths that suggests two kinds of border; one kind varies by up to 1.25."""


def partition(borders: Borders, regions: int, weakest: float = np.inf) -> Partition:
    """Join cells across the weakest borders first until ``regions`` groups are left; none as strong as ``weakest``."""
    pairs = _pairs(borders.rows, borders.cols)
    strengths = borders.values()
    parent = list(range(borders.rows * borders.cols))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    groups = len(parent)
    for k in np.argsort(strengths, kind="stable"):
        if groups <= regions or strengths[k] >= weakest:
            break
        a, b = root(int(pairs[k, 0])), root(int(pairs[k, 1]))
        if a != b:
            parent[a] = b
            groups -= 1
    roots = np.array([root(cell) for cell in range(len(parent))])
    return measure(borders, number(roots.reshape(borders.rows, borders.cols)))


def natural(borders: Borders, floor: float) -> Partition | None:
    """The groups that the borders themselves suggest, however many; None where they suggest none.

    The strengths are parted at their widest relative gap; ``floor`` is the difference that means nothing.
    """
    values = borders.values()
    strengths = np.sort(values[np.isfinite(values)])
    gaps = (strengths[1:] + floor) / (strengths[:-1] + floor)
    if gaps.max(initial=0.0) < NATURAL_GAP:
        return None
    weak = int(gaps.argmax()) + 1
    joined = Borders(
        (borders.right > strengths[weak - 1]).astype(np.float32),
        (borders.below > strengths[weak - 1]).astype(np.float32),
    )
    found = measure(borders, partition(joined, 1, weakest=0.5).labels)
    return found if found.separate and 1 < found.regions < found.labels.size else None


def measure(borders: Borders, labels: Labels) -> Partition:
    """The partition with these labels, as the borders see it."""
    strengths, within = borders.values(), inside(labels)
    strongest = float(strengths[within].max(initial=0.0))
    weakest = float(strengths[~within].min(initial=np.inf))
    return Partition(labels, strongest, weakest)


def _pairs(rows: int, cols: int) -> npt.NDArray[np.intp]:
    """Cell numbers on the two sides of every border, in the order of ``Borders.values``."""
    cell = np.arange(rows * cols).reshape(rows, cols)
    right = np.stack([cell[:, :-1].ravel(), cell[:, 1:].ravel()], axis=1)
    below = np.stack([cell[:-1].ravel(), cell[1:].ravel()], axis=1)
    return np.concatenate([right, below])
