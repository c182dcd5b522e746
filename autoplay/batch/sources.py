"""Sources of puzzles for `autoplay solve`: files, stdin, text arguments, JSON Lines, pictures."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

import msgspec

from autoplay.batch import remote_files as stores
from autoplay.batch.folders import PATH_HINT, inside, is_folder, is_pattern, matching
from autoplay.files import PICTURES
from solvers.errors import AutoplayError, BadNotation

Puzzle = TypeVar("Puzzle")

STDIN: Final = "-"
ROWS: Final = ".jsonl"
ENDINGS: Final = PICTURES | {".txt", ROWS}
"""Extensions of the files that are taken from a folder."""
LONGEST: Final = 1 << 20
"""Most bytes of a text or of a row of JSON Lines; the largest puzzle has a thousandth of it."""
PATH: Final = re.compile(r".*[/\\].*|.*\.(txt|jsonl?|csv|md|html?)", re.IGNORECASE)
"""Arguments that are meant as the path of a file, even if it doesn't exist."""
PATTERN: Final = re.compile(r"(?!.*://)(.*[/\\].*|.*\.\w+)")
"""Arguments that can be patterns of file names: boards of lamps contain asterisks too."""
SHOWN: Final = 80
"""Most characters of an argument that a message repeats."""
WEBP_HEAD: Final = 12
"""Bytes needed to recognize a WebP."""


@dataclass(frozen=True, slots=True)
class Source:
    """Puzzle before it is parsed.

    ``file`` is the name of its file, ``-`` for stdin and empty for a text argument. ``line`` is the line number of a
    row of JSON Lines. ``data`` is a picture that is already in memory. ``trouble`` is the error if there is no puzzle.
    """

    text: str
    file: str = ""
    line: int | None = None
    data: bytes = b""
    trouble: AutoplayError | None = None

    @property
    def is_row(self) -> bool:
        """True for a row of JSON Lines."""
        return self.line is not None

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
            return {"id": _object(self.text)["id"]}
        except (BadNotation, KeyError):
            return {"file": self.file, "line": self.line} if self.file else {"line": self.line}

    def row(self) -> Mapping[str, object]:
        """Return the JSON object of a row. Raises BadNotation."""
        self.check()
        return _object(self.text)

    def parsed(self, parse: Callable[[str], Puzzle], is_name: Callable[[str], bool]) -> Puzzle:
        """Return the text parsed by ``parse``. Raises BadNotation.

        If that fails and ``is_name`` returns True for the text, the error is that there is no such file.
        """
        self.check()
        try:
            return parse(self.text)
        except BadNotation:
            if self.file or "\n" in self.text.strip() or not is_name(self.text):
                raise
            raise _no_file(self.text) from None

    def check(self) -> None:
        """Raise the trouble, or BadNotation if it is not a text or too long."""
        if self.trouble:
            raise self.trouble
        name = "stdin" if self.file == STDIN else self.file or "this"
        if len(self.text) > LONGEST:
            raise BadNotation(
                f"a text of over {LONGEST} characters is not a puzzle", hint="check that it is the right file"
            )
        if not self.is_row and self.file and not self.text.strip():
            raise BadNotation(f"{name} contains no puzzles", hint="a board, one line per row of cells, or JSON Lines")
        if not self.is_row and self.text.startswith("%PDF"):
            raise BadNotation(f"{name} is a PDF", hint=f"autoplay read --solve {self.file}")
        if not self.is_row and _is_binary(self.text):
            raise BadNotation(f"{name} is not a text", hint="a text file in UTF-8, or a picture as PNG, JPEG or WebP")


def _is_binary(text: str) -> bool:
    """Return True if the text contains NUL, or if over a tenth of it could not be decoded."""
    return "\0" in text or 10 * text.count("\ufffd") > len(text)


def _no_file(argument: str) -> BadNotation:
    """Return the error for an argument that is not a puzzle."""
    if os.path.isdir(argument):  # noqa: PTH112 (Path raises if a text is too long)
        return BadNotation(f"{argument} is a directory", hint=f"a file in it, or {argument.rstrip('/')}/*.txt")
    if PATH.fullmatch(argument.strip()):
        return BadNotation(f"{argument}: no such file", hint="check its name")
    shown = argument if len(argument) <= SHOWN else argument[:SHOWN] + "…"
    what = f"{shown!r} is neither a file nor the text of a puzzle"
    return BadNotation(what, hint="check the file's name, or - to read stdin")


def is_picture_name(name: str) -> bool:
    """Return True for the name of a picture file, even if it doesn't exist; addresses of the web don't count."""
    return ("://" not in name or stores.is_address(name)) and Path(name).suffix.lower() in PICTURES


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

    Raises OSError or PageUnreachable if a file can't be read.
    """
    if argument == STDIN:
        yield from _from_file(sys.stdin.buffer, argument)
    elif argument.lstrip().startswith("{"):
        yield from _from_file(BytesIO(argument.encode(errors="replace")), "")
    elif "\n" not in argument and is_picture_name(argument):
        yield Source("", argument, data=stores.read(argument) if stores.is_in_memory(argument) else b"")
    elif "\n" in argument or not (stores.is_address(argument) or _is_file(argument)):
        yield Source(argument)
    else:
        with _opened(argument) as file:
            yield from _from_file(file, argument)


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    return stores.opened(name) if stores.is_address(name) else Path(name).open("rb")


def text_of(path: Path) -> str:
    """Return the text of a file given by an option. Raises BadNotation if it is not text, OSError."""
    if path.is_dir():
        raise _no_file(str(path))
    with path.open("rb") as file:
        source = next(_from_file(file, str(path)))
    if source.is_picture:
        raise BadNotation(f"{path} is a picture", hint="a text file in UTF-8")
    source.check()
    return source.text


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
    if _is_picture(first):
        yield Source("", name, data=first + file.read())
    elif (first.lstrip().startswith(b"{") or name.endswith(ROWS)) and not _is_binary(_text(first)):
        yield from _rows(first, file, name)
    else:
        yield Source(_text(first + file.read(LONGEST + 1)), name)


def _is_picture(data: bytes) -> bool:
    """Return True if the bytes start like a PNG, JPEG or WebP."""
    return data.startswith((b"\x89PNG", b"\xff\xd8\xff")) or (data.startswith(b"RIFF") and data[8:12] == b"WEBP")


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


def _object(line: str) -> dict[str, object]:
    try:
        return msgspec.json.decode(line, type=dict[str, object])
    except (msgspec.DecodeError, RecursionError) as error:
        hint = 'a line such as {"id": 1, "stars": 1, "grid": ["AAAB", …]}'
        raise BadNotation(f"not a JSON object of a puzzle: {error}", hint=hint) from error
