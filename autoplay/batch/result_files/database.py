"""Result rows in a table of an SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from autoplay.batch.result_files.table import (
    ITEM,
    OPTIONS,
    OPTIONS_HINT,
    PASSING,
    ResultTable,
    Row,
    Rows,
    begins_item,
    new_columns,
)
from autoplay.errors import BadOutput
from autoplay.report.json_text import as_json, legible

LARGEST: Final = 1 << 63
"""Integers from here on are stored as text, as SQLite has no larger ones."""
LOCKED_S: Final = 60.0
"""Seconds to wait while somebody who inspects the database keeps it locked."""


class SqliteRows(Rows):
    """Table of an SQLite database. Each item's rows are one transaction; columns are added when a row has new ones.

    Raises BadOutput if the file is not a database or its table of this name has other columns, sqlite3.Error.
    """

    def __init__(self, path: Path, table: ResultTable) -> None:
        super().__init__(str(path))
        self._table = table
        # Rows come from a thread. If a run was killed, SQLite recovers its log when the database is opened again.
        self._db = sqlite3.connect(path, timeout=LOCKED_S, isolation_level=None, check_same_thread=False)
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute(f"CREATE TABLE IF NOT EXISTS {table.name} ({', '.join(map(_name, table.columns))})")
            self._columns = [name for _, name, *_ in self._db.execute(f"PRAGMA table_info({table.name})")]
        except sqlite3.DatabaseError as error:
            raise BadOutput(f"{path} can't be continued: {error}", hint="another name for --output") from error
        if not {*table.columns} <= {*self._columns}:
            what = f"its table {table.name} does not have the columns {', '.join(table.columns)}"
            raise BadOutput(f"{path} can't be continued: {what}", hint="another name for --output")
        if OPTIONS in self._columns:
            texts = [text for (text,) in self._db.execute(f"SELECT DISTINCT {OPTIONS} FROM {table.name}")]
        else:
            texts = [None for _ in self._db.execute(f"SELECT 1 FROM {table.name} LIMIT 1")]
        for text in texts:
            if problem := table.options_problem({OPTIONS: text}):
                raise BadOutput(f"{path} can't be continued: {problem}", hint=OPTIONS_HINT)
        marks = ", ".join("?" * len(PASSING))
        passing = f"SELECT {ITEM} FROM {table.name} WHERE error IN ({marks})"
        self._db.execute(f"DELETE FROM {table.name} WHERE {ITEM} IN ({passing})", [*PASSING])
        self.done.update(self._finished_items())

    def _add(self, rows: Sequence[Row]) -> None:
        """Insert the rows of an item in one transaction."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            for column in new_columns(rows, self._columns):
                self._db.execute(f"ALTER TABLE {self._table.name} ADD COLUMN {_name(column)}")
                self._columns.append(column)
            for row in rows:
                columns = ", ".join(map(_name, row))
                marks = ", ".join("?" * len(row))
                values = [_value(value) for value in row.values()]
                self._db.execute(f"INSERT INTO {self._table.name} ({columns}) VALUES ({marks})", values)

    def settle(self) -> None:
        """Move the contents of the log into the file."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the database, so that a single file is left."""
        self._db.close()

    def _finished_items(self) -> Iterator[str]:
        """Yield the item of each first row."""
        names = [name for name in (ITEM, "board") if name in self._columns]
        for values in self._db.execute(f"SELECT {', '.join(names)} FROM {self._table.name}"):
            if begins_item(dict(zip(names, values, strict=True))):
                yield values[0]


def _name(column: str) -> str:
    doubled = column.replace('"', '""')
    return f'"{doubled}"'


def _value(value: object) -> object:
    """Return a value for SQLite: numbers, text and None as they are, True as 1, anything else as JSON text."""
    if isinstance(value, str):
        return legible(value)
    if value is None or isinstance(value, float) or (isinstance(value, int) and abs(value) < LARGEST):
        return value
    return as_json(value)
