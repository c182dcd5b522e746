"""Rows in a table of an SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from autoplay.batch.result_files.table import ITEM, PASSING, Row, Rows, Table, begins_item, new_columns
from autoplay.errors import BadOutput
from autoplay.report.json_text import as_json, legible

LARGEST: Final = 1 << 63
"""Numbers from here on are kept as text: SQLite has none so large."""
LOCKED_S: Final = 60.0
"""How long a person may keep the database locked who looks into it meanwhile."""


class Database(Rows):
    """A table with a row for each, each item's in a transaction of its own; columns are added as rows bring them.

    Raises BadOutput for a file that is no database, or has another table of this name, sqlite3.Error.
    """

    def __init__(self, path: Path, table: Table) -> None:
        super().__init__(str(path))
        self._table = table
        # Rows come from a thread. What a kill left in the log is read when the database is opened again.
        self._db = sqlite3.connect(path, timeout=LOCKED_S, isolation_level=None, check_same_thread=False)
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute(f"CREATE TABLE IF NOT EXISTS {table.name} ({', '.join(map(_name, table.columns))})")
            self._columns = [name for _, name, *_ in self._db.execute(f"PRAGMA table_info({table.name})")]
        except sqlite3.DatabaseError as error:
            raise BadOutput(f"{path} can't be gone on with: {error}", hint="another name for --output") from error
        if not {*table.columns} <= {*self._columns}:
            what = f"its table {table.name} has not the columns {', '.join(table.columns)}"
            raise BadOutput(f"{path} can't be gone on with: {what}", hint="another name for --output")
        marks = ", ".join("?" * len(PASSING))
        passing = f"SELECT {ITEM} FROM {table.name} WHERE error IN ({marks})"
        self._db.execute(f"DELETE FROM {table.name} WHERE {ITEM} IN ({passing})", [*PASSING])
        self.done.update(self._there())

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
        """Move what is in the log into the file."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the database, which leaves a single file."""
        self._db.close()

    def _there(self) -> Iterator[str]:
        """The item of each first row."""
        names = [name for name in (ITEM, "board") if name in self._columns]
        for values in self._db.execute(f"SELECT {', '.join(names)} FROM {self._table.name}"):
            if begins_item(dict(zip(names, values, strict=True))):
                yield values[0]


def _name(column: str) -> str:
    doubled = column.replace('"', '""')
    return f'"{doubled}"'


def _value(value: object) -> object:
    """A value as SQLite keeps it: numbers, text and nothing as they are, else as JSON text; what is true is 1."""
    if isinstance(value, str):
        return legible(value)
    if value is None or isinstance(value, float) or (isinstance(value, int) and abs(value) < LARGEST):
        return value
    return as_json(value)
