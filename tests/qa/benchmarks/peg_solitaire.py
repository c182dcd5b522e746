"""Times of the peg solitaire solver: counts of the triangle, first solutions, proofs that there are
none, fewest moves.

usage: python tests/qa/benchmarks/peg_solitaire.py [--peer-s 10] [--timeout-s 10] [--fewest-s 30]

Prints a table for each and asserts nothing about time. The solver is compared with the algorithm of
published programs: lists of the holes without pegs, and recursion without memory. It is stopped
after --peer-s seconds each; the ratio is then a lower bound.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from solvers.errors import SolveTimeout
from solvers.peg_solitaire import (
    BOARDS,
    Board,
    Puzzle,
    count_solutions,
    named_board,
    solve,
    start_classes,
)

Found = TypeVar("Found")


class Lists:
    """Solver as published: the empty holes are a list, and every jump is tried in turn."""

    def __init__(self, board: Board, timeout_s: float) -> None:
        self.board, self.until = board, time.process_time() + timeout_s

    def count(self, empty: list[int]) -> int:
        """Return the number of jump sequences that leave one peg."""
        if len(empty) == len(self.board.sites) - 1:
            return 1
        return sum(self.count(after) for after in self.after(empty))

    def solved(self, empty: list[int]) -> bool:
        """Return True if some sequence of jumps leaves one peg."""
        if len(empty) == len(self.board.sites) - 1:
            return True
        return any(self.solved(after) for after in self.after(empty))

    def after(self, empty: list[int]) -> list[list[int]]:
        """Return the empty holes after each jump."""
        if time.process_time() > self.until:
            raise TimeoutError
        found = []
        for start, over, to in self.board.jumps:
            if to in empty and start not in empty and over not in empty:
                left = list(empty)
                left.remove(to)
                left += [start, over]
                found.append(left)
        return found


def timed(work: Callable[[], Found], times: int = 1) -> tuple[float, Found | None]:
    """Return the least processor time of several runs in seconds, and the result; None if the time
    was over."""
    found, seconds = None, []
    for _ in range(times):
        started = time.process_time()
        try:
            found = work()
        except (TimeoutError, SolveTimeout):
            return time.process_time() - started, None
        seconds.append(time.process_time() - started)
    return min(seconds), found


def beside(ours: float, theirs: float, done: bool) -> str:
    """Return two columns: their time, and its ratio to ours."""
    more = " " if done else ">"
    return f"{more}{theirs * 1e3:11.1f}{more}{theirs / ours:9.0f}"


def opened(board: Board, hole: int, end: int | None = None) -> Puzzle:
    """Return the board with a single hole."""
    return Puzzle(board, board.full ^ 1 << hole, end)


def print_counts(peer_s: float) -> None:
    """Print the number of sequences of the triangle of 15 holes."""
    print("triangle5, sequences of jumps to one peg anywhere: ms, and of lists and recursion")
    print(f"{'start':>6}{'holes':>6}{'sequences':>10}{'ms':>8}{'lists ms':>12}{'ratio':>10}")
    board, total, seconds = named_board("triangle5"), 0, 0.0
    for holes in start_classes(board):
        ours, number = timed(lambda hole=holes[0]: count_solutions(opened(board, hole)), 5)
        theirs, same = timed(lambda hole=holes[0]: Lists(board, peer_s).count([hole]))
        if same not in (None, number):
            raise ValueError(f"start {holes[0]}: {number} and {same}")
        total, seconds = total + len(holes) * (number or 0), seconds + ours
        print(
            f"{holes[0]:6}{len(holes):6}{number:10}{ours * 1e3:8.1f}{beside(ours, theirs, same is not None)}"
        )
    print(f"{'all':>6}{15:6}{total:10}{seconds * 1e3:8.1f}\n")


def print_first(timeout_s: float, peer_s: float) -> None:
    """Print one solution per start, to one peg anywhere and at the start, or the proof that there
    is none."""
    print("first solution, or why there is none: ms, and of lists and recursion")
    print(
        f"{'board':10}{'start':>6}{'end':>5}{'moves':>6}{'nodes':>8}{'ms':>9}{'lists ms':>12}{'ratio':>10}"
    )
    for name in BOARDS:
        board = named_board(name)
        for hole, *_ in start_classes(board):
            for end in (None, hole):
                work = partial(solve, opened(board, hole, end), timeout_s=timeout_s)
                ours, found = timed(work)
                line = f"{name:10}{hole:6}{'any' if end is None else end:>5}"
                if found is None:
                    print(f"{line}{'?':>6}{'':8}{ours * 1e3:9.1f}", flush=True)
                    continue
                ours, _ = timed(work, 3 if ours < 1 else 1)
                line += f"{found.moves or 'none':>6}{found.nodes:8}{ours * 1e3:9.1f}"
                if end is None and found.solvable:
                    theirs, same = timed(
                        lambda board=board, hole=hole: Lists(board, peer_s).solved([hole])
                    )
                    line += beside(ours, theirs, same is not None)
                print(line + f"   {found.reason[:44]}", flush=True)
    print()


def print_fewest(fewest_s: float) -> None:
    """Print the fewest moves, proved if the time suffices."""
    print("fewest moves, a chain of jumps by one peg being one")
    print(f"{'board':10}{'start':>6}{'end':>5}{'moves':>6}{'proved':>7}{'nodes':>9}{'s':>8}")
    starts = [("triangle5", hole, None) for hole, *_ in start_classes(named_board("triangle5"))]
    for name, hole, end in [
        *starts,
        ("triangle5", 0, 0),
        ("triangle6", 0, None),
        ("english", 16, 16),
    ]:
        timeout_s = fewest_s if name != "triangle5" else math.inf
        puzzle = opened(named_board(name), hole, end)
        seconds, found = timed(
            lambda puzzle=puzzle, limit=timeout_s: solve(puzzle, fewest=True, timeout_s=limit)
        )
        if found is not None:
            proved = "yes" if found.fewest else "no"
            ending = "any" if end is None else end
            print(
                f"{name:10}{hole:6}{ending:>5}{found.moves:6}{proved:>7}{found.nodes:9}{seconds:8.2f}",
                flush=True,
            )


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument(
        "--peer-s", type=float, default=10.0, metavar="S", help="for each start, by lists"
    )
    options.add_argument(
        "--timeout-s", type=float, default=10.0, metavar="S", help="for each first solution"
    )
    options.add_argument(
        "--fewest-s", type=float, default=30.0, metavar="S", help="for each proof of fewest moves"
    )
    args = options.parse_args()
    print_counts(args.peer_s)
    print_first(args.timeout_s, args.peer_s)
    print_fewest(args.fewest_s)


if __name__ == "__main__":
    main()
