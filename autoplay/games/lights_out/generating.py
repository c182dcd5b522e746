"""New boards of lamps, each of which can be solved."""

from __future__ import annotations

from random import Random
from typing import Final

from autoplay.games.lights_out.options import PLUS, Terms
from autoplay.games.requests import Made, Order
from solvers.errors import BadNotation, about
from solvers.lights_out import STATES, Puzzle
from solvers.lights_out.generator import generate
from solvers.lights_out.text import LARGEST

USUAL_SIZE: Final = (5, 5)


def make(order: Order, seed: int) -> Made:
    """The board of a seed: the target after random presses; raises BadNotation, NotMade."""
    terms = order.terms or Terms()
    rows, cols = order.size or USUAL_SIZE
    if not (0 < rows <= LARGEST and 0 < cols <= LARGEST):
        raise BadNotation(f"--size {rows}x{cols}: no such board", hint=f"numbers from 1 to {LARGEST}")
    dark = terms.puzzle((STATES[0] * cols,) * rows)
    with about(f"seed {seed}"):
        puzzle = generate(dark, Random(seed))
    return Made(terms.head + "\n".join(puzzle.grid), _row(puzzle, terms, seed), _again(puzzle, terms))


def _row(puzzle: Puzzle, terms: Terms, seed: int) -> dict[str, object]:
    """The row of JSON Lines that solve takes, with what is not as usual."""
    row: dict[str, object] = {"id": f"lights-out-{puzzle.rows}x{puzzle.cols}-{seed}", "puzzle": "lights-out"}
    row["grid"] = puzzle.grid
    special = {
        "target": terms.target,
        "states": terms.states,
        "rule": terms.rule if terms.rule != PLUS else "",
        "wrap": terms.wrap,
        "matrix": terms.matrix and terms.matrix.splitlines(),
    }
    return row | {name: value for name, value in special.items() if value}


def _again(puzzle: Puzzle, terms: Terms) -> str:
    wishes = (
        terms.files,
        f" --target {terms.target}" if isinstance(terms.target, str) else "",
        f" --states {terms.states}" if terms.states else "",
        f" --rule {terms.rule}" * (terms.rule != PLUS),
        " --wrap" * terms.wrap,
    )
    return f"--puzzle lights-out --size {puzzle.rows}x{puzzle.cols}{''.join(wishes)}"
