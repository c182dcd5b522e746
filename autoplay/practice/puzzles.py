"""The puzzles of the practice site, found by kind, seed or id.

Every puzzle is made by the generator, and its id tells how: the series, the size and the seed. ``puzzles.jsonl``
holds the first of each kind, one a line; small ones of other seeds are made when they are asked for.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

from solvers.errors import AutoplayError
from solvers.star_battle.model import connected

Cells = frozenset[tuple[int, int]]

MAX_COLOURS = 17
"""How many colours the skin that shows regions by colour has."""

MAX_LIVE_SIZE = 9
"""Larger boards are not made while a page waits for them."""

FIRST_NUMBER = 1000
"""What is added to a seed for the number a page shows, so that it looks like one of many."""


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle as the site serves it.

    ``grid`` is N strings of N letters, one letter a region; ``#`` is a wall and ``.`` a cell of a board
    without regions. ``stars`` stand in every row, column and region.
    """

    id: str
    stars: int
    grid: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of rows, which is that of the columns."""
        return len(self.grid)

    @property
    def number(self) -> int:
        """The puzzle's ID as a page shows it: the seed, two digits for the kind, one for how it was spoilt."""
        plain, _, solutions = self.id.partition("~")
        series, _, seed = plain.rpartition("-")
        kind = next(i for i, kind in enumerate(KINDS) if kind.id(0) == f"{series}-0")
        return (int(seed) + FIRST_NUMBER) * 1000 + 10 * kind + SPOILT.index(solutions)

    @property
    def shapeless(self) -> bool:
        """Whether the board has walls instead of regions."""
        return set("".join(self.grid)) <= {"#", "."}

    @property
    def colourable(self) -> bool:
        """Whether the board can be shown by a colour a region."""
        return not self.shapeless and self.size <= MAX_COLOURS


@dataclass(frozen=True, slots=True)
class Kind:
    """An entry of the size menu: ``label`` as it stands in the title, and the boards it shows.

    ``series`` is how their ids begin, ``difficulty`` what they are explained as, None where any will do, and
    ``bundled`` how many come with the site: those of the seeds from 0.
    """

    label: str
    size: int
    stars: int
    bundled: int
    series: str = "practice"
    difficulty: str | None = None

    @property
    def shapeless(self) -> bool:
        """Whether the boards have walls instead of regions."""
        return self.series == "shapeless"

    @property
    def live(self) -> bool:
        """Whether making a board takes no longer than a page may take."""
        return self.size <= MAX_LIVE_SIZE

    def id(self, seed: int) -> str:
        """The id of the board of a seed."""
        return f"{self.series}-{self.size}x{self.size}-{seed}"

    def make(self, seed: int) -> Board:
        """The board of a seed, from the generator."""
        from solvers.star_battle import generate

        puzzle = generate(self.size, self.stars, seed, difficulty=self.difficulty, shapeless=self.shapeless)
        return Board(self.id(seed), puzzle.stars, puzzle.grid)


KINDS = (
    Kind("5x5/1★ Normal", 5, 1, 6, difficulty="normal"),
    Kind("6x6/1★ Normal", 6, 1, 6, difficulty="normal"),
    Kind("6x6/1★ Hard", 6, 1, 6, "hard", "hard"),
    Kind("8x8/1★ Normal", 8, 1, 6, difficulty="normal"),
    Kind("8x8/1★ Hard", 8, 1, 6, "hard", "hard"),
    Kind("10x10/2★ Normal", 10, 2, 6, difficulty="normal"),
    Kind("10x10/2★ Hard", 10, 2, 6, "hard", "hard"),
    Kind("14x14/3★ Normal", 14, 3, 4, difficulty="normal"),
    # What is called hard in print needs the deepest rules at this size.
    Kind("14x14/3★ Hard", 14, 3, 4, "hard", "expert"),
    Kind("4★ Special Daily", 17, 4, 3),
    Kind("5★ Special Weekly", 21, 5, 3),
    Kind("6★ Special Monthly", 25, 6, 3),
    Kind("6x6/1★ Shapeless", 6, 1, 4, "shapeless"),
    Kind("8x8/1★ Shapeless", 8, 1, 4, "shapeless"),
    Kind("10x10/2★ Shapeless", 10, 2, 4, "shapeless"),
    Kind("7x7/1★ Queens", 7, 1, 4, "queens"),
    Kind("9x9/1★ Queens", 9, 1, 4, "queens"),
    Kind("10x10/1★ Queens", 10, 1, 4, "queens"),
)
SIZE_MENU = 15
"""How many of the kinds the size menu shows; the others are usual sizes of the colour skin."""


SPOILT = ("", "0", "2")
"""The number of solutions that an id may name after a ``~``; without one it has a single one."""


class NoPuzzle(LookupError):
    """The collection holds no such puzzle."""


@cache
def collection() -> tuple[Board, ...]:
    """Every puzzle that comes with the site, in the order of the file."""
    lines = files("autoplay.practice").joinpath("puzzles.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return tuple(Board(str(row["id"]), int(row["stars"]), tuple(row["grid"])) for row in rows)


def pick(size: int, seed: int | None = None, *, after: str = "") -> Board:
    """The puzzle of a kind (an index into KINDS) that a seed names; without a seed a bundled one but ``after``.

    Seeds beyond the bundled ones show these again where boards are too large to be made at once.

    Raises NoPuzzle where there is none.
    """
    kind = KINDS[size]
    if seed is not None:
        return _of_seed(kind, seed)
    pool = [_of_seed(kind, seed) for seed in range(kind.bundled)]
    return random.choice([board for board in pool if board.id != after] or pool)


def find(puzzle_id: str) -> Board:
    """The puzzle of an id, or of the number that pages show, spoilt ones (see `spoil`) included; raises NoPuzzle."""
    plain, _, solutions = _named(puzzle_id).partition("~")
    series, _, number = plain.rpartition("-")
    kind = next((kind for kind in KINDS if kind.id(0) == f"{series}-0"), None)
    if kind is None or solutions not in SPOILT or not number.isdecimal() or number != str(int(number)):
        raise NoPuzzle(f"no puzzle {puzzle_id!r} was served here")
    board = _of_seed(kind, int(number))
    return spoil(board, int(solutions)) if solutions else board


def _named(puzzle_id: str) -> str:
    """The id for the number of a puzzle; anything else as it is."""
    digits = puzzle_id.replace(",", "")
    if not digits.isdecimal():
        return puzzle_id
    seed, rest = divmod(int(digits), 1000)
    kind, spoilt = divmod(rest, 10)
    if seed < FIRST_NUMBER or kind >= len(KINDS) or spoilt >= len(SPOILT):
        return ""
    return f"{KINDS[kind].id(seed - FIRST_NUMBER)}~{SPOILT[spoilt]}".rstrip("~")


def _of_seed(kind: Kind, seed: int) -> Board:
    """The board of a seed: a bundled one, one made now, or a bundled one under another id; raises NoPuzzle."""
    board = _bundled().get(kind.id(seed if seed < kind.bundled or kind.live else seed % kind.bundled))
    if board is None and not kind.live:
        raise NoPuzzle(f"no {kind.label} puzzle comes with the site; try another size")
    return replace(board, id=kind.id(seed)) if board else _made(kind, seed)


def _bundled() -> dict[str, Board]:
    return {board.id: board for board in collection()}


@lru_cache(maxsize=100)
def _made(kind: Kind, seed: int) -> Board:
    """A board made now; raises NoPuzzle."""
    try:
        return kind.make(seed)
    except AutoplayError as error:
        raise NoPuzzle(f"{kind.label}: {error.message}") from error


@cache
def spoil(board: Board, solutions: int) -> Board:
    """The board with one cell given to a neighbouring region so that it has 0, or 2 and more, solutions.

    Raises NoPuzzle where no such exchange does it.
    """
    for grid in _exchanges(board):
        if len(solution_cells(grid, board.stars, limit=2)) == solutions:
            return replace(board, id=f"{board.id}~{solutions}", grid=grid)
    raise NoPuzzle(f"puzzle {board.id} cannot be spoilt; try another seed")


def solution_cells(grid: tuple[str, ...], stars: int, *, limit: int) -> list[Cells]:
    """Up to ``limit`` solutions of a grid, each as the cells of its stars."""
    from itertools import islice

    from solvers.star_battle import Puzzle, solutions

    return [frozenset(cells) for cells in islice(solutions(Puzzle(grid, stars)), limit)]


def _exchanges(board: Board) -> Iterator[tuple[str, ...]]:
    """Every grid that differs in one cell and whose regions still hang together."""
    n = board.size
    for r, c in product(range(n), repeat=2):
        around = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
        near = {board.grid[y][x] for y, x in around if 0 <= y < n and 0 <= x < n}
        for region in sorted(near - {board.grid[r][c]}):
            row = board.grid[r][:c] + region + board.grid[r][c + 1 :]
            grid = (*board.grid[:r], row, *board.grid[r + 1 :])
            if board.shapeless or _connected(grid, board.grid[r][c]):
                yield grid


def _connected(grid: tuple[str, ...], region: str) -> bool:
    cells = {(r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter == region}
    return bool(cells) and connected(cells, min(cells)) == cells
