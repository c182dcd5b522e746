"""Which regions a board has and how sure that is: what its lines and its colours say, alone and together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from solvers.cells import rename_regions
from vision.attempt import RegionResult
from vision.corrections import Fixes, cells_at, settled, vouched
from vision.grid.board import Lattice
from vision.grid.borders import Borders, Labels, inside, label
from vision.grid.cells import cell_colours, colour_borders, frame_strength, line_borders
from vision.image import Floats, Image
from vision.reading import Border
from vision.star_battle.border_evidence import Testimony, Witness
from vision.star_battle.hover import without_shade
from vision.star_battle.regions import Partition, measure, natural
from vision.star_battle.walls import Walls, find_walls

LINE_FLOOR: Final = 0.1
"""Differences of line strength (pixels of black) below this mean nothing: anti-aliasing and JPEG noise."""
COLOUR_FLOOR: Final = 2.0
"""Differences of colour (L*a*b*) below this mean nothing: just what an eye can tell."""
LEAST_CONFIDENCE: Final = 0.85
"""Readings below this are refused: lines alone must be 1.6 times as strong between regions as inside.

Right readings of whole boards in real pictures have 0.92 and more, of spoilt copies 0.76 and more; wrong ones have up
to 0.58, those of boards covered on purpose had up to 0.84. Boards that may go on beyond the picture have just that
(``attempt.UNFRAMED_CONFIDENCE``): cropped ones are right, of those cut off on purpose a few are left.
"""
LEAST_MARGIN: Final = (1 - LEAST_CONFIDENCE) ** -0.25
"""Borders of a smaller margin are doubtful: alone, they would make for a confidence below the least."""
DOUBTFUL: Final = 0.5
"""Confidence in a board of which two readings are sure, or one but for a few borders."""
FRAME_TRUST: Final = 0.3
"""Least trust in the lines of a board for its frame to be told from them."""
FRAME_SHARE: Final = 0.25
"""How much thicker a frame is than lines inside regions, as part of what borders are: cropped ones keep a third."""
WHOLE_LINE: Final = 0.75
"""Least part of a line where a board with walls ends: a cut along a line leaves half of it."""
MOST_ODD: Final = 1.5
"""Most regions, for each row, of a board with odd cells; a grid that has more where lines vary is no other count."""


@dataclass(frozen=True, slots=True)
class Cells:
    """What was measured of a board: each cell's colour, and the strength of each border as both witnesses see it.

    ``trace`` is the line of each border where it is strongest, ``frame`` that at the left, the top, the right and
    the bottom where it is weakest. ``walls`` are those of a board without regions, ``unshaded`` is
    ``colour`` without the shade of a cell, in each way that may be. ``divided`` is the part of the cells that have
    several colours.
    """

    colours: Floats
    line: Borders
    trace: Borders
    colour: Borders
    frame: tuple[float, float, float, float]
    walls: Walls | None = None
    unshaded: tuple[Borders, ...] = ()
    divided: float = 0.0


def measure_cells(image: Image, lattice: Lattice) -> Cells:
    """Measure the cells and borders of a lattice in a picture."""
    colours, divided = cell_colours(image, lattice)
    line, trace = line_borders(image, lattice, colours)
    unshaded = tuple(colour_borders(repaired) for repaired in without_shade(colours))
    walls = find_walls(colours, line)
    frame = frame_strength(image, lattice, walls.opened(colours) if walls else colours)
    return Cells(colours, line, trace, colour_borders(colours), frame, walls, unshaded, divided)


def classify(cells: Cells, fixes: Fixes | None = None) -> RegionResult:
    """The walls of a board without regions, or the regions of a square board of N rows, which must be N.

    ``fixes`` are cells that a person vouches for, by the letters of the result without them, which stay the same.

    Raises
    ------
    BadFix
        If a vouched cell is not on the board, its letter is none of the board's, or no region of that is beside it.
    """
    # Walls come first: in two colours, a board may happen to show N groups of cells.
    if cells.walls is not None and cells.walls.confidence >= LEAST_CONFIDENCE:
        guess = _walled(cells.walls, cells.frame)
    else:
        guess = _clearest([_regions(cells, colour) for colour in (cells.colour, *cells.unshaded)])
    if not fixes:
        return guess
    grid = vouched(guess.grid, fixes)
    colours = [settled(colour, grid, fixes) for colour in (cells.colour, *cells.unshaded)]
    known = replace(cells, line=settled(cells.line, grid, fixes))
    result = _clearest([_regions(known, colour) for colour in colours])
    asked = tuple(border for border in result.borders if not any(cell in fixes for cell in cells_at(border)))
    return replace(result, grid=rename_regions(result.grid, grid), borders=asked)


def confirm(cells: Cells, grid: tuple[str, ...]) -> float:
    """How sure it is, 0…1, that the measured cells show this grid."""
    if any("#" in row for row in grid):
        return cells.walls.confidence if cells.walls is not None and cells.walls.grid == grid else 0.0
    labels = label(grid)
    doubts = [1 - witness.trust(measure(witness.borders, labels)) for witness in _witnesses(cells.line, cells.colour)]
    return 1 - doubts[0] * doubts[1]


def _clearest(found: list[RegionResult]) -> RegionResult:
    """With the mouse perhaps over a cell: the surest of what is seen with its shade and without, if others agree."""
    best = max(found, key=lambda result: result.confidence)
    grids = {result.grid for result in found if result.confidence >= LEAST_CONFIDENCE}
    if len(grids) < 2:
        return best
    borders = tuple(border._replace(margin=1.0) if _differs(border, grids) else border for border in best.borders)
    evidence = ("a cell is a region of its own or has the mouse over it",)
    return replace(best, confidence=DOUBTFUL, evidence=evidence, borders=_doubtful_first(borders))


def _differs(border: Border, grids: Iterable[tuple[str, ...]]) -> bool:
    """Whether two regions meet at a border in some of the grids only."""
    (row, col), (r, c) = cells_at(border)
    return len({grid[row][col] == grid[r][c] for grid in grids}) > 1


def _witnesses(line: Borders, colour: Borders) -> tuple[Witness, Witness]:
    return (
        Witness("lines", "px of black", LINE_FLOOR, line),
        Witness("colours", "in L*a*b*", COLOUR_FLOOR, colour),
    )


def _regions(cells: Cells, colour: Borders) -> RegionResult:
    """The regions that the clearer witness sees, and what the other one says of them."""
    size = cells.line.rows
    witnesses = _witnesses(cells.line, colour)
    free = [natural(witness.borders, witness.floor) for witness in witnesses]
    alone = [_alone(witness, found, size) for witness, found in zip(witnesses, free, strict=True)]
    trusts = [
        witness.trust(found) if found.regions == size else 0.0 for witness, found in zip(witnesses, alone, strict=True)
    ]
    nearly = [witness.hear(found.labels).trust for witness, found in zip(witnesses, alone, strict=True)]
    lead = int((trusts[1], nearly[1]) > (trusts[0], nearly[0]))
    labels = alone[lead].labels
    heard = [witness.hear(labels) for witness in witnesses]
    other = 1 - lead
    rival = 0.0 if np.array_equal(alone[other].labels, labels) else trusts[other]
    confidence = _together(trusts[lead], heard[other], rival, labels)
    evidence = tuple(witness.report(found) for witness, found in zip(witnesses, alone, strict=True))
    borders = _borders(cells.line, colour, heard[lead], heard[other], labels)
    if confidence == 0:
        counts = [found.regions for found in free if found]
        unsure = DOUBTFUL if nearly[lead] >= LEAST_CONFIDENCE and not counts else 0.0
        count = min(counts, key=lambda regions: abs(regions - size), default=0)
        return RegionResult(alone[lead].rows(), unsure, evidence, borders, count)
    framed, expected = _framed(alone[0], cells.frame) if trusts[0] > FRAME_TRUST else ((False,) * 4, False)
    return RegionResult(alone[lead].rows(), confidence, evidence, borders, size, framed, expected)


def _alone(witness: Witness, free: Partition | None, size: int) -> Partition:
    """What one witness sees: so many regions, or a few more where these are clearer, as of cells that look odd."""
    return free if free and size < free.regions <= MOST_ODD * size else witness.partition(size)


def _together(lead: float, other: Testimony, rival: float, labels: Labels) -> float:
    """Where both agree, each is a reason to believe; another grid that the other one sees weakens the first.

    Two grids of N regions each differ in borders of both kinds. So a line that is covered or one too many, or two
    regions of one colour that touch, makes a witness silent, but no witness against the grid.
    """
    if lead == 0 or other.rival(labels) or rival:
        return lead * (1 - max(other.trust, rival))
    return lead if other.against.any() else 1 - (1 - lead) * (1 - other.trust)


def _borders(line: Borders, colour: Borders, lead: Testimony, other: Testimony, labels: Labels) -> tuple[Border, ...]:
    """All borders, least margin first: that of the clearer witness, unless the other one contradicts."""
    rows, cols = labels.shape
    margins = lead.margins
    if other.trust:
        margins = np.where(other.against, np.minimum(margins, other.margins), np.maximum(margins, other.margins))
    places = [(r, c, "right") for r in range(rows) for c in range(cols - 1)]
    places += [(r, c, "below") for r in range(rows - 1) for c in range(cols)]
    columns = (~inside(labels), line.values(), colour.values(), margins)
    measured = zip(places, *(column.tolist() for column in columns), strict=True)
    return _doubtful_first(Border(*place, *rest) for place, *rest in measured)


def _doubtful_first(borders: Iterable[Border]) -> tuple[Border, ...]:
    return tuple(sorted(borders, key=lambda border: border.margin))


def _walled(walls: Walls, frame: tuple[float, ...]) -> RegionResult:
    """No count of regions tells whether a board with walls is whole, so its frame must be seen."""
    least = max(WHOLE_LINE * walls.line, max(frame) / 2)
    framed = tuple(side >= least for side in frame)
    return RegionResult(walls.grid, walls.confidence, (walls.evidence,), framed=framed, frame_expected=True)


def _framed(lines: Partition, frame: tuple[float, ...]) -> tuple[tuple[bool, ...], bool]:
    least = lines.inside + FRAME_SHARE * (lines.between - lines.inside)
    return tuple(side >= least for side in frame), max(frame) >= lines.between
