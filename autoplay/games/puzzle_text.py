"""Texts of puzzles whose game is not known yet."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from solvers.errors import BadNotation, decoding

Puzzle = TypeVar("Puzzle")
Row = TypeVar("Row")

STDIN: Final = "-"
LONGEST_TEXT: Final = 1 << 20
"""Maximum bytes of a text or of a row of JSON Lines; the largest puzzle has a thousandth of
that."""
FILE_ENDING: Final = re.compile(r"(?!.*://).*\.(txt|jsonl?|csv|md|html?)", re.IGNORECASE)
"""Matches arguments that end like a file, even if the file doesn't exist; no notation does."""
FEWEST_CELLS: Final = 4
"""Cells in the shortest row that may begin with a wall; a shorter line is a comment."""
READ_LINE: Final = re.compile(r".*, \d{1,3}% sure \(\d+\.\d\d s\)\s*")
"""Line above a board that `autoplay read` shows to a person."""
MOST_REPEATED: Final = 80
"""Maximum characters of an argument to repeat in a message."""


@dataclass(frozen=True, slots=True)
class PuzzleText:
    """Text of a puzzle, or a row of JSON Lines.

    ``file`` is the name of its file, ``-`` for stdin and empty for a text argument. ``line`` is the
    line number of a row of JSON Lines.
    """

    text: str
    file: str = ""
    line: int | None = None

    @property
    def is_row(self) -> bool:
        """True for a row of JSON Lines."""
        return self.line is not None

    def row(self) -> Mapping[str, object]:
        """Return the JSON object of a row. Raises BadNotation."""
        self.check()
        return json_object(self.text)

    def parse_with(
        self, parse: Callable[[str], Puzzle], is_file_name: Callable[[str], bool]
    ) -> Puzzle:
        """Return the text parsed by ``parse``. Raises BadNotation.

        If that fails and ``is_file_name`` returns True for the text, the error is that there is no
        such file.
        """
        self.check()
        try:
            return parse(self.text)
        except BadNotation:
            # A word that is no puzzle is more likely the name of a file, misspelt.
            name = self.text.strip()
            is_named = FILE_ENDING.fullmatch(name) or is_file_name(self.text)
            if self.file or "\n" in name or not is_named:
                raise
            raise _no_puzzle_file(name) from None

    def check(self) -> None:
        """Raise BadNotation if it is not a text or too long."""
        name = "stdin" if self.file == STDIN else self.file or "this"
        if len(self.text) > LONGEST_TEXT:
            raise BadNotation(
                f"a text of over {LONGEST_TEXT} characters is not a puzzle",
                hint="check that it is the right file",
            )
        # A row is a line of a file that was checked already.
        if self.is_row:
            return
        if self.file and not self.text.strip():
            raise BadNotation(
                f"{name} contains no puzzles",
                hint="a board, one line per row of cells, or JSON Lines",
            )
        if self.text.startswith("%PDF"):
            raise BadNotation(f"{name} is a PDF", hint=f"autoplay read --solve {self.file}")
        if READ_LINE.fullmatch(self.text.partition("\n")[0]):
            raise BadNotation(
                f"{name} is what autoplay read prints for people",
                hint="autoplay read --to grid prints boards that can be read again",
            )
        if is_binary(self.text):
            raise BadNotation(
                f"{name} is not a text",
                hint="a text file in UTF-8, or a picture as PNG, JPEG or WebP",
            )


def split_boards(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each board in lines with their ends; comments are left out.

    A comment at the start or below an empty line begins another board and is its name; a name
    without rows below it has no board. A text without comments is one board, however it is.
    """
    name = ""
    rows: list[str] = []
    length = 0
    begins_board = True
    for line in lines:
        if is_comment(line):
            if begins_board:
                if has_rows(rows):
                    yield name, "".join(rows)
                name = line.strip().removeprefix("#").strip()
                rows = []
                length = 0
            begins_board = False
            continue
        begins_board = not line.strip()
        rows.append(line)
        length += len(line)
        # A text that is too long is refused, so that no more of it is needed.
        if length > LONGEST_TEXT:
            break
    if has_rows(rows):
        yield name, "".join(rows)


def has_rows(lines: Iterable[str]) -> bool:
    """Return True if one of these lines is not empty."""
    return any(line.strip() for line in lines)


def is_comment(line: str) -> bool:
    """Return True for a line that begins with '#' and a blank, unless it may be a row of walls and
    cells with blanks between."""
    words = line.split()
    if words[:1] != ["#"]:
        return False
    return len(words) < FEWEST_CELLS or any(len(word) > 1 for word in words)


def read_text(path: Path) -> str:
    """Return the text of a file given by an option. Raises BadNotation if it is not text,
    OSError."""
    if path.is_dir():
        raise _no_puzzle_file(str(path))
    with path.open("rb") as file:
        data = file.read(4 * LONGEST_TEXT + 1)  # no character has more than four bytes
    if starts_picture(data):
        raise BadNotation(f"{path} is a picture", hint="a text file in UTF-8")
    # PowerShell writes UTF-16 by >.
    is_utf_16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if is_utf_16 else "utf-8-sig", errors="replace")
    PuzzleText(text, str(path)).check()
    return text


def is_binary(text: str) -> bool:
    """Return True if the text contains NUL, or if over a tenth of it could not be decoded."""
    return "\0" in text or 10 * text.count("\ufffd") > len(text)


def _no_puzzle_file(argument: str) -> BadNotation:
    """Return the error for an argument that is not a puzzle."""
    if os.path.isdir(argument):  # noqa: PTH112 (Path raises if a text is too long)
        return BadNotation(
            f"{argument} is a directory", hint=f"a file in it, or {argument.rstrip('/')}/*.txt"
        )
    if "/" in argument or "\\" in argument or FILE_ENDING.fullmatch(argument.strip()):
        return BadNotation(f"{argument}: no such file", hint="check its name")
    shown = argument
    if len(argument) > MOST_REPEATED:
        shown = argument[:MOST_REPEATED] + "…"
    return BadNotation(
        f"{shown!r} is neither a file nor the text of a puzzle",
        hint="check the file's name, or - to read stdin",
    )


def starts_picture(data: bytes) -> bool:
    """Return True if the bytes start like a PNG, JPEG or WebP."""
    return data.startswith((b"\x89PNG", b"\xff\xd8\xff")) or (
        data.startswith(b"RIFF") and data[8:12] == b"WEBP"
    )


def json_object(line: str) -> dict[str, object]:
    """Return the JSON object on a line. Raises BadNotation."""
    hint = 'a line such as {"id": 1, "stars": 1, "grid": ["AAAB", …]}'
    with decoding(BadNotation, "not a JSON object of a puzzle", hint):
        return msgspec.json.decode(line, type=dict[str, object])


def convert_row(row: Mapping[str, object], kind: type[Row], hint: str) -> Row:
    """Return the fields of a JSON object that a game knows. Raises BadNotation if one is missing or
    of the wrong type."""
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise BadNotation(str(error), hint=hint) from None
