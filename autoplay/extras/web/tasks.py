"""Tasks for the processes of the pool: read or convert a picture, or solve or draw a puzzle, and
respond."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from starlette.responses import Response

from autoplay.answers import read_picture
from autoplay.errors import NotWritable, explain_exception
from autoplay.extras.web.limits import (
    KEPT_BYTES,
    KEPT_FILES,
    MEGAPIXEL,
    MIB,
    Limits,
    TooLarge,
    get_http_status,
)
from autoplay.files import write_together
from autoplay.games import GAMES, ReadRequest, SolveRequest
from autoplay.games.detection import detect_game
from autoplay.games.results import BoardReport, ReadPicture, SolveResult
from autoplay.output import error_row, warn_once
from autoplay.report.read_report import ReadReport
from autoplay.report.sheets import SheetKind, draw_sheets, render_sheet
from autoplay.sources.pdf import MAGIC, join_pages
from autoplay.sources.pictures import Picture
from autoplay.sources.puzzles import Source
from solvers.deadline import Deadline
from solvers.errors import AutoplayError
from solvers.svg import DRAWING_MARGIN, SHOWN_SCALE
from vision import PictureNote, load_image
from vision.files.formats import Header, read_header
from vision.files.loading import encode_png
from vision.files.picture_note import encode_note

JSON_TYPE: Final = "application/json"
NOTE_HEADER: Final = "puzzle-note"
"""Header of a drawing as SVG: the note for a PNG of it, in CSS px of the SVG, with 0 for the
checksum of the pixels."""
BODY_NAME: Final = "-"
"""Name of a picture in the body of a request, as for one from stdin."""

Row: TypeAlias = dict[str, object]
SHEET_TYPES: Final[dict[SheetKind, str]] = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
}
"""Kinds of drawings, and their media types."""


@dataclass(frozen=True, slots=True)
class ReadTask:
    """Picture to read; ``data`` holds the bytes of its file.

    ``evidence`` requests the measurements behind the reading, ``explain`` the steps to the
    solution, ``lines`` the positions of the lines between cells. ``keep`` is the folder in which
    picture and response are saved, None for no folder.
    """

    request: ReadRequest
    limits: Limits
    data: bytes = b""
    evidence: bool = False
    explain: bool = False
    lines: bool = False
    keep: Path | None = None

    def make_response(self) -> Response:
        """Read the picture; the response is a list if all boards are requested.

        Raises AutoplayError.
        """
        header = read_header(self.data)
        _check_size(header, self.limits)
        response = self._read_picture()
        if self.keep:
            try:
                _save_picture(self.keep, header, self.data, response)
            except NotWritable as error:
                # This concerns whoever runs the server, not the visitor.
                warn_once(error.message, error.hint)
        return response

    def _read_picture(self) -> Response:
        picture = Picture(BODY_NAME, "picture", self.data)
        report = read_picture(picture, self.request)
        if not report.boards:
            error = report.errors[0]
            return respond_with(report.error_row(error), get_http_status(error))
        rows = [self._describe_board(report, board, picture) for board in report.boards]
        if not self.request.every:
            return respond_with(rows[0])
        # The boards that were refused follow those that were read.
        rows += [report.error_row(error) for error in report.errors]
        return respond_with(report.number_rows(rows))

    def _describe_board(self, report: ReadReport, board: BoardReport, picture: Picture) -> Row:
        row = report.board_row(board, evidence=self.evidence)
        reading = board.reading
        if self.explain:
            row |= self._explain_board(board, picture, row)
        if self.lines:
            row |= {"xs": reading.xs, "ys": reading.ys, "warp": reading.warp}
        return row

    def _explain_board(self, board: BoardReport, picture: Picture, row: Row) -> Row:
        """Return the fields that an explanation, starting from the marks, adds to those in row."""
        game = GAMES[board.reading.puzzle]
        values: Row = {"stars": row["stars"]} if row["stars"] else {}
        timeout_s = self.limits.timeout_s
        request = SolveRequest(
            board.reading.puzzle,
            timeout_s=timeout_s,
            lit=self.request.lit,
            options=game.solver.parse_options(values),
            steps="all",
        )
        read = ReadPicture(picture.load().pixels, board.reading, BODY_NAME)
        # If the board can't be solved, its own fields say so already.
        with suppress(AutoplayError):
            result = game.solver.solve_picture(read, request, Deadline(timeout_s))
            return {key: value for key, value in result.to_row().items() if key not in row}
        return {}


@dataclass(frozen=True, slots=True)
class SolveTask:
    """Puzzle to solve; ``label`` has the first fields of the response, ``board`` adds the grid."""

    source: Source
    request: SolveRequest
    label: Row
    board: bool = False

    def make_response(self) -> Response:
        """Return the solution, or the reason why there is none. Raises AutoplayError."""
        result = self.solve_puzzle()
        row = self.label | result.to_row()
        if self.board:
            row |= result.board_row()
        return respond_with(row)

    def solve_puzzle(self) -> SolveResult:
        """Solve the puzzle. Raises AutoplayError."""
        game = GAMES[detect_game(self.source, self.request.puzzle, self.request.named_by)]
        return game.solver.solve_text(self.source, self.request, Deadline(self.request.timeout_s))


@dataclass(frozen=True, slots=True)
class SheetTask:
    """Puzzle to draw as SVG, PNG or PDF; ``solution`` requests its solution below it."""

    puzzle: SolveTask
    kind: SheetKind
    solution: bool

    def make_response(self) -> Response:
        """Return the drawing. Raises AutoplayError, also if there is no browser for PNG and PDF."""
        (sheet,) = draw_sheets(self.puzzle.solve_puzzle())
        drawing = render_sheet(sheet, self.kind, with_solution=self.solution)
        response = Response(drawing, media_type=SHEET_TYPES[self.kind])
        # A PNG has its note inside; the page makes one of an SVG, and adds this one to it.
        if self.kind == "svg" and sheet.reading:
            margin = DRAWING_MARGIN * SHOWN_SCALE
            reading = sheet.reading.scale_by(SHOWN_SCALE).move_by(margin, margin)
            note = PictureNote(reading.puzzle, (reading,))
            response.headers[NOTE_HEADER] = encode_note(note, 0).decode("ascii")
        return response


@dataclass(frozen=True, slots=True)
class PictureTask:
    """Picture that the browser can't show: ``data`` is the file, of any kind that is read, or a
    PDF, whose pages are put below each other."""

    limits: Limits
    data: bytes = b""

    def make_response(self) -> Response:
        """Return the picture as PNG. Raises BadImage, TooLarge, ExtraMissing."""
        if self.data.startswith(MAGIC):
            pixels = join_pages(self.data, self.limits.largest_px)
        else:
            _check_size(read_header(self.data), self.limits)
            pixels = load_image(self.data)
        return Response(encode_png(pixels), media_type="image/png")


WebTask: TypeAlias = ReadTask | SolveTask | SheetTask | PictureTask


def run_task(task: WebTask) -> Response:
    """Return the response to a task; every exception becomes an error response."""
    try:
        return task.make_response()
    except Exception as error:
        return respond_to_error(error)


def respond_with(content: Row | list[Row], status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Return a response with this content as JSON."""
    return Response(msgspec.json.encode(content), status, media_type=JSON_TYPE)


def respond_to_error(error: Exception) -> Response:
    """Return the response for an error; one that is not an AutoplayError is a bug."""
    if not isinstance(error, AutoplayError):
        error = explain_exception(error, "report it with this picture")
    return respond_with(error_row(error), get_http_status(error))


def _check_size(header: Header, limits: Limits) -> None:
    """Raise TooLarge for a picture with more pixels than the limits allow."""
    if header.width * header.height > limits.largest_px:
        most = f"{limits.largest_px / MEGAPIXEL:g} megapixels"
        raise TooLarge(
            f"the picture has {header.width}x{header.height} pixels, over {most}",
            hint="only the part with the board",
        )


def _save_picture(folder: Path, header: Header, data: bytes, response: Response) -> None:
    """Save a picture and its response, named after the current time. Raises NotWritable.

    If the folder is full, nothing is saved, and nothing is removed either: an earlier picture may
    be the one that is wanted, and the folder may hold other files. Pictures that arrive at the same
    moment may exceed the limit a little.
    """
    name = f"{datetime.now():%Y-%m-%dT%H-%M-%S.%f}-{sha256(data).hexdigest()[:8]}"
    files = {f"{name}.{header.format.lower()}": data, f"{name}.json": bytes(response.body)}
    try:
        _check_space(folder, len(data) + len(response.body))
        write_together(folder, name, files)
    except OSError as error:
        raise NotWritable(
            f"a picture was not saved: {folder} can't be written to ({error.strerror})",
            hint="autoplay web --output elsewhere",
        ) from error


def _check_space(folder: Path, size: int) -> None:
    """Raise NotWritable if a folder is too full for ``size`` more bytes, and OSError."""
    sizes = [path.stat().st_size for path in folder.iterdir() if path.is_file()]
    if len(sizes) >= KEPT_FILES:
        problem = f"{KEPT_FILES} files"
    elif sum(sizes) + size > KEPT_BYTES:
        problem = f"{KEPT_BYTES // MIB} MiB"
    else:
        return
    raise NotWritable(
        f"pictures are no longer saved: {folder} has {problem}",
        hint="an empty folder with autoplay web --output",
    )
