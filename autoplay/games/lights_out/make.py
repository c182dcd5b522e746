"""New boards of lamps, each of which can be solved."""

from __future__ import annotations

from random import Random
from typing import Final

from autoplay.games.lights_out.terms import Terms
from autoplay.games.verbs import Made, Order
from solvers.errors import BadNotation, NotMade
from solvers.lights_out import RULES, STATES, Puzzle
from solvers.lights_out.text import LARGEST

USUAL_SIZE: Final = (5, 5)
ATTEMPTS: Final = 100
"""Random presses among which some that change the board are looked for: on one lamp every second set does."""


def make(order: Order, seed: int) -> Made:
    """The board of a seed: the target after random presses; raises BadNotation, NotMade."""
    terms = order.terms or Terms()
    rows, cols = order.size or USUAL_SIZE
    if not (0 < rows <= LARGEST and 0 < cols <= LARGEST):
        raise BadNotation(f"--size {rows}x{cols}: no such board", hint=f"numbers from 1 to {LARGEST}")
    dark = terms.puzzle((STATES[0] * cols,) * rows)
    random = Random(seed)
    done = Puzzle(dark.target, dark.target, dark.states, dark.rule)
    for _ in range(ATTEMPTS):
        presses = [cell for cell in done.buttons for _ in range(random.randrange(done.states))]
        if not (puzzle := done.after(presses)).solved:
            return Made("\n".join(puzzle.grid), _row(puzzle, terms, seed), _again(puzzle, terms))
    raise NotMade(f"seed {seed}: no presses change such a board", hint="another rule or size")


def _row(puzzle: Puzzle, terms: Terms, seed: int) -> dict[str, object]:
    """The row of JSON Lines that solve takes, with what is not as usual."""
    row: dict[str, object] = {"id": f"lights-out-{puzzle.rows}x{puzzle.cols}-{seed}", "puzzle": "lights-out"}
    row["grid"] = puzzle.grid
    special = {
        "target": terms.target,
        "states": terms.states,
        "rule": _rule(terms),
        "wrap": terms.rule.wrap,
        "matrix": terms.matrix and terms.matrix.splitlines(),
    }
    return row | {name: value for name, value in special.items() if value}


def _again(puzzle: Puzzle, terms: Terms) -> str:
    """The options that say all but what is in a file."""
    wishes = (
        f" --target {terms.target}" if isinstance(terms.target, str) else "",
        f" --states {terms.states}" if terms.states else "",
        f" --rule {_rule(terms)}" if _rule(terms) else "",
        " --wrap" * terms.rule.wrap,
    )
    return f"--puzzle lights-out --size {puzzle.rows}x{puzzle.cols}{''.join(wishes)}"


def _rule(terms: Terms) -> str:
    """The name of a rule that is not the usual one."""
    name = next(name for name, offsets in RULES.items() if offsets == terms.rule.offsets)
    return "" if name == "plus" else name
