"""Command `autoplay explain`: all steps to a solution."""

from __future__ import annotations

from typing import Any

import rich_click as click

from autoplay.cli.completion import files
from autoplay.cli.options import json_option, overlay_option, timeout_option
from autoplay.cli.solve import SolveReports, request_solutions, solve_each
from autoplay.click_options import picture_options, puzzle_option, stars_option

OVERLAY = "Draw the solution on the picture, and each step into OUT-01.png and so on."


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
@timeout_option
@json_option
@stars_option
def explain(puzzles: tuple[str, ...], as_json: bool, **wanted: Any) -> int:
    """Explain step by step how a person finds the solution.

    Says how difficult that is, too. Marks count: the steps go on from the stars and crosses on the
    board. A puzzle is given as for `solve`. So far there are explanations for Star Battle only.

    \b
    Examples:
      autoplay explain puzzle.txt
      autoplay explain screenshot.png --overlay step.png
    """
    reports = SolveReports(as_json)
    solve_each(puzzles, request_solutions(puzzles, steps="all", **wanted), reports.print)
    reports.sum_up()
    return reports.status
