"""Sources of pictures for `autoplay read`: files, folders, PDF pages, patterns, stdin,
clipboard, addresses."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from glob import has_magic
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import unquote

from autoplay.errors import ExtraMissing
from autoplay.files import PICTURES, find_files, is_folder, is_pattern
from autoplay.games.puzzle_text import STDIN
from autoplay.output import hide_secrets, print_warning
from autoplay.sources.download import download
from autoplay.sources.pdf import ENDING, MAGIC, PdfPage, check_drawable, find_pages
from solvers.errors import AutoplayError, count_of
from vision import LoadedPicture, load_picture
from vision.errors import BadImage
from vision.files.formats import KINDS
from vision.files.loading import MAX_BYTES, check_length

CLIPBOARD: Final = "clipboard"
COPY_HINT: Final = "copy a picture, not a file or a text; or give a picture file"
TOOL_HINT: Final = "a picture file, or install wl-clipboard or xclip"
FOLDER_ENDINGS: Final = PICTURES | {ENDING}
"""Extensions of the files that are taken from a folder."""
ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+:(//|.*,)", re.IGNORECASE | re.DOTALL)
"""Start of an address; the drive of a Windows path is a single letter."""
ADDRESS_SHOWN: Final = 80
"""Maximum characters of an address to show: it can contain the whole picture."""
NO_NAME: Final = re.compile(r"[^\w.-]+")
"""Characters that are left out of file names."""
LONGEST_NAME: Final = 100
"""Maximum bytes of a picture's name in other file names: with additions they stay below the
usual limit of 255."""

Origin: TypeAlias = Path | bytes | str | PdfPage | AutoplayError
NamedOrigin: TypeAlias = tuple[str, Origin]


@dataclass(frozen=True, slots=True)
class Picture:
    """Picture that is not loaded yet.

    ``name`` is what a person calls it. ``key`` is unique and can be part of a file name. ``origin``
    is its file, its bytes, its address, a page of a document, or the error if there is no picture.
    ``place`` is unique too: the path of its file in the folder that was given, without its ending.
    """

    name: str
    key: str
    origin: Origin
    place: str = ""

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
    arguments = list(arguments)
    keys: dict[str, int] = {}
    places: dict[str, int] = {}
    found = []
    has_folders = sum(map(is_folder, arguments)) > 1
    for argument in arguments:
        for name, origin in _find_origins(argument):
            folder = _find_subfolder(argument, name) if isinstance(origin, Path) else Path()
            # The same names are usual in several folders.
            if has_folders and is_folder(argument):
                folder = Path(Path(argument).resolve().name, folder)
            for part_name, part in _split_pages(name, origin, wanted):
                key = _make_key(part_name, part)
                stem = key
                if isinstance(origin, Path):
                    stem = origin.stem
                    if isinstance(part, PdfPage):
                        stem += f"-{part.number}"
                place = _make_unique(places, (folder / stem).as_posix())
                found.append(Picture(part_name, _make_unique(keys, key), part, place))
    return found


def _find_subfolder(argument: str, name: str) -> Path:
    """Return the path of a file's folder below the folder, or the fixed part of the pattern, that
    an argument gives."""
    parts = []
    for part in Path(argument).parts:
        if has_magic(part) and not is_folder(argument):
            break
        parts.append(part)
    folder = Path(name).parent
    top = Path(*parts)
    return folder.relative_to(top) if folder.is_relative_to(top) else Path()


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
    text = NO_NAME.sub("-", Path(stem).stem)
    key = text.encode()[:LONGEST_NAME].decode(errors="ignore").strip("-.") or "picture"
    return f"{key}-{origin.number}" if isinstance(origin, PdfPage) else key


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
    try:
        if argument == STDIN:
            yield argument, _read_stdin()
        elif is_folder(argument):
            yield from _find_in_folder(argument)
        elif os.path.lexists(argument):
            yield argument, Path(argument)
        elif ADDRESS.match(argument):
            name = hide_secrets(argument)
            yield name if len(name) <= ADDRESS_SHOWN else name[:ADDRESS_SHOWN] + "…", argument
        elif argument == CLIPBOARD:
            yield argument, copied_picture()
        elif is_pattern(argument):
            found = find_files(argument, FOLDER_ENDINGS)
            if not found:
                raise BadImage(
                    f"{argument}: no file matches", hint="check the folder and the pattern"
                )
            for name, error in found.items():
                yield name, error or Path(name)
        else:
            yield argument, Path(argument)
    except AutoplayError as error:
        yield argument, error


def _find_in_folder(folder: str) -> Iterator[NamedOrigin]:
    """Yield the pictures of a folder, and its documents if they can be drawn; else say so."""
    found = find_files(folder, FOLDER_ENDINGS)
    documents = [name for name in found if name.lower().endswith(ENDING)]
    try:
        if documents:
            check_drawable()
    except ExtraMissing as error:
        skipped = count_of(len(documents), "PDF")
        print_warning(f"{skipped} skipped: {error.message}", error.hint)
        for name in documents:
            del found[name]
    if not found:
        raise BadImage(f"{folder} contains no pictures", hint=f"a folder with {KINDS} or PDF files")
    for name, trouble in found.items():
        yield name, trouble or Path(name)


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise BadImage(
            "stdin is closed", hint="pipe a picture into it, as in autoplay read - < board.png"
        )
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    check_length(data, "stdin")
    return data


def copied_picture() -> bytes:
    """Return the picture on the clipboard as PNG.

    Raises BadImage if there is none, or no desktop.
    """
    from PIL import Image, ImageGrab  # late: few runs need it

    try:
        found = ImageGrab.grabclipboard()
    except NotImplementedError as error:  # Linux without a program that reads the clipboard
        raise BadImage("no program to read the clipboard was found", hint=TOOL_HINT) from error
    except (OSError, ValueError):  # the program failed, as it does without a desktop
        found = None
    # Windows and macOS give a list of names if files were copied.
    if not isinstance(found, Image.Image):
        raise BadImage("there is no picture on the clipboard", hint=COPY_HINT)
    data = BytesIO()
    found.save(data, "PNG")
    return data.getvalue()
