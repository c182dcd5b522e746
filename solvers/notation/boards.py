"""Parts of all text forms: regions by numbers and by borders, checks, and the number of stars.

The borders of an N by N board are flags in two lists: ``across`` between cells side by side, row by
row, N - 1 a row; and ``down`` between cells above each other, row by row, N in each of N - 1 rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence, Set
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count, pairwise, product, starmap
from operator import ne
from typing import NamedTuple, TypeVar

from solvers.cells import LETTERS, PLAIN, WALL, Cell, beside, fill_grid, find_connected, find_pieces
from solvers.errors import BadNotation, SolveTimeout, count_of
from solvers.star_battle import USUAL_STARS, Puzzle, infer_stars
from solvers.star_battle.model import LARGEST, a_board
from solvers.star_battle.search import BOARDS_TO_INFER

Mark = TypeVar("Mark")

WALLED_FORMS = "--to letters, --to grid or --to penpa"
"""Hint for boards with walls."""

INFERENCE_S = ContextVar("INFERENCE_S", default=10.0)
"""Maximum seconds for inferring the stars per row; ``inference_within`` sets them."""


class Form(NamedTuple):
    """A text form.

    Attributes
    ----------
    parse : return the puzzle of a text in this form, with the stars that the user states, if any;
        raise BadNotation.
    format : return the puzzle as text that ends with a line feed; raise BadNotation if this form
        cannot express it.
    sign : pattern that is found only in texts of this form; None if there is nothing of the kind.
    is_one_line : True if a whole puzzle is one word.
    """

    parse: Callable[[str, int | None], Puzzle]
    format: Callable[[Puzzle], str]
    sign: re.Pattern[str] | None = None
    is_one_line: bool = False

    def is_form_of(self, text: str) -> bool:
        """Return True if a text has the sign of this form."""
        is_possible = not self.is_one_line or len(text.split()) == 1
        return is_possible and bool(self.sign and self.sign.search(text.strip()))


def letter_regions(rows: Sequence[Sequence[Hashable]]) -> tuple[str, ...]:
    """Return rows of letters for rows of any region names, by first appearance.

    Raises BadNotation past 52.
    """
    letters: dict[Hashable, str] = {}
    for number, row in enumerate(rows, 1):
        for column, name in enumerate(row, 1):
            if name not in letters:
                if len(letters) == len(LETTERS):
                    raise BadNotation(
                        f"row {number}, column {column}: "
                        f"more than {len(LETTERS)} different regions",
                        hint=f"boards up to {LARGEST}x{LARGEST}, one region per row",
                    )
                letters[name] = LETTERS[len(letters)]
    return tuple("".join(map(letters.__getitem__, row)) for row in rows)


def number_regions(puzzle: Puzzle, first: int) -> list[list[str]]:
    """Return rows of region numbers from ``first``, by first appearance."""
    numbers = dict(zip(puzzle.regions, map(str, count(first)), strict=False))
    return [list(map(numbers.__getitem__, row)) for row in puzzle.grid]


def find_signs(cells: Sequence[object], signs: Collection[object], size: int) -> frozenset[Cell]:
    """Return the (row, col) of the cells with one of these signs, given row by row."""
    return frozenset(divmod(place, size) for place, sign in enumerate(cells) if sign in signs)


def borders_across(grid: Sequence[str]) -> list[bool]:
    """Return, for each cell but the last of each row, True if there is a border to its right."""
    borders: list[bool] = []
    for row in grid:
        borders += starmap(ne, pairwise(row))
    return borders


def borders_down(grid: Sequence[str]) -> list[bool]:
    """Return, for each cell but those of the last row, True if there is a border below it."""
    borders: list[bool] = []
    for row, below in pairwise(grid):
        borders += map(ne, row, below)
    return borders


def regions_between(
    size: int, across: Sequence[bool], down: Sequence[bool], walls: Set[Cell] = frozenset()
) -> tuple[str, ...]:
    """Return rows of letters for the regions between borders.

    Raises BadNotation unless there are ``size``.
    """
    places = range(size)

    def list_neighbours(cell: Cell) -> Iterator[Cell]:
        for other in beside(cell):
            if other in walls or other[0] not in places or other[1] not in places:
                continue
            row, col = min(cell, other)
            is_beside = cell[0] == other[0]
            if not (across[row * (size - 1) + col] if is_beside else down[row * size + col]):
                yield other

    regions: list[set[Cell]] = []
    met = set(walls)
    for cell in product(places, places):
        if cell not in met:
            regions.append(find_connected(cell, list_neighbours))
            met |= regions[-1]
    # Borders that miss a piece join two regions, and a wrong one cuts a region in two.
    if len(regions) != size:
        left = f"the borders leave {count_of(len(regions), 'region')} on {a_board(size)}"
        raise BadNotation(
            f"{left}, which needs {size}", hint="draw all borders around every region"
        )
    letter_of: dict[Cell, str] = {}
    for letter, region in zip(LETTERS, regions, strict=False):
        letter_of |= dict.fromkeys(region, letter)
    return fill_grid(size, size, WALL, letter_of)


def check_plain(puzzle: Puzzle, *, marks: bool = False) -> None:
    """Raise BadNotation if a puzzle has walls or no regions, or marks unless the form can hold
    them.
    """
    for character, what in ((WALL, "with walls"), (PLAIN, "without regions")):
        if character in "".join(puzzle.grid):
            raise BadNotation(f"a board {what} cannot be written in this form", hint=WALLED_FORMS)
    if not marks:
        check_unmarked(puzzle)


def check_in_one_piece(puzzle: Puzzle) -> None:
    """Raise BadNotation if a region has several pieces, for a form that holds only borders."""
    for letter, pieces in find_pieces(puzzle.grid).items():
        if len(pieces) > 1:
            raise BadNotation(
                f"region {letter} in {len(pieces)} pieces cannot be written in this form: it has "
                "only borders",
                hint="--to letters, or --to grid if cells are marked",
            )


def check_unmarked(puzzle: Puzzle) -> None:
    """Raise BadNotation if stars or crosses are marked, for a form that cannot hold them."""
    if puzzle.given or puzzle.crossed:
        raise BadNotation(
            "marked stars and crosses cannot be written in this form",
            hint="grid, pzprv3, penpa and sbn can hold them",
        )


def map_marks(puzzle: Puzzle, star: Mark, cross: Mark) -> dict[Cell, Mark]:
    """Return (row, col) of the marked cells → the sign of their mark."""
    return dict.fromkeys(puzzle.crossed, cross) | dict.fromkeys(puzzle.given, star)


def parse_whole_number(text: str, what: str) -> int:
    """Return a whole number from 0 in decimal digits, at most nine of them; raises BadNotation."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadNotation(f"{what}: {text[:20]!r} is not a whole number", hint="decimal digits")
    return int(text)


@contextmanager
def inference_within(seconds: float) -> Iterator[None]:
    """Limit the time in which each text parsed in the block may infer its stars per row."""
    token = INFERENCE_S.set(min(seconds, INFERENCE_S.get()))
    try:
        yield
    finally:
        INFERENCE_S.reset(token)


def puzzle_of(
    grid: tuple[str, ...],
    argument: int | None,
    stated: int | None,
    *,
    given: Set[Cell] = frozenset(),
    crossed: Set[Cell] = frozenset(),
) -> Puzzle:
    """Return the puzzle on this grid, with the (row, col) that are known to hold a star, or none.

    The stars are those of the argument, else of the text, else the only number for which the board
    has exactly one solution, else the usual number for its size.

    Raises
    ------
    BadNotation
        The grid is not a board, argument and text disagree, or the number of stars cannot be
        inferred.
    """
    # Nobody can tell which of two different numbers is meant.
    if argument is not None and stated is not None and argument != stated:
        raise BadNotation(
            f"the text says {count_of(stated, 'star')}, --stars says {argument}",
            hint="leave one of them out",
        )
    stars = stated if argument is None else argument
    if stars is None:
        stars = _infer_stars(grid)
    return Puzzle(grid, stars, frozenset(given), frozenset(crossed))


def _infer_stars(grid: tuple[str, ...]) -> int:
    Puzzle(grid, 1)  # raises the grid's own errors before anything is inferred from it
    why = "no single number of stars gives this board exactly one solution"
    stars = None
    try:
        stars = infer_stars(grid, timeout_s=INFERENCE_S.get(), max_nodes=BOARDS_TO_INFER)
    except SolveTimeout as error:
        why = error.message
    stars = stars or USUAL_STARS.get(len(grid))
    if stars is None:
        raise BadNotation(why, hint="give --stars K, or write 'stars K' above the rows")
    return stars
