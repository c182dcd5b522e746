"""Result rows in text files: JSON Lines and CSV. Each item is a single write, so a kill rarely tears a row."""

from __future__ import annotations

import csv
import glob
import io
import os
import re
import sys
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Final

import msgspec

from autoplay.batch.result_files.table import (
    ITEM,
    OPTIONS_HINT,
    ResultTable,
    Row,
    Rows,
    begins_item,
    is_passing,
    new_columns,
    text_of,
)
from autoplay.errors import BadOutput
from autoplay.report.json_text import as_json

OTHER_HINT: Final = "another name for --output"
FORMULA: Final = re.compile(r"'*(?:[=+@\t\r]|-(?=.)(?!\d+(?:\.\d+)?(?:e[+-]?\d+)?$))", re.DOTALL | re.IGNORECASE)
"""Cells that a spreadsheet may run as formulas: file names and IDs can come from anybody. They get an apostrophe."""


class TextRows(Rows):
    """Rows of a new or existing text file. Rows of an incomplete last item are removed.

    Raises BadOutput if the file holds anything else, OSError.
    """

    def __init__(self, path: Path, table: ResultTable) -> None:
        super().__init__(str(path))
        self._path, self._table = path, table
        for part in path.parent.glob(f".{glob.escape(path.name)}.*.part"):  # of a run that was killed: the lock is ours
            part.unlink(missing_ok=True)
        self._file = self._opened()
        end = self._find_end()
        self._file.truncate(end)
        if not self._file.seek(0, os.SEEK_END):
            self._write(self._head())
        elif self._file.seek(-1, os.SEEK_END) >= 0 and self._file.read(1) != b"\n":
            self._write(b"\n")

    def _add(self, rows: Sequence[Row]) -> None:
        """Append the rows of an item in one write."""
        self._write(self._encoded(rows))

    def close(self) -> None:
        """Close the file; everything is written already."""
        self._file.close()

    @abstractmethod
    def _encoded(self, rows: Sequence[Row]) -> bytes:
        """Return the rows as bytes of the file."""

    @abstractmethod
    def _records(self) -> Iterator[tuple[Row | None, int, int]]:
        """Yield each row of the file (None for a torn one), its start and its end in bytes. Raises BadOutput."""

    def _head(self) -> bytes:
        return b""

    def _opened(self) -> io.FileIO:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        return io.FileIO(os.open(self._path, flags, 0o666), "r+")

    def _write(self, data: bytes) -> None:
        """Append bytes, all of them or none."""
        end = self._file.seek(0, os.SEEK_END)
        view = memoryview(data)
        try:
            while view:
                view = view[self._file.write(view) :]
        except BaseException:
            with suppress(OSError):
                self._file.truncate(end)
            raise

    def _replace(self, parts: Iterable[bytes]) -> None:
        """Write a new file beside the old one and replace it; if that fails, the old one stays as it is."""
        part = self._path.with_name(f".{self._path.name}.{os.getpid()}.part")
        try:
            with part.open("wb") as file:
                file.writelines(parts)
            self._file.close()
            try:
                part.replace(self._path)
            finally:
                self._file = self._opened()
        finally:
            part.unlink(missing_ok=True)

    def _find_end(self) -> int:
        """Count the complete items, remove those with transient errors, and return where the last item ends."""
        begin, end = 0, 0
        row: Row = {}
        passing = set[str]()
        for found, _, stop in self._records():
            if found is None:
                break
            if not self._table.fits(found):
                raise self._other("it holds other rows than these results")
            if problem := self._table.options_problem(found):
                raise self._other(problem, OPTIONS_HINT)
            row = found
            if begins_item(row):
                self.done[row[ITEM]] += 1
                begin = end
            if is_passing(row):
                passing.add(row[ITEM])
            end = stop
        if row.get("board"):  # it may not be the last board of its picture
            self.done[row[ITEM]] -= 1
            end = begin
        return self._without(passing, end) if passing else end

    def _without(self, items: set[str], end: int) -> int:
        """Remove the rows of items before ``end``; return the new end."""
        for item in items:
            del self.done[item]
        self._replace(self._others(items, end))
        return self._path.stat().st_size

    def _others(self, items: set[str], end: int) -> Iterator[bytes]:
        """Yield the file's contents before ``end`` without the rows of items."""
        with self._path.open("rb") as file:
            for row, start, stop in self._records():
                yield file.read(start - file.tell())  # the line of columns
                data = file.read(stop - start)
                if row and stop <= end and row[ITEM] not in items:
                    yield data

    def _lines(self) -> Iterator[tuple[bytes, int]]:
        """Yield each line and its end in bytes."""
        end = 0
        with self._path.open("rb") as file:
            for line in file:
                end += len(line)
                yield line, end

    def _other(self, what: str, hint: str = OTHER_HINT) -> BadOutput:
        return BadOutput(f"{self._path} can't be continued: {what}", hint=hint)


class JsonLinesRows(TextRows):
    """Rows as JSON objects, one per line."""

    def _encoded(self, rows: Sequence[Row]) -> bytes:
        return "".join(f"{as_json(row)}\n" for row in rows).encode()

    def _records(self) -> Iterator[tuple[Row | None, int, int]]:
        for line, end in self._lines():
            try:
                yield msgspec.json.decode(line, type=dict[str, object]), end - len(line), end
            except (msgspec.DecodeError, UnicodeDecodeError):
                if line.endswith(b"\n") or not line.startswith(b"{"):
                    raise self._other(f"{line[:40]!r} is not a JSON object") from None
                yield None, end - len(line), end


class CsvRows(TextRows):
    """Rows as CSV below a header line, which is extended when a row has new columns."""

    def __init__(self, path: Path, table: ResultTable) -> None:
        csv.field_size_limit(sys.maxsize >> 32)  # the largest value of a C long on every system
        self._columns = list(table.columns)
        super().__init__(path, table)

    def _head(self) -> bytes:
        return _line(self._columns)

    def _encoded(self, rows: Sequence[Row]) -> bytes:
        if new := list(new_columns(rows, self._columns)):
            self._widen(new)
        return b"".join(_line([text_of(row.get(column)) for column in self._columns]) for row in rows)

    def _widen(self, new: list[str]) -> None:
        """Rewrite the file with these columns added."""
        columns = [*self._columns, *new]
        rows = (_line([*(cells or ()), *[""] * len(new)]) for cells, _ in islice(self._cells(), 1, None))
        self._replace(chain([_line(columns)], rows))
        self._columns = columns

    def _records(self) -> Iterator[tuple[Row | None, int, int]]:
        cells = self._cells()
        head, begin = next(cells, (None, 0))
        if head is None and self._head().startswith(self._path.read_bytes()):
            return
        if head is None or head[: len(self._columns)] != self._columns:
            raise self._other(f"it does not start with the columns {','.join(self._columns)}")
        self._columns = head
        for found, end in cells:
            if found is not None and len(found) != len(head):
                raise self._other(f"a row has {len(found)} cells below {len(head)} columns")
            yield (None if found is None else dict(zip(head, found, strict=True))), begin, end
            begin = end

    def _cells(self) -> Iterator[tuple[list[str] | None, int]]:
        """Yield the cells of each record (None for a torn one) and its end in bytes."""
        size, end, whole = self._path.stat().st_size, 0, True

        def lines() -> Iterator[str]:
            nonlocal end, whole
            for line, end in self._lines():  # noqa: B007 (yielded with the record that ends here)
                whole = line.endswith(b"\n")
                yield line.decode(errors="replace")

        reader = csv.reader(lines(), strict=True)
        try:
            for cells in reader:
                yield ([*map(_unguarded, cells)] if whole else None), end
        except csv.Error as error:
            if end < size:
                raise self._other(f"line {reader.line_num} is not CSV ({error})") from None
            yield None, end


def _line(cells: Sequence[str]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow(
        map(_guarded, cells)
    )  # with it, cells that hold either character are quoted
    return text.getvalue().removesuffix("\r\n").encode() + b"\n"


def _guarded(cell: str) -> str:
    return f"'{cell}" if FORMULA.match(cell) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell[1:]) else cell
