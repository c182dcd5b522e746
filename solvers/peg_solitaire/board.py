"""Boards of peg solitaire: their sites, jumps and symmetries, and the usual boards by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product, starmap
from typing import Final

from solvers.cells import Cell, find_connected, list_numbers, set_bits, split_evenly
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

LEAST_TURN: Final[dict[Lattice, Callable[[int, int], Cell]]] = {
    "square": lambda row, col: (col, -row),
    "triangular": lambda row, col: ((row + col) // 2, (col - 3 * row) // 2),
}
"""The least rotation of a lattice, of (row, col).

If the sum of both is odd, which it is for all sites or for none, it moves the board by half a
column and half a row.
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
        return 1 + self.sites[-1][0]

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
        return dict(zip(self.sites, count(), strict=False))

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
        found: dict[tuple[int, ...], None] = {}
        for side in (1, -1):
            turned = [(row, side * col) for row, col in self.sites]
            # There are as many turns as directions in which a site has neighbours.
            for _ in NEIGHBOURS[self.lattice]:
                found[self._match_sites(turned)] = None
                turned = list(starmap(LEAST_TURN[self.lattice], turned))
        return tuple(filter(None, found))

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
        hint = f"pegs are in {', '.join(map(str, list_numbers(position)))}"
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
        return set_bits(numbers)

    def _match_sites(self, turned: Sequence[Cell]) -> tuple[int, ...]:
        """Return the new site of each site, or () if the board is not mapped onto itself."""
        # A turn moves the board away from its place; it is moved back, so that the first sites
        # agree.
        top, left = self.sites[0]
        row, col = min(turned)
        moved: list[int] = []
        for at, across in turned:
            number = self.numbers.get((at + top - row, across + left - col))
            if number is None:
                return ()
            moved.append(number)
        return tuple(moved)

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


class Symmetry:
    """Rotations and reflections of a board that map a set of ends onto itself."""

    def __init__(self, board: Board, ends: frozenset[int]) -> None:
        self._turns: list[list[list[int]]] = []
        for way in board.symmetries[1:]:
            turn = list(map(_map_byte, split_evenly(way, 8)))
            if ends == {_turn_position(end, turn) for end in ends}:
                self._turns.append(turn)

    def find_least(self, position: int) -> int:
        """Return the smallest of a position and its rotated and mirrored images, as a number."""
        least = position
        for turn in self._turns:
            least = min(least, _turn_position(position, turn))
        return least


def _turn_position(position: int, tables: list[list[int]]) -> int:
    """Return the transformed position, by a table for each of its bytes."""
    turned = 0
    for table in tables:
        turned |= table[position & 255]
        position >>= 8
    return turned


def _map_byte(way: tuple[int, ...]) -> list[int]:
    """Return, for each value of a byte, the position that its bits become."""
    table = [0]
    for to in way:
        table += [moved | 1 << to for moved in table]
    return table


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
    images = zip(*board.symmetries, strict=True)
    return tuple(sorted({tuple(sorted(set(holes))) for holes in images}))


def _center_rows(lengths: Sequence[int], lattice: Lattice) -> Board:
    """Return the board with rows of this many sites, each centred."""
    # Neighbours in a row of a triangular lattice are two columns apart.
    step = 2 if lattice == "triangular" else 1
    sites: list[Cell] = []
    for row, length in enumerate(lengths):
        left = (max(lengths) - length) * step // 2
        sites += product([row], range(left, left + step * length, step))
    return Board(tuple(sites), lattice)


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
        return _center_rows(_SQUARE_BOARDS[name], "square")
    # Triangles have names for every size, the other boards for the usual one.
    found = re.fullmatch("triangle([0-9]{1,9})", name)
    if found and 2 <= int(found[1]) <= LARGEST_TRIANGLE:
        return _center_rows(range(1, int(found[1]) + 1), "triangular")
    raise BadNotation(
        f"there is no board {name[:20]!r}",
        hint=f"one of {', '.join(BOARDS)}, or rows of 'o' and '.'",
    )
