"""Boards of peg solitaire: their sites, jumps and symmetries, and the usual boards by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import Final

from solvers.cells import Cell, find_connected
from solvers.errors import BadNotation, IllegalMove
from solvers.names import LATTICES, Lattice

Jump = tuple[int, int, int]
"""Numbers of the sites from which a peg jumps, over which, and to which."""

PEG: Final = "o"
HOLE: Final = "."
NO_SITE: Final = " "
"""Characters of a board's text: a site with a peg, a site without, and no site."""

STEP: Final = "a peg jumps over its neighbour, straight on into the next hole"
"""Hint for a jump that no board has."""

NEIGHBOURS: Final[dict[Lattice, tuple[Cell, ...]]] = {
    "square": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "triangular": ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1)),
}
"""(row, col) offsets of a site's neighbours.

Columns of a triangular lattice are half a step wide.
"""


MOST_SITES: Final = 1000
"""Maximum number of sites: the largest board that people play has 210, and from some 100 on no
search ends. Preparing one takes time with the square of this number: half a second for 900."""


@dataclass(frozen=True)
class Board:
    """Sites of a board, each a place for one peg; they are numbered from 0 in order.

    Attributes
    ----------
    sites : (row, col) of each, row by row: the place of its character in the board's text.
    lattice : ``"square"``, or ``"triangular"``, on which row and column are either both even or
        both odd, or one of each, for all sites alike.

    Raises
    ------
    BadNotation
        There are no sites or more than MOST_SITES, or one of them is not on such a lattice, or they
        are not connected: pegs in separate parts can never meet.
    """

    sites: tuple[Cell, ...]
    lattice: Lattice = "square"

    def __post_init__(self) -> None:
        if not self.sites:
            raise BadNotation("a board without sites", hint="rows of 'o' (peg) and '.' (hole)")
        if len(self.sites) > MOST_SITES:
            raise BadNotation(
                f"a board of {len(self.sites)} sites", hint=f"a board of at most {MOST_SITES} sites"
            )
        if self.lattice not in LATTICES:
            raise BadNotation(f"there is no lattice {self.lattice!r}", hint="square or triangular")
        object.__setattr__(self, "sites", tuple(sorted(set(self.sites))))
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
        jumps: list[Jump] = []
        for start, (row, col) in enumerate(self.sites):
            for down, right in NEIGHBOURS[self.lattice]:
                over = self.numbers.get((row + down, col + right))
                to = self.numbers.get((row + 2 * down, col + 2 * right))
                if over is not None and to is not None:
                    jumps.append((start, over, to))
        return tuple(jumps)

    @cached_property
    def masks(self) -> dict[Jump, tuple[int, int]]:
        """Jump → its three sites, and the two of them that need a peg, as bits.

        In a position with ``position & sites == pegs`` it is possible, and leads to
        ``position ^ sites``.
        """
        found: dict[Jump, tuple[int, int]] = {}
        for jump in self.jumps:
            start, over, to = jump
            pegs = 1 << start | 1 << over
            found[jump] = (pegs | 1 << to, pegs)
        return found

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Rotations and reflections of the board: each gives the new site of every site.

        The first is the identity.
        """
        turns = _square_turns() if self.lattice == "square" else _triangular_turns()
        return tuple(filter(None, dict.fromkeys(map(self._turn_sites, turns))))

    def list_jumps(self, position: int) -> list[Jump]:
        """Return the jumps that are possible in a position."""
        return [jump for jump, (sites, pegs) in self.masks.items() if position & sites == pegs]

    def list_ends(self, jumps: Iterable[Jump]) -> tuple[Cell, ...]:
        """Return (row, col) of the start and the end of each jump in turn."""
        cells: list[Cell] = []
        for start, _, to in jumps:
            cells += [self.sites[start], self.sites[to]]
        return tuple(cells)

    def make_jump(self, position: int, jump: Jump) -> int:
        """Return the position after a jump of this board; raises IllegalMove if it is not possible
        there.
        """
        start, over, to = jump
        if jump not in self.masks:
            raise IllegalMove(f"holes {start}, {over} and {to} are not three in a line", hint=STEP)
        hint = f"pegs are in {', '.join(map(str, list_pegs(position)))}"
        for hole in (start, over):
            if not position >> hole & 1:
                raise IllegalMove(f"there is no peg in hole {hole}", hint=hint)
        if position >> to & 1:
            raise IllegalMove(f"hole {to} is not empty", hint=hint)
        return position ^ self.masks[jump][0]

    def bits(self, numbers: frozenset[int]) -> int:
        """Return the position with pegs at these sites.

        Raises BadNotation for a number that no site has.
        """
        last = len(self.sites) - 1
        for number in numbers:
            if not 0 <= number <= last:
                raise BadNotation(
                    f"there is no hole {number} on this board",
                    hint=f"holes are 0 to {last}, row by row",
                )
        return sum(1 << number for number in numbers)

    def _turn_sites(self, turn: Callable[[Cell], Cell]) -> tuple[int, ...]:
        """Return the new site of each site, or () if the board is not mapped onto itself."""
        # A turn moves the board away from its place; it is moved back before it is compared.
        turned = [turn(site) for site in self.sites]
        down = min(row for row, _ in self.sites) - min(row for row, _ in turned)
        right = min(col for _, col in self.sites) - min(col for _, col in turned)
        places = [self.numbers.get((row + down, col + right), -1) for row, col in turned]
        return () if -1 in places else tuple(places)

    def _check_lattice(self) -> None:
        for row, col in self.sites:
            if self.lattice == "triangular" and (row + col - sum(self.sites[0])) % 2:
                raise BadNotation(
                    f"row {row + 1}, column {col + 1}: not half a column beside its neighbours "
                    "above and below",
                    hint="indent each row of a triangular board by one space more or less; "
                    "or --lattice square",
                )

    def _check_connected(self) -> None:
        def list_neighbours(site: Cell) -> Iterator[Cell]:
            for down, right in NEIGHBOURS[self.lattice]:
                if (site[0] + down, site[1] + right) in self.numbers:
                    yield site[0] + down, site[1] + right

        reached = find_connected(self.sites[0], list_neighbours)
        for row, col in self.sites:
            if (row, col) not in reached:
                raise BadNotation(
                    f"row {row + 1}, column {col + 1}: not connected with the board's first site",
                    hint="one board whose sites are all neighbours of others; or --lattice",
                )


def _square_turns() -> Iterator[Callable[[Cell], Cell]]:
    """Yield the symmetries of a square lattice: rows and columns are swapped or change sign."""
    for swap, down, right in product((False, True), (1, -1), (1, -1)):

        def turn(site: Cell, swap: bool = swap, down: int = down, right: int = right) -> Cell:
            row, col = site
            return (right * col, down * row) if swap else (down * row, right * col)

        yield turn


def _triangular_turns() -> Iterator[Callable[[Cell], Cell]]:
    """Yield the symmetries of a triangular lattice.

    A site has three coordinates, of sum 0, along the three lines through it: they are swapped or
    change sign.
    """
    for order, sign in product(permutations(range(3)), (1, -1)):

        def turn(site: Cell, order: tuple[int, ...] = order, sign: int = sign) -> Cell:
            row, col = site
            along = (2 * row, col - row, -col - row)
            first = sign * along[order[0]]
            second = sign * along[order[1]]
            return first // 2, second + first // 2

        yield turn


class Symmetry:
    """Rotations and reflections of a board that map a set of ends onto itself."""

    def __init__(self, board: Board, ends: frozenset[int]) -> None:
        turns = map(_map_bytes, board.symmetries[1:])
        self._turns = [turn for turn in turns if ends == {_turn(end, turn) for end in ends}]

    def least(self, position: int) -> int:
        """Return the smallest of a position and its rotated and mirrored images, as a number."""
        return min([position, *[_turn(position, turn) for turn in self._turns]])


def _turn(position: int, tables: list[list[int]]) -> int:
    """Return the transformed position, by a table for each of its bytes."""
    turned = 0
    for table in tables:
        turned |= table[position & 255]
        position >>= 8
    return turned


def _map_bytes(way: tuple[int, ...]) -> list[list[int]]:
    return [_map_byte(way[first : first + 8]) for first in range(0, len(way), 8)]


def _map_byte(way: tuple[int, ...]) -> list[int]:
    """Return, for each value of a byte, the position that its bits become."""
    table = [0]
    for to in way:
        table += [moved | 1 << to for moved in table]
    return table


def list_pegs(position: int) -> list[int]:
    """Return the numbers of the sites that have a peg."""
    return [number for number in range(position.bit_length()) if position >> number & 1]


def moves_of(jumps: Iterable[Jump]) -> tuple[tuple[Jump, ...], ...]:
    """Return the jumps of each move: consecutive jumps of the same peg."""
    moves: list[tuple[Jump, ...]] = []
    for jump in jumps:
        # The same peg jumps on if it starts where the last jump ended.
        if moves and moves[-1][-1][2] == jump[0]:
            moves[-1] += (jump,)
        else:
            moves.append((jump,))
    return tuple(moves)


def start_classes(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the classes of holes that symmetry maps onto each other.

    Holes and classes in order of their numbers.
    """
    classes: set[tuple[int, ...]] = set()
    for hole in range(len(board.sites)):
        classes.add(tuple(sorted({way[hole] for way in board.symmetries})))
    return tuple(sorted(classes))


def _make_triangle(size: int) -> Board:
    sites: list[Cell] = []
    for row in range(size):
        sites += [(row, size - 1 - row + 2 * place) for place in range(row + 1)]
    return Board(tuple(sites), "triangular")


def _center_rows(lengths: Sequence[int]) -> Board:
    """Return a square board with centred rows of sites."""
    sites: list[Cell] = []
    for row, length in enumerate(lengths):
        sites += [(row, (max(lengths) - length) // 2 + col) for col in range(length)]
    return Board(tuple(sites))


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
"""Maximum rows of a triangle with a name: larger ones are not played, and their search would not
end.
"""


def named_board(name: str) -> Board:
    """Return the board of a name: one of BOARDS, or ``triangle`` and its number of rows.

    Raises BadNotation.
    """
    if name in _SQUARE_BOARDS:
        return _center_rows(_SQUARE_BOARDS[name])
    # Triangles have names for every size, the other boards for the usual one.
    found = re.fullmatch("triangle([0-9]{1,9})", name)
    if found and 2 <= int(found[1]) <= LARGEST_TRIANGLE:
        return _make_triangle(int(found[1]))
    raise BadNotation(
        f"there is no board {name[:20]!r}",
        hint=f"one of {', '.join(BOARDS)}, or rows of 'o' and '.'",
    )
