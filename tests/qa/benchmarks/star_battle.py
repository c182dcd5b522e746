"""Times of the Star Battle solver: first solution and the proof that there is no second, including
the model.

usage: python tests/qa/benchmarks/star_battle.py [PUZZLES.jsonl] [--peers CaDiCaL,CP-SAT] [--python] [--only 14x14]

Prints a line per kind of puzzle (the id without its number), then a line per size of generated
boards, and the memory and time to import the solver; asserts nothing about time. Without a file the
puzzles are those of the practice site, which our generator made from the seeds in their ids. All
solvers run in one thread, and their times are those of the processor: other programs on the machine
change them little. With --peers these
solvers solve the same puzzles, one after the other, and the last columns give the better one's time
as a multiple of the solver's: of the medians, and of the worst cases.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median

from solvers.errors import SolveTimeout
from solvers.notation import from_row
from solvers.star_battle import Puzzle, search, solve
from solvers.star_battle.generator import generate
from tests.qa.benchmarks.peers import PEERS, Cell

BUNDLED = Path(__file__).parents[3] / "autoplay" / "practice" / "puzzles.jsonl"
GROWTH = ((5, 1), (6, 1), (8, 1), (10, 2), (14, 3), (17, 4), (21, 5), (25, 6), (30, 7))
FRESH = "import time; t = time.perf_counter(); import solvers.star_battle; print((time.perf_counter() - t) * 1e3)"
# From the kernel: on Linux, getrusage starts from the memory of the parent process.
MEMORY = (
    "import json, re, sys; from solvers.notation import from_row; from solvers.star_battle import solve\n"
    "for line in open(sys.argv[1]): solve(from_row(json.loads(line)))\n"
    "print(int(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1]) / 1024)"
)

Peer = Callable[[Puzzle], Iterator[tuple[Cell, ...]]]


def seconds_of_solver(puzzle: Puzzle, timeout_s: float) -> tuple[float, int]:
    """Return the seconds, and the number of boards visited; the time limit and 0 if it is
    reached."""
    started = time.process_time()
    try:
        found = solve(Puzzle(puzzle.grid, puzzle.stars), timeout_s=timeout_s)
    except SolveTimeout:
        return timeout_s, 0
    if found.solutions != 1:
        raise ValueError(f"{found.solutions} solutions: {puzzle}")
    return time.process_time() - started, found.nodes


def seconds_of_peer(peer: Peer, puzzle: Puzzle) -> float:
    """Return the seconds to find one solution and look for a second."""
    started = time.process_time()
    list(islice(peer(puzzle), 2))
    return time.process_time() - started


def kinds(path: Path) -> dict[str, list[Puzzle]]:
    """Return the puzzles of a file by kind, in the order of the file."""
    found = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found[row["id"].rpartition("-")[0]].append(from_row(row))
    return found


def in_ms(seconds: list[float]) -> str:
    """Return median and worst, as two columns."""
    return f"{median(seconds) * 1e3:11.2f}{max(seconds) * 1e3:11.2f}"


def head(peers: list[str]) -> str:
    """Return the line above a table."""
    columns = "".join(f"{name:>11}{'worst':>11}" for name in ("median ms", *peers))
    return (
        f"{'kind':10}{'stars':>6}{'count':>6}{'boards':>8}{'worst':>8}{columns}"
        + f"{'ratio':>8}{'worst':>8}" * bool(peers)
    )


def report(kind: str, puzzles: list[Puzzle], peers: list[str], timeout_s: float) -> str:
    """Return one line of a table."""
    ours, nodes = zip(*(seconds_of_solver(puzzle, timeout_s) for puzzle in puzzles), strict=True)
    theirs = [[seconds_of_peer(PEERS[name], puzzle) for puzzle in puzzles] for name in peers]
    line = f"{kind:10}{puzzles[0].stars:6}{len(puzzles):6}{median(nodes):8.0f}{max(nodes):8}{in_ms(list(ours))}"
    line += "".join(map(in_ms, theirs))
    for figure in (median, max) if peers else ():
        line += f"{min(map(figure, theirs)) / figure(ours):8.1f}"
    return line


def grown(size: int, stars: int, count: int) -> list[Puzzle]:
    """Return boards of the generator."""
    return [generate(size, stars, seed) for seed in range(count)]


def of_fresh_python(program: str, *arguments: str) -> float:
    """Return the number that a program prints."""
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )
    return float(run.stdout)


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("puzzles", type=Path, nargs="?", default=BUNDLED)
    options.add_argument(
        "--peers", default="", metavar=",".join(PEERS), help="solve the same with these"
    )
    options.add_argument("--python", action="store_true", help="without the compiled kernel")
    options.add_argument(
        "--only", default="", help="kinds that start with this, and no growth table"
    )
    options.add_argument(
        "--grown", type=int, default=5, metavar="N", help="boards a size in the growth table"
    )
    options.add_argument("--timeout-s", type=float, default=300.0)
    args = options.parse_args()
    peers = [name for name in PEERS if name in args.peers.split(",")]
    if args.python:
        from solvers.star_battle.tree import PythonTree

        search.new_tree = PythonTree
    print(f"search: {search.new_tree.__module__}\n{head(peers)}")
    for kind, puzzles in kinds(args.puzzles).items():
        if kind.startswith(args.only):
            print(report(kind, puzzles, peers, args.timeout_s), flush=True)
    if not args.only:
        print(f"\ngenerated boards\n{head(peers)}")
        for size, stars in GROWTH:
            print(
                report(f"{size}x{size}", grown(size, stars, args.grown), peers, args.timeout_s),
                flush=True,
            )
        print(
            f"\nmemory, all puzzles of the file: {of_fresh_python(MEMORY, str(args.puzzles)):.0f} MB"
        )
        print(
            f"import of solvers.star_battle: {median(of_fresh_python(FRESH) for _ in range(9)):.0f} ms"
        )


if __name__ == "__main__":
    main()
