"""Makes ``puzzles.jsonl``: ``python -m autoplay.demo.bundle > puzzles.jsonl`` writes the same file again.

Every puzzle comes from the generator, and the number at the end of its id is the seed. As the generator asks the
solver for other solutions, a solver that finds them in another order makes other puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solvers.star_battle import generate


class Batch(NamedTuple):
    """Puzzles of one kind, one a seed."""

    name: str
    size: int
    stars: int
    seeds: Iterable[int]

    def rows(self) -> Iterator[dict[str, object]]:
        """One JSON object a puzzle: id, stars, grid."""
        for seed in self.seeds:
            puzzle = generate(self.size, self.stars, seed, shapeless=self.name == "shapeless")
            name = f"{self.name}-{self.size}x{self.size}-{seed}"
            yield {"id": name, "stars": puzzle.stars, "grid": puzzle.grid}


BATCHES = (
    Batch("practice", 5, 1, range(1, 7)),
    Batch("practice", 6, 1, range(1, 7)),
    Batch("practice", 8, 1, range(1, 7)),
    Batch("practice", 10, 2, range(1, 7)),
    Batch("practice", 14, 3, range(1, 5)),
    Batch("practice", 17, 4, range(1, 3)),
    Batch("practice", 21, 5, range(1, 3)),
    Batch("practice", 25, 6, range(1, 3)),
    Batch("shapeless", 6, 1, range(1, 5)),
    Batch("shapeless", 8, 1, range(1, 5)),
    Batch("shapeless", 10, 2, range(1, 5)),
    Batch("queens", 7, 1, range(11, 14)),
    Batch("queens", 8, 1, range(11, 14)),
    Batch("queens", 9, 1, range(11, 14)),
    Batch("queens", 10, 1, range(11, 14)),
)


def main() -> None:
    """Prints every puzzle as a line of JSON."""
    for batch in BATCHES:
        for row in batch.rows():
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
