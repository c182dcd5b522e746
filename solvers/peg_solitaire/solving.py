"""Solution of a puzzle, or the proof that there is none; all solutions, and their number.

And new puzzles.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from solvers.deadline import Deadline
from solvers.errors import NotMade, SolveTimeout
from solvers.peg_solitaire.board import Board, Jump, Symmetry, moves_of
from solvers.peg_solitaire.model import Puzzle, Solution
from solvers.peg_solitaire.proofs import affordable_ends, possible_ends
from solvers.peg_solitaire.search import ROOM, MoveSearch, PositionSearch, jumps_of

ATTEMPTS: Final = 200
"""Most backward games to try: some end before there are as many pegs as requested."""

_MERGED_FROM: Final = 20_000
"""Number of positions from which merging rotated and mirrored ones saves time."""

_MOST_DEAD: Final = 2_000_000
"""Maximum number of positions without a solution to remember, about 0.2 GB; others are searched
again."""
_CHECKED: Final = 1000
"""Number of jumps between two checks of the deadline: a few milliseconds."""


def solve(puzzle: Puzzle, *, fewest: bool = False, timeout_s: float | None = None) -> Solution:
    """Return one solution, with ``fewest`` one with the fewest moves, or the reason why there is
    none.

    If the time is over before the fewest moves are proved, return the best solution found, with its
    ``fewest`` False.

    Raises
    ------
    SolveTimeout
        In that time neither a solution nor a proof that there is none was found; the message
        describes the progress.
    """
    deadline = Deadline(timeout_s)
    jumps: tuple[Jump, ...] = ()
    is_proved = puzzle.solved
    nodes = 0
    ends, reason = possible_ends(puzzle)
    if not puzzle.solved and not reason:
        ends, way, reason, nodes = _find_first(puzzle, ends, deadline)
        if not reason:
            jumps = jumps_of(puzzle.board, way)
            is_proved = len(moves_of(jumps)) == 1
            # A single move needs no further search.
            if fewest and not is_proved:
                jumps, is_proved, more = _find_fewest(puzzle, ends, deadline, jumps)
                nodes += more
    return Solution(
        jumps=jumps,
        moves=len(moves_of(jumps)),
        fewest=is_proved,
        solvable=not reason,
        reason=reason,
        nodes=nodes,
        seconds=deadline.elapsed_s,
        puzzle=puzzle,
    )


def _find_first(
    puzzle: Puzzle, ends: frozenset[int], deadline: Deadline
) -> tuple[frozenset[int], tuple[int, ...], str, int]:
    """Return (possible ends, positions of a solution, reason why there is none, positions
    searched).
    """
    search = PositionSearch(puzzle, ends, deadline)
    passes = search.passes()
    way = next(passes)
    # Most solutions are found in the first pass, sooner than a pagoda.
    if not way and search.unfinished:
        left, reason = affordable_ends(puzzle, ends, deadline)
        if reason:
            return left, (), reason, search.searched
        # With fewer ends left the costs change, so the search starts anew.
        if left != ends:
            ends = left
            search = PositionSearch(puzzle, left, deadline)
            passes = search.passes()
    way = way or next(filter(None, passes), ())
    reason = "" if way else f"all {search.searched} positions searched"
    return ends, way, reason, search.searched


def _find_fewest(
    puzzle: Puzzle, ends: frozenset[int], deadline: Deadline, jumps: tuple[Jump, ...]
) -> tuple[tuple[Jump, ...], bool, int]:
    """Return (jumps, True if proved to have the fewest moves, positions searched), starting from
    some solution.
    """
    search = MoveSearch(puzzle, ends, deadline, len(moves_of(jumps)) - 1)
    try:
        for way in search.passes():
            jumps = jumps_of(puzzle.board, way) or jumps
    except SolveTimeout:
        return jumps, False, search.searched
    return jumps, True, search.searched


def count_solutions(puzzle: Puzzle, *, timeout_s: float | None = None) -> int:
    """Return the number of jump sequences that lead to an end; 1 if the start is an end itself.

    All positions with the same number of pegs are counted together, step by step.

    Raises
    ------
    SolveTimeout
        They were not all counted in that time, or are too many for the memory; the message
        describes the progress.
    """
    deadline = Deadline(timeout_s)
    ends = puzzle.ends
    pegs = puzzle.start.bit_count()
    wanted = ends[0].bit_count()
    ways = {puzzle.start: 1}
    while pegs > wanted:
        progress = f"{len(ways)} positions of {pegs} pegs, {wanted} wanted"
        ways = _count_next(ways, puzzle.board, deadline, progress)
        # Rotated and mirrored positions lead to the same number of ends.
        if len(ways) > _MERGED_FROM:
            ways = _merge_symmetric(ways, Symmetry(puzzle.board, frozenset(ends)))
        pegs -= 1
    return sum(ways.get(end, 0) for end in ends)


def _count_next(
    ways: dict[int, int], board: Board, deadline: Deadline, progress: str
) -> dict[int, int]:
    """Return position → number of sequences that lead there, after one more jump."""
    after: defaultdict[int, int] = defaultdict(int)
    for sites, pegs in board.masks.values():
        deadline.check(lambda: progress)
        if len(after) > ROOM:
            raise SolveTimeout(
                f"nothing was counted: {progress}", hint="a smaller board or fewer pegs"
            )
        for position, number in ways.items():
            if position & sites == pegs:
                after[position ^ sites] += number
    return after


def _merge_symmetric(ways: dict[int, int], symmetry: Symmetry) -> dict[int, int]:
    """Merge the positions that are rotated or mirrored."""
    merged: defaultdict[int, int] = defaultdict(int)
    for position, number in ways.items():
        merged[symmetry.find_least(position)] += number
    return merged


def solutions(
    puzzle: Puzzle, first: Sequence[Jump] = (), *, timeout_s: float | None = None
) -> Iterator[tuple[Jump, ...]]:
    """Yield every sequence of (from, over, to) jumps that leads to an end, each once.

    Two sequences are different if their jumps or the order of them are. ``first`` is a solution
    that is known already: it comes first, and then those that differ from it at the end. On large
    boards these are the only ones that are found soon.

    Raises
    ------
    SolveTimeout
        The search was not finished in that time.
    """
    ends = frozenset(puzzle.ends)
    if puzzle.start in ends:
        yield ()
        return
    deadline = Deadline(timeout_s)
    fewest_pegs = min(map(int.bit_count, ends))
    path: list[Jump] = []
    positions = [puzzle.start]
    waiting = [_list_jumps(puzzle.board, puzzle.start, first[:1])]
    leads_on = [False]
    dead: set[int] = set()
    done = 0
    while waiting:
        done += 1
        if done % _CHECKED == 0:
            deadline.check(partial("{} jumps tried".format, done))
        jump = next(waiting[-1], None)
        # All jumps from here were tried: the last one is taken back.
        if jump is None:
            position = positions.pop()
            waiting.pop()
            if not leads_on.pop() and len(dead) < _MOST_DEAD:
                dead.add(position)
            if path:
                path.pop()
            continue
        after = positions[-1] ^ puzzle.board.masks[jump][0]
        if after in ends:
            leads_on = [True] * len(leads_on)
            yield (*path, jump)
        elif after not in dead and after.bit_count() > fewest_pegs:
            path.append(jump)
            positions.append(after)
            leads_on.append(False)
            # The known solution is followed down to its end, and never again after that.
            known = first[len(path) : len(path) + 1] if path == list(first[: len(path)]) else ()
            waiting.append(_list_jumps(puzzle.board, after, known))


def _list_jumps(board: Board, position: int, known: Sequence[Jump]) -> Iterator[Jump]:
    """Yield the jumps that are possible in a position, the known one first."""
    yield from known
    # Not by `Board.list_jumps`: all sequences of a triangle would take a tenth longer.
    for jump, (sites, pegs) in board.masks.items():
        if position & sites == pegs and jump not in known:
            yield jump


def generate(board: Board, pegs: int, seed: int | str, *, end: int | None = None) -> Puzzle:
    """Return a random puzzle with this many pegs that can be solved to one peg: at ``end``, or
    anywhere. It is the same for each seed.

    The jumps are made backwards from the final peg, which guarantees a solution.

    Raises
    ------
    NotMade
        None of ATTEMPTS backward games from a single peg reached this many pegs.
    """
    random = Random(seed)
    for _ in range(ATTEMPTS):
        position = 1 << (random.randrange(len(board.sites)) if end is None else end)
        # A game backwards may end early, in a position that no jump can have led to.
        while position.bit_count() < pegs and (before := _list_positions_before(board, position)):
            position = random.choice(before)
        if position.bit_count() == pegs:
            return Puzzle(board, position, end)
    raise NotMade(
        f"no board of {pegs} pegs was found", hint=f"2 to {len(board.sites) - 1} pegs, better fewer"
    )


def _list_positions_before(board: Board, position: int) -> list[int]:
    """Return the positions from which one jump leads to this one."""
    # Backwards, the peg is where it landed, and the other two sites are empty.
    every = board.masks.values()
    return [position ^ sites for sites, pegs in every if position & sites == sites ^ pegs]
