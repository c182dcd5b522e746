"""Report of a Star Battle that was read from a picture: its stars, solution, notation and borders."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from autoplay.games.requests import SolveRequest
from autoplay.games.results import BoardReport
from autoplay.games.star_battle.options import StarBattleOptions
from autoplay.games.star_battle.solving import solve_puzzle
from autoplay.games.star_battle.star_count import SOLVE_S, StarCount, find_stars, puzzle_of, with_marks
from autoplay.wording import count
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, BadNotation
from solvers.notation import MARKED, write
from solvers.star_battle import Puzzle
from solvers.star_battle.model import check_stars

if TYPE_CHECKING:
    from autoplay.games.requests import ReadRequest
    from vision import Border, Reading

INFER_S: Final = 0.5
"""Seconds to find the number of stars of a board; reading must not wait longer for the solver."""
ASSURE_S: Final = 4.0
"""Seconds to find the only solution that confirms an uncertain board; 25x25 takes 0.13 s, in Python some 3 s."""
ORIGINS: Final = {"inferred": " (inferred)", "usual": " (as usual)"}
"""Text after a number of stars that comes neither from a person nor from the picture."""
MOST_MARGIN: Final = 99.99
"""Margin to report for a border that a person corrected, or that nothing contradicts; its real margin is infinite."""


def report(reading: Reading, request: ReadRequest) -> BoardReport:
    """Return a reading with everything requested; raise an AutoplayError if that fails or is uncertain."""
    options = StarBattleOptions.of(request.options)
    stars = find_stars(reading, options.stars, infer_s=INFER_S, assure_s=ASSURE_S)
    if options.stars:
        check_stars(reading.rows, options.stars)
    board = (_solved if request.solve else _written)(reading, stars, options.form)
    return replace(board, left_out=left_out(reading, options.form))


def describe(reading: Reading, stars: str) -> str:
    """Return the size, the ``stars`` as text, and the number of marks."""
    parts = [f"{reading.rows}x{reading.cols}", stars, count(len(reading.marks), "mark")]
    return ", ".join(filter(None, parts))


def describe_stars(stars: StarCount) -> str:
    """Return the number of stars per row, with a note if it was not given."""
    if not stars.number:
        return "stars not known"
    return count(stars.number, "star") + ORIGINS.get(stars.origin or "", "")


def _board(reading: Reading, stars: StarCount) -> BoardReport:
    facts = {"stars": stars.number, "stars_from": stars.origin}
    return BoardReport(reading, facts, describe(reading, describe_stars(stars)))


def _solved(reading: Reading, stars: StarCount, form: str | None) -> BoardReport:
    request = SolveRequest(options=StarBattleOptions(form=form), timeout_s=SOLVE_S)
    try:
        puzzle = puzzle_of(reading, stars)
        if not stars.number:
            stars = StarCount(puzzle.stars, "usual")
        result = solve_puzzle(puzzle, request, Deadline(SOLVE_S))
    except AutoplayError as error:
        return replace(_board(reading, stars), doubt=error)
    return replace(_board(reading, stars), result=result, doubt=result.error, written=result.written)


def _written(reading: Reading, stars: StarCount, form: str | None) -> BoardReport:
    """Return the board with the puzzle in a notation, with its marks if the notation has them; raise BadNotation."""
    board = _board(reading, stars)
    if not form:
        return board
    if stars.number:
        puzzle = Puzzle(reading.grid, stars.number)
        text = write(with_marks(puzzle, reading) if form in MARKED else puzzle, form).rstrip("\n")
        return replace(board, written=text)
    if form == "letters":
        return replace(board, written="\n".join(reading.grid))
    raise BadNotation("the picture does not show the number of stars per row", hint="--stars K")


def left_out(reading: Reading, form: str | None) -> str:
    """Return a note about the marks that a notation cannot hold, "" if there are none."""
    if not form or form in MARKED or not reading.marks:
        return ""
    return f"{count(len(reading.marks), 'mark')} left out: {form} can't hold marks"


def border_row(border: Border) -> dict[str, object]:
    """Return a border as its JSON object."""
    return {
        "cell": [border.row, border.col],
        "side": border.side,
        "wall": border.drawn,
        "line": round(border.line, 2),
        "colour": round(border.colour, 2),
        "margin": _margin(border),
    }


def border_line(border: Border) -> str:
    """Return a border as a line of text; rows and columns from 1."""
    kind = "between regions" if border.drawn else "inside a region"
    return (
        f"row {border.row + 1}, column {border.col + 1}, {border.side}: {kind}, {border.line:.2f} px of line, "
        f"colours {border.colour:.1f} apart, {_margin(border):.1f} times as sure as needed"
    )


def _margin(border: Border) -> float:
    return min(round(border.margin, 2), MOST_MARGIN)
