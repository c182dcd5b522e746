"""Command `autoplay solve`: solves puzzles."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.completion import files
from autoplay.cli.group import note
from autoplay.cli.options import (
    json_option,
    new_folder,
    output_option,
    overlay_option,
    print_error,
    print_json,
    timeout_option,
)
from autoplay.cli.terminal import ProgressBar, print_text
from autoplay.click_options import (
    LIGHTS_OUT,
    PEGS,
    STAR_BATTLE,
    explain_option,
    fewest_option,
    lamp_options,
    lit_option,
    look_asked,
    option_values,
    page_options,
    peg_option,
    peg_options,
    puzzle_asked,
    puzzle_option,
    stars_option,
    to_option,
)
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.answers.solve_puzzle import SolveReport
    from autoplay.games.requests import SolveRequest
    from autoplay.games.results import SolveResult
    from autoplay.report.drawings import Sheet
    from autoplay.report.printing import Kind, PageLayout
    from autoplay.report.sheets import Answers

STDOUT = "-"
NUMBER = re.compile("[0-9]{1,18}")
OVERLAY = "Draw the solution on the picture; the steps of --explain go into OUT-01.png and so on."
COUNT = "Count the solutions, up to N; for pegs, always count all of them."
EVERY = "Print every solution as a board, the one with the fewest presses first, then the totals."
ALL_STARTS = "Solve a named board from every starting hole, once per group of symmetric holes."
OUTPUT = "File for the drawing of --to."


def parse_count(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Parse a number of at least 2, or "all", which becomes sys.maxsize. Raises BadParameter."""
    if value is None:
        return None
    if value == "all":
        return sys.maxsize
    if not NUMBER.fullmatch(value) or int(value) < 2:
        raise click.BadParameter(f"{value!r} is neither all nor a number of at least 2", ctx, param)
    return int(value)


@click.command()
@click.argument("puzzles", nargs=-1, required=True, metavar="FILE…|FOLDER|GLOB|TEXT|URL|-", shell_complete=files)
@puzzle_option
@overlay_option(OVERLAY)
@output_option(OUTPUT)
@click.option("--solutions", "count", callback=parse_count, metavar="N|all", help=COUNT)
@timeout_option
@json_option
@stars_option
@explain_option
@click.option("--hint", is_flag=True, help="Show only the next step from the marks on the board.", panel=STAR_BATTLE)
@to_option
@page_options
@lamp_options
@click.option("--all-solutions", "every", is_flag=True, help=EVERY, panel=LIGHTS_OUT)
@lit_option
@peg_options
@fewest_option
@click.option("--all-starts", is_flag=True, help=ALL_STARTS, panel=PEGS)
@peg_option
def solve(
    puzzles: tuple[str, ...],
    output: str | None,
    drawing: str | None,
    answers: Answers | None,
    per_page: int | None,
    as_json: bool,
    **wanted: Any,
) -> int:
    """Solve Star Battle, Lights Out and peg solitaire, and count the solutions.

    A puzzle is a file, the text itself, or - for stdin: a text or a picture. A .jsonl file has one {"id", "puzzle",
    "grid"} per line, and each line is answered with one line of JSON. A folder means all its .txt, .jsonl and picture
    files. The game is detected from the text unless --puzzle is given.

    \b
    Examples:
      autoplay solve puzzle.txt --explain
      autoplay solve 5x5 --rule knight
      autoplay solve triangle5 --fewest
      autoplay solve puzzles.jsonl

    docs/notation.md, docs/lights-out.md and docs/peg-solitaire.md describe the texts, the options and the JSON of each
    game, docs/printing.md the drawings of --to.
    """
    from autoplay.answers.solve_puzzle import solve_puzzle
    from autoplay.sources.puzzles import count_puzzles, find_sources, read_sources

    request = _request(puzzles, is_drawn=bool(drawing), **wanted)
    parts = find_sources(puzzles, output)
    total = count_puzzles(parts)
    printer = _printer(puzzles, drawing, output, answers, per_page, as_json=as_json)
    if printer:
        printer.check(total)
    reports = printer or SolveReports(as_json)
    try:
        with ProgressBar(total) as bar:
            for source in read_sources(parts):
                report = solve_puzzle(source, request)
                with bar.step():
                    reports.print(report)
    except KeyboardInterrupt:
        if printer:
            printer.sum_up()
        raise
    reports.sum_up()
    return reports.status


def _request(
    puzzles: tuple[str, ...],
    *,
    puzzle: str,
    overlay: Path | None,
    timeout: float,
    count: int | None,
    is_drawn: bool,
    **own: Any,
) -> SolveRequest:
    """Return the request for each puzzle; ``own`` are options of one game. Raises UsageError, BadNotation."""
    from autoplay.games import parse_game_options
    from autoplay.games.puzzle_text import STDIN
    from autoplay.games.requests import SolveRequest
    from autoplay.sources.puzzles import is_picture_name

    puzzle = puzzle_asked(puzzle)
    if own["hint"] and (own["explain"] or own["form"] or count or is_drawn):
        raise click.UsageError("--hint shows only the next step: leave out --explain, --to and --solutions")
    if overlay and not (len(puzzles) == 1 and (puzzles[0] == STDIN or is_picture_name(puzzles[0]))):
        raise click.UsageError("--overlay draws on a picture, which must be the only puzzle")
    if overlay:
        new_folder(overlay.parent, "--overlay")
    lit, options = look_asked(own), parse_game_options(puzzle, option_values(own))
    return SolveRequest(puzzle, overlay, timeout or None, lit, count, options)


def _printer(
    puzzles: tuple[str, ...],
    drawing: str | None,
    output: str | None,
    answers: Answers | None,
    per_page: int | None,
    *,
    as_json: bool,
) -> DrawnReports | None:
    """Return the printer that draws the results, None if no drawing was requested; raise BadNotation or NotWritable."""
    from autoplay.report.printing import check, kind_of, layout_of

    kind = kind_of(drawing, output)
    if kind:
        check(kind, output, puzzles, as_json=as_json)
        return DrawnReports(as_json, kind, output or STDOUT, layout_of(kind, answers, per_page))
    if output:
        endings = "svg, png, pdf or html"
        raise click.UsageError(f"--output is for a drawing, but {output} does not end in {endings}")
    if answers or per_page:
        raise click.UsageError("--answers and --per-page lay out a drawing: add --to pdf or html")
    return None


class SolveReports:
    """Prints reports as they come; ``status`` is the highest exit status of all."""

    def __init__(self, as_json: bool) -> None:
        self.status = 0
        self._as_json = as_json
        self._counts = Counter[str]()

    def print(self, report: SolveReport) -> None:
        """Print a result or the error in its place, even if the error occurs only while the result is printed."""
        try:
            self._print(report)
        except AutoplayError as error:
            report = replace(report, result=error)
            self._print(report)
        self._count(report)

    def _print(self, report: SolveReport) -> None:
        result, where = report.result, str(report.label.get("file", ""))
        if self._as_json or report.is_row:
            print_json(report.to_row())
        elif isinstance(result, AutoplayError):
            print_error(result, where)
        else:
            self._print_result(result, where)

    def _count(self, report: SolveReport) -> None:
        self.status = max(self.status, report.error.exit_status if report.error else 0)
        if report.is_row:
            self._counts[report.outcome] += 1

    def sum_up(self) -> None:
        """Print the number of rows of each kind on stderr."""
        if self._counts:
            kinds = ", ".join(f"{number} {kind}" for kind, number in self._counts.items())
            note(f"{self._counts.total()} in all: {kinds}")

    def _print_result(self, result: SolveResult, where: str) -> None:
        from autoplay.report.answers import answer_lines, summarize_answer

        for line in answer_lines(result):
            print_text(line)
        if error := result.error:
            print_error(error, where)
        else:
            note(summarize_answer(result))
        if result.pictures:
            more = f" and {result.pictures[1]} … {result.pictures[-1]}" if len(result.pictures) > 1 else ""
            note(f"overlay: {result.pictures[0]}{more}")


class DrawnReports(SolveReports):
    """Draws the puzzles and their solutions, all at the end; errors are printed as they come."""

    def __init__(self, as_json: bool, kind: Kind, output: str, layout: PageLayout) -> None:
        super().__init__(as_json)
        self._kind: Kind = kind
        self._output = output
        self._layout = layout
        self._sheets: list[Sheet] = []

    def check(self, puzzles: int | None) -> None:
        """Check, before anything is solved, that this number of puzzles (None if unknown) can be drawn.

        Raises UsageError, BadNotation, BrowserNotFound.
        """
        from autoplay.report.printing import check_number

        check_number(self._kind, puzzles)

    def sum_up(self) -> None:
        """Print the counts, and write the drawings; raise NotWritable, BrowserNotFound."""
        from autoplay.report.printing import write

        super().sum_up()
        if self._sheets:
            write(self._sheets, self._kind, self._output, self._layout)
            if self._output != STDOUT:
                note(f"drawn: {self._output}")

    def _print(self, report: SolveReport) -> None:
        from autoplay.report.drawings import draw_sheets

        where = " ".join(map(str, report.label.values()))
        sheets = [] if isinstance(report.result, AutoplayError) else list(draw_sheets(report.result))
        self._sheets += sheets
        if self._as_json:
            print_json(report.to_row())
        elif error := report.error:
            print_error(error, where)
