"""Which regions a board has and how sure that is: what its lines and its colours say, alone and together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.board import Lattice
from vision.cells import cell_colours, colour_borders, frame_strength, line_borders
from vision.hover import without_shade
from vision.image import Floats
from vision.regions import Borders, Labels, Partition, measure, natural, partition

LINE_FLOOR: Final = 0.1
"""Differences of line strength (pixels of black) below this mean nothing: anti-aliasing and JPEG noise."""
COLOUR_FLOOR: Final = 2.0
"""Differences of colour (L*a*b*) below this mean nothing: just what an eye can tell."""
LEAST_CONFIDENCE: Final = 0.85
"""Readings below this are refused: lines alone must be 1.6 times as strong between regions as inside.

Right readings of whole boards in real pictures have 0.92 and more, wrong ones of boards covered on purpose up to 0.84.
"""
DOUBTFUL: Final = 0.5
"""Confidence in a board of which two readings are sure."""
FRAME_TRUST: Final = 0.3
"""Least trust in the lines of a board for its frame to be told from them."""
FRAME_SHARE: Final = 0.25
"""How much thicker a frame is than lines inside regions, as part of what borders are: cropped ones keep a third."""
BARE: Final = 0.1
"""Least line of any border, in medians; something covers a border with less. Badly drawn boards have 0.14."""
MOST_WALLS: Final = 0.65
"""Largest part of a board without regions that is wall; generated ones reach 0.55, discs on a pale grid 0.9."""


@dataclass(frozen=True, slots=True)
class Cells:
    """What was measured of a board: each cell's colour, and the strength of each border as both witnesses see it.

    ``trace`` is the line of each border where it is strongest, ``frame`` that at the left, the top, the right and
    the bottom where it is weakest. ``unshaded`` is ``colour`` without the shade of a cell, in each way that may be.
    """

    colours: Floats
    line: Borders
    trace: Borders
    colour: Borders
    frame: tuple[float, float, float, float]
    unshaded: tuple[Borders, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The grid as rows of letters, how sure it is (0…1), and what speaks for it.

    ``regions`` is how many regions the clearer witness sees when it is left to itself; 0 if it sees none.
    ``framed`` tells of the left, the top, the right and the bottom whether a line as between regions is drawn
    there, so that the board surely ends; ``frame_expected`` whether a frame thicker than that is seen somewhere.
    ``covered`` is a (row, col) without the line that all others have.
    """

    grid: tuple[str, ...]
    confidence: float
    evidence: tuple[str, ...]
    regions: int = 0
    framed: tuple[bool, ...] = (False,) * 4
    frame_expected: bool = False
    covered: tuple[int, int] | None = None


def measure_cells(lab: Floats, lattice: Lattice) -> Cells:
    """Measure the cells and borders of a lattice; ``lab`` is the picture in L*a*b*, shape (H, W, 3)."""
    colours = cell_colours(lab, lattice)
    line, trace = line_borders(lab, lattice, colours)
    unshaded = tuple(colour_borders(repaired) for repaired in without_shade(colours))
    return Cells(colours, line, trace, colour_borders(colours), frame_strength(lab, lattice, colours), unshaded)


def judge(cells: Cells) -> Verdict:
    """The walls of a board without regions, or the regions of a square board of N rows, which must be N."""
    walls = _walls(cells)
    # Walls come first: in two colours, a board may happen to show N groups of cells.
    if walls is not None and walls.confidence >= LEAST_CONFIDENCE:
        return walls
    return _clearest([_regions(cells, colour) for colour in (cells.colour, *cells.unshaded)])


def _clearest(found: list[Verdict]) -> Verdict:
    """With the mouse perhaps over a cell: the surest of what is seen with its shade and without, if others agree."""
    best = max(found, key=lambda verdict: verdict.confidence)
    if len({verdict.grid for verdict in found if verdict.confidence >= LEAST_CONFIDENCE}) < 2:
        return best
    return replace(best, confidence=DOUBTFUL, evidence=("a cell is a region of its own or has the mouse over it",))


def _regions(cells: Cells, by: Borders) -> Verdict:
    """Where lines and colours agree, each is a reason to believe; the doubt of the one weakens the other."""
    size = cells.line.rows
    by_line, by_colour = partition(cells.line, size), partition(by, size)
    line, colour = _trust(by_line, LINE_FLOOR), _trust(by_colour, COLOUR_FLOOR)
    evidence = (
        _report("lines", by_line, line, "px of black"),
        _report("colours", by_colour, colour, "in L*a*b*"),
    )
    best = by_line if line >= colour else by_colour
    if np.array_equal(by_line.labels, by_colour.labels):
        confidence = 1 - (1 - line) * (1 - colour)
    else:
        confidence = max(line, colour) * (1 - min(line, colour))
    if confidence == 0:
        free = natural(cells.line, LINE_FLOOR) or natural(by, COLOUR_FLOOR)
        return Verdict(best.rows(), 0.0, evidence, free.regions if free else 0)
    framed, expected = _framed(by_line, cells.frame) if line > FRAME_TRUST else ((False,) * 4, False)
    return Verdict(best.rows(), confidence, evidence, size, framed, expected, _covered(cells.trace))


def _framed(lines: Partition, frame: tuple[float, ...]) -> tuple[tuple[bool, ...], bool]:
    least = lines.inside + FRAME_SHARE * (lines.between - lines.inside)
    return tuple(side >= least for side in frame), max(frame) >= lines.between


def _covered(trace: Borders) -> tuple[int, int] | None:
    """The (row, col) beside a border without a trace of line, where lines are drawn between all cells."""
    usual = float(np.median(trace.values()))
    if usual < LINE_FLOOR * 3:
        return None
    bare = [*np.argwhere(trace.right < BARE * usual), *np.argwhere(trace.below < BARE * usual)]
    return (int(bare[0][0]), int(bare[0][1])) if bare else None


def confirm(cells: Cells, grid: tuple[str, ...]) -> float:
    """How sure it is, 0…1, that the measured cells show this grid."""
    if any("#" in row for row in grid):
        walls = _walls(cells)
        return walls.confidence if walls is not None and walls.grid == grid else 0.0
    names = sorted({letter for row in grid for letter in row})
    labels: Labels = np.array([[names.index(letter) for letter in row] for row in grid], np.intp)
    line = _trust(measure(cells.line, labels), LINE_FLOOR)
    return 1 - (1 - line) * (1 - _trust(measure(cells.colour, labels), COLOUR_FLOOR))


def _trust(found: Partition, floor: float) -> float:
    """0 where borders inside regions are as strong as between them; 0.85 at 1.6 times, 0.94 at twice."""
    ratio = found.between / (found.inside + floor)
    return float(1 - ratio**-4) if ratio > 1 else 0.0


def _report(witness: str, found: Partition, trust: float, unit: str) -> str:
    inside, between = f"{found.inside:.2f} inside regions", f"{found.between:.2f} between"
    return f"{witness}: up to {inside}, from {between} ({unit}), trust {trust:.2f}"


def _walls(cells: Cells) -> Verdict | None:
    """The board as one without regions: cells of two looks, one of them as dark (or bright) as the grid lines."""
    flat = cells.colours.reshape(-1, 3)
    ends = flat[[flat[:, 0].argmin(), flat[:, 0].argmax()]]
    distances = np.linalg.norm(flat[:, None] - ends[None], axis=2)
    nearer = distances.argmin(axis=1).reshape(cells.colours.shape[:2])
    wall = next((nearer == end for end in (0, 1) if _walled(cells.line, nearer == end)), None)
    if wall is None:
        return None
    spread, apart = float(distances.min(axis=1).max()), float(np.linalg.norm(ends[1] - ends[0]))
    confidence = max(0.0, 1 - ((spread + COLOUR_FLOOR) / max(apart, 1e-6)) ** 2)
    grid = tuple("".join(".#"[int(w)] for w in row) for row in wall)
    evidence = f"walls: {int(wall.sum())} cells, colours {apart:.0f} apart and {spread:.1f} within"
    return Verdict(grid, confidence, (evidence,))


def _walled(line: Borders, wall: npt.NDArray[np.bool_]) -> bool:
    """Whether these cells can be the walls of a board without regions.

    Every line between two open cells must be seen, all equally thick, and none at a wall, where it has the
    wall's own colour. Every row and column needs room for a star.
    """
    at_wall = np.concatenate([(wall[:, 1:] | wall[:, :-1]).ravel(), (wall[1:] | wall[:-1]).ravel()])
    full = wall.all(axis=0).any() or wall.all(axis=1).any() or wall.mean() > MOST_WALLS
    if not wall.any() or at_wall.all() or full:
        return False
    lines = line.values()
    thinnest, thickest = float(lines[~at_wall].min()), float(lines[~at_wall].max())
    seen, even = thinnest >= LINE_FLOOR * 3, thickest <= 2 * thinnest + LINE_FLOOR
    return seen and even and float(lines[at_wall].max()) <= thinnest / 2
