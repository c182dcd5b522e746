"""Number of stars per row, which a text may omit."""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from contextvars import ContextVar

from solvers.cells import Cell
from solvers.errors import BadNotation, SolveTimeout
from solvers.star_battle import USUAL_STARS, Puzzle, infer_stars
from solvers.text import count_of

INFERENCE_S = ContextVar("INFERENCE_S", default=10.0)
"""Maximum seconds for inferring the stars per row; ``inference_within`` sets them."""


@contextmanager
def inference_within(seconds: float) -> Iterator[None]:
    """Limit the time in which each text parsed in the block may infer its stars per row."""
    token = INFERENCE_S.set(min(seconds, INFERENCE_S.get()))
    try:
        yield
    finally:
        INFERENCE_S.reset(token)


def puzzle_of(
    grid: tuple[str, ...],
    argument: int | None,
    stated: int | None,
    *,
    given: Set[Cell] = frozenset(),
    crossed: Set[Cell] = frozenset(),
) -> Puzzle:
    """Return the puzzle on this grid, with the (row, col) that are known to hold a star, or none.

    The stars are those of the argument, else of the text, else the only number for which the board has
    exactly one solution, else the usual number for its size.

    Raises
    ------
    BadNotation
        The grid is not a board, argument and text disagree, or the number of stars cannot be inferred.
    """
    if argument is not None and stated is not None and argument != stated:
        raise BadNotation(
            f"the text says {count_of(stated, 'star')}, --stars says {argument}",
            hint="leave one of them out",
        )
    stars = argument if argument is not None else stated
    return Puzzle(grid, _likely(grid) if stars is None else stars, frozenset(given), frozenset(crossed))


def _likely(grid: tuple[str, ...]) -> int:
    Puzzle(grid, 1)  # raises the grid's own errors before anything is inferred from it
    why = "no single number of stars gives this board exactly one solution"
    try:
        only = infer_stars(grid, timeout_s=INFERENCE_S.get())
    except SolveTimeout as error:
        only, why = None, error.message
    stars = only or USUAL_STARS.get(len(grid))
    if stars is None:
        raise BadNotation(why, hint="give --stars K, or write 'stars K' above the rows")
    return stars
