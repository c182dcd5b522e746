"""Solving of Lights Out boards: the presses, or the reason why there are none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from autoplay.games.lights_out.options import LightsOutOptions, puzzle_of_row
from autoplay.games.lights_out.results import LightsOutResult, check_printable
from solvers.lights_out import STATES, Puzzle, solution_count, solve
from solvers.lights_out.text import looks_like

if TYPE_CHECKING:
    from autoplay.games.puzzle_text import PuzzleText
    from autoplay.games.requests import SolveRequest
    from autoplay.games.results import ReadPicture
    from solvers.deadline import Deadline
    from vision import Reading

SOLVE_S: Final = 60.0
"""Seconds to find the presses for a board that was read."""


def solve_text(text: PuzzleText, request: SolveRequest, deadline: Deadline) -> LightsOutResult:
    """Solve the puzzle of a text or a JSON row; raise BadNotation, SolveTimeout, ManySolutions."""
    options = LightsOutOptions.of(request.options)
    puzzle = parse_text(text, options)
    if options.every:
        with deadline.limit("solutions not counted") as left_s:
            check_printable(puzzle, solution_count(puzzle, timeout_s=left_s))
    return solve_puzzle(puzzle, request, deadline)


def solve_picture(picture: ReadPicture, request: SolveRequest, deadline: Deadline) -> LightsOutResult:
    """Solve a board that was read; raise BadNotation, SolveTimeout, NotWritable."""
    result = solve_puzzle(puzzle_of(picture.reading, LightsOutOptions.of(request.options)), request, deadline)
    if not (request.overlay and result.solution.solvable):
        return result
    picture.save_overlay(request.overlay, result.cells)
    return replace(result, pictures=(str(request.overlay),))


def solve_puzzle(puzzle: Puzzle, request: SolveRequest, deadline: Deadline) -> LightsOutResult:
    """Solve a puzzle; raise SolveTimeout if not even one solution was found."""
    with deadline.limit("not solved") as left_s:
        return LightsOutResult(request, puzzle, solve(puzzle, timeout_s=left_s))


def parse_text(text: PuzzleText, options: LightsOutOptions) -> Puzzle:
    """Return the puzzle of a text or a JSON row; raise BadNotation."""
    if text.is_row:
        return puzzle_of_row(text.row(), options)
    return text.parsed(options.parse, is_name=_is_file_name)


def _is_file_name(text: str) -> bool:
    """Return True if less than half of a text is lamps; then it is more likely a file name than a misspelt board."""
    return not looks_like(text) and 2 * sum(character in STATES for character in text) < len(text)


def puzzle_of(reading: Reading, options: LightsOutOptions) -> Puzzle:
    """Return the puzzle of a reading, its target all off unless the options give another; raise BadNotation."""
    return options.puzzle(reading.grid, shown=len(reading.looks))
