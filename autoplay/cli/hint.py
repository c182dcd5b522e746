"""Command `autoplay hint`: the next step to a solution."""

from __future__ import annotations

from typing import Any

import rich_click as click

from autoplay.cli.options import json_option, overlay_option, puzzles_argument, timeout_option
from autoplay.cli.solve import print_solutions, request_solutions
from autoplay.click_options import picture_options, puzzle_option, solver_options


@click.command()
@puzzles_argument
@puzzle_option
@picture_options
@overlay_option("Draw the step on the picture.")
@timeout_option
@json_option
@solver_options
def hint(puzzles: tuple[str, ...], as_json: bool, **wanted: Any) -> int:
    """Give the next step only, from what is on the board.

    Marks count: a step goes on from the stars and crosses on the board, and wrong ones are named. A
    puzzle is given as for `solve`. So far there are hints for Star Battle only.

    \b
    Examples:
      autoplay hint screenshot.png
      autoplay hint screenshot.png --overlay step.png
    """
    return print_solutions(puzzles, request_solutions(puzzles, steps="next", **wanted), as_json)
