"""A program without a browser that plays and records in a loop, to be killed at any moment."""

from __future__ import annotations

from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from autoplay.player.play_result import Pictures, PlayResult
from autoplay.run.history import History
from autoplay.sites import PageResult
from autoplay.testing import fixtures
from autoplay.testing.expected_reading import ExpectedReading, canonical
from autoplay.testing.fixtures import Fixture
from solvers.star_battle import Puzzle, Solution
from vision import Reading, encode_png

GRID = ("AAABB", "CDABB", "CDDBB", "CDDEB", "CCEEE")
EDGES = tuple(range(0, 60, 10))


def image(number):
    """Return a picture with so many shades of grey that half of its file is not a valid picture."""
    return np.random.default_rng(number % 7).integers(0, 256, (60, 80, 3), np.uint8)


def grid(number):
    """Return a grid that differs between consecutive numbers."""
    rows = GRID[:: -1 if number & 1 else 1]
    return canonical(row[:: -1 if number & 2 else 1] for row in rows)


def outcome(number, pictures):
    reading = Reading("star-battle", grid(number), EDGES, EDGES, (0, 0, 50, 50))
    solution = Solution(((0, 1), (1, 4)), 1, 0, 0.0)
    return PlayResult(PageResult("solved", f"{number}"), reading, Puzzle(grid(number), 1), solution, 5, 1.0, pictures)


def play_on(folder: Path, first: int, rounds: Connection) -> None:
    """Play one run after another, and record a fixture after each under three names in turn; send before each round."""
    history = History(folder / "history.sqlite")
    for number in count(first):
        rounds.send(number)
        pictures = Pictures(folder / "runs" / str(number % 5))
        with history.entry("http://localhost/", pictures.folder, series="daily") as entry:
            entry.identify("practice", f"{number}")
            pictures.save("before", image(number))
            end = outcome(number, pictures)
            entry.answer(end.puzzle, end.solution)
            entry.finish("practice", end)
        fixture = Fixture(folder / "fixtures" / "practice", f"name-{number % 3}")
        fixtures.save(fixture, encode_png(image(number)), ExpectedReading(grid(number)), {"number": number}, force=True)
