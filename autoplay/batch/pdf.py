"""PDF documents: each page is a picture, on which there may be several boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import Any, Final

import numpy as np

from autoplay.optional_deps import extra
from vision.errors import BadImage
from vision.image import Image, read_bytes

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
ONE_AT_A_TIME: Final = RLock()
"""Held for whatever PDFium does: it is made for one thread alone, and a worker of a cluster may have many."""


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A page of a document, which is a file or its bytes; ``number`` counts from 1.

    ``is_alone`` says that the document was made of this page only, whatever its number was.
    """

    document: Path | bytes
    number: int
    is_alone: bool = False

    def load(self) -> Image:
        """The page as a picture, (H, W, 3) BGR; raises BadImage where it can't be drawn."""
        with _opened(self.document) as pdf, _told(f"page {self.number} can't be drawn"):
            page = pdf[self._index]
            try:
                scale = min(DPI / POINTS, LONGEST_PX / max(page.get_size()))
                return np.array(page.render(scale=scale, rev_byteorder=False).to_numpy()[..., :3], order="C")
            finally:
                page.close()

    def alone(self) -> PdfPage:
        """The page in a document of its own, which another machine can have; raises BadImage."""
        import pypdfium2  # type: ignore[import-untyped]

        with _opened(self.document) as pdf, _told(f"page {self.number} can't be drawn"):
            single, data = pypdfium2.PdfDocument.new(), BytesIO()
            try:
                single.import_pages(pdf, [self._index])
                single.save(data)
            finally:
                single.close()
        return replace(self, document=data.getvalue(), is_alone=True)

    def __reduce__(self) -> tuple[type[PdfPage], tuple[Path | bytes, int, bool]]:
        """What other processes are sent: of a document that is in memory this page only, if it can be taken out."""
        page = self
        if isinstance(self.document, bytes) and not self.is_alone:
            with suppress(BadImage):
                page = self.alone()
        return PdfPage, (page.document, page.number, page.is_alone)

    @property
    def _index(self) -> int:
        return 0 if self.is_alone else self.number - 1


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


def check_drawable() -> None:
    """Raise ExtraMissing where the extra ``pdf`` is not installed."""
    with extra("pdf"):
        import pypdfium2  # noqa: F401


@contextmanager
def _opened(document: Path | bytes) -> Iterator[Any]:
    check_drawable()
    with ONE_AT_A_TIME:
        yield _parsed(document, None if isinstance(document, bytes) else _state(document))


@lru_cache(maxsize=1)
def _parsed(document: Path | bytes, state: tuple[int, int] | None) -> Any:  # noqa: ARG001 (a part of the key)
    """A document of PDFium, which is kept for the next page as long as its file's state does not change."""
    import pypdfium2

    data = document if isinstance(document, bytes) else read_bytes(document)
    if not data:
        raise BadImage("the file is empty", hint=SPOILT_HINT)
    with _told("this is damaged, or no PDF"):
        return pypdfium2.PdfDocument(data)


def _state(path: Path) -> tuple[int, int] | None:
    """When a file was written and how long it is; None where it is not there, which reading it tells better."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


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
