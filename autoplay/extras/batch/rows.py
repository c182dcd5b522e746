"""Files of rows, which a later run can continue: JSON Lines as a journal, SQLite with transactions.

Each row has the id of its ``item``, and the ``command`` with the options that it was made with.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

import msgspec

from autoplay.errors import BadOutput, NotWritable, PageUnreachable, ProcessLost, choose_hint
from autoplay.output import as_json, escape_undecoded
from solvers.errors import SolveTimeout, decoding

Row: TypeAlias = Mapping[str, Any]

ITEM: Final = "item"
"""Column of the id of the item that a row belongs to."""
COMMAND: Final = "command"
"""Column of the command that made a row, such as ``read --size 5 --solve``."""
ERROR: Final = ("error", "message", "try")
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "read": (ITEM, "file", "board", "puzzle", "rows", "cols", "confidence", "seconds", *ERROR),
    "solve": (ITEM, "id", "file", "line", "puzzle", "seconds", *ERROR),
    "check": (ITEM, "fixture", "file", "result", "problem", "cells", "seconds", *ERROR),
}
"""First columns of a command's rows in SQLite and CSV, in their order; others follow as they
come."""
TABLES: Final = {"read": "readings", "solve": "solutions", "check": "checks"}
"""Table of a command's rows in SQLite."""
TRANSIENT: Final = frozenset(
    kind.code for kind in (NotWritable, PageUnreachable, ProcessLost, SolveTimeout)
)
"""Errors that may not come again; ``--resume`` tries these items a second time."""
FIRST_BYTES: Final = b'{"item":'
"""Start of every line of a journal."""
LARGEST_INTEGER: Final = 1 << 63
"""Integers from here on are stored as text, as SQLite has no larger ones."""
LOCK_PLACE: Final = 1 << 62
"""Byte to lock where a lock is on bytes: far behind the last one, and behind those that SQLite
locks, at 1 GiB."""
LOCKED_S: Final = 60.0
"""Seconds to wait while somebody who inspects the database keeps it locked."""
OTHER_HINT: Final = "another name for --output"
RESUME_HINT: Final = "--resume to continue it, or another name for --output"


class RowFile(ABC):
    """File that the rows of a command are added to; ``file`` is the same one, open and locked.

    ``done`` counts the items whose rows it held before, except those that have to be made again.
    ``was_torn`` is True if its last line was not whole and was cut off.
    """

    def __init__(self, path: Path, command: str, file: FileIO) -> None:
        self.path = path
        self.command = command
        self.done = Counter[str]()
        self.was_torn = False
        self._file = file
        self._size = 0

    def add(self, rows: Sequence[Row]) -> None:
        """Write the rows of an item, all or none. Raises NotWritable."""
        self.check_file()
        try:
            self._add([{**row, COMMAND: self.command} for row in rows])
        except (OSError, sqlite3.Error) as error:
            raise make_write_error(self.path, error) from error

    def check_file(self) -> None:
        """Raise NotWritable if the path leads to another file by now, or if the file was cut.

        Rows that nobody finds again must not look like a success.
        """
        ours = os.fstat(self._file.fileno())
        # A file of rows only grows.
        if not _is_at(self.path, ours) or ours.st_size < self._size:
            raise NotWritable(
                f"{self.path} was removed, replaced or cut during the run",
                hint="the same command again, with an --output that nothing else changes",
            )
        self._size = ours.st_size

    @abstractmethod
    def _add(self, rows: Sequence[Row]) -> None:
        """Write complete rows, all or none. Raises OSError or sqlite3.Error."""

    def close(self) -> None:
        """Close the file; everything is written already."""
        self._file.close()

    def _check_command(self, command: object) -> None:
        """Raise BadOutput if rows were made by another command or with other options."""
        if command != self.command:
            made_by = f"autoplay batch {command}" if command else "another program"
            raise make_resume_error(
                self.path,
                f"its rows were made by {made_by}, not by autoplay batch {self.command}",
                hint=f"the same options, or {OTHER_HINT}",
            )


class JournalFile(RowFile):
    """Rows as JSON objects, one a line.

    Each item is a single write, so a kill rarely tears a row.
    """

    def __init__(self, path: Path, command: str, file: FileIO) -> None:
        super().__init__(path, command, file)
        again = self._find_items_to_repeat()
        if again or self.was_torn:
            self._remove_rows(again)

    def _add(self, rows: Sequence[Row]) -> None:
        """Append the rows of an item in one write; if that fails, the file stays as it was."""
        data = memoryview("".join(f"{as_json(row)}\n" for row in rows).encode())
        end = self._file.seek(0, os.SEEK_END)
        try:
            while data:
                data = data[self._file.write(data) :]
        except BaseException:
            with suppress(OSError):
                self._file.truncate(end)
            raise

    def _read_own_lines(self) -> Iterator[bytes]:
        """Yield the lines by the open file: to open and close another would end the lock of some
        systems."""
        with open(self._file.fileno(), "rb", closefd=False) as file:
            file.seek(0)
            yield from _check_lines(self.path, file)

    def _find_items_to_repeat(self) -> set[str]:
        """Count the items that are done; return those whose rows have to be made again."""
        again = set[str]()
        row: Row = {}
        for line in self._read_own_lines():
            if not line.endswith(b"\n"):
                self.was_torn = True
                break
            row = _parse_line(self.path, line)
            self._check_command(row.get(COMMAND))
            if is_first_row(row):
                self.done[row[ITEM]] += 1
            if row.get("error") in TRANSIENT:
                again.add(row[ITEM])
        # A kill may have come between two boards of the last picture.
        if row.get("board"):
            again.add(row[ITEM])
        for item in again:
            del self.done[item]
        return again

    def _remove_rows(self, items: set[str]) -> None:
        """Remove the rows of these items and a torn line.

        The old file stays until the new one is whole.
        """
        part = self.path.with_name(f".{self.path.name}.part")
        try:
            with part.open("wb") as file:
                for line in self._read_own_lines():
                    if line.endswith(b"\n") and _parse_line(self.path, line)[ITEM] not in items:
                        file.write(line)
            self._file.close()  # Windows replaces no open file
            part.replace(self.path)
        finally:
            part.unlink(missing_ok=True)
        # Another run may have taken the new file first: then this one is refused, and nothing lost.
        self._file = open_locked(self.path)


class DatabaseFile(RowFile):
    """Table of an SQLite database.

    Each item's rows are one transaction; new keys become columns.
    """

    def __init__(self, path: Path, command: str, file: FileIO) -> None:
        super().__init__(path, command, file)
        verb = command.split()[0]
        self._table = TABLES[verb]
        self._db = sqlite3.connect(path, timeout=LOCKED_S, isolation_level=None)
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._open_table((*COLUMNS[verb], "board", COMMAND))
            self._find_done_items()
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise make_resume_error(path, str(error)) from error
        except BadOutput:
            self._db.close()
            raise

    def _open_table(self, columns: Iterable[str]) -> None:
        """Open the table, or create it in an empty database.

        Raises BadOutput for another database.
        """
        found = find_tables(self._db)
        if not found:
            names = ", ".join(_quote_name(name) for name in dict.fromkeys(columns))
            self._db.execute(f"CREATE TABLE {self._table} ({names})")
        elif found != [self._table]:
            raise make_resume_error(
                self.path, f"it has the tables {', '.join(found)} instead of {self._table}"
            )
        self._columns = find_columns(self._db, self._table)
        if not {ITEM, "board", "error", COMMAND} <= set(self._columns):
            raise make_resume_error(self.path, f"its table {self._table} has other columns")
        for (made_by,) in self._db.execute(f"SELECT DISTINCT {COMMAND} FROM {self._table}"):
            self._check_command(made_by)

    def _find_done_items(self) -> None:
        """Count the items that are done, and delete the rows that have to be made again."""
        marks = ", ".join("?" for _ in TRANSIENT)
        again = f"SELECT {ITEM} FROM {self._table} WHERE error IN ({marks})"
        self._db.execute(f"DELETE FROM {self._table} WHERE {ITEM} IN ({again})", list(TRANSIENT))
        for item, board in self._db.execute(f"SELECT {ITEM}, board FROM {self._table}"):
            if is_first_row({"board": board}):
                self.done[item] += 1

    def _add(self, rows: Sequence[Row]) -> None:
        """Insert the rows of an item in one transaction."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            for row in rows:
                for column in row:
                    if column not in self._columns:
                        self._db.execute(
                            f"ALTER TABLE {self._table} ADD COLUMN {_quote_name(column)}"
                        )
                        self._columns.append(column)
                names = ", ".join(map(_quote_name, row))
                marks = ", ".join("?" for _ in row)
                self._db.execute(
                    f"INSERT INTO {self._table} ({names}) VALUES ({marks})",
                    list(map(_as_value, row.values())),
                )

    def close(self) -> None:
        """Close the database, so that a single file is left."""
        self._db.close()
        super().close()


KINDS: Final[Mapping[str, type[JournalFile] | type[DatabaseFile]]] = {
    ".jsonl": JournalFile,
    ".sqlite": DatabaseFile,
    ".db": DatabaseFile,
}
"""The class of each file name extension."""


@contextmanager
def open_rows(output: str, command: str, *, resume: bool = False) -> Iterator[RowFile]:
    """Open a file for the rows of a command; with ``resume``, keep the rows that it holds.

    Raises
    ------
    BadOutput
        It exists already and is not empty, another run writes it, it is no regular file, or its
        extension is unknown; or with ``resume``, it holds other rows, or rows made with other
        options.
    NotWritable
        Its folder does not exist, or it can't be written to; it was removed or replaced meanwhile.
    """
    kind = _find_kind(Path(output))
    path = Path(os.path.realpath(output))  # the file that a link leads to, which stays a link
    with open_locked(path) as file:
        if not resume and os.fstat(file.fileno()).st_size:
            raise BadOutput(f"{output} exists already", hint=RESUME_HINT)
        try:
            rows = kind(path, command, file)
        except (OSError, sqlite3.Error) as error:
            raise make_write_error(path, error) from error
        with closing(rows):
            yield rows
            rows.check_file()


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a file. Raises BadOutput if it is missing, torn or holds anything else."""
    kind = _find_kind(path)
    if not path.is_file():
        raise BadOutput(f"{path}: no such file", hint="check its name")
    if kind is DatabaseFile:
        yield from _read_database(path)
        return
    with path.open("rb") as file:
        for line in _check_lines(path, file):
            if not line.endswith(b"\n"):
                raise BadOutput(f"{path} ends in a torn line", hint="the batch again with --resume")
            yield _parse_line(path, line)


def is_first_row(row: Row) -> bool:
    """Return True for the first row of an item; several boards of one picture are numbered."""
    return row.get("board") in (None, "", 1)


def _find_kind(path: Path) -> type[JournalFile] | type[DatabaseFile]:
    kind = KINDS.get(path.suffix.lower())
    if not kind:
        raise BadOutput(
            f"{path}: rows can't be kept in such files",
            hint=f"a name that ends in {' or '.join(KINDS)}; "
            "autoplay batch export makes a CSV file",
        )
    return kind


def _check_lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a journal. Raises BadOutput for a line that can't be one of its rows."""
    for line in file:
        # A torn line may be shorter than the start of a row.
        if not line.startswith(FIRST_BYTES) and not FIRST_BYTES.startswith(line):
            raise make_resume_error(path, f"{line[:40]!r} is not one of its rows")
        yield line


def _parse_line(path: Path, line: bytes) -> dict[str, Any]:
    what = f"{path} can't be continued: {line[:40]!r} is not one of its rows"
    with decoding(BadOutput, what, OTHER_HINT):
        row = msgspec.json.decode(line, type=dict[str, Any])
    if not isinstance(row.get(ITEM), str):
        raise BadOutput(what, hint=OTHER_HINT)
    return row


def _read_database(path: Path) -> Iterator[Row]:
    """Yield the rows of the only table, without missing values."""
    with closing(sqlite3.connect(path)) as db:
        try:
            tables = find_tables(db)
            if len(tables) != 1 or tables[0] not in TABLES.values():
                raise BadOutput(f"{path} holds no rows of a batch", hint="a file of --output")
            columns = find_columns(db, tables[0])
            for values in db.execute(f"SELECT * FROM {tables[0]} ORDER BY rowid"):
                pairs = zip(columns, values, strict=True)
                yield {name: value for name, value in pairs if value is not None}
        except sqlite3.DatabaseError as error:
            raise BadOutput(f"{path}: {error}", hint="a file of --output") from error


def find_tables(db: sqlite3.Connection) -> list[str]:
    """Return the names of all tables of a database."""
    found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return [name for (name,) in found]


def find_columns(db: sqlite3.Connection, table: str) -> list[str]:
    """Return the names of the columns of a table."""
    return [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]


def open_locked(path: Path) -> FileIO:
    """Open a file to read it and to append to it, created if it is missing, and lock it.

    The lock is on the file itself, so that it holds by whichever link another run reaches it. A
    killed run leaves no lock. Raises BadOutput if another run has locked the file, or if it is a
    pipe or a device; NotWritable.
    """
    try:
        file = path.open("a+b", buffering=0)
    except OSError as error:
        raise make_write_error(path, error) from error
    try:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise BadOutput(f"{path} is not a regular file", hint=OTHER_HINT)
        # Another run may have replaced the file between opening and locking it.
        if not (_take_lock(file) and _is_at(path, found)):
            raise BadOutput(
                f"{path} is being written by another run",
                hint="wait until it ends, or another --output",
            )
    except BadOutput:
        file.close()
        raise
    return file


def _take_lock(file: FileIO) -> bool:
    """Lock a file until it is closed, or until this process ends; return False if it is locked."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCK_PLACE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            if sys.platform == "linux":
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                # Elsewhere a lock on the whole file would keep SQLite out too.
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, LOCK_PLACE)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks: the run goes on without
    return True


def _is_at(path: Path, file: os.stat_result) -> bool:
    """Return True if a path leads to this file."""
    try:
        return os.path.samestat(path.stat(), file)
    except OSError:
        return False


def make_write_error(path: Path, error: OSError | sqlite3.Error) -> NotWritable:
    """Return the error for rows that can't be written to a file."""
    reason = error.strerror if isinstance(error, OSError) else ""
    return NotWritable(f"{path} can't be written ({reason or error})", hint=choose_hint(error))


def make_resume_error(path: Path, message: str, hint: str = OTHER_HINT) -> BadOutput:
    """Return the error for a file that holds something else than the rows of this command."""
    return BadOutput(f"{path} can't be continued: {message}", hint=hint)


def _quote_name(column: str) -> str:
    return '"' + column.replace('"', '""') + '"'


def _as_value(value: object) -> object:
    """Return a value for SQLite: numbers, text and None as they are, anything else as JSON text."""
    if isinstance(value, str):
        return escape_undecoded(value)
    is_small = isinstance(value, int) and abs(value) < LARGEST_INTEGER
    return value if value is None or isinstance(value, float) or is_small else as_json(value)
