"""PDF documents: each page is a picture, which can have several boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import Any, Final

import numpy as np

from autoplay.install_hints import extra
from vision.errors import BadImage
from vision.files.loading import MAX_PIXELS, read_bytes
from vision.image import Image

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
DAMAGED: Final = "this is not a PDF, or it is damaged"
SPOILT_HINT: Final = "open it in a viewer, and save or print it as a new PDF"
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
        with _open_document(self.document, f"page {self.number} can't be drawn") as pdf:
            page = pdf[0 if self.is_alone else self.number - 1]
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
        with _open_document(self.document, f"page {self.number} can't be drawn") as pdf:
            data = BytesIO()
            with closing(pypdfium2.PdfDocument.new()) as single:
                single.import_pages(pdf, [self.number - 1])
                single.save(data)
        return replace(self, document=data.getvalue(), is_alone=True)


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
    chosen = sorted({page for part in wanted or [range(1, number + 1)] for page in part})
    if len(chosen) > PAGES:
        message = f"these are {len(chosen)} pages, over {PAGES}"
        raise BadImage(message, hint=f"--pages 1-{PAGES}, then the others")
    return [PdfPage(document, page) for page in chosen]


def join_pages(document: bytes, largest_px: int) -> Image:
    """Return the pages of a document below each other as one picture, (H, W, 3) BGR.

    Raises what `find_pages` raises, and BadImage for a picture of more than ``largest_px`` pixels.
    """
    drawn: list[Image] = []
    width = 0
    height = 0
    for page in find_pages(document):
        picture = page.load()
        drawn.append(picture)
        width = max(width, picture.shape[1])
        height += picture.shape[0]
        if width * height > largest_px:
            raise BadImage(
                f"the pages up to {page.number} have more than {largest_px / 1e6:g} megapixels",
                hint="a PDF with fewer pages, or autoplay read --pages",
            )
    whole = np.full((height, width, 3), 255, np.uint8)
    top = 0
    for picture in drawn:
        rows, cols = picture.shape[:2]
        whole[top : top + rows, :cols] = picture
        top += rows
    return whole


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
def _open_document(document: Path | bytes, problem: str = DAMAGED) -> Iterator[Any]:
    """Open a document for a block, in which errors of PDFium are BadImage with the ``problem``."""
    check_drawable()
    from pypdfium2 import PdfiumError

    # Reading a file that is missing reports it better.
    changed_ns = 0
    if isinstance(document, Path) and document.exists():
        changed_ns = document.stat().st_mtime_ns
    with ONE_AT_A_TIME:
        try:
            yield _parse_document(document, changed_ns)
        except PdfiumError as error:
            if error.err_code == PASSWORD:
                raise BadImage(
                    "this PDF is encrypted",
                    hint="open it with its password, and print it as a new PDF",
                ) from error
            raise BadImage(problem, hint=SPOILT_HINT) from error


@lru_cache(maxsize=1)
def _parse_document(document: Path | bytes, changed_ns: int) -> Any:  # noqa: ARG001
    """Open a document with PDFium; it is cached for the next page while its file stays."""
    import pypdfium2

    data = document if isinstance(document, bytes) else read_bytes(document)
    if not data:
        raise BadImage("the file is empty", hint=SPOILT_HINT)
    return pypdfium2.PdfDocument(data)
