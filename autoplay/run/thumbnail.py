"""The board of a run with its answer, cut out of its pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from vision.errors import BadImage
from vision.image import Image, load_image

if TYPE_CHECKING:
    from autoplay.run.history import Run

MARGIN: Final = 0.02
"""Of the board's side, kept around it."""


def thumbnail(run: Run) -> Image | None:
    """The board in overlay.png; None without such a picture, or without the place of the board in it.

    It is the picture that always has the board: when a page has said that it is solved, the board is often gone.
    """
    if not run.box:
        return None
    try:
        picture = load_image(Path(run.pictures) / "overlay.png")
    except (BadImage, OSError):
        return None
    x0, y0, x1, y1 = run.box
    margin = round(MARGIN * (x1 - x0))
    return picture[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin]
