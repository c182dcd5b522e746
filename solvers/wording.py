"""Wording of cells, units and numbers in sentences, with rows and columns counted from 1."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import itemgetter

from solvers.cells import Cell
from solvers.errors import inflect

MOST_PLACES = 6
"""Maximum number of cells that a sentence lists; beyond that it states their number."""


def join_words(words: Sequence[str]) -> str:
    """Return ``a``, ``a and b`` or ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def place(cell: Cell) -> str:
    """Return ``row 2, column 3`` for (1, 2)."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def places(cells: Collection[Cell]) -> str:
    """Return ``row 2, columns 3 and 5; row 4, column 1``, or the number of cells if there are
    many.
    """
    return f"{len(cells)} cells" if len(cells) > MOST_PLACES else all_places(cells)


def any_of(cells: Collection[Cell]) -> str:
    """Return ``row 2, column 3``, or ``any of`` several places."""
    return places(cells) if len(cells) == 1 else f"any of {places(cells)}"


def all_places(cells: Iterable[Cell]) -> str:
    """Return ``row 2, columns 3 and 5; row 4, column 1`` for any number of cells."""
    parts: list[str] = []
    for row, in_row in groupby(sorted(cells), key=lambda cell: cell[0]):
        columns = name_several("column", [str(col + 1) for _, col in in_row])
        parts.append(f"row {row + 1}, {columns}")
    return "; ".join(parts)


def name_several(kind: str, names: Sequence[str]) -> str:
    """Return ``row 3``, ``rows 3 and 4``, ``rows 3 to 5`` or ``rows 3, 5 and 6``."""
    if len(names) == 1:
        return f"{kind} {names[0]}"
    if len(names) > 2 and names[0].isdigit() and int(names[-1]) - int(names[0]) == len(names) - 1:
        return f"{kind}s {names[0]} to {names[-1]}"
    return f"{kind}s {join_words(names)}"


def join_names(names: Iterable[str]) -> str:
    """Return ``rows 2 and 3 and region C`` for the names "row 2", "row 3" and "region C"."""
    parts: list[str] = []
    for kind, group in groupby(map(str.split, names), key=itemgetter(0)):
        parts.append(name_several(kind, [name for _, name in group]))
    return join_words(parts)


def count_or_no(number: int, noun: str) -> str:
    """Return ``1 star``, ``2 stars`` or ``no stars``."""
    return f"{number or 'no'} {inflect(number, noun, noun + 's')}"


def capital(sentence: str) -> str:
    """Return the sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
