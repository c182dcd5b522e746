"""What an item is known by in a file of rows, so that a run that goes on skips those it has met, and no others."""

from __future__ import annotations

import hashlib
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Final

from autoplay.batch import remote_files as stores
from autoplay.batch.pdf import PdfPage
from autoplay.batch.pictures import Picture
from autoplay.batch.result_files.table import ITEM, Row
from autoplay.batch.sources import Source
from autoplay.report.json_text import legible

LENGTH: Final = 8
"""Bytes of what an item is known by: among a million items the same twice is one chance in ten millions."""
BOOKS: Final = 4
"""Documents whose pages are told from others without reading them again."""


def of_puzzle(source: Source) -> Row:
    """What the rows of a puzzle begin with: it is known by its file and what it holds, a stored picture by its name."""
    if source.data and not stores.is_address(source.file):
        held = _known_by(source.data)
    elif source.is_picture and not stores.is_address(source.file):
        held = _content(Path(source.file))
    else:
        held = source.text
    file = {"file": legible(source.file)} if source.file else {}
    return {ITEM: _known_by(source.file, held), **file}


def of_picture(picture: Picture) -> Row:
    """What the rows of a picture begin with: it is known by its name and what it holds, or by its whole address."""
    match picture.origin:
        case Path() as path:
            held = _content(path)
        case bytes() as data:
            held = _known_by(data)
        case str() as address:
            held = address
        case PdfPage(document=Path() as document):
            held = _of_book(document)
        case PdfPage(document=bytes() as data):
            held = _known_by(data)
        case _:
            held = ""
    return {ITEM: _known_by(picture.name, held), "file": legible(picture.name)}


@lru_cache(BOOKS)
def _of_book(path: Path) -> str:
    return _content(path)


def _content(path: Path) -> str:
    """What the content of a file is known by; a pipe, which can be read once, is never known again."""
    try:
        if not path.is_file():
            return secrets.token_hex() if path.exists() else ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, _hash).hexdigest()
    except OSError:  # which is told when it is looked at
        return ""


def _known_by(*parts: str | bytes) -> str:
    digest = _hash()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(LENGTH))
        digest.update(data)
    return digest.hexdigest()


def _hash() -> hashlib.blake2b:
    return hashlib.blake2b(digest_size=LENGTH)
