"""Command `autoplay read`: reads the boards in pictures."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.completion import files
from autoplay.cli.group import is_quiet, note
from autoplay.cli.options import (
    batch_options,
    check_dask,
    jobs_option,
    json_option,
    new_folder,
    output_option,
    print_error,
    print_json,
    rows_kept,
    say_kept,
)
from autoplay.cli.terminal import print_text
from autoplay.click_options import (
    crop_option,
    every_board_option,
    fix_option,
    form_option,
    lit_option,
    look_asked,
    option_values,
    peg_option,
    puzzle_asked,
    puzzle_option,
    size_option,
    solve_option,
    stars_option,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoplay.batch.pictures import Picture
    from autoplay.batch.progress import ProgressBar
    from autoplay.batch.result_files import Rows
    from autoplay.games.requests import ReadRequest
    from autoplay.games.results import BoardReport
    from autoplay.report.read_report import ReadReport

OVERLAY = "Draw what was read into OUT.png, or into the folder DIR for several pictures."
EVIDENCE = "Show the measurements behind the reading: all with --json, else the ten least certain."
STAGES = "Save a picture of each stage of reading as DIR/NAME-1-lines.png etc.; show tracebacks."
OUTPUT = "Write the JSON objects as rows of FILE (.jsonl, .csv, .sqlite, .db). A file is locked, an address is not."
JOBS = "Use N processes; by default one per core if there are many pictures."


def parse_pages(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[range, ...]:
    """Parse page numbers, from 1, such as ``1-3,7``. Raises BadParameter."""
    found = []
    for part in value.split(",") if value else ():
        numbers = re.fullmatch(r"\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*", part)
        first, last = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (0, 0)
        if not 1 <= first <= last:
            raise click.BadParameter(f"{value!r} is not a list of pages such as 1-3,7", ctx, param)
        found.append(range(first, last + 1))
    return tuple(found)


def parse_overlay(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Parse the path of a PNG file or of a folder. Raises BadParameter if it looks like another kind of file."""
    if value and value.suffix.lower() not in ("", ".png") and not value.is_dir():
        raise click.BadParameter(f"'{value}' neither ends in .png nor is a folder", ctx, param)
    return value


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE|FOLDER|GLOB|URL|clipboard|-…", shell_complete=files)
@puzzle_option
@size_option
@crop_option
@click.option("--pages", callback=parse_pages, metavar="1-3,7", help="Read only these pages of a PDF.")
@every_board_option
@solve_option
@click.option(
    "--overlay",
    type=click.Path(path_type=Path),
    callback=parse_overlay,
    metavar="OUT.png|DIR",
    help=OVERLAY,
)
@click.option("--evidence", is_flag=True, help=EVIDENCE)
@click.option("--stages", "debug", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help=STAGES)
@output_option(OUTPUT)
@batch_options
@jobs_option(JOBS)
@json_option
@stars_option
@fix_option
@form_option
@lit_option
@peg_option
def read(
    images: tuple[str, ...],
    pages: tuple[range, ...],
    evidence: bool,
    output: str | None,
    resume: bool,
    dask: str | None,
    jobs: int | None,
    as_json: bool,
    **wanted: Any,
) -> int:
    """Read the boards in pictures.

    A picture is a PNG, JPEG, WebP, BMP or GIF file, a page of a PDF, an address, - for stdin, or clipboard. A folder
    means all pictures in it and its subfolders. A picture that cannot be read with confidence is refused with a hint
    on what to try; the others are read all the same, and the exit status is the highest of all.

    \b
    Examples:
      autoplay read board.png
      autoplay read board.png --solve --overlay solved.png
      autoplay read book.pdf --pages 1-3 --json
      autoplay read screenshots/ --output boards.csv --resume

    docs/reading.md explains the output and what helps against refusals.
    """
    from autoplay.batch.cluster import answer_anywhere
    from autoplay.batch.item_ids import picture_columns
    from autoplay.batch.pictures import packed, pictures
    from autoplay.batch.progress import ProgressBar
    from autoplay.batch.read_item import lost_item, read_item
    from autoplay.batch.result_files import READINGS
    from autoplay.batch.workers import jobs_for

    check_dask(dask, jobs, draws=bool(wanted["overlay"] or wanted["debug"]))
    found = pictures(images, pages)
    if pages and all(isinstance(picture.origin, Path | bytes | str) for picture in found):
        raise click.UsageError("--pages is for PDF documents, and none was given")
    request = _request(found, **wanted)
    with rows_kept(output, READINGS, resume=resume) as rows:
        left = list(rows.left(found, picture_columns)) if rows else found
        with ProgressBar(1 if is_quiet() else len(left)) as bar:
            reports = ReadReports(bar, evidence, as_json, rows)
            answer_anywhere(
                left,
                partial(read_item, request=request),
                reports.print,
                lost_item,
                dask=dask,
                jobs=jobs,
                here=jobs_for(len(left)),
                pack=packed,
            )
        if len(left) > 1:
            note(reports.tally)
        say_kept(rows)
    return reports.status


def _request(found: Sequence[Picture], **wanted: Any) -> ReadRequest:
    """Return the request for each picture; raise UsageError, or NotWritable before any is read."""
    from autoplay.files import keep_apart
    from autoplay.games import parse_game_options
    from autoplay.games.requests import ReadRequest

    puzzle, lit, fixes = puzzle_asked(wanted.pop("puzzle")), look_asked(wanted), wanted.pop("fixes")
    own = parse_game_options(puzzle, option_values(wanted))
    request = ReadRequest(puzzle, lit, fixes=fixes, options=own, **wanted)
    if request.overlay:
        if request.has_overlay_file and len(found) > 1:
            raise click.UsageError(f"--overlay {request.overlay} is one picture, and several were given: name a folder")
        new_folder(request.overlay.parent if request.has_overlay_file else request.overlay, "--overlay")
        originals = (picture.origin for picture in found if isinstance(picture.origin, Path))
        keep_apart((request.overlay_path(picture.key) for picture in found), originals, "--overlay")
    if request.debug:
        new_folder(request.debug, "--stages")
    if request.fixes and (request.every or len(found) > 1):
        raise click.UsageError("--fix is for a single board: give one picture, with --crop if it shows several boards")
    return request


class ReadReports:
    """Prints the report of each picture as it comes; ``status`` is the highest exit status of all."""

    def __init__(self, bar: ProgressBar, evidence: bool, as_json: bool, rows: Rows | None) -> None:
        from autoplay.report.read_report import ReadTally

        self.status = 0
        self.tally = ReadTally()
        self._bar = bar
        self._evidence = evidence
        self._as_json = as_json
        self._kept = rows

    def print(self, report: ReadReport) -> None:
        """Print the boards and errors of a picture, or write them as rows to the file."""
        self.tally.add(report)
        self.status = max(self.status, report.exit_status)
        with self._bar.step():
            if self._kept:
                self._kept.add(report.to_rows(evidence=self._evidence))
            elif self._as_json:
                for row in report.to_rows(evidence=self._evidence):
                    print_json(row)
            else:
                self._print_text(report)
            if report.stages:
                note(f"stages: {report.stages}")
            if report.overlay:
                note(f"overlay: {report.overlay}{'' if report.boards else ', showing how far the reader got'}")

    def _print_text(self, report: ReadReport) -> None:
        for board in report.boards:
            self._print_board(report, board)
        for error in report.errors:
            print_error(error, report.name)

    def _print_board(self, report: ReadReport, board: BoardReport) -> None:
        from autoplay.report.json_text import legible

        for line in report.board_lines(board, evidence=self._evidence):
            print_text(legible(line))
        if board.left_out:
            note(f"{report.name}: {board.left_out}")
        if board.doubt:
            print_error(board.doubt, report.name)
        elif board.result:
            from autoplay.report.answers import summarize_answer

            note(summarize_answer(board.result))
