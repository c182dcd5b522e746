"""Folder with a text file for each picture that was read, and the list of those refused."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Final

from autoplay.errors import NotWritable
from autoplay.files import write_whole
from autoplay.output import escape_controls
from autoplay.report.read_report import ReadReport
from solvers.names import GRID_FORM

LIST_NAME: Final = "refused.csv"
"""Name of the list; its ending is none of those of puzzles and pictures, so that the folder can be
solved as it is."""
COLUMNS: Final = ("file", "error", "message", "try")
"""Columns of the list, which are also its first line, and the keys of an error as JSON."""


class TextFolder:
    """Folder to write the boards of pictures into, as text in one form.

    A file that is there already with other contents is replaced only by ``force``: a person may
    have made or corrected it. The list of refused pictures keeps the rows of pictures that are not
    read this time.
    """

    def __init__(self, folder: Path, form: str, *, force: bool = False) -> None:
        """Raise NotWritable if there is another file with the name of the list."""
        self.count = 0
        self._folder = folder
        self._ending = ".grid.txt" if form == GRID_FORM else ".txt"
        self._force = force
        self._rows = self._read_list()

    @property
    def list_path(self) -> Path:
        """The file of the list, which exists only if pictures were refused."""
        return self._folder / LIST_NAME

    @property
    def has_refused(self) -> bool:
        """True if the list has rows."""
        return any(self._rows.values())

    def add(self, report: ReadReport, place: str) -> ReadReport:
        """Write the boards of a picture into the file ``place``, a path in the folder without its
        ending; return the report, with an error if the file could not be written."""
        self._rows[report.name] = [
            [escape_controls(str(row[key])) for key in COLUMNS]
            for row in map(report.error_row, report.errors)
        ]
        if not report.boards:
            return report
        path = self._folder / f"{place}{self._ending}"
        try:
            self._write(path, "\n\n".join(list_texts(report)) + "\n")
        except NotWritable as error:
            return replace(report, errors=(*report.errors, error))
        self.count += 1
        return report

    def save_list(self) -> None:
        """Write the list of refused pictures, or remove it if there are none; raise NotWritable."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for rows in self._rows.values():
            writer.writerows(rows)
        try:
            if self.has_refused:
                write_whole(self.list_path, text.getvalue().encode())
            else:
                self.list_path.unlink(missing_ok=True)
        except OSError as error:
            raise _not_writable(self.list_path, error) from error

    def _write(self, path: Path, text: str) -> None:
        data = text.encode()
        try:
            is_new = not path.exists()
            if not is_new and path.read_bytes() == data:
                return
            if not (is_new or self._force):
                raise NotWritable(
                    f"{path} exists already and has other contents",
                    hint="--force to replace it, or another --output",
                )
            write_whole(path, data)
        except OSError as error:
            raise _not_writable(path, error) from error

    def _read_list(self) -> dict[str, list[list[str]]]:
        """Return the rows of the list by the names of their pictures."""
        found: dict[str, list[list[str]]] = {}
        try:
            text = self.list_path.read_text("utf-8", errors="replace")
        except FileNotFoundError:
            return found
        except OSError as error:
            raise _not_writable(self.list_path, error) from error
        # A spreadsheet leaves empty lines.
        rows = [row for row in csv.reader(io.StringIO(text)) if row]
        is_list = all(len(row) == len(COLUMNS) for row in rows)
        if not is_list or rows[:1] != [list(COLUMNS)]:
            raise NotWritable(
                f"{self.list_path} would be overwritten, but it is no list of refused pictures",
                hint="another --output",
            )
        for row in rows[1:]:
            found.setdefault(row[0], []).append(row)
        return found


def list_texts(report: ReadReport, *, with_names: bool = False) -> list[str]:
    """Return the text of each board of a picture, and a comment for each refused one.

    Each is below a comment with the name of the picture if there are several, or if ``with_names``
    asks for it. `autoplay solve` reads such texts, also with empty lines between them.
    """
    texts = []
    has_names = with_names or len(report.boards) + len(report.errors) > 1
    for number, board in enumerate(report.boards, 1):
        text = board.written.rstrip("\n")
        which = f", board {number}" if len(report.boards) > 1 else ""
        # A board whose solution contradicts it has no text.
        if board.doubt and not text:
            texts.append(_comment(f"{report.name}{which}: refused: {board.doubt.message}"))
        elif has_names:
            texts.append(f"{_comment(report.name + which)}\n{text}")
        else:
            texts.append(text)
    if has_names:
        for error in report.errors:
            texts.append(_comment(f"{report.name}: refused: {error.message}"))
    return texts


def _comment(text: str) -> str:
    """Return a line that no reader of puzzles takes for a part of a board."""
    words = escape_controls(text).split()
    return f"# {' '.join(words)}"


def _not_writable(path: Path, error: OSError) -> NotWritable:
    return NotWritable(
        f"{path} can't be written ({error.strerror or error})", hint="--output elsewhere"
    )
