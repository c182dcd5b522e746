"""Star Battle puzzles of the practice site, by kind, seed or id.

Every puzzle comes from the generator; its id holds series, size and seed. ``puzzles.jsonl`` holds
the first puzzles of each kind, one per line. Small puzzles of other seeds are made on request.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice, product

from solvers.cells import find_pieces
from solvers.errors import AutoplayError
from solvers.star_battle import Puzzle, generate, solutions

Cells = frozenset[tuple[int, int]]

MAX_COLOURS = 17
"""Number of colours in the skin that shows regions by colour."""

MAX_LIVE_SIZE = 9
"""Largest size that is made while a page waits."""

FIRST_NUMBER = 1000
"""Offset from a seed to the number that a page shows, so that it looks like one of many."""


@dataclass(frozen=True, slots=True)
class StarBoard:
    """Star Battle puzzle as the site serves it.

    ``grid`` is N strings of N letters, one letter per region; ``#`` is a wall and ``.`` a cell of a
    board without regions. ``stars`` is the number of stars in every row, column and region.
    """

    id: str
    stars: int
    grid: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of rows, and of columns."""
        return len(self.grid)

    @property
    def number(self) -> int:
        """The puzzle's ID as a page shows it.

        It consists of the seed, two digits for the kind, and one for how the puzzle was spoilt.
        """
        plain, _, solutions = self.id.partition("~")
        series, _, seed = plain.rpartition("-")
        kind = [kind.name_board(0) for kind in KINDS].index(f"{series}-0")
        return (int(seed) + FIRST_NUMBER) * 1000 + 10 * kind + SPOILT.index(solutions)

    @property
    def shapeless(self) -> bool:
        """True if the board has walls instead of regions."""
        return set("".join(self.grid)) <= {"#", "."}


@dataclass(frozen=True, slots=True)
class StarKind:
    """Entry of the size menu: its ``label`` in the title, and the boards that it shows.

    ``series`` is the start of their ids, ``difficulty`` their rating (None for any), and
    ``bundled`` how many come with the site, those of the seeds from 0.
    """

    label: str
    size: int
    stars: int
    bundled: int
    series: str = "practice"
    difficulty: str | None = None

    @property
    def live(self) -> bool:
        """True if a board can be made while a page waits."""
        return self.size <= MAX_LIVE_SIZE

    def name_board(self, seed: int) -> str:
        """Return the id of the board of a seed."""
        return f"{self.series}-{self.size}x{self.size}-{seed}"


KINDS = (
    StarKind("5x5/1★ Normal", 5, 1, 6, difficulty="normal"),
    StarKind("6x6/1★ Normal", 6, 1, 6, difficulty="normal"),
    StarKind("6x6/1★ Hard", 6, 1, 6, "hard", "hard"),
    StarKind("8x8/1★ Normal", 8, 1, 6, difficulty="normal"),
    StarKind("8x8/1★ Hard", 8, 1, 6, "hard", "hard"),
    StarKind("10x10/2★ Normal", 10, 2, 6, difficulty="normal"),
    StarKind("10x10/2★ Hard", 10, 2, 6, "hard", "hard"),
    StarKind("14x14/3★ Normal", 14, 3, 4, difficulty="normal"),
    # At this size, puzzles that are called hard in print need the deepest rules.
    StarKind("14x14/3★ Hard", 14, 3, 4, "hard", "expert"),
    StarKind("4★ Special Daily", 17, 4, 3),
    StarKind("5★ Special Weekly", 21, 5, 3),
    StarKind("6★ Special Monthly", 25, 6, 3),
    StarKind("6x6/1★ Shapeless", 6, 1, 4, "shapeless"),
    StarKind("8x8/1★ Shapeless", 8, 1, 4, "shapeless"),
    StarKind("10x10/2★ Shapeless", 10, 2, 4, "shapeless"),
    StarKind("7x7/1★ Queens", 7, 1, 4, "queens"),
    StarKind("9x9/1★ Queens", 9, 1, 4, "queens"),
    StarKind("10x10/1★ Queens", 10, 1, 4, "queens"),
)
SIZE_MENU = 15
"""Number of kinds in the size menu; the others are usual sizes of the colour skin."""
SPOILT = ("", "0", "2")
"""Numbers of solutions that an id can have after a ``~``; without it, there is exactly one."""


class NoPuzzle(LookupError):
    """The site does not have such a puzzle."""


@cache
def collection() -> tuple[StarBoard, ...]:
    """Return all bundled puzzles, in the order of the file."""
    text = files("autoplay.practice").joinpath("puzzles.jsonl").read_text(encoding="utf-8")
    boards = []
    for line in text.splitlines():
        row = json.loads(line)
        boards.append(StarBoard(row["id"], row["stars"], tuple(row["grid"])))
    return tuple(boards)


def pick(size: int, seed: int | None = None, *, after: str = "") -> StarBoard:
    """Return the puzzle of a kind (an index into KINDS) and seed.

    Without a seed it is a bundled one other than ``after``. If boards are too large to be made on
    request, seeds beyond the bundled ones repeat these. Raises NoPuzzle if there is none.
    """
    kind = KINDS[size]
    if seed is not None:
        return _find_board(kind, seed)
    boards = [_find_board(kind, number) for number in range(kind.bundled)]
    return random.choice([board for board in boards if board.id != after])


def find(puzzle_id: str) -> StarBoard:
    """Return the puzzle of an id, spoilt ones (`spoil`) included.

    Raises NoPuzzle.
    """
    plain, _, solutions = puzzle_id.partition("~")
    series, _, seed = plain.rpartition("-")
    for kind in KINDS:
        if kind.name_board(0) == f"{series}-0" and solutions in SPOILT and seed.isdecimal():
            if seed != str(int(seed)):  # another spelling of the number is no id
                break
            board = _find_board(kind, int(seed))
            return spoil(board, int(solutions)) if solutions else board
    raise NoPuzzle(f"this site has no puzzle {puzzle_id!r}")


def _find_board(kind: StarKind, seed: int) -> StarBoard:
    """Return the board of a seed: bundled, generated, or a bundled one with another id.

    Raises NoPuzzle.
    """
    # Boards that take seconds to make repeat the bundled ones.
    known = seed
    if seed >= kind.bundled and not kind.live:
        known = seed % kind.bundled
    for board in collection():
        if board.id == kind.name_board(known):
            return replace(board, id=kind.name_board(seed))
    if not kind.live:
        raise NoPuzzle(f"no {kind.label} puzzle comes with the site; try another size")
    return make_board(kind, seed)


@lru_cache(maxsize=100)
def make_board(kind: StarKind, seed: int) -> StarBoard:
    """Generate a board. Raises NoPuzzle."""
    try:
        puzzle = generate(
            kind.size,
            kind.stars,
            seed,
            difficulty=kind.difficulty,
            shapeless=kind.series == "shapeless",
        )
        return StarBoard(kind.name_board(seed), puzzle.stars, puzzle.grid)
    except AutoplayError as error:
        raise NoPuzzle(f"{kind.label}: {error.message}") from error


@cache
def spoil(board: StarBoard, solutions: int) -> StarBoard:
    """Return the board with one cell moved to a neighbouring region.

    It then has 0 solutions, or 2 and more. Raises NoPuzzle if no such change does it.
    """
    for grid in _move_cells(board):
        if len(solution_cells(grid, board.stars, limit=2)) == solutions:
            return replace(board, id=f"{board.id}~{solutions}", grid=grid)
    raise NoPuzzle(f"puzzle {board.id} can't be spoilt; try another seed")


def solution_cells(grid: tuple[str, ...], stars: int, *, limit: int) -> list[Cells]:
    """Return up to ``limit`` solutions of a grid, each as the cells of its stars."""
    return list(map(frozenset, islice(solutions(Puzzle(grid, stars)), limit)))


def _move_cells(board: StarBoard) -> Iterator[tuple[str, ...]]:
    """Yield every grid that differs in one cell and whose regions are still connected."""
    size = board.size
    for row, col in product(range(size), repeat=2):
        region = board.grid[row][col]
        near = set()
        for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
            if 0 <= r < size and 0 <= c < size:
                near.add(board.grid[r][c])
        for other in sorted(near - {region}):
            rows = list(board.grid)
            rows[row] = rows[row][:col] + other + rows[row][col + 1 :]
            grid = tuple(rows)
            # A region in two parts would give away that the board was spoilt.
            if board.shapeless or len(find_pieces(grid).get(region, ())) == 1:
                yield grid
