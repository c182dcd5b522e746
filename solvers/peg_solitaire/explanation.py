"""Explanations: the next jump of an answer, and what is proved of the other jumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Literal

from solvers.deadline import Deadline
from solvers.errors import NoSolution, SolveTimeout, count_of, inflect
from solvers.explained import Explanation, Step
from solvers.peg_solitaire.board import Jump
from solvers.peg_solitaire.model import Puzzle
from solvers.peg_solitaire.proofs import affordable_ends, possible_ends
from solvers.peg_solitaire.search import PositionSearch
from solvers.peg_solitaire.solving import solve
from solvers.wording import capital, join_words

PASSES: Final = 2
"""Passes of the search that decides about another jump. Two decide about nearly every jump on the
triangle with 15 holes and about 19 in 20 on the English board, where all of an explanation takes 5
s; three take half as long again, and decide about one jump in a hundred more."""
MOST_JUMPS_NAMED: Final = 6
"""Maximum number of jumps that a sentence names; beyond that it states their number."""

Fate = Literal["solvable", "dead", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class JumpStep(Step):
    """A jump to make.

    Attributes
    ----------
    jump : (from, over, to) numbers of its sites.
    dead : (from, over, to) of the other possible jumps that are proved to lead to no end.
    left : number of jumps of the answer after this one.
    grid : the board before it.
    """

    jump: Jump
    dead: tuple[Jump, ...]
    left: int
    grid: tuple[str, ...] = field(repr=False, compare=False)


def explain(puzzle: Puzzle, *, timeout_s: float | None = None) -> Explanation[JumpStep]:
    """Return the jumps of an answer, each with what is proved of the others that are possible.

    Raises
    ------
    NoSolution
        There is none; the message says why.
    SolveTimeout
        In ``timeout_s`` seconds neither a solution nor a proof that there is none was found.
    """
    deadline = Deadline(timeout_s)
    jumps = _find_jumps(puzzle, timeout_s)
    steps = tuple(find_steps(puzzle, jumps, deadline))
    return Explanation(steps, puzzle.board.list_ends(jumps))


def hint(puzzle: Puzzle, *, timeout_s: float | None = None) -> JumpStep:
    """Return the next jump of an answer.

    Raises like ``explain``, and NoSolution if the start is an end already.
    """
    deadline = Deadline(timeout_s)
    for step in islice(find_steps(puzzle, _find_jumps(puzzle, timeout_s), deadline), 1):
        return step
    raise NoSolution("this is the end already: there is no next jump", hint="another board")


def _find_jumps(puzzle: Puzzle, timeout_s: float | None) -> tuple[Jump, ...]:
    solution = solve(puzzle, timeout_s=timeout_s)
    if not solution.solvable:
        raise NoSolution(
            f"no solution: {solution.reason}", hint="check that the board was copied correctly"
        )
    return solution.jumps


def find_steps(puzzle: Puzzle, jumps: Sequence[Jump], deadline: Deadline) -> Iterator[JumpStep]:
    """Yield the jumps of a solution one by one.

    Once the deadline is over, nothing is proved of other jumps any more.
    """
    fates: dict[int, Fate] = {}
    for number, jump in enumerate(jumps, 1):
        left = len(jumps) - number
        others = puzzle.board.list_jumps(puzzle.start)
        others.remove(jump)
        dead = []
        for other in others:
            after = puzzle.after([other])
            if after.start not in fates:
                fates[after.start] = decide(after, deadline)
            if fates[after.start] == "dead":
                dead.append(other)
        rule, reason = _describe_others(others, dead, left)
        start, over, to = jump
        what = f"jump from hole {start} over {over} to {to}"
        sites = puzzle.board.sites
        yield JumpStep(
            rule=rule,
            cells=(sites[start], sites[over], sites[to]),
            text=f"{capital(what)}: {reason}.",
            levels=(
                f"look at row {sites[start][0] + 1}",
                f"look at the peg in hole {start}",
                reason,
                what,
            ),
            jump=jump,
            dead=tuple(dead),
            left=left,
            grid=puzzle.grid,
        )
        puzzle = puzzle.after([jump])


def decide(puzzle: Puzzle, deadline: Deadline) -> Fate:
    """Return what a short search and the proofs of `proofs` say of a position."""
    ends, reason = possible_ends(puzzle)
    if reason:
        return "dead"
    if puzzle.solved:
        return "solvable"
    search = PositionSearch(puzzle, ends, deadline)
    try:
        for way in islice(search.passes(), PASSES):
            if way:
                return "solvable"
    except SolveTimeout:
        return "undecided"
    if not search.unfinished:
        return "dead"
    # A pagoda for each of many ends takes longer than the search.
    if len(ends) > 1:
        return "undecided"
    _, reason = affordable_ends(puzzle, ends, deadline)
    return "dead" if reason else "undecided"


def _describe_others(others: Sequence[Jump], dead: Sequence[Jump], left: int) -> tuple[str, str]:
    """Return the rule and the words for a jump, by what is known of the other possible ones."""
    if left:
        known = f"the board can still be solved after it, with {count_of(left, 'more jump')}"
    else:
        known = "it ends the game"
    if not others:
        return "only jump", f"no other jump is possible, and {known}"
    if len(dead) == len(others):
        return "only way", f"every other jump is proved to lead nowhere, and {known}"
    if not dead:
        return "choice", known
    if len(dead) > MOST_JUMPS_NAMED:
        names = f"{len(dead)} of the {len(others)} others lead"
    else:
        names = join_words([f"{start}-{to}" for start, _, to in dead])
        names += inflect(len(dead), " leads", " lead")
    return "choice", f"{known}; {names} nowhere"
