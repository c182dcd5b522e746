"""Result of reading a board: its grid, position and marks, and the confidence in it; and how boards
lie in a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from solvers.cells import Cell, PlainData

if TYPE_CHECKING:
    from solvers import lights_out, peg_solitaire, star_battle

T = TypeVar("T")
Colour: TypeAlias = tuple[float, float, float]
"""In L*a*b*."""
Box: TypeAlias = tuple[int, int, int, int]
"""(x0, y0, x1, y1) in pixels."""
Corrections: TypeAlias = Mapping[Cell, str]
"""Letters of the regions of cells (row, col), as a person names them."""


class Mark(NamedTuple):
    """Mark in a cell: ``kind`` is "star", "cross" or "dot"."""

    row: int
    col: int
    kind: str


class Border(NamedTuple):
    """Measurements between a cell (row, col) and its neighbour at ``side``, "right" or "below".

    ``drawn``: True if two regions meet there. ``line``: strength of the line, in pixels of black on
    white. ``colour``: difference between the two cells, in L*a*b*. ``margin``: factor by which the
    border would have to change to count as the other kind, 1 if it could be either.
    """

    row: int
    col: int
    side: str
    drawn: bool
    line: float
    colour: float
    margin: float


@dataclass(frozen=True, slots=True, repr=False)
class Reading(PlainData):
    """Board read from a picture.

    Attributes
    ----------
    puzzle : "star-battle", "lights-out" or "pegs".
    grid : rows of letters, one letter per region, named by first appearance; ``#`` is a wall and
        ``.`` a cell of a board without regions. For lamps, ``.`` is unlit, ``*`` lit, a space an
        empty place, and ``2`` and so on are further states. For pegs, ``o`` is a peg, ``.`` a hole
        and a space a place outside the board.
    xs, ys : the boundaries of the columns and of the rows, one more than there are of them, in
        pixels of the picture, left to right and top to bottom; in the middle of the gaps between
        lamps. If there is a ``warp``, they are pixels of the straightened picture.
    box : (x0, y0, x1, y1) of the outer edge of the border, or of the outer lamps, in pixels of the
        picture.
    marks : marks in the cells, row by row.
    confidence : confidence in the grid, 0…1.
    evidence : one line per observation that the confidence is based on.
    borders : measurements of each border between two cells, the most doubtful first.
    whole : True if the board surely ends where the grid does. False if the picture ends there too
        without a visible frame: a row or a column may be missing.
    stars : number of stars per row, column and region if the picture shows it, otherwise None.
    warp : for a photo, the 3x3 homography, row by row, from the straightened picture to the photo;
        otherwise None.
    looks : for lamps, the mean colour (L*a*b*) of each state, None for a state not seen yet; for
        pegs, the colour of holes (None if there are none), then those of pegs, the most frequent
        first.
    part : for lamps, the central fraction of the sides over which that mean is taken; for pegs,
        their diameter as a fraction of a step: their colours are taken near the rim.
    """

    puzzle: str
    grid: tuple[str, ...]
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    box: tuple[int, int, int, int]
    marks: tuple[Mark, ...] = ()
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    borders: tuple[Border, ...] = field(default=(), repr=False)
    whole: bool = True
    stars: int | None = None
    warp: tuple[float, ...] | None = None
    looks: tuple[Colour | None, ...] = ()
    part: float = 1.0

    def __repr__(self) -> str:
        """Return a line that tells this board from others."""
        name = f"{self.puzzle} {self.rows}x{self.cols} at {self.box[0]},{self.box[1]}"
        if self.marks:
            name += f", {len(self.marks)} marks"
        return f"<Reading: {name}, confidence {self.confidence:.3f}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the attributes as plain data, with ``rows`` and ``cols`` and without
        ``borders``."""
        # super() without arguments does not work in a class that dataclass makes anew for its
        # slots.
        attributes = PlainData.to_dict(self)
        return {"rows": self.rows, "cols": self.cols, **attributes}

    def _repr_svg_(self) -> str:
        """Return the drawing of the board with its marks for Jupyter."""
        from solvers import drawing
        from solvers.peg_solitaire.text import lattice_of

        if self.puzzle == "lights-out":
            return drawing.draw_lamps(self.grid).svg()
        if self.puzzle == "pegs":
            return drawing.draw_pegs(self.grid, lattice_of(self.grid)).svg()
        marks = {(mark.row, mark.col): mark.kind for mark in self.marks}
        return drawing.draw_regions(self.grid, marks).svg()

    def to_puzzle(
        self, stars: int | None = None
    ) -> star_battle.Puzzle | lights_out.Puzzle | peg_solitaire.Puzzle:
        """Return the puzzle of the board, of the class of its game.

        Stars and crosses on a Star Battle are known, dots count as crosses. Its ``stars`` per row
        are those that the picture shows, else the only number for which the board has exactly one
        solution, else the usual number for its size. Lamps are to be off, and any single peg may be
        left. Raises BadNotation if the board is no puzzle.
        """
        from solvers import lights_out, peg_solitaire, star_battle

        if self.puzzle == "lights-out":
            return lights_out.Puzzle(self.grid, states=max(2, len(self.looks)))
        text = "\n".join(self.grid)
        if self.puzzle == "pegs":
            return peg_solitaire.Puzzle.from_text(text)
        puzzle = star_battle.Puzzle.from_text(text, stars or self.stars)
        crossed = self.cells_marked("cross") | self.cells_marked("dot")
        return replace(puzzle, given=self.cells_marked("star"), crossed=crossed)

    def to_svg(self) -> str:
        """Return the board with its marks as an SVG document."""
        return self._repr_svg_()

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.ys) - 1

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.xs) - 1

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Corners (x, y) of the board in pixels of the picture, clockwise from the upper left
        one."""
        if self.warp is None:
            x0, y0, x1, y1 = self.box
            return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
        return (
            self.place(0, 0),
            self.place(0, self.cols),
            self.place(self.rows, self.cols),
            self.place(self.rows, 0),
        )

    def move_by(self, x: float, y: float) -> Reading:
        """Return the reading of the same board this many pixels further right and down."""
        return self._map_by(1, x, y)

    def scale_by(self, factor: float) -> Reading:
        """Return the reading of the same board in a picture that is larger by this factor."""
        return self._map_by(factor, 0, 0)

    def _map_by(self, f: float, x: float, y: float) -> Reading:
        """Return the reading in a picture that is larger by a factor, and then moved."""
        box = map_box(self.box, f, x, y)
        if self.warp is None:
            xs = tuple(f * line + x for line in self.xs)
            ys = tuple(f * line + y for line in self.ys)
            return replace(self, xs=xs, ys=ys, box=box)
        a, b, c, d, e, g, k, m, n = self.warp
        # The homography followed by the enlargement and the shift.
        to_x = (f * a + x * k, f * b + x * m, f * c + x * n)
        to_y = (f * d + y * k, f * e + y * m, f * g + y * n)
        return replace(self, box=box, warp=to_x + to_y + (k, m, n))

    def limit(self, confidence: float, evidence: str) -> Reading:
        """Return the reading with at most this confidence, and with the evidence for the limit."""
        least = min(self.confidence, confidence)
        return replace(self, confidence=least, evidence=(*self.evidence, evidence))

    def place(self, row: float, col: float) -> tuple[float, float]:
        """Convert a position in cells (0, 0 is the grid's upper left corner) to (x, y) in pixels of
        the picture."""
        x = _find_between(self.xs, col)
        y = _find_between(self.ys, row)
        return (x, y) if self.warp is None else map_point(self.warp, x, y)

    def centre(self, row: int, col: int) -> tuple[float, float]:
        """Return (x, y) of the centre of a cell, in pixels of the picture."""
        return self.place(row + 0.5, col + 0.5)

    def cells_marked(self, kind: str) -> frozenset[tuple[int, int]]:
        """Return the (row, col) of every cell with a mark of this kind."""
        return frozenset((mark.row, mark.col) for mark in self.marks if mark.kind == kind)


def map_point(warp: Sequence[float], x: float, y: float) -> tuple[float, float]:
    """Map a point by a homography, its 3x3 numbers row by row."""
    a, b, c, d, e, f, g, h, i = warp
    depth = g * x + h * y + i
    return (a * x + b * y + c) / depth, (d * x + e * y + f) / depth


def _find_between(lines: Sequence[float], at: float) -> float:
    """Return the pixel position of ``at``, in cells; outside the grid, the nearest cell's size is
    extrapolated."""
    cell = min(max(floor(at), 0), len(lines) - 2)
    return lines[cell] + (at - cell) * (lines[cell + 1] - lines[cell])


def drop_overlapping(found: list[Reading]) -> list[Reading]:
    """Return the readings without those that lie inside or overlap a larger one."""
    largest_first = sorted(found, key=lambda reading: -box_area(reading.box))
    return keep_first(largest_first, lambda one, larger: is_hidden(one.box, [larger.box]))


def keep_first(items: Iterable[T], clash: Callable[[T, T], bool]) -> list[T]:
    """Return the items, the best first, without those that clash with a better one."""
    kept: list[T] = []
    for item in items:
        if not any(clash(item, better) for better in kept):
            kept.append(item)
    return kept


def is_hidden(box: Box, others: Iterable[Box]) -> bool:
    """Return True if at least half of a box lies in one of the others."""
    half = 0.5 * box_area(box)
    return any(shared_area(box, other) >= half for other in others)


def sort_in_reading_order(found: list[Reading]) -> list[Reading]:
    """Sort readings from top to bottom, and boards side by side from left to right."""
    ordered: list[Reading] = []
    left = sorted(found, key=lambda reading: reading.box[1])
    while left:
        # A board whose middle is above the bottom of the topmost one is in its row.
        bottom = left[0].box[3]
        row = [reading for reading in left if (reading.box[1] + reading.box[3]) / 2 < bottom]
        ordered += sorted(row, key=lambda reading: reading.box[0])
        left = [reading for reading in left if reading not in row]
    return ordered


def map_box(box: Box, factor: float, x: float, y: float) -> Box:
    """Return a box in a picture that is larger by a factor, and then moved."""
    x0, y0, x1, y1 = box
    return (
        round(factor * x0 + x),
        round(factor * y0 + y),
        round(factor * x1 + x),
        round(factor * y1 + y),
    )


def box_area(box: Box) -> int:
    """Return the area of a box, in square pixels."""
    x0, y0, x1, y1 = box
    return (x1 - x0) * (y1 - y0)


def shared_area(a: Box, b: Box) -> int:
    """Return the area that two boxes have in common, in square pixels."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return max(0, width) * max(0, height)
