"""A Star Battle on a page: how many stars a row holds, the only solution, and what a board still lacks of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from autoplay.games.game import Answer, Wishes
from autoplay.player.gestures import EMPTY
from autoplay.report.text import coordinates, count, stars
from autoplay.report.text import draw as draw_grid
from solvers.cells import Cell
from solvers.errors import BadNotation, ManySolutions, NoSolution, SolveTimeout
from solvers.star_battle import USUAL_STARS, Puzzle, Solution, infer_stars, solve
from vision import Reading
from vision.errors import AmbiguousBoard, BoardCutOff, ReadingError
from vision.image import Image

if TYPE_CHECKING:
    from autoplay.player.applier import Placing

SOLVE_S: Final = 60.0
PROVE_S: Final = 0.5
"""How long to look for a number of stars by which a board of few colours is known to be a Star Battle."""
LOOKED_AT: Final = 0.3
"""How far from its middle a cell is looked at, in cells."""
COLOUR_STEP: Final = 12
"""Levels that count as one colour."""
INFER_S: Final = 10.0
"""How long it may take to find the number of stars of a board that is to be solved."""
STAR: Final = frozenset({"star"})
NO_STAR: Final = frozenset({EMPTY, "cross", "dot"})


@dataclass(frozen=True, slots=True)
class Move:
    """A (row, col) that has to be pressed until it shows one of ``goals``, kinds of marks."""

    cell: Cell
    goals: frozenset[str]


@dataclass(frozen=True, slots=True)
class Stars:
    """How many stars go into each row, None where that is not known, and by whom it is known.

    Said by a person ("given"), shown by the picture, or "inferred": the only number for which the board has exactly
    one solution. The "usual" number for boards of that size is a guess, made where time ran out.
    """

    number: int | None = None
    origin: Literal["given", "picture", "inferred", "usual"] | None = None


def find_stars(
    reading: Reading, given: int | None = None, *, infer_s: float = INFER_S, assure_s: float = SOLVE_S
) -> Stars:
    """How many stars go into each row of a board, unless the reading of it has to be doubted.

    A board without a frame at the border of the picture may lack a row, and one without regions may be of
    another puzzle (a crossword, a nonogram): both are believed if they have just one solution, whatever is given.
    ``infer_s`` are the seconds to find the number for a board that is sure, ``assure_s`` for one that is not.

    Raises
    ------
    BoardCutOff, AmbiguousBoard
    """
    known = Stars(given, "given") if given else Stars(reading.stars, "picture") if reading.stars else None
    sure = reading.whole and not _has_walls(reading)
    if known and sure:
        return known
    timeout_s = infer_s if sure else assure_s
    try:
        only = infer_stars(reading.grid, timeout_s=timeout_s)
    except SolveTimeout:
        if not sure:
            raise _doubt(reading, f"no single solution was found in {timeout_s:g} s") from None
        usual = USUAL_STARS.get(reading.rows)
        return known or Stars(usual, "usual" if usual else None)
    except BadNotation:  # a board that is right to read and wrong to solve
        only = None
    if not sure and only is None:
        raise _doubt(reading, "no number of stars gives it one solution")
    return known or Stars(only, "inferred" if only else None)


def is_sure(image: Image, reading: Reading) -> bool:
    """Whether a board does not look like lamps, of which lit ones next to each other look like regions or walls.

    Lamps have more looks than one, as regions without colours have, and fewer than a board has regions.
    """
    looks = {_colour(image, reading, (row, col)) for row in range(reading.rows) for col in range(reading.cols)}
    return reading.stars is not None or (not _has_walls(reading) and not 1 < len(looks) < reading.rows)


def is_proved(reading: Reading) -> bool:
    """Whether a board has just one solution, as boards of lamps have only by chance."""
    try:
        return find_stars(reading, infer_s=PROVE_S, assure_s=PROVE_S).origin == "inferred"
    except ReadingError:
        return False


def _colour(image: Image, reading: Reading, cell: Cell) -> tuple[int, ...]:
    """The colour of most of a cell, in steps that are larger than the noise of a picture."""
    x, y = reading.centre(*cell)
    side = max(2, round((reading.xs[-1] - reading.xs[0]) / reading.cols * LOOKED_AT))
    part = image[max(0, round(y) - side) : round(y) + side, max(0, round(x) - side) : round(x) + side]
    return tuple(int(level) // COLOUR_STEP for level in np.median(part.reshape(-1, 3), axis=0))


def _has_walls(reading: Reading) -> bool:
    return any("." in row for row in reading.grid)


def _doubt(reading: Reading, why: str) -> ReadingError:
    """The error for a reading that only a solution could have assured, and ``why`` none has."""
    what = f"the {reading.rows}x{reading.cols} board at {reading.box[0]},{reading.box[1]}"
    doubt: ReadingError
    if reading.whole:
        doubt = AmbiguousBoard(f"{what} has walls, and {why}", hint="check that it is a Star Battle")
    else:
        message = f"the picture ends where {what} does, no frame is seen, and {why}"
        doubt = BoardCutOff(message, hint="take a picture with a margin round the board")
    doubt.box = reading.box
    return doubt


def puzzle_of(reading: Reading, stars: Stars) -> Puzzle:
    """The puzzle of a reading, with as many stars as are usual where nothing is known; raises BadNotation."""
    number = stars.number or USUAL_STARS.get(reading.rows)
    if number is None:
        raise BadNotation("no single number of stars gives this board exactly one solution", hint="--stars K")
    return Puzzle(reading.grid, number)


def with_marks(puzzle: Puzzle, reading: Reading) -> Puzzle:
    """The puzzle with what is marked on a reading of it: stars as given, crosses and dots as crossed."""
    empty = reading.cells_marked("cross") | reading.cells_marked("dot")
    return replace(puzzle, given=reading.cells_marked("star"), crossed=empty)


def moves_to(reading: Reading, solution: Answer) -> list[Move]:
    """What a board still lacks of the solution: none if it shows all of it."""
    stars = reading.cells_marked("star")
    wrong = [Move(cell, NO_STAR) for cell in sorted(stars - set(solution.cells))]
    return wrong + [Move(cell, STAR) for cell in solution.cells if cell not in stars]


def solve_board(reading: Reading, wishes: Wishes) -> tuple[Puzzle, Solution]:
    puzzle = Puzzle(reading.grid, wishes.stars or reading.stars or _only_stars(reading))
    solution = solve(puzzle, limit=2, timeout_s=SOLVE_S)
    what = f"the {reading.rows}x{reading.cols} board with {count(puzzle.stars, 'star')} per row"
    if solution.solutions == 0:
        raise NoSolution(f"{what} has no solution", hint="another puzzle, or --stars if the number is wrong")
    if solution.solutions > 1:
        raise ManySolutions(f"{what} has several solutions", hint="another puzzle")
    return puzzle, solution


def _only_stars(reading: Reading) -> int:
    stars = infer_stars(reading.grid, timeout_s=SOLVE_S)
    if stars is None:
        what = f"the {reading.rows}x{reading.cols} board"
        raise NoSolution(f"no number of stars per row gives {what} just one solution", hint="--stars K")
    return stars


def placing() -> type[Placing]:
    """The class that brings the stars to a page."""
    from autoplay.player.star_battle.applier import PlacingStars

    return PlacingStars


def unplayed(puzzle: Puzzle, solution: Answer) -> str:  # noqa: ARG001 (there is no more to say of it)
    """What to say of stars that were not placed."""
    return "nothing was clicked"


def facts(reading: Reading, puzzle: Puzzle, solution: Answer) -> dict[str, object]:  # noqa: ARG001
    """What JSON says of the puzzle beside its grid."""
    return {"stars": puzzle.stars, "marks": reading.marks}


def draw(puzzle: Puzzle, solution: Answer) -> str:
    """The board with its stars as text, and where they are."""
    return f"{draw_grid(puzzle.grid, stars(solution.cells))}\n{coordinates(solution.cells)}"


def kind(puzzle: Puzzle) -> str:
    """Size and stars: "10x10/2★"."""
    return f"{len(puzzle.grid)}x{len(puzzle.grid[0])}/{puzzle.stars}★"
