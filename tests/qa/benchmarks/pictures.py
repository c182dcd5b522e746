"""Pictures with known boards for the benchmarks of the reader: our fixtures, and a corpus if there
is one."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from autoplay.fixtures.expected_reading import canonical, parse
from autoplay.fixtures.fixture import EXPECTED, ORIGIN, PICTURE, find
from vision import inspect
from vision.errors import ReadingError
from vision.files.loading import load_image
from vision.game_reader import Attempt
from vision.image import Image
from vision.reading import Box, Mark, Reading, shared_area

FIXTURES = Path(__file__).parents[3] / "fixtures"
KEPT_APART = {"other-puzzle", "no-solution"}
"""Tags of a corpus' pictures that need not be read; a wrong reading counts nevertheless."""


@dataclass(frozen=True)
class Board:
    """Expected board of a picture: the canonical grid, its box in pixels, and the known marks, all
    of these kinds."""

    grid: tuple[str, ...]
    box: Box
    marks: frozenset[Mark] = frozenset()
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Picture:
    """Picture file and its boards; without any, the reader must refuse it. ``maker`` names where it
    comes from."""

    name: str
    path: Path
    boards: tuple[Board, ...]
    asked: bool = True
    maker: str = "ours"

    def image(self) -> Image:
        """Return the pixels."""
        return load_image(self.path)


class Score(NamedTuple):
    """Result for a picture: exact, refused or wrong, the confidence, and True if the marks were
    right; None if unknown.

    The confidence of a refusal is that of the grid that was refused, 0 where there was none.
    """

    verdict: str
    confidence: float = 0.0
    marks: bool | None = None


def fixtures(root: Path = FIXTURES) -> Iterator[Picture]:
    """Yield our fixtures, except those that were refused when recorded: the place of their boards
    is unknown."""
    for fixture in find(root):
        expected, origin = (
            parse(fixture.path(EXPECTED).read_text("utf-8")),
            json.loads(fixture.path(ORIGIN).read_bytes()),
        )
        if "box" not in origin:
            continue
        board = Board(
            expected.grid,
            tuple(origin["box"]),
            frozenset(expected.marks),
            frozenset({"star", "cross", "dot"}),
        )
        yield Picture(str(fixture), fixture.path(PICTURE), (board,))


def corpus(root: Path) -> Iterator[Picture]:
    """Yield the pictures of a folder with a ``corpus.json``: boards of regions or walls, and
    pictures without any."""
    for entry in json.loads((root / "corpus.json").read_text("utf-8")):
        if entry["kind"] in ("region", "shapeless", "negative"):
            several = entry["boards"] if isinstance(entry["boards"], list) else None
            expected = root / "images" / f"{entry['slug']}.grid.txt"
            rows = (
                []
                if several or entry["kind"] == "negative"
                else [entry | {"grid": expected.read_text().split()}]
            )
            boards = tuple(_board(row) for row in several or rows)
            maker = entry["source"].partition(":")[0]
            yield Picture(
                entry["slug"],
                root / entry["file"],
                boards,
                not KEPT_APART & set(entry["tags"]),
                maker,
            )


def _board(row: dict[str, Any]) -> Board:
    stars = row.get("stars_at")
    marks = frozenset(Mark(r, c, "star") for r, c in stars or ())
    kinds = frozenset({"star"}) if stars is not None else frozenset()
    return Board(canonical(row["grid"]), tuple(row["board_box"]), marks, kinds)


def score(image: Image, board: Board | None) -> Score:
    """Read the one board of a picture, as ``read_board`` does; None if there is none to be read."""
    try:
        seen = inspect(image)
    except ReadingError:
        return Score("refused")
    if len(seen.readings) == 1:
        return graded(seen.readings[0], board)
    tried = max(seen.attempts, key=lambda attempt: overlap(attempt, board), default=None)
    return Score("refused", tried.regions.confidence if tried and tried.regions else 0.0)


def scores(image: Image, boards: Sequence[Board]) -> list[Score]:
    """Score each board of a picture, and every reading of something that is not a board."""
    if len(boards) <= 1:
        return [score(image, boards[0] if boards else None)]
    left = inspect(image).readings
    found = []
    for board in boards:
        nearest = max(left, key=lambda reading: shared_area(reading.box, board.box), default=None)
        if nearest and shared_area(nearest.box, board.box):
            left.remove(nearest)
            found.append(graded(nearest, board))
        else:
            found.append(Score("refused"))
    return found + [graded(reading, None) for reading in left]


def graded(reading: Reading, board: Board | None) -> Score:
    """Compare a reading with the board that it should show."""
    if board is None or canonical(reading.grid) != board.grid:
        return Score("wrong", reading.confidence)
    right = {mark for mark in reading.marks if mark.kind in board.kinds} == board.marks
    return Score("exact", reading.confidence, right if board.kinds else None)


def overlap(attempt: Attempt, board: Board | None) -> float:
    """Return the area of a board that lies in the grid that was tried, in square pixels; all of it
    without a board."""
    return shared_area(attempt.lattice.box, board.box if board else attempt.lattice.box)


def add_options(parser: ArgumentParser) -> None:
    """Add the options that choose pictures."""
    parser.add_argument(
        "--corpus", type=Path, metavar="DIR", help="pictures beside our fixtures: DIR/corpus.json"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one picture in N")
    parser.add_argument("--jobs", type=int, default=2)


def chosen(options: Namespace) -> list[Picture]:
    """Return the pictures that the options ask for."""
    found = [*fixtures(), *(corpus(options.corpus) if options.corpus else ())]
    return found[:: options.every]


def in_parallel(function: Callable[..., Any], items: Iterable[Any], jobs: int) -> Iterator[Any]:
    """Yield the results in order; with one job, computed in this process."""
    if jobs == 1:
        yield from map(function, items)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(function, items)
