"""How places and units are named in sentences: as people count, from 1."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from solvers.cells import Cell
from solvers.star_battle.rules.position import Unit

MOST_PLACES = 6
"""Cells that a sentence lists; beyond that it says how many there are."""

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def place(cell: Cell) -> str:
    """``row 2, column 3`` for (1, 2)."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def places(cells: Collection[Cell]) -> str:
    """``row 2, columns 3 and 5; row 4, column 1``, or the number of cells where they are many."""
    return f"{len(cells)} cells" if len(cells) > MOST_PLACES else all_places(cells)


def any_of(cells: Collection[Cell]) -> str:
    """``row 2, column 3``, or ``any of`` several places."""
    return places(cells) if len(cells) == 1 else f"any of {places(cells)}"


def all_places(cells: Iterable[Cell]) -> str:
    """``row 2, columns 3 and 5; row 4, column 1``, however many they are."""
    cells, parts = sorted(cells), []
    for row, in_row in groupby(cells, key=lambda cell: cell[0]):
        columns = [str(col + 1) for _, col in in_row]
        parts.append(f"row {row + 1}, {_named('column', columns)}")
    return "; ".join(parts)


def names(units: Iterable[Unit]) -> str:
    """``rows 2 and 3`` for these two rows, ``row 2 and region C`` for those units."""
    kinds = groupby((unit.name.split() for unit in units), key=lambda words: words[0])
    parts = []
    for kind, named in kinds:
        parts.append(_named(kind, [number for _, number in named]))
    return listed(parts)


def _named(kind: str, names: Sequence[str]) -> str:
    """``row 3``, ``rows 3 and 4``, ``rows 3 to 5``, ``rows 3, 5 and 6``."""
    if len(names) == 1:
        return f"{kind} {names[0]}"
    if len(names) > 2 and names[0].isdigit() and int(names[-1]) - int(names[0]) == len(names) - 1:
        return f"{kind}s {names[0]} to {names[-1]}"
    return f"{kind}s {listed(names)}"


def count(number: int, singular: str) -> str:
    """``1 star``, ``2 stars``, ``no stars``."""
    return f"{number or 'no'} {noun(number, singular)}"


def noun(number: int, singular: str) -> str:
    """``star`` or ``stars``, for so many."""
    return singular if number == 1 else f"{singular}s"


def number_word(number: int) -> str:
    """``two``; numbers beyond twelve in digits."""
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def has(units: Sequence[Unit], one: str, several: str) -> str:
    """The verb for one unit, or for several."""
    return one if len(units) == 1 else several


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
