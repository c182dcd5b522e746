"""Tasks for the processes of the pool: read or convert a picture, or solve or draw a puzzle, and
respond."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
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


WebTask: TypeAlias = Callable[[], Response]
"""Work of a process for a request: one of the functions below, with its arguments."""


def run_task(task: WebTask) -> Response:
    """Return the response to a task; every exception becomes an error response."""
    try:
        return task()
    except Exception as error:
        return respond_to_error(error)


def read_board(
    request: ReadRequest,
    limits: Limits,
    data: bytes,
    keep: Path | None,
    *,
    evidence: bool,
    explain: bool,
    lines: bool,
) -> Response:
    """Read a picture; the response is a list if all boards are requested.

    ``data`` holds the bytes of its file. ``evidence`` requests the measurements behind the reading,
    ``explain`` the steps to the solution, ``lines`` the positions of the lines between cells.
    ``keep`` is the folder in which picture and response are saved, None for no folder. Raises
    AutoplayError.
    """
    header = read_header(data)
    _check_size(header, limits)
    picture = Picture(BODY_NAME, "picture", data)
    report = read_picture(picture, request)
    rows: list[Row] = []
    for board in report.boards:
        row = report.board_row(board, evidence=evidence)
        reading = board.reading
        if explain:
            row |= _explain_board(board, picture, row, request.lit, limits.timeout_s)
        if lines:
            row |= {"xs": reading.xs, "ys": reading.ys, "warp": reading.warp}
        rows.append(row)
    if not rows:
        error = report.errors[0]
        response = respond_with(report.error_row(error), get_http_status(error))
    elif not request.every:
        response = respond_with(rows[0])
    else:
        # The boards that were refused follow those that were read.
        rows += [report.error_row(error) for error in report.errors]
        response = respond_with(report.number_rows(rows))
    if keep:
        try:
            _save_picture(keep, header, data, response)
        except NotWritable as error:
            # This concerns whoever runs the server, not the visitor.
            warn_once(error.message, error.hint)
    return response


def _explain_board(
    board: BoardReport, picture: Picture, row: Row, lit: str, timeout_s: float
) -> Row:
    """Return the fields that an explanation, starting from the marks, adds to those in row."""
    game = GAMES[board.reading.puzzle]
    values: Row = {"stars": row["stars"]} if row["stars"] else {}
    request = SolveRequest(
        board.reading.puzzle,
        timeout_s=timeout_s,
        lit=lit,
        options=game.solver.parse_options(values),
        steps="all",
    )
    read = ReadPicture(picture.load().pixels, board.reading, BODY_NAME)
    # If the board can't be solved, its own fields say so already.
    with suppress(AutoplayError):
        result = game.solver.solve_picture(read, request, Deadline(timeout_s))
        return {key: value for key, value in result.to_row().items() if key not in row}
    return {}


def answer_question(
    source: Source, request: SolveRequest, label: Row, *, with_board: bool
) -> Response:
    """Return the solution of a puzzle, or the reason why there is none.

    ``label`` has the first fields of the response, ``with_board`` adds the grid. Raises
    AutoplayError.
    """
    result = _solve_puzzle(source, request)
    row = label | result.to_row()
    if with_board:
        row |= result.board_row()
    return respond_with(row)


def _solve_puzzle(source: Source, request: SolveRequest) -> SolveResult:
    game = GAMES[detect_game(source, request.puzzle, request.named_by)]
    return game.solver.solve_text(source, request, Deadline(request.timeout_s))


def draw_puzzle(
    source: Source, request: SolveRequest, kind: SheetKind, *, with_solution: bool
) -> Response:
    """Return a drawing of a puzzle. Raises AutoplayError, also if there is no browser for PNG and
    PDF."""
    (sheet,) = draw_sheets(_solve_puzzle(source, request))
    drawing = render_sheet(sheet, kind, with_solution=with_solution)
    response = Response(drawing, media_type=SHEET_TYPES[kind])
    # A PNG has its note inside; the page makes one of an SVG, and adds this one to it.
    if kind == "svg" and sheet.reading:
        margin = DRAWING_MARGIN * SHOWN_SCALE
        reading = sheet.reading.scale_by(SHOWN_SCALE).move_by(margin, margin)
        note = PictureNote(reading.puzzle, (reading,))
        response.headers[NOTE_HEADER] = encode_note(note, 0).decode("ascii")
    return response


def convert_picture(data: bytes, limits: Limits) -> Response:
    """Return a picture that the browser can't show as PNG.

    ``data`` is the file, of any kind that is read, or a PDF, whose pages are put below each other.
    Raises BadImage, TooLarge, ExtraMissing.
    """
    if data.startswith(MAGIC):
        pixels = join_pages(data, limits.largest_px)
    else:
        _check_size(read_header(data), limits)
        pixels = load_image(data)
    return Response(encode_png(pixels), media_type="image/png")


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
