"""Explanations: the solution of a puzzle step by step, the next step, or the reason why there is no
solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from solvers.cells import Cell
from solvers.errors import ManySolutions, NoSolution, SolveTimeout, inflect
from solvers.explained import Explanation, Step
from solvers.names import DIFFICULTIES
from solvers.star_battle.model import Puzzle
from solvers.star_battle.rules import (
    RULES,
    BrokenPosition,
    Deduction,
    Position,
    PuzzleContext,
    check_capacity,
)
from solvers.star_battle.rules.contradiction import WITHOUT_ASSUMPTION
from solvers.star_battle.rules.position import list_deductions
from solvers.star_battle.search import SolutionSearch
from solvers.wording import (
    MOST_PLACES,
    all_places,
    any_of,
    capital,
    join_names,
    join_words,
    place,
    places,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplanationStep(Step):
    """Conclusion of a technique on a position, with its reason.

    A step is sound on its own. It follows from these alone: the stars and crosses known before it;
    that each of ``units`` holds exactly the puzzle's number of stars; and that no two stars touch,
    of those on ``cells`` and on the cells concluded. (Other cells may be filled as if they touched
    nothing.)

    Attributes
    ----------
    rule : the name of one of ``RULES``.
    stars, crossed : (row, col), 0-based, concluded to hold a star, or none.
    units : the units that justify it, by their names counted from 1: "row 3", "column 4", "region
        B".
    """

    stars: tuple[Cell, ...]
    crossed: tuple[Cell, ...]
    units: tuple[str, ...]

    @property
    def details(self) -> tuple[str, ...]:
        """Lines with the cells of a conclusion that are too many for the sentence."""
        lines: list[str] = []
        if len(self.stars) > MOST_PLACES:
            lines.append(f"a star: {all_places(self.stars)}")
        if len(self.crossed) > MOST_PLACES:
            lines.append(f"no star: {all_places(self.crossed)}")
        return tuple(lines)


def explain(puzzle: Puzzle, *, timeout_s: float | None = None) -> Explanation[ExplanationStep]:
    """Return the steps from the puzzle's marks to its only solution, the simplest possible one at
    each point.

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
    cells = _find_only_solution(context)
    steps = tuple(_find_steps(context))
    levels = {rule.name: rule.level for rule in RULES}
    hardest = max((levels[step.rule] for step in steps), default=0)
    return Explanation(steps, cells, DIFFICULTIES[hardest])


def hint(puzzle: Puzzle, *, timeout_s: float | None = None) -> ExplanationStep:
    """Return the next step from the puzzle's marks.

    Raises like ``explain``, and NoSolution if every cell is known.
    """
    context = PuzzleContext(puzzle, timeout_s)
    _find_only_solution(context)
    for step in _find_steps(context):
        return step
    raise NoSolution("every cell is already known: there is no next step", hint="remove some marks")


def why_unsolvable(puzzle: Puzzle, *, timeout_s: float | None = None) -> str:
    """Return the simplest reason why a puzzle without a solution has none.

    These are marks that contradict each other, or the board's only solution; units, or lines and
    regions, without room for their stars; or a contradiction after some steps.

    Raises
    ------
    SolveTimeout
        The reason was not found within ``timeout_s`` seconds.
    """
    context = PuzzleContext(puzzle, timeout_s)
    # Marks that clash with each other need no look at the board.
    if reason := _find_clashing_marks(puzzle):
        return reason
    unmarked = _remove_marks(puzzle)
    # Without marks the board itself is at fault.
    if unmarked == puzzle:
        return _find_breaking_point(context)
    first, second = _find_two_solutions(unmarked, context)
    # The board has no solution even without the marks.
    if first is None:
        reason = _find_breaking_point(PuzzleContext(unmarked, context.deadline.left_s))
        return f"{reason}, whatever the marks"
    wrong = describe_wrong_marks(_compare_marks(puzzle, first, second))
    return wrong or _find_breaking_point(context)


def wrong_marks(puzzle: Puzzle, *, timeout_s: float | None = None) -> dict[Cell, str]:
    """Return the marks that contradict the board's only solution, row by row: (row, col) → "star"
    or "cross".

    Empty if all are right, or if the board without marks has no solution or several. Raises
    SolveTimeout if that is not clear within ``timeout_s`` seconds.
    """
    unmarked = _remove_marks(puzzle)
    if unmarked == puzzle:
        return {}
    first, second = _find_two_solutions(unmarked, PuzzleContext(puzzle, timeout_s))
    return _compare_marks(puzzle, first, second)


def describe_wrong_marks(marks: Mapping[Cell, str]) -> str:
    """Return ``1 mark is wrong: the star at row 1, column 3``, or "" if there are none."""
    if not marks:
        return ""
    are = inflect(len(marks), "mark is", "marks are")
    words = [f"the {mark} at {place(cell)}" for cell, mark in marks.items()]
    return f"{len(marks)} {are} wrong: {join_words(words)}"


def _find_only_solution(context: PuzzleContext) -> tuple[Cell, ...]:
    first, second = _find_two_solutions(context.puzzle, context)
    if first is None:
        raise NoSolution(
            f"no solution: {why_unsolvable(context.puzzle, timeout_s=context.deadline.left_s)}",
            hint="check that the board and its marks were copied correctly",
        )
    # The first cells that differ are where a person can check.
    if second is not None:
        one = place(min(set(first) - set(second)))
        other = place(min(set(second) - set(first)))
        raise ManySolutions(
            f"several solutions: one has a star at {one}, another at {other} instead",
            hint="check that the board was copied correctly",
        )
    return first


def _find_two_solutions(
    puzzle: Puzzle, context: PuzzleContext
) -> tuple[tuple[Cell, ...] | None, tuple[Cell, ...] | None]:
    found = iter(SolutionSearch(puzzle, timeout_s=context.deadline.left_s))
    try:
        return next(found, None), next(found, None)
    except SolveTimeout:
        context.check_deadline()  # raises with the time limit of the whole work
        raise


def _find_steps(context: PuzzleContext) -> Iterator[ExplanationStep]:
    """Yield the steps of a board; raises BrokenPosition at the end if it has no solution."""
    techniques = [rule.find for rule in RULES]
    position = context.start
    while position.free:
        context.check_deadline()
        check_capacity(position)
        # The first deduction of the first technique that has one; the last one always has.
        deduction = next(list_deductions(position, techniques))
        yield to_step(position, deduction)
        position = position.after(deduction.stars, deduction.crossed)
    check_capacity(position)


def _find_clashing_marks(puzzle: Puzzle) -> str:
    """Return the reason why marks contradict each other, or ""."""
    for cell in sorted(puzzle.given & puzzle.crossed):
        return f"{place(cell)} is marked both as a star and as a cross"
    for one, other in combinations(sorted(puzzle.given), 2):
        if max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1:
            return f"the stars at {place(one)} and at {place(other)} touch"
    return ""


def _remove_marks(puzzle: Puzzle) -> Puzzle:
    return Puzzle(puzzle.grid, puzzle.stars)


def _compare_marks(
    puzzle: Puzzle, only: tuple[Cell, ...] | None, second: tuple[Cell, ...] | None
) -> dict[Cell, str]:
    """Return the marks that contradict the first solution of the board without marks, if there is
    no second.
    """
    if only is None or second is not None:
        return {}
    wrong = dict.fromkeys(puzzle.given.difference(only), "star")
    wrong |= dict.fromkeys(puzzle.crossed.intersection(only), "cross")
    return dict(sorted(wrong.items()))


def _find_breaking_point(context: PuzzleContext) -> str:
    """Return the simplest reason why a board without a solution has none."""
    steps: list[ExplanationStep] = []
    try:
        check_capacity(context.start)
        # A technique may find the fault at once, before any step.
        list(list_deductions(context.start, WITHOUT_ASSUMPTION))
        for found in _find_steps(context):
            steps.append(found)
            if found.rule == RULES[-1].name:
                before = len(steps) - 1
                return f"a search through all that is left after step {before} ends without one"
    except BrokenPosition as broken:
        if not steps:
            return str(broken)
        return f"after step {len(steps)} ({steps[-1].text[:-1]}), {broken}"
    raise ValueError("the puzzle has a solution")


def to_step(position: Position, deduction: Deduction) -> ExplanationStep:
    """Return a deduction as a step: with cells instead of masks, and as a sentence."""
    context = position.context
    stars = context.layout.cells(deduction.stars)
    crossed = context.layout.cells(deduction.crossed)
    cells = context.layout.cells(deduction.cells)
    units = [unit.name for unit in sorted(deduction.units, key=context.units.index)]
    return ExplanationStep(
        rule=deduction.rule,
        stars=stars,
        crossed=crossed,
        cells=cells,
        units=tuple(units),
        text=_write_sentence(deduction, stars, crossed),
        levels=(
            f"look at {join_names(units) or places(cells or stars or crossed)}",
            places(cells or stars + crossed),
            deduction.reason or f"the opposite {deduction.otherwise}",
            _describe_conclusion(stars, crossed),
        ),
    )


def _describe_conclusion(stars: Sequence[Cell], crossed: Sequence[Cell]) -> str:
    """Return ``a star at row 1, column 5, no star at row 2, column 5``."""
    parts: list[str] = []
    if stars:
        parts.append(f"a star at {places(stars)}")
    if crossed:
        parts.append(f"no star at {places(crossed)}")
    return ", ".join(parts)


def _write_sentence(deduction: Deduction, stars: Sequence[Cell], crossed: Sequence[Cell]) -> str:
    if not deduction.otherwise:
        return capital(f"{deduction.reason}: {_describe_conclusion(stars, crossed)}.")
    why = f"{deduction.reason}, and " if deduction.reason else ""
    # By contradiction: the opposite of a cross is a star, and the opposite of a star a cross.
    opposites: list[str] = []
    if crossed:
        opposites.append(f"a star at {any_of(crossed)}")
    if stars:
        opposites.append(f"a cross at {any_of(stars)}")
    comma = "," if len(opposites) > 1 else ""
    return capital(f"{why}{', or '.join(opposites)}{comma} {deduction.otherwise}.")
