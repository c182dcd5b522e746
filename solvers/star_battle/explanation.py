"""Explanations: the solution of a puzzle step by step, the next step, or the reason why there is no solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from solvers.cells import Cell
from solvers.errors import ManySolutions, NoSolution, SolveTimeout
from solvers.plain_data import PlainData
from solvers.star_battle.model import Puzzle
from solvers.star_battle.rules import RULES, BrokenPosition, Deduction, Position, PuzzleContext, check_capacity
from solvers.star_battle.rules.contradiction import WITHOUT_ASSUMPTION
from solvers.star_battle.rules.messages import any_of, capital, listed, place, places
from solvers.star_battle.search import SolutionSearch

DIFFICULTIES = ("easy", "normal", "hard", "expert")
"""Difficulties of puzzles, by the hardest technique that they need; the easiest first."""


@dataclass(frozen=True, slots=True)
class ExplanationStep(PlainData):
    """Conclusion of a technique on a position, with its reason.

    A step is sound on its own. It follows from these alone: the stars and crosses known before it; that each of
    ``units`` holds exactly the puzzle's number of stars; and that no two stars touch, of those on ``cells`` and on
    the cells concluded. (Other cells may be filled as if they touched nothing.)

    Attributes
    ----------
    rule : the name of one of ``RULES``.
    stars, crossed : (row, col), 0-based, concluded to hold a star, or none.
    cells : (row, col) that justify it.
    units : the units that justify it, by their names counted from 1: "row 3", "column 4", "region B".
    text : one sentence.
    """

    rule: str
    stars: tuple[Cell, ...]
    crossed: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    units: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Explanation(PlainData):
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
    raise NoSolution("every cell is already known: there is no next step", hint="remove some marks")


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
    return describe_wrong_marks(_mistaken(puzzle, first, second)) or _broken(context)


def wrong_marks(puzzle: Puzzle, *, timeout_s: float | None = None) -> dict[Cell, str]:
    """Return the marks that contradict the board's only solution, row by row: (row, col) → "star" or "cross".

    Empty if all are right, or if the board without marks has no solution or several. Raises SolveTimeout
    if that is not clear within ``timeout_s`` seconds.
    """
    unmarked = _unmarked(puzzle)
    return {} if unmarked == puzzle else _mistaken(puzzle, *_two_solutions(unmarked, PuzzleContext(puzzle, timeout_s)))


def describe_wrong_marks(marks: Mapping[Cell, str]) -> str:
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


def to_step(position: Position, deduction: Deduction) -> ExplanationStep:
    """Return a deduction as a step: with cells instead of masks, and as a sentence."""
    cells = position.context.layout.cells
    stars, crossed = cells(deduction.stars), cells(deduction.crossed)
    units = tuple(unit.name for unit in sorted(deduction.units, key=position.context.units.index))
    return ExplanationStep(
        deduction.rule, stars, crossed, cells(deduction.cells), units, _sentence(deduction, stars, crossed)
    )


def _sentence(deduction: Deduction, stars: Sequence[Cell], crossed: Sequence[Cell]) -> str:
    if deduction.otherwise:
        opposites = [f"{mark} at {any_of(cells)}" for mark, cells in (("a star", crossed), ("a cross", stars)) if cells]
        opposite = f"{', or '.join(opposites)}{',' * (len(opposites) - 1)}"
        why = f"{deduction.reason}, and " if deduction.reason else ""
        return capital(f"{why}{opposite} {deduction.otherwise}.")
    conclusions = [f"{what} at {places(cells)}" for what, cells in (("a star", stars), ("no star", crossed)) if cells]
    return capital(f"{deduction.reason}: {', '.join(conclusions)}.")
