"""Sources of pictures for `autoplay read`: files, folders, PDF pages, patterns, stdin, clipboard, addresses."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, TypeVar
from urllib.parse import unquote

from autoplay.batch import remote_files as stores
from autoplay.batch.clipboard import copied_picture
from autoplay.batch.download import download, without_user
from autoplay.batch.folders import inside, is_folder, is_pattern, matching
from autoplay.batch.pdf import ENDING, MAGIC, PdfPage, check_drawable, pages
from autoplay.errors import ExtraMissing
from autoplay.files import PICTURES
from autoplay.games.puzzle_text import STDIN
from solvers.errors import AutoplayError
from vision import LoadedPicture, load_picture
from vision.errors import BadImage
from vision.formats import KINDS
from vision.image import MAX_BYTES, check_length, read_bytes

CLIPBOARD: Final = "clipboard"
ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+:(//|.*,)", re.IGNORECASE | re.DOTALL)
"""Start of an address; the drive of a Windows path is a single letter."""
SHOWN: Final = 80
"""Maximum characters of an address to show: it can contain the whole picture."""
NO_NAME: Final = re.compile(r"[^\w.-]+")
"""Characters that are left out of file names."""
LONGEST: Final = 100
"""Maximum bytes of a picture's name in other file names: with additions they stay below the usual limit of 255."""

Names = TypeVar("Names", bound=Collection[str])
Origin: TypeAlias = Path | bytes | str | PdfPage | AutoplayError


@dataclass(frozen=True, slots=True)
class Picture:
    """Picture that is not loaded yet.

    ``name`` is what a person calls it. ``key`` is unique and can be part of a file name. ``origin`` is its file, its
    bytes, its address, a page of a document, or the error if there is no picture.
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
                return load_picture(_fetched(self.origin))
            case PdfPage():
                return LoadedPicture(self.origin.load())
            case _:
                return load_picture(self.origin)


def packed(picture: Picture) -> Picture:
    """Return the picture with its bytes if other machines can't read it; an error becomes its origin."""
    try:
        return replace(picture, origin=_carried(picture.origin))
    except AutoplayError as error:
        return replace(picture, origin=error)


def _carried(origin: Origin) -> Origin:
    """Return the origin of a picture in a form that every machine can read. Raises BadImage, PageUnreachable."""
    match origin:
        case Path():
            return read_bytes(origin)
        case str() if stores.is_address(origin) and stores.is_ours(origin):
            return _stored_bytes(origin)
        case PdfPage():
            return origin.alone()
    return origin


def _fetched(url: str) -> bytes:
    """Return the bytes at an address of any kind. Raises PageUnreachable, and BadImage if they are not a picture."""
    return _stored_bytes(url) if stores.is_address(url) else download(url)


def _stored_bytes(url: str) -> bytes:
    """Return the bytes at an address of fsspec. Raises PageUnreachable, and BadImage if there are too many."""
    data = stores.read(url, MAX_BYTES + 1)
    check_length(data, url)
    return data


def pictures(arguments: Iterable[str], wanted: Sequence[range] = ()) -> list[Picture]:
    """Return the pictures of command-line arguments, in order; an argument without one becomes a picture with an error.

    Each page of a PDF is a picture, or each page in one of the ranges ``wanted``.
    """
    taken: dict[str, int] = {}
    found = []
    for argument in arguments:
        for name, origin in _origins(argument):
            found += [
                Picture(shown, _unique(taken, _key(shown, part)), part) for shown, part in _parts(name, origin, wanted)
            ]
    return found


def _parts(name: str, origin: Origin, wanted: Sequence[range]) -> Iterator[tuple[str, Origin]]:
    """Yield the pages of a document, each with its number in its name; anything else as it is."""
    try:
        document = _document(origin)
        if document is None:
            yield name, origin
        else:
            yield from ((f"{name}#{page.number}", page) for page in pages(document, wanted))
    except AutoplayError as error:
        yield name, error


def _document(origin: Origin) -> Path | bytes | None:
    """Return the document of an origin, recognized by its extension or first bytes; None if it is not one."""
    match origin:
        case Path(suffix=ending) if ending.lower() == ENDING:
            return origin
        case bytes() if origin.startswith(MAGIC):
            return origin
        case str() if re.split("[?#]", origin, maxsplit=1)[0].lower().endswith(ENDING):
            return _fetched(origin)
    return None


def _key(name: str, origin: Origin) -> str:
    """Return the start of the names of files about a picture."""
    stem = name if isinstance(origin, Path) else unquote(name.partition("?")[0])
    number = f"-{origin.number}" if isinstance(origin, PdfPage) else ""
    return _short(NO_NAME.sub("-", Path(stem).stem)) + number


def _short(text: str) -> str:
    """Return the start of a text that can be part of a file name."""
    return text.encode()[:LONGEST].decode(errors="ignore").strip("-.") or "picture"


def _unique(taken: dict[str, int], stem: str) -> str:
    """Return a unique name, ignoring case; ``taken`` counts those with the same start."""
    key, family = stem, stem.casefold()
    while key.casefold() in taken:
        taken[family] += 1
        key = f"{stem}-{taken[family]}"
    taken[key.casefold()] = 1
    return key


def _origins(argument: str) -> Iterator[tuple[str, Origin]]:
    if argument == STDIN:
        yield argument, _piped()
    elif is_folder(argument):
        yield from _inside(argument)
    elif os.path.lexists(argument):
        yield argument, Path(argument)
    elif stores.is_address(argument):
        yield from _stored(argument)
    elif ADDRESS.match(argument):
        yield _shown(argument), argument
    elif argument == CLIPBOARD:
        yield argument, _copied()
    elif is_pattern(argument):
        yield from _matching(argument)
    else:
        yield argument, Path(argument)


def _shown(url: str) -> str:
    name = without_user(url)
    return name if len(name) <= SHOWN else name[:SHOWN] + "…"


def _inside(folder: str) -> Iterator[tuple[str, Origin]]:
    found = _found(partial(inside, folder))
    yield from _as_origins(found)
    if not found:
        yield folder, BadImage(f"{folder} contains no pictures", hint=f"a folder with {KINDS} or PDF files")


def _matching(pattern: str) -> Iterator[tuple[str, Origin]]:
    found = _found(partial(matching, pattern))
    yield from _as_origins(found)
    if not found:
        yield pattern, BadImage(f"{pattern}: no file matches", hint="check the folder and the pattern")


def _found(look: Callable[[Collection[str]], Names]) -> Names:
    """Return the pictures found by ``look``, and the documents if they can be drawn; otherwise say so on stderr."""
    found = look(PICTURES | {ENDING})
    if any(name.lower().endswith(ENDING) for name in found):
        try:
            check_drawable()
        except ExtraMissing as error:
            others = look(PICTURES)
            if left := len(found) - len(others):
                skipped = f"{left} PDF{'s' * (left > 1)} skipped"
                sys.stderr.write(f"autoplay: {skipped}: {error.message}. Try: {error.hint}\n")
            return others
    return found


def _as_origins(found: Mapping[str, AutoplayError | None]) -> Iterator[tuple[str, Origin]]:
    return ((name, error or Path(name)) for name, error in found.items())


def _stored(url: str) -> Iterator[tuple[str, Origin]]:
    try:
        names = _found(partial(stores.files, url))
    except AutoplayError as error:
        yield url, error
        return
    for name in names:
        try:
            yield name, _stored_bytes(name) if stores.is_in_memory(name) else name
        except AutoplayError as error:
            yield name, error


def _piped() -> Origin:
    if sys.stdin is None:
        return BadImage("stdin is closed", hint="pipe a picture into it, as in autoplay read - < board.png")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        check_length(data, "stdin")
    except BadImage as error:
        return error
    return data


def _copied() -> Origin:
    try:
        return copied_picture()
    except AutoplayError as error:
        return error
