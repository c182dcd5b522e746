"""Number of stars per row of a board that was read, and the puzzle with that number."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from autoplay.wording import count
from solvers.errors import BadNotation, ManySolutions, NoSolution, SolveTimeout
from solvers.star_battle import USUAL_STARS, Puzzle, infer_stars, solve
from solvers.star_battle.model import max_stars
from vision.errors import AmbiguousBoard, BoardCutOff, ReadingError

if TYPE_CHECKING:
    from solvers.cells import Cell
    from vision import Reading
    from vision.image import Image

SOLVE_S: Final = 60.0
"""Seconds to solve a board that was read."""
PROVE_S: Final = 0.5
"""Seconds to look for a number of stars that proves that a board with few colours is a Star Battle."""
SAMPLED_CELL: Final = 0.3
"""Distance from the middle of a cell up to which its colour is sampled, in cells."""
COLOUR_STEP: Final = 12
"""Difference of levels up to which colours count as the same."""
ANY_SOLUTION: Final = "--any plays the first solution: many pages accept any"
"""Hint about a board on a page with several solutions."""
INFER_S: Final = 10.0
"""Seconds to find the number of stars of a board to solve."""


@dataclass(frozen=True, slots=True)
class StarCount:
    """Number of stars per row, None if unknown, and its origin.

    "given" by a person, shown by the "picture", or "inferred" as the only number for which the board has exactly one
    solution. The "usual" number for boards of that size is a guess, made if time ran out.
    """

    number: int | None = None
    origin: Literal["given", "picture", "inferred", "usual"] | None = None


def find_stars(
    reading: Reading, given: int | None = None, *, infer_s: float = INFER_S, assure_s: float = SOLVE_S
) -> StarCount:
    """Return the number of stars per row of a board, unless the reading is too uncertain.

    A board without a frame at the border of the picture may lack a row, and one without regions may be another puzzle
    (a crossword, a nonogram). Both are accepted only if they have exactly one solution, even if the number is given.
    ``infer_s`` is the time limit to find the number for a certain board, ``assure_s`` for an uncertain one.

    Raises
    ------
    BoardCutOff, AmbiguousBoard
    """
    known = StarCount(given, "given") if given else StarCount(reading.stars, "picture") if reading.stars else None
    is_certain = reading.whole and not _has_walls(reading)
    if known and is_certain:
        return known
    timeout_s = infer_s if is_certain else assure_s
    try:
        only = infer_stars(reading.grid, timeout_s=timeout_s)
    except SolveTimeout:
        if not is_certain:
            raise _doubt(reading, f"no single solution was found in {timeout_s:g} s") from None
        usual = USUAL_STARS.get(reading.rows)
        return known or StarCount(usual, "usual" if usual else None)
    except BadNotation:  # a board that was read correctly, but cannot be solved
        only = None
    if not is_certain and only is None:
        raise _doubt(reading, "no number of stars gives it one solution")
    return known or StarCount(only, "inferred" if only else None)


def is_plausible(image: Image, reading: Reading) -> bool:
    """Return True if a board does not look like lamps: neighbouring lit lamps can look like regions or walls.

    Lamps show more than one colour, unlike regions without colours, but fewer colours than a board has regions.
    """
    colours = {_colour(image, reading, (row, col)) for row in range(reading.rows) for col in range(reading.cols)}
    return reading.stars is not None or (not _has_walls(reading) and not 1 < len(colours) < reading.rows)


def is_proved(reading: Reading) -> bool:
    """Return True if a board has just one solution, which boards of lamps have only by chance."""
    try:
        return find_stars(reading, infer_s=PROVE_S, assure_s=PROVE_S).origin == "inferred"
    except ReadingError:
        return False


def _colour(image: Image, reading: Reading, cell: Cell) -> tuple[int, ...]:
    """Return the colour of most of a cell, in steps larger than the noise of a picture."""
    x, y = reading.centre(*cell)
    side = max(2, round((reading.xs[-1] - reading.xs[0]) / reading.cols * SAMPLED_CELL))
    part = image[max(0, round(y) - side) : round(y) + side, max(0, round(x) - side) : round(x) + side]
    return tuple(int(level) // COLOUR_STEP for level in np.median(part.reshape(-1, 3), axis=0))


def _has_walls(reading: Reading) -> bool:
    return any("." in row for row in reading.grid)


def _doubt(reading: Reading, why: str) -> ReadingError:
    """Return the error for a reading that only a solution could confirm; ``why`` explains why none did."""
    what = f"the {reading.rows}x{reading.cols} board at {reading.box[0]},{reading.box[1]}"
    doubt: ReadingError
    if reading.whole:
        doubt = AmbiguousBoard(f"{what} has walls, but {why}", hint="check that it is a Star Battle")
    else:
        message = f"{what} ends at the picture's edge without a frame, and {why}"
        doubt = BoardCutOff(message, hint="take a picture with a margin round the board")
    doubt.box = reading.box
    return doubt


def puzzle_of(reading: Reading, stars: StarCount) -> Puzzle:
    """Return the puzzle of a reading, with the usual number of stars if it is unknown; raise BadNotation."""
    number = stars.number or USUAL_STARS.get(reading.rows)
    if number is None:
        raise BadNotation("no single number of stars gives this board exactly one solution", hint="--stars K")
    return Puzzle(reading.grid, number)


def with_marks(puzzle: Puzzle, reading: Reading) -> Puzzle:
    """Return the puzzle with the marks of a reading: stars as given, crosses and dots as crossed."""
    empty = reading.cells_marked("cross") | reading.cells_marked("dot")
    return replace(puzzle, given=reading.cells_marked("star"), crossed=empty)


def number_to_play(reading: Reading, *, any_solution: bool = False) -> int:
    """Return the only number of stars for which a board has exactly one solution.

    If there is none and ``any_solution``, return the usual number for its size, or else the least with a solution.
    Raises NoSolution if no number has one, ManySolutions if several solutions are not accepted, SolveTimeout.
    """
    stars = infer_stars(reading.grid, timeout_s=SOLVE_S)
    if stars is not None:
        return stars
    board = f"the {reading.rows}x{reading.cols} board"
    solvable = [number for number in _numbers(reading) if solve(Puzzle(reading.grid, number), timeout_s=SOLVE_S).cells]
    if not solvable:
        raise NoSolution(f"{board} has no solution with any number of stars per row", hint="another puzzle")
    if not any_solution:
        numbers = " or ".join(count(number, "star") for number in sorted(solvable))
        raise ManySolutions(f"{board} has several solutions with {numbers} per row", hint=ANY_SOLUTION)
    return solvable[0]


def _numbers(reading: Reading) -> list[int]:
    """Return the possible numbers of stars per row, the usual one for the board's size first."""
    usual = USUAL_STARS.get(reading.rows, 1)
    return sorted(range(1, max(1, max_stars(reading.rows)) + 1), key=lambda number: number != usual)
