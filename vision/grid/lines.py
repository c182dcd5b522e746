"""Straight edges of a picture, and the even spacing of a board's lines.

An edge is a change of colour between neighbouring pixels: a drawn line has two of them, a border
between two colours has one. An upright edge ``at`` x stands for the border between the pixels x - 1
and x, so its position is a coordinate between pixels. Edges are stored as runs, not as pixels: a
page has some thousands, whatever its size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from vision.image import Bools, Floats, Image, Mask, Places, cached_per_image, components, morph

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
    """Straight edges of one direction: each lies ``at`` a position and goes from ``low`` to just
    before ``high``."""

    at: Places
    low: Places
    high: Places

    @property
    def lengths(self) -> Places:
        """Length of each run in pixels."""
        return self.high - self.low

    def __len__(self) -> int:
        return len(self.at)

    def only(self, which: Bools) -> Runs:
        """Return the runs selected by a mask."""
        return Runs(self.at[which], self.low[which], self.high[which])

    def clipped(self, low: int, high: int) -> Runs:
        """Return the parts of the runs from ``low`` to before ``high``."""
        cut = Runs(self.at, np.maximum(self.low, low), np.minimum(self.high, high))
        return cut.only(cut.low < cut.high)

    def profile(self) -> Floats:
        """Return the number of edge pixels at each position."""
        return np.bincount(self.at, self.lengths).astype(np.float32)

    def pixels(self, block: int = 1) -> tuple[Places, Places]:
        """Return the squares of ``block`` pixels that the runs touch: positions across, and
        along."""
        first = self.low // block
        count = (self.high - 1) // block + 1 - first
        nth = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        return np.repeat(self.at // block, count), np.repeat(first, count) + nth


@dataclass(frozen=True, slots=True)
class Edges:
    """Straight edges of a picture of this height and width, or some of them, in its coordinates."""

    vertical: Runs
    horizontal: Runs
    shape: tuple[int, int]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Box (x0, y0, x1, y1) round all edges."""
        (x0, x1), (y0, y1) = (
            _extent(self.vertical, self.horizontal),
            _extent(self.horizontal, self.vertical),
        )
        return x0, y0, x1, y1

    def within(self, x0: int, y0: int, x1: int, y1: int) -> Edges:
        """Return the parts of the edges in a box."""
        vertical = self.vertical.only((self.vertical.at >= x0) & (self.vertical.at < x1)).clipped(
            y0, y1
        )
        horizontal = self.horizontal.only(
            (self.horizontal.at >= y0) & (self.horizontal.at < y1)
        ).clipped(x0, x1)
        return Edges(vertical, horizontal, self.shape)

    def drawn(self, block: int = 1) -> Mask:
        """Return a mask with 1 in each square of ``block`` pixels that an edge touches."""
        height, width = (-(-side // block) for side in self.shape)
        return (
            paint(self.horizontal, height, width, block)
            | paint(self.vertical, width, height, block).T
        )


def _extent(lines: Runs, across: Runs) -> tuple[int, int]:
    """Return the range that the edges of both directions cover along the axis of ``lines``'
    positions."""
    starts, ends = (
        np.concatenate([lines.at, across.low]),
        np.concatenate([lines.at + 1, across.high]),
    )
    return int(starts.min(initial=np.iinfo(np.intp).max)), int(ends.max(initial=0))


def paint(runs: Runs, positions: int, length: int, block: int = 1) -> Mask:
    """Return a mask (positions, length) with 1 along each run; a mask pixel is a square of
    ``block`` pixels."""
    mask = np.zeros((positions, length), np.uint8)
    mask[runs.pixels(block)] = 1
    return mask


@cached_per_image
def find_edges(image: Image, contrast: int = EDGE_CONTRAST) -> Edges:
    """Return the straight edges of a picture (H, W, 3), dtype uint8, that change a channel by
    ``contrast`` of 255."""
    height, width = image.shape[:2]
    upright = _edges(image[:, 1:], image[:, :-1], contrast)
    level = _edges(image[1:], image[:-1], contrast)
    return Edges(_runs(np.asarray(cv2.transpose(upright), np.uint8)), _runs(level), (height, width))


def _edges(here: Image, before: Image, contrast: int) -> Mask:
    """Return a mask with 1 if the largest change of any channel is large enough for an edge."""
    # The median of a screenshot is 0, that of a photo its grain.
    grain = float(np.median(_contrast(here[::GRAIN_ROWS], before[::GRAIN_ROWS])))
    least = max(contrast, GRAIN * grain)
    # Bands stay in the processor's cache, and the intermediate results need little memory.
    bands = [slice(top, top + BAND_ROWS) for top in range(0, len(here), BAND_ROWS)]
    return np.concatenate([_contrast(here[band], before[band]) >= least for band in bands]).view(
        np.uint8
    )


def _contrast(here: Image, before: Image) -> Image:
    """Return the largest change of any channel, pixel by pixel."""
    blue, green, red = cv2.split(cv2.absdiff(here, before))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _runs(mask: Mask) -> Runs:
    """Return the horizontal runs of a mask; its first row is the border before the second pixel."""
    found = [
        _runs_of_band(mask[top : top + BAND_ROWS], top) for top in range(0, len(mask), BAND_ROWS)
    ]
    return Runs(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _runs_of_band(mask: Mask, top: int) -> tuple[Places, Places, Places]:
    closed = morph(mask, cv2.MORPH_CLOSE, (LONGEST_DASH_GAP_PX, 1))
    # Columns of zeros separate the runs of one row from those of the next.
    flat = np.pad(morph(closed, cv2.MORPH_OPEN, (SHORTEST_RUN_PX, 1)), ((0, 0), (1, 1))).ravel()
    turns = np.flatnonzero(flat[1:] != flat[:-1])
    width = mask.shape[1] + 2
    at, low = np.divmod(turns[::2], width)
    return at + top + 1, low, turns[1::2] - at * width


def find_meshes(edges: Edges) -> list[Edges]:
    """Return the parts of the picture whose edges are connected, for all gap sizes, without
    duplicates."""
    found: dict[tuple[int, ...], Edges] = {}
    for block in BLOCKS_PX:
        for mesh in _hanging_together(edges, block):
            found.setdefault((*mesh.box, len(mesh.vertical), len(mesh.horizontal)), mesh)
    return list(found.values())


def _hanging_together(edges: Edges, block: int) -> Iterator[Edges]:
    labels, stats = components(morph(edges.drawn(block), cv2.MORPH_DILATE, (2, 2)))
    upright = labels[edges.vertical.low // block, edges.vertical.at // block]
    level = labels[edges.horizontal.at // block, edges.horizontal.low // block]
    largest = np.argsort(-stats[1:, 2] * stats[1:, 3], kind="stable")[:MOST_MESHES] + 1
    for label in largest[stats[largest, 2:4].min(axis=1) * block >= SMALLEST_BOARD_PX]:
        yield Edges(
            edges.vertical.only(upright == label),
            edges.horizontal.only(level == label),
            edges.shape,
        )


@dataclass(frozen=True, slots=True)
class Comb:
    """Evenly spaced lines along one axis at ``phase + i * pitch``; ``fit``, 0…1, measures the
    agreement of edges."""

    pitch: float
    phase: float
    fit: float

    def index(self, position: Any) -> Any:
        """Return a position, or an array of positions, in pitches from the phase."""
        return (position - self.phase) / self.pitch


def find_combs(profile: Floats, most: int = 8) -> list[Comb]:
    """Return the even spacings that match a profile of edges (length W, edge pixels at each x),
    widest first.

    The agreement of a pitch is the length of the mean of unit vectors that turn once per pitch (the
    Rayleigh statistic of directional data): 1 if all edges lie on the comb. A Fourier transform
    gives it for all pitches.
    """
    at = np.flatnonzero(profile)
    span = int(at[-1] - at[0]) if len(at) else 0
    if span < SMALLEST_BOARD_PX:
        return []
    # The padding moves the last line by a tenth of a pitch from one frequency to the next.
    length = cv2.getOptimalDFTSize(10 * span)
    turns = np.fft.rfft(profile[at[0] :], length) / profile.sum()
    first, last = int(np.ceil(length / (span / FEWEST_PITCHES))), int(length / SHORTEST_PITCH_PX)
    fits = np.abs(turns)
    inner = np.arange(first, min(last, len(fits) - 1))
    peaks = inner[(fits[inner] >= fits[inner - 1]) & (fits[inner] >= fits[inner + 1])]
    clear = peaks[fits[peaks] >= CLEAR_PEAK * fits[inner].max(initial=0)]
    return [_comb(length / int(k), complex(turns[k]), int(at[0])) for k in clear[:most]]


def _comb(pitch: float, turn: complex, start: int) -> Comb:
    return Comb(pitch, start - float(np.angle(turn)) / (2 * np.pi) * pitch, abs(turn))
