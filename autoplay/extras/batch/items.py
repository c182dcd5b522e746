"""Stable item IDs, used by `--resume` to skip finished items."""

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
"""Bytes of an ID: the chance of a collision among a million items is about one in ten millions."""
BOOKS: Final = 4
"""Documents whose hash is cached, so that they are not read again for each page."""


def puzzle_columns(source: Source) -> Row:
    """Return the first columns of a puzzle's rows. The ID is of file and contents, or of a remote picture's address."""
    if source.data and not stores.is_address(source.file):
        content = _digest(source.data)
    elif source.is_picture and not stores.is_address(source.file):
        content = _file_digest(Path(source.file))
    else:
        content = source.text
    file = {"file": legible(source.file)} if source.file else {}
    return {ITEM: _digest(source.file, content), **file}


def picture_columns(picture: Picture) -> Row:
    """Return the first columns of a picture's rows. The ID is of name and contents, or of the full address."""
    match picture.origin:
        case Path() as path:
            content = _file_digest(path)
        case bytes() as data:
            content = _digest(data)
        case str() as address:
            content = address
        case PdfPage(document=Path() as document):
            content = _document_digest(document)
        case PdfPage(document=bytes() as data):
            content = _digest(data)
        case _:
            content = ""
    return {ITEM: _digest(picture.name, content), "file": legible(picture.name)}


@lru_cache(BOOKS)
def _document_digest(path: Path) -> str:
    return _file_digest(path)


def _file_digest(path: Path) -> str:
    """Return the digest of a file's contents; a random one for a pipe, which can be read only once."""
    try:
        if not path.is_file():
            return secrets.token_hex() if path.exists() else ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, _hash).hexdigest()
    except OSError:  # reading the item reports it
        return ""


def _digest(*parts: str | bytes) -> str:
    digest = _hash()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(LENGTH))
        digest.update(data)
    return digest.hexdigest()


def _hash() -> hashlib.blake2b:
    return hashlib.blake2b(digest_size=LENGTH)
