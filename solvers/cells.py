"""Positions on a board, and the characters of a grid of regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final, TypeAlias, TypeVar

Node = TypeVar("Node", bound=Hashable)
Items = TypeVar("Items", str, bytes, bytearray, list[str], list[int], tuple[int, ...])

Cell: TypeAlias = tuple[int, int]
"""(row, col) of a cell, counted from 0."""

LETTERS: Final = ascii_uppercase + ascii_lowercase
"""Letters that name regions, in the order of use."""

WALL: Final = "#"
"""Character of a cell that belongs to no region and holds nothing."""

PLAIN: Final = "."
"""Character of a cell on a board without regions."""


def fill_grid(rows: int, cols: int, blank: str, characters: Mapping[Cell, str]) -> tuple[str, ...]:
    """Return rows of text with these characters, and a blank at every other cell."""
    return change_cells((blank * cols,) * rows, characters)


def change_cells(grid: Sequence[str], characters: Mapping[Cell, str]) -> tuple[str, ...]:
    """Return rows of text with these characters in some of their cells."""
    lines = list(map(list, grid))
    for (row, col), character in characters.items():
        lines[row][col] = character
    return tuple(map("".join, lines))


def find_connected(start: Node, neighbours: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Return all that can be reached from a start, itself included, from neighbour to neighbour."""
    reached = {start}
    todo = [start]
    while todo:
        for other in neighbours(todo.pop()):
            if other not in reached:
                reached.add(other)
                todo.append(other)
    return reached


def beside(cell: Cell) -> Iterator[Cell]:
    """Yield the four (row, col) that share an edge with a cell, on the board or not."""
    row, col = cell
    yield row - 1, col
    yield row, col - 1
    yield row, col + 1
    yield row + 1, col


def find_pieces(grid: Sequence[str]) -> dict[str, list[set[Cell]]]:
    """Return letter → the connected pieces of its region, by first appearance.

    Most regions are a single piece.
    """
    pieces: dict[str, list[set[Cell]]] = {}
    letter_of: dict[Cell, str] = {}
    for row, line in enumerate(grid):
        for col, letter in enumerate(line):
            if letter.isalpha():
                letter_of[row, col] = letter

    def list_alike(cell: Cell) -> Iterator[Cell]:
        for other in beside(cell):
            if letter_of.get(other) == letter_of[cell]:
                yield other

    seen: set[Cell] = set()
    for start, letter in letter_of.items():
        if start in seen:
            continue
        piece = find_connected(start, list_alike)
        seen |= piece
        pieces.setdefault(letter, []).append(piece)
    return pieces


def rename_regions(
    grid: Sequence[str], reference: Sequence[str], spare: str = LETTERS
) -> tuple[str, ...]:
    """Return a grid with each region named after the region of a reference grid that shares most of
    its cells.

    Both grids have the same size. Letters are given out one to one; other characters stay as they
    are. Regions without a partner get, by first appearance, those letters of ``spare`` that no
    other region has.
    """
    cells = "".join(grid)
    names: dict[str, str] = {}
    # The largest overlaps first, so that a region keeps the name of most of its cells.
    for (letter, name), _ in Counter(zip(cells, "".join(reference), strict=True)).most_common():
        is_taken = letter in names or name in names.values()
        if letter.isalpha() and name.isalpha() and not is_taken:
            names[letter] = name
    # A generator, because each new name is taken at once.
    free = (name for name in spare if name not in set(names.values()))
    for letter in cells:
        if letter.isalpha() and letter not in names:
            names[letter] = next(free, letter)
    table = str.maketrans(names)
    return translate_rows(grid, table)


def translate_rows(grid: Iterable[str], table: Mapping[int, str]) -> tuple[str, ...]:
    """Return rows of text with each character replaced as in ``str.translate``."""
    return tuple(row.translate(table) for row in grid)


def split_evenly(items: Items, length: int) -> list[Items]:
    """Return the parts of this length, such as the rows of a board whose cells are in one row."""
    return [items[at : at + length] for at in range(0, len(items), length)]


class PlainData:
    """Base of dataclasses that can be converted to plain data."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as texts, numbers, True, False, None, lists and dictionaries, which
        `json.dumps` takes.

        Fields that the representation leaves out are left out here too; sets become sorted lists.
        """
        assert is_dataclass(self)
        return {
            field.name: plain(getattr(self, field.name)) for field in fields(self) if field.repr
        }


def plain(value: Any) -> Any:
    """Return a value as plain data."""
    if isinstance(value, PlainData):
        return value.to_dict()
    if isinstance(value, frozenset | set):
        return list(map(plain, sorted(value)))
    if isinstance(value, tuple | list):
        return list(map(plain, value))
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def bits(mask: int) -> Iterator[int]:
    """Yield the set bits of a mask, lowest first, each as a mask."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def list_numbers(mask: int) -> list[int]:
    """Return the numbers of the set bits of a mask, lowest first."""
    return [bit.bit_length() - 1 for bit in bits(mask)]


def set_bits(numbers: Iterable[int]) -> int:
    """Return the mask with the bits of these numbers, each given once."""
    return sum(1 << number for number in numbers)


def choose_bits(mask: int, is_chosen: Callable[[int], object]) -> int:
    """Return those bits of a mask for which a test, called with each bit as a mask, is true."""
    return sum(filter(is_chosen, bits(mask)))
