"""Files of result rows, which a later run can continue after the first was killed."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from autoplay.batch import remote_files as stores
from autoplay.batch.result_files.database import SqliteRows
from autoplay.batch.result_files.stored import RemoteRows
from autoplay.batch.result_files.table import READINGS, SOLUTIONS, ResultTable, Row, Rows, not_written
from autoplay.batch.result_files.text import CsvRows, JsonLinesRows
from autoplay.errors import BadOutput

__all__ = ["KINDS", "READINGS", "SOLUTIONS", "ResultTable", "Row", "Rows", "open_rows"]

KINDS: Final[dict[str, Callable[[Path, ResultTable], Rows]]] = {
    ".jsonl": JsonLinesRows,
    ".csv": CsvRows,
    ".sqlite": SqliteRows,
    ".db": SqliteRows,
}
"""The class of each file name extension."""


@contextmanager
def open_rows(name: str, table: ResultTable, *, resume: bool = False) -> Iterator[Rows]:
    """Open the file at a path or address for the rows of a table; with ``resume``, keep the rows that it holds.

    Raises
    ------
    BadOutput
        It exists already, another run writes it, or its extension is unknown; or with ``resume``, it holds other
        rows, or rows made with other options.
    NotWritable
        Its folder does not exist, or it can't be written to.
    """
    kind = KINDS.get(Path(name).suffix.lower())
    if not kind:
        hint = f"a name that ends in {' or '.join(KINDS)}"
        raise BadOutput(f"{name}: results can't be written to such files", hint=hint)
    with ExitStack() as stack:
        try:
            is_remote = stores.is_address(name)
            if not is_remote:
                stack.enter_context(locked(Path(name)))
            if not resume and (stores.exists(name) if is_remote else Path(name).exists()):
                hint = "--resume to continue it, or another name for --output"
                raise BadOutput(f"{name} exists already", hint=hint)
            rows = RemoteRows(name, lambda path: kind(path, table)) if is_remote else kind(Path(name), table)
            rows.options = table.options
            stack.enter_context(closing(rows))
        except (OSError, sqlite3.Error) as error:
            raise not_written(name, error) from error
        yield rows


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a file for this run, by a hidden file beside it. The system releases the lock if the run is killed.

    Raises BadOutput if another run has locked it, OSError if no file can be created beside it.
    """
    from filelock import FileLock, Timeout  # here, as it loads asyncio, and few runs of `solve` need it

    path.parent.stat()  # FileLock would create a missing folder
    beside = path.with_name(f".{path.name}.lock")
    lock = FileLock(beside, blocking=False)
    try:
        lock.acquire()
    except Timeout as error:
        hint = "wait until it ends, or another --output"
        raise BadOutput(f"{path} is being written by another run", hint=hint) from error
    except OSError as error:
        if error.filename:  # opening failed; otherwise the file system has no locks, and the run goes on without
            raise
    try:
        yield
    finally:
        if sys.platform == "win32":  # an open file can't be removed there
            lock.release()
        with suppress(OSError):  # before the release, so that it can't be another run's
            beside.unlink()
        lock.release()
