"""Result rows at an address of fsspec, such as s3://bucket/rows.jsonl."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from typing import Final

from autoplay.batch import remote_files as stores
from autoplay.batch.result_files.table import Row, Rows, not_written
from autoplay.errors import NotWritable

EVERY_S: Final = 30.0
"""Seconds between two copies, and so the most work lost by a kill."""
SHARE: Final = 20
"""Slow copies are made less often: copying takes at most this fraction (1/20) of the time."""


class RemoteRows(Rows):
    """Rows in a local file, which is copied to its address every now and then, and at the end.

    Raises NotWritable if the address can't be written to, PageUnreachable if its file can't be read.
    """

    def __init__(self, url: str, open_file: Callable[[Path], Rows]) -> None:
        super().__init__(url)
        self._path = Path(mkdtemp(prefix="autoplay-"), Path(url).name)
        if stores.exists(url):
            self._path.write_bytes(stores.read(url))
        self._rows = open_file(self._path)
        self.done = self._rows.done
        self._copy()

    def _add(self, rows: Sequence[Row]) -> None:
        """Add the rows to the local file, and copy it if a copy is due."""
        self._rows._add(rows)
        if monotonic() > self._next:
            with suppress(NotWritable):  # it is tried again next time, or at the end
                self._copy()

    def close(self) -> None:
        """Copy the file a last time; if that fails, the error says where the local file is."""
        try:
            self._copy()
        except NotWritable as error:
            error.hint = f"the rows are in {self._path}: copy it yourself"
            raise
        finally:
            self._rows.close()
        shutil.rmtree(self._path.parent, ignore_errors=True)

    def _copy(self) -> None:
        start = monotonic()
        try:
            self._rows.settle()
            stores.write(self.name, self._path)
        except sqlite3.Error as error:
            raise not_written(self.name, error) from error
        finally:
            self._next = monotonic() + max(EVERY_S, SHARE * (monotonic() - start))
