"""Lattices: straight edges that form a grid of cells, and the position of each of its lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.grid.lines import (
    EDGE_CONTRAST,
    Comb,
    Edges,
    Runs,
    find_combs,
    find_edges,
    find_meshes,
    paint,
)
from vision.image import Bools, Floats, Image, cached_per_image

FEWEST_CELLS, MOST_CELLS = 4, 30
LONG_RUN: Final = 0.45
"""Minimum length of a cell's straight edge, in pitches; glyphs inside a cell are shorter."""
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
"""Minimum distance of an outermost line from its even position, in pitches, for another line to be
looked for there: more than half of the thickest border."""
MIDDLE: Final = np.linspace(0.25, 0.75, 9)
"""Positions along a cell at which its sides are detected."""
END_SLACK: Final = 0.22
"""Maximum distance, in pitches, of the outermost edges from a whole number of cells."""
LARGEST_SKEW: Final = 1.2
"""Maximum ratio between the width and the height of a cell; squeezed screenshots have 1.05, plots
1.08."""
WHOLE_SIDE: Final = 0.9
"""Minimum drawn fraction of a side that counts as drawn from end to end."""
LEAST_LINES: Final = 0.4
"""Minimum fraction of a comb's lines with an edge, board lines or not; text has less."""
FEWEST_LINES: Final = 0.75
"""Minimum fraction of the inner lines that are at least partly visible; a frame without cells has
none of them."""

FAR: Final = np.iinfo(np.intp).max


@dataclass(frozen=True, slots=True)
class Lattice:
    """Grid of cells: line positions along each axis, and the box (x0, y0, x1, y1) of the outermost
    edges, in pixels."""

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
    def pitch(self) -> float:
        """Mean side of a cell in pixels."""
        return (
            float((self.xs[-1] - self.xs[0]) / self.cols + (self.ys[-1] - self.ys[0]) / self.rows)
            / 2
        )

    @property
    def area(self) -> int:
        """Area of the box, in square pixels."""
        return (self.box[2] - self.box[0]) * (self.box[3] - self.box[1])

    def is_part_of(self, other: Lattice) -> bool:
        """Return True if all cells are cells of another, larger grid."""
        slack = OFF_COMB * other.pitch
        ways = ((self.xs, other.xs), (self.ys, other.ys))
        on = (np.abs(lines[:, None] - others).min(axis=1).max() <= slack for lines, others in ways)
        alike = abs(self.pitch - other.pitch) <= OFF_COMB * other.pitch
        return alike and self.area < other.area and all(on)

    def moved(self, x: int, y: int) -> Lattice:
        """Return the same grid this many pixels to the right and down."""
        x0, y0, x1, y1 = self.box
        return Lattice(
            self.xs + np.float32(x), self.ys + np.float32(y), (x0 + x, y0 + y, x1 + x, y1 + y)
        )


@cached_per_image
def picture_meshes(image: Image, contrast: int = EDGE_CONTRAST) -> tuple[Edges, ...]:
    """Return the parts of a picture that edges of this contrast connect."""
    return tuple(find_meshes(find_edges(image, contrast)))


@cached_per_image
def find_lattices(image: Image, contrast: int = EDGE_CONTRAST) -> list[Lattice]:
    """Return the grids of cells in a picture, largest first, without duplicates."""
    found: dict[tuple[int, int, int, int], Lattice] = {}
    for mesh in picture_meshes(image, contrast):
        lattice = find_lattice(mesh)
        if lattice is not None:
            found.setdefault(lattice.box, lattice)
    return sorted(found.values(), key=lambda lattice: -lattice.area)


def find_lattice(mesh: Edges) -> Lattice | None:
    """Return the grid of cells that the edges of a mesh form, or None.

    If several spacings agree with the edges, the widest is used, since the others subdivide its
    cells. Cells need not be square or of exactly equal size, and the numbers of rows and columns
    may differ.
    """
    upright = _rulings(mesh.vertical)
    level = _rulings(mesh.horizontal)
    lattice = _widest_fit(upright, level)
    if lattice is not None:
        return lattice
    # The edges of a bar behind a board are longer than those of its cells, and spoil the spacing.
    for box in _crossed_boxes(mesh, upright, level):
        part = mesh.within(*box)
        lattice = _widest_fit(_rulings(part.vertical), _rulings(part.horizontal))
        if lattice is not None:
            return lattice
    return None


def _widest_fit(upright: list[_Ruling], level: list[_Ruling]) -> Lattice | None:
    """Return the grid of the widest two spacings that agree, or None."""
    pairs = [
        (x, y)
        for x in upright
        for y in level
        if 1 / LARGEST_SKEW < x.comb.pitch / y.comb.pitch < LARGEST_SKEW
    ]
    for x, y in sorted(pairs, key=lambda pair: -pair[0].comb.pitch * pair[1].comb.pitch):
        lattice = _fit(x, y)
        if lattice is not None:
            return lattice
    return None


def _crossed_boxes(
    mesh: Edges, upright: list[_Ruling], level: list[_Ruling]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the parts of a mesh in which the inner lines of the clearest spacing of a direction
    lie."""
    x0, y0, x1, y1 = mesh.box
    if level:
        clearest = max(level, key=lambda ruling: ruling.comb.fit)
        low, high = clearest.inner_reach()
        if high - low < x1 - x0 - clearest.comb.pitch:
            yield low, y0, high, y1
    if upright:
        clearest = max(upright, key=lambda ruling: ruling.comb.fit)
        low, high = clearest.inner_reach()
        if high - low < y1 - y0 - clearest.comb.pitch:
            yield x0, low, x1, high


@dataclass(frozen=True, slots=True)
class _Ruling:
    """Lines of one direction, from the first to the last: all edges, and those that lie ``on`` the
    comb."""

    edges: Runs
    on: Runs
    comb: Comb
    first: int = 0
    last: int = 0

    @property
    def cells(self) -> int:
        return self.last - self.first

    def at(self, line: float) -> float:
        return self.comb.phase + self.comb.pitch * line

    def reach(self) -> tuple[int, int]:
        """Return the range from the first line to the last and a little beyond."""
        return round(self.at(self.first - END_SLACK)), round(self.at(self.last + END_SLACK)) + 1

    def inner_reach(self) -> tuple[int, int]:
        """Return the range along all lines but the outermost, and a little beyond."""
        number = np.rint(self.comb.index(self.on.at))
        inner = self.on.only((number > number.min()) & (number < number.max()))
        slack = round(OFF_COMB * self.comb.pitch)
        return int(inner.low.min(initial=FAR)) - slack, int(inner.high.max(initial=-FAR)) + slack

    def between(self, across: _Ruling) -> _Ruling:
        """Return the ruling with the whole cells between the outermost edges on both combs."""
        first = min(self.on.at.min(initial=FAR), across.on.low.min(initial=FAR))
        last = max(self.on.at.max(initial=-FAR), across.on.high.max(initial=-FAR) - 1)
        low, high = self.comb.index(first) - END_SLACK, self.comb.index(last) + END_SLACK
        return replace(self, first=int(np.ceil(low)), last=int(np.floor(high)))

    def inside(self, runs: Runs, across: _Ruling) -> Runs:
        """Return the parts of the runs between the outermost lines of both directions."""
        low, high = self.reach()
        return runs.only((runs.at >= low) & (runs.at < high)).clipped(*across.reach())


def _rulings(runs: Runs) -> list[_Ruling]:
    """Return the even spacings with enough lines of one direction for a board; a frame alone has
    two lines."""
    profile = runs.profile()
    if np.count_nonzero(profile) <= FEWEST_CELLS:
        return []
    found = (_ruling(runs, comb) for comb in find_combs(profile) if comb.fit >= LEAST_FIT)
    return [ruling for ruling in found if ruling]


def _ruling(runs: Runs, comb: Comb) -> _Ruling | None:
    """Return the edges as long as a cell's side if most of them lie on a comb and cover enough of
    its lines."""
    long = runs.only(runs.lengths >= max(3, round(LONG_RUN * comb.pitch)))
    settled = _settle(comb, long.profile())
    if settled is None:
        return None
    index = settled.index(long.at)
    on = long.only(np.abs(index - np.rint(index)) <= OFF_COMB)
    return (
        _Ruling(long, on, settled)
        if on.lengths.sum() > LEAST_ON_COMB * long.lengths.sum()
        else None
    )


def _fit(x: _Ruling, y: _Ruling) -> Lattice | None:
    x, y = x.between(y), y.between(x)
    if not all(FEWEST_CELLS <= ruling.cells <= 3 * MOST_CELLS for ruling in (x, y)):
        return None
    x, y, upright, level = _trim(x, y)
    if not all(FEWEST_CELLS <= ruling.cells <= MOST_CELLS for ruling in (x, y)):
        return None
    if min(sides[:, 1:-1].any(axis=0).mean() for sides in (upright, level)) < FEWEST_LINES:
        return None
    every = int(x.inside(x.edges, y).lengths.sum() + y.inside(y.edges, x).lengths.sum())
    if (
        int(x.inside(x.on, y).lengths.sum() + y.inside(y.on, x).lengths.sum())
        < (1 - MOST_OFF_COMB) * every
    ):
        return None
    (xs, x0, x1), (ys, y0, y1) = _lines(x, y), _lines(y, x)
    return Lattice(xs, ys, (x0, y0, x1, y1))


def _settle(comb: Comb, profile: Floats) -> Comb | None:
    """Fit a comb to the edges near it by least squares; return None if they lie on too few lines
    for a board.

    Three rounds settle it to the pixel.
    """
    at = np.flatnonzero(profile)
    for _ in range(3):
        index = comb.index(at)
        line = np.rint(index)
        near = np.abs(index - line) < NEAR_COMB
        line, place, weight = line[near], at[near], profile[at[near]]
        lines = np.count_nonzero(np.diff(line)) + 1
        if lines <= FEWEST_CELLS or lines < LEAST_LINES * (line[-1] - line[0] + 1):
            return None
        off = weight * (line - weight @ line / weight.sum())
        pitch = float(off @ place / (off @ line))
        comb = Comb(pitch, float(weight @ (place - pitch * line) / weight.sum()), comb.fit)
    return comb


def _sides(lines: _Ruling, across: _Ruling) -> Bools:
    """Return an array ``[k, i]``: True if line i is visible along the middle of cell k of the other
    direction."""
    cells = np.arange(across.first, across.last)[:, None]
    looked_at = across.at(0) + across.comb.pitch * (cells + MIDDLE)
    on = lines.inside(lines.on, across)
    number = np.rint(lines.comb.index(on.at)).astype(np.intp) - lines.first
    low, high = np.searchsorted(looked_at.ravel(), (on.low, on.high))
    seen = paint(Runs(number, low, high).only(low < high), lines.cells + 1, looked_at.size)
    return np.asarray(seen.reshape(-1, *looked_at.shape).mean(axis=2) >= 0.5).T


def _trim(x: _Ruling, y: _Ruling) -> tuple[_Ruling, _Ruling, Bools, Bools]:
    """Remove the outermost columns and rows that are not part of the board; return the rest and its
    visible sides.

    An outermost column belongs to the board if its outer line is drawn from end to end, or if the
    lines across it are drawn at least half as often as elsewhere. If only the outermost of those
    lines are, they are the edges of a bar behind the board, which goes on beyond it.
    """
    upright, level = _sides(x, y), _sides(y, x)
    while min(x.cells, y.cells) >= FEWEST_CELLS:
        if _loose(upright[:, 0], level[0], level):
            x, upright, level = replace(x, first=x.first + 1), upright[:, 1:], level[1:]
        elif _loose(upright[:, -1], level[-1], level):
            x, upright, level = replace(x, last=x.last - 1), upright[:, :-1], level[:-1]
        elif _loose(level[:, 0], upright[0], upright):
            y, upright, level = replace(y, first=y.first + 1), upright[1:], level[:, 1:]
        elif _loose(level[:, -1], upright[-1], upright):
            y, upright, level = replace(y, last=y.last - 1), upright[:-1], level[:, :-1]
        else:
            break
    return x, y, upright, level


def _loose(outer: Bools, crossing: Bools, usual: Bools) -> bool:
    """Return True if an outermost row or column is not part of the board."""
    crossed = _share(crossing[1:-1])
    # Where all cells have lines, what has none is no cell, even if a line ends it.
    if crossed == 0 and float(np.median(usual[:, 1:-1].mean(axis=1))) >= WHOLE_SIDE:
        return True
    if _share(outer) >= WHOLE_SIDE:
        return False
    # Walls may hide most of the lines across a column of the board, but not all of them.
    return crossed <= 1 - WHOLE_SIDE or _share(crossing) < _share(usual) / 2


def _share(sides: Bools) -> float:
    return np.count_nonzero(sides) / max(1, sides.size)


def _lines(lines: _Ruling, across: _Ruling) -> tuple[Floats, int, int]:
    """Return the actual position of each line, and the outermost edges of the first and the last.

    A line lies midway between its outer edges, or at its even position if no edge is visible.
    """
    profile = lines.inside(lines.on, across).profile()
    reach = lines.comb.pitch * OFF_COMB
    ends = []
    for i in range(lines.first, lines.last + 1):
        low = max(0, round(lines.at(i) - reach))
        window = profile[low : max(0, round(lines.at(i) + reach) + 1)]
        strong = np.flatnonzero(
            window >= max(lines.comb.pitch * LONG_RUN, window.max(initial=0) * 0.5)
        )
        ends.append(
            (low + strong[0], low + strong[-1]) if len(strong) else (lines.at(i), lines.at(i))
        )
    edges = _with_even_ends(
        np.array(ends, np.float32), lines.edges.clipped(*across.reach()).profile()
    )
    first, last = round(float(edges[0, 0])), round(float(edges[-1, 1]))
    # If cells have gaps but the board has no frame, the outermost lines have only one edge.
    usual = float(np.median(edges[1:-1, 1] - edges[1:-1, 0]))
    if edges[0, 1] - edges[0, 0] < usual / 2:
        edges[0, 0] = edges[0, 1] - usual
    if edges[-1, 1] - edges[-1, 0] < usual / 2:
        edges[-1, 1] = edges[-1, 0] + usual
    return edges.mean(axis=1), first, last


def _with_even_ends(edges: Floats, profile: Floats) -> Floats:
    """Return the outer edges of each line (N, 2), with a line of the page beside a board replaced
    by the board's own.

    The rows of a board are even: an outermost line that makes the first or the last row differ from
    the others gives way to edges at the even position, if there are any. ``profile`` has the length
    of the edges at each position.
    """
    edges = edges.copy()
    middles = edges.mean(axis=1)
    pitch = float(np.median(np.diff(middles[1:-1])))
    for outer, inner, way in ((0, 1, -1), (-1, -2, 1)):
        even = float(middles[inner]) + way * pitch
        if abs(float(middles[outer]) - even) > UNEVEN * pitch:
            low, high = (max(0, round(even + side * OFF_COMB * pitch)) for side in (-1, 1))
            window = profile[low : high + 1]
            strong = np.flatnonzero(window >= max(LONG_RUN * pitch, window.max(initial=0) * 0.5))
            if len(strong):
                edges[outer] = low + strong[0], low + strong[-1]
    return edges
