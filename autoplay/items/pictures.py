"""Where the pictures of `autoplay read` come from: files, folders, PDF pages, globs, stdin, clipboard, addresses."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from glob import glob, has_magic
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import unquote

from autoplay.files import PICTURES
from autoplay.items.pdf import ENDING, MAGIC, PdfPage, pages
from autoplay.items.sources import STDIN
from solvers.errors import AutoplayError
from vision.errors import BadImage
from vision.others import KINDS

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
PATH_HINT: Final = "check the path, and whether you may use it"

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
        from autoplay.items.download import download
        from vision import load_image

        match self.origin:
            case AutoplayError():
                raise self.origin
            case str():
                return load_image(download(self.origin))
            case PdfPage():
                return self.origin.load()
            case _:
                return load_image(self.origin)


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
    match origin:
        case Path(suffix=ending) if ending.lower() == ENDING:
            document: Path | bytes = origin
        case bytes() if origin.startswith(MAGIC):
            document = origin
        case _:
            yield name, origin
            return
    try:
        yield from ((f"{name}#{page.number}", page) for page in pages(document, wanted))
    except AutoplayError as error:
        yield name, error


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
    elif os.path.isdir(argument):  # noqa: PTH112 (Path raises where a text is too long)
        yield from _inside(argument)
    elif os.path.lexists(argument):
        yield argument, Path(argument)
    elif ADDRESS.match(argument):
        yield _shown(argument), argument
    elif argument == CLIPBOARD:
        yield argument, _copied()
    elif has_magic(argument):  # a shell that leaves this to the program, as on Windows
        yield from _matching(argument)
    else:
        yield argument, Path(argument)


def _shown(url: str) -> str:
    from autoplay.items.download import without_user

    name = without_user(url)
    return name if len(name) <= SHOWN else name[:SHOWN] + "…"


def _inside(folder: str) -> Iterator[tuple[str, Origin]]:
    """The picture files in a folder and in those below it, sorted; nothing that is hidden."""
    found: dict[str, Origin] = {}

    def closed(error: OSError) -> None:
        found[str(error.filename)] = BadImage(f"{error.filename}: {error.strerror}", hint=PATH_HINT)

    for root, folders, files in os.walk(folder, onerror=closed):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = [Path(root, name) for name in files if not name.startswith(".")]
        found |= {str(path): _file(path) for path in paths if path.suffix.lower() in PICTURES}
    if not found:
        found[folder] = BadImage(f"{folder} holds no pictures", hint=f"a folder with files as {KINDS}")
    yield from sorted(found.items(), key=lambda item: Path(item[0]))


def _matching(pattern: str) -> Iterator[tuple[str, Origin]]:
    names = sorted(glob(pattern, recursive=True))  # noqa: PTH207 (Path's knows no pattern from the root)
    for name in names:
        if os.path.isdir(name):  # noqa: PTH112 (as above)
            yield from _inside(name)
        else:
            yield name, _file(Path(name))
    if not names:
        yield pattern, BadImage(f"{pattern}: no file has such a name", hint="check the folder and the pattern")


def _file(path: Path) -> Origin:
    """A file that nobody named; a pipe or the like among them might be waited for without end."""
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 (Path raises where it may not look)
        return BadImage(f"{path} is no file", hint="name it by itself if it is a pipe")
    return path


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
    from autoplay.items.clipboard import copied_picture

    try:
        return copied_picture()
    except AutoplayError as error:
        return error
