"""The times that three articles give for their programs, beside ours for the same work.

usage: python tests/qa/benchmarks/published.py

The articles had other machines: a ratio says which order of magnitude a method saves, not how much
faster this code is. Ours is processor time, from the puzzle to its printed form.

- Lights Out, 2007: every solution from all off to all on, of the sizes n in turn.
- Star Battle, 2019: every solution of its 10x10 example with two stars.
- Triangular peg solitaire: a solution from each starting hole that stands for the others. The
  article gives no time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial

from solvers.lights_out import Puzzle, solutions
from solvers.lights_out.solving import drop_symmetric
from solvers.lights_out.text import format_published
from solvers.notation import parse
from solvers.peg_solitaire import Puzzle as PegPuzzle
from solvers.peg_solitaire import named_board, published, solve, start_classes
from solvers.star_battle import solutions as star_solutions
from solvers.star_battle import text as star_text
from tests.solvers.boards import PUBLISHED

LIGHTS_OUT = (
    ("every press tried", range(2, 5), False, (196.3,)),
    ("row by row", range(2, 11), False, (152.7, 158.3)),
    ("row by row, mirrored ones taken over", range(2, 11), False, (148.4, 92.9)),
    ("row by row, rotated ones taken over", range(2, 11), False, (77.8,)),
    ("ours, up to rotation and reflection", range(2, 11), True, ()),
)
"""Program, sizes, True if symmetric solutions are left out, and its times in seconds."""
STAR_BATTLE_S = 0.9020516872406006


def time_work(work: Callable[[], Iterable[str]]) -> tuple[float, list[str]]:
    """Return the least processor time of five runs in seconds, and the lines that were made."""
    seconds = []
    for _ in range(5):
        started = time.process_time()
        lines = list(work())
        seconds.append(time.process_time() - started)
    return min(seconds), lines


def list_lamps(sizes: range, *, distinct: bool) -> list[str]:
    """Return the published form of all solutions for these sizes."""
    lines: list[str] = []
    for size in sizes:
        puzzle = Puzzle(("." * size,) * size, "on")
        every = solutions(puzzle)
        if distinct:
            every = drop_symmetric(every, size, size)
        lines += format_published(puzzle, every)
    return lines


def list_stars() -> list[str]:
    """Return the published form of all solutions of the example."""
    puzzle = parse(PUBLISHED, stars=2)
    return list(star_text.format_published(puzzle.size, star_solutions(puzzle), 0.0))


def list_pegs() -> list[str]:
    """Return the published form of a solution from each class of starting holes."""
    board = named_board("triangle5")
    lines: list[str] = []
    for hole, *_ in start_classes(board):
        puzzle = PegPuzzle(board, board.full ^ 1 << hole)
        lines += published(puzzle, solve(puzzle))
    return lines


def print_row(name: str, article: str, ours_s: float, note: str) -> None:
    """Print a line of the table."""
    print(f"{name:52}{article:>18}{ours_s * 1000:11.2f}  {note}")


def main() -> None:
    """Print the table."""
    print(f"{'program':52}{'its article, s':>18}{'ours, ms':>11}  solutions")
    for name, sizes, distinct, times in LIGHTS_OUT:
        ours_s, lines = time_work(partial(list_lamps, sizes, distinct=distinct))
        number = sum(line.startswith("Total steps:") for line in lines)
        label = f"Lights Out {sizes[0]}…{sizes[-1]}: {name}"
        print_row(label, " and ".join(map(str, times)), ours_s, str(number))
    for size in range(2, 11):
        ours_s, lines = time_work(partial(list_lamps, range(size, size + 1), distinct=False))
        number = sum(line.startswith("Total steps:") for line in lines)
        print_row(f"Lights Out {size}", "", ours_s, str(number))
    ours_s, lines = time_work(list_stars)
    number = sum(line.startswith("[[") for line in lines)
    print_row("Star Battle, the example", f"{STAR_BATTLE_S:.3f}", ours_s, str(number))
    ours_s, lines = time_work(list_pegs)
    number = len(lines) // 13
    print_row("Triangle of pegs, from holes 0, 1, 3 and 4", "", ours_s, str(number))


if __name__ == "__main__":
    main()
