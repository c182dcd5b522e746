"""The answer to a board of lamps: the presses, or why there are none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from autoplay.games.lights_out.options import Terms, puzzle_of_row
from autoplay.games.lights_out.results import FoundPresses, check_printable
from solvers.lights_out import STATES, Puzzle, solution_count, solve
from solvers.lights_out.text import looks_like

if TYPE_CHECKING:
    from autoplay.batch.sources import Source
    from autoplay.games.requests import Seen, Wanted
    from solvers.deadline import Deadline
    from vision import Reading

SOLVE_S: Final = 60.0
"""How long finding the presses for a board that was read may take."""


def answer_text(source: Source, wanted: Wanted, deadline: Deadline) -> FoundPresses:
    """All that is wanted of the puzzle of a text or a row; raises BadNotation, SolveTimeout, ManySolutions."""
    terms: Terms = wanted.terms or Terms()
    puzzle = parsed(source, terms)
    if terms.every:
        with deadline.limit("solutions not counted") as left_s:
            check_printable(puzzle, solution_count(puzzle, timeout_s=left_s))
    return find_answer(puzzle, deadline, every=terms.every)


def answer_picture(seen: Seen, wanted: Wanted, deadline: Deadline) -> FoundPresses:
    """All that is wanted of the board in a picture; raises BadNotation, SolveTimeout, NotWritable."""
    terms: Terms = wanted.terms or Terms()
    found = find_answer(puzzle_of(seen.reading, terms), deadline, every=terms.every)
    if not (wanted.overlay and found.solution.solvable):
        return found
    seen.save_overlay(wanted.overlay, found.cells)
    return replace(found, pictures=(str(wanted.overlay),))


def parsed(source: Source, terms: Terms) -> Puzzle:
    """The puzzle of a text or a row; raises BadNotation."""
    if source.is_row:
        return puzzle_of_row(source.row(), terms)
    return source.parsed(terms.parse, is_name=_is_name)


def _is_name(text: str) -> bool:
    """Whether most of a text is no lamp, so that it is rather the name of a file than a board with a slip in it."""
    return not looks_like(text) and 2 * sum(character in STATES for character in text) < len(text)


def puzzle_of(reading: Reading, terms: Terms | None = None) -> Puzzle:
    """The puzzle of a reading, its lamps to be all off unless the terms say otherwise; raises BadNotation."""
    return (terms or Terms()).puzzle(reading.grid, shown=len(reading.looks))


def find_answer(puzzle: Puzzle, deadline: Deadline, *, every: bool = False) -> FoundPresses:
    """The solution of a puzzle, or ``every`` one; raises SolveTimeout where not even one was found."""
    with deadline.limit("not solved") as left_s:
        return FoundPresses(puzzle, solve(puzzle, timeout_s=left_s), every=every)
