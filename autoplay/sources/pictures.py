"""Sources of pictures for `autoplay read`: files, folders, PDF pages, patterns, stdin,
clipboard, addresses."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import unquote

from autoplay.errors import ExtraMissing
from autoplay.files import PICTURES
from autoplay.games.puzzle_text import STDIN
from autoplay.output import print_warning
from autoplay.sources.clipboard import copied_picture
from autoplay.sources.download import download, without_user
from autoplay.sources.folders import find_inside, find_matching, is_folder, is_pattern
from autoplay.sources.pdf import ENDING, MAGIC, PdfPage, check_drawable, find_pages
from autoplay.wording import count
from solvers.errors import AutoplayError
from vision import LoadedPicture, load_picture
from vision.errors import BadImage
from vision.formats import KINDS
from vision.image import MAX_BYTES, check_length

CLIPBOARD: Final = "clipboard"
ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+:(//|.*,)", re.IGNORECASE | re.DOTALL)
"""Start of an address; the drive of a Windows path is a single letter."""
SHOWN: Final = 80
"""Maximum characters of an address to show: it can contain the whole picture."""
NO_NAME: Final = re.compile(r"[^\w.-]+")
"""Characters that are left out of file names."""
LONGEST: Final = 100
"""Maximum bytes of a picture's name in other file names: with additions they stay below the
usual limit of 255."""

Origin: TypeAlias = Path | bytes | str | PdfPage | AutoplayError
Files: TypeAlias = Mapping[str, AutoplayError | None]
NamedOrigin: TypeAlias = tuple[str, Origin]


@dataclass(frozen=True, slots=True)
class Picture:
    """Picture that is not loaded yet.

    ``name`` is what a person calls it. ``key`` is unique and can be part of a file name. ``origin``
    is its file, its bytes, its address, a page of a document, or the error if there is no picture.
    """

    name: str
    key: str
    origin: Origin

    @property
    def is_page(self) -> bool:
        """True for a page of a document, where several boards are usual."""
        return isinstance(self.origin, PdfPage)

    def load(self) -> LoadedPicture:
        """Load the picture with its note. Raises BadImage, or PageUnreachable for an address."""
        match self.origin:
            case AutoplayError():
                raise self.origin
            case str():
                return load_picture(download(self.origin))
            case PdfPage():
                return LoadedPicture(self.origin.load())
            case _:
                return load_picture(self.origin)


def find_pictures(arguments: Iterable[str], wanted: Sequence[range] = ()) -> list[Picture]:
    """Return the pictures of command-line arguments, in order.

    An argument without one becomes a picture with an error. Each page of a PDF is a picture, or
    each page in one of the ranges ``wanted``.
    """
    taken: dict[str, int] = {}
    found = []
    for argument in arguments:
        for name, origin in _find_origins(argument):
            for part_name, part in _split_pages(name, origin, wanted):
                key = _make_unique(taken, _make_key(part_name, part))
                found.append(Picture(part_name, key, part))
    return found


def _split_pages(name: str, origin: Origin, wanted: Sequence[range]) -> Iterator[NamedOrigin]:
    """Yield the pages of a document, each with its number in its name; anything else as it is."""
    try:
        document = _find_document(origin)
        if document is None:
            yield name, origin
        else:
            for page in find_pages(document, wanted):
                yield f"{name}#{page.number}", page
    except AutoplayError as error:
        yield name, error


def _find_document(origin: Origin) -> Path | bytes | None:
    """Return the document of an origin, known by extension or first bytes; None if it is none."""
    match origin:
        case Path(suffix=ending) if ending.lower() == ENDING:
            return origin
        case bytes() if origin.startswith(MAGIC):
            return origin
        case str() if re.split("[?#]", origin, maxsplit=1)[0].lower().endswith(ENDING):
            return download(origin)
    return None


def _make_key(name: str, origin: Origin) -> str:
    """Return the start of the names of files about a picture."""
    stem = name if isinstance(origin, Path) else unquote(name.partition("?")[0])
    number = f"-{origin.number}" if isinstance(origin, PdfPage) else ""
    text = NO_NAME.sub("-", Path(stem).stem)
    short = text.encode()[:LONGEST].decode(errors="ignore").strip("-.")
    return (short or "picture") + number


def _make_unique(taken: dict[str, int], stem: str) -> str:
    """Return a unique name, ignoring case; ``taken`` counts those with the same start."""
    key = stem
    family = stem.casefold()
    while key.casefold() in taken:
        taken[family] += 1
        key = f"{stem}-{taken[family]}"
    taken[key.casefold()] = 1
    return key


def _find_origins(argument: str) -> Iterator[NamedOrigin]:
    if argument == STDIN:
        yield argument, _read_stdin()
    elif is_folder(argument):
        yield from _find_in_folder(argument)
    elif os.path.lexists(argument):
        yield argument, Path(argument)
    elif ADDRESS.match(argument):
        yield _shorten_address(argument), argument
    elif argument == CLIPBOARD:
        yield argument, _read_clipboard()
    elif is_pattern(argument):
        yield from _find_by_pattern(argument)
    else:
        yield argument, Path(argument)


def _shorten_address(url: str) -> str:
    name = without_user(url)
    return name if len(name) <= SHOWN else name[:SHOWN] + "…"


def _find_in_folder(folder: str) -> Iterator[NamedOrigin]:
    found = _find_files(find_inside, folder)
    yield from _list_origins(found)
    if not found:
        yield (
            folder,
            BadImage(f"{folder} contains no pictures", hint=f"a folder with {KINDS} or PDF files"),
        )


def _find_by_pattern(pattern: str) -> Iterator[NamedOrigin]:
    found = _find_files(find_matching, pattern)
    yield from _list_origins(found)
    if not found:
        yield (
            pattern,
            BadImage(f"{pattern}: no file matches", hint="check the folder and the pattern"),
        )


def _find_files(find: Callable[[str, Collection[str]], Files], where: str) -> Files:
    """Return the pictures that are found, and the documents if they can be drawn; else say so."""
    found = find(where, PICTURES | {ENDING})
    if not any(name.lower().endswith(ENDING) for name in found):
        return found
    try:
        check_drawable()
    except ExtraMissing as error:
        pictures = find(where, PICTURES)
        skipped = count(len(found) - len(pictures), "PDF")
        print_warning(f"{skipped} skipped: {error.message}", error.hint)
        return pictures
    return found


def _list_origins(found: Files) -> Iterator[NamedOrigin]:
    for name, error in found.items():
        yield name, error or Path(name)


def _read_stdin() -> Origin:
    if sys.stdin is None:
        return BadImage(
            "stdin is closed", hint="pipe a picture into it, as in autoplay read - < board.png"
        )
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        check_length(data, "stdin")
    except BadImage as error:
        return error
    return data


def _read_clipboard() -> Origin:
    try:
        return copied_picture()
    except AutoplayError as error:
        return error
