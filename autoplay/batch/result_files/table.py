"""What rows of answers are about, whatever kind of file keeps them."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from autoplay.errors import NotWritable, PageUnreachable, ProcessLost
from autoplay.report.json_text import as_json, legible
from solvers.errors import SolveTimeout

Item = TypeVar("Item")
Row: TypeAlias = Mapping[str, Any]

ITEM: Final = "item"
"""The column that tells which item a row belongs to."""
PASSING: Final = frozenset(kind.code for kind in (NotWritable, PageUnreachable, ProcessLost, SolveTimeout))
"""Errors that may not come again: a run that goes on tries such items anew."""
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
        return isinstance(row.get(ITEM), str) and (
            "error" in keys or (keys >= {"puzzle", "seconds"} and not keys & self.foreign)
        )


READINGS: Final = Table("readings", (ITEM, "file", "board", "puzzle", "rows", "cols", "confidence", "seconds", *ERROR))
SOLUTIONS: Final = Table(
    "solutions", (ITEM, "id", "file", "line", "puzzle", "seconds", *ERROR), foreign=frozenset({"confidence"})
)


class Rows(ABC):
    """A file that rows are added to.

    ``done`` counts the items whose rows were in it before, and ``skipped`` those of them that were met again.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.skipped = 0
        self.done = Counter[str]()
        self._awaited = deque[Row]()

    def left(self, items: Iterable[Item], known_by: Callable[[Item], Row]) -> Iterator[Item]:
        """Those of the items whose rows were not there before; ``add`` is then to be called for each, in this order.

        ``known_by`` tells what an item's rows begin with, its ``item`` included. Of several that are alike, as many
        are skipped as were there.
        """
        for item in items:
            known = known_by(item)
            if self.done[known[ITEM]]:
                self.done[known[ITEM]] -= 1
                self.skipped += 1
            else:
                self._awaited.append(known)
                yield item

    def add(self, rows: Sequence[Row]) -> None:
        """Keep the rows of the next item, all of them or none; raises NotWritable."""
        known = self._awaited.popleft()
        try:
            self._add([{**known, **row} for row in rows])
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


def begins_item(row: Row) -> bool:
    """Whether it is the first of an item's rows: several boards of one picture are numbered."""
    return text_of(row.get("board")) in ("", "1")


def is_passing(row: Row) -> bool:
    """Whether it holds an error that may not come again."""
    return text_of(row.get("error")) in PASSING


def text_of(value: object) -> str:
    """A value as the text of a cell: itself, nothing for None, and JSON for what is neither text nor a number."""
    if value is None:
        return ""
    return legible(value) if isinstance(value, str) else as_json(value)


def new_columns(rows: Sequence[Row], columns: Iterable[str]) -> Iterator[str]:
    """The keys of rows that are none of these columns, in order, each once."""
    there = set(columns)
    return iter(dict.fromkeys(key for row in rows for key in row if key not in there))
