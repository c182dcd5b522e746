"""Command `autoplay explain`: all steps to a solution."""

from __future__ import annotations

from typing import Any

import rich_click as click

from autoplay.cli.options import json_option, overlay_option, puzzles_argument, timeout_option
from autoplay.cli.solve import form_option, print_solutions, request_solutions
from autoplay.click_options import picture_options, puzzle_option, solver_options


@click.command()
@puzzles_argument
@puzzle_option
@picture_options
@overlay_option("Draw the solution on the picture, and each step into OUT-01.png and so on.")
@timeout_option
@form_option
@json_option
@solver_options
def explain(puzzles: tuple[str, ...], as_json: bool, **wanted: Any) -> int:
    """Explain step by step how a person finds the solution.

    Says how difficult a Star Battle is, too. Marks count: the steps go on from the stars and
    crosses on the board. A press is explained by lamps that only it can still change, or by how
    many presses are left; a jump by the other jumps that are proved to lead nowhere. A puzzle is
    given as for `solve`.

    \b
    Examples:
      autoplay explain puzzle.txt
      autoplay explain screenshot.png --overlay step.png
      autoplay explain triangle5
    """
    return print_solutions(puzzles, request_solutions(puzzles, steps="all", **wanted), as_json)
