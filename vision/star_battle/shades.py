"""Shades over cells that must not be mistaken for a region's colour: of the mouse, and of every other cell."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.image import Floats, to_bgr

SHADE: Final = (0.5, 0.97)
"""Range of a shaded cell's brightness, or its distance from white, relative to its region's; pages use 0.8 to 0.9."""
EVEN: Final = 0.04
"""Maximum difference of that factor between channels; regions of two colours differ by 0.1 and more."""
LEAST_CHANNEL: Final = 0.1
"""Minimum value of a channel, 0…1, for its factor to be used: that of a smaller value is mostly rounding."""
FEWEST_CHANNELS: Final = 2
"""Minimum number of such channels: a single one has the same factor as itself, whatever the colour."""
DIFFERENT: Final = 4.0
"""Minimum difference (L*a*b*) between an isolated cell and each neighbour: twice what the eye can see."""
BLACK: Final = np.array([-16, 0, 0], np.float32)
"""Point of the L*a*b* space towards which all colours move in a straight line when they grow darker."""
SAME: Final = 1.5
"""Maximum difference (L*a*b*) between two cells of one colour, one of them shaded."""
FACTORS: Final = np.linspace(0.75, 0.98, 47)
"""Possible factors of the shade of every other cell."""
LEAST_SHADED: Final = 0.4
"""Minimum fraction of borders at which the colours differ by the shade alone: real boards have 0.5 and more."""
MOST_EQUAL: Final = 0.25
"""Maximum number of borders with equal colours, as a fraction of those: a shade leaves none inside regions."""


def without_shades(colours: Floats) -> list[Floats]:
    """Return the possible colours of cells (rows, cols, 3), in L*a*b*, without a shade; empty if no cell is shaded."""
    even = _unchequered(colours)
    return [even, *_unhovered(even)] if even is not None else _unhovered(colours)


def _unchequered(colours: Floats) -> Floats | None:
    """Return the colours without the shade of every other cell, as on a chess board, or None if there is none.

    A shade makes the same factor between the colours at most borders, and leaves few borders with equal colours.
    """
    light = colours - BLACK
    odd = np.indices(colours.shape[:2]).sum(axis=0) % 2 == 1
    both = [(light[:, 1:], light[:, :-1], odd[:, 1:]), (light[1:], light[:-1], odd[1:])]
    sides = [np.where(at[..., None], (one, other), (other, one)).reshape(2, -1, 3) for one, other, at in both]
    shaded, plain = np.concatenate(sides, axis=1)
    factors = [1.0, *FACTORS, *(1 / FACTORS)]
    alike = [float(np.mean(np.linalg.norm(shaded - factor * plain, axis=1) < SAME)) for factor in factors]
    best = int(np.argmax(alike))
    if alike[best] < LEAST_SHADED or alike[0] > MOST_EQUAL * alike[best]:
        return None
    return np.where(odd[..., None], light / np.float32(factors[best]), light) + BLACK


def _unhovered(colours: Floats) -> list[Floats]:
    """Return the possible colours of cells without the shade of a hovered cell.

    There is one mouse, so at most one cell may look like a darker or a lighter neighbour. For each neighbour that it
    may be a shade of, one result gives it that neighbour's colour.
    """
    shaded = {cell: grounds for cell in _alone(colours) if (grounds := _grounds(colours, *cell))}
    if len(shaded) != 1:
        return []
    ((cell, grounds),) = shaded.items()
    return [_with(colours, cell, ground) for ground in grounds]


def _with(colours: Floats, cell: tuple[int, int], colour: Floats) -> Floats:
    repaired = colours.copy()
    repaired[cell] = colour
    return repaired


def _grounds(colours: Floats, row: int, col: int) -> list[Floats]:
    """Return the different neighbouring colours that a cell may be a shade of."""
    found: list[Floats] = []
    for colour in _neighbours(colours, row, col):
        known = any(np.linalg.norm(colour - other) <= DIFFERENT for other in found)
        if not known and _is_shade(colours[row, col], colour):
            found.append(colour)
    return found


def _alone(colours: Floats) -> list[tuple[int, int]]:
    """Return the (row, col) of cells that differ from all their neighbours."""
    rows, cols = colours.shape[:2]
    padded = np.pad(colours, ((1, 1), (1, 1), (0, 0)), constant_values=np.inf)
    beside = (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:])
    least = np.min([np.linalg.norm(colours - other, axis=2) for other in beside], axis=0)
    return [(int(r), int(c)) for r, c in np.argwhere(least.reshape(rows, cols) > DIFFERENT)]


def _neighbours(colours: Floats, row: int, col: int) -> Floats:
    rows, cols = colours.shape[:2]
    places = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return np.array([colours[r, c] for r, c in places if 0 <= r < rows and 0 <= c < cols], np.float32)


def _is_shade(colour: Floats, ground: Floats) -> bool:
    """Return True if a colour is another one moved towards black or white by the same factor in each channel."""
    shade, own = to_bgr(colour), to_bgr(ground)
    return any(_dimmed(*pair) for pair in ((shade, own), (1 - shade, 1 - own)))


def _dimmed(shade: Floats, own: Floats) -> bool:
    telling = own >= LEAST_CHANNEL
    part = shade[telling] / own[telling]
    return bool(
        len(part) >= FEWEST_CHANNELS and np.ptp(part) <= EVEN and SHADE[0] <= part.min() and part.max() <= SHADE[1]
    )
