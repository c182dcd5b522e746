"""Where the pictures of `autoplay read` come from: files, folders, PDF pages, globs, stdin, clipboard, addresses."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar
from urllib.parse import unquote

from autoplay.batch import remote_files as stores
from autoplay.batch.folders import inside, is_folder, is_pattern, matching
from autoplay.batch.pdf import ENDING, MAGIC, PdfPage, check_drawable, pages
from autoplay.batch.sources import STDIN
from autoplay.errors import ExtraMissing
from autoplay.files import PICTURES
from solvers.errors import AutoplayError
from vision.errors import BadImage
from vision.file_types import KINDS

if TYPE_CHECKING:
    from vision.image import Image

CLIPBOARD: Final = "clipboard"
ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+:(//|.*,)", re.IGNORECASE | re.DOTALL)
"""How an address begins; the drive of a Windows path is a single letter."""
SHOWN: Final = 80
"""Characters of an address that are repeated: it may hold the whole picture."""
NO_NAME: Final = re.compile(r"[^\w.-]+")
"""What is left out of the name of a file."""
LONGEST: Final = 100
"""Bytes of a picture's name in the names of files about it: with what is added they stay below 255, which every
system takes."""

Names = TypeVar("Names", bound=Collection[str])
Origin: TypeAlias = Path | bytes | str | PdfPage | AutoplayError


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture before it is loaded.

    ``name`` is what a person calls it; ``key`` is unlike that of every other picture and can be part of a file's
    name; ``origin`` is its file, its bytes, its address, a page of a document, or why there is none.
    """

    name: str
    key: str
    origin: Origin

    @property
    def is_page(self) -> bool:
        """Whether it is a page of a document, on which several boards are usual."""
        return isinstance(self.origin, PdfPage)

    def load(self) -> Image:
        """The picture, (H, W, 3) BGR; raises BadImage, or PageUnreachable for an address."""
        from vision import load_image

        match self.origin:
            case AutoplayError():
                raise self.origin
            case str():
                return load_image(_fetched(self.origin))
            case PdfPage():
                return self.origin.load()
            case _:
                return load_image(self.origin)


def packed(picture: Picture) -> Picture:
    """The picture with the bytes of a file that another machine has not; raises no error, but holds it instead."""
    try:
        return replace(picture, origin=_carried(picture.origin))
    except AutoplayError as error:
        return replace(picture, origin=error)


def _carried(origin: Origin) -> Origin:
    """What a picture comes from, as every machine can have it; raises BadImage, or PageUnreachable."""
    from vision.image import read_bytes

    match origin:
        case Path():
            return read_bytes(origin)
        case str() if stores.is_address(origin) and stores.is_ours(origin):
            return _stored_bytes(origin)
        case PdfPage():
            return origin.alone()
    return origin


def _fetched(url: str) -> bytes:
    """The bytes at an address of any kind; raises PageUnreachable, and BadImage for what is no picture."""
    from autoplay.batch.download import download

    return _stored_bytes(url) if stores.is_address(url) else download(url)


def _stored_bytes(url: str) -> bytes:
    """The bytes at an address of a store; raises PageUnreachable, and BadImage for more than a picture may have."""
    from vision.image import MAX_BYTES, check_length

    data = stores.read(url, MAX_BYTES + 1)
    check_length(data, url)
    return data


def pictures(arguments: Iterable[str], wanted: Sequence[range] = ()) -> list[Picture]:
    """The pictures that arguments of the command line stand for, in order; what stands for none is one that fails.

    Each page of a PDF is a picture, or each whose number is ``wanted``.
    """
    taken: dict[str, int] = {}
    found = []
    for argument in arguments:
        for name, origin in _origins(argument):
            found += [
                Picture(shown, _unlike(taken, _key(shown, part)), part) for shown, part in _parts(name, origin, wanted)
            ]
    return found


def _parts(name: str, origin: Origin, wanted: Sequence[range]) -> Iterator[tuple[str, Origin]]:
    """The pages of a document, each with its number in its name; anything else as it is."""
    try:
        document = _document(origin)
        if document is None:
            yield name, origin
        else:
            yield from ((f"{name}#{page.number}", page) for page in pages(document, wanted))
    except AutoplayError as error:
        yield name, error


def _document(origin: Origin) -> Path | bytes | None:
    """The document that something is, by the ending of its name or by how it begins; raises what keeps it away."""
    match origin:
        case Path(suffix=ending) if ending.lower() == ENDING:
            return origin
        case bytes() if origin.startswith(MAGIC):
            return origin
        case str() if re.split("[?#]", origin, maxsplit=1)[0].lower().endswith(ENDING):
            return _fetched(origin)
    return None


def _key(name: str, origin: Origin) -> str:
    """What the names of files about a picture may begin with."""
    stem = name if isinstance(origin, Path) else unquote(name.partition("?")[0])
    number = f"-{origin.number}" if isinstance(origin, PdfPage) else ""
    return _short(NO_NAME.sub("-", Path(stem).stem)) + number


def _short(text: str) -> str:
    """The beginning of a text that can be part of a file's name."""
    return text.encode()[:LONGEST].decode(errors="ignore").strip("-.") or "picture"


def _unlike(taken: dict[str, int], stem: str) -> str:
    """A name that no other has, where small letters count as large ones; ``taken`` counts those that begin alike."""
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
    from autoplay.batch.download import without_user

    name = without_user(url)
    return name if len(name) <= SHOWN else name[:SHOWN] + "…"


def _inside(folder: str) -> Iterator[tuple[str, Origin]]:
    found = _looked(partial(inside, folder))
    yield from _told(found)
    if not found:
        yield folder, BadImage(f"{folder} holds no pictures", hint=f"a folder with files as {KINDS}, or PDF")


def _matching(pattern: str) -> Iterator[tuple[str, Origin]]:
    found = _looked(partial(matching, pattern))
    yield from _told(found)
    if not found:
        yield pattern, BadImage(f"{pattern}: no file has such a name", hint="check the folder and the pattern")


def _looked(look: Callable[[Collection[str]], Names]) -> Names:
    """What is found with the endings of pictures and, where they can be drawn, of documents; else stderr tells."""
    found = look(PICTURES | {ENDING})
    if any(name.lower().endswith(ENDING) for name in found):
        try:
            check_drawable()
        except ExtraMissing as error:
            others = look(PICTURES)
            if left := len(found) - len(others):
                said = f"autoplay: {left} PDF{'s' * (left > 1)} passed over: {error.message}. Try: {error.hint}\n"
                sys.stderr.write(said)
            return others
    return found


def _told(found: Mapping[str, AutoplayError | None]) -> Iterator[tuple[str, Origin]]:
    return ((name, error or Path(name)) for name, error in found.items())


def _stored(url: str) -> Iterator[tuple[str, Origin]]:
    try:
        names = _looked(partial(stores.files, url))
    except AutoplayError as error:
        yield url, error
        return
    for name in names:
        try:
            yield name, _stored_bytes(name) if stores.is_in_memory(name) else name
        except AutoplayError as error:
            yield name, error


def _piped() -> Origin:
    from vision.image import MAX_BYTES, check_length

    if sys.stdin is None:
        return BadImage("stdin is closed", hint="pipe a picture into it, as in autoplay read - < board.png")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        check_length(data, "stdin")
    except BadImage as error:
        return error
    return data


def _copied() -> Origin:
    from autoplay.batch.clipboard import copied_picture

    try:
        return copied_picture()
    except AutoplayError as error:
        return error
