"""Generation of ``puzzles.jsonl``: ``python -m autoplay.practice.bundle`` writes the same file on every machine.

The generator asks the solver for other solutions, so a solver that finds them in another order makes other puzzles.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from importlib.resources import as_file, files

from autoplay.practice.puzzles import KINDS, StarBoard


def boards() -> Iterator[StarBoard]:
    """Yield every bundled puzzle; print the time for each kind to stderr."""
    for kind in KINDS:
        started = time.perf_counter()
        yield from map(kind.make, range(kind.bundled))
        print(f"{kind.label}: {kind.bundled} in {time.perf_counter() - started:.1f} s", file=sys.stderr)


def main() -> None:
    """Write the file, one line of JSON per puzzle."""
    rows = [{"id": board.id, "stars": board.stars, "grid": board.grid} for board in boards()]
    with as_file(files("autoplay.practice") / "puzzles.jsonl") as path:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
