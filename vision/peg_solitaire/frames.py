"""Coordinate frames: the directions of text rows and columns on a lattice of points; and the usual
boards, sets of cells (row, col) in such a frame."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, degrees, radians, tan
from typing import Final

import numpy as np

from solvers.peg_solitaire import BOARDS, Cell, Lattice, named_board
from solvers.peg_solitaire.board import NEIGHBOURS
from vision.image import Doubles, Places
from vision.point_lattices import PointLattice

STRAIGHT: Final = cos(radians(86))
"""Maximum cosine of a right angle; screenshots are off by a pixel or two."""
SKEW: Final = 1.4
"""Maximum ratio of the horizontal and vertical steps of a square lattice."""
LEVEL_DEG: Final = 2.5
"""Maximum angle between level rows and the horizontal, in degrees."""
LEVEL: Final = tan(radians(LEVEL_DEG))
"""Tangent of that angle."""
SAME_SIDE: Final = 0.05
"""Maximum difference of the diagonals of a square lattice, as a fraction."""
FULLEST: Final = 1.4
"""Maximum number of objects on square steps that may be a triangle, in halves of the rectangle
round them: triangles of 4 to 7 rows have 1.25 to 1.14."""
UPRIGHT: Final = 0.02
"""Maximum ratio of a step across to the same step down for it to point up or down: its direction
across is then noise."""


@dataclass(frozen=True, slots=True)
class CoordinateFrame:
    """Text columns and rows on a point lattice.

    ``across`` and ``down`` are the steps (x, y) from one column or row to the next, in pixels.
    ``turn`` (2, 2) are the whole numbers of text columns and rows in each step of the lattice.
    """

    points: PointLattice
    kind: Lattice
    across: Doubles
    down: Doubles
    turn: Places

    @property
    def level(self) -> bool:
        """True if rows are level and columns upright."""
        off = abs(degrees(np.arctan2(self.across[1], self.across[0])))
        return off <= LEVEL_DEG and _are_at_right_angles(self.across, self.down)

    def convert_places(self, places: Places) -> list[Cell]:
        """Return the (row, col) of places (N, 2) of the lattice; they don't begin at 0."""
        return [(row, col) for col, row in (places @ self.turn).tolist()]

    def locate_cell(self, row: float, col: float) -> Doubles:
        """Return the (x, y) of a cell's middle in the picture."""
        return np.asarray(self.points.origin + col * self.across + row * self.down, np.float64)

    def locate_cells(self, cells: Collection[Cell]) -> Doubles:
        """Return the (x, y) of the middles of cells in the picture, shape (N, 2)."""
        steps = np.stack([self.down, self.across])
        return np.asarray(self.points.origin + np.array(list(cells)) @ steps)

    @property
    def gaps(self) -> Doubles:
        """Steps (x, y) from a site to the middles of the gaps that its neighbours enclose."""
        if self.kind == "square":
            falling = (self.across + self.down) / 2
            rising = (self.across - self.down) / 2
            return np.array([-falling, -rising, rising, falling])
        third = self.down / 3
        left = -self.across
        right = self.across
        return np.array(
            [left - third, left + third, right - third, right + third, -2 * third, 2 * third]
        )


def find_frames(points: PointLattice) -> list[CoordinateFrame]:
    """Return the frames that suit a point lattice, those with level rows first."""
    found = list(_find_square_frame(points))
    # A triangle with rows that begin at one side has square steps, and fills half of a square.
    if not found or 2 * len(points.places) <= FULLEST * np.prod(np.ptp(points.places, axis=0) + 1):
        found += _find_triangular_frames(points)
    return sorted(found, key=lambda frame: (not frame.level, abs(float(frame.across[1]))))


def _are_at_right_angles(one: Doubles, other: Doubles) -> bool:
    """Return True if the angle between two steps is about a right one."""
    lengths = np.linalg.norm(one) * np.linalg.norm(other)
    return bool(abs(np.dot(one, other)) <= STRAIGHT * lengths)


def _find_square_frame(points: PointLattice) -> Iterator[CoordinateFrame]:
    """Yield the frame of a lattice whose steps are about as long and at right angles, if it is
    one."""
    across, down = points.turn_upright().basis
    lengths = np.linalg.norm(points.basis, axis=1)
    if not _are_at_right_angles(across, down) or lengths.max() > SKEW * lengths.min():
        return
    yield _make_frame(points, "square", across, down)


def _find_triangular_frames(points: PointLattice) -> Iterator[CoordinateFrame]:
    """Yield frames with rows along each of three short steps if it is an axis of symmetry of the
    other two, or level: a triangle may be drawn askew, or with rows that begin at one side."""
    first, second = points.basis
    thirds = np.array([first - second, first + second])
    sides = np.linalg.norm(thirds, axis=1)
    for third in thirds[sides <= (1 + SAME_SIDE) * sides.min()]:
        for along, one, other in (
            (first, second, third),
            (second, first, third),
            (third, first, second),
        ):
            # Both lead to the next row, one site apart: the other sum runs along the row.
            below = max(
                (one + other, one - other), key=lambda step: abs(np.linalg.det([along, step]))
            )
            is_level = abs(along[1]) <= LEVEL * abs(along[0])
            if not is_level and not _are_at_right_angles(along, below):
                continue
            is_upright = abs(along[0]) <= UPRIGHT * abs(along[1])
            ahead = along * (-np.sign(along[1]) if is_upright else np.sign(along[0]))
            # Rows go down to the right of the text's direction, however the board is turned.
            down = below * np.sign(np.linalg.det([ahead, below]))
            yield _make_frame(points, "triangular", ahead / 2, down / 2)


def _make_frame(
    points: PointLattice, kind: Lattice, across: Doubles, down: Doubles
) -> CoordinateFrame:
    """Return the frame with these steps from one column or row to the next."""
    turn = np.rint(points.basis @ np.linalg.inv(np.array([across, down]))).astype(np.intp)
    return CoordinateFrame(points, kind, across, down, turn)


ASYMMETRICAL: Final = frozenset(
    (row, col) for row in range(8) for col in range(8) if row in (3, 4, 5) or col in (2, 3, 4)
)
"""Sites of the asymmetrical cross, one of the six boards that are known best; it has no name in
texts."""
SMALLEST_TRIANGLE: Final = 4
"""Number of rows of the smallest triangle that is recognised: smaller ones can't be played."""
LARGEST_TRIANGLE: Final = 10
"""Number of rows of the largest triangle that is recognised; triangles of up to 7 rows are sold."""


@cache
def list_usual_boards(kind: Lattice) -> tuple[frozenset[Cell], ...]:
    """Return the usual boards, the largest first; triangles point up or down."""
    boards: list[frozenset[Cell]] = []
    if kind == "square":
        names = [name for name in BOARDS if not name.startswith("triangle")]
        boards += [frozenset(named_board(name).sites) for name in names]
        turned = ASYMMETRICAL
        for _ in range(4):
            boards.append(turned)
            turned = move_to_zero([(col, -row) for row, col in turned])
    else:
        sizes = range(SMALLEST_TRIANGLE, LARGEST_TRIANGLE + 1)
        boards += [frozenset(named_board(f"triangle{size}").sites) for size in sizes]
        boards += [move_to_zero([(-row, col) for row, col in board]) for board in boards]
    return tuple(sorted(boards, key=len, reverse=True))


def find_usual_boards_around(kind: Lattice, cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield the usual boards, in each position, that contain all of these cells, the smallest
    first."""
    row, col = find_first_row_col(cells)
    rows, cols = measure_extent(cells)
    moved = move_to_zero(cells)
    for board in reversed(list_usual_boards(kind)):
        high, wide = measure_extent(board)
        for down in range(high - rows + 1):
            for right in range(wide - cols + 1):
                if all((r + down, c + right) in board for r, c in moved):
                    yield move_cells(board, row - down, col - right)


def find_usual_boards_within(
    kind: Lattice, cells: frozenset[Cell], fewest: float = 0
) -> Iterator[frozenset[Cell]]:
    """Yield the usual boards of at least ``fewest`` sites, in each position, that lie entirely
    within these cells, the largest first."""
    row, col = find_first_row_col(cells)
    rows, cols = measure_extent(cells)
    for board in list_usual_boards(kind):
        if not fewest <= len(board) <= len(cells):
            continue
        high, wide = measure_extent(board)
        for down in range(row, row + rows - high + 1):
            for right in range(col, col + cols - wide + 1):
                if all((r + down, c + right) in cells for r, c in board):
                    yield move_cells(board, down, right)


def move_cells(cells: Collection[Cell], rows: int, cols: int) -> frozenset[Cell]:
    """Return the cells moved down by ``rows`` and right by ``cols``."""
    return frozenset((row + rows, col + cols) for row, col in cells)


def move_to_zero(cells: Collection[Cell]) -> frozenset[Cell]:
    """Return the cells moved to begin at row 0 and column 0."""
    row, col = find_first_row_col(cells)
    return move_cells(cells, -row, -col)


def find_first_row_col(cells: Collection[Cell]) -> Cell:
    """Return the first row and the first column of cells."""
    return min(row for row, _ in cells), min(col for _, col in cells)


def measure_extent(cells: Collection[Cell]) -> tuple[int, int]:
    """Return the numbers of rows and of columns over which cells extend."""
    row, col = find_first_row_col(cells)
    last_row = max(row for row, _ in cells)
    last_col = max(col for _, col in cells)
    return last_row - row + 1, last_col - col + 1


def is_connected(kind: Lattice, cells: frozenset[Cell]) -> bool:
    """Return True if steps from neighbour to neighbour connect all cells."""
    return connect_cells(kind, cells, frozenset(sorted(cells)[:1])) == cells


def connect_cells(kind: Lattice, cells: frozenset[Cell], core: frozenset[Cell]) -> frozenset[Cell]:
    """Return the core and the cells that steps from neighbour to neighbour connect with it."""
    found = core
    edge = core
    while edge:
        edge = (find_neighbours(kind, edge) & cells) - found
        found |= edge
    return found


def find_neighbours(kind: Lattice, cells: frozenset[Cell]) -> frozenset[Cell]:
    """Return the places next to these cells, without the cells themselves."""
    around: set[Cell] = set()
    for down, right in NEIGHBOURS[kind]:
        around |= move_cells(cells, down, right)
    return frozenset(around - cells)
