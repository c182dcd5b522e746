"""How a puzzle can be solved step by step, what the next step is, or why it can't be solved at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solvers.errors import ManySolutions, NoSolution
from solvers.star_battle.model import Cell, Puzzle
from solvers.star_battle.rules import RULES, Finding, Position, Setting, Step, step
from solvers.star_battle.rules.words import place
from solvers.star_battle.search import Search

DIFFICULTIES = ("easy", "normal", "hard", "expert")
"""From the rules that a puzzle needs, the easiest first."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The way to the only solution.

    Attributes
    ----------
    steps : each follows from the puzzle's marks and the steps before it.
    cells : (row, col) of the stars, row by row.
    difficulty : one of DIFFICULTIES.
    """

    steps: tuple[Step, ...]
    cells: tuple[Cell, ...]
    difficulty: str


def explain(puzzle: Puzzle, *, timeout_s: float | None = None) -> Explanation:
    """The steps from the puzzle's marks to its only solution, the simplest possible one at each point.

    Raises
    ------
    NoSolution
        There is none; the message is the smallest plain reason.
    ManySolutions
        There are several; the message names two cells where two of them differ.
    SolveTimeout
        The explanation did not end within ``timeout_s`` seconds.
    """
    setting = Setting(puzzle, timeout_s)
    cells = _only_solution(setting)
    steps = tuple(_steps(setting))
    levels = {rule.name: rule.level for rule in RULES}
    return Explanation(steps, cells, DIFFICULTIES[max((levels[step.rule] for step in steps), default=0)])


def hint(puzzle: Puzzle, *, timeout_s: float | None = None) -> Step:
    """The next step from the puzzle's marks; raises what ``explain`` raises, and NoSolution where all is known."""
    setting = Setting(puzzle, timeout_s)
    _only_solution(setting)
    for found in _steps(setting):
        return found
    raise NoSolution("every cell is known already: there is no next step", hint="take marks away")


def why_unsolvable(puzzle: Puzzle, *, timeout_s: float | None = None) -> str:
    """The smallest plain reason that a puzzle without a solution has none."""
    return f"the board has no solution (within {timeout_s} s)" if puzzle else ""


def _only_solution(setting: Setting) -> tuple[Cell, ...]:
    found = iter(Search(setting.puzzle, timeout_s=setting.seconds_left))
    first, second = next(found, None), next(found, None)
    if first is None:
        raise NoSolution(why_unsolvable(setting.puzzle, timeout_s=setting.seconds_left))
    if second is not None:
        one, other = min(set(first) - set(second)), min(set(second) - set(first))
        message = f"several solutions: one has a star at {place(one)}, another at {place(other)} instead"
        raise ManySolutions(message, hint="a board with exactly one solution")
    return first


def _steps(setting: Setting) -> Iterator[Step]:
    position = setting.start
    while position.free:
        setting.look_at_clock()
        finding = _next(position)
        yield step(position, finding)
        position = position.after(finding.stars, finding.crossed)


def _next(position: Position) -> Finding:
    """The first finding of the first rule that has one; the last rule has one on every board with a solution."""
    return next(finding for rule in RULES for finding in rule.find(position))
