"""Result rows and their files, independent of the file format."""

from __future__ import annotations

import re
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
"""Column of the item ID that a row belongs to."""
PASSING: Final = frozenset(kind.code for kind in (NotWritable, PageUnreachable, ProcessLost, SolveTimeout))
"""Transient errors; `--resume` retries these items."""
ERROR: Final = ("error", "message", "try")
OPTIONS_HINT: Final = "the same options as before, or another name for --output"
OPTIONS: Final = "options"
"""Column of the options that a row was made with; rows made without any don't have it."""


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Kind of rows that a command writes: table name, first columns, and columns that its rows never have.

    ``options`` are those of this run that change its rows, such as ``--size 5 --solve``.
    """

    name: str
    columns: tuple[str, ...]
    foreign: frozenset[str] = frozenset()
    options: str = ""

    def fits(self, row: Row) -> bool:
        """Return True if this can be a row of the table: a result, or an error in its place."""
        keys = {key for key, value in row.items() if value not in (None, "")}
        return isinstance(row.get(ITEM), str) and (
            "error" in keys or (keys >= {"puzzle", "seconds"} and not keys & self.foreign)
        )

    def options_problem(self, row: Row) -> str:
        """Return the difference between the options of a row and of this run, "" if they are the same."""
        before, now = (re.split(" (?=--)", text) if text else [] for text in (text_of(row.get(OPTIONS)), self.options))
        for part in before:
            if part not in now:
                return f"its rows were made with {part}"
        return next((f"its rows were made without {part}" for part in now if part not in before), "")


READINGS: Final = ResultTable(
    "readings", (ITEM, "file", "board", "puzzle", "rows", "cols", "confidence", "seconds", *ERROR)
)
SOLUTIONS: Final = ResultTable(
    "solutions", (ITEM, "id", "file", "line", "puzzle", "seconds", *ERROR), foreign=frozenset({"confidence"})
)


class Rows(ABC):
    """File that rows are added to, with ``options`` as a column unless there are none.

    ``done`` counts the items whose rows it held before, and ``skipped`` how many of them came up again.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.skipped = 0
        self.done = Counter[str]()
        self.options = ""
        self._awaited = deque[Row]()

    def left(self, items: Iterable[Item], identify: Callable[[Item], Row]) -> Iterator[Item]:
        """Yield the items without rows so far. ``add`` has to be called for each of them, in this order.

        ``identify`` returns the first columns of an item's rows, with its ID as ``item``. Of several items with the
        same ID, as many are skipped as the file held.
        """
        for item in items:
            first_columns = identify(item)
            if self.done[first_columns[ITEM]]:
                self.done[first_columns[ITEM]] -= 1
                self.skipped += 1
            else:
                self._awaited.append(first_columns)
                yield item

    def add(self, rows: Sequence[Row]) -> None:
        """Write the rows of the next item, all or none. Raises NotWritable."""
        first_columns = self._awaited.popleft()
        try:
            options = {OPTIONS: self.options} if self.options else {}
            self._add([{**first_columns, **row, **options} for row in rows])
        except (OSError, sqlite3.Error) as error:
            raise not_written(self.name, error) from error

    @abstractmethod
    def _add(self, rows: Sequence[Row]) -> None:
        """Write complete rows, all or none. Raises OSError or sqlite3.Error."""

    def settle(self) -> None:  # noqa: B027 (most kinds of files need nothing)
        """Bring everything that was added into the file itself, so that it can be copied."""

    @abstractmethod
    def close(self) -> None:
        """Close the file."""


def not_written(name: str, error: OSError | sqlite3.Error) -> NotWritable:
    """Return the error for rows that can't be written to a file."""
    reason = error.strerror if isinstance(error, OSError) else ""
    return NotWritable(f"{name} can't be written ({reason or error})", hint="an existing folder with free space")


def begins_item(row: Row) -> bool:
    """Return True for the first row of an item; several boards of one picture are numbered."""
    return text_of(row.get("board")) in ("", "1")


def is_passing(row: Row) -> bool:
    """Return True if the row holds a transient error."""
    return text_of(row.get("error")) in PASSING


def text_of(value: object) -> str:
    """Return a value as the text of a cell: text as it is, "" for None, anything else as JSON."""
    if value is None:
        return ""
    return legible(value) if isinstance(value, str) else as_json(value)


def new_columns(rows: Sequence[Row], columns: Iterable[str]) -> Iterator[str]:
    """Return the keys of the rows that are not among the columns, in order, each once."""
    known = set(columns)
    return iter(dict.fromkeys(key for row in rows for key in row if key not in known))
