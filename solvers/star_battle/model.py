"""Star Battle puzzles and their solutions, with the checks of a valid grid, and their drawings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass, field
from itertools import groupby
from math import cos, pi, sin
from pkgutil import resolve_name
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final, cast

from solvers.cells import LETTERS, PLAIN, WALL, Cell, find_pieces, translate_rows
from solvers.errors import BadNotation, count_of
from solvers.explained import GamePuzzle, GameSolution
from solvers.svg import CELL, Drawing, cell_middle, draw_frames, draw_shape, draw_text, join_points
from solvers.tables import check_values

if TYPE_CHECKING:
    from solvers.star_battle.explanation import ExplanationStep  # noqa: F401 (named as text below)


SMALLEST = 4
LARGEST = 30
"""Sides of boards that can be solved."""

KNOWN = frozenset(LETTERS + WALL + PLAIN)
"""Characters of a grid."""

SQUARE = "write as many rows as columns, one letter per cell"

USUAL_STARS: Mapping[int, int] = MappingProxyType(
    {4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 10: 2, 14: 3, 17: 4, 21: 5, 25: 6}
)
"""Side of the board → the usual, or only possible, number of stars per row, column and region."""

GOLDEN_ANGLE: Final = 137.5
"""Degrees of hue from one letter to the next: neighbours in the alphabet, which often touch, differ
clearly.
"""
LIGHTNESS: Final = (0.95, 0.91, 0.87)
"""Lightness of tints, letter by letter: printed without colours they are light greys, and borders
stay visible.
"""
SATURATION: Final = 0.75
OUTER: Final = 0.36 * CELL
INNER: Final = 0.15 * CELL
"""Distances from a star's centre to its points, and to the corners between them."""


def max_stars(size: int) -> int:
    """Return the maximum number of stars per row on a board of this side.

    Two neighbouring rows have at most one star in every two columns, so their 2k stars need 4k - 1
    columns; with exactly that many, every second column of the board would be empty.
    """
    return size // 4


@dataclass(frozen=True, slots=True)
class Puzzle(GamePuzzle["Solution", "ExplanationStep"]):
    """A Star Battle puzzle: every row, column and region holds ``stars`` stars, and no two of them
    touch.

    Attributes
    ----------
    grid : N rows of N characters: one letter (A–Z, a–z) per region, in one piece or in several, and
        ``#`` for a wall; or, on a shapeless board, ``.`` for a cell and ``#`` for a wall. Walls and
        a single letter count as shapeless too.
    stars : stars per row, column and region.
    given, crossed : (row, col), 0-based, of cells that are known to hold a star, or none.

    Raises
    ------
    BadNotation
        The grid is not such a board; the message says where.
    """

    package: ClassVar[str] = "solvers.star_battle"
    grid: tuple[str, ...]
    stars: int
    given: frozenset[Cell] = frozenset()
    crossed: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        if isinstance(self.grid, str):
            raise BadNotation("a grid is rows, and this is one text", hint="Puzzle.from_text(text)")
        object.__setattr__(self, "grid", _check_grid(tuple(self.grid)))
        object.__setattr__(self, "given", frozenset(self.given))
        object.__setattr__(self, "crossed", frozenset(self.crossed))
        check_stars(self.size, self.stars)
        for row, col in sorted(self.given | self.crossed):
            _check_mark(self.grid, row, col)

    @classmethod
    def from_text(cls, text: str, stars: int | None = None) -> Puzzle:
        """Return the puzzle of a text in any form of ``solvers.notation``; raise BadNotation."""
        # The notations know this class, so that they are named and not imported here.
        parse = resolve_name("solvers.notation:parse")
        return cast("Puzzle", parse(text, stars))

    @property
    def size(self) -> int:
        """Side of the board: N, the number of rows and of columns."""
        return len(self.grid)

    @property
    def regions(self) -> dict[str, list[Cell]]:
        """Letter → the (row, col) of its cells, by first appearance.

        Empty for a shapeless board.
        """
        return {
            letter: cells for letter, cells in _group_cells(self.grid).items() if letter.isalpha()
        }

    def drawing(
        self, stars: Iterable[Cell] = (), others: Iterable[Cell] = (), *, named: bool = False
    ) -> Drawing:
        """Draw the board with its marks and these stars, and with ``others``, those of a second
        solution.

        ``named`` writes the letter of each region into it.
        """
        marks = dict.fromkeys(self.crossed, "cross")
        marks |= dict.fromkeys(self.given.union(stars), "star")
        # Stars of only one of two solutions are drawn open, with a number.
        second = set(others)
        if second:
            marks |= dict.fromkeys(marks.keys() - self.crossed - second, "first")
            marks |= dict.fromkeys(second - marks.keys(), "second")
        return draw_regions(
            self.grid,
            marks,
            named=named,
            title=f"Star Battle {self.size}x{self.size}, {count_of(self.stars, 'star')}",
        )


@dataclass(frozen=True, slots=True)
class Solution(GameSolution[Puzzle]):
    """Result of a search.

    Attributes
    ----------
    cells : (row, col) of the stars of the first solution, row by row; empty if there is none.
    solutions : number of solutions found, up to the limit.
    nodes : number of boards that the search visited.
    seconds : time for all of it, including the creation of the model.
    puzzle : the puzzle, if the solution is to be drawn.
    """

    cells: tuple[Cell, ...]
    solutions: int
    nodes: int
    seconds: float
    puzzle: Puzzle | None = field(default=None, repr=False, compare=False)

    def drawing(self) -> Drawing:
        """Draw the board with its stars; raise BadNotation without a puzzle."""
        return self.find_puzzle().drawing(self.cells)


def _check_grid(grid: tuple[str, ...]) -> tuple[str, ...]:
    _check_square(grid)
    check_values(
        grid,
        KNOWN.__contains__,
        "unknown character",
        hint="a region is a letter A-Z or a-z, a wall '#', a cell of a board without regions '.'",
    )
    cells = _group_cells(grid)
    letters = list(filter(str.isalpha, cells))
    # A dot is a cell without a region, which only a board without regions can have.
    if PLAIN in cells and letters:
        row, col = cells[PLAIN][0]
        raise BadNotation(
            f"row {row + 1}, column {col + 1}: '.' on a board with regions", hint="a wall is '#'"
        )
    # A single letter names nothing: the board is shapeless.
    if WALL in cells and len(letters) == 1:
        return translate_rows(grid, {ord(letters[0]): PLAIN})
    if PLAIN not in cells:
        _check_regions(len(grid), letters)
    return grid


def _check_square(grid: tuple[str, ...]) -> None:
    if not grid:
        raise BadNotation("the board has no rows", hint=SQUARE)
    for number, row in enumerate(grid, 1):
        if len(row) != len(grid[0]):
            raise BadNotation(
                f"row {number} has {len(row)} cells, but row 1 has {len(grid[0])}", hint=SQUARE
            )
    check_size(len(grid), len(grid[0]), hint=SQUARE)


def check_size(rows: int, cols: int, hint: str = "as many rows as columns") -> int:
    """Return the side of a board of this size.

    Raises BadNotation unless it is a square that can be solved.
    """
    if rows != cols:
        raise BadNotation(
            f"the board is not square: {count_of(rows, 'row')} of {cols} cells", hint=hint
        )
    if not SMALLEST <= rows <= LARGEST:
        raise BadNotation(
            f"a board of {rows}x{rows} cells: sizes from {SMALLEST} to {LARGEST} can be solved",
            hint="a larger or smaller board",
        )
    return rows


def _check_regions(size: int, regions: list[str]) -> None:
    if len(regions) != size:
        raise BadNotation(
            f"{len(regions)} regions on {a_board(size)}, which needs {size}: "
            f"{''.join(sorted(regions))}",
            hint="as many letters as rows, each for one region",
        )


def check_stars(size: int, stars: int) -> None:
    """Raise BadNotation unless a board of this side can hold this many stars per row."""
    most = max_stars(size)
    if stars < 1:
        raise BadNotation(
            f"{stars} stars per row: at least 1 is needed", hint=f"a number from 1 to {most}"
        )
    if stars > most:
        raise BadNotation(
            f"{stars} stars per row cannot fit on {a_board(size)}, where no two may touch: "
            f"at most {most}",
            hint="1 star per row" if most == 1 else f"a number from 1 to {most}",
        )


def a_board(size: int) -> str:
    """Return ``a 10x10 board`` or ``an 8x8 board``."""
    return f"{'an' if size in (8, 11, 18) else 'a'} {size}x{size} board"


def _check_mark(grid: tuple[str, ...], row: int, col: int) -> None:
    if not (0 <= row < len(grid) and 0 <= col < len(grid)):
        what = f"outside the {len(grid)}x{len(grid)} board"
    elif grid[row][col] == WALL:
        what = "on a wall"
    else:
        return
    raise BadNotation(
        f"a mark at row {row + 1}, column {col + 1} is {what}",
        hint="a cell of the board that is not a wall",
    )


def _group_cells(grid: tuple[str, ...]) -> dict[str, list[Cell]]:
    cells: dict[str, list[Cell]] = {}
    for row, line in enumerate(grid):
        for col, character in enumerate(line):
            cells.setdefault(character, []).append((row, col))
    return cells


def draw_regions(
    grid: Sequence[str],
    marks: Mapping[Cell, str] | None = None,
    frames: Collection[Cell] = (),
    *,
    named: bool = False,
    title: str = "",
) -> Drawing:
    """Draw a board of letters, each one region, with ``#`` for a wall and ``.`` for a cell without
    a region.

    ``marks`` maps (row, col) to "star", "cross" or "dot", or to "first" or "second" for a star of
    only one of two solutions. Cells of ``frames`` that are on the board get a frame; ``named``
    writes its letter into each region. The pieces of a region in several always have it.
    """
    rows = len(grid)
    cols = len(grid[0])
    shapes = _fill_cells(grid)
    shapes += [_draw_lines(grid, "hair"), _draw_lines(grid, "edge")]
    shapes.append(draw_shape("rect", "edge", width=cols * CELL, height=rows * CELL))
    shapes += _draw_names(grid, 1 if named else 2)
    for cell, kind in sorted((marks or {}).items()):
        x, y = cell_middle(cell)
        shapes += _draw_mark(kind, x, y)
    shapes += draw_frames(frames, rows, cols)
    return Drawing(tuple(shapes), cols * CELL, rows * CELL, title)


def _fill_cells(grid: Sequence[str]) -> list[str]:
    """Return the fills of the cells, one for each run of equal cells in a row."""
    shapes: list[str] = []
    for row, line in enumerate(grid):
        left = 0
        for letter, run in groupby(line):
            width = len(list(run)) * CELL
            x = left
            left += width
            # Cells without a region stay as white as the paper.
            if letter == PLAIN:
                continue
            kind = "wall" if letter == WALL else "region"
            look = "" if letter == WALL else f'fill="{tint(letter)}"'
            y = row * CELL
            shapes.append(draw_shape("rect", kind, look, x=x, y=y, width=width, height=CELL))
    return shapes


def tint(letter: str) -> str:
    """Return the colour of a region as ``#rrggbb``."""
    place = ord(letter)
    hue = place * GOLDEN_ANGLE % 360 / 360
    red, green, blue = hls_to_rgb(hue, LIGHTNESS[place % len(LIGHTNESS)], SATURATION)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


def _draw_lines(grid: Sequence[str], kind: str) -> str:
    """Return the lines between cells of one region ("hair"), or of two ("edge")."""
    path: list[str] = []
    for row, line in enumerate(grid):
        for col, letter in enumerate(line):
            x = (col + 1) * CELL
            y = (row + 1) * CELL
            if col + 1 < len(line) and (letter == line[col + 1]) == (kind == "hair"):
                path.append(f"M{x} {y - CELL}v{CELL}")
            if row + 1 < len(grid) and (letter == grid[row + 1][col]) == (kind == "hair"):
                path.append(f"M{x - CELL} {y}h{CELL}")
    return draw_shape("path", kind, d="".join(path)) if path else ""


def _draw_names(grid: Sequence[str], least_pieces: int) -> list[str]:
    """Return the letters of the regions with this many pieces or more, each in a corner of a
    piece's first cell that a star leaves free.
    """
    shapes = []
    for letter, pieces in find_pieces(grid).items():
        if len(pieces) < least_pieces:
            continue
        for piece in pieces:
            # The first cell of a piece is its top left one.
            row, col = min(piece)
            left = (col + 0.2) * CELL
            shapes.append(draw_text(letter, "number", left, (row + 0.24) * CELL, 0.28 * CELL))
    return shapes


def _draw_mark(kind: str, x: float, y: float) -> list[str]:
    if kind == "cross":
        arm = 0.2 * CELL
        falling = f"M{x - arm} {y - arm}L{x + arm} {y + arm}"
        return [draw_shape("path", kind, d=f"{falling}M{x - arm} {y + arm}L{x + arm} {y - arm}")]
    if kind == "dot":
        return [draw_shape("circle", kind, cx=x, cy=y, r=CELL / 8)]
    if kind == "star":
        return [draw_shape("path", kind, d=_trace_star(x, y))]
    return [
        draw_shape("path", "either", d=_trace_star(x, y)),
        draw_text({"first": "1", "second": "2"}[kind], "number", x, y + 0.5, 0.3 * CELL),
    ]


def _trace_star(x: float, y: float) -> str:
    """Return the path of a star with five points."""
    points: list[tuple[float, float]] = []
    for point in range(10):
        radius = (OUTER, INNER)[point % 2]
        turn = point * pi / 5
        points.append((x + radius * sin(turn), y - radius * cos(turn)))
    return f"{join_points(points)}Z"
