"""Files that keep rows of answers, and that a run which was killed can go on with."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from autoplay.batch import remote_files as stores
from autoplay.batch.result_files.database import Database
from autoplay.batch.result_files.lock import locked
from autoplay.batch.result_files.stored import StoredRows
from autoplay.batch.result_files.table import READINGS, SOLUTIONS, Row, Rows, Table, not_kept
from autoplay.batch.result_files.text import Csv, JsonLines
from autoplay.errors import BadOutput

__all__ = ["KINDS", "READINGS", "SOLUTIONS", "Row", "Rows", "Table", "open_rows"]

KINDS: Final[dict[str, Callable[[Path, Table], Rows]]] = {
    ".jsonl": JsonLines,
    ".csv": Csv,
    ".sqlite": Database,
    ".db": Database,
}
"""How the names of such files end."""


@contextmanager
def open_rows(name: str, table: Table, *, resume: bool = False) -> Iterator[Rows]:
    """The file of this path or address, for the rows of a table; what it holds stays if the run is to ``resume``.

    Raises
    ------
    BadOutput
        It is there already, another run writes it, or its name ends otherwise; or to resume, what it holds are not
        such rows.
    NotWritable
        Its folder is not there, or it can't be written to.
    """
    kind = KINDS.get(Path(name).suffix.lower())
    if not kind:
        raise BadOutput(f"{name}: rows are not kept in such files", hint=f"a name that ends in {' or '.join(KINDS)}")
    with ExitStack() as stack:
        try:
            at_store = stores.is_address(name)
            if not at_store:
                stack.enter_context(locked(Path(name)))
            if not resume and (stores.exists(name) if at_store else Path(name).exists()):
                hint = "--resume to go on with it, or another name for --output"
                raise BadOutput(f"{name} is there already", hint=hint)
            rows = StoredRows(name, lambda path: kind(path, table)) if at_store else kind(Path(name), table)
            stack.enter_context(closing(rows))
        except (OSError, sqlite3.Error) as error:
            raise not_kept(name, error) from error
        yield rows
