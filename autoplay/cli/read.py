"""Command `autoplay read`: reads the boards in pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.options import complete_files, json_option, make_folder, print_json
from autoplay.cli.progress import ProgressBar
from autoplay.cli.terminal import print_error, print_note, print_text
from autoplay.click_options import (
    WrongCombination,
    crop_option,
    every_board_option,
    evidence_option,
    fix_option,
    lit_option,
    peg_option,
    puzzle_option,
    read_form_option,
    size_option,
    solve_option,
    stars_option,
    take_game,
)
from autoplay.files import keep_apart
from autoplay.games import ReadRequest
from autoplay.wording import MORE_OPTIONS
from solvers.errors import count_of
from solvers.names import GRID_FORM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoplay.games.results import BoardReport
    from autoplay.report.read_report import ReadReport, TextFolder
    from autoplay.sources.pictures import Picture

PAGES = re.compile(r"\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*")
"""A page or a range of them, in a list."""
FILE_ENDINGS = (".txt", ".json", ".jsonl", ".csv")
"""Endings of names that are meant as a file, not as a folder."""


def parse_pages(text: str) -> tuple[range, ...]:
    """Parse page numbers, from 1, such as ``1-3,7``. Raises BadParameter."""
    found = []
    for part in text.split(","):
        numbers = PAGES.fullmatch(part)
        pages = range(int(numbers[1]), int(numbers[2] or numbers[1]) + 1) if numbers else range(0)
        if not pages or pages[0] == 0:
            raise click.BadParameter(f"{text!r} is not a list of pages such as 1-3,7")
        found.append(pages)
    return tuple(found)


def parse_overlay(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Parse the path of a PNG file or of a folder.

    Raises BadParameter if it looks like another kind of file.
    """
    if value and value.suffix.lower() not in ("", ".png") and not value.is_dir():
        raise click.BadParameter(f"'{value}' neither ends in .png nor is a folder", ctx, param)
    return value


def parse_output(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Parse the path of a folder. Raises BadParameter if it is a file, or looks like one."""
    # As elsewhere, a dash is stdout, which is the default.
    if value is None or str(value) == "-":
        return None
    if value.is_dir():
        return value
    if value.is_file() or value.suffix.lower() in FILE_ENDINGS:
        raise click.BadParameter(
            f"'{value}' is not a folder; for one file: autoplay read IMAGE --to FORM > FILE",
            ctx,
            param,
        )
    return value


@click.command()
@click.argument(
    "images",
    nargs=-1,
    required=True,
    metavar="IMAGE|FOLDER|GLOB|URL|clipboard|-…",
    shell_complete=complete_files,
)
@puzzle_option
@size_option
@crop_option
@click.option("--pages", type=parse_pages, metavar="1-3,7", help="Read only these pages of a PDF.")
@every_board_option
@solve_option
@click.option(
    "--overlay",
    type=click.Path(path_type=Path),
    callback=parse_overlay,
    metavar="OUT.png|DIR",
    help="Draw what was read; DIR for several pictures.",
)
@read_form_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    callback=parse_output,
    metavar="DIR",
    help="Write the texts into DIR, a file for each picture, and DIR/refused.csv of those refused.",
)
@click.option(
    "--force",
    is_flag=True,
    help="Replace files in the folder of --output that have other contents.",
    panel=MORE_OPTIONS,
)
@evidence_option
@click.option(
    "--stages",
    "debug",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Save a picture of each stage of reading as DIR/NAME-1-lines.png etc.; show tracebacks.",
    panel=MORE_OPTIONS,
)
@json_option
@stars_option
@fix_option
@lit_option
@peg_option
def read(
    images: tuple[str, ...],
    pages: tuple[range, ...] | None,
    evidence: bool,
    as_json: bool,
    output: Path | None,
    force: bool,
    **wanted: Any,
) -> int:
    """Read the boards in pictures.

    A picture is a PNG, JPEG, WebP, BMP, GIF or TIFF file, a page of a PDF, an address, - for stdin,
    or clipboard. A folder means all pictures in it and its subfolders. A picture that cannot be
    read with confidence is refused with a hint on what to try; the others are read all the same,
    and the exit status is the highest of all. docs/reading.md explains the output.

    \b
    Examples:
      autoplay read board.png --solve --overlay solved.png
      autoplay read book.pdf --pages 1-3 --json
      autoplay read screenshots/ --to grid --output grids/
    """
    from autoplay.answers import read_picture
    from autoplay.sources.pictures import find_pictures

    found = find_pictures(images, pages or ())
    if pages and all(isinstance(picture.origin, Path | bytes | str) for picture in found):
        raise WrongCombination(
            "--pages is for PDF documents, and none was given", "leave out --pages"
        )
    if force and not output:
        raise WrongCombination(
            "--force is for the files of --output, which was not given", "leave out --force"
        )
    if output and not wanted["text_form"]:
        wanted["text_form"] = GRID_FORM
    request = _make_request(found, **wanted)
    texts = _make_text_folder(output, request, force=force)
    with ProgressBar("reading", len(found)) as bar:
        reports = ReadReports(bar, request, evidence, as_json, texts, len(found))
        try:
            for picture in found:
                reports.print(read_picture(picture, request), picture)
        finally:
            if texts:
                texts.save_list()
    if len(found) > 1:
        print_note(reports.tally)
    if texts:
        print_note(f"output: {output}, {count_of(texts.count, 'file')}")
        if texts.has_refused:
            print_note(f"refused: {texts.list_path}")
    return reports.status


def _make_text_folder(
    output: Path | None, request: ReadRequest, *, force: bool
) -> TextFolder | None:
    """Return the folder for the texts, created if it is missing; raise NotWritable."""
    from autoplay.report.read_report import TextFolder

    if output is None or request.text_form is None:
        return None
    make_folder(output, "--output")
    return TextFolder(output, request.text_form, force=force)


def _make_request(found: Sequence[Picture], **wanted: Any) -> ReadRequest:
    """Return the request for each picture; raise UsageError, or NotWritable before any is read."""
    game = take_game(wanted)
    request = ReadRequest(
        game.puzzle, game.lit, options=game.options, named_by=game.named_by, **wanted
    )
    if request.fixes and (request.every or len(found) > 1):
        hint = "leave out --all" if request.every else "one picture at a time"
        raise WrongCombination(
            "--fix is for a single board", f"{hint}; with --crop if a picture shows several boards"
        )
    # Everything that can't be written is refused before the first picture is read.
    if request.overlay:
        folder = request.overlay
        if request.has_overlay_file:
            folder = folder.parent
            if len(found) > 1:
                raise WrongCombination(
                    f"--overlay {request.overlay} is one picture, and several were given",
                    "name a folder",
                )
        make_folder(folder, "--overlay")
        drawings = [request.overlay_path(picture.key) for picture in found]
        originals = [picture.origin for picture in found if isinstance(picture.origin, Path)]
        keep_apart(drawings, originals, "--overlay")
    if request.debug:
        make_folder(request.debug, "--stages")
    return request


class ReadReports:
    """Prints the report of each picture; ``status`` is the highest exit status of all."""

    def __init__(
        self,
        bar: ProgressBar,
        request: ReadRequest,
        evidence: bool,
        as_json: bool,
        texts: TextFolder | None,
        number: int,
    ) -> None:
        from autoplay.report.read_report import ReadTally

        self.status = 0
        self.tally = ReadTally()
        self._bar = bar
        self._evidence = evidence
        self._as_json = as_json
        self._texts = texts
        self._has_text_form = request.text_form is not None
        self._has_several = number > 1
        self._has_printed = False

    def print(self, report: ReadReport, picture: Picture) -> None:
        """Print the boards and errors of a picture, or write the boards into their file."""
        self.tally.add(report)
        if self._texts:
            report = self._texts.add(report, picture.place)
        self.status = max(self.status, report.exit_status)
        with self._bar.step():
            if self._as_json:
                for row in report.to_rows(evidence=self._evidence):
                    print_json(row)
            else:
                self._print_text(report)
            if report.stages:
                print_note(f"stages: {report.stages}")
            if report.overlay:
                progress = "" if report.boards else ", showing how far the reader got"
                print_note(f"overlay: {report.overlay}{progress}")

    def _print_text(self, report: ReadReport) -> None:
        if self._has_text_form and not self._texts:
            self._print_forms(report)
        for board in report.boards:
            self._print_board(report, board)
        for error in report.errors:
            print_error(error, report.name)

    def _print_forms(self, report: ReadReport) -> None:
        """Print the boards as text in the requested form, set apart if there are several."""
        from autoplay.report.read_report import list_texts

        for text in list_texts(report, with_names=self._has_several):
            if self._has_printed:
                print_text("")
            print_text(text)
            self._has_printed = True

    def _print_board(self, report: ReadReport, board: BoardReport) -> None:
        if not self._has_text_form:
            for line in report.board_lines(board, evidence=self._evidence):
                print_text(line)
        if board.left_out:
            print_note(f"{report.name}: {board.left_out}")
        # The doubt is why the board may be misread, or why its solution was not found.
        if board.doubt:
            print_error(board.doubt, report.name)
        elif board.result:
            from autoplay.report.answers import summarize_answer

            print_note(summarize_answer(board.result))
