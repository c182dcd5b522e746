"""Regions from the borders between cells, with lines and colours as two independent sources of
evidence.

Each source gives every border between two neighbouring cells a strength: how much line is drawn
there, or how different the two cells' colours are. A Star Battle board of N rows has exactly N
regions, and a border inside a region must be weaker than every border between two regions. So the
reader needs no threshold for a "thick" line: cells are joined across the weakest borders first
until N groups are left (Kruskal's algorithm), and the confidence depends on the gap between the
strongest border inside regions and the weakest border between them.

A person may settle doubtful borders by naming the regions of single cells; the corrections are at
the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from solvers.cells import Cell, change_cells, find_pieces
from vision.errors import BadFix
from vision.grid.borders import (
    Borders,
    Labels,
    borders_beside,
    borders_inside,
    label_regions,
    number_groups,
    number_sides,
    write_rows,
)
from vision.image import Bools, Floats
from vision.reading import Border, Corrections


@dataclass(frozen=True, slots=True)
class CellGroups:
    """Cells in groups, and how clearly the groups are separated.

    ``labels[r, c]`` numbers the groups by first appearance. ``inside`` is the strength of the
    strongest border within a group that can be measured, ``between`` that of the weakest border
    between two groups.
    """

    labels: Labels
    inside: float
    between: float

    @property
    def regions(self) -> int:
        """Number of groups."""
        return int(self.labels.max()) + 1

    def rows(self) -> tuple[str, ...]:
        """Return the groups as rows of letters."""
        return write_rows(self.labels)


NATURAL_GAP = 1.4
"""Minimum ratio between strengths that suggests two kinds of border; borders of one kind vary by up
to 1.25."""


def join_weakest_borders(borders: Borders, regions: int, weakest: float = np.inf) -> CellGroups:
    """Join cells across the weakest borders first, until ``regions`` groups are left or borders
    reach ``weakest``."""
    sides = number_sides(borders.rows, borders.cols)
    strengths = borders.strengths
    groups = np.arange(borders.rows * borders.cols)
    left = len(groups)
    for border in np.argsort(strengths, kind="stable"):
        if left <= regions or strengths[border] >= weakest:
            break
        one, other = groups[sides[border]]
        if one != other:
            groups[groups == other] = one
            left -= 1
    return measure_groups(borders, number_groups(groups.reshape(borders.rows, borders.cols)))


def find_natural_groups(borders: Borders, floor: float) -> CellGroups | None:
    """Return the groups, of any number, that the borders suggest by themselves, or None.

    The strengths are split at their widest relative gap; differences below ``floor`` are
    meaningless.
    """
    is_measured = np.isfinite(borders.strengths) & borders.visible
    strengths = np.sort(borders.strengths[is_measured])
    gaps = (strengths[1:] + floor) / (strengths[:-1] + floor)
    if gaps.max(initial=0.0) < NATURAL_GAP:
        return None
    weakest_strong = float(strengths[int(gaps.argmax()) + 1])
    found = join_weakest_borders(borders, 1, weakest=weakest_strong)
    # Every border between groups is stronger than every border inside one.
    is_clear = found.between > found.inside and 1 < found.regions < found.labels.size
    return found if is_clear else None


def list_without_ring(lines: BorderEvidence) -> Iterator[BorderEvidence]:
    """Yield the lines without those of a ring inside a cell, such as the selected one, for each
    cell that may have one.

    Every cell has a thin line, but one that is a region of its own, and one with a ring, which lies
    at all its lines. Without it, they are as thin as others, or thick where they are stronger than
    the rest by at least half the difference between thick and thin lines.
    """
    borders = lines.borders
    sides = number_sides(borders.rows, borders.cols)
    weakest = np.full(borders.rows * borders.cols, np.inf)
    for side in sides.T:
        np.minimum.at(weakest, side, borders.strengths)
    thin = float(np.median(weakest))
    limit = NATURAL_GAP * (thin + lines.floor)
    ringed = np.flatnonzero(weakest > limit)
    if not len(ringed):
        return
    thick = float(np.median(borders.strengths[borders.strengths > limit]))
    for cell in ringed:
        beside = np.flatnonzero((sides == cell).any(axis=1))
        ranked = beside[np.argsort(borders.strengths[beside])]
        steps = np.diff(borders.strengths[ranked])
        last = int(steps.argmax())
        strengths = borders.strengths.copy()
        strengths[ranked] = thin
        if steps[last] >= (thick - thin) / 2:
            strengths[ranked[last + 1 :]] = thick
        yield replace(lines, borders=replace(borders, strengths=strengths))


def settle_odd_cells(groups: CellGroups, lines: BorderEvidence) -> tuple[Labels, float] | None:
    """Return the groups after each cell that is a group of its own has joined those to which its
    lines are weakest, and the least score of these lines; None if its lines can't tell.

    The strength of a line depends on the cells' colours, so that the lines of one cell are compared
    with each other. A cell whose lines are alike stays alone, unless there are too many
    groups then.
    """
    sides = number_sides(lines.borders.rows, lines.borders.cols)
    strengths = lines.borders.strengths
    flat = groups.labels.ravel()
    joined = borders_inside(groups.labels)
    apart = np.zeros_like(joined)
    alike = np.zeros_like(joined)
    score = 1.0
    for cell in np.flatnonzero(np.bincount(flat)[flat] == 1):
        beside = np.flatnonzero((sides == cell).any(axis=1))
        if not lines.borders.visible[beside].all():
            return None
        ranked = beside[np.argsort(strengths[beside])]
        ratios = strengths[ranked[1:]] / (strengths[ranked[:-1]] + lines.floor)
        last = int(ratios.argmax())
        if ratios[last] >= NATURAL_GAP:
            joined[ranked[: last + 1]] = True
            apart[ranked[last + 1 :]] = True
            score = min(score, _score_ratio(float(ratios[last])))
        else:
            alike[beside] = True
    labels = _join_across(joined, lines.borders.rows)
    if labels.max() >= len(labels):
        labels = _join_across(joined | alike, lines.borders.rows)
    return None if (apart & borders_inside(labels)).any() else (labels, score)


def _score_ratio(ratio: float) -> float:
    """Return the score, 0…1, of lines or colours that are so many times as strong as others."""
    return float(1 - ratio**-4) if ratio > 1 else 0.0


def _join_across(borders: Bools, rows: int) -> Labels:
    """Return the groups of cells that these borders of a square board join."""
    strengths = np.where(borders, 0, 1).astype(np.float32)
    joining = Borders(rows, rows, strengths, np.ones_like(borders))
    return join_weakest_borders(joining, 1, weakest=1.0).labels


def measure_groups(borders: Borders, labels: Labels) -> CellGroups:
    """Return the groups with these labels and their strengths, measured from the borders."""
    strengths = borders.strengths
    within = borders_inside(labels)
    visible = borders.visible
    weakest = float(strengths[~within & visible].min(initial=np.inf))
    seen_within = within & visible
    if within.any() and not seen_within.any():
        # Lines that are all between groups are of one kind, which separates nothing.
        strongest = np.inf
    else:
        strongest = float(strengths[seen_within].max(initial=0.0))
    return CellGroups(labels, strongest, weakest)


MOST_AGAINST: Final = 0.2
"""Maximum fraction of the borders between regions that a source may contradict and still count.

Lines that are all alike contradict a third or more of the borders of real boards; a cell of another
colour contradicts four borders.
"""


@dataclass(frozen=True, slots=True)
class EvidenceScore:
    """Agreement of one source with given regions.

    ``against``: for each border, True if the source takes it for the other kind. ``margins``: the
    factor by which each border would have to change to count as the other kind (below 1 if it
    already does). Both are in the order of ``number_sides``. ``score`` is computed from the
    borders that are not in ``against``.
    """

    score: float
    against: Bools
    margins: Floats

    def shows_other_grid(self, labels: Labels) -> bool:
        """Return True if the source contradicts borders of both kinds: those of another grid."""
        within = borders_inside(labels)
        is_joined = (self.against & ~within).any()
        is_split = (self.against & within).any()
        return bool(is_joined and is_split)


@dataclass(frozen=True, slots=True)
class BorderEvidence:
    """One source of evidence: the strengths of all borders in one unit; differences below ``floor``
    are meaningless."""

    name: str
    unit: str
    floor: float
    borders: Borders

    def divide_cells(self, regions: int) -> CellGroups:
        """Return the cells divided into this many groups by this source alone."""
        return join_weakest_borders(self.borders, regions)

    def score_groups(self, found: CellGroups) -> float:
        """Return 0 if borders between regions are as strong as inside, 0.85 if 1.6 times as strong,
        0.94 if twice."""
        return _score_ratio(found.between / (found.inside + self.floor))

    def score_labels(self, labels: Labels) -> float:
        """Return the score of the groups with these labels."""
        return self.score_groups(measure_groups(self.borders, labels))

    def compare_regions(self, labels: Labels) -> EvidenceScore:
        """Compare the source with these regions, using the limit that leaves the fewest borders
        against them."""
        strengths = self.borders.strengths
        within = borders_inside(labels)
        visible = self.borders.visible
        against = np.zeros(len(strengths), np.bool_)
        against[visible] = _find_contradictions(strengths[visible], within[visible])
        # Borders on the wrong side are counted; the others tell how clear the source is.
        counted = visible & ~against
        weak = float(strengths[within & counted].max(initial=0.0))
        strong = float(strengths[~within & counted].min(initial=np.inf))
        with np.errstate(invalid="ignore"):  # inf / inf at corrected borders
            to_strong = strong / (strengths + self.floor)
            to_weak = strengths / (weak + self.floor)
        margins = np.where(within, to_strong, to_weak)
        score = 0.0
        # Without a border inside a region there is nothing to compare the others with.
        if (within & counted).any() and against.sum() <= MOST_AGAINST * (~within).sum():
            score = self.score_groups(CellGroups(labels, weak, strong))
        return EvidenceScore(score, against, np.asarray(margins, np.float32))

    def describe_groups(self, found: CellGroups) -> str:
        """Describe the strengths of borders inside and between regions in one line."""
        inner = f"up to {found.inside:.2f} inside"
        outer = f"from {found.between:.2f} between ({self.unit})"
        measured = f"{inner}, {outer}, score {self.score_groups(found):.2f}"
        return f"{self.name}: {found.regions} regions, {measured}"


def _find_contradictions(strengths: Floats, within: Bools) -> Bools:
    """Return the borders on the wrong side of the limit (weaker inside, stronger between) that has
    the fewest of them."""
    order = np.argsort(strengths, kind="stable")
    ordered = strengths[order]
    inner = within[order]
    # wrong[k] counts the contradictions if the k weakest borders are taken for those inside.
    weak_between = np.concatenate([[0], np.cumsum(~inner)])
    strong_inside = np.concatenate([np.cumsum(inner[::-1])[::-1], [0]])
    wrong = weak_between + strong_inside
    # A limit can't separate equal strengths.
    wrong[1:-1][ordered[1:] == ordered[:-1]] = len(strengths)
    stronger = np.ones(len(strengths), np.bool_)
    stronger[order[: int(wrong.argmin())]] = False
    return np.asarray(stronger == within)


MOST_ASKED: Final = 4
"""Maximum number of cells to ask a person about; if more are doubtful, taking a better picture is
less work."""


def apply_corrections(grid: tuple[str, ...], corrections: Corrections) -> tuple[str, ...]:
    """Return the grid with the corrected cells moved to their regions.

    Raises
    ------
    BadFix
        If a cell is not on the board, the board has no such letter, or no other cell of that region
        is beside it.
    """
    rows = len(grid)
    cols = len(grid[0])
    letters = sorted(set("".join(grid)) - {".", "#"})
    names = f"{letters[0]} to {letters[-1]}" if letters else "none, since it has walls"
    for (row, col), letter in corrections.items():
        if not (0 <= row < rows and 0 <= col < cols):
            raise BadFix(
                f"cell {row},{col} is outside the board of {rows} rows and {cols} columns",
                hint="R and C of --fix count from 0",
            )
        if letter not in letters:
            raise BadFix(
                f"the board has no region {letter} for cell {row},{col}",
                hint=f"its letters are {names}",
            )
    corrected = change_cells(grid, corrections)
    # Only now, since a cell may be joined to its region by another corrected one.
    pieces = find_pieces(corrected)
    for (row, col), letter in corrections.items():
        if len(pieces[letter]) > 1 and {(row, col)} in pieces[letter]:
            raise BadFix(
                f"cell {row},{col} can't be in region {letter}: it has no neighbour there",
                hint="fix the cells in between too",
            )
    return corrected


def letters_by_appearance(grid: tuple[str, ...]) -> tuple[str, ...]:
    """Return the grid with its regions renamed by first appearance; a grid with walls is
    unchanged."""
    if "#" in "".join(grid):
        return grid
    return write_rows(label_regions(grid))


def settle_borders(borders: Borders, grid: tuple[str, ...], corrections: Corrections) -> Borders:
    """Return the borders with those at corrected cells set to 0 inside a region and to infinity
    between two."""
    labels = label_regions(grid)
    corrected = np.zeros(labels.shape, np.bool_)
    for cell in corrections:
        corrected[cell] = True
    known = borders_beside(corrected)
    settled = np.where(borders_inside(labels), 0, np.inf)
    strengths = np.where(known, settled, borders.strengths).astype(np.float32)
    return replace(borders, strengths=strengths, visible=borders.visible | known)


def cells_beside(border: Border) -> tuple[Cell, Cell]:
    """Return the (row, col) of the two cells at a border."""
    row = border.row
    col = border.col
    other = (row, col + 1) if border.side == "right" else (row + 1, col)
    return (row, col), other


def cells_to_confirm(doubtful: Iterable[Border]) -> list[Cell]:
    """Return cells whose confirmation settles all these borders, the cells at most borders
    first."""
    left = list(doubtful)
    cells = []
    while left:
        counts: Counter[Cell] = Counter()
        for border in left:
            counts.update(cells_beside(border))
        cell = max(counts, key=lambda cell: counts[cell])
        cells.append(cell)
        left = [border for border in left if cell not in cells_beside(border)]
    return cells


def fix_options(grid: tuple[str, ...], cells: Iterable[Cell]) -> str:
    """Return the command-line options that confirm the regions of these cells in the grid."""
    return " ".join(f"--fix {row},{col}={grid[row][col]}" for row, col in cells)
