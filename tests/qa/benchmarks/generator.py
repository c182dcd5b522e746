"""Speed of the Star Battle generator by size and stars, and the shapes and difficulties of its
boards.

usage: python tests/qa/benchmarks/generator.py [PUZZLES.jsonl] [--only 10/2 14/3 …] [--count 20] [--python]
       [--difficulty]

Prints one line per size/stars: seconds per board (median, worst), and the means of the regions'
spread in size (standard deviation by mean), smallest and largest region, perimeter by cell,
compactness (perimeter by that of a square, 1 is best) and share of cells with at most one neighbour
in their region. With a file, a second line has the same measures for its puzzles of that size and
stars. --difficulty adds the number of boards of each difficulty. Asserts nothing about time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean, median, pstdev
from typing import NamedTuple

Grid = Sequence[str]

SITES = ("17/4", "21/5", "25/6", "30/7")


class Shape(NamedTuple):
    """Measures of a board's regions."""

    spread: float
    smallest: float
    largest: float
    perimeter: float
    compactness: float
    ends: float


def shape(grid: Grid) -> Shape:
    """Return the measures of one board with regions."""
    sizes, perimeters, ends = Counter[str](), Counter[str](), 0
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            near = [
                grid[y][x]
                for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                if on_board(grid, y, x)
            ]
            same = near.count(letter)
            sizes[letter] += 1
            perimeters[letter] += 4 - same
            ends += same <= 1
    cells = len(grid) ** 2
    return Shape(
        spread=pstdev(sizes.values()) / mean(sizes.values()),
        smallest=min(sizes.values()),
        largest=max(sizes.values()),
        perimeter=perimeters.total() / cells,
        compactness=mean(perimeters[letter] / (4 * size**0.5) for letter, size in sizes.items()),
        ends=ends / cells,
    )


def on_board(grid: Grid, row: int, col: int) -> bool:
    """Return True if the cell is on the board."""
    return 0 <= row < len(grid) and 0 <= col < len(grid)


def looks(grids: Iterable[Grid]) -> str:
    """Return the mean of each measure, as columns."""
    return "".join(f"{mean(values):9.2f}" for values in zip(*map(shape, grids), strict=True))


def published(path: Path) -> dict[str, list[Grid]]:
    """Return size/stars → the grids of a file."""
    found = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found[f"{len(row['grid'])}/{row['stars']}"].append(row["grid"])
    return found


def report(kind: str, count: int, difficulty: bool) -> str:
    """Return one line of the table for newly generated boards."""
    from solvers.star_battle import explain, generate

    size, stars = map(int, kind.split("/"))
    puzzles, seconds = [], []
    for seed in range(count):
        started = time.perf_counter()
        puzzles.append(generate(size, stars, seed))
        seconds.append(time.perf_counter() - started)
    line = f"{kind:8}{count:6}{median(seconds):9.3f}{max(seconds):9.3f}{looks(puzzle.grid for puzzle in puzzles)}"
    if difficulty:
        met = Counter(explain(puzzle).difficulty for puzzle in puzzles)
        line += "  " + " ".join(f"{number} {name}" for name, number in met.most_common())
    return line


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("puzzles", type=Path, nargs="?", help="published puzzles to compare with")
    options.add_argument("--only", nargs="+", metavar="SIZE/STARS")
    options.add_argument("--count", type=int, default=20, help="boards a size (20)")
    options.add_argument("--python", action="store_true", help="without the compiled kernel")
    options.add_argument("--difficulty", action="store_true", help="explain the boards too")
    args = options.parse_args()
    if args.python:
        sys.modules["solvers.star_battle._kernel"] = None  # type: ignore[assignment]
    theirs = published(args.puzzles) if args.puzzles else {}
    usual = [f"{size}/{stars}" for size in range(5, 15) for stars in range(1, size // 4 + 1)]
    print(
        f"{'':8}{'boards':>6}{'median s':>9}{'worst s':>9}"
        + "".join(f"{name[:8]:>9}" for name in Shape._fields)
    )
    for kind in args.only or [*usual, *SITES]:
        print(report(kind, args.count, args.difficulty), flush=True)
        if kind in theirs:
            print(f"{'in print':8}{len(theirs[kind]):6}{'':18}{looks(theirs[kind])}")


if __name__ == "__main__":
    main()
