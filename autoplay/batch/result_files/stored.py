"""Rows at an address of fsspec, such as s3://bucket/rows.jsonl."""

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
from autoplay.batch.result_files.table import Row, Rows, not_kept
from autoplay.errors import NotWritable

EVERY_S: Final = 30.0
"""Seconds between two copies: so much work is to be done again after a kill."""
SHARE: Final = 20
"""A copy that takes long is made more rarely: no more than a twentieth of the time goes there."""


class StoredRows(Rows):
    """Rows in a file of this machine, copied whole to its address now and then, and when no more come.

    Raises NotWritable if the address can't be written to, PageUnreachable if what is there can't be read.
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
        """Keep the rows of one item here, and after a while there."""
        self._rows._add(rows)
        if monotonic() > self._next:
            with suppress(NotWritable):  # the next time, or at the end
                self._copy()

    def close(self) -> None:
        """Copy what is left; where that fails, the error says where the rows are."""
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
            raise not_kept(self.name, error) from error
        finally:
            self._next = monotonic() + max(EVERY_S, SHARE * (monotonic() - start))
