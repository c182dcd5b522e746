"""What rows of answers are about, whatever kind of file keeps them."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from autoplay.errors import NotWritable

Row: TypeAlias = Mapping[str, Any]
Key: TypeAlias = tuple[str, ...]

KEY: Final = ("id", "file", "line")
"""The columns that tell which item a row belongs to."""
ERROR: Final = ("error", "message", "try")


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a verb: what they are called, the columns they begin with, and those that none of them has."""

    name: str
    columns: tuple[str, ...]
    foreign: frozenset[str] = frozenset()

    def fits(self, row: Row) -> bool:
        """Whether this may be one of the rows: an answer, or the error in its place."""
        keys = {key for key, value in row.items() if value not in (None, "")}
        return "error" in keys or (keys >= {"puzzle", "seconds"} and not keys & self.foreign)


READINGS: Final = Table("readings", ("file", "board", "puzzle", "rows", "cols", "confidence", "seconds", *ERROR))
SOLUTIONS: Final = Table("solutions", (*KEY, "puzzle", "seconds", *ERROR), foreign=frozenset({"confidence"}))


class Rows(ABC):
    """A file that rows are added to.

    ``done`` counts the items whose rows were in it before, and ``skipped`` those of them that were met again.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.skipped = 0
        self.done = Counter[Key]()

    def holds(self, label: Row) -> bool:
        """Whether the rows of an item with this label were there before; of several that are alike, so many of them."""
        key = key_of(label)
        if not self.done[key]:
            return False
        self.done[key] -= 1
        self.skipped += 1
        return True

    def add(self, rows: Sequence[Row]) -> None:
        """Keep the rows of one item, all of them or none; raises NotWritable."""
        try:
            self._add(rows)
        except (OSError, sqlite3.Error) as error:
            raise not_kept(self.name, error) from error

    @abstractmethod
    def _add(self, rows: Sequence[Row]) -> None:
        """As ``add``; raises OSError or sqlite3.Error."""

    def settle(self) -> None:  # noqa: B027 (most files are so after each write)
        """Have all that was added in the file itself, so that it can be copied."""

    @abstractmethod
    def close(self) -> None:
        """No more rows come."""


def not_kept(name: str, error: OSError | sqlite3.Error) -> NotWritable:
    """What is said where rows can't be kept in a file."""
    reason = error.strerror if isinstance(error, OSError) else ""
    return NotWritable(f"{name} can't be written ({reason or error})", hint="a folder that is there, with room in it")


def key_of(row: Row) -> Key:
    """What tells the item of a row from others, as text."""
    return tuple(text_of(row.get(name)) for name in KEY)


def begins_item(row: Row) -> bool:
    """Whether it is the first of an item's rows: several boards of one picture are numbered."""
    return text_of(row.get("board")) in ("", "1")


def items_of(rows: Iterable[Row]) -> Counter[Key]:
    """How many items of each key there are."""
    return Counter(key_of(row) for row in rows if begins_item(row))


def text_of(value: object) -> str:
    """A value as the text of a cell: itself, nothing for None, and JSON for what is neither text nor a number."""
    if value is None or isinstance(value, str):
        return value or ""
    return as_json(value)


def as_json(value: object) -> str:
    """The JSON text of a value."""
    import msgspec

    return msgspec.json.encode(value).decode()


def new_columns(rows: Sequence[Row], columns: Iterable[str]) -> Iterator[str]:
    """The keys of rows that are none of these columns, in order, each once."""
    there = set(columns)
    return iter(dict.fromkeys(key for row in rows for key in row if key not in there))
