"""How many stars a row holds, when a text may leave that out."""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from contextvars import ContextVar

from solvers.cells import Cell
from solvers.errors import BadNotation, SolveTimeout
from solvers.star_battle import USUAL_STARS, Puzzle, infer_stars

INFERENCE_S = ContextVar("INFERENCE_S", default=10.0)
"""Seconds for finding out how many stars a row holds; ``inference_within`` sets them."""


@contextmanager
def inference_within(seconds: float) -> Iterator[None]:
    """Lets no text that is parsed in the block take longer than this to find out how many stars a row holds."""
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
    """The puzzle on this grid, with the (row, col) that are known to hold a star, or none.

    The stars are the argument's, else what the text states, else the only number for which the board has
    exactly one solution, else what is usual for its size.

    Raises
    ------
    BadNotation
        The grid is no board, argument and text disagree, or the number of stars cannot be told.
    """
    if argument is not None and stated is not None and argument != stated:
        raise BadNotation(
            f"the text says {stated} star{'' if stated == 1 else 's'}, --stars says {argument}",
            hint="leave one of them out",
        )
    stars = argument if argument is not None else stated
    return Puzzle(grid, _likely(grid) if stars is None else stars, frozenset(given), frozenset(crossed))


def _likely(grid: tuple[str, ...]) -> int:
    Puzzle(grid, 1)  # says what is wrong with the grid before anything is concluded from it
    why = "no single number of stars gives this board exactly one solution"
    try:
        only = infer_stars(grid, timeout_s=INFERENCE_S.get())
    except SolveTimeout as error:
        only, why = None, error.message
    stars = only or USUAL_STARS.get(len(grid))
    if stars is None:
        raise BadNotation(why, hint="give --stars K, or write 'stars K' above the rows")
    return stars
