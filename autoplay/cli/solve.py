"""Command `autoplay solve`: solves puzzles."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
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
    overlay_option,
    print_error,
    print_json,
    rows_kept,
    say_kept,
    timeout_option,
)
from autoplay.cli.terminal import print_text
from autoplay.click_options import (
    LIGHTS_OUT,
    PEGS,
    fewest_option,
    form_option,
    lamp_options,
    lit_option,
    look_asked,
    option_values,
    peg_option,
    peg_options,
    picture_options,
    puzzle_asked,
    puzzle_option,
    stars_option,
)
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoplay.batch.result_files import Rows
    from autoplay.batch.solve_item import SolveReport
    from autoplay.games.requests import SolveRequest, Steps
    from autoplay.games.results import SolveResult

AT_ONCE = 100
"""Puzzles sent to a cluster's worker at a time: sending a single one takes as long as solving an easy one."""
NUMBER = re.compile("[0-9]{1,18}")
OVERLAY = "Draw the solution on the picture."
COUNT = "Count the solutions, up to N; for pegs, always count all of them."
EVERY = "Print every solution as a board, the one with the fewest presses first, then the totals."
ALL_STARTS = "Solve a named board from every starting hole, once per group of symmetric holes."
OUTPUT = "Write the JSON objects as rows of FILE (.jsonl, .csv, .sqlite, .db). A file is locked, an address is not."
JOBS = "Use N processes; by default one per core if a .jsonl file is given."


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
@click.argument(
    "puzzles",
    nargs=-1,
    required=True,
    metavar="FILE…|FOLDER|GLOB|TEXT|URL|-",
    shell_complete=files,
)
@puzzle_option
@picture_options
@overlay_option(OVERLAY)
@output_option(OUTPUT)
@click.option("--solutions", "count", callback=parse_count, metavar="N|all", help=COUNT)
@timeout_option
@batch_options
@jobs_option(JOBS)
@json_option
@stars_option
@form_option
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
    resume: bool,
    dask: str | None,
    jobs: int | None,
    as_json: bool,
    **wanted: Any,
) -> int:
    """Solve Star Battle, Lights Out and peg solitaire, and count the solutions.

    A puzzle is a file, the text itself, the address of a picture, or - for stdin: a text or a
    picture. A .jsonl file has one {"id", "puzzle", "grid"} per line, and each line is answered with
    one line of JSON. A folder means all its .txt, .jsonl and picture files. The game is detected
    unless --puzzle is given.

    \b
    Examples:
      autoplay solve screenshot.png --overlay solved.png
      autoplay solve 5x5 --rule knight
      autoplay solve triangle5 --fewest
      autoplay solve puzzles.jsonl --output solutions.csv --resume

    docs/notation.md, docs/lights-out.md and docs/peg-solitaire.md describe the texts, the options
    and the JSON of each game. `hint` gives the next step only, `explain` all of them, `draw` a
    drawing.
    """
    from autoplay.batch import sources
    from autoplay.batch.cluster import answer_anywhere
    from autoplay.batch.item_ids import puzzle_columns
    from autoplay.batch.progress import ProgressBar
    from autoplay.batch.result_files import SOLUTIONS
    from autoplay.batch.solve_item import lost_item, solve_item
    from autoplay.batch.workers import cores, jobs_for

    request = request_solutions(puzzles, **wanted)
    check_dask(dask, jobs, draws=bool(request.overlay))
    parts = sources.listed(puzzles, output)
    with rows_kept(output, SOLUTIONS, resume=resume) as rows:
        reports = KeptReports(rows) if rows else SolveReports(as_json)
        with ProgressBar(sources.number_of(parts) if sys.stderr.isatty() and not is_quiet() else 1) as bar:

            def deliver(ready: SolveReport) -> None:
                with bar.step():
                    reports.print(ready)

            answer_anywhere(
                rows.left(sources.puzzles(parts), puzzle_columns) if rows else sources.puzzles(parts),
                partial(solve_item, request=request),
                deliver,
                lost_item,
                dask=dask,
                jobs=jobs,
                here=cores() if any(str(part).endswith(sources.ROWS) for part in parts) else jobs_for(len(parts)),
                pack=sources.packed,
                at_once=AT_ONCE,
            )
        reports.sum_up()
        say_kept(rows)
    return reports.status


def request_solutions(
    puzzles: tuple[str, ...],
    *,
    puzzle: str,
    timeout: float,
    size: int | None,
    crop: tuple[int, int, int, int] | None,
    fixes: dict[tuple[int, int], str],
    overlay: Path | None = None,
    count: int | None = None,
    steps: Steps | None = None,
    **own: Any,
) -> SolveRequest:
    """Return the request for each puzzle, whose ``own`` options are one game's.

    Raises UsageError, BadNotation.
    """
    from autoplay.batch.sources import is_picture_address, is_picture_name
    from autoplay.games import parse_game_options
    from autoplay.games.puzzle_text import STDIN
    from autoplay.games.requests import SolveRequest

    puzzle = puzzle_asked(puzzle)
    if overlay:
        name = puzzles[0]
        is_picture = name == STDIN or is_picture_name(name) or is_picture_address(name)
        if len(puzzles) > 1 or not is_picture:
            raise click.UsageError("--overlay draws on a picture, which must be the only puzzle")
        new_folder(overlay.parent, "--overlay")
    if fixes and len(puzzles) > 1:
        raise click.UsageError("--fix is for a single board: give one picture")
    lit = look_asked(own)
    return SolveRequest(
        puzzle=puzzle,
        overlay=overlay,
        timeout_s=timeout or None,
        lit=lit,
        count=count,
        options=parse_game_options(puzzle, option_values(own)),
        steps=steps,
        size=size,
        crop=crop,
        fixes=fixes,
    )


def solve_each(
    puzzles: tuple[str, ...],
    request: SolveRequest,
    show: Callable[[SolveReport], None],
) -> None:
    """Solve puzzles one after the other, with a progress bar, and show each report."""
    from autoplay.batch import sources
    from autoplay.batch.progress import ProgressBar
    from autoplay.batch.solve_item import solve_item

    parts = sources.listed(puzzles)
    has_bar = sys.stderr.isatty() and not is_quiet()
    with ProgressBar(sources.number_of(parts) if has_bar else 1) as bar:
        for source in sources.puzzles(parts):
            report = solve_item(source, request)
            with bar.step():
                show(report)


class SolveReports:
    """Prints reports as they come; ``status`` is the highest exit status of all."""

    counts_all = False
    """True if puzzles that are not rows of JSON Lines are counted too."""

    def __init__(self, as_json: bool) -> None:
        self.status = 0
        self._as_json = as_json
        self._counts = Counter[str]()

    def print(self, report: SolveReport) -> None:
        """Print a result, or the error in its place, even one that occurs only in printing."""
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
        if report.is_row or self.counts_all:
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
            more = ""
            if len(result.pictures) > 1:
                more = f" and {result.pictures[1]} … {result.pictures[-1]}"
            note(f"overlay: {result.pictures[0]}{more}")


class KeptReports(SolveReports):
    """Writes reports as rows of a file."""

    counts_all = True

    def __init__(self, rows: Rows) -> None:
        super().__init__(as_json=True)
        self._rows = rows

    def print(self, report: SolveReport) -> None:
        """Write a result, or the error in its place, as a row; raise NotWritable if the file can't be written to."""
        try:
            row = report.to_row()
        except AutoplayError as error:
            report = replace(report, result=error)
            row = report.to_row()
        self._rows.add([row])
        self._count(report)
