"""One source in, one report out: a picture is read with all its boards, a puzzle is solved."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Final

import vision
from autoplay.errors import NotWritable, explain_exception
from autoplay.games import GAMES, ReadRequest, SolveRequest
from autoplay.games.detection import choose_puzzle, detect_game, explain_refusal, inspect_picture
from autoplay.games.results import BoardReport, ReadPicture, SolveResult
from autoplay.output import error_row, print_line
from autoplay.report.read_report import ReadReport
from autoplay.sources.pictures import Picture
from autoplay.sources.puzzles import Source
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, BadNotation
from vision import PictureNote, ReadResult
from vision.drawing.stages import draw_hypotheses, stage_pictures
from vision.errors import AmbiguousBoard, BoardCutOff, ReadingError
from vision.files.picture_note import drawing_note
from vision.image import Image

MISSED: Final = (AmbiguousBoard, BoardCutOff)
"""Refusals of probable boards; other refusals are of tables, sudokus and parts of a page."""


def read_picture(picture: Picture, request: ReadRequest) -> ReadReport:
    """Read a picture; every error, even a defect of the program, is part of the report."""
    start = perf_counter()
    try:
        return _read_boards(picture, request, start)
    except AutoplayError as error:
        failure = error
        # The report names the picture itself; a path of "folder/" has no slash.
        file = picture.origin if isinstance(picture.origin, Path) else picture.name
        message = failure.message.removeprefix(f"{picture.name}: ")
        failure.message = message.removeprefix(f"{file}: ")
    except Exception as error:
        failure = explain_exception(error, "this picture alone, with --stages DIR")
        if request.debug:
            print_line(traceback.format_exc(), to_stderr=True, ends_line=False)
    return ReadReport(picture.name, errors=(failure,), seconds=perf_counter() - start)


def _read_boards(picture: Picture, request: ReadRequest, start: float) -> ReadReport:
    """Read a picture and save the requested overlay and stages.

    Raises AutoplayError if it can't be loaded.
    """
    loaded = picture.load()
    image = loaded.pixels
    note = loaded.note
    request = replace(request, puzzle=choose_puzzle(request.puzzle, note))
    # A page of a document, or a picture of ours, may have several boards.
    has_several = picture.is_page or (note is not None and len(note.readings) > 1)
    if has_several and not request.fixes:
        request = replace(request, every=True)
    result = inspect_picture(loaded, request)
    boards, errors = _report_boards(result, request)
    if not boards:
        for error in errors:
            explain_refusal(error, image, request)
    report = ReadReport(picture.name, boards, errors, perf_counter() - start)
    try:
        if request.overlay:
            path = request.overlay_path(picture.key)
            note = drawing_note(board.reading for board in boards)
            _save_picture(path, _draw_boards(image, result, report), "--overlay", note)
            report = replace(report, overlay=str(path))
        if request.debug:
            number = 0
            for number, (stage, drawn) in enumerate(stage_pictures(result), 1):
                path = request.debug / f"{picture.key}-{number}-{stage}.png"
                _save_picture(path, drawn, "--stages")
            considered = draw_hypotheses(result)
            if considered is not None:
                path = request.debug / f"{picture.key}-{number + 1}-hypotheses.png"
                _save_picture(path, considered, "--stages")
            report = replace(report, stages=str(request.debug / f"{picture.key}-*.png"))
    except NotWritable as error:  # the boards are reported all the same
        report = replace(report, errors=(*report.errors, error))
    return report


def _report_boards(
    result: ReadResult, request: ReadRequest
) -> tuple[tuple[BoardReport, ...], tuple[AutoplayError, ...]]:
    """Return the boards that were read, and the errors for those that were not."""
    boards = []
    errors: list[AutoplayError] = []
    try:
        readings = result.all() if request.every else [result.best()]
    except AutoplayError as error:
        return (), (error,)
    for reading in readings:
        try:
            boards.append(GAMES[reading.puzzle].reader.report(reading, request))
        except AutoplayError as error:
            errors.append(error)
    if request.every:
        errors += [refusal for refusal in result.refusals if isinstance(refusal, MISSED)]
    return tuple(boards), tuple(errors)


def _draw_boards(image: Image, result: ReadResult, report: ReadReport) -> Image:
    """Return a picture of every board, with its only solution; else of the reader's last stage."""
    if not report.boards:
        _, image = list(stage_pictures(result))[-1]
    for board in report.boards:
        solution = board.result.cells if board.result else ()
        image = vision.draw_overlay(image, board.reading, solution)
    return image


def _save_picture(path: Path, image: Image, option: str, note: PictureNote | None = None) -> None:
    try:
        vision.save_image(path, image, note)
    except OSError as error:
        raise NotWritable(
            f"{path} can't be written ({error.strerror or error})", hint=f"{option} elsewhere"
        ) from error


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
