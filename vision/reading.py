"""Result of reading a board: its grid, position and marks, and the confidence in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from solvers.cells import PlainData

if TYPE_CHECKING:
    from solvers import lights_out, peg_solitaire, star_battle

Colour: TypeAlias = tuple[float, float, float]
"""In L*a*b*."""


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

    Attributes ---------- puzzle : "star-battle", "lights-out" or "pegs" grid : rows of letters, one
    letter per region, named by first appearance; ``#`` is a wall and ``.`` a cell of a
        board without regions. For lamps, ``.`` is unlit, ``*`` lit, a space an empty place, and
        ``2`` and so on are further states. For pegs, ``o`` is a peg, ``.`` a hole and a space a
        place outside the board.
    xs, ys : the N + 1 cell boundaries in pixels of the picture, left to right and top to bottom, in
    the middle of the
        gaps between lamps; in pixels of the straightened picture if there is a ``warp``.
    box : (x0, y0, x1, y1) of the outer edge of the border, or of the outer lamps, in pixels of the
    picture. marks : marks in the cells, row by row. confidence : confidence in the grid, 0…1.
    evidence : one line per observation that the confidence is based on. borders : measurements of
    each border between two cells, the most doubtful first. whole : True if the board surely ends
    where the grid does. False if the picture ends there too without a visible
        frame: a row or a column may be missing.
    stars : number of stars per row, column and region if the picture shows it, otherwise None. warp
    : for a photo, the 3x3 homography, row by row, from the straightened picture to the photo;
    otherwise None. looks : for lamps, the mean colour (L*a*b*) of each state, None for a state not
    seen yet; for pegs, the colour of
        holes (None if there are none), then those of pegs, the most frequent first.
    part : for lamps, the central fraction of the sides over which that mean is taken; for pegs,
    their diameter as a
        fraction of a step: their colours are taken near the rim.
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
        marks = f", {len(self.marks)} marks" if self.marks else ""
        where = f"{self.rows}x{self.cols} at {self.box[0]},{self.box[1]}"
        return f"<Reading: {self.puzzle} {where}{marks}, confidence {self.confidence:.3f}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the attributes as plain data, with ``rows`` and ``cols`` and without
        ``borders``."""
        # super() without arguments does not work in a class that dataclass makes anew for its
        # slots.
        return {"rows": self.rows, "cols": self.cols, **PlainData.to_dict(self)}

    def _repr_svg_(self) -> str:
        """Return the drawing of the board with its marks for Jupyter."""
        from solvers import drawing
        from solvers.peg_solitaire.text import lattice_of

        if self.puzzle == "lights-out":
            return drawing.draw_lamps(self.grid).svg()
        if self.puzzle == "pegs":
            return drawing.draw_pegs(self.grid, lattice_of(self.grid)).svg()
        return drawing.draw_regions(
            self.grid, {(mark.row, mark.col): mark.kind for mark in self.marks}
        ).svg()

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
        return tuple(
            self.place(r, c)
            for r, c in ((0, 0), (0, self.cols), (self.rows, self.cols), (self.rows, 0))
        )

    def moved(self, x: float, y: float) -> Reading:
        """Return the reading of the same board this many pixels further right and down."""
        x0, y0, x1, y1 = self.box
        box = round(x0 + x), round(y0 + y), round(x1 + x), round(y1 + y)
        if self.warp is None:
            xs, ys = tuple(at + x for at in self.xs), tuple(at + y for at in self.ys)
            return replace(self, xs=xs, ys=ys, box=box)
        ways = (x,) * 3 + (y,) * 3 + (0.0,) * 3
        warp = tuple(
            at + by * depth
            for at, by, depth in zip(self.warp, ways, self.warp[6:] * 3, strict=True)
        )
        return replace(self, box=box, warp=warp)

    def scaled(self, factor: float) -> Reading:
        """Return the reading of the same board in a picture that is larger by this factor."""
        x0, y0, x1, y1 = (round(side * factor) for side in self.box)
        if self.warp is None:
            xs, ys = (tuple(at * factor for at in lines) for lines in (self.xs, self.ys))
            return replace(self, xs=xs, ys=ys, box=(x0, y0, x1, y1))
        warp = (*(number * factor for number in self.warp[:6]), *self.warp[6:])
        return replace(self, box=(x0, y0, x1, y1), warp=warp)

    def place(self, row: float, col: float) -> tuple[float, float]:
        """Convert a position in cells (0, 0 is the grid's upper left corner) to (x, y) in pixels of
        the picture."""
        x, y = _between(self.xs, col), _between(self.ys, row)
        return (x, y) if self.warp is None else warped(self.warp, x, y)

    def centre(self, row: int, col: int) -> tuple[float, float]:
        """Return (x, y) of the centre of a cell, in pixels of the picture."""
        return self.place(row + 0.5, col + 0.5)

    def cells_marked(self, kind: str) -> frozenset[tuple[int, int]]:
        """Return the (row, col) of every cell with a mark of this kind."""
        return frozenset((m.row, m.col) for m in self.marks if m.kind == kind)


def warped(warp: Sequence[float], x: float, y: float) -> tuple[float, float]:
    """Map a point by a homography, its 3x3 numbers row by row."""
    across, down, depth = (
        a * x + b * y + c for a, b, c in zip(warp[0::3], warp[1::3], warp[2::3], strict=True)
    )
    return across / depth, down / depth


def _between(lines: Sequence[float], at: float) -> float:
    """Return the pixel position of ``at``, in cells; outside the grid, the nearest cell's size is
    extrapolated."""
    i = min(max(bisect_right(range(len(lines)), at) - 1, 0), len(lines) - 2)
    return lines[i] + (at - i) * (lines[i + 1] - lines[i])
