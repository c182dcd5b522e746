"""Lamps on a page: what they are to show, and the presses that lead there if each one changes a plus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from autoplay.games.game import Grid, Target, Wishes
from autoplay.report.text import coordinates, count
from solvers.cells import Cell
from solvers.errors import NoSolution
from solvers.lights_out import NO_LAMP, PLUS, STATES, Puzzle, Solution, solve
from solvers.lights_out.rules import Effects
from vision import Reading
from vision.image import Image

if TYPE_CHECKING:
    from autoplay.player.applier import Placing

SOLVE_S: Final = 5.0
"""How long to look for fewer presses than were found; each one of them takes a tenth of a second to make."""
MOST_NAMED: Final = 12
"""Lamps that are named in a message."""


@dataclass(frozen=True, slots=True)
class Lamps:
    """A board of lamps that is played: its ``grid`` at the start, what it is to show, and the rule by its name.

    ``is_said`` is whether a person has said what it is to show.
    """

    grid: Grid
    target: Target
    states: int = 2
    rule: str = "plus"
    is_said: bool = False
    stars: None = None

    def goal(self, states: int) -> Grid:
        """The target as rows of states."""
        if isinstance(self.target, tuple):
            return self.target
        return uniform(self.grid, states - 1 if self.target == "on" else 0)

    @property
    def wanted(self) -> str:
        """The target in words."""
        return "the lamps show the target" if isinstance(self.target, tuple) else f"all lamps are {self.target}"


@dataclass(frozen=True, slots=True)
class Presses:
    """The ``cells`` to press, each as often as it is there; ``obstacle`` is why there are none that lead there."""

    cells: tuple[Cell, ...]
    obstacle: str = ""


def is_sure(image: Image, reading: Reading) -> bool:  # noqa: ARG001 (what its lamps look like does not tell)
    """Whether a board does not look like one of another game: most boards of lamps are rectangles without gaps."""
    return not any(NO_LAMP in row for row in reading.grid)


def is_proved(reading: Reading) -> bool:  # noqa: ARG001 (most boards have solutions)
    """Whether a board can only be of lamps though it does."""
    return False


def placing() -> type[Placing]:
    """The class that brings presses to a page."""
    from autoplay.player.lights_out.applier import PlacingLamps

    return PlacingLamps


def solve_board(reading: Reading, wishes: Wishes) -> tuple[Lamps, Presses]:
    """The puzzle of a reading, and its answer if a press changes a plus; raises BadNotation for another target."""
    target = wishes.target or usual_target(reading.grid)
    lamps = Lamps(reading.grid, target, states_in(reading.grid), is_said=wishes.target is not None)
    return lamps, presses_to(lamps.goal(lamps.states), lamps.grid, lamps.states, PLUS)


def uniform(grid: Grid, state: int) -> Grid:
    """The board on which all lamps are in this state."""
    return tuple("".join(look if look == NO_LAMP else STATES[state] for look in row) for row in grid)


def presses_to(target: Grid, start: Grid, states: int, rule: Effects) -> Presses:
    """The fewest presses that are found in time from a board of numbered states to the target."""
    solution = solve(Puzzle(start, target, states, rule), timeout_s=SOLVE_S)
    return Presses(solution.presses, "" if solution.solvable else certificate(solution, states))


def usual_target(grid: Grid) -> Target:
    """What a board is to show if nobody says: all off; or all on, if nothing is lit from the start."""
    return "on" if {look for row in grid for look in row} <= {STATES[0], NO_LAMP} else "off"


def states_in(grid: Grid) -> int:
    """How many states a board's lamps must have: those that are seen, and two at least."""
    return max(2, 1 + max(STATES.find(look) for row in grid for look in row))


def certificate(solution: Solution, states: int) -> str:
    """Why a board has no solution, in words."""
    lamps = sorted(set(solution.parity))
    named = ", ".join(f"{row + 1}/{col + 1}" for row, col in lamps[:MOST_NAMED])
    more = f" and {len(lamps) - MOST_NAMED} more" if len(lamps) > MOST_NAMED else ""
    what = f"{count(len(lamps), 'lamp')} at row/column {named}{more}"
    if states == 2:
        return f"every press changes an even number of the {what}, and an odd number of them is to change"
    return f"every press moves the {what}, counted together, by a multiple of {states}, and the target does not"


def unplayed(lamps: Lamps, presses: Presses) -> str:
    """What to say of presses that were not made; raises NoSolution if there are none."""
    if presses.obstacle:
        message = f"if each press changes a plus, no presses lead there ({lamps.wanted}): {presses.obstacle}"
        raise NoSolution(message, hint="without --dry-run, to see by pressing what a press changes")
    return "nothing was clicked; the presses are right if each one changes a plus"


def draw(lamps: Lamps, presses: Presses) -> str:
    """The board as text, a lamp that is to be pressed in brackets, and where these are."""
    times = {cell: presses.cells.count(cell) for cell in presses.cells}
    lines = []
    for row, states in enumerate(lamps.grid):
        cells = [_drawn(state, times.get((row, col), 0)) for col, state in enumerate(states)]
        lines.append("".join(cells).rstrip())
    return "\n".join([*lines, coordinates(presses.cells)])


def facts(reading: Reading, lamps: Lamps, presses: Presses) -> dict[str, object]:  # noqa: ARG001
    """What JSON says of the puzzle beside its grid."""
    return {"target": lamps.target, "rule": lamps.rule}


def kind(lamps: Lamps) -> str:
    """Size, rule and target."""
    return f"{len(lamps.grid)}x{len(lamps.grid[0])} lamps, rule {lamps.rule}, target {lamps.target}"


def _drawn(state: str, times: int) -> str:
    return f"[{state}]" if times == 1 else f"[{state}]{times}"[:4] if times else f" {state} "
