"""Explanations: the solution of a puzzle step by step, the next step, or the reason why there is no solution."""

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
"""The difficulties of puzzles, by the hardest technique that they need; the easiest first."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps to the only solution.

    Attributes
    ----------
    steps : steps that each follow from the puzzle's marks and the steps before.
    cells : (row, col) of the stars, row by row.
    difficulty : one of DIFFICULTIES.
    """

    steps: tuple[ExplanationStep, ...]
    cells: tuple[Cell, ...]
    difficulty: str


def explain(puzzle: Puzzle, *, timeout_s: float | None = None) -> Explanation:
    """Return the steps from the puzzle's marks to its only solution, the simplest possible one at each point.

    Raises
    ------
    NoSolution
        There is none; the message gives the simplest reason.
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
    """Return the next step from the puzzle's marks; raises like ``explain``, and NoSolution if every cell is known."""
    context = PuzzleContext(puzzle, timeout_s)
    _only_solution(context)
    for found in _steps(context):
        return found
    raise NoSolution("every cell is already known: there is no next step", hint="take marks away")


def why_unsolvable(puzzle: Puzzle, *, timeout_s: float | None = None) -> str:
    """Return the simplest reason why a puzzle without a solution has none.

    These are marks that contradict each other, or the board's only solution; units, or lines and regions, without
    room for their stars; or a contradiction after some steps.

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
    """Return the marks that contradict the board's only solution, row by row: (row, col) → "star" or "cross".

    Empty if all are right, or if the board without marks has no solution or several. Raises SolveTimeout
    if that is not clear within ``timeout_s`` seconds.
    """
    unmarked = _unmarked(puzzle)
    return {} if unmarked == puzzle else _mistaken(puzzle, *_two_solutions(unmarked, PuzzleContext(puzzle, timeout_s)))


def say_wrong(marks: Mapping[Cell, str]) -> str:
    """Return ``1 mark is wrong: the star at row 1, column 3``, or "" if there are none."""
    are = "1 mark is" if len(marks) == 1 else f"{len(marks)} marks are"
    return f"{are} wrong: {listed([f'the {mark} at {place(cell)}' for cell, mark in marks.items()])}" if marks else ""


def _only_solution(context: PuzzleContext) -> tuple[Cell, ...]:
    first, second = _two_solutions(context.puzzle, context)
    if first is None:
        raise NoSolution(
            f"no solution: {why_unsolvable(context.puzzle, timeout_s=context.left_s)}",
            hint="check that the board and its marks were copied correctly",
        )
    if second is not None:
        one, other = min(set(first) - set(second)), min(set(second) - set(first))
        message = f"several solutions: one has a star at {place(one)}, another at {place(other)} instead"
        raise ManySolutions(message, hint="check that the board was copied correctly")
    return first


def _two_solutions(puzzle: Puzzle, context: PuzzleContext) -> tuple[tuple[Cell, ...] | None, tuple[Cell, ...] | None]:
    found = iter(SolutionSearch(puzzle, timeout_s=context.left_s))
    try:
        return next(found, None), next(found, None)
    except SolveTimeout:
        context.check_deadline()  # raises with the time limit of the whole work
        raise


def _steps(context: PuzzleContext) -> Iterator[ExplanationStep]:
    """Yield the steps of a board; raises BrokenPosition at the end if it has no solution."""
    position = context.start
    while position.free:
        context.check_deadline()
        finding = _next(position)
        yield to_step(position, finding)
        position = position.after(finding.stars, finding.crossed)
    check_capacity(position)


def _next(position: Position) -> Deduction:
    """Return the first deduction of the first technique that has one; the last technique has one on every board."""
    check_capacity(position)
    return next(finding for rule in RULES for finding in rule.find(position))


def _touching_marks(puzzle: Puzzle) -> str:
    both = sorted(puzzle.given & puzzle.crossed)
    if both:
        return f"{place(both[0])} is marked both as a star and as a cross"
    for one, other in combinations(sorted(puzzle.given), 2):
        if max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1:
            return f"the stars at {place(one)} and at {place(other)} touch"
    return ""


def _unmarked(puzzle: Puzzle) -> Puzzle:
    return Puzzle(puzzle.grid, puzzle.stars)


def _mistaken(puzzle: Puzzle, only: tuple[Cell, ...] | None, second: tuple[Cell, ...] | None) -> dict[Cell, str]:
    """Return the marks that contradict the first solution of the board without marks, if there is no second."""
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
