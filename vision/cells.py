"""What the pixels say about each cell and each border of a board: colours, and how much line is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from vision.board import Lattice
from vision.image import Floats
from vision.regions import Borders

Measure: TypeAlias = Callable[[Floats, Floats, Floats], float]
"""Of a strip (along, across, 3) of pixels, and the colours of the cells to its left and right."""
RIM: Final = (0.16, 0.30)
"""The ring of a cell, in cells from its border, where its own colour shows: clear of lines and mostly of marks."""
ALONG: Final = (0.22, 0.78)
"""The part of a border, in cells, over which it is measured: clear of crossing lines and rounded corners."""
ACROSS: Final = 0.2
"""How far to both sides of a border, in cells, line is looked for; half of the thickest is 0.085."""


def cell_colours(lab: Floats, lattice: Lattice) -> Floats:
    """Colour of each cell's own ground, shape (rows, cols, 3), in the units of the picture (H, W, 3)."""
    colours = np.zeros((lattice.rows, lattice.cols, 3), np.float32)
    for r in range(lattice.rows):
        for c in range(lattice.cols):
            colours[r, c] = np.median(_rim(lab, lattice, r, c), axis=0)
    return colours


def _rim(lab: Floats, lattice: Lattice, row: int, col: int) -> Floats:
    """The pixels of the ring, as rows of three."""
    x, y = lattice.xs[col : col + 2], lattice.ys[row : row + 2]
    x0, x1, y0, y1 = _inset(x, y, RIM[0])
    a0, a1, b0, b1 = _inset(x, y, RIM[1])
    return np.concatenate(
        [
            lab[y0:b0, x0:x1].reshape(-1, 3),
            lab[b1:y1, x0:x1].reshape(-1, 3),
            lab[b0:b1, x0:a0].reshape(-1, 3),
            lab[b0:b1, a1:x1].reshape(-1, 3),
        ]
    )


def _inset(x: Floats, y: Floats, part: float) -> tuple[int, int, int, int]:
    """(x0, x1, y0, y1) of the cell without a margin of this part of its sides."""
    dx, dy = (x[1] - x[0]) * part, (y[1] - y[0]) * part
    return round(float(x[0] + dx)), round(float(x[1] - dx)), round(float(y[0] + dy)), round(float(y[1] - dy))


def colour_borders(colours: Floats) -> Borders:
    """How different the two cells at each border are, in the units of the colours."""
    return Borders(
        np.linalg.norm(colours[:, 1:] - colours[:, :-1], axis=2).astype(np.float32),
        np.linalg.norm(colours[1:] - colours[:-1], axis=2).astype(np.float32),
    )


def line_borders(lab: Floats, lattice: Lattice, colours: Floats) -> Borders:
    """How much line is drawn at each border: its width in pixels times its contrast to the nearer of both cells.

    A mere step from one colour to the other counts nothing. The unit is a pixel of black on white.
    """
    return _borders(lab, lattice, colours, _ink)


def line_traces(lab: Floats, lattice: Lattice, colours: Floats) -> Borders:
    """As ``line_borders`` where each line is strongest: the median of a dashed line may be a gap."""
    return _borders(lab, lattice, colours, _trace)


def _borders(lab: Floats, lattice: Lattice, colours: Floats, measure: Measure) -> Borders:
    right = _line_strength(lab, lattice.xs, lattice.ys, colours, measure)
    turned = lab.transpose(1, 0, 2), lattice.ys, lattice.xs, colours.transpose(1, 0, 2)
    return Borders(right, _line_strength(*turned, measure).T)


def frame_strength(lab: Floats, lattice: Lattice, colours: Floats) -> tuple[float, float, float, float]:
    """How much line is drawn at the left, the top, the right and the bottom of a board, where there is least.

    The unit is that of ``line_borders``; all that differs from the outermost cells counts.
    """
    turned = lab.transpose(1, 0, 2)
    return (
        _side_strength(lab, lattice.xs[0], lattice.ys, colours[:, 0], lattice.pitch),
        _side_strength(turned, lattice.ys[0], lattice.xs, colours[0], lattice.pitch),
        _side_strength(lab, lattice.xs[-1], lattice.ys, colours[:, -1], lattice.pitch),
        _side_strength(turned, lattice.ys[-1], lattice.xs, colours[-1], lattice.pitch),
    )


def _side_strength(lab: Floats, at: float, along: Floats, colours: Floats, pitch: float) -> float:
    """Least line at the cells beside one outermost line, upright at x = ``at``; ``along`` parts the cells."""
    low, high = max(0, round(float(at - ACROSS * pitch))), round(float(at + ACROSS * pitch)) + 1
    strips = (lab[y0:y1, low:high] for y0, y1 in _middles(along))
    return min(_ink(strip, colour, colour) for strip, colour in zip(strips, colours, strict=True))


def _middles(lines: Floats) -> list[tuple[int, int]]:
    """The middle part of each cell along an axis, in whole pixels."""
    sides = np.diff(lines)
    first, last = lines[:-1] + ALONG[0] * sides, lines[:-1] + ALONG[1] * sides
    return [(round(float(a)), round(float(b))) for a, b in zip(first, last, strict=True)]


def _line_strength(lab: Floats, xs: Floats, ys: Floats, colours: Floats, measure: Measure) -> Floats:
    rows, cols = len(ys) - 1, len(xs) - 1
    strength = np.zeros((rows, cols - 1), np.float32)
    for r, (y0, y1) in enumerate(_middles(ys)):
        for i in range(1, cols):
            reach = ACROSS * min(xs[i] - xs[i - 1], xs[i + 1] - xs[i])
            x0, x1 = round(float(xs[i] - reach)), round(float(xs[i] + reach)) + 1
            strength[r, i - 1] = measure(lab[y0:y1, x0:x1], colours[r, i - 1], colours[r, i])
    return strength


def _ink(strip: Floats, left: Floats, right: Floats) -> float:
    """Line in a strip (along, across, 3) between two cells of these colours."""
    return float(_off_ground(np.median(strip, axis=0), left, right).sum()) / 100


def _trace(strip: Floats, left: Floats, right: Floats) -> float:
    """As ``_ink`` where the line is strongest; a tenth of its length may be a mark's."""
    return float(np.percentile(_off_ground(strip, left, right), 90, axis=0).sum()) / 100


def _off_ground(pixels: Floats, left: Floats, right: Floats) -> Floats:
    """How far pixels (…, 3) are from every mixture of two colours."""
    step = right - left
    share = np.clip((pixels - left) @ step / max(float(step @ step), 1e-6), 0, 1)
    ground = left + share[..., None] * step
    return np.asarray(np.linalg.norm(pixels - ground, axis=-1), np.float32)
