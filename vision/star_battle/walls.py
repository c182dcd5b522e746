"""Walls of a board without regions: cells as dark as its lines, or darker than the open cells
between even lines, some of them in the tint of the selected row and column."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from solvers.cells import PLAIN, WALL
from vision.confidence import COLOUR_FLOOR, COLOURED, DRAWN_LINE, LINE_FLOOR, SAME_COLOUR
from vision.game_reader import RegionResult
from vision.grid.borders import Borders, borders_beside, mark_letter, pair_cells
from vision.image import Bools, Floats

MOST_WALLS: Final = 0.65
"""Maximum fraction of walls on a board without regions; generated ones reach 0.55, discs on a pale
grid 0.9."""
OTHER_COLOUR: Final = 0.15
"""Minimum difference of a cell from most walls or open cells, relative to the difference of these,
for it to have another colour."""
MOST_TINTED: Final = 0.1
"""Maximum fraction of cells of other colours that lie anywhere; boards of lamps with four states
have half."""


def open_walls(grid: tuple[str, ...], colours: Floats) -> Floats:
    """Return the colours of the cells (rows, cols, 3), with walls replaced by the colour of open
    cells."""
    wall = mark_letter(grid, WALL)
    _, open_cells = _find_usual_colours(colours, wall)
    return np.where(wall[..., None], open_cells, colours).astype(np.float32)


def list_walls(colours: Floats, line: Borders) -> Iterator[RegionResult]:
    """Yield the possible walls of a board with cells of two colours, the likelier ones first.

    ``colours`` are the background colours, shape (rows, cols, 3). The walls are as dark as the
    lines, or at least darker than open cells; dark boards may have bright walls and lines.
    """
    flat = colours.reshape(-1, 3)
    ends = flat[[flat[:, 0].argmin(), flat[:, 0].argmax()]]
    distances = np.linalg.norm(flat[:, None] - ends[None], axis=2)
    is_dark = distances.argmin(axis=1).reshape(colours.shape[:2]) == 0
    possible = [wall for wall in (is_dark, ~is_dark) if _has_room(wall)]
    walls = [wall for wall in possible if hide_lines(colours, line, wall)]
    # Bright walls are told only by lines that they hide.
    for wall in possible:
        if wall is is_dark and _are_beside_even_lines(colours, line, wall):
            walls.append(wall)
    for wall in walls:
        off, apart = _measure_off_usual(colours, wall)
        is_tinted = off > max(COLOUR_FLOOR, OTHER_COLOUR * apart)
        if is_tinted.mean() > MOST_TINTED and not _lie_in_cross(is_tinted):
            continue
        spread = float(off.max())
        confidence = max(0.0, 1 - ((spread + COLOUR_FLOOR) / max(apart, 1e-6)) ** 2)
        count = int(wall.sum())
        evidence = f"walls: {count} cells, colours {apart:.0f} apart and {spread:.1f} within"
        grid = tuple(map("".join, np.where(wall, WALL, PLAIN).tolist()))
        yield RegionResult(grid, confidence, (evidence,))


def _measure_off_usual(colours: Floats, wall: Bools) -> tuple[Floats, float]:
    """Return the difference of each cell from the usual colour of walls or of open cells, and that
    of these colours."""
    walls, open_cells = _find_usual_colours(colours, wall)
    off = np.linalg.norm(colours - np.where(wall[..., None], walls, open_cells), axis=2)
    return np.asarray(off, np.float32), float(np.linalg.norm(open_cells - walls))


def measure_usual_chroma(colours: Floats, wall: Bools) -> float:
    """Return the chroma of the usual colour of walls or of open cells, the larger one: a cell under
    the mouse may have another colour."""
    usual = _find_usual_colours(colours, wall)
    return float(np.hypot(usual[:, 1], usual[:, 2]).max())


def _find_usual_colours(colours: Floats, wall: Bools) -> Floats:
    """Return the usual colours of walls and of open cells, shape (2, 3)."""
    return np.stack([np.median(colours[wall], axis=0), np.median(colours[~wall], axis=0)])


def _lie_in_cross(cells: Bools) -> bool:
    """Return True if these cells lie in one row and one column, as those of the selected cell."""
    rest = cells.copy()
    rest[cells.sum(axis=1).argmax()] = False
    return int(np.count_nonzero(rest.any(axis=0))) <= 1


def _has_room(wall: Bools) -> bool:
    """Return True if these cells leave room for a star in every row and column of a board, and some
    borders between open cells."""
    is_full = wall.all(axis=0).any() or wall.all(axis=1).any() or wall.mean() > MOST_WALLS
    return bool(wall.any() and not is_full and not borders_beside(wall).all())


def hide_lines(colours: Floats, line: Borders, wall: Bools) -> bool:
    """Return True if the lines of a board show between open cells, equally thick, and not at these
    walls, which have their colour."""
    between_open, at_side, between_walls = _divide_lines(colours, line, wall)
    thinnest = float(between_open.min(initial=np.inf))
    if not DRAWN_LINE <= thinnest < np.inf or not _are_even(between_open):
        return False
    strongest = max(float(at_side.max(initial=0)), float(between_walls.max(initial=0)))
    return strongest <= thinnest / 2


def _are_beside_even_lines(colours: Floats, line: Borders, wall: Bools) -> bool:
    """Return True if these walls and the open cells are grey, and lines are drawn and equally thick
    between all open cells, and between all walls.

    Where only one cell is a wall, a line has a colour between both and is hardly seen.
    """
    if measure_usual_chroma(colours, wall) >= COLOURED:
        return False
    between_open, _, between_walls = _divide_lines(colours, line, wall)
    for lines in (between_open, between_walls):
        if not (_are_even(lines) and float(lines.min(initial=np.inf)) > LINE_FLOOR):
            return False
    return True


def _divide_lines(colours: Floats, line: Borders, wall: Bools) -> list[Floats]:
    """Return the strengths of the lines between open cells, between an open cell and a wall, and
    between walls; none beside a cell of another shade, on which a line is weaker or stronger."""
    one, other = pair_cells(wall.astype(np.intp))
    off, _ = _measure_off_usual(colours, wall)
    is_plain = ~borders_beside(off > SAME_COLOUR + np.median(off))
    return [line.strengths[is_plain & (one + other == number)] for number in range(3)]


def _are_even(strengths: Floats) -> bool:
    """Return True if lines may all be of one thickness."""
    most = float(strengths.max(initial=0))
    return most <= 2 * float(strengths.min(initial=most)) + LINE_FLOOR
