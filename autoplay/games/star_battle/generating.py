"""New Star Battles, each with one solution."""

from __future__ import annotations

from typing import Final

from autoplay.games.requests import Made, Order
from autoplay.games.star_battle.options import Terms, terms_of
from solvers.errors import BadNotation
from solvers.notation import write
from solvers.star_battle import Puzzle, generate
from solvers.star_battle.model import LARGEST, SMALLEST

USUAL_SIZE: Final = (10, 10)


def make(order: Order, seed: int) -> Made:
    """The puzzle of a seed; raises BadNotation, NotMade, SolveTimeout."""
    rows, cols = order.size or USUAL_SIZE
    if rows != cols or not SMALLEST <= rows <= LARGEST:
        what = f"--size {rows}{'' if rows == cols else f'x{cols}'}: no Star Battle has so many rows and columns"
        raise BadNotation(what, hint=f"a number from {SMALLEST} to {LARGEST}")
    terms = terms_of(order)
    puzzle = generate(
        rows,
        terms.stars or usual_stars(rows),
        seed,
        difficulty=terms.difficulty,
        shapeless=terms.shapeless,
        timeout_s=order.timeout_s,
    )
    return Made(write(puzzle, terms.form or "letters").rstrip("\n"), _row(puzzle, seed, terms), _again(puzzle, terms))


def usual_stars(size: int) -> int:
    """The most stars for which a board leaves a choice of places: in print 2 on 10x10, 3 on 14x14, 6 on 25x25."""
    return max(1, (size - 1) // 4)


def _row(puzzle: Puzzle, seed: int, terms: Terms) -> dict[str, object]:
    name = f"{'shapeless-' * terms.shapeless}{puzzle.size}x{puzzle.size}-{seed}"
    row: dict[str, object] = {"id": name, "stars": puzzle.stars, "grid": puzzle.grid}
    return {**row, "written": write(puzzle, terms.form).rstrip("\n")} if terms.form else row


def _again(puzzle: Puzzle, terms: Terms) -> str:
    wish = f" --difficulty {terms.difficulty}" * bool(terms.difficulty) + " --shapeless" * terms.shapeless
    return f"--size {puzzle.size} --stars {puzzle.stars}{wish}"
