"""PDF documents: each page is a picture, which can have several boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import Any, Final, TypeAlias

import numpy as np

from autoplay.install_hints import extra
from vision.errors import BadImage
from vision.image import MAX_PIXELS, Image, read_bytes

ENDING: Final = ".pdf"
MAGIC: Final = b"%PDF"
DPI: Final = 200
"""Pixels per inch: cells of 4 mm, the smallest in printed books, are 30 px wide."""
POINTS: Final = 72
"""Points per inch; pages are measured in points."""
LONGEST_PX: Final = 5000
"""Longest side of a drawn page; larger pages such as posters are drawn at a lower resolution."""
PAGES: Final = 10_000
"""Maximum number of pages to read: several times those of the thickest books."""
OBJECTS: Final = 100_000
"""Maximum number of objects on a page, including those in nested forms, which can repeat each other
endlessly. A page full of boards has a few thousand."""
PASSWORD: Final = 4
"""Error code of PDFium for a document that needs a password."""
SPOILT_HINT: Final = "open it in a viewer, and save or print it as a new PDF"
FileState: TypeAlias = tuple[int, int]
"""Time of the last change in ns, and size in bytes."""
ONE_AT_A_TIME: Final = RLock()
"""Lock for all calls of PDFium: it is not thread-safe, and a worker of a cluster may have
several threads."""


@dataclass(frozen=True, slots=True)
class PdfPage:
    """Page of a document, which is a file or its bytes; ``number`` counts from 1.

    ``is_alone`` is True if the document contains only this page, whatever its number was.
    """

    document: Path | bytes
    number: int
    is_alone: bool = False

    def load(self) -> Image:
        """Draw the page as a picture, (H, W, 3) BGR.

        Raises BadImage, also if it holds too much to be drawn.
        """
        problem = f"page {self.number} can't be drawn"
        with _open_document(self.document) as pdf, _translated_errors(problem):
            page = pdf[self._index]
            try:
                _check_content(page, self.number)
                scale = min(DPI / POINTS, LONGEST_PX / max(page.get_size()))
                drawn = page.render(scale=scale, rev_byteorder=False).to_numpy()
                return np.array(drawn[..., :3], order="C")
            finally:
                page.close()

    def alone(self) -> PdfPage:
        """Return the page in a document of its own, which another process can read.

        Raises BadImage.
        """
        import pypdfium2  # type: ignore[import-untyped]

        if self.is_alone:
            return self
        problem = f"page {self.number} can't be drawn"
        with _open_document(self.document) as pdf, _translated_errors(problem):
            single = pypdfium2.PdfDocument.new()
            data = BytesIO()
            try:
                single.import_pages(pdf, [self._index])
                single.save(data)
            finally:
                single.close()
        return replace(self, document=data.getvalue(), is_alone=True)

    @property
    def _index(self) -> int:
        return 0 if self.is_alone else self.number - 1


def find_pages(document: Path | bytes, wanted: Sequence[range] = ()) -> list[PdfPage]:
    """Return the pages of a document, or only those in one of the ranges if there are any.

    Raises
    ------
    BadImage
        It is not a PDF, damaged, encrypted, has no pages, lacks a requested page, or more than
        ``PAGES`` are requested.
    ExtraMissing
        The extra ``pdf`` is not installed.
    """
    with _open_document(document) as pdf:
        number = len(pdf)
    if not number:
        raise BadImage("this PDF has no pages", hint=SPOILT_HINT)
    for part in wanted:
        if part.stop - 1 > number:
            message = f"there is no page {max(part.start, number + 1)}"
            raise BadImage(message, hint=f"--pages from 1 to {number}")
    chosen = []
    for page in range(1, number + 1):
        if not wanted or any(page in part for part in wanted):
            chosen.append(page)
    if len(chosen) > PAGES:
        message = f"these are {len(chosen)} pages, over {PAGES}"
        raise BadImage(message, hint=f"--pages 1-{PAGES}, then the others")
    return [PdfPage(document, page) for page in chosen]


def check_drawable() -> None:
    """Raise ExtraMissing if the extra ``pdf`` is not installed."""
    with extra("pdf"):
        import pypdfium2  # noqa: F401


def _check_content(page: Any, number: int) -> None:
    """Raise BadImage before a page is drawn that has too many objects or pixels in images.

    A file of a few kilobytes can declare images that take gigabytes to decode. Images in patterns
    are not counted.
    """
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE  # type: ignore[import-untyped]

    pixels = 0
    for count, part in enumerate(page.get_objects(), 1):
        if part.type == FPDF_PAGEOBJ_IMAGE:
            width, height = part.get_px_size()
            pixels += width * height
        if pixels > MAX_PIXELS:
            what = f"images of more than {MAX_PIXELS // 1_000_000} megapixels"
            raise BadImage(
                f"page {number} has {what}", hint="save the part with the board as a picture"
            )
        if count > OBJECTS:
            raise BadImage(
                f"page {number} has more than {OBJECTS} objects", hint="save it as a picture"
            )


@contextmanager
def _open_document(document: Path | bytes) -> Iterator[Any]:
    check_drawable()
    with ONE_AT_A_TIME:
        state = None if isinstance(document, bytes) else _file_state(document)
        yield _parse_document(document, state)


@lru_cache(maxsize=1)
def _parse_document(document: Path | bytes, state: FileState | None) -> Any:  # noqa: ARG001
    """Open a document with PDFium; it is cached for the next page while its file stays."""
    import pypdfium2

    data = document if isinstance(document, bytes) else read_bytes(document)
    if not data:
        raise BadImage("the file is empty", hint=SPOILT_HINT)
    with _translated_errors("this is not a PDF, or it is damaged"):
        return pypdfium2.PdfDocument(data)


def _file_state(path: Path) -> FileState | None:
    """Return the state of a file; None if it is missing, which reading it reports better."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


@contextmanager
def _translated_errors(what: str) -> Iterator[None]:
    """Raise BadImage for errors of PDFium."""
    from pypdfium2 import PdfiumError

    try:
        yield
    except PdfiumError as error:
        if error.err_code == PASSWORD:
            raise BadImage(
                "this PDF is encrypted", hint="open it with its password, and print it as a new PDF"
            ) from error
        raise BadImage(what, hint=SPOILT_HINT) from error
