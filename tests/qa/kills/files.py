"""Rows in result files, pictures, and whatever else commands leave on disk."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from vision import load_image
from vision.errors import BadImage

Row = dict[str, Any]


def rows_in(path: Path) -> list[Row]:
    """Return the complete rows of a result file, without empty values; [] if it doesn't exist.

    Raises ValueError or sqlite3.Error if anything but the last line of a text is damaged.
    """
    if not path.exists():
        return []
    if path.suffix == ".sqlite":
        found = _database_rows(path)
    else:
        text = path.read_bytes()
        lines = text[: text.rfind(b"\n") + 1].decode().splitlines(keepends=True)
        found = [json.loads(line) for line in lines]
    return [{key: value for key, value in row.items() if value not in (None, "")} for row in found]


def _database_rows(path: Path) -> list[Row]:
    """Return the rows of a copy of the database: opening the file itself would recover it, if a run
    was killed."""
    with tempfile.TemporaryDirectory() as folder:
        for part in path.parent.glob(f"{path.name}*"):
            if not part.name.endswith("-shm"):
                shutil.copy(part, folder)
        with closing(sqlite3.connect(Path(folder, path.name))) as database:
            database.row_factory = sqlite3.Row
            if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("it is damaged")
            tables = [
                name
                for (name,) in database.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table'"
                )
            ]
            return [
                dict(row)
                for table in tables
                for row in database.execute(f"SELECT * FROM {table} ORDER BY rowid")
            ]


def timeless(row: Row) -> Row:
    """Return a row without what differs between two runs."""
    return {key: value for key, value in row.items() if key not in ("seconds", "timing")}


def damaged_pictures(folder: Path) -> Iterator[str]:
    """Yield a problem for each PNG file below a folder that is not a whole picture."""
    for path in folder.rglob("*.png"):
        try:
            load_image(path)
        except BadImage as error:
            yield f"{path.name} is damaged: {error.message}"


def leftovers(folder: Path, expected: Collection[str]) -> Iterator[str]:
    """Yield a problem for each file below a folder, and each hidden folder, unless it or its folder
    fits a pattern."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        is_expected = any(
            part.match(pattern) for part in (name, *name.parents) for pattern in expected
        )
        if not is_expected and (path.is_file() or path.name.startswith(".")):
            yield f"left behind: {name}"
