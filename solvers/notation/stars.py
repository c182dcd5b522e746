"""How many stars a row holds, when a text may leave that out."""

from __future__ import annotations

from solvers.errors import BadNotation, SolveTimeout
from solvers.star_battle import Puzzle, infer_stars

INFERENCE_S = 10.0


def puzzle_of(grid: tuple[str, ...], argument: int | None, stated: int | None) -> Puzzle:
    """The puzzle on this grid.

    The stars are the argument's, else what the text states, else the only number for which the board has
    exactly one solution.

    Raises
    ------
    BadNotation
        The grid is no board, argument and text disagree, or the number of stars cannot be told.
    """
    if argument is not None and stated is not None and argument != stated:
        raise BadNotation(
            f"the text says {stated} stars, --stars says {argument}", hint="leave one of them out"
        )
    stars = argument if argument is not None else stated
    return Puzzle(grid, _only_fitting(grid) if stars is None else stars)


def _only_fitting(grid: tuple[str, ...]) -> int:
    hint = "give --stars K, or write 'stars K' above the rows"
    try:
        stars = infer_stars(grid, timeout_s=INFERENCE_S)
    except SolveTimeout:
        stars = None
    if stars is None:
        raise BadNotation("no single number of stars gives this board exactly one solution", hint=hint)
    return stars
