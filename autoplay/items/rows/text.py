"""Rows in a file of text, each added by a single write, so that no kill leaves a part of one behind."""

from __future__ import annotations

import csv
import io
import os
import sys
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from autoplay.errors import BadOutput
from autoplay.items.rows.table import Row, Rows, Table, as_json, begins_item, key_of, new_columns, text_of

OTHER_HINT: Final = "another name for --output"


class TextRows(Rows):
    """Rows of a text file that is there already, or made now; what a torn end leaves of an item is removed.

    Raises BadOutput for a file that holds anything else, OSError.
    """

    def __init__(self, path: Path, table: Table) -> None:
        super().__init__(str(path))
        self._path, self._table = path, table
        self._file = self._opened()
        self._file.truncate(self._whole())
        if not self._file.seek(0, os.SEEK_END):
            self._write(self._head())
        elif self._file.seek(-1, os.SEEK_END) and self._file.read(1) != b"\n":
            self._write(b"\n")

    def _add(self, rows: Sequence[Row]) -> None:
        """Append the rows of an item in one write."""
        self._write(self._encoded(rows))

    def close(self) -> None:
        """Nothing is left to be written."""
        self._file.close()

    @abstractmethod
    def _encoded(self, rows: Sequence[Row]) -> bytes:
        """Rows as they stand in the file."""

    @abstractmethod
    def _records(self) -> Iterator[tuple[Row | None, int]]:
        """Each row that is there, and where it ends; None for a torn one. Raises BadOutput."""

    def _head(self) -> bytes:
        return b""

    def _opened(self) -> io.FileIO:
        return io.FileIO(os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+")

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self._file.write(view) :]

    def _whole(self) -> int:
        """Count the items that are there whole; where the last of them ends."""
        begin, end = 0, 0
        row: Row = {}
        for found, stop in self._records():
            if found is None:
                break
            if not self._table.fits(found):
                raise self._other("its rows are none of these answers")
            row = found
            if begins_item(row):
                self.done[key_of(row)] += 1
                begin = end
            end = stop
        if row.get("board"):  # nothing tells whether it is the last of its picture
            self.done[key_of(row)] -= 1
            return begin
        return end

    def _lines(self) -> Iterator[tuple[bytes, int]]:
        """Each line, and where it ends."""
        end = 0
        with self._path.open("rb") as file:
            for line in file:
                end += len(line)
                yield line, end

    def _other(self, what: str) -> BadOutput:
        return BadOutput(f"{self._path} can't be gone on with: {what}", hint=OTHER_HINT)


class JsonLines(TextRows):
    """Rows as JSON objects, one a line."""

    def _encoded(self, rows: Sequence[Row]) -> bytes:
        return "".join(f"{as_json(row)}\n" for row in rows).encode()

    def _records(self) -> Iterator[tuple[Row | None, int]]:
        import msgspec

        for line, end in self._lines():
            try:
                yield msgspec.json.decode(line, type=dict[str, object]), end
            except (msgspec.DecodeError, UnicodeDecodeError):
                if line.endswith(b"\n") or not line.startswith(b"{"):
                    raise self._other(f"{line[:40]!r} is no JSON object") from None
                yield None, end


class Csv(TextRows):
    """Rows as CSV under a line of columns, which is widened when a row brings a new one."""

    def __init__(self, path: Path, table: Table) -> None:
        csv.field_size_limit(sys.maxsize >> 32)  # the largest that a C long holds on every system
        self._columns = list(table.columns)
        super().__init__(path, table)

    def _head(self) -> bytes:
        return _line(self._columns)

    def _encoded(self, rows: Sequence[Row]) -> bytes:
        if new := list(new_columns(rows, self._columns)):
            self._widen(new)
        return b"".join(_line([text_of(row.get(column)) for column in self._columns]) for row in rows)

    def _widen(self, new: list[str]) -> None:
        """Write the file anew beside itself, with these columns too, and put it in its place."""
        self._columns += new
        part = self._path.with_name(f".{self._path.name}.{os.getpid()}.part")
        with part.open("wb") as file:
            file.write(self._head())
            for cells, _ in islice(self._cells(), 1, None):
                file.write(_line([*(cells or ()), *[""] * len(new)]))
        self._file.close()
        part.replace(self._path)
        self._file = self._opened()
        self._file.seek(0, os.SEEK_END)

    def _records(self) -> Iterator[tuple[Row | None, int]]:
        cells = self._cells()
        head, _ = next(cells, (None, 0))
        if head is None and self._head().startswith(self._path.read_bytes()):
            return
        if head is None or head[: len(self._columns)] != self._columns:
            raise self._other(f"it does not begin with the columns {','.join(self._columns)}")
        self._columns = head
        for found, end in cells:
            if found is not None and len(found) != len(head):
                raise self._other(f"{len(found)} cells stand under {len(head)} columns")
            yield (None if found is None else dict(zip(head, found, strict=True))), end

    def _cells(self) -> Iterator[tuple[list[str] | None, int]]:
        """The cells of each record, and where it ends; None for one that is torn."""
        size, end, whole = self._path.stat().st_size, 0, True

        def lines() -> Iterator[str]:
            nonlocal end, whole
            for line, end in self._lines():  # noqa: B007 (it is told with the record that ends here)
                whole = line.endswith(b"\n")
                yield line.decode(errors="replace")

        reader = csv.reader(lines(), strict=True)
        try:
            for cells in reader:
                yield (cells if whole else None), end
        except csv.Error as error:
            if end < size:
                raise self._other(f"line {reader.line_num} is no CSV ({error})") from None
            yield None, end


def _line(cells: Sequence[str]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()
