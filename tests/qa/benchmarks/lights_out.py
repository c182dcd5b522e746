"""Times of the Lights Out solver: all solutions, nullities, large boards, and the fewest presses
with their proof.

usage: python tests/qa/benchmarks/lights_out.py [--rank-to N] [--proved 11,16,19,23,30,32,39] [--peer-s S]

Prints a table for each, with processor time except where memory is measured; asserts nothing about
time. The solver is compared with

- the algorithm of published programs: every first row, except mirrored ones, is chased down, and right if the last row
  is; once with a list of cells, as published, and once with a row of cells as a whole number;
- the rank of the whole matrix by FLINT, for boards of up to --rank-to rows (pip install python-flint);
- the fewest presses by CP-SAT with one worker, for --peer-s seconds a board (pip install ortools).

The last two are left out if they are not installed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import TypeVar

from solvers.lights_out import PLUS, RULES, Puzzle, Rule, nullity, solutions, solve
from solvers.lights_out.text import format_published

Found = TypeVar("Found")

# From the kernel: on Linux, getrusage starts from the memory of the parent process.
MEMORY = (
    "import re, sys; from solvers.lights_out.text import parse; from solvers.lights_out import solve\n"
    "text = sys.argv[1]; found = solve(parse(text))\n"
    "megabytes = int(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1]) / 1024\n"
    "print(f'{text:>11}{found.nullity:9}{len(found.presses):10}{found.seconds:9.2f}{megabytes:6.0f}')"
)


def lit(rows: int, cols: int, rule: Rule = PLUS, states: int = 2) -> Puzzle:
    """Return the puzzle from all off to all on."""
    return Puzzle(("." * cols,) * rows, "on", states, rule)


def timed(work: Callable[[], Found], times: int = 1) -> tuple[float, Found]:
    """Return the least processor time of several runs in seconds, and the result."""
    seconds = []
    for _ in range(times):
        started = time.process_time()
        found = work()
        seconds.append(time.process_time() - started)
    return min(seconds), found


def first_rows(size: int) -> Iterator[tuple[int, int]]:
    """Yield (first row, number of solutions it stands for): one of each pair of mirrored rows."""
    for row in range(1 << size):
        mirrored = int(f"{row:0{size}b}"[::-1], 2)
        if row <= mirrored:
            yield row, 1 + (row != mirrored)


def by_cells(size: int) -> tuple[int, int]:
    """Return (solutions, total steps) of chasing every first row down, a cell at a time."""
    count = steps = 0
    for first, number in first_rows(size):
        pressed = [[first >> col & 1 for col in range(size)]]
        for row in range(size):
            below = []
            for col in range(size):
                lamp = pressed[row][col]
                if row:
                    lamp += pressed[row - 1][col]
                if col:
                    lamp += pressed[row][col - 1]
                if col < size - 1:
                    lamp += pressed[row][col + 1]
                below.append(1 - lamp % 2)
            pressed.append(below)
        if not any(pressed[size]):
            count, steps = count + number, steps + number * sum(map(sum, pressed))
    return count, steps


def by_rows(size: int) -> tuple[int, int]:
    """Return (solutions, total steps) of chasing every first row down, a row at a time."""
    count = steps = 0
    whole = (1 << size) - 1
    for first, number in first_rows(size):
        above, row, presses = 0, first, 0
        for _ in range(size):
            presses += row.bit_count()
            above, row = row, whole & ~(row ^ row << 1 ^ row >> 1 ^ above)
        if not row:
            count, steps = count + number, steps + number * presses
    return count, steps


def list_published(size: int) -> list[str]:
    """Return all solutions from all off to all on as text."""
    puzzle = lit(size, size)
    return list(format_published(puzzle, solutions(puzzle)))


def print_all_solutions() -> None:
    """Print the times for every solution from all off to all on."""
    print(
        "all off to all on, every solution: ms of the solver, and of chasing every first row by cells and by rows"
    )
    print(f"{'n':>4}{'solutions':>10}{'steps':>7}{'solver':>9}{'cells':>11}{'rows':>9}")
    totals = [0.0, 0.0, 0.0]
    for size in (*range(2, 11), 12, 14, 16):
        ours, lines = timed(lambda size=size: list_published(size), 5)
        cells, answer = timed(lambda size=size: by_cells(size), 5 if size < 12 else 1)
        rows, same = timed(lambda size=size: by_rows(size), 5 if size < 12 else 1)
        steps = [int(line.partition(":")[2]) for line in lines if line.startswith("Total steps:")]
        stated = (len(steps), sum(steps))
        if not answer == same == stated:
            raise ValueError(f"n = {size}: {stated}, {answer} and {same}")
        totals = [total + more for total, more in zip(totals, (ours, cells, rows), strict=True)]
        print(f"{size:4}{stated[0]:10}{stated[1]:7}{in_ms((ours, cells, rows))}")
        if size == 10:
            print(f"{'2-10':>4}{'':17}{in_ms(totals)}")
    print()


def in_ms(seconds: Sequence[float]) -> str:
    """Return three columns: both times and their ratio."""
    return "{:9.2f}{:11.2f}{:9.2f}".format(*(second * 1e3 for second in seconds))


def rank(size: int) -> int:
    """Return the rank of the press matrix, by FLINT."""
    from flint import nmod_mat

    puzzle = lit(size, size)
    matrix = nmod_mat(size * size, size * size, 2)
    for row, col in puzzle.lamps:
        for other, there in PLUS.effect((row, col), puzzle.lamps):
            matrix[row * size + col, other * size + there] = 1
    return int(matrix.rank())


def print_nullities(rank_to: int) -> None:
    """Print the time for the nullities of all squares up to 100."""
    seconds, found = timed(lambda: {size: nullity(size, size) for size in range(1, 101)})
    print(f"nullity of n x n, n to 100, in {seconds:.2f} s; 0 but for")
    print(" ".join(f"{size}:{number}" for size, number in found.items() if number))
    if find_spec("flint"):
        checked = {size: size * size - rank(size) for size in range(1, rank_to + 1)}
        wrong = [size for size, number in checked.items() if found[size] != number]
        print(
            f"n to {rank_to} by FLINT's rank of the whole matrix: {len(wrong)} differ {wrong or ''}"
        )
    print()


def cp_sat(puzzle: Puzzle, timeout_s: float) -> tuple[str, int, int]:
    """Return (status, presses, lower bound)."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    pressed = {cell: model.new_bool_var("") for cell in puzzle.lamps}
    for row, col in pressed:
        changing = list(puzzle.rule.effect((row, col), puzzle.lamps))
        twice = model.new_int_var(0, len(changing), "")
        odd = puzzle.start[row][col] != puzzle.target[row][col]
        model.add(sum(pressed[cell] for cell in changing) == 2 * twice + odd)
    model.minimize(sum(pressed.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = timeout_s
    status = solver.status_name(solver.solve(model))
    known = status in ("OPTIMAL", "FEASIBLE")
    return (
        status.lower(),
        int(solver.objective_value) if known else 0,
        int(solver.best_objective_bound),
    )


def print_fewest(sizes: list[int], peer_s: float) -> None:
    """Print the fewest presses from all off to all on, with the proof."""
    print("fewest presses from all off to all on")
    print(
        f"{'n':>4}{'nullity':>8}{'presses':>8}{'proved':>7}{'seconds':>9}   CP-SAT: seconds, presses, at least"
    )
    for size in sizes:
        puzzle = lit(size, size)
        seconds, found = timed(lambda puzzle=puzzle: solve(puzzle))
        line = f"{size:4}{found.nullity:8}{len(found.presses):8}{'yes' if found.fewest else 'no':>7}{seconds:9.3f}"
        if find_spec("ortools"):
            theirs, (status, presses, least) = timed(lambda puzzle=puzzle: cp_sat(puzzle, peer_s))
            line += f"   {status:>8}{theirs:9.3f}{presses:6}{least:6}"
        print(line, flush=True)
    print()


def print_growth() -> None:
    """Print the cost of large boards, in fresh processes to measure their memory."""
    print(f"{'all on':>11}{'nullity':>9}{'presses':>10}{'seconds':>9}{'MB':>6}")
    for size in ("5x5", "10x10", "30x30", "100x100", "200x200", "500x500", "1000x1000", "100x1000"):
        subprocess.run([sys.executable, "-c", MEMORY, size], check=True)
    print(f"\n{'rule, 60x60':24}{'states':>7}{'nullity':>9}{'seconds':>9}")
    for name, offsets in RULES.items():
        for wrap in (False, True):
            for states in (2, 3, 4):
                rule = Rule(offsets, wrap)
                seconds, found = timed(
                    lambda rule=rule, states=states: nullity(60, 60, rule, states)
                )
                print(
                    f"{name + ', wrapped' * wrap:24}{states:7}{found:9}{seconds:9.3f}", flush=True
                )


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument(
        "--rank-to", type=int, default=30, metavar="N", help="100 takes an hour and 1 GB"
    )
    options.add_argument(
        "--proved", default="5,9,11,16,19,23,30,32,39", metavar="N,N", help="39 takes a minute"
    )
    options.add_argument("--peer-s", type=float, default=60.0, metavar="S")
    args = options.parse_args()
    print_all_solutions()
    print_nullities(args.rank_to)
    print_fewest([int(size) for size in args.proved.split(",")], args.peer_s)
    print_growth()


if __name__ == "__main__":
    main()
