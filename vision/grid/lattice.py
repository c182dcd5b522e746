"""Lattices: grids of cells that straight edges form, and the position of each of their lines.

The edges of each direction give a few even spacings (combs). The widest two of them that agree
become a lattice, without the outer rows and columns that are not drawn like the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import numpy as np

from vision.grid.lines import (
    EDGE_CONTRAST,
    WHOLE_SIDE,
    Comb,
    Edges,
    Runs,
    find_combs,
    find_edges,
    find_meshes,
    find_whole_lines,
    paint_runs,
)
from vision.image import Bools, Floats, Image, cache_per_image
from vision.reading import Reading, box_area, keep_first, map_box

FEWEST_CELLS: Final = 4
"""Minimum number of rows and of columns of a board."""
MOST_CELLS: Final = 30
"""Maximum number of rows and of columns of a board."""
LONG_RUN: Final = 0.45
"""Minimum length of a cell's straight edge, in pitches; glyphs inside a cell are shorter."""
FEWEST_SEEN: Final = 3
"""Minimum number of lines between cells that show where the others are."""
OFF_COMB: Final = 0.16
"""Maximum distance of a line from its even position, in pitches: slightly more than half of the
thickest border, which is 17 % of a cell."""
NEAR_COMB: Final = 0.25
"""Maximum distance, in pitches, of edges used to fit the comb: a first guess may be off by half of
that."""
MOST_OFF_COMB: Final = 0.16
"""Maximum fraction of the edges that may lie off the combs; a comb of the wrong pitch leaves a
quarter or more off."""
LEAST_FIT: Final = 0.33
"""Minimum fit of a comb to all edges of a mesh: readable pictures have 0.38 and more, half of the
others have less."""
LEAST_ON_COMB: Final = 0.55
"""Minimum fraction of a mesh's edges on a comb, board lines or not; readable boards have 0.63 and
more."""
UNEVEN: Final = 0.1
"""Maximum distance of an outermost line from its even position, in pitches: more than half of the
thickest border."""
MIDDLE: Final = np.linspace(0.25, 0.75, 9)
"""Positions along a cell at which its sides are detected."""
LEAST_SIDE: Final = 0.5
"""Minimum side of a cell, relative to most: a line that lies off by ``OFF_COMB`` on both sides
leaves 0.68."""
LEAST_OUTER: Final = 1.5
"""Minimum length of an outermost line, in pitches: an edge in a single cell is that of a plate."""
END_SLACK: Final = 0.22
"""Maximum distance, in pitches, of the outermost edges from a whole number of cells."""
LARGEST_SKEW: Final = 1.2
"""Maximum ratio between the width and the height of a cell; squeezed screenshots have 1.05, plots
1.08."""
WIDEST: Final = 5.0
"""Maximum ratio between the width and the height of a cell in a spreadsheet: by default they have
3.2 to 5."""
LEAST_LINES: Final = 0.4
"""Minimum fraction of a comb's lines with an edge, board lines or not; text has less."""
FEWEST_LINES: Final = 0.75
"""Minimum fraction of the inner lines that are at least partly visible; a frame without cells has
none of them."""

FAR: Final = np.iinfo(np.intp).max


@dataclass(frozen=True, slots=True)
class Lattice:
    """Grid of cells in a picture.

    ``xs`` and ``ys`` are the positions of its lines, float32, ``box`` is the (x0, y0, x1, y1) of
    its outermost edges; all are pixels.
    """

    xs: Floats
    ys: Floats
    box: tuple[int, int, int, int]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.ys) - 1

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.xs) - 1

    @property
    def pitches(self) -> tuple[float, float]:
        """Mean width and height of a cell in pixels."""
        width = float(self.xs[-1] - self.xs[0]) / self.cols
        height = float(self.ys[-1] - self.ys[0]) / self.rows
        return width, height

    @property
    def pitch(self) -> float:
        """Mean side of a cell in pixels."""
        return sum(self.pitches) / 2

    @property
    def area(self) -> int:
        """Area of the box, in square pixels."""
        return box_area(self.box)

    @property
    def is_wide(self) -> bool:
        """True if the cells are clearly wider than high."""
        width, height = self.pitches
        return width >= LARGEST_SKEW * height

    @classmethod
    def of_reading(cls, reading: Reading) -> Lattice:
        """Return the grid of a reading; for a photo, its lines lie in the straightened picture."""
        xs = np.array(reading.xs, np.float32)
        ys = np.array(reading.ys, np.float32)
        return cls(xs, ys, reading.box)

    def cut_out(self, first_row: int, first_col: int, rows: int, cols: int) -> Lattice:
        """Return the grid of so many rows and columns of this one, from these on."""
        x0, y0, x1, y1 = self.box
        xs, x0, x1 = _cut_lines(self.xs, first_col, cols, (x0, x1))
        ys, y0, y1 = _cut_lines(self.ys, first_row, rows, (y0, y1))
        return Lattice(xs, ys, (x0, y0, x1, y1))

    def scale_by(self, factor: float) -> Lattice:
        """Return the same grid in a picture that is larger by this factor."""
        wide = np.float32(factor)
        return Lattice(self.xs * wide, self.ys * wide, map_box(self.box, factor, 0, 0))

    def move_by(self, x: int, y: int) -> Lattice:
        """Return the same grid this many pixels to the right and down."""
        box = map_box(self.box, 1, x, y)
        return Lattice(self.xs + np.float32(x), self.ys + np.float32(y), box)


def _cut_lines(
    lines: Floats, first: int, cells: int, ends: tuple[int, int]
) -> tuple[Floats, int, int]:
    """Return the lines round so many cells, from the first of them on, and the outermost edges.

    ``ends`` are the outermost edges of all lines.
    """
    part = lines[first : first + cells + 1].copy()
    pitch = float(np.median(np.diff(part[1:-1])))
    low, high = ends
    # A line at which other cells are cut off may be that of two things and the gap between them.
    if first > 0:
        part[0] = part[1] - pitch
        low = round(float(part[0]))
    if first + cells + 1 < len(lines):
        part[-1] = part[-2] + pitch
        high = round(float(part[-1]))
    return part, low, high


@cache_per_image
def picture_meshes(image: Image, contrast: int = EDGE_CONTRAST) -> tuple[Edges, ...]:
    """Return the parts of a picture that edges of this contrast connect."""
    return tuple(find_meshes(find_edges(image, contrast)))


def find_lattices(
    image: Image, contrast: int = EDGE_CONTRAST, *, with_wide: bool = False
) -> list[Lattice]:
    """Return the grids of cells in a picture, largest first, each once; those of wide cells only
    ``with_wide``."""
    lattices = [one for one in _fit_meshes(image, contrast) if with_wide or not one.is_wide]
    distinct = keep_first(lattices, lambda one, other: one.box == other.box)
    return sorted(distinct, key=lambda lattice: -lattice.area)


@cache_per_image
def _fit_meshes(image: Image, contrast: int) -> list[Lattice]:
    """Return the grid of each mesh that forms one."""
    meshes = picture_meshes(image, contrast)
    found = [find_lattice(mesh) for mesh in meshes]
    # Hatching is as clear as the lines, so that clearer edges alone show no more.
    if contrast == EDGE_CONTRAST:
        other = [mesh for mesh, lattice in zip(meshes, found, strict=True) if lattice is None]
        distinct = keep_first(other, lambda one, before: one.box == before.box)
        found += [_find_under_hatching(image, mesh) for mesh in distinct]
    return [lattice for lattice in found if lattice is not None]


def _find_under_hatching(image: Image, mesh: Edges) -> Lattice | None:
    """Return the grid that the lines from end to end of a mesh form, or None: hatching has more
    edges than the lines of a board."""
    x0, y0, x1, y1 = mesh.box
    sides = ((mesh.vertical, y1 - y0), (mesh.horizontal, x1 - x0))
    # The frame of a board closes its mesh.
    if any(runs.profile().max(initial=0) < WHOLE_SIDE * length for runs, length in sides):
        return None
    for lines in find_whole_lines(image, mesh):
        lattice = _fit_widest(_find_rulings(lines.vertical), _find_rulings(lines.horizontal))
        if lattice is not None:
            return lattice
    return None


def find_lattice(mesh: Edges) -> Lattice | None:
    """Return the grid of cells that the edges of a mesh form, or None.

    If several spacings agree with the edges, the widest is used, since the others subdivide its
    cells. Cells need not be of exactly equal size, and the numbers of rows and columns may differ.
    They are wide, as in a spreadsheet, only if no spacing of cells that are nearly square agrees.
    """
    upright = _find_rulings(mesh.vertical)
    level = _find_rulings(mesh.horizontal)
    lattice = _fit_widest(upright, level)
    if lattice is not None:
        return lattice
    # The edges of a bar behind a board are longer than those of its cells, and spoil the spacing.
    for x0, y0, x1, y1 in _find_crossed_boxes(mesh, upright, level):
        part = mesh.clip_to_box(x0, y0, x1, y1)
        lattice = _fit_widest(_find_rulings(part.vertical), _find_rulings(part.horizontal))
        if lattice is not None:
            return lattice
    # Hatching has more edges than the lines of a board, but these go from end to end.
    lattice = _fit_widest(
        _find_rulings(_select_whole_lines(mesh.vertical)),
        _find_rulings(_select_whole_lines(mesh.horizontal)),
    )
    return lattice or _fit_widest(upright, level, (LARGEST_SKEW, WIDEST))


def _select_whole_lines(runs: Runs) -> Runs:
    """Return the runs at positions that are drawn nearly as far as any."""
    profile = runs.profile()
    return runs.select(profile[runs.at] >= WHOLE_SIDE * profile.max(initial=0))


def _fit_widest(
    upright: list[_Ruling],
    level: list[_Ruling],
    skews: tuple[float, float] = (1 / LARGEST_SKEW, LARGEST_SKEW),
) -> Lattice | None:
    """Return the grid of the widest two spacings that agree, or None; ``skews`` is the range of the
    ratio between the width and the height of a cell."""
    pairs = product(upright, level)
    for x, y in sorted(pairs, key=lambda pair: -pair[0].comb.pitch * pair[1].comb.pitch):
        if skews[0] < x.comb.pitch / y.comb.pitch < skews[1]:
            lattice = _fit_lattice(x, y)
            if lattice is not None:
                return lattice
    return None


def _find_crossed_boxes(
    mesh: Edges, upright: list[_Ruling], level: list[_Ruling]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the parts of a mesh to which the inner lines of each direction extend.

    The lines are those of the clearest spacing.
    """
    x0, y0, x1, y1 = mesh.box
    for clearest in sorted(level, key=lambda ruling: -ruling.comb.fit)[:1]:
        low, high = clearest.inner_reach()
        if high - low < x1 - x0 - clearest.comb.pitch:
            yield low, y0, high, y1
    for clearest in sorted(upright, key=lambda ruling: -ruling.comb.fit)[:1]:
        low, high = clearest.inner_reach()
        if high - low < y1 - y0 - clearest.comb.pitch:
            yield x0, low, x1, high


@dataclass(frozen=True, slots=True)
class _Ruling:
    """Lines of one direction, from the first to the last.

    ``edges`` are all edges as long as a cell's side; ``on`` are those that lie on the comb.
    """

    edges: Runs
    on: Runs
    comb: Comb
    first: int = 0
    last: int = 0

    @property
    def cells(self) -> int:
        return self.last - self.first

    def place_of(self, line: float) -> float:
        """Return the even position of a line, or of a place between two lines, in pixels."""
        return self.comb.phase + self.comb.pitch * line

    def outer_reach(self) -> tuple[int, int]:
        """Return the range from the first line to the last and a little beyond."""
        low = self.place_of(self.first - END_SLACK)
        high = self.place_of(self.last + END_SLACK)
        return round(low), round(high) + 1

    def inner_reach(self) -> tuple[int, int]:
        """Return the range along all lines but the outermost, and a little beyond."""
        number = np.rint(self.comb.index(self.on.at))
        inner = self.on.select((number > number.min()) & (number < number.max()))
        slack = round(OFF_COMB * self.comb.pitch)
        return int(inner.low.min(initial=FAR)) - slack, int(inner.high.max(initial=-FAR)) + slack

    def find_ends(self, across: _Ruling) -> _Ruling:
        """Return the ruling with the whole cells between the outermost edges on both combs."""
        lowest = min(self.on.at.min(initial=FAR), across.on.low.min(initial=FAR))
        highest = max(self.on.at.max(initial=-FAR), across.on.high.max(initial=-FAR) - 1)
        first = np.ceil(self.comb.index(lowest) - END_SLACK)
        last = np.floor(self.comb.index(highest) + END_SLACK)
        return replace(self, first=int(first), last=int(last))

    def select_inside(self, runs: Runs, across: _Ruling) -> Runs:
        """Return the parts of the runs between the outermost lines of both directions."""
        first, past = self.outer_reach()
        low, high = across.outer_reach()
        return runs.select_between(first, past).clip(low, high)

    def measure_length(self, runs: Runs, across: _Ruling) -> int:
        """Return the total length of these parts in pixels."""
        return int(self.select_inside(runs, across).lengths.sum())


def _find_rulings(runs: Runs) -> list[_Ruling]:
    """Return the even spacings of one direction that have enough lines for a board."""
    profile = runs.profile()
    # A frame alone has two lines.
    if np.count_nonzero(profile) <= FEWEST_CELLS:
        return []
    rulings = []
    for comb in find_combs(profile):
        ruling = _rule_lines(runs, comb)
        if ruling and comb.fit >= LEAST_FIT:
            rulings.append(ruling)
    return rulings


def _rule_lines(runs: Runs, comb: Comb) -> _Ruling | None:
    """Return the lines on a comb, or None if too few edges lie on it."""
    # Only edges as long as a cell's side count: glyphs in the cells have shorter ones.
    long = runs.select(runs.lengths >= max(3, round(LONG_RUN * comb.pitch)))
    fitted = _fit_comb(comb, long.profile())
    if fitted is None:
        return None
    index = fitted.index(long.at)
    on = long.select(np.abs(index - np.rint(index)) <= OFF_COMB)
    if on.lengths.sum() <= LEAST_ON_COMB * long.lengths.sum():
        return None
    return _Ruling(long, on, fitted)


def _fit_comb(comb: Comb, profile: Floats) -> Comb | None:
    """Fit a comb to the edges near it by least squares.

    Return None if they lie on too few lines for a board.
    """
    at = np.flatnonzero(profile)
    # Three rounds fit it to the pixel.
    for _ in range(3):
        index = comb.index(at)
        line = np.rint(index)
        near = np.abs(index - line) < NEAR_COMB
        line = line[near]
        place = at[near]
        weight = profile[place]
        lines = np.count_nonzero(np.diff(line)) + 1
        if lines <= FEWEST_CELLS or lines < LEAST_LINES * (line[-1] - line[0] + 1):
            return None
        off = weight * (line - weight @ line / weight.sum())
        pitch = float(off @ place / (off @ line))
        phase = float(weight @ (place - pitch * line) / weight.sum())
        comb = Comb(pitch, phase, comb.fit)
    return comb


def _fit_lattice(x: _Ruling, y: _Ruling) -> Lattice | None:
    """Return the grid that upright lines (``x``) and level ones form, or None."""
    upright = x.find_ends(y)
    level = y.find_ends(x)
    # Rows of a page may be connected to a board, so more cells are allowed before trimming.
    if not _have_cells(upright, level, 3 * MOST_CELLS):
        return None
    # Walls hide lines of a board, and buttons lack them. Boards are nearly always square, which
    # tells one from the other.
    trimmed = _trim(upright, level, keep_closed=True)
    if trimmed is None or trimmed[0].cells != trimmed[1].cells:
        trimmed = _trim(upright, level, keep_closed=False)
    if trimmed is None:
        return None
    upright, level = trimmed
    # A comb of the wrong pitch leaves many edges between its lines.
    every = upright.measure_length(upright.edges, level) + level.measure_length(
        level.edges, upright
    )
    on = upright.measure_length(upright.on, level) + level.measure_length(level.on, upright)
    if on < (1 - MOST_OFF_COMB) * every:
        return None
    xs, x0, x1 = _measure_lines(upright, level)
    ys, y0, y1 = _measure_lines(level, upright)
    if not (have_even_cells(xs) and have_even_cells(ys)):
        return None
    return Lattice(xs, ys, (x0, y0, x1, y1))


def have_even_cells(lines: Floats) -> bool:
    """Return True if none of the cells between these lines is much smaller than most: the edges of
    something else may have been taken for a line."""
    sides = np.diff(lines)
    return float(sides.min()) >= LEAST_SIDE * float(np.median(sides))


def _have_cells(x: _Ruling, y: _Ruling, most: int) -> bool:
    """Return True if a board may have this number of columns and rows."""
    return min(x.cells, y.cells) >= FEWEST_CELLS and max(x.cells, y.cells) <= most


def _look_at_sides(lines: _Ruling, across: _Ruling) -> Bools:
    """Return an array ``[k, i]`` that shows which lines are visible along which cells.

    It is True if line i is visible along the middle of cell k of the other direction.
    """
    cells = np.arange(across.first, across.last)[:, None]
    looked_at = across.place_of(0) + across.comb.pitch * (cells + MIDDLE)
    on = lines.select_inside(lines.on, across)
    number = np.rint(lines.comb.index(on.at)).astype(np.intp) - lines.first
    # In units of the places looked at, so that painting a run marks those it passes.
    low = np.searchsorted(looked_at.ravel(), on.low)
    high = np.searchsorted(looked_at.ravel(), on.high)
    passing = Runs(number, low, high).select(low < high)
    seen = paint_runs(passing, lines.cells + 1, looked_at.size)
    by_cell = seen.reshape(-1, across.cells, len(MIDDLE))
    return np.asarray(by_cell.mean(axis=2) >= 0.5).T


def _trim(x: _Ruling, y: _Ruling, *, keep_closed: bool) -> tuple[_Ruling, _Ruling] | None:
    """Remove the outermost columns and rows that are not part of the board; None if what is left
    is no grid.

    An outermost column belongs to the board if its outer line is drawn from end to end, or if the
    lines across it are drawn at least half as often as elsewhere. If only the outermost of those
    lines are, they are the edges of a bar behind the board, which goes on beyond it, unless
    ``keep_closed``.
    """
    upright = _look_at_sides(x, y)
    level = _look_at_sides(y, x)
    cells = 0
    while cells != x.cells + y.cells and min(x.cells, y.cells) >= FEWEST_CELLS:
        cells = x.cells + y.cells
        x, upright, level = _trim_end(x, upright, level, keep_closed)
        if cells == x.cells + y.cells:
            y, level, upright = _trim_end(y, level, upright, keep_closed)
    # A frame without cells shows none of the inner lines.
    inner = (upright[:, 1:-1].any(axis=0), level[:, 1:-1].any(axis=0))
    if not _have_cells(x, y, MOST_CELLS) or min(map(np.mean, inner)) < FEWEST_LINES:
        return None
    return x, y


def _trim_end(
    lines: _Ruling, own: Bools, across: Bools, keep_closed: bool
) -> tuple[_Ruling, Bools, Bools]:
    """Remove the first or the last line if the cells beside it are not part of the board.

    ``own`` tells along which cells each line is visible, ``across`` the same for those across it.
    """
    if _is_outside(own[:, 0], across[0], across, keep_closed):
        return replace(lines, first=lines.first + 1), own[:, 1:], across[1:]
    if _is_outside(own[:, -1], across[-1], across, keep_closed):
        return replace(lines, last=lines.last - 1), own[:, :-1], across[:-1]
    return lines, own, across


def _is_outside(outer: Bools, crossing: Bools, usual: Bools, keep_closed: bool) -> bool:
    """Return True if an outermost row or column is not part of the board.

    ``outer`` tells along which cells its outer line is visible, ``crossing`` which of the lines
    across it are, and ``usual`` the same for every row or column.
    """
    ends = _visible_fraction(outer) >= WHOLE_SIDE
    crossed = _visible_fraction(crossing[1:-1])
    is_closed = ends and bool(crossing[0] and crossing[-1])
    if keep_closed and is_closed and crossed > 1 - WHOLE_SIDE:
        return False
    # If all cells have lines, what lacks half of them is no row of cells, even if a line ends it:
    # buttons above a board have a common edge, too.
    if crossed <= 1 / 2 and float(np.median(usual[:, 1:-1].mean(axis=1))) >= WHOLE_SIDE:
        return True
    # Walls may hide most of the lines across a column of the board, but not all of them.
    is_bare = crossed <= 1 - WHOLE_SIDE
    return not ends and (is_bare or _visible_fraction(crossing) < _visible_fraction(usual) / 2)


def _visible_fraction(sides: Bools) -> float:
    return np.count_nonzero(sides) / max(1, sides.size)


def _measure_lines(lines: _Ruling, across: _Ruling) -> tuple[Floats, int, int]:
    """Return the actual position of each line, and the outermost edges of the first and the last.

    A line lies midway between its outer edges, or at its even position if no edge is visible.
    """
    profile = lines.select_inside(lines.on, across).profile()
    pitch = lines.comb.pitch
    evens = [lines.place_of(line) for line in range(lines.first + 1, lines.last)]
    found = [_find_line(profile, even, pitch, LONG_RUN) for even in evens]
    refitted = space_evenly(found)
    missing = [line for line, edges in enumerate(found) if edges is None]
    # A line that is only faint lies where it was looked for.
    if refitted and any(abs(refitted[0][k] - evens[k]) > OFF_COMB * pitch for k in missing):
        evens, pitch = refitted
        # The lines on the comb lack those that are off it.
        profile = lines.edges.clip(*across.outer_reach()).profile()
        for line, even in enumerate(evens):
            found[line] = found[line] or _find_line(profile, even, pitch, LONG_RUN)
    edges = np.empty((lines.cells + 1, 2), np.float32)
    for line, even in enumerate(evens):
        edges[line + 1] = found[line] or (even, even)
    # The rows of a board are even, so a line of the page beside it is not its outermost line.
    middles = edges[1:-1].mean(axis=1)
    pitch = float(np.median(np.diff(middles)))
    low, high = across.outer_reach()
    profile = lines.edges.clip(low, high).profile()
    for outer, even in ((0, float(middles[0]) - pitch), (-1, float(middles[-1]) + pitch)):
        edges[outer] = _find_line(profile, even, pitch, LEAST_OUTER) or (even, even)
    first = round(float(edges[0, 0]))
    last = round(float(edges[-1, 1]))
    # If cells have gaps but the board has no frame, the outermost lines have only one edge.
    usual = float(np.median(edges[1:-1, 1] - edges[1:-1, 0]))
    if edges[0, 1] - edges[0, 0] < usual / 2:
        edges[0, 0] = edges[0, 1] - usual
    if edges[-1, 1] - edges[-1, 0] < usual / 2:
        edges[-1, 1] = edges[-1, 0] + usual
    return edges.mean(axis=1), first, last


def space_evenly(found: Sequence[tuple[int, int] | None]) -> tuple[list[float], float] | None:
    """Return the even positions and the pitch of all lines by the edges of those that were found:
    a comb may be askew. None if none is missing, or too few were found."""
    seen = np.array([line for line, edges in enumerate(found) if edges])
    if not FEWEST_SEEN <= len(seen) < len(found):
        return None
    middles = np.array([sum(edges) / 2 for edges in found if edges])
    pitch = float(np.median(np.diff(middles) / np.diff(seen)))
    first = float(np.median(middles - pitch * seen))
    return [first + pitch * line for line in range(len(found))], pitch


def _find_line(
    profile: Floats, place: float, pitch: float, shortest: float
) -> tuple[int, int] | None:
    """Return the first and the last edge of the line near a place, or None without an edge.

    ``profile`` has the length of the edges at each position; ``shortest`` is the minimum length of
    a line in pitches.
    """
    low = max(0, round(place - OFF_COMB * pitch))
    high = max(0, round(place + OFF_COMB * pitch))
    window = profile[low : high + 1]
    strong = np.flatnonzero(window >= max(shortest * pitch, window.max(initial=0) * 0.5))
    return (low + int(strong[0]), low + int(strong[-1])) if len(strong) else None
