"""The answer to a board of pegs: the jumps that leave one, or why there are none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from autoplay.games.peg_solitaire.options import Terms, is_name, puzzle_of_row
from autoplay.games.peg_solitaire.results import FoundJumps, find_answer, other_start
from autoplay.games.peg_solitaire.start_search import FoundStarts, find_starts
from solvers.peg_solitaire import HOLE, NO_SITE, PEG, Puzzle

if TYPE_CHECKING:
    from autoplay.batch.sources import Source
    from autoplay.games.requests import Seen, Wanted
    from solvers.deadline import Deadline
    from vision import Reading

SOLVE_S: Final = 60.0
"""How long finding the jumps of a board that was read may take."""


def answer_text(source: Source, wanted: Wanted, deadline: Deadline) -> FoundJumps | FoundStarts:
    """All that is wanted of the puzzle of a text or a row; raises BadNotation, SolveTimeout."""
    terms: Terms = wanted.terms or Terms()
    puzzle = parsed(source, terms)
    if terms.all_starts:
        return find_starts(puzzle, source.text.strip(), wanted, deadline)
    found = find_answer(puzzle, wanted, deadline)
    return found if found.solution.solvable else replace(found, other=other_start(puzzle))


def answer_picture(seen: Seen, wanted: Wanted, deadline: Deadline) -> FoundJumps:
    """All that is wanted of the board in a picture; raises BadNotation, SolveTimeout, NotWritable."""
    found = replace(find_answer(puzzle_of(seen.reading, wanted.terms), wanted, deadline), is_read=True)
    if not (wanted.overlay and found.solution.solvable):
        return found
    seen.save_overlay(wanted.overlay, found.cells)
    return replace(found, pictures=(str(wanted.overlay),))


def parsed(source: Source, terms: Terms) -> Puzzle:
    """The puzzle of a text or a row; raises BadNotation."""
    if source.is_row:
        return puzzle_of_row(source.row(), terms)
    return source.parsed(terms.parse, is_name=_is_file_name)


def puzzle_of(reading: Reading, terms: Terms | None = None) -> Puzzle:
    """The puzzle of a reading, one peg to be left anywhere unless the terms say otherwise; raises BadNotation."""
    return (terms or Terms()).parse_rows("\n".join(reading.grid))


def _is_file_name(text: str) -> bool:
    """Whether most of a text is no site, so that it is rather the name of a file than a board with a slip in it."""
    return not is_name(text) and 2 * sum(character in PEG + HOLE + NO_SITE for character in text) <= len(text)
