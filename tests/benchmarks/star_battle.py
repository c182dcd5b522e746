"""Times the Star Battle solver on a file of puzzles: first solution and the proof that there is no second.

usage: python tests/benchmarks/star_battle.py PUZZLES.jsonl [--peers] [--only 14x14] [--timeout-s 300]

Prints one line a kind of puzzle (the id without its number) and asserts nothing about time. With --peers CaDiCaL
answers the same questions, and its time is given as a multiple of the solver's.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median

from solvers.errors import SolveTimeout
from solvers.notation import from_row
from solvers.star_battle import Puzzle, Solution, solve


def cadical(puzzle: Puzzle) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every solution once, found by a SAT solver: the (row, col) of its stars, row by row."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Cadical195

    places = range(puzzle.size)
    cells = [(r, c) for r in places for c in places if puzzle.grid[r][c] != "#"]
    variable = {cell: number for number, cell in enumerate(cells, 1)}
    lines = [[cell for cell in cells if cell[axis] == at] for axis in (0, 1) for at in places]
    top = len(cells)
    with Cadical195() as sat:
        for unit in [*lines, *puzzle.regions.values()]:
            literals = [variable[cell] for cell in unit]
            if len(literals) < puzzle.stars:
                return
            encoded = CardEnc.equals(literals, puzzle.stars, top_id=top, encoding=EncType.seqcounter)
            top = max(top, encoded.nv)
            sat.append_formula(encoded)
        for r, c in cells:
            for touching in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
                if touching in variable:
                    sat.add_clause([-variable[r, c], -variable[touching]])
        for cell in puzzle.given:
            sat.add_clause([variable[cell]])
        for cell in puzzle.crossed:
            sat.add_clause([-variable[cell]])
        while sat.solve():
            true = {literal for literal in sat.get_model() if literal > 0}
            answer = tuple(cell for cell in cells if variable[cell] in true)
            yield answer
            sat.add_clause([-variable[cell] for cell in answer])


def timed_peer(puzzle: Puzzle) -> float:
    """Seconds CaDiCaL takes to find one solution and look for a second."""
    started = time.perf_counter()
    list(islice(cadical(puzzle), 2))
    return time.perf_counter() - started


def timed(puzzle: Puzzle, timeout_s: float) -> Solution:
    """What the solver finds; at the time limit, a solution without cells that took that long."""
    try:
        return solve(puzzle, timeout_s=timeout_s)
    except SolveTimeout:
        return Solution((), 0, 0, timeout_s)


def kinds(path: Path, only: str) -> dict[str, list[Puzzle]]:
    """The puzzles of a file by kind, in the order of the file."""
    found = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["id"].startswith(only):
            found[row["id"].rpartition("-")[0]].append(from_row(row))
    return found


def in_ms(seconds: list[float]) -> str:
    """Median and worst, as two columns."""
    return f"{median(seconds) * 1e3:11.1f}{max(seconds) * 1e3:11.1f}"


def report(kind: str, puzzles: list[Puzzle], peers: bool, timeout_s: float) -> str:
    """One line of the table."""
    found = [timed(puzzle, timeout_s) for puzzle in puzzles]
    ours = [solution.seconds for solution in found]
    nodes = [solution.nodes for solution in found]
    unique = sum(solution.solutions == 1 for solution in found)
    line = f"{kind:16}{puzzles[0].stars:5}{len(puzzles):6}{unique:7}{in_ms(ours)}{median(nodes):9.0f}{max(nodes):9}"
    if peers:
        theirs = [timed_peer(puzzle) for puzzle in puzzles]
        line += f"{in_ms(theirs)}{median(theirs) / median(ours):8.2f}{max(theirs) / max(ours):8.2f}"
    return line


def main() -> None:
    """Prints the table."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("puzzles", type=Path)
    options.add_argument("--peers", action="store_true", help="time CaDiCaL on the same puzzles")
    options.add_argument("--only", default="", help="kinds that start with this")
    options.add_argument("--timeout-s", type=float, default=300.0)
    args = options.parse_args()
    head = f"{'kind':16}{'stars':>5}{'count':>6}{'unique':>7}{'median ms':>11}{'worst ms':>11}{'nodes':>9}{'worst':>9}"
    print(head + (f"{'CaDiCaL ms':>11}{'worst ms':>11}{'ratio':>8}{'worst':>8}" if args.peers else ""))
    for kind, puzzles in kinds(args.puzzles, args.only).items():
        print(report(kind, puzzles, args.peers, args.timeout_s), flush=True)


if __name__ == "__main__":
    main()
