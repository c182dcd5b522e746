"""Solves a puzzle, from its source to its result."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

import vision
from autoplay.errors import explain_exception
from autoplay.games import GAMES
from autoplay.games.detection import choose_puzzle, detect_game, explain_refusal, inspect_picture
from autoplay.games.requests import SolveRequest
from autoplay.games.results import ReadPicture, SolveResult
from autoplay.report.json_text import error_row
from autoplay.sources.puzzles import Source
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, BadNotation
from vision.errors import ReadingError

OPTION: Final = re.compile(r"--\w+")
READ_ONLY: Final = frozenset({"--all", "--stages"})
"""Options of read alone that a hint of the reader may name."""


@dataclass(frozen=True, slots=True)
class SolveReport:
    """Result of one puzzle, or the error in its place; ``label`` goes in front of its JSON object.

    ``is_row`` is True if the puzzle is a row of JSON Lines.
    """

    label: dict[str, object]
    is_row: bool
    result: SolveResult | AutoplayError

    @property
    def error(self) -> AutoplayError | None:
        """The error in place of a result, or that of the result."""
        return self.result if isinstance(self.result, AutoplayError) else self.result.error

    @property
    def outcome(self) -> str:
        """The kind of result, or the code of the error, for the counts of many puzzles."""
        return self.result.code if isinstance(self.result, AutoplayError) else self.result.outcome

    def to_row(self) -> dict[str, object]:
        """Return the JSON object. Raises AutoplayError if there are too many solutions for one."""
        if isinstance(self.result, AutoplayError):
            return error_row(self.result, **self.label)
        return self.label | self.result.to_row()


def solve_puzzle(source: Source, request: SolveRequest) -> SolveReport:
    """Solve the puzzle of a source; an error, even a defect, affects only its own row."""
    try:
        deadline = Deadline(request.timeout_s)
        result: SolveResult | AutoplayError = _solve_source(source, request, deadline)
    except AutoplayError as error:
        result = error
    except Exception as error:
        if not source.is_row:
            raise
        result = explain_exception(error, "this puzzle alone, with --debug")
    return SolveReport(source.label, source.is_row, result)


def _solve_source(source: Source, request: SolveRequest, deadline: Deadline) -> SolveResult:
    if source.is_picture:
        return _solve_picture(source, request, deadline)
    if request.picture_options:
        given = " and ".join(request.picture_options)
        raise BadNotation(
            f"{given} can only be used with pictures, but this is a text",
            hint=f"leave out {given}",
        )
    solver = GAMES[detect_game(source, request.puzzle, request.named_by)].solver
    return solver.solve_text(source, request, deadline)


def _solve_picture(source: Source, request: SolveRequest, deadline: Deadline) -> SolveResult:
    loaded = vision.load_picture(source.picture)
    image = loaded.pixels
    request = replace(request, puzzle=choose_puzzle(request.puzzle, loaded.note))
    try:
        reading = inspect_picture(loaded, request).best()
        solver = GAMES[reading.puzzle].solver
        return solver.solve_picture(ReadPicture(image, reading, source.file), request, deadline)
    except ReadingError as error:
        explain_refusal(error, image, replace(request, options=None))
        if READ_ONLY & set(OPTION.findall(error.hint)):
            error.hint = (
                f"autoplay read --solve {source.file}, which has more options: {error.hint}"
            )
        raise
