"""Regions from the borders between cells, with lines and colours as two independent sources of
evidence.

Each source gives every border between two neighbouring cells a strength: how much line is drawn
there, or how different the two cells' colours are. A Star Battle board of N rows has exactly N
regions, and a border inside a region must be weaker than every border between two regions. So the
reader needs no threshold for a "thick" line: cells are joined across the weakest borders first
until N groups are left (Kruskal's algorithm), and the confidence depends on the gap between the
strongest border inside regions and the weakest border between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from solvers.cells import LETTERS
from vision.grid.borders import Borders, Labels, inside, number
from vision.image import Bools, Floats, to_bgr, to_lab


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
    def separate(self) -> bool:
        """True if every border between groups is stronger than every border inside one."""
        return self.between > self.inside

    @property
    def regions(self) -> int:
        """Number of groups."""
        return int(self.labels.max()) + 1

    def rows(self) -> tuple[str, ...]:
        """Return the groups as rows of letters."""
        return tuple("".join(LETTERS[label] for label in row) for row in self.labels)


NATURAL_GAP = 1.4
"""Minimum ratio between strengths that suggests two kinds of border; borders of one kind vary by up
to 1.25."""


def partition(borders: Borders, regions: int, weakest: float = np.inf) -> CellGroups:
    """Join cells across the weakest borders first, until ``regions`` groups are left or borders
    reach ``weakest``."""
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
    return measure_groups(borders, number(roots.reshape(borders.rows, borders.cols)))


def natural_groups(borders: Borders, floor: float) -> CellGroups | None:
    """Return the groups that the borders suggest by themselves, of any number, or None.

    The strengths are split at their widest relative gap; differences below ``floor`` are
    meaningless.
    """
    values = borders.values()
    strengths = np.sort(values[np.isfinite(values) & borders.visible()])
    gaps = (strengths[1:] + floor) / (strengths[:-1] + floor)
    if gaps.max(initial=0.0) < NATURAL_GAP:
        return None
    weak = int(gaps.argmax()) + 1
    joined = Borders(
        (borders.right > strengths[weak - 1]).astype(np.float32),
        (borders.below > strengths[weak - 1]).astype(np.float32),
    )
    found = measure_groups(borders, partition(joined, 1, weakest=0.5).labels)
    return found if found.separate and 1 < found.regions < found.labels.size else None


def measure_groups(borders: Borders, labels: Labels) -> CellGroups:
    """Return the groups with these labels and their strengths, measured from the borders."""
    strengths, within, visible = borders.values(), inside(labels), borders.visible()
    weakest = float(strengths[~within & visible].min(initial=np.inf))
    # Lines that are all between groups are of one kind, which separates nothing.
    is_one_kind = within.any() and not (within & visible).any()
    strongest = np.inf if is_one_kind else float(strengths[within & visible].max(initial=0.0))
    return CellGroups(labels, strongest, weakest)


def _pairs(rows: int, cols: int) -> npt.NDArray[np.intp]:
    """Return the cell numbers on both sides of every border, in the order of ``Borders.values``."""
    cell = np.arange(rows * cols).reshape(rows, cols)
    right = np.stack([cell[:, :-1].ravel(), cell[:, 1:].ravel()], axis=1)
    below = np.stack([cell[:-1].ravel(), cell[1:].ravel()], axis=1)
    return np.concatenate([right, below])


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
    already does). Both are in the order of ``Borders.values``. ``score`` is computed from the
    borders that are not in ``against``.
    """

    score: float
    against: Bools
    margins: Floats

    def rival(self, labels: Labels) -> bool:
        """Return True if the source shows a different grid: one that differs in borders of both
        kinds."""
        within = inside(labels)
        return bool((self.against & within).any() and (self.against & ~within).any())


@dataclass(frozen=True, slots=True)
class BorderEvidence:
    """One source of evidence: the strengths of all borders in one unit; differences below ``floor``
    are meaningless."""

    name: str
    unit: str
    floor: float
    borders: Borders

    def partition(self, regions: int) -> CellGroups:
        """Return the cells divided into this many groups by this source alone."""
        return partition(self.borders, regions)

    def score(self, found: CellGroups) -> float:
        """Return 0 if borders between regions are as strong as inside, 0.85 if 1.6 times as strong,
        0.94 if twice."""
        ratio = found.between / (found.inside + self.floor)
        return float(1 - ratio**-4) if ratio > 1 else 0.0

    def evaluate(self, labels: Labels) -> EvidenceScore:
        """Compare the source with these regions, using the limit that leaves the fewest borders
        against them."""
        strengths, within, visible = self.borders.values(), inside(labels), self.borders.visible()
        against = np.zeros(len(strengths), np.bool_)
        against[visible] = _against(strengths[visible], within[visible])
        counted = visible & ~against
        weak = float(strengths[within & counted].max(initial=0.0))
        strong = float(strengths[~within & counted].min(initial=np.inf))
        with np.errstate(invalid="ignore"):  # inf / inf at corrected borders
            margins = np.where(
                within, strong / (strengths + self.floor), strengths / (weak + self.floor)
            )
        enough = (within & counted).any() and against.sum() <= MOST_AGAINST * (~within).sum()
        score = self.score(CellGroups(labels, weak, strong)) if enough else 0.0
        return EvidenceScore(score, against, np.asarray(margins, np.float32))

    def report(self, found: CellGroups) -> str:
        """Describe the strengths of borders inside and between regions in one line."""
        strengths = f"{found.regions} regions, up to {found.inside:.2f} inside, from {found.between:.2f} between"
        return f"{self.name}: {strengths} ({self.unit}), score {self.score(found):.2f}"


def _against(strengths: Floats, within: Bools) -> Bools:
    """Return the borders on the wrong side of the limit (weaker inside, stronger between) with
    fewest such borders."""
    order = np.argsort(strengths, kind="stable")
    inner = within[order]
    wrong = np.concatenate([[0], np.cumsum(~inner)]) + np.concatenate(
        [np.cumsum(inner[::-1])[::-1], [0]]
    )
    ordered = strengths[order]
    wrong[1:-1][ordered[1:] == ordered[:-1]] = len(
        strengths
    )  # a limit can't separate equal strengths
    stronger = np.ones(len(strengths), np.bool_)
    stronger[order[: int(wrong.argmin())]] = False
    return np.asarray(stronger == within)


SHADE: Final = (0.5, 0.97)
"""Range of a shaded cell's brightness, or its distance from white, relative to its region's; pages
use 0.8 to 0.9."""
EVEN: Final = 0.04
"""Maximum difference of that factor between channels; regions of two colours differ by 0.1 and
more."""
LEAST_CHANNEL: Final = 0.1
"""Minimum value of a channel, 0…1, for its factor to be used: that of a smaller value is mostly
rounding."""
FEWEST_CHANNELS: Final = 2
"""Minimum number of such channels: a single one has the same factor as itself, whatever the
colour."""
DIFFERENT: Final = 4.0
"""Minimum difference (L*a*b*) between an isolated cell and each neighbour: twice what the eye can
see."""
ONE_SHADE: Final = 4 / 255
"""Maximum difference (blue, green, red of 0…1) between a colour and the same one under the other
shade: the medians of cells in a JPEG differ by up to 2 levels."""
SHADE_FACTORS: Final = (0.6, 0.98)
"""Range of the factor by which the darker or paler shade of a chess pattern differs: pages have
0.75 to 0.95."""
BEYOND_COLOURS: Final = 0.2
"""Maximum distance of the colour that a shade moves towards from those that exist, 0…1: it is
extrapolated."""
GUESSES: Final = 200
"""Number of pairs of borders from which a shade is guessed. If two fifths of the borders lie inside
regions, one pair in six gives the shade."""
TELLING: Final = 0.1
"""Minimum difference (blue, green, red of 0…1) between two colours for a factor to be measured."""
LEAST_SHADED: Final = 0.4
"""Minimum fraction of borders at which the colours differ by the shade alone: real boards have 0.5
and more."""
MOST_EQUAL: Final = 0.25
"""Maximum number of borders with equal colours, as a fraction of those: a shade leaves none inside
regions."""


def without_shades(colours: Floats) -> list[Floats]:
    """Return the possible colours of cells (rows, cols, 3), in L*a*b*, without a shade; empty if no
    cell is shaded."""
    even = _unchequered(colours)
    return [even, *_unhovered(even)] if even is not None else _unhovered(colours)


def _unchequered(colours: Floats) -> Floats | None:
    """Return the colours without the shade of every other cell, as on a chess board, or None if
    there is none.

    A shade moves all colours towards one colour by the same factor: black, white, or the page that
    shows through. In blue, green and red that is a straight line. It explains most borders and
    leaves few with equal colours.
    """
    levels = to_bgr(colours).clip(0, 1)
    odd = np.indices(levels.shape[:2]).sum(axis=0) % 2 == 1
    shaded, plain = _beside_each_other(levels, odd)
    equal = float(np.mean(np.linalg.norm(shaded - plain, axis=1) < ONE_SHADE))
    if equal > MOST_EQUAL:
        return None
    factor, shift, alike = _find_shade(shaded, plain)
    if alike < LEAST_SHADED or equal > MOST_EQUAL * alike:
        return None
    even = np.where(odd[..., None], (levels - shift) / factor, levels)
    return to_lab(np.asarray(np.clip(even, 0, 1) * 255, np.float32))


def _beside_each_other(levels: Floats, odd: Bools) -> tuple[Floats, Floats]:
    """Return the colours of the odd cell and of the even cell at each border, shape (K, 3)."""
    right = odd[:, 1:, None]
    below = odd[1:, :, None]
    of_odd = [
        np.where(right, levels[:, 1:], levels[:, :-1]).reshape(-1, 3),
        np.where(below, levels[1:], levels[:-1]).reshape(-1, 3),
    ]
    of_even = [
        np.where(right, levels[:, :-1], levels[:, 1:]).reshape(-1, 3),
        np.where(below, levels[:-1], levels[1:]).reshape(-1, 3),
    ]
    return np.concatenate(of_odd), np.concatenate(of_even)


def _find_shade(shaded: Floats, plain: Floats) -> tuple[float, Floats, float]:
    """Return the factor and the shift (3,) between the colours of odd and even cells (K, 3), and
    the share of borders that they explain.

    Borders between regions have other differences, so pairs of borders are tried at random, and the
    best pair is refined by those that agree with it.
    """
    best = 1.0, np.zeros(3, np.float32), 0.0
    pairs = np.random.default_rng(0).integers(len(plain), size=(GUESSES, 2))
    for pair in pairs:
        agreeing = np.isin(np.arange(len(plain)), pair)
        for _ in range(2):
            fitted = _fit_shade(shaded[agreeing], plain[agreeing])
            if fitted is None:
                break
            factor, shift = fitted
            agreeing = np.linalg.norm(shaded - factor * plain - shift, axis=1) < ONE_SHADE
            alike = float(agreeing.mean())
            if alike > best[2]:
                best = factor, shift, alike
    return best


def _fit_shade(shaded: Floats, plain: Floats) -> tuple[float, Floats] | None:
    """Fit the factor and the shift between colours (K, 3) by least squares; None if no shade has
    them."""
    if len(plain) < 2 or np.ptp(plain, axis=0).max() < TELLING:
        return None
    middle, shaded_middle = plain.mean(axis=0), shaded.mean(axis=0)
    off, shaded_off = plain - middle, shaded - shaded_middle
    factor = float((off * shaded_off).sum() / (off * off).sum())
    lesser = min(factor, 1 / factor) if factor > 0 else 0.0
    if not SHADE_FACTORS[0] <= lesser <= SHADE_FACTORS[1]:
        return None
    shift = np.asarray(shaded_middle - factor * middle, np.float32)
    towards = shift / (1 - factor)
    if towards.min() < -BEYOND_COLOURS or towards.max() > 1 + BEYOND_COLOURS:
        return None
    return factor, shift


def _unhovered(colours: Floats) -> list[Floats]:
    """Return the possible colours of cells without the shade of a hovered cell.

    There is one mouse, so at most one cell may look like a darker or a lighter neighbour. For each
    neighbour that it may be a shade of, one result gives it that neighbour's colour.
    """
    shaded = {cell: grounds for cell in _alone(colours) if (grounds := _grounds(colours, *cell))}
    if len(shaded) != 1:
        return []
    ((cell, grounds),) = shaded.items()
    return [_with(colours, cell, ground) for ground in grounds]


def _with(colours: Floats, cell: tuple[int, int], colour: Floats) -> Floats:
    repaired = colours.copy()
    repaired[cell] = colour
    return repaired


def _grounds(colours: Floats, row: int, col: int) -> list[Floats]:
    """Return the different neighbouring colours that a cell may be a shade of."""
    found: list[Floats] = []
    for colour in _neighbours(colours, row, col):
        known = any(np.linalg.norm(colour - other) <= DIFFERENT for other in found)
        if not known and _is_shade(colours[row, col], colour):
            found.append(colour)
    return found


def _alone(colours: Floats) -> list[tuple[int, int]]:
    """Return the (row, col) of cells that differ from all their neighbours."""
    rows, cols = colours.shape[:2]
    padded = np.pad(colours, ((1, 1), (1, 1), (0, 0)), constant_values=np.inf)
    beside = (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:])
    least = np.min([np.linalg.norm(colours - other, axis=2) for other in beside], axis=0)
    return [(int(r), int(c)) for r, c in np.argwhere(least.reshape(rows, cols) > DIFFERENT)]


def _neighbours(colours: Floats, row: int, col: int) -> Floats:
    rows, cols = colours.shape[:2]
    places = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return np.array(
        [colours[r, c] for r, c in places if 0 <= r < rows and 0 <= c < cols], np.float32
    )


def _is_shade(colour: Floats, ground: Floats) -> bool:
    """Return True if a colour is another one moved towards black or white by the same factor in
    each channel."""
    shade, own = to_bgr(colour), to_bgr(ground)
    return any(_dimmed(*pair) for pair in ((shade, own), (1 - shade, 1 - own)))


def _dimmed(shade: Floats, own: Floats) -> bool:
    telling = own >= LEAST_CHANNEL
    part = shade[telling] / own[telling]
    return bool(
        len(part) >= FEWEST_CHANNELS
        and np.ptp(part) <= EVEN
        and SHADE[0] <= part.min()
        and part.max() <= SHADE[1]
    )
