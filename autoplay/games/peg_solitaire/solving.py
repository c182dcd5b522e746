"""Solving of peg solitaire boards: the jumps that leave one peg, or the reason why there are none."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from autoplay.games.peg_solitaire.options import PegSolitaireOptions, is_name, puzzle_of_row
from autoplay.games.peg_solitaire.results import PegSolitaireResult, PegStartsResult, SolvedStart
from autoplay.wording import count
from solvers import peg_solitaire
from solvers.errors import SolveTimeout
from solvers.peg_solitaire import HOLE, NO_SITE, PEG, Puzzle, start_classes

if TYPE_CHECKING:
    from autoplay.games.puzzle_text import PuzzleText
    from autoplay.games.requests import SolveRequest
    from autoplay.games.results import ReadPicture
    from solvers.deadline import Deadline
    from vision import Reading

SOLVE_S: Final = 60.0
"""Seconds to find the jumps of a board that was read."""
OTHER_S: Final = 0.3
"""Seconds to try each other hole, for a hint: most are ruled out by parity, or solved, in a tenth of it."""


def solve_text(text: PuzzleText, request: SolveRequest, deadline: Deadline) -> PegSolitaireResult | PegStartsResult:
    """Solve the puzzle of a text or a JSON row; raise BadNotation, SolveTimeout."""
    options = PegSolitaireOptions.of(request.options)
    puzzle = parse_text(text, options)
    if options.all_starts:
        return solve_starts(puzzle, text.text.strip(), request, deadline)
    result = solve_puzzle(puzzle, request, deadline)
    return result if result.solution.solvable else replace(result, other=other_start(puzzle))


def solve_picture(picture: ReadPicture, request: SolveRequest, deadline: Deadline) -> PegSolitaireResult:
    """Solve a board that was read; raise BadNotation, SolveTimeout, NotWritable."""
    puzzle = puzzle_of(picture.reading, PegSolitaireOptions.of(request.options))
    result = replace(solve_puzzle(puzzle, request, deadline), is_read=True)
    if not (request.overlay and result.solution.solvable):
        return result
    picture.save_overlay(request.overlay, result.cells)
    return replace(result, pictures=(str(request.overlay),))


def parse_text(text: PuzzleText, options: PegSolitaireOptions) -> Puzzle:
    """Return the puzzle of a text or a JSON row; raise BadNotation."""
    if text.is_row:
        return puzzle_of_row(text.row(), options)
    return text.parsed(options.parse, is_name=_is_file_name)


def _is_file_name(text: str) -> bool:
    """Return True if at most half of a text is sites; then it is more likely a file name than a misspelt board."""
    return not is_name(text) and 2 * sum(character in PEG + HOLE + NO_SITE for character in text) <= len(text)


def puzzle_of(reading: Reading, options: PegSolitaireOptions) -> Puzzle:
    """Return the puzzle of a reading; its last peg can be anywhere unless the options say where. Raises BadNotation."""
    return options.parse_rows("\n".join(reading.grid))


def solve_puzzle(puzzle: Puzzle, request: SolveRequest, deadline: Deadline) -> PegSolitaireResult:
    """Solve a puzzle, and count its solutions if requested.

    Raises SolveTimeout if neither a solution nor a proof that there is none was found.
    """
    with deadline.limit("not solved") as left_s:
        fewest = PegSolitaireOptions.of(request.options).fewest
        solution = peg_solitaire.solve(puzzle, fewest=fewest, timeout_s=left_s)
    result = PegSolitaireResult(request, puzzle, solution)
    if not solution.solvable:
        return replace(result, sequences=None if request.count is None else 0)
    if request.count is None:
        return result
    try:
        with deadline.limit("solved, but its sequences are not counted") as left_s:
            return replace(result, sequences=peg_solitaire.count(puzzle, timeout_s=left_s))
    except SolveTimeout as error:
        return replace(result, uncounted=error.message)


def other_start(puzzle: Puzzle) -> int | None:
    """Return another hole from which a board with one hole can be solved, None if none is found quickly."""
    if len(puzzle.pegs) != len(puzzle.board.sites) - 1:
        return None
    for hole, *_ in start_classes(puzzle.board):
        with suppress(SolveTimeout):
            start = replace(puzzle, start=puzzle.board.full ^ 1 << hole)
            if peg_solitaire.solve(start, timeout_s=OTHER_S).solvable:
                return hole
    return None


def solve_starts(puzzle: Puzzle, name: str, request: SolveRequest, deadline: Deadline) -> PegStartsResult:
    """Solve the board of a puzzle from each hole in turn; raise SolveTimeout if not even one start is solved."""
    starts: list[SolvedStart] = []
    classes = start_classes(puzzle.board)
    for holes in classes:
        try:
            start = replace(puzzle, start=puzzle.board.full ^ 1 << holes[0])
            starts.append(SolvedStart(holes, solve_puzzle(start, request, deadline)))
        except SolveTimeout as error:
            if not starts:
                raise
            so_far = f"{len(starts)} of {count(len(classes), 'start')} solved; {error.message}"
            return PegStartsResult(name, tuple(starts), so_far)
    return PegStartsResult(name, tuple(starts))
