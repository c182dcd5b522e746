"""Straight edges of a picture, the parts that they connect, and the even spacing of a board's lines.

An edge is a change of colour between neighbouring pixels: a drawn line has two of them, a border
between two colours has one. An upright edge ``at`` x stands for the border between the pixels x - 1
and x, so its position is a coordinate between pixels. Edges are stored as runs, not as pixels: a
page has some thousands, whatever its size.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, Final

import cv2
import numpy as np

from vision.image import Bools, Floats, Image, Mask, Places, cache_per_image, find_components, morph

EDGE_CONTRAST: Final = 9
"""Minimum change of any colour channel (of 255) at an edge; the faintest thin grid in real pictures
changes by 14."""
CLEARER: Final = (20, 60)
"""Minimum changes at an edge if fainter edges hide a board: JPEG noise, and text on texture,
stripes and tints.

Lines of such JPEGs are visible from 15 to 60, lines round stripes from 60 to 90.
"""
GRAIN: Final = 4
"""Minimum change at an edge, in medians of all changes: above nearly all of a photo's grain."""
GRAIN_ROWS: Final = 16
"""Interval of the rows in which the grain is measured."""
BAND_ROWS: Final = 64
"""Number of rows processed together: the intermediate results, 80 kB and less, stay in the
processor's cache."""
SHORTEST_RUN_PX: Final = 9
"""Minimum length of a straight edge: two thirds of the smallest readable cell. Shorter edges are
text and texture."""
LONGEST_DASH_GAP_PX: Final = 5
"""Maximum length of gaps that are closed inside a run, as in dashed grids and at crossing lines."""
BLOCKS_PX: Final = (2, 4, 8, 16)
"""Block sizes for connecting edges across gaps: edges up to two blocks apart are connected, three
apart never."""
MOST_MESHES: Final = 40
"""Maximum number of meshes tried for each block size, largest first: six boards in their frames
make 18."""
CLEAR_PEAK: Final = 0.6
"""Minimum agreement of a spacing, relative to the best; a board's spacing has 0.8 and more,
multiples 0.5 and less."""
SMALLEST_BOARD_PX: Final = 48
"""Minimum side of a board: 4 cells of 12 pixels."""
SHORTEST_PITCH_PX: Final = 11
"""Minimum side of a cell: 12 pixels minus 1 for the error of a fit; below that, line ends and
glyphs look alike."""
FEWEST_PITCHES: Final = 3.4
"""Minimum number of pitches along a board: 4 cells minus the slack at the ends."""


@dataclass(frozen=True, slots=True)
class Runs:
    """Straight edges of one direction.

    Each lies ``at`` a position and goes from ``low`` to just before ``high``.
    """

    at: Places
    low: Places
    high: Places

    @property
    def lengths(self) -> Places:
        """Length of each run in pixels."""
        return self.high - self.low

    def __len__(self) -> int:
        return len(self.at)

    def select(self, which: Bools) -> Runs:
        """Return the runs selected by a mask."""
        return Runs(self.at[which], self.low[which], self.high[which])

    def select_between(self, first: float, past: float) -> Runs:
        """Return the runs at positions from ``first`` to before ``past``."""
        return self.select((self.at >= first) & (self.at < past))

    def clip(self, low: int, high: int) -> Runs:
        """Return the parts of the runs from ``low`` to before ``high``."""
        cut = Runs(self.at, np.maximum(self.low, low), np.minimum(self.high, high))
        return cut.select(cut.low < cut.high)

    def profile(self) -> Floats:
        """Return the number of edge pixels at each position."""
        return np.bincount(self.at, self.lengths).astype(np.float32)

    def find_squares(self, side: int = 1) -> tuple[Places, Places]:
        """Return the squares of ``side`` pixels that the runs touch: positions across and along."""
        first = self.low // side
        count = (self.high - 1) // side + 1 - first
        # The number of each square in its own run.
        nth = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        return np.repeat(self.at // side, count), np.repeat(first, count) + nth


@dataclass(frozen=True, slots=True)
class Edges:
    """Straight edges of a picture of this height and width, or some of them, in its coordinates."""

    vertical: Runs
    horizontal: Runs
    shape: tuple[int, int]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Box (x0, y0, x1, y1) round all edges."""
        x0, x1 = _find_extent(self.vertical, self.horizontal)
        y0, y1 = _find_extent(self.horizontal, self.vertical)
        return x0, y0, x1, y1

    def clip_to_box(self, x0: int, y0: int, x1: int, y1: int) -> Edges:
        """Return the parts of the edges in a box."""
        vertical = self.vertical.select_between(x0, x1).clip(y0, y1)
        horizontal = self.horizontal.select_between(y0, y1).clip(x0, x1)
        return Edges(vertical, horizontal, self.shape)

    def paint_squares(self, side: int = 1) -> Mask:
        """Return a mask with 1 in each square of ``side`` pixels that an edge touches."""
        height = math.ceil(self.shape[0] / side)
        width = math.ceil(self.shape[1] / side)
        level = paint_runs(self.horizontal, height, width, side)
        upright = paint_runs(self.vertical, width, height, side)
        return level | upright.T


def _find_extent(lines: Runs, across: Runs) -> tuple[int, int]:
    """Return the range that the edges of both directions cover along the axis of ``lines``."""
    starts = np.concatenate([lines.at, across.low])
    ends = np.concatenate([lines.at + 1, across.high])
    return int(starts.min(initial=np.iinfo(np.intp).max)), int(ends.max(initial=0))


def paint_runs(runs: Runs, positions: int, length: int, side: int = 1) -> Mask:
    """Return a mask (positions, length) with 1 along each run.

    A pixel of the mask is a square of ``side`` pixels.
    """
    mask = np.zeros((positions, length), np.uint8)
    mask[runs.find_squares(side)] = 1
    return mask


@cache_per_image
def find_edges(image: Image, contrast: int = EDGE_CONTRAST) -> Edges:
    """Return the straight edges of a picture (H, W, 3), dtype uint8.

    An edge changes some channel by at least ``contrast`` of 255.
    """
    height, width = image.shape[:2]
    upright = _mark_edges(image[:, 1:], image[:, :-1], contrast)
    level = _mark_edges(image[1:], image[:-1], contrast)
    # Runs are searched along the rows of a mask, so that of upright edges is turned.
    turned = np.asarray(cv2.transpose(upright), np.uint8)
    return Edges(_find_runs(turned), _find_runs(level), (height, width))


def _mark_edges(here: Image, before: Image, contrast: int) -> Mask:
    """Return a mask with 1 if the largest change of any channel is large enough for an edge."""
    # The median change of a screenshot is 0, that of a photo its grain.
    grain = float(np.median(measure_change(here[::GRAIN_ROWS], before[::GRAIN_ROWS])))
    least = max(contrast, GRAIN * grain)
    # Bands stay in the processor's cache, and the intermediate results need little memory.
    marked = np.empty(here.shape[:2], np.bool_)
    for top in range(0, len(here), BAND_ROWS):
        band = slice(top, top + BAND_ROWS)
        marked[band] = measure_change(here[band], before[band]) >= least
    return marked.view(np.uint8)


def measure_change(here: Image, there: Image) -> Image:
    """Return the largest difference of any channel between two pictures, pixel by pixel."""
    blue, green, red = cv2.split(cv2.absdiff(here, there))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _find_runs(mask: Mask) -> Runs:
    """Return the horizontal runs of a mask; its first row is the border before the second pixel."""
    bands = [_find_runs_of_band(mask, top) for top in range(0, len(mask), BAND_ROWS)]
    at, low, high = np.concatenate(bands, axis=1)
    return Runs(at, low, high)


def _find_runs_of_band(mask: Mask, top: int) -> Places:
    """Return the positions, beginnings and ends (3, N) of the runs from a row on."""
    band = mask[top : top + BAND_ROWS]
    closed = morph(band, cv2.MORPH_CLOSE, (LONGEST_DASH_GAP_PX, 1))
    straight = morph(closed, cv2.MORPH_OPEN, (SHORTEST_RUN_PX, 1))
    # Columns of zeros separate the runs of one row from those of the next.
    flat = np.pad(straight, ((0, 0), (1, 1))).ravel()
    turns = np.flatnonzero(flat[1:] != flat[:-1])
    width = mask.shape[1] + 2
    row, low = np.divmod(turns[::2], width)
    return np.stack([row + top + 1, low, turns[1::2] - row * width])


def find_meshes(edges: Edges) -> list[Edges]:
    """Return the parts of the picture whose edges are connected, for all gap sizes, each once."""
    found: dict[Hashable, Edges] = {}
    for block in BLOCKS_PX:
        for mesh in _connect_edges(edges, block):
            key = (mesh.box, len(mesh.vertical), len(mesh.horizontal))
            found.setdefault(key, mesh)
    return list(found.values())


def _connect_edges(edges: Edges, block: int) -> Iterator[Edges]:
    """Yield the groups of edges that touch when painted in blocks of pixels, largest first."""
    painted = morph(edges.paint_squares(block), cv2.MORPH_DILATE, (2, 2))
    labels, stats = find_components(painted)
    upright = labels[edges.vertical.low // block, edges.vertical.at // block]
    level = labels[edges.horizontal.at // block, edges.horizontal.low // block]
    areas = stats[1:, 2] * stats[1:, 3]
    for label in np.argsort(-areas, kind="stable")[:MOST_MESHES] + 1:
        if stats[label, 2:4].min() * block >= SMALLEST_BOARD_PX:
            vertical = edges.vertical.select(upright == label)
            horizontal = edges.horizontal.select(level == label)
            yield Edges(vertical, horizontal, edges.shape)


def find_whole_lines(image: Image, mesh: Edges) -> Iterator[Edges]:
    """Yield the edges of the dark lines that go from end to end of a mesh, and those of the bright
    ones, as under hatching.

    Strokes cover a part of each row of pixels and leave the rest as bright as the page, or as dark;
    only a line covers all of it.
    """
    x0, y0, x1, y1 = mesh.box
    grey = cv2.cvtColor(np.ascontiguousarray(image[y0:y1, x0:x1]), cv2.COLOR_BGR2GRAY)
    for part in (grey, 255 - grey):
        level = _find_dark_rows(np.asarray(part, np.uint8)) + y0
        upright = _find_dark_rows(np.asarray(part.T, np.uint8)) + x0
        yield Edges(
            Runs(upright, np.full_like(upright, y0), np.full_like(upright, y1)),
            Runs(level, np.full_like(level, x0), np.full_like(level, x1)),
            mesh.shape,
        )


def _find_dark_rows(part: Mask) -> Places:
    """Return the first and the last edge of each group of rows (H, W) that are darker nearly
    everywhere than the usual row is."""
    brightest = round(END_TO_END * (part.shape[1] - 1))
    levels = np.partition(part, brightest, axis=1)[:, brightest].astype(np.float32)
    depth = np.median(levels) - levels
    is_covered = depth >= max(CLEARER[0], LEAST_DEPTH * depth.max())
    return np.flatnonzero(np.diff(np.pad(is_covered, 1).astype(np.int8)))


@dataclass(frozen=True, slots=True)
class Comb:
    """Evenly spaced lines along one axis at ``phase + i * pitch``.

    ``fit``, 0…1, measures how well the edges agree with it.
    """

    pitch: float
    phase: float
    fit: float

    def index(self, position: Any) -> Any:
        """Return a position, or an array of positions, in pitches from the phase."""
        return (position - self.phase) / self.pitch


def find_combs(profile: Floats, most: int = 8) -> list[Comb]:
    """Return the even spacings that match a profile of edges, widest first.

    The profile (W,) has the number of edge pixels at each position. The agreement of a pitch is the
    length of the mean of unit vectors that turn once per pitch (the Rayleigh statistic of
    directional data): 1 if all edges lie on the comb. A Fourier transform gives it for all pitches.
    """
    at = np.flatnonzero(profile)
    span = int(at[-1] - at[0]) if len(at) else 0
    if span < SMALLEST_BOARD_PX:
        return []
    # The padding moves the last line by a tenth of a pitch from one frequency to the next.
    length = cv2.getOptimalDFTSize(10 * span)
    turns = np.fft.rfft(profile[at[0] :], length) / profile.sum()
    fits = np.abs(turns)
    # Only pitches of which a board has enough, and whose cells are large enough to be read.
    lowest = math.ceil(length / (span / FEWEST_PITCHES))
    highest = int(length / SHORTEST_PITCH_PX)
    inner = np.arange(lowest, min(highest, len(fits) - 1))
    is_peak = (fits[inner] >= fits[inner - 1]) & (fits[inner] >= fits[inner + 1])
    is_clear = fits[inner] >= CLEAR_PEAK * fits[inner].max(initial=0)
    combs = []
    for frequency in inner[is_peak & is_clear][:most].tolist():
        pitch = length / frequency
        phase = int(at[0]) - float(np.angle(turns[frequency])) / (2 * np.pi) * pitch
        combs.append(Comb(pitch, phase, abs(complex(turns[frequency]))))
    return combs


WHOLE_SIDE: Final = 0.9
"""Minimum drawn fraction of a side that counts as drawn from end to end."""
END_TO_END: Final = 0.97
"""Minimum fraction of a row of pixels that a line covers from end to end: stripes of a region that
is as high as the board leave out the dots or the blank of a cell."""
LEAST_DEPTH: Final = 1 / 3
"""Minimum change of brightness at a whole line, relative to the strongest: a thin line between
pixels has half."""
THICKER: Final = 1.4
"""Minimum ratio of the thickness of lines between boards to that of others: boards side by side
have two frames."""
ACROSS: Final = 0.5
"""Minimum visible fraction of an edge across a strip."""
MOST_IN_A_ROW: Final = 12
"""Maximum number of boards in a row: more pieces are cells."""


def cut_mesh(mesh: Edges) -> list[Edges]:
    """Return the parts of a mesh between its thickest lines, row by row.

    The list is empty if it has no such lines.
    """
    x0, y0, x1, y1 = mesh.box
    cols = _split_at_thickest(mesh.vertical, mesh.horizontal, (x0, x1), y1 - y0)
    rows = _split_at_thickest(mesh.horizontal, mesh.vertical, (y0, y1), x1 - x0)
    # More pieces are the cells of one board.
    if len(cols) * len(rows) == 1 or max(len(cols), len(rows)) > MOST_IN_A_ROW:
        return []
    parts = product(rows, cols)
    return [mesh.clip_to_box(left, top, right, bottom) for (top, bottom), (left, right) in parts]


def _split_at_thickest(
    lines: Runs, across: Runs, whole: tuple[int, int], length: int
) -> list[tuple[int, int]]:
    """Return (start, end) of the parts between the thickest lines that are wide enough for a board.

    ``whole`` is the range to be split, ``length`` the length of a line from end to end.
    """
    edges = np.flatnonzero(lines.profile() >= WHOLE_SIDE * length)
    drawn = _group_edges(edges, across)
    thickest = max((last - first for first, last in drawn), default=0)
    cuts = [(first + last) // 2 for first, last in drawn if last - first > thickest / THICKER]
    parts = pairwise([whole[0], *cuts, whole[1]])
    return [(start, end) for start, end in parts if end - start >= SMALLEST_BOARD_PX]


def _group_edges(edges: Places, across: Runs) -> list[tuple[int, int]]:
    """Return the first and last edge of each line.

    Between the edges of one line at most a frame crosses, between two lines the lines of the cells.
    """
    if not len(edges):
        return []
    crossing = _count_crossing(across, edges[:-1] + 1, edges[1:])
    # Many edges cross the cells between two lines.
    parted = np.flatnonzero(crossing > crossing.max(initial=0) / 2) + 1
    return [(int(group[0]), int(group[-1])) for group in np.split(edges, parted)]


def _count_crossing(across: Runs, low: Places, high: Places) -> Places:
    """Return the number of edges that cross each strip from ``low`` to ``high``, shape (N,)."""
    at, line = np.unique(across.at, return_inverse=True)
    inside = np.minimum(across.high[:, None], high) - np.maximum(across.low[:, None], low)
    covered = np.zeros((len(at), len(low)), np.intp)
    np.add.at(covered, line, np.maximum(inside, 0))
    return np.asarray((covered > ACROSS * (high - low)).sum(axis=0), np.intp)
