"""A Star Battle that was read from a picture: its stars, its solution, the form it is wanted in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from autoplay.games.requests import Board, Wanted
from autoplay.games.star_battle.messages import said
from autoplay.games.star_battle.options import Terms, terms_of
from autoplay.games.star_battle.play import SOLVE_S, Stars, find_stars, puzzle_of, with_marks
from autoplay.games.star_battle.solving import find_answer
from autoplay.report.text import count
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, BadNotation
from solvers.notation import MARKED, write
from solvers.star_battle import Puzzle
from solvers.star_battle.model import check_stars

if TYPE_CHECKING:
    from autoplay.games.requests import Asked
    from vision import Reading

INFER_S: Final = 0.5
"""How long finding the stars of a board may take: who wants to read must not wait for the solver."""
ASSURE_S: Final = 4.0
"""Likewise where a board is believed for its only solution; the 25x25 ones take 0.13 s, in Python some 3 s."""
SAID: Final = {"inferred": " (inferred)", "usual": " (as usual)"}
"""What is added to a number of stars that nobody has seen."""


def board(reading: Reading, asked: Asked) -> Board:
    """A reading with all that is wanted of it; raises an AutoplayError if that can't be had, or must be doubted."""
    terms = terms_of(asked)
    stars = find_stars(reading, terms.stars, infer_s=INFER_S, assure_s=ASSURE_S)
    if terms.stars:
        check_stars(reading.rows, terms.stars)
    found = (_solved if asked.solve else _written)(reading, stars, terms.form)
    return replace(found, left_out=left_out(reading, terms.form))


def stars_words(stars: Stars) -> str:
    """How many stars go into each row, and whether that was only concluded."""
    if not stars.number:
        return "stars not known"
    return count(stars.number, "star") + SAID.get(stars.origin or "", "")


def _board(reading: Reading, stars: Stars) -> Board:
    facts = {"stars": stars.number, "stars_from": stars.origin}
    return Board(reading, facts, said(reading, stars_words(stars)))


def _solved(reading: Reading, stars: Stars, form: str | None) -> Board:
    wanted = Wanted(terms=Terms(form=form), timeout_s=SOLVE_S)
    try:
        puzzle = puzzle_of(reading, stars)
        if not stars.number:
            stars = Stars(puzzle.stars, "usual")
        found = find_answer(puzzle, wanted, Deadline(SOLVE_S))
    except AutoplayError as error:
        return replace(_board(reading, stars), doubt=error)
    return replace(_board(reading, stars), answer=found, doubt=found.complaint(wanted), written=found.written)


def _written(reading: Reading, stars: Stars, form: str | None) -> Board:
    """With the puzzle as text that `autoplay solve` reads, and its marks if the form holds them; raises BadNotation."""
    found = _board(reading, stars)
    if not form:
        return found
    if stars.number:
        puzzle = Puzzle(reading.grid, stars.number)
        text = write(with_marks(puzzle, reading) if form in MARKED else puzzle, form).rstrip("\n")
        return replace(found, written=text)
    if form == "letters":
        return replace(found, written="\n".join(reading.grid))
    raise BadNotation("how many stars a row holds cannot be told from the picture", hint="give --stars K")


def left_out(reading: Reading, form: str | None) -> str:
    """What of a board its text in a form does not hold; "" where that is nothing."""
    if not form or form in MARKED or not reading.marks:
        return ""
    return f"{count(len(reading.marks), 'mark')} left out: {form} holds none"
