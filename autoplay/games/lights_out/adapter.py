"""Lights Out, for all commands: boards in pictures, texts, solutions and new puzzles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from autoplay.games import GenerateRequest, ReadRequest, SolveRequest
from autoplay.games.adapter import Game, ReaderPart, SolverPart, complete_report
from autoplay.games.lights_out.options import (
    OPTION_LINE,
    LightsOutOptions,
    parse_option_values,
    puzzle_of_row,
)
from autoplay.games.lights_out.player import LightsOutPlayerPart
from autoplay.games.lights_out.results import LightsOutResult, describe_lit
from autoplay.games.puzzle_text import PuzzleText
from autoplay.games.results import (
    BoardReport,
    GeneratedPuzzle,
    ReadPicture,
)
from solvers.deadline import Deadline
from solvers.errors import BadNotation, about
from solvers.lights_out import NO_LAMP, STATES, Puzzle, solve
from solvers.lights_out.explanation import PressStep, find_steps
from solvers.lights_out.model import generate
from solvers.lights_out.text import LARGEST_SIDE, is_table_of, looks_like, puzzle_of
from vision import Reading

LAMPS: Final = re.compile(r"[0-9*.xX×\s]*")
"""Matches a size or rows of lamps."""
USUAL_SIZE: Final = (5, 5)
"""Rows and columns of a new puzzle."""


class LightsOutReaderPart(ReaderPart):
    """Boards of lamps that were read from pictures."""

    def describe(self, reading: Reading) -> str:
        """Return the size and the number of lit lamps, and a note if all look the same, which makes
        lit a guess."""
        text = f"{reading.rows}x{reading.cols} {reading.puzzle}, {describe_lit(reading.grid)}"
        states = set("".join(reading.grid)) - {NO_LAMP}
        return f"{text}, all alike" if len(states) == 1 else text

    def draw_text(self, reading: Reading) -> str:
        """Return the rows of lamps."""
        return "\n".join(reading.grid)

    def report(self, reading: Reading, request: ReadRequest) -> BoardReport:
        """Return a reading, with the presses that turn all lamps off if they were requested."""
        facts = {"stars": None, "states": len(reading.looks)}
        board = BoardReport(reading, facts, self.describe(reading))
        return complete_report(board, request, write_grid, solve_board)


def write_grid(reading: Reading) -> str:
    """Return the rows of a board that was read, below its number of states if they don't show it.

    Rows without a lit lamp could be of another game: there the line says that these are lamps.
    """
    text = "\n".join(reading.grid)
    states = max(2, len(reading.looks))
    shows_game = bool(set(text) - {STATES[0], NO_LAMP, "\n"})
    if shows_game and puzzle_of(reading.grid).states == states:
        return text
    return f"states {states}\n{text}"


class LightsOutSolverPart(SolverPart):
    """Texts, solutions and new puzzles of Lights Out, with lamps of two or more states."""

    keys = frozenset({"target", "states", "rule", "wrap", "matrix"})

    def claims_text(self, text: str) -> bool:
        """Return True if a text is a size, or rows or a table of lamps; digits are lamps if all of
        them are 0 and 1.

        Also return True for a text below a line with an option that only Lights Out has.
        """
        if OPTION_LINE.match(text) or is_table_of(text, "01"):
            return True
        if "*" in text and is_table_of(text, ".*"):
            return True
        if LAMPS.fullmatch(text) is None or not looks_like(text):
            return False
        found = set(text)
        # Digits alone may also number the regions of a Star Battle; those of lamps are states.
        return bool(found & set("*.x×X")) or not found & set("23456789")

    def parse_options(self, values: Mapping[str, Any]) -> LightsOutOptions:
        """Return the options that are given.

        Raises BadNotation if they contradict each other or a file is wrong.
        """
        return parse_option_values(**values)

    def solve_text(
        self, text: PuzzleText, request: SolveRequest, deadline: Deadline
    ) -> LightsOutResult:
        """Solve the puzzle of a text or a JSON row; raise BadNotation, SolveTimeout."""
        puzzle = parse_puzzle(text, LightsOutOptions.of(request.options))
        return solve_puzzle(puzzle, request, deadline)

    def solve_picture(
        self, picture: ReadPicture, request: SolveRequest, deadline: Deadline
    ) -> LightsOutResult:
        """Solve a board that was read; raise BadNotation, SolveTimeout, NotWritable."""
        result = replace(solve_board(picture.reading, request, deadline), is_read=False)
        if not result.solution.solvable:
            return result
        return self.add_pictures(result, picture, result.puzzle, result.cells)

    def list_drawn(self, step: PressStep) -> dict[str, Any]:
        """Return the lamps to press, and those that justify it."""
        return {"cells": step.cells, "presses": (step.press,) * step.times}

    def generate_puzzle(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        """Return the board of a seed, made by random presses on the target.

        Raises BadNotation, NotMade.
        """
        options = LightsOutOptions.of(request.options)
        rows, cols = request.size or USUAL_SIZE
        if not (0 < rows <= LARGEST_SIDE and 0 < cols <= LARGEST_SIDE):
            raise BadNotation(
                f"--size {rows}x{cols}: not a possible size",
                hint=f"numbers from 1 to {LARGEST_SIDE}",
            )
        # Presses on the target lead away from it, and so back again.
        dark = options.puzzle((STATES[0] * cols,) * rows)
        with about(f"seed {seed}"):
            puzzle = generate(dark, seed)
        text = options.head + "\n".join(puzzle.grid)
        command = f"--puzzle lights-out --size {rows}x{cols}{options.arguments}"
        row: dict[str, object] = {
            "id": f"lights-out-{rows}x{cols}-{seed}",
            "puzzle": "lights-out",
            "grid": puzzle.grid,
        }
        return GeneratedPuzzle(text, row | options.list_changed(), command)


def parse_puzzle(text: PuzzleText, options: LightsOutOptions) -> Puzzle:
    """Return the puzzle of a text or a JSON row; raise BadNotation."""
    if text.is_row:
        return puzzle_of_row(text.row(), options)
    return text.parse_with(options.parse, _is_file_name)


def solve_puzzle(puzzle: Puzzle, request: SolveRequest, deadline: Deadline) -> LightsOutResult:
    """Solve a puzzle, with the requested steps; raise SolveTimeout if not even one solution was
    found."""
    with deadline.limit("not solved") as left_s:
        solution = solve(puzzle, timeout_s=left_s)
    steps = request.take_steps(find_steps(solution, deadline))
    return LightsOutResult(request, puzzle, solution, steps)


def solve_board(reading: Reading, request: SolveRequest, deadline: Deadline) -> LightsOutResult:
    """Solve a board that was read, whose lamps will be printed too.

    Its target is all off unless the options give another. Raises BadNotation, SolveTimeout.
    """
    options = LightsOutOptions.of(request.options)
    puzzle = options.puzzle(reading.grid, shown=len(reading.looks))
    return replace(solve_puzzle(puzzle, request, deadline), is_read=True)


def _is_file_name(text: str) -> bool:
    """Return True if less than half of a text is lamps; then it is more likely a file name than a
    misspelt board."""
    # A row with one wrong character is still mostly lamps.
    lamps = sum(character in STATES for character in text)
    return not looks_like(text) and 2 * lamps < len(text)


LIGHTS_OUT: Final = Game(
    "lights-out", LightsOutReaderPart(), LightsOutSolverPart(), LightsOutPlayerPart()
)
"""Lights Out."""
