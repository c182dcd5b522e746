"""Boards of peg solitaire: their sites, jumps and symmetries, and the usual boards by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import Final, Literal

from solvers.cells import Cell
from solvers.errors import BadNotation

Lattice = Literal["square", "triangular"]
Jump = tuple[int, int, int]

PEG: Final = "o"
HOLE: Final = "."
NO_SITE: Final = " "
"""Characters of a board's text: a site with a peg, a site without, and a place that is not a site."""

LATTICES: Final[tuple[Lattice, ...]] = ("square", "triangular")
"""Lattices with four neighbours, or six."""

NEIGHBOURS: Final[dict[Lattice, tuple[Cell, ...]]] = {
    "square": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "triangular": ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1)),
}
"""(row, col) offsets of a site's neighbours; columns of a triangular lattice are half a step wide."""


@dataclass(frozen=True)
class Board:
    """Sites of a board, each a place for one peg; they are numbered from 0 in order.

    Attributes
    ----------
    sites : (row, col) of each, row by row: the place of its character in the board's text.
    lattice : ``"square"``, or ``"triangular"``, on which row and column are either both even or both odd, or one of
        each, for all sites alike.

    Raises
    ------
    BadNotation
        There are no sites, or one of them is not on such a lattice, or they are not connected: pegs in separate parts
        can never meet.
    """

    sites: tuple[Cell, ...]
    lattice: Lattice = "square"

    def __post_init__(self) -> None:
        if not self.sites:
            raise BadNotation("a board without sites", hint="rows of 'o' (peg) and '.' (hole)")
        if self.lattice not in LATTICES:
            raise BadNotation(f"there is no lattice {self.lattice!r}", hint="square or triangular")
        if self.sites != (in_order := tuple(sorted(set(self.sites)))):
            object.__setattr__(self, "sites", in_order)
        self._check_lattice()
        self._check_connected()

    @property
    def rows(self) -> int:
        """Number of rows of its text."""
        return 1 + max(row for row, _ in self.sites)

    @property
    def cols(self) -> int:
        """Number of columns of its text."""
        return 1 + max(col for _, col in self.sites)

    @property
    def full(self) -> int:
        """The position with a peg at every site: bit ``n`` is the site of number ``n``."""
        return (1 << len(self.sites)) - 1

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """(row, col) of a site → its number."""
        return {site: number for number, site in enumerate(self.sites)}

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """(from, over, to) of every jump that the sites allow, by number."""
        return tuple(
            (start, self.numbers[over], self.numbers[to])
            for start, (row, col) in enumerate(self.sites)
            for down, right in NEIGHBOURS[self.lattice]
            if (over := (row + down, col + right)) in self.numbers
            and (to := (row + 2 * down, col + 2 * right)) in self.numbers
        )

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Rotations and reflections of the board: each gives the new site of every site; the first is the identity."""
        turns = _square_turns() if self.lattice == "square" else _triangular_turns()
        found = {self._moved(turn): None for turn in turns}
        return tuple(way for way in found if way)

    def bits(self, numbers: frozenset[int]) -> int:
        """Return the position with pegs at these sites; raises BadNotation for a number that no site has."""
        for number in numbers:
            if not 0 <= number < len(self.sites):
                raise BadNotation(
                    f"there is no hole {number} on this board", hint=f"holes are 0 to {len(self.sites) - 1}, row by row"
                )
        return sum(1 << number for number in numbers)

    def _moved(self, turn: Callable[[Cell], Cell]) -> tuple[int, ...]:
        """Return the new site of each site, or () if the board is not mapped onto itself."""
        moved = [turn(site) for site in self.sites]
        up, left = (min(place) for place in zip(*moved, strict=True))
        top, first = (min(place) for place in zip(*self.sites, strict=True))
        places = [self.numbers.get((row - up + top, col - left + first), -1) for row, col in moved]
        return () if -1 in places else tuple(places)

    def _check_lattice(self) -> None:
        for row, col in self.sites:
            if self.lattice == "triangular" and (row + col - sum(self.sites[0])) % 2:
                raise BadNotation(
                    f"row {row + 1}, column {col + 1}: not half a column beside its neighbours above and below",
                    hint="indent each row of a triangular board by one space more or less; or --lattice square",
                )

    def _check_connected(self) -> None:
        reached, todo = {self.sites[0]}, [self.sites[0]]
        while todo:
            row, col = todo.pop()
            near = {(row + down, col + right) for down, right in NEIGHBOURS[self.lattice]}
            todo += (new := near & self.numbers.keys() - reached)
            reached |= new
        for row, col in self.sites:
            if (row, col) not in reached:
                message = f"row {row + 1}, column {col + 1}: not connected with the board's first site"
                raise BadNotation(message, hint="one board whose sites are all neighbours of others; or --lattice")


def _square_turns() -> Iterator[Callable[[Cell], Cell]]:
    for swap, down, right in product((False, True), (1, -1), (1, -1)):
        yield lambda site, swap=swap, down=down, right=right: (  # type: ignore[misc]
            (right * site[1], down * site[0]) if swap else (down * site[0], right * site[1])
        )


def _triangular_turns() -> Iterator[Callable[[Cell], Cell]]:
    """Yield the symmetries of a triangular lattice.

    A site has three coordinates, of sum 0, along the three lines through it: they are swapped or change sign.
    """
    for order, sign in product(permutations(range(3)), (1, -1)):

        def turn(site: Cell, order: tuple[int, ...] = order, sign: int = sign) -> Cell:
            row, col = site
            along = (2 * row, col - row, -col - row)
            first, second, _ = (sign * along[place] for place in order)
            return first // 2, second + first // 2

        yield turn


def moves_of(jumps: Iterable[Jump]) -> tuple[tuple[Jump, ...], ...]:
    """Return the jumps of each move: consecutive jumps of the same peg."""
    moves: list[tuple[Jump, ...]] = []
    for jump in jumps:
        if moves and moves[-1][-1][2] == jump[0]:
            moves[-1] += (jump,)
        else:
            moves.append((jump,))
    return tuple(moves)


def start_classes(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the classes of holes that symmetry maps onto each other; holes and classes in order of their numbers."""
    return tuple(sorted({tuple(sorted({way[hole] for way in board.symmetries})) for hole in range(len(board.sites))}))


def _triangle(size: int) -> Board:
    sites = ((row, size - 1 - row + 2 * place) for row in range(size) for place in range(row + 1))
    return Board(tuple(sites), "triangular")


def _rows(*lengths: int) -> Board:
    """Return a board with centred rows of sites."""
    widest = max(lengths)
    return Board(
        tuple((row, (widest - length) // 2 + col) for row, length in enumerate(lengths) for col in range(length))
    )


_SQUARE_BOARDS: Final = {
    "english": (3, 3, 7, 7, 7, 3, 3),
    "european": (3, 5, 7, 7, 7, 5, 3),
    "wiegleb": (3, 3, 3, 9, 9, 9, 3, 3, 3),
    "diamond": (1, 3, 5, 7, 9, 7, 5, 3, 1),
}
"""Name → number of sites in each row."""

BOARDS: Final = ("triangle4", "triangle5", "triangle6", "triangle7", *_SQUARE_BOARDS)
"""Names of the usual boards; triangles of other sizes have such names too."""

LARGEST_TRIANGLE: Final = 20
"""Maximum rows of a triangle with a name: larger ones are not played, and their search would not end."""


def named_board(name: str) -> Board:
    """Return the board of a name: one of BOARDS, or ``triangle`` and its number of rows; raises BadNotation."""
    if name in _SQUARE_BOARDS:
        return _rows(*_SQUARE_BOARDS[name])
    size = name.removeprefix("triangle")
    if name.startswith("triangle") and size.isdecimal() and size.isascii() and 2 <= int(size[:9]) <= LARGEST_TRIANGLE:
        return _triangle(int(size))
    raise BadNotation(f"there is no board {name[:20]!r}", hint=f"one of {', '.join(BOARDS)}, or rows of 'o' and '.'")
