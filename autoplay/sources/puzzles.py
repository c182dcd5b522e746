"""Sources of puzzles for `autoplay solve`: files, stdin, text arguments, JSON Lines, pictures."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO, Final

from autoplay.errors import PATH_HINT
from autoplay.files import PICTURES, find_files, is_folder, is_pattern
from autoplay.games.puzzle_text import (
    LONGEST_TEXT,
    STDIN,
    PuzzleText,
    is_binary,
    json_object,
    split_boards,
    starts_picture,
)
from autoplay.sources.download import download
from solvers.errors import AutoplayError, BadNotation
from solvers.notation import DISTINCTIVE, FORMS

ROWS: Final = ".jsonl"
ENDINGS: Final = PICTURES | {".txt", ROWS}
"""Extensions of the files that are taken from a folder."""
PATTERN: Final = re.compile(r"(?!.*://)(.*[/\\].*|.*\.\w+)")
"""Arguments that can be patterns of file names: boards of lamps contain asterisks too."""
WEB_PICTURE: Final = re.compile(
    rf"data:image/.*|https?://[^?#]*({'|'.join(map(re.escape, PICTURES))})([?#].*)?",
    re.IGNORECASE | re.DOTALL,
)
"""Addresses of the web that end like a picture."""
PAGE: Final = re.compile(r"(https?|file)://\S+")
WEBP_HEAD: Final = 12
"""Bytes needed to recognize a WebP."""


@dataclass(frozen=True, slots=True)
class Source(PuzzleText):
    """Puzzle that is not parsed yet: a text, or a picture.

    ``data`` is a picture that is already in memory. ``trouble`` is the error if there is no puzzle.
    ``title`` is the comment above a board, ``board`` its number in a text with comments.
    """

    data: bytes = b""
    title: str = ""
    board: int | None = None
    trouble: AutoplayError | None = None

    @property
    def is_picture(self) -> bool:
        """True for a picture, whose text is empty."""
        return bool(self.data) or (is_picture_name(self.file) and not self.trouble)

    @property
    def picture(self) -> Path | bytes:
        """The path of a picture or its bytes."""
        return self.data or Path(self.file)

    @property
    def label(self) -> dict[str, object]:
        """First columns of its answer: a row's own ``id``, otherwise ``file`` and ``line``, and as
        ``name`` its picture; of a board below a comment, its number and the comment as its name."""
        place: dict[str, object] = {"file": self.file} if self.file else {}
        if self.board is not None:
            place |= {"board": self.board, "name": self.title}
        if not self.is_row:
            return place
        place["line"] = self.line
        try:
            row = json_object(self.text)
        except BadNotation:
            return place
        if "id" in row:
            return {"id": row["id"]}
        # The rows of `autoplay read` name their pictures.
        if isinstance(row.get("file"), str):
            place["name"] = row["file"]
        return place

    def check(self) -> None:
        """Raise the trouble, or BadNotation if it is not a text or too long."""
        if self.trouble:
            raise self.trouble
        PuzzleText.check(self)


def is_picture_name(name: str) -> bool:
    """Return True for the name of a picture file, even if it doesn't exist, but not an address."""
    return "://" not in name and Path(name).suffix.lower() in PICTURES


def is_picture_address(name: str) -> bool:
    """Return True for an address that ends like a picture; others can be puzzles in a notation."""
    return WEB_PICTURE.fullmatch(name) is not None


def is_page_address(name: str) -> bool:
    """Return True for the address of a page that has to be opened: it is neither a picture nor
    holds its puzzle itself."""
    if not PAGE.fullmatch(name) or is_picture_address(name):
        return False
    return not any(FORMS[form].is_form_of(name) for form in DISTINCTIVE)


def find_sources(arguments: Iterable[str], output: str | None = None) -> list[str | Source]:
    """Return the arguments with folders and patterns replaced by their files, sorted.

    The file ``output`` is left out unless it is an argument itself. What can't be read becomes a
    source with its trouble.
    """
    own = os.path.realpath(output) if output else None
    found: list[str | Source] = []
    for argument in arguments:
        files: dict[str, AutoplayError | None] = {argument: None}
        if is_folder(argument):
            hint = f"a folder with files that end in {', '.join(sorted(ENDINGS))}"
            empty = BadNotation(f"{argument} contains no puzzles", hint=hint)
            files = find_files(argument, ENDINGS) or {argument: empty}
        elif PATTERN.fullmatch(argument) and is_pattern(argument):
            # A pattern that no file matches may be a puzzle.
            files = find_files(argument, ENDINGS) or files
        for name, trouble in files.items():
            if trouble:
                found.append(Source("", name, trouble=trouble))
            elif name == argument or os.path.realpath(name) != own:
                found.append(name)
    return found


def count_puzzles(parts: Iterable[str | Source]) -> int | None:
    """Return the approximate number of puzzles, None if it is unknown before they are read."""
    total = 0
    for part in parts:
        if part == STDIN:
            return None
        if isinstance(part, str) and part.endswith(ROWS) and Path(part).is_file():
            with Path(part).open("rb") as file:
                total += sum(bool(line.strip()) for line in file)
        else:
            total += 1
    return total


def read_sources(parts: Iterable[str | Source]) -> Iterator[Source]:
    """Yield the puzzles of what `find_sources` returned; unreadable files have a trouble."""
    for part in parts:
        if isinstance(part, Source):
            yield part
            continue
        trouble: AutoplayError
        try:
            yield from read_argument(part)
            continue
        except OSError as error:
            trouble = BadNotation(f"{part}: {error.strerror or error}", hint=PATH_HINT)
        except AutoplayError as error:
            trouble = error
        yield Source("", part, trouble=trouble)


def read_argument(argument: str) -> Iterator[Source]:
    """Yield the puzzles of one argument, read one by one.

    Raises OSError if a file can't be read, and what `download` raises.
    """
    if argument == STDIN:
        if sys.stdin is None:
            raise BadNotation("stdin is closed", hint="pipe a puzzle into it, or name a file")
        yield from _read_file(sys.stdin.buffer, argument)
    elif argument.lstrip().startswith("{"):
        yield from split_text(argument)
    elif is_picture_address(argument):
        yield Source("", argument, data=download(argument))
    elif "\n" not in argument and is_picture_name(argument):
        yield Source("", argument)
    # PTH110: a text may be too long for a Path. Pipes exist too.
    elif "\n" in argument or is_folder(argument) or not os.path.exists(argument):  # noqa: PTH110
        yield from split_text(argument)
    else:
        with Path(argument).open("rb") as file:
            yield from _read_file(file, argument)


def _read_file(file: BinaryIO, name: str) -> Iterator[Source]:
    """Yield a picture; rows if the first line is a JSON object or the name says so; or one text."""
    first = file.readline(LONGEST_TEXT + 1)
    # PowerShell writes UTF-16 by >.
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        file = BytesIO((first + file.read()).decode("utf-16", errors="replace").encode())
        first = file.readline(LONGEST_TEXT + 1)
    first = first.removeprefix(codecs.BOM_UTF8)
    if first.startswith(b"RIFF"):
        first += file.read(WEBP_HEAD)
    if starts_picture(first):
        yield Source("", name, data=first + file.read())
        return
    looks_like_rows = first.lstrip().startswith(b"{") or name.endswith(ROWS)
    if looks_like_rows and not is_binary(first.decode(errors="replace")):
        yield from _read_rows(first, file, name)
    else:
        rest = iter(lambda: file.readline(LONGEST_TEXT + 1), b"")
        yield from _split_lines(_decode(chain([first], rest)), name)


def _decode(lines: Iterable[bytes]) -> Iterator[str]:
    for line in lines:
        yield line.decode(errors="replace")


def split_text(text: str, name: str = "") -> Iterator[Source]:
    """Yield the rows of JSON Lines; or the boards of a text, those below comments with their
    titles; else the whole text."""
    if text.lstrip().startswith("{"):
        yield from _read_file(BytesIO(text.encode(errors="replace")), name)
    else:
        yield from _split_lines(text.splitlines(keepends=True), name)


def _split_lines(lines: Iterable[str], name: str) -> Iterator[Source]:
    number = 0
    for title, text in split_boards(lines):
        number += 1
        yield Source(text, name, title=title, board=number if title else None)
    if not number:
        yield Source("", name)


def _read_rows(line: bytes, file: BinaryIO, name: str) -> Iterator[Source]:
    is_empty = True
    for number in count(1):
        if line.strip():
            yield Source(line.decode(errors="replace"), name, number)
            is_empty = False
        # The rest of a line that is too long is skipped.
        while line and not line.endswith(b"\n"):
            line = file.readline(LONGEST_TEXT + 1)
        line = file.readline(LONGEST_TEXT + 1)
        if not line:
            break
    if is_empty:
        yield Source("", name)
