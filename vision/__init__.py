"""Pixels in, readings out: finds a puzzle board in a picture and reads its grid and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.drawing.overlay import draw_overlay
    from vision.drawing.step import draw_step
    from vision.image import encode_png, load_image, save_image
    from vision.photos.upright import stands_upright
    from vision.read_result import Look
    from vision.reader import look, read_board, read_boards, reread
    from vision.reading import Border, Mark, Reading

__all__ = [
    "Border",
    "Look",
    "Mark",
    "Reading",
    "draw_overlay",
    "draw_step",
    "encode_png",
    "load_image",
    "look",
    "read_board",
    "read_boards",
    "reread",
    "save_image",
    "stands_upright",
]

_WHERE = {
    "Border": "reading",
    "Look": "read_result",
    "Mark": "reading",
    "Reading": "reading",
    "draw_overlay": "drawing.overlay",
    "draw_step": "drawing.step",
    "encode_png": "image",
    "load_image": "image",
    "save_image": "image",
    "stands_upright": "photos.upright",
}


def __getattr__(name: str) -> object:
    """Each is imported when it is asked for: who only handles an error of reading need not wait for the reader."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_WHERE.get(name, 'reader')}"), name)
