"""Sources of puzzles for `autoplay solve`: files, stdin, text arguments, JSON Lines, pictures."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from autoplay.batch import remote_files as stores
from autoplay.batch.download import download
from autoplay.batch.folders import PATH_HINT, inside, is_folder, is_pattern, matching
from autoplay.files import PICTURES
from autoplay.games.puzzle_text import LONGEST, STDIN, PuzzleText, is_binary, json_object, starts_picture
from solvers.errors import AutoplayError, BadNotation

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
WEBP_HEAD: Final = 12
"""Bytes needed to recognize a WebP."""


@dataclass(frozen=True, slots=True)
class Source(PuzzleText):
    """Puzzle that is not parsed yet: a text, or a picture.

    ``data`` is a picture that is already in memory. ``trouble`` is the error if there is no puzzle.
    """

    data: bytes = b""
    trouble: AutoplayError | None = None

    @property
    def is_picture(self) -> bool:
        """True for a picture, whose text is empty."""
        return bool(self.data) or (is_picture_name(self.file) and not self.trouble)

    @property
    def picture(self) -> Path | bytes:
        """The path of a picture or its bytes. Raises PageUnreachable."""
        if self.data or not stores.is_address(self.file):
            return self.data or Path(self.file)
        return stores.read(self.file)

    @property
    def label(self) -> dict[str, object]:
        """First columns of its answer: a row's own ``id``, otherwise ``file`` and ``line``."""
        if not self.is_row:
            return {"file": self.file} if self.file else {}
        try:
            return {"id": json_object(self.text)["id"]}
        except (BadNotation, KeyError):
            return {"file": self.file, "line": self.line} if self.file else {"line": self.line}

    def check(self) -> None:
        """Raise the trouble, or BadNotation if it is not a text or too long."""
        if self.trouble:
            raise self.trouble
        PuzzleText.check(self)


def is_picture_name(name: str) -> bool:
    """Return True for the name of a picture file, even if it doesn't exist; addresses of the web don't count."""
    return ("://" not in name or stores.is_address(name)) and Path(name).suffix.lower() in PICTURES


def is_picture_address(name: str) -> bool:
    """Return True for an address of the web whose path ends like a picture; others can be puzzles in a notation."""
    return WEB_PICTURE.fullmatch(name) is not None


def packed(source: Source) -> Source:
    """Return the source with the bytes of its picture if other machines can't read it."""
    if not source.is_picture or source.data or (stores.is_address(source.file) and not stores.is_ours(source.file)):
        return source
    from vision.image import read_bytes  # here: texts are solved without loading OpenCV

    try:
        origin = source.picture
        return replace(source, data=read_bytes(origin) if isinstance(origin, Path) else origin)
    except AutoplayError as error:
        return replace(source, trouble=error)


def listed(arguments: Iterable[str], output: str | None = None) -> list[str | Source]:
    """Return the arguments with folders and patterns replaced by their files, sorted and without the ``output``.

    What can't be read becomes a source with its trouble.
    """
    own = os.path.realpath(output) if output else None
    return [
        part
        for argument in arguments
        for part in _listed(argument)
        if part == argument or isinstance(part, Source) or os.path.realpath(part) != own
    ]


def _listed(argument: str) -> Iterable[str | Source]:
    if stores.is_address(argument):
        try:
            return stores.files(argument, ENDINGS)
        except AutoplayError as error:
            return [Source("", argument, trouble=error)]
    if is_folder(argument):
        found = inside(argument, ENDINGS)
    elif PATTERN.fullmatch(argument) and is_pattern(argument):
        found = matching(argument, ENDINGS)
    else:
        return [argument]
    if not found and is_folder(argument):
        hint = f"a folder with files that end in {', '.join(sorted(ENDINGS))}"
        return [Source("", argument, trouble=BadNotation(f"{argument} contains no puzzles", hint=hint))]
    return [Source("", name, trouble=error) if error else name for name, error in found.items()] or [argument]


def number_of(parts: Iterable[str | Source]) -> int | None:
    """Return the approximate number of puzzles, None if it is unknown before they are read."""
    total = 0
    for part in parts:
        if part == STDIN or (isinstance(part, str) and stores.is_address(part)):
            return None
        if isinstance(part, str) and part.endswith(ROWS) and Path(part).is_file():
            with Path(part).open("rb") as file:
                total += sum(bool(line.strip()) for line in file)
        else:
            total += 1
    return total


def puzzles(parts: Iterable[str | Source]) -> Iterator[Source]:
    """Yield the puzzles of what `listed` returned; a file that can't be read becomes a source with trouble."""
    for part in parts:
        if isinstance(part, Source):
            yield part
            continue
        try:
            yield from sources(part)
        except OSError as error:
            trouble = BadNotation(f"{part}: {error.strerror or error}", hint=PATH_HINT)
            yield Source("", part, trouble=trouble)
        except AutoplayError as error:
            yield Source("", part, trouble=error)


def sources(argument: str) -> Iterator[Source]:
    """Yield the puzzles of one command-line argument, read one by one.

    Raises OSError or PageUnreachable if a file can't be read, and what `download` raises.
    """
    if argument == STDIN:
        yield from _from_file(sys.stdin.buffer, argument)
    elif argument.lstrip().startswith("{"):
        yield from _from_file(BytesIO(argument.encode(errors="replace")), "")
    elif is_picture_address(argument):
        yield Source("", argument, data=download(argument))
    elif "\n" not in argument and is_picture_name(argument):
        yield Source("", argument, data=stores.read(argument) if stores.is_in_memory(argument) else b"")
    elif "\n" in argument or not (stores.is_address(argument) or _is_file(argument)):
        yield Source(argument)
    else:
        with _opened(argument) as file:
            yield from _from_file(file, argument)


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    return stores.opened(name) if stores.is_address(name) else Path(name).open("rb")


def _is_file(argument: str) -> bool:
    """Return True for the path of anything that can be read, including pipes."""
    return os.path.exists(argument) and not os.path.isdir(argument)  # noqa: PTH110, PTH112 (as above)


def _from_file(file: BinaryIO, name: str) -> Iterator[Source]:
    """Yield a picture; rows if the first line is a JSON object or the file has the extension; otherwise one text."""
    first = file.readline(LONGEST + 1)
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # as written by > in PowerShell
        file = BytesIO((first + file.read()).decode("utf-16", errors="replace").encode())
        first = file.readline(LONGEST + 1)
    first = first.removeprefix(codecs.BOM_UTF8)
    if first.startswith(b"RIFF"):
        first += file.read(WEBP_HEAD)
    if starts_picture(first):
        yield Source("", name, data=first + file.read())
    elif (first.lstrip().startswith(b"{") or name.endswith(ROWS)) and not is_binary(_text(first)):
        yield from _rows(first, file, name)
    else:
        yield Source(_text(first + file.read(LONGEST + 1)), name)


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _rows(line: bytes, file: BinaryIO, name: str) -> Iterator[Source]:
    number = 1
    empty = True
    while line:
        if line.strip():
            yield Source(_text(line), name, number)
            empty = False
        while line and not line.endswith(b"\n"):  # skip the rest of a line that is too long
            line = file.readline(LONGEST + 1)
        line = file.readline(LONGEST + 1)
        number += 1
    if empty:
        yield Source("", name)
