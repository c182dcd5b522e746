"""How a puzzle can be solved step by step, what the next step is, or why it can't be solved at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from solvers.cells import Cell
from solvers.errors import ManySolutions, NoSolution, SolveTimeout
from solvers.star_battle.model import Puzzle
from solvers.star_battle.rules import (
    RULES,
    BrokenPosition,
    Deduction,
    ExplanationStep,
    Position,
    PuzzleContext,
    check_capacity,
    to_step,
)
from solvers.star_battle.rules.contradiction import WITHOUT_ASSUMPTION
from solvers.star_battle.rules.messages import listed, place
from solvers.star_battle.search import SolutionSearch

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

    steps: tuple[ExplanationStep, ...]
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
    context = PuzzleContext(puzzle, timeout_s)
    cells = _only_solution(context)
    steps = tuple(_steps(context))
    levels = {rule.name: rule.level for rule in RULES}
    return Explanation(steps, cells, DIFFICULTIES[max((levels[step.rule] for step in steps), default=0)])


def hint(puzzle: Puzzle, *, timeout_s: float | None = None) -> ExplanationStep:
    """The next step from the puzzle's marks; raises what ``explain`` raises, and NoSolution where all is known."""
    context = PuzzleContext(puzzle, timeout_s)
    _only_solution(context)
    for found in _steps(context):
        return found
    raise NoSolution("every cell is known already: there is no next step", hint="take marks away")


def why_unsolvable(puzzle: Puzzle, *, timeout_s: float | None = None) -> str:
    """The smallest plain reason that a puzzle without a solution has none.

    Marks that contradict each other, or the board's only solution; units, or lines and regions, without room for
    their stars; or what breaks after some steps.

    Raises
    ------
    SolveTimeout
        The reason was not found within ``timeout_s`` seconds.
    """
    context = PuzzleContext(puzzle, timeout_s)
    unmarked = _unmarked(puzzle)
    if reason := _touching_marks(puzzle):
        return reason
    if unmarked == puzzle:
        return _broken(context)
    first, second = _two_solutions(unmarked, context)
    if first is None:
        return f"{_broken(PuzzleContext(unmarked, context.left_s))}, whatever the marks"
    return say_wrong(_mistaken(puzzle, first, second)) or _broken(context)


def wrong_marks(puzzle: Puzzle, *, timeout_s: float | None = None) -> dict[Cell, str]:
    """The marks that the board's only solution contradicts, row by row: (row, col) to "star" or "cross".

    Empty where all are right, and where the board without marks has no solution, or several. Raises SolveTimeout
    when that is not found out within ``timeout_s`` seconds.
    """
    unmarked = _unmarked(puzzle)
    return {} if unmarked == puzzle else _mistaken(puzzle, *_two_solutions(unmarked, PuzzleContext(puzzle, timeout_s)))


def say_wrong(marks: Mapping[Cell, str]) -> str:
    """``1 mark is wrong: the star at row 1, column 3``; empty where there is none."""
    are = "1 mark is" if len(marks) == 1 else f"{len(marks)} marks are"
    return f"{are} wrong: {listed([f'the {mark} at {place(cell)}' for cell, mark in marks.items()])}" if marks else ""


def _only_solution(context: PuzzleContext) -> tuple[Cell, ...]:
    first, second = _two_solutions(context.puzzle, context)
    if first is None:
        raise NoSolution(
            f"no solution: {why_unsolvable(context.puzzle, timeout_s=context.left_s)}",
            hint="look whether the board and its marks were taken over rightly",
        )
    if second is not None:
        one, other = min(set(first) - set(second)), min(set(second) - set(first))
        message = f"several solutions: one has a star at {place(one)}, another at {place(other)} instead"
        raise ManySolutions(message, hint="look whether the board was taken over rightly")
    return first


def _two_solutions(puzzle: Puzzle, context: PuzzleContext) -> tuple[tuple[Cell, ...] | None, tuple[Cell, ...] | None]:
    found = iter(SolutionSearch(puzzle, timeout_s=context.left_s))
    try:
        return next(found, None), next(found, None)
    except SolveTimeout:
        context.check_deadline()  # says for how long it went on in all
        raise


def _steps(context: PuzzleContext) -> Iterator[ExplanationStep]:
    """The steps of a board that has a solution; BrokenPosition ends them on one that has none."""
    position = context.start
    while position.free:
        context.check_deadline()
        finding = _next(position)
        yield to_step(position, finding)
        position = position.after(finding.stars, finding.crossed)
    check_capacity(position)


def _next(position: Position) -> Deduction:
    """The first finding of the first rule that has one; the last rule has one on every board."""
    check_capacity(position)
    return next(finding for rule in RULES for finding in rule.find(position))


def _touching_marks(puzzle: Puzzle) -> str:
    both = sorted(puzzle.given & puzzle.crossed)
    if both:
        return f"{place(both[0])} is marked both as a star and as none"
    for one, other in combinations(sorted(puzzle.given), 2):
        if max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1:
            return f"the stars at {place(one)} and at {place(other)} touch"
    return ""


def _unmarked(puzzle: Puzzle) -> Puzzle:
    return Puzzle(puzzle.grid, puzzle.stars)


def _mistaken(puzzle: Puzzle, only: tuple[Cell, ...] | None, second: tuple[Cell, ...] | None) -> dict[Cell, str]:
    """The marks that contradict the first solution of the board without marks, if there is no second."""
    if only is None or second is not None:
        return {}
    stars = dict.fromkeys(puzzle.given.difference(only), "star")
    return dict(sorted((stars | dict.fromkeys(puzzle.crossed.intersection(only), "cross")).items()))


def _broken(context: PuzzleContext) -> str:
    steps: list[ExplanationStep] = []
    try:
        check_capacity(context.start)
        for find in WITHOUT_ASSUMPTION:
            list(find(context.start))
        for found in _steps(context):
            steps.append(found)
            if found.rule == RULES[-1].name:
                return f"a search through all that is left after step {len(steps) - 1} ends without one"
    except BrokenPosition as broken:
        return f"after step {len(steps)} ({steps[-1].text[:-1]}), {broken}" if steps else str(broken)
    raise ValueError("the puzzle has a solution")
