"""Drawings of peg solitaire boards, and of the moves on them one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import ceil, hypot, sqrt
from typing import Final, Protocol

from solvers.cells import Cell
from solvers.peg_solitaire.board import NO_SITE, PEG, Board, Jump, Lattice, moves_of
from solvers.svg import CELL, Drawing, framed, number, shape, text, tiled

RADIUS: Final = 0.4 * CELL
HEAD: Final = 0.24 * CELL
"""Length of the head of an arrow."""
RISE: Final = sqrt(3) / 2
"""Distance from one row of a triangular lattice to the next, in distances between neighbours."""


class DrawablePuzzle(Protocol):
    """The part of a puzzle that its drawing needs."""

    @property
    def board(self) -> Board: ...
    @property
    def start(self) -> int: ...
    def grid_of(self, position: int, /) -> tuple[str, ...]: ...
    def positions(self, jumps: Iterable[Jump], /) -> Iterator[int]: ...


def draw_pegs(
    grid: Sequence[str],
    lattice: Lattice = "square",
    jumps: Iterable[Jump] = (),
    frames: Collection[Cell] = (),
    title: str = "",
) -> Drawing:
    """Draw a board of pegs and holes, given as rows of text on its lattice; sites are numbered row by row from 0.

    ``jumps`` are drawn as arrows from peg to hole. Cells of ``frames`` that are sites get a frame.
    """
    sites = [(row, col) for row, line in enumerate(grid) for col, site in enumerate(line) if site != NO_SITE]
    places = [_middle(site, lattice) for site in sites]
    shapes = [part for at, (row, col) in enumerate(sites) for part in _site(at, grid[row][col], *places[at])]
    for start, _, to in jumps:
        shapes += _arrow(places[start], places[to])
    shapes += [framed(*place) for site, place in zip(sites, places, strict=True) if site in frames]
    right, low = (max(ends) + CELL / 2 for ends in zip(*places, strict=True))
    return Drawing(tuple(shapes), right, low, title)


def draw_jumps(puzzle: DrawablePuzzle, jumps: Sequence[Jump], title: str = "") -> Drawing:
    """Draw the board before each move, with its jumps as arrows, and at the end, in about a square.

    Raises BadNotation if a jump is not possible.
    """
    lattice = puzzle.board.lattice
    moves = [*moves_of(jumps), ()]
    before = _before(puzzle, moves)
    boards = [draw_pegs(puzzle.grid_of(at), lattice, move) for at, move in zip(before, moves, strict=True)]
    captions = [*(f"{at}." for at in range(1, len(moves))), "End"]
    return tiled(
        [_captioned(*pair) for pair in zip(boards, captions, strict=True)], ceil(sqrt(len(moves))), title=title
    )


def _before(puzzle: DrawablePuzzle, moves: Sequence[Sequence[Jump]]) -> Iterator[int]:
    """Yield the position before each move."""
    position = puzzle.start
    positions = puzzle.positions(jump for move in moves for jump in move)
    for move in moves:
        yield position
        for _ in move:
            position = next(positions)


def _captioned(board: Drawing, caption: str) -> Drawing:
    """Return a drawing below a caption at its left corner."""
    words = text(caption, "number", CELL / 2, CELL / 4, CELL / 2)
    below = f'<g transform="translate(0 {CELL / 2})">{"".join(board.shapes)}</g>'
    return Drawing((words, below), board.width, board.height + CELL / 2)


def _middle(site: Cell, lattice: Lattice) -> tuple[float, float]:
    row, col = site
    if lattice == "square":
        return (col + 0.5) * CELL, (row + 0.5) * CELL
    return (col + 1) * CELL / 2, (row * RISE + 0.5) * CELL


def _site(at: int, site: str, x: float, y: float) -> Iterator[str]:
    yield shape("circle", "peg" if site == PEG else "hole", cx=x, cy=y, r=RADIUS)
    yield text(str(at), "inverse" if site == PEG else "number", x, y, 0.34 * CELL)


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> Iterator[str]:
    """Yield an arrow from one site to another, with a white halo to be visible on dark pegs without colours too."""
    (x0, y0), (x1, y1) = start, end
    long = hypot(x1 - x0, y1 - y0)
    right, down = (x1 - x0) / long, (y1 - y0) / long
    tip = x1 - right * RADIUS / 2, y1 - down * RADIUS / 2
    barbs = [(tip[0] - HEAD * (right - s * down), tip[1] - HEAD * (down + s * right)) for s in (1, -1)]
    points = [(x0 + right * RADIUS / 2, y0 + down * RADIUS / 2), tip]
    path = f"{_path(points)}{_path([barbs[0], tip, barbs[1]])}"
    yield from (shape("path", kind, d=path) for kind in ("halo", "jump"))


def _path(points: Iterable[tuple[float, float]]) -> str:
    return f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in points)}"
