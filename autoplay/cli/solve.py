"""Command `autoplay solve`: solves puzzles."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.options import (
    json_option,
    make_folder,
    overlay_option,
    print_json,
    puzzles_argument,
    timeout_option,
)
from autoplay.cli.progress import ProgressBar
from autoplay.cli.terminal import print_error, print_note, print_text
from autoplay.click_options import (
    LIGHTS_OUT,
    PEGS,
    PUBLISHED,
    WrongCombination,
    picture_options,
    puzzle_option,
    solver_options,
    take_game,
)
from autoplay.errors import NOT_SOLVED
from autoplay.games import SolveRequest, Steps
from solvers.errors import AutoplayError
from solvers.names import FORM_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoplay.answers import SolveReport
    from autoplay.games.results import SolveResult
    from autoplay.sources.puzzles import Source

NUMBER = re.compile("[0-9]{1,18}")
FORM = (
    "published: print the solutions as the article about such a game does. "
    f"Or print the puzzle of a Star Battle as {', '.join(FORM_NAMES)}."
)
COUNT = "List the solutions one by one, up to N."
ALL_STARTS = "Solve a named board from every starting hole, once per group of symmetric holes."


def parse_count(text: str) -> int:
    """Parse a number of at least 2, or "all", which becomes sys.maxsize. Raises BadParameter."""
    if text == "all":
        return sys.maxsize
    if text == "1":
        raise WrongCombination("--solutions is for several", "leave it out: one is listed anyway")
    if not NUMBER.fullmatch(text) or int(text) < 2:
        raise click.BadParameter(f"{text!r} is neither all nor a number of at least 2")
    return int(text)


form_option = click.option(
    "--to", "form", type=click.Choice([*FORM_NAMES, PUBLISHED]), metavar="FORM", help=FORM
)


@click.command()
@puzzles_argument
@puzzle_option
@picture_options
@overlay_option("Draw the solution on the picture.")
@click.option("--solutions", "count", type=parse_count, metavar="N|all", help=COUNT)
@click.option(
    "--all-solutions", "every", is_flag=True, help="List every solution: --solutions all."
)
@form_option
@timeout_option
@json_option
@solver_options
@click.option(
    "--distinct",
    is_flag=True,
    help="List only solutions that are not another one rotated or mirrored.",
    panel=LIGHTS_OUT,
)
@click.option("--all-starts", is_flag=True, help=ALL_STARTS, panel=PEGS)
@click.option(
    "--moves",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Check the moves in FILE instead: is each of them legal, and what is left?",
    panel=PEGS,
)
def solve(
    puzzles: tuple[str, ...],
    as_json: bool,
    every: bool,
    **wanted: Any,
) -> int:
    """Solve puzzles from texts and pictures, and list the solutions.

    A puzzle is a file, the text itself, the address of a picture, or - for stdin: a text or a
    picture. A .jsonl file has one {"id", "puzzle", "grid"} per line, and each line is answered with
    one line of JSON. A folder means all its .txt, .jsonl and picture files. docs/notation.md
    describes the texts.

    \b
    Examples:
      autoplay solve screenshot.png --overlay solved.png
      autoplay solve 5x5 --rule knight
      autoplay solve 2x2 3x3 4x4 --to published
    """
    if every:
        if wanted["count"] not in (None, sys.maxsize):
            raise WrongCombination("--all-solutions lists all of them", "leave out --solutions")
        wanted["count"] = sys.maxsize
    others = wanted["count"] or wanted["form"] or wanted["overlay"]
    if wanted["moves"] and others:
        raise WrongCombination("--moves only checks moves", "leave out what is about solutions")
    return print_solutions(puzzles, request_solutions(puzzles, **wanted), as_json)


def request_solutions(
    puzzles: tuple[str, ...],
    *,
    timeout: float,
    size: int | None,
    crop: tuple[int, int, int, int] | None,
    fixes: dict[tuple[int, int], str],
    overlay: Path | None = None,
    count: int | None = None,
    steps: Steps | None = None,
    **of_games: Any,
) -> SolveRequest:
    """Return the request for each puzzle; ``of_games`` are the options of `take_game`.

    Raises UsageError, BadNotation.
    """
    from autoplay.games.puzzle_text import STDIN
    from autoplay.sources.puzzles import is_picture_address, is_picture_name

    game = take_game(of_games)
    published = of_games.get("form") == PUBLISHED
    # Only a picture can be drawn on, and one file holds one picture.
    if overlay:
        name = puzzles[0]
        is_picture = name == STDIN or is_picture_name(name) or is_picture_address(name)
        if len(puzzles) > 1 or not is_picture:
            raise WrongCombination(
                "--overlay draws on a picture, which must be the only puzzle",
                "leave out --overlay; autoplay draw draws a text",
            )
        make_folder(overlay.parent, "--overlay")
    if fixes and len(puzzles) > 1:
        raise WrongCombination("--fix is for a single board", "one picture at a time")
    return SolveRequest(
        puzzle=game.puzzle,
        overlay=overlay,
        timeout_s=timeout or None,
        lit=game.lit,
        count=count,
        published=published,
        options=game.options,
        steps=steps,
        size=size,
        crop=crop,
        fixes=fixes,
        named_by=game.named_by,
    )


def print_solutions(
    puzzles: tuple[str, ...], request: SolveRequest, as_json: bool, level: int | None = None
) -> int:
    """Solve puzzles, print what was found, and return the highest exit status.

    ``level`` is as for SolveReports.
    """
    from autoplay.sources.puzzles import find_sources

    reports = SolveReports(as_json, level)
    solve_each(find_sources(puzzles), request, reports.print)
    reports.sum_up()
    return reports.status


def solve_each(
    parts: list[str | Source],
    request: SolveRequest,
    show: Callable[[SolveReport], None],
) -> None:
    """Solve what `find_sources` returned, one after the other, and show each report.

    A progress bar counts the puzzles.
    """
    from autoplay.answers import solve_puzzle
    from autoplay.sources.puzzles import count_puzzles, read_sources

    with ProgressBar("solving", count_puzzles(parts)) as bar:
        for source in read_sources(parts):
            report = solve_puzzle(source, request)
            with bar.step():
                show(report)


class SolveReports:
    """Prints reports as they come; ``status`` is the highest exit status of all.

    With a ``level``, a next step is given as a hint in so many levels at most.
    """

    def __init__(self, as_json: bool, level: int | None = None) -> None:
        self.status = 0
        self._level = level
        self._as_json = as_json
        self._counts = Counter[str]()
        self._has_titles = False

    def print(self, report: SolveReport) -> None:
        """Print a result, or the error in its place, even one that occurs only in printing."""
        try:
            self._print(report)
        except AutoplayError as error:
            report = replace(report, result=error)
            self._print(report)
        if report.error:
            self.status = max(self.status, report.error.exit_status)
        if report.is_row:
            self._counts[report.outcome] += 1

    def _print(self, report: SolveReport) -> None:
        result = report.result
        file = str(report.label.get("file", ""))
        title = str(report.label.get("name", ""))
        # stdin is no name to tell boards apart.
        where = ", ".join(filter(None, ["" if title and file == "-" else file, title]))
        # A row of a .jsonl file is answered by a row, whatever was asked for the others.
        if self._as_json or report.is_row:
            row = report.to_row()
            levels = row.get("levels")
            if self._level and isinstance(levels, tuple):
                del row["steps"]
                row["levels"] = levels[: self._level]
            print_json(row)
            # Some of the requested solutions are missing.
            if "cut" in row:
                self.status = max(self.status, NOT_SOLVED)
        elif isinstance(result, AutoplayError):
            print_error(result, where)
        else:
            self._print_title(report)
            self._print_result(result, where)

    def sum_up(self) -> None:
        """Print the number of rows of each kind on stderr."""
        if self._counts:
            kinds = ", ".join(f"{number} {kind}" for kind, number in self._counts.items())
            print_note(f"{self._counts.total()} in all: {kinds}")

    def _print_title(self, report: SolveReport) -> None:
        """Print the comment above a board above its answer too, so that many can be told apart."""
        title = report.label.get("name")
        if title:
            if self._has_titles:
                print_text("")
            print_text(f"# {title}")
            self._has_titles = True

    def _print_result(self, result: SolveResult, where: str) -> None:
        from autoplay.report.answers import answer_lines, level_lines, summarize_answer

        # Printed as they come: what is found before an error counts.
        lines = answer_lines(result)
        if self._level and result.is_next_step:
            lines = level_lines(result.steps[0], self._level)
        for line in lines:
            print_text(line)
        if error := result.error:
            print_error(error, where)
        else:
            title = f"{where}: " if self._has_titles else ""
            print_note(title + summarize_answer(result))
        if result.pictures:
            more = ""
            if len(result.pictures) > 1:
                more = f" and {result.pictures[1]} … {result.pictures[-1]}"
            print_note(f"overlay: {result.pictures[0]}{more}")
