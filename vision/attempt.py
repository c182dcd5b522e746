"""Attempts to read boards in a picture: the hints given, the measurements, and the reading or the refusal."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.corrections import Corrections
from vision.errors import BadFix, ReadingError
from vision.grid.lattice import Lattice
from vision.image import Floats
from vision.reading import Border, Reading


@dataclass(frozen=True, slots=True)
class Hints:
    """Facts about a board that are known before it is read.

    ``size`` is the number of rows, None if unknown. ``corrections`` maps (row, col) to the letter of a region.
    ``foreground`` is the public ``lit``: which of two appearances is a lit lamp or a peg. (x, y) is the position of
    the cropped picture in the whole one, in pixels.
    """

    size: int | None = None
    corrections: Corrections = field(default_factory=dict)
    x: int = 0
    y: int = 0
    foreground: str = "auto"


@dataclass(frozen=True, slots=True)
class RegionResult:
    """Regions of a grid of cells as rows of letters, the confidence in them (0…1), and the evidence for it.

    ``borders`` are all measured borders, the most doubtful first. ``count`` is the number of regions that the clearer
    evidence shows by itself; 0 if it shows none. ``framed``: for each side (left, top, right, bottom), True if a line
    as thick as between regions marks the board's edge. ``frame_expected``: True if at least one side has a thicker
    frame.
    """

    grid: tuple[str, ...]
    confidence: float
    evidence: tuple[str, ...]
    borders: tuple[Border, ...] = ()
    count: int = 0
    framed: tuple[bool, ...] = (False,) * 4
    frame_expected: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to read a grid of cells: either ``reading`` or ``refusal`` is not None.

    ``colours`` is the background colour of each cell in L*a*b*, shape (rows, cols, 3), and ``regions`` the classified
    regions; both are None if the attempt ended earlier. ``warp`` is, for a photo, the homography from the straightened
    picture, which contains the lattice, to the photo.
    """

    lattice: Lattice
    colours: Floats | None = None
    regions: RegionResult | None = None
    reading: Reading | None = None
    refusal: ReadingError | BadFix | None = None
    warp: tuple[float, ...] | None = None
