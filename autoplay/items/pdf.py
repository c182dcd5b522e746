"""PDF documents: each page is a picture, on which there may be several boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from autoplay.extras import extra
from vision.errors import BadImage
from vision.image import MAX_BYTES, Image, check_length

ENDING: Final = ".pdf"
MAGIC: Final = b"%PDF"
DPI: Final = 200
"""Pixels to an inch: cells of 4 mm, as of the smallest boards of printed books, have 30."""
POINTS: Final = 72
"""To an inch: the unit of pages."""
LONGEST_PX: Final = 5000
"""Longer side of a page that is drawn: a poster is drawn more coarsely."""
PASSWORD: Final = 4
"""The code of PDFium where a document asks for a password."""
SPOILT_HINT: Final = "open it in a viewer, and save or print it as a new PDF"


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A page of a document, which is a file or its bytes; ``number`` counts from 1."""

    document: Path | bytes
    number: int

    def load(self) -> Image:
        """The page as a picture, (H, W, 3) BGR; raises BadImage where it can't be drawn."""
        with _opened(self.document) as pdf, _told(f"page {self.number} can't be drawn"):
            page = pdf[self.number - 1]
            scale = min(DPI / POINTS, LONGEST_PX / max(page.get_size()))
            return np.ascontiguousarray(page.render(scale=scale, rev_byteorder=False).to_numpy()[..., :3])


def pages(document: Path | bytes, wanted: Sequence[range] = ()) -> list[PdfPage]:
    """The pages of a document, those in one of the ranges alone if there are any.

    Raises
    ------
    BadImage
        It is no PDF, damaged, encrypted, has no pages, or none of those numbers.
    ExtraMissing
        The extra ``pdf`` is not installed.
    """
    with _opened(document) as pdf:
        number = len(pdf)
    if not number:
        raise BadImage("this PDF has no pages", hint=SPOILT_HINT)
    for part in wanted:
        if part.stop - 1 > number:
            raise BadImage(f"there is no page {max(part.start, number + 1)}", hint=f"--pages from 1 to {number}")
    chosen = [page for page in range(1, number + 1) if not wanted or any(page in part for part in wanted)]
    return [PdfPage(document, page) for page in chosen]


@contextmanager
def _opened(document: Path | bytes) -> Iterator[Any]:
    with extra("pdf"):
        import pypdfium2  # type: ignore[import-untyped]

    data = document if isinstance(document, bytes) else _read(document)
    with _told("this is damaged, or no PDF"):
        pdf = pypdfium2.PdfDocument(data)
    try:
        yield pdf
    finally:
        pdf.close()


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadImage(f"{path}: {error.strerror or error}", hint="check the file's name") from error
    check_length(data, str(path))
    if not data:
        raise BadImage("the file is empty", hint=SPOILT_HINT)
    return data


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Turns what PDFium says into BadImage."""
    from pypdfium2 import PdfiumError

    try:
        yield
    except PdfiumError as error:
        if error.err_code == PASSWORD:
            hint = "open it with its password, and print it as a new PDF"
            raise BadImage("this PDF is encrypted", hint=hint) from error
        raise BadImage(what, hint=SPOILT_HINT) from error
