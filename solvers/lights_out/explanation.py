"""Explanations: why a press belongs to an answer, and why there is no answer.

The presses come row by row, and each has the simplest reason that can be proved:

- *last press*: no press further down changes a lamp that has to change. This is light chasing.
- *parity*: of all presses, only this one changes an odd number of certain lamps, and an odd number
  of them has to change; so every answer has it. Such lamps are a solution of the puzzle in which
  lamps and presses are exchanged and only this press is a lit lamp.
- *choice*: some answers have it and others don't. Of this answer it is known how many presses it
  has, and whether that is the fewest possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, starmap
from typing import Final

from solvers.cells import Cell, change_cells
from solvers.deadline import Deadline
from solvers.errors import NoSolution, SolveTimeout, count_of
from solvers.explained import Explanation, Step
from solvers.lights_out.model import Puzzle, Solution, fill_lamps
from solvers.lights_out.rules import STATES
from solvers.lights_out.solving import solve
from solvers.wording import capital, place

DECIDING_S: Final = 1.0
"""Time to look for the lamps that decide a press: any board of a person's takes milliseconds, and
only those with dozens of quiet patterns seconds."""
MOST_LAMPS_NAMED: Final = 8
"""Maximum number of lamps that a sentence names; `Step.cells` and `Solution.parity` have all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressStep(Step):
    """A lamp to press, with the lamps that justify it.

    Attributes
    ----------
    press : (row, col) of the lamp.
    times : number of presses on it.
    left : number of presses of the answer after these.
    grid : the board before it.
    """

    press: Cell
    times: int
    left: int
    grid: tuple[str, ...] = field(repr=False, compare=False)


def explain(puzzle: Puzzle, *, timeout_s: float | None = None) -> Explanation[PressStep]:
    """Return the presses of an answer, row by row, each with its reason.

    Raises
    ------
    NoSolution
        There is none; the message names the lamps that prove it.
    SolveTimeout
        Not even one solution was found within ``timeout_s`` seconds.
    """
    deadline = Deadline(timeout_s)
    solution = _find_solution(puzzle, timeout_s)
    return Explanation(tuple(find_steps(solution, deadline)), solution.presses)


def hint(puzzle: Puzzle, *, timeout_s: float | None = None) -> PressStep:
    """Return the next press of an answer with its reason.

    Raises like ``explain``, and NoSolution if the target is reached already.
    """
    deadline = Deadline(timeout_s)
    for step in islice(find_steps(_find_solution(puzzle, timeout_s), deadline), 1):
        return step
    raise NoSolution("every lamp shows the target already", hint="another board")


def _find_solution(puzzle: Puzzle, timeout_s: float | None) -> Solution:
    solution = solve(puzzle, timeout_s=timeout_s)
    if not solution.solvable:
        reason = describe_parity_proof(solution, puzzle.states)
        raise NoSolution(f"no solution: {reason}", hint="check that the board was copied correctly")
    return solution


def find_steps(solution: Solution, deadline: Deadline) -> Iterator[PressStep]:
    """Yield the presses of a solution that knows its puzzle, row by row.

    Once the deadline is over, no more deciding lamps are looked for.
    """
    puzzle = solution.puzzle
    assert puzzle
    total = len(solution.presses)
    left = total
    for press, times in Counter(solution.presses).items():
        left -= times
        rule, lamps, reason = _find_reason(solution, puzzle, press, left + times, deadline)
        what = f"press {place(press)}"
        if times > 1:
            what += f", {times} times"
        yield PressStep(
            rule=rule,
            cells=lamps,
            text=f"{capital(what)}: {reason}.",
            levels=(
                f"look at row {press[0] + 1}",
                f"look at {_name_lamps(lamps)}" if lamps else "no lamps decide it alone",
                reason,
                what,
            ),
            press=press,
            times=times,
            left=left,
            grid=puzzle.grid,
        )
        puzzle = puzzle.after([press] * times)


def _find_reason(
    solution: Solution, puzzle: Puzzle, press: Cell, left: int, deadline: Deadline
) -> tuple[str, tuple[Cell, ...], str]:
    """Return the rule, the lamps and the words of the simplest reason for a press of an answer."""
    chased = _find_chased_lamp(puzzle, press)
    if chased:
        where = place(chased)
        reason = f"row by row, no later press changes the lamp at {where}, which has to change"
        return "last press", (chased,), reason
    deciding = _find_deciding_lamps(puzzle, press, deadline)
    if deciding:
        return "parity", deciding, _describe_deciding_lamps(deciding, puzzle.states)
    presses = count_of(left, "press", "presses")
    proof = ", the fewest possible" if solution.fewest else ""
    several = f"; there are {solution.solutions} answers in all" if solution.solutions > 1 else ""
    return "choice", (), f"it belongs to an answer of {presses}{proof}{several}"


def _find_chased_lamp(puzzle: Puzzle, press: Cell) -> Cell | None:
    """Return a lamp that this press changes, and no press after it, row by row; None if there is
    none.

    The lamp has to change if the answer has this press.
    """
    lamps = puzzle.lamps
    presses_of = puzzle.rule.reverse()
    for lamp, times in sorted(puzzle.rule.effect(press, lamps).items()):
        if times % puzzle.states and max(presses_of.effect(lamp, lamps)) == press:
            return lamp
    return None


def _find_deciding_lamps(puzzle: Puzzle, press: Cell, deadline: Deadline) -> tuple[Cell, ...]:
    """Return lamps whose total only this press changes, and by one state, each as often as it
    counts; () if there are none, or they are not found in time."""
    if deadline.is_over:
        return ()
    # One state short of the first, so that the lamps add up to one.
    start = change_cells(fill_lamps(puzzle.grid, 0), {press: STATES[puzzle.states - 1]})
    turned = Puzzle(start, "off", puzzle.states, puzzle.rule.reverse())
    try:
        return solve(turned, timeout_s=DECIDING_S).presses
    except SolveTimeout:
        return ()


def _describe_deciding_lamps(lamps: Sequence[Cell], states: int) -> str:
    if states > 2:
        return (
            f"no other press moves {_name_lamps(lamps)} by anything but a multiple of {states} "
            "states in all, and that is not what they need"
        )
    if len(lamps) == 1:
        return f"no other press changes {_name_lamps(lamps)}, which has to change"
    return (
        f"every other press changes an even number of {_name_lamps(lamps)}, and an odd number "
        "of them has to change"
    )


def describe_parity_proof(solution: Solution, states: int) -> str:
    """Return the reason why there is no solution: a sum over some lamps that no press can
    change."""
    lamps = _name_lamps(solution.parity)
    # With two states the sum is even or odd, which is easier to follow than multiples.
    if states == 2:
        return f"every press changes an even number of {lamps}, and an odd number has to change"
    return (
        f"every press moves {lamps} by a multiple of {states} states in all, and they have to be "
        "moved by another number"
    )


def _name_lamps(cells: Sequence[Cell]) -> str:
    """Return ``the lamp at row 1, column 2``, or several, each as often as it counts."""
    lamps = sorted(Counter(cells).items())
    names = list(starmap(_name_lamp, lamps[:MOST_LAMPS_NAMED]))
    if len(lamps) > MOST_LAMPS_NAMED:
        names.append("…")
    if len(lamps) == 1:
        return f"the lamp at {names[0]}"
    return f"the {len(lamps)} lamps at {'; '.join(names)}"


def _name_lamp(cell: Cell, times: int) -> str:
    return f"{place(cell)} ({times} times)" if times > 1 else place(cell)
