"""Command `autoplay explain`: all steps to a solution."""

from __future__ import annotations

from typing import Any

import rich_click as click

from autoplay.cli.options import json_option, overlay_option, puzzles_argument, timeout_option
from autoplay.cli.solve import print_solutions, request_solutions
from autoplay.click_options import picture_options, puzzle_option, stars_option

OVERLAY = "Draw the solution on the picture, and each step into OUT-01.png and so on."


@click.command()
@puzzles_argument
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
    return print_solutions(puzzles, request_solutions(puzzles, steps="all", **wanted), as_json)
