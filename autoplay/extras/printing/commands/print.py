"""Command `autoplay print`: books of puzzles as PDF or HTML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.options import puzzles_argument, require_ending, timeout_option
from autoplay.cli.progress import ProgressBar
from autoplay.cli.solve import SolveReports, request_solutions, solve_each
from autoplay.cli.terminal import print_error, print_note
from autoplay.click_options import (
    PEGS,
    WrongCombination,
    picture_options,
    puzzle_option,
    solver_options,
)
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.answers import SolveReport
    from autoplay.extras.printing.sheets import Answers
    from autoplay.report.sheets import Sheet

PDF = ".pdf"
MOST_PER_PAGE = 12
"""Largest number of puzzles on a page: with more, nobody can write in their cells."""
ALL_STARTS = "Print a named board from every starting hole, once per group of symmetric holes."


@click.command()
@puzzles_argument
@puzzle_option
@picture_options
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    callback=require_ending(PDF, ".html"),
    metavar="FILE.pdf|FILE.html",
    help="Write the pages into this file.",
)
@click.option(
    "--answers",
    type=click.Choice(("end", "same", "none")),
    default="end",
    show_default=True,
    help="Print the solutions on pages at the end, on the page of their puzzle, or not at all.",
)
@click.option(
    "--per-page",
    type=click.IntRange(1, MOST_PER_PAGE),
    default=1,
    show_default=True,
    metavar="N",
    help="Print N puzzles on each page.",
)
@timeout_option
@click.option("--explain", is_flag=True, help="Print the steps to each solution too.")
@solver_options
@click.option("--all-starts", is_flag=True, help=ALL_STARTS, panel=PEGS)
def print(  # the name of the command
    puzzles: tuple[str, ...],
    output: Path,
    answers: Answers,
    per_page: int,
    explain: bool,
    **wanted: Any,
) -> int:
    """Print puzzles and solutions on pages of paper, as PDF or HTML.

    Puzzles are given as for `solve`; several are numbered, and so are their solutions. PDF needs
    the browser that also plays pages, HTML does not: any browser prints it. docs/printing.md has
    more.

    \b
    Examples:
      autoplay print puzzles.jsonl -o book.pdf --per-page 4
      autoplay make --size 10 --stars 2 | autoplay print - -o new.pdf
    """
    from autoplay.report.sheets import check_output
    from autoplay.sources.puzzles import count_puzzles, find_sources

    if answers == "same" and per_page > 1:
        raise WrongCombination("--answers same puts one puzzle on a page", "leave out --per-page")
    request = request_solutions(puzzles, steps="all" if explain else None, **wanted)
    check_output(output, puzzles)
    # A single puzzle is solved quickly, so that drawing it can report a missing browser.
    parts = find_sources(puzzles)
    if output.suffix.lower() == PDF and count_puzzles(parts) != 1:
        _check_browser()
    book = Book(output, answers, per_page)
    try:
        solve_each(parts, request, book.print)
    finally:  # what was solved before an interrupt is worth printing
        book.write()
    book.sum_up()
    return book.status


class Book(SolveReports):
    """Collects the sheets of puzzles, and prints errors as they come."""

    def __init__(self, output: Path, answers: Answers, per_page: int) -> None:
        super().__init__(as_json=False)
        self._output = output
        self._answers: Answers = answers
        self._per_page = per_page
        self._sheets: list[Sheet] = []

    def write(self) -> None:
        """Write the sheets into the file, if there are any; raise NotWritable, BrowserNotFound."""
        from autoplay.extras.printing.sheets import draw_pages
        from autoplay.report.sheets import print_as_pdf, write_drawing

        if not self._sheets:
            return
        is_pdf = self._output.suffix.lower() == PDF
        with ProgressBar("drawing the pages"):
            page = draw_pages(self._sheets, self._answers, self._per_page)
            data = print_as_pdf(page) if is_pdf else page.encode()
        write_drawing(self._output, data)
        print_note(f"drawn: {self._output}")

    def _print(self, report: SolveReport) -> None:
        from autoplay.report.sheets import draw_sheets

        if not isinstance(report.result, AutoplayError):
            self._sheets += draw_sheets(report.result)
        if error := report.error:
            print_error(error, " ".join(str(part) for part in report.label.values()))


def _check_browser() -> None:
    """Raise BrowserNotFound before many puzzles are solved that no browser could draw."""
    from autoplay.browser.start import BrowserOptions, open_page

    with ProgressBar("starting the browser"), open_page(BrowserOptions()):
        pass
