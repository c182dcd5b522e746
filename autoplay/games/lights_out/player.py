"""Lights Out on a page: the target, the presses that lead to it, and boards that are read anew
during play."""
# ruff: noqa: ARG002 (the interface has more arguments than this game needs)

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from autoplay.games import PuzzleOptions
from autoplay.games.adapter import GoalOnPage, Grid, PlayerPart
from autoplay.games.lights_out.options import LampTarget, LightsOutOptions
from autoplay.games.lights_out.results import draw_presses
from autoplay.limits import FEWER_PRESSES_S
from autoplay.wording import coordinates
from solvers.cells import Cell
from solvers.errors import NoSolution
from solvers.explained import Explanation
from solvers.lights_out import NO_LAMP, PLUS, STATES, Puzzle, solve
from solvers.lights_out.explanation import PressStep, describe_parity_proof, explain
from solvers.lights_out.model import fill_lamps
from solvers.lights_out.rules import Effects
from solvers.lights_out.text import count_states
from vision import Reading
from vision.errors import AmbiguousBoard

MOST_PLAUSIBLE_STATES: Final = 4
"""Maximum number of states of lamps unless the puzzle is given: the regions of a Star Battle have
more colours."""


@dataclass(frozen=True, slots=True)
class PlayedLamps:
    """Board of lamps in play: its ``grid`` at the start, its ``target``, and the ``rule`` by name.

    ``is_target_given`` is True if a person or the page gave the target.
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
        return fill_lamps(self.grid, states - 1 if self.target == "on" else 0)

    @property
    def wanted(self) -> str:
        """The target as text."""
        if isinstance(self.target, tuple):
            return "the lamps show the target"
        return f"all lamps are {self.target}"


@dataclass(frozen=True, slots=True)
class PressPlan:
    """The ``cells`` to press, each as often as it occurs; ``obstacle`` is why none lead to the
    target, if so."""

    cells: tuple[Cell, ...]
    obstacle: str = ""


def plan_presses(target: Grid, start: Grid, states: int, rule: Effects) -> PressPlan:
    """Return the fewest presses, found in time, from a board of numbered states to the target."""
    solution = solve(Puzzle(start, target, states, rule), timeout_s=FEWER_PRESSES_S)
    if solution.solvable:
        return PressPlan(solution.presses)
    return PressPlan(solution.presses, describe_parity_proof(solution, states))


class LightsOutPlayerPart(PlayerPart[PlayedLamps, PressPlan]):
    """Lights Out on a page."""

    titles = (
        "lights out",
        "light out",
        "lights off",
        "lights on",
        "lichter aus",
        "éteins les lumières",
        "apaga las luces",
        "ライツアウト",
    )
    applier = "autoplay.player.lights_out.applier:LightsOutApplier"
    state_names = STATES

    def is_plausible(self, reading: Reading) -> bool:
        """Return True if a board is a rectangle without gaps, in a few states, as most boards of
        lamps are."""
        # Gaps and many colours are more frequent on boards of other games.
        has_gaps = any(NO_LAMP in row for row in reading.grid)
        return not has_gaps and len(reading.looks) <= MOST_PLAUSIBLE_STATES

    def may_be_idle(self, reading: Reading) -> bool:
        """Return True if all lamps look the same."""
        return len(reading.looks) == 1

    def add_goal(self, options: PuzzleOptions | None, page: GoalOnPage) -> PuzzleOptions | None:
        """Return the options with the target that the page states, or shows beside the board.

        Raises AmbiguousBoard if it wants a pattern that is not shown in a readable picture.
        """
        own = LightsOutOptions.of(options)
        if own.target is not None:
            return options
        goal = page.stated()
        if goal in ("on", "off"):
            return replace(own, target=goal)
        shown = page.find_pictures()
        if len(shown) == 1:
            return replace(own, target=shown[0].grid)
        if goal == "pattern":
            raise AmbiguousBoard(
                "the page wants the lamps to show a pattern, which is not read",
                hint="--target FILE with rows of lamps",
            )
        return options

    def solve_reading(
        self, reading: Reading, options: PuzzleOptions | None, *, any_solution: bool = False
    ) -> tuple[PlayedLamps, PressPlan]:
        """Return the puzzle of a reading, and its presses if each one changes a plus.

        Raises BadNotation.
        """
        given = LightsOutOptions.of(options).target
        # The number of states and the effect of a press are learned on the page.
        lamps = PlayedLamps(
            reading.grid,
            given or _usual_target(reading.grid),
            count_states(reading.grid),
            is_target_given=given is not None,
        )
        return lamps, plan_presses(lamps.goal(lamps.states), lamps.grid, lamps.states, PLUS)

    def explain(
        self, puzzle: PlayedLamps, solution: PressPlan, timeout_s: float
    ) -> Explanation[PressStep]:
        """Return the presses, each with its reason, if each one changes a plus.

        Raises NoSolution, SolveTimeout.
        """
        goal = puzzle.goal(puzzle.states)
        return explain(Puzzle(puzzle.grid, goal, puzzle.states, PLUS), timeout_s=timeout_s)

    def describe_unplayed(self, puzzle: PlayedLamps, solution: PressPlan) -> str:
        """Return the message about presses that are not made.

        Raises NoSolution if there are none.
        """
        if solution.obstacle:
            raise NoSolution(
                f"no presses lead to the target ({puzzle.wanted}) if each changes a plus: "
                f"{solution.obstacle}",
                hint="without --dry-run, play finds out what a press changes",
            )
        return "nothing was clicked; the presses are right if each one changes a plus"

    def list_facts(
        self, reading: Reading, puzzle: PlayedLamps, solution: PressPlan
    ) -> dict[str, object]:
        """Return the target and the rule."""
        return {"target": puzzle.target, "rule": puzzle.rule}

    def draw_answer(self, puzzle: PlayedLamps, solution: PressPlan) -> str:
        """Return the board with the lamps to press in brackets, and their cells."""
        return f"{draw_presses(puzzle.grid, solution.cells)}\n{coordinates(solution.cells)}"

    def describe_puzzle(self, puzzle: PlayedLamps) -> str:
        """Return the size, the rule and the target."""
        rows = len(puzzle.grid)
        return f"{rows}x{len(puzzle.grid[0])} lamps, rule {puzzle.rule}, target {puzzle.target}"


def _usual_target(grid: Grid) -> LampTarget:
    """Return the target if none is given: all off, or all on if no lamp is lit at the start."""
    is_dark = set("".join(grid)) <= {STATES[0], NO_LAMP}
    return "on" if is_dark else "off"
