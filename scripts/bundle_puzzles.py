"""Make the puzzles that come with the practice site: the same file on every machine.

usage: python scripts/bundle_puzzles.py

The generator asks the solver for other solutions, so a solver that finds them in another order
makes other puzzles.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from autoplay.practice.puzzles import KINDS, StarKind, make_board

FILE = Path(__file__).parents[1] / "autoplay" / "practice" / "puzzles.jsonl"


def write_puzzles(path: Path, kinds: Iterable[StarKind]) -> None:
    """Write one line of JSON per puzzle; print the time for each kind to stderr."""
    with path.open("w", encoding="utf-8") as file:
        for kind in kinds:
            start = time.perf_counter()
            for seed in range(kind.bundled):
                board = make_board(kind, seed)
                row = {"id": board.id, "stars": board.stars, "grid": board.grid}
                file.write(json.dumps(row) + "\n")
            seconds = time.perf_counter() - start
            print(f"{kind.label}: {kind.bundled} in {seconds:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    write_puzzles(FILE, KINDS)
