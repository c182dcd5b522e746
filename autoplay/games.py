"""Games: a row for each puzzle, with its reader, its solver and its moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import vision
from autoplay.gestures import EMPTY
from autoplay.text import count
from solvers.errors import BadNotation, ManySolutions, NoSolution, SolveTimeout
from solvers.star_battle import Puzzle, Solution, infer_stars, solve
from vision import Reading
from vision.errors import AmbiguousBoard, BoardCutOff
from vision.image import Image

Cell: TypeAlias = tuple[int, int]
SOLVE_S: Final = 60.0
STAR: Final = frozenset({"star"})
NO_STAR: Final = frozenset({EMPTY, "cross", "dot"})


@dataclass(frozen=True, slots=True)
class Move:
    """A (row, col) that has to be pressed until it shows one of ``goals``, kinds of marks."""

    cell: Cell
    goals: frozenset[str]


@dataclass(frozen=True, slots=True)
class Game:
    """A puzzle that can be played.

    ``read`` and ``reread`` are those of vision. ``solve`` takes a reading and the stars per row, if they are
    known, and gives the puzzle with its only solution; it raises NoSolution or ManySolutions. ``moves`` is
    what a board still lacks of the solution: none if it shows all of it.
    """

    name: str
    read: Callable[[Image], Reading]
    reread: Callable[[Image, Reading], Reading]
    solve: Callable[[Reading, int | None], tuple[Puzzle, Solution]]
    moves: Callable[[Reading, Solution], list[Move]]


def assured(reading: Reading, timeout_s: float = SOLVE_S) -> Reading:
    """The reading itself, unless it has to be doubted and only the solver can tell.

    A board without a frame at the border of the picture may lack a row, and one without regions may be of
    another puzzle (a crossword, a nonogram): both are believed if they have just one solution.

    Raises
    ------
    BoardCutOff, AmbiguousBoard
    """
    has_regions = not any("." in row for row in reading.grid)
    if (reading.whole and has_regions) or _only_stars(reading, timeout_s) is not None:
        return reading
    what = f"the {reading.rows}x{reading.cols} board at {reading.box[0]},{reading.box[1]}"
    if reading.whole:
        raise AmbiguousBoard(f"{what} has walls, but no single solution as a Star Battle", hint="check the puzzle")
    raise BoardCutOff(
        f"the picture ends where {what} does, no frame is seen, and no number of stars gives it one solution",
        hint="take a picture with a margin round the board",
    )


def with_marks(puzzle: Puzzle, reading: Reading) -> Puzzle:
    """The puzzle with what is marked on a reading of it: stars as given, crosses and dots as crossed."""
    empty = reading.cells_marked("cross") | reading.cells_marked("dot")
    return replace(puzzle, given=reading.cells_marked("star"), crossed=empty)


def _only_stars(reading: Reading, timeout_s: float) -> int | None:
    try:
        return infer_stars(reading.grid, timeout_s=timeout_s)
    except (BadNotation, SolveTimeout):
        return None


def _solve_star_battle(reading: Reading, stars: int | None) -> tuple[Puzzle, Solution]:
    puzzle = Puzzle(reading.grid, stars or reading.stars or _inferred_stars(reading))
    solution = solve(puzzle, limit=2, timeout_s=SOLVE_S)
    what = f"the {reading.rows}x{reading.cols} board with {count(puzzle.stars, 'star')} per row"
    if solution.solutions == 0:
        raise NoSolution(f"{what} has no solution", hint="another puzzle, or --stars if the number is wrong")
    if solution.solutions > 1:
        raise ManySolutions(f"{what} has several solutions", hint="another puzzle")
    return puzzle, solution


def _inferred_stars(reading: Reading) -> int:
    stars = infer_stars(reading.grid, timeout_s=SOLVE_S)
    if stars is None:
        what = f"the {reading.rows}x{reading.cols} board"
        raise NoSolution(f"no number of stars per row gives {what} just one solution", hint="--stars K")
    return stars


def _star_battle_moves(reading: Reading, solution: Solution) -> list[Move]:
    stars = reading.cells_marked("star")
    wrong = [Move(cell, NO_STAR) for cell in sorted(stars - set(solution.cells))]
    return wrong + [Move(cell, STAR) for cell in solution.cells if cell not in stars]


STAR_BATTLE: Final = Game(
    "star-battle",
    lambda image: vision.read_board(image, puzzle="star-battle"),
    vision.reread,
    _solve_star_battle,
    _star_battle_moves,
)
