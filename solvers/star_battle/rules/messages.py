"""Wording of units and numbers in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter

from solvers.star_battle.rules.position import Unit
from solvers.wording import join_words, name_several

NUMBER_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def names(units: Iterable[Unit]) -> str:
    """Return the names of units, such as ``rows 2 and 3`` or ``row 2 and region C``."""
    return name_units([unit.name for unit in units])


def name_units(names: Iterable[str]) -> str:
    """Return ``rows 2 and 3`` for the names "row 2" and "row 3"."""
    parts: list[str] = []
    for kind, group in groupby(map(str.split, names), key=itemgetter(0)):
        parts.append(name_several(kind, [number for _, number in group]))
    return join_words(parts)


def count(number: int, singular: str) -> str:
    """Return ``1 star``, ``2 stars`` or ``no stars``."""
    return f"{number or 'no'} {noun(number, singular)}"


def noun(number: int, singular: str) -> str:
    """Return ``star`` or ``stars`` for this number."""
    return singular if number == 1 else f"{singular}s"


def number_word(number: int) -> str:
    """Return a number as a word, such as ``two``; numbers beyond twelve in digits."""
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def has(units: Sequence[Unit], one: str, several: str) -> str:
    """Return the verb for one unit, or for several."""
    return one if len(units) == 1 else several
