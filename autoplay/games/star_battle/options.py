"""Options of Star Battle, and the puzzle of a board that was read, with its number of stars per
row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from autoplay.games import PuzzleOptions
from autoplay.limits import FIND_STARS_S
from solvers.errors import BadNotation, SolveTimeout, count_of
from solvers.star_battle import USUAL_STARS, Puzzle, infer_stars
from solvers.star_battle.search import BOARDS_TO_INFER
from vision import Reading
from vision.errors import AmbiguousBoard, BoardCutOff, ReadingError


@dataclass(frozen=True, slots=True)
class StarBattleOptions(PuzzleOptions):
    """Options of Star Battle; None means not given.

    ``stars`` is the number per row, ``form`` requests the puzzle in a notation. A new puzzle has
    this ``difficulty``; ``shapeless`` gives it walls instead of regions.
    """

    stars: int | None = None
    form: str | None = None
    difficulty: str | None = None
    shapeless: bool = False


@dataclass(frozen=True, slots=True)
class StarCount:
    """Number of stars per row, None if unknown, and its origin.

    "given" by a person, shown by the "picture", or "inferred" as the only number for which the
    board has exactly one solution. The "usual" number for boards of that size is a guess, made if
    time ran out.
    """

    number: int | None = None
    origin: Literal["given", "picture", "inferred", "usual"] | None = None

    @property
    def description(self) -> str:
        """The number as text, with a note if neither a person nor the picture gave it."""
        if not self.number:
            return "stars not known"
        note = {"inferred": " (inferred)", "usual": " (as usual)"}.get(self.origin or "", "")
        return count_of(self.number, "star") + note


def find_stars(
    reading: Reading,
    given: int | None = None,
    *,
    timeout_s: float = FIND_STARS_S,
) -> StarCount:
    """Return the number of stars per row of a board, unless the reading is too uncertain.

    A board without a frame at the border of the picture may lack a row, and one without regions may
    be another puzzle (a crossword, a nonogram). Both are accepted only if they have exactly one
    solution, even if the number is given. The search for it is limited by the number of boards it
    visits, and by ``timeout_s`` where that takes unusually long.

    Raises
    ------
    BoardCutOff, AmbiguousBoard
    """
    known = None
    if given:
        known = StarCount(given, "given")
    elif reading.stars:
        known = StarCount(reading.stars, "picture")
    is_certain = not is_doubtful(reading)
    if known and is_certain:
        return known
    try:
        only = infer_stars(reading.grid, timeout_s=timeout_s, max_nodes=BOARDS_TO_INFER)
    except SolveTimeout:
        if not is_certain:
            raise _doubt_reading(reading, "the search for its only solution was too long") from None
        if known or reading.rows not in USUAL_STARS:
            return known or StarCount()
        return StarCount(USUAL_STARS[reading.rows], "usual")
    except BadNotation:  # a board that was read correctly, but cannot be solved
        only = None
    if not is_certain and only is None:
        raise _doubt_reading(reading, "no number of stars gives it one solution")
    if known or only is None:
        return known or StarCount()
    return StarCount(only, "inferred")


def is_doubtful(reading: Reading) -> bool:
    """Return True if only a single solution can confirm that a board is whole and a Star Battle."""
    return not reading.whole or has_walls(reading)


def has_walls(reading: Reading) -> bool:
    """Return True if a board has cells without a region."""
    return any("." in row for row in reading.grid)


def _doubt_reading(reading: Reading, why: str) -> ReadingError:
    """Return the error for a reading that only a solution could confirm; ``why`` explains why none
    did."""
    left, top = reading.box[:2]
    what = f"the {reading.rows}x{reading.cols} board at {left},{top}"
    doubt: ReadingError = BoardCutOff(
        f"{what} ends at the picture's edge without a frame, and {why}",
        hint="take a picture with a margin round the board",
    )
    if reading.whole:
        doubt = AmbiguousBoard(
            f"{what} has walls, but {why}", hint="check that it is a Star Battle"
        )
    doubt.box = reading.box
    return doubt


def make_puzzle(reading: Reading, stars: StarCount) -> Puzzle:
    """Return the puzzle of a reading, with the usual number of stars if it is unknown.

    Raises BadNotation.
    """
    number = stars.number or USUAL_STARS.get(reading.rows)
    if number is None:
        raise BadNotation(
            "no single number of stars gives this board exactly one solution", hint="--stars K"
        )
    return Puzzle(reading.grid, number)


def add_marks(puzzle: Puzzle, reading: Reading) -> Puzzle:
    """Return the puzzle with the marks of a reading: stars as given, crosses and dots as
    crossed."""
    return replace(
        puzzle,
        given=reading.cells_marked("star"),
        crossed=reading.cells_marked("cross") | reading.cells_marked("dot"),
    )
