"""Lamps in play: the target, and the presses that lead to it under a rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from autoplay.games.lights_out.options import LampTarget
from autoplay.games.puzzle import Grid
from autoplay.wording import count
from solvers.cells import Cell
from solvers.lights_out import NO_LAMP, STATES, Puzzle, Solution, solve
from solvers.lights_out.rules import Effects

SOLVE_S: Final = 5.0
"""Seconds to look for a solution with fewer presses; making a press takes a tenth of a second."""
MOST_NAMED: Final = 12
"""Maximum number of lamps to name in a message."""


@dataclass(frozen=True, slots=True)
class PlayedLamps:
    """Board of lamps in play: its ``grid`` at the start, its ``target``, and the ``rule`` by name.

    ``is_target_given`` is True if a person gave the target.
    """

    grid: Grid
    target: LampTarget
    states: int = 2
    rule: str = "plus"
    is_target_given: bool = False
    stars: None = None

    def goal(self, states: int) -> Grid:
        """Return the target as rows of states."""
        if isinstance(self.target, tuple):
            return self.target
        return uniform(self.grid, states - 1 if self.target == "on" else 0)

    @property
    def wanted(self) -> str:
        """The target as text."""
        return "the lamps show the target" if isinstance(self.target, tuple) else f"all lamps are {self.target}"


@dataclass(frozen=True, slots=True)
class PressPlan:
    """The ``cells`` to press, each as often as it occurs; ``obstacle`` is why none lead to the target, if so."""

    cells: tuple[Cell, ...]
    obstacle: str = ""


def uniform(grid: Grid, state: int) -> Grid:
    """Return the board with all lamps in this state."""
    return tuple("".join(look if look == NO_LAMP else STATES[state] for look in row) for row in grid)


def presses_to(target: Grid, start: Grid, states: int, rule: Effects) -> PressPlan:
    """Return the fewest presses, found in time, from a board of numbered states to the target."""
    solution = solve(Puzzle(start, target, states, rule), timeout_s=SOLVE_S)
    return PressPlan(solution.presses, "" if solution.solvable else unsolvable_reason(solution, states))


def usual_target(grid: Grid) -> LampTarget:
    """Return the target if none is given: all off, or all on if no lamp is lit at the start."""
    return "on" if {look for row in grid for look in row} <= {STATES[0], NO_LAMP} else "off"


def states_in(grid: Grid) -> int:
    """Return the number of states that the lamps of a board show, at least two."""
    return max(2, 1 + max(STATES.find(look) for row in grid for look in row))


def unsolvable_reason(solution: Solution, states: int) -> str:
    """Return the reason why a board has no solution."""
    lamps = sorted(set(solution.parity))
    named = ", ".join(f"{row + 1}/{col + 1}" for row, col in lamps[:MOST_NAMED])
    more = f" and {len(lamps) - MOST_NAMED} more" if len(lamps) > MOST_NAMED else ""
    what = f"{count(len(lamps), 'lamp')} at row/column {named}{more}"
    if states == 2:
        return f"every press changes an even number of the {what}, but an odd number of them has to change"
    return f"every press moves the {what} by a multiple of {states} states in total, but the target does not"
