"""Peg solitaire, for all commands: boards in pictures, texts, solutions and new puzzles."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from autoplay.games import GenerateRequest, ReadRequest, SolveRequest
from autoplay.games.adapter import Game, ReaderPart, SolverPart, complete_report
from autoplay.games.peg_solitaire.options import (
    GivenMoves,
    PegSolitaireOptions,
    is_board_name,
    parse_option_values,
    puzzle_of_row,
)
from autoplay.games.peg_solitaire.player import PegSolitairePlayerPart
from autoplay.games.peg_solitaire.results import (
    MOST_JUMPS_LISTED,
    PegMovesResult,
    PegSolitaireResult,
    PegStartsResult,
    SolvedStart,
    describe_pegs,
)
from autoplay.games.puzzle_text import PuzzleText
from autoplay.games.results import (
    BoardReport,
    GeneratedPuzzle,
    ReadPicture,
)
from solvers import peg_solitaire
from solvers.deadline import MORE_TIME, Deadline
from solvers.errors import BadNotation, ManySolutions, SolveTimeout, about, count_of
from solvers.peg_solitaire import (
    BOARDS,
    HOLE,
    NO_SITE,
    PEG,
    Jump,
    Puzzle,
    named_board,
    start_classes,
)
from solvers.peg_solitaire.explanation import JumpStep, find_steps
from solvers.peg_solitaire.text import check_moves, format_puzzle, lattice_of
from vision import Reading

CHARACTERS_A_SLIP: Final = 4
"""One character in this many can be a typing error in rows that still count as pegs."""
CERTAIN_NAME: Final = re.compile(
    r"\s*(?:triangle\d+|english|european|wiegleb|diamond)\s*", re.IGNORECASE
)
"""Matches names of boards, known or not, that cannot mean anything else."""
USUAL_BOARD: Final = "english"
"""Name of the board of a new puzzle."""


class PegSolitaireReaderPart(ReaderPart):
    """Boards of pegs that were read from pictures."""

    def describe(self, reading: Reading) -> str:
        """Return the number of pegs and holes."""
        return f"{reading.puzzle}, {describe_pegs(reading.grid)}"

    def draw_text(self, reading: Reading) -> str:
        """Return the rows of pegs and holes."""
        return "\n".join(row.rstrip() for row in reading.grid)

    def report(self, reading: Reading, request: ReadRequest) -> BoardReport:
        """Return a reading, with jumps that leave one peg if they were requested.

        Raises BadNotation.
        """
        facts = {"lattice": lattice_of(reading.grid)}
        board = BoardReport(reading, facts, self.describe(reading))
        return complete_report(board, request, write_grid, solve_board)


def write_grid(reading: Reading) -> str:
    """Return the rows of a board that was read; raise BadNotation.

    Holes alone could be of another game: there a line above says which lattice of pegs they form.
    """
    text = "\n".join(reading.grid)
    return text if PEG in text else f"lattice {lattice_of(reading.grid)}\n{text}"


class PegSolitaireSolverPart(SolverPart):
    """Texts, solutions and new puzzles of peg solitaire on square and triangular boards."""

    keys = frozenset({"lattice", "end"})
    names = peg_solitaire.BOARDS

    def claims_text(self, text: str) -> bool:
        """Return True if a text is the name of a board, or pegs and holes with at most a few typing
        errors."""
        if CERTAIN_NAME.fullmatch(text):
            return True
        # One row, or rows without pegs, must be free of errors: most words are not puzzles.
        found = "".join(text.split())
        if "\n" not in text.strip() or PEG not in found:
            return bool(found) and set("oO.").issuperset(found)
        sites = sum(character in "o." for character in found)
        return CHARACTERS_A_SLIP * sites >= (CHARACTERS_A_SLIP - 1) * len(found)

    def parse_options(self, values: Mapping[str, Any]) -> PegSolitaireOptions:
        """Return the options that are given.

        Raises BadNotation if they contradict each other or a file is wrong.
        """
        return parse_option_values(**values)

    def solve_text(
        self, text: PuzzleText, request: SolveRequest, deadline: Deadline
    ) -> PegSolitaireResult | PegStartsResult | PegMovesResult:
        """Solve the puzzle of a text or a JSON row, or check the given moves on it.

        Raises BadNotation, SolveTimeout.
        """
        options = PegSolitaireOptions.of(request.options)
        puzzle = parse_puzzle(text, options)
        if options.moves:
            return check_given_moves(puzzle, options.moves)
        if options.all_starts:
            return solve_starts(puzzle, text.text.strip(), request, deadline)
        return solve_puzzle(puzzle, request, deadline)

    def solve_picture(
        self, picture: ReadPicture, request: SolveRequest, deadline: Deadline
    ) -> PegSolitaireResult | PegMovesResult:
        """Solve a board that was read, or check the given moves on it.

        Raises BadNotation, SolveTimeout, NotWritable.
        """
        options = PegSolitaireOptions.of(request.options)
        if options.moves:
            puzzle = options.parse_rows("\n".join(picture.reading.grid))
            return check_given_moves(puzzle, options.moves)
        result = solve_board(picture.reading, request, deadline)
        if not result.solution.solvable:
            return result
        return self.add_pictures(result, picture, result.puzzle, result.cells)

    def list_drawn(self, step: JumpStep) -> dict[str, Any]:
        """Return the ends of the arrow of a jump."""
        start, _, end = step.cells
        return {"path": (start, end)}

    def generate_puzzle(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        """Return the board of a seed, made by jumps backwards from a single peg.

        Raises BadNotation, NotMade.
        """
        if request.size:
            raise BadNotation(
                "--size is not for peg solitaire", hint="--board NAME, such as --board triangle5"
            )
        options = PegSolitaireOptions.of(request.options)
        name = options.board or USUAL_BOARD
        try:
            board = named_board(name)
        except BadNotation as error:
            # The error's own hint proposes rows of a text, which are made here.
            error.hint = f"--board with one of {', '.join(BOARDS)}"
            raise
        sites = len(board.sites)
        pegs = sites // 2 if options.pegs is None else options.pegs
        if not 2 <= pegs < sites:
            raise BadNotation(
                f"--pegs {pegs}: {name} has {sites} holes", hint=f"a number from 2 to {sites - 1}"
            )
        # Filling the board checks that it has the hole of --end.
        end = options.fill_board(board).end
        end_hole = end if isinstance(end, int) else None
        with about(f"seed {seed}"):
            puzzle = peg_solitaire.generate(board, pegs, seed, end=end_hole)
        command = f"--puzzle pegs --board {name} --pegs {pegs}"
        if end is not None:
            command += f" --end {end}"
        row: dict[str, object] = {
            "id": f"pegs-{name}-{seed}",
            "puzzle": "pegs",
            "lattice": board.lattice,
            "grid": puzzle.grid,
        }
        if puzzle.end is not None:
            row["end"] = puzzle.end
        return GeneratedPuzzle(format_puzzle(puzzle), row, command)


def parse_puzzle(text: PuzzleText, options: PegSolitaireOptions) -> Puzzle:
    """Return the puzzle of a text or a JSON row; raise BadNotation."""
    if text.is_row:
        return puzzle_of_row(text.row(), options)
    return text.parse_with(options.parse, _is_file_name)


def solve_puzzle(puzzle: Puzzle, request: SolveRequest, deadline: Deadline) -> PegSolitaireResult:
    """Solve a puzzle, with the requested steps, and count its solutions if requested.

    Raises SolveTimeout if neither a solution nor a proof that there is none was found.
    """
    fewest = PegSolitaireOptions.of(request.options).fewest
    with deadline.limit("not solved") as left_s:
        solution = peg_solitaire.solve(puzzle, fewest=fewest, timeout_s=left_s)
    steps = request.take_steps(find_steps(puzzle, solution.jumps, deadline))
    result = PegSolitaireResult(request, puzzle, solution, steps=steps)
    if request.count is None:
        return result
    if not solution.solvable:
        return replace(result, sequences=0)
    # Others come second, so that a solution is reported even if time runs out.
    result = list_solutions(result, request.count, deadline)
    if result.sequences is not None or request.count < sys.maxsize:
        return result
    # All that are too many to list can still be counted.
    try:
        with deadline.limit("solved, but its sequences are not counted") as left_s:
            sequences = peg_solitaire.count_solutions(puzzle, timeout_s=left_s)
    except SolveTimeout as error:
        return replace(result, uncounted=error.message)
    return replace(result, sequences=sequences)


def check_given_moves(puzzle: Puzzle, moves: GivenMoves) -> PegMovesResult:
    """Check moves on the board of a puzzle."""
    return PegMovesResult(puzzle, moves.file, check_moves(puzzle, moves.jumps))


def list_solutions(
    result: PegSolitaireResult, number: int, deadline: Deadline
) -> PegSolitaireResult:
    """Add up to this many solutions to a result with one, and their number if that is all of
    them."""
    first = result.solution.jumps
    most = max(1, MOST_JUMPS_LISTED // max(1, len(first)))
    timeout_s = deadline.left_s
    # If all are wanted, the other half of the time is left to count them.
    if number == sys.maxsize and timeout_s is not None:
        timeout_s /= 2
    every = peg_solitaire.solutions(result.puzzle, first, timeout_s=timeout_s)
    listed: list[tuple[Jump, ...]] = []
    try:
        for jumps in islice(every, number):
            if len(listed) == most:
                cut = ManySolutions(
                    f"more than {most} solutions ({result.description}) are too many: "
                    "these are only the first of them",
                    hint="--solutions N for fewer",
                )
                return replace(result, listed=tuple(listed), cut=cut)
            listed.append(jumps)
    except SolveTimeout:
        found = f"only {count_of(len(listed), 'solution')} ({result.description}) found"
        late = SolveTimeout(f"{found} within {timeout_s:.3g} s", hint=MORE_TIME)
        return replace(result, listed=tuple(listed), cut=late)
    sequences = len(listed) if len(listed) < number else None
    return replace(result, listed=tuple(listed), sequences=sequences)


def solve_board(reading: Reading, request: SolveRequest, deadline: Deadline) -> PegSolitaireResult:
    """Solve a board that was read, which will be printed too; its last peg can be anywhere unless
    the options say.

    Raises BadNotation, SolveTimeout.
    """
    puzzle = PegSolitaireOptions.of(request.options).parse_rows("\n".join(reading.grid))
    return replace(solve_puzzle(puzzle, request, deadline), is_read=True)


def _is_file_name(text: str) -> bool:
    """Return True if at most half of a text is sites; then it is more likely a file name than a
    misspelt board."""
    if is_board_name(text):
        return False
    return 2 * sum(character in PEG + HOLE + NO_SITE for character in text) <= len(text)


def solve_starts(
    puzzle: Puzzle, name: str, request: SolveRequest, deadline: Deadline
) -> PegStartsResult:
    """Solve the board of a puzzle from each hole in turn.

    Raises SolveTimeout if not even one start is solved.
    """
    starts: list[SolvedStart] = []
    classes = start_classes(puzzle.board)
    for holes in classes:
        try:
            result = solve_puzzle(_open_hole(puzzle, holes[0]), request, deadline)
        except SolveTimeout as error:
            # Solved starts are reported; none at all is an error.
            if not starts:
                raise
            solved = f"{len(starts)} of {count_of(len(classes), 'start')} solved"
            return PegStartsResult(name, tuple(starts), f"{solved}; {error.message}")
        starts.append(SolvedStart(holes, result))
    return PegStartsResult(name, tuple(starts))


def _open_hole(puzzle: Puzzle, hole: int) -> Puzzle:
    """Return the puzzle that starts with all pegs but one."""
    return replace(puzzle, start=puzzle.board.full ^ 1 << hole)


PEG_SOLITAIRE: Final = Game(
    "pegs", PegSolitaireReaderPart(), PegSolitaireSolverPart(), PegSolitairePlayerPart()
)
"""Peg solitaire."""
