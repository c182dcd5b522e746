"""Read puzzle boards from pictures: find a board, read its grid and what is in its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.drawing.overlay import draw_overlay
    from vision.drawing.step import draw_step
    from vision.game_reader import ReadResult
    from vision.image import LoadedPicture, encode_png, load_image, load_picture, save_image
    from vision.inspection import inspect, read_board, read_boards, update_reading
    from vision.photos.photo import stands_upright
    from vision.picture_note import PictureNote
    from vision.reading import Border, Mark, Reading

__all__ = [
    "Border",
    "LoadedPicture",
    "Mark",
    "PictureNote",
    "ReadResult",
    "Reading",
    "draw_overlay",
    "draw_step",
    "encode_png",
    "inspect",
    "load_image",
    "load_picture",
    "read_board",
    "read_boards",
    "save_image",
    "stands_upright",
    "update_reading",
]

_MODULES = {
    "Border": "reading",
    "LoadedPicture": "image",
    "Mark": "reading",
    "PictureNote": "picture_note",
    "ReadResult": "game_reader",
    "Reading": "reading",
    "draw_overlay": "drawing.overlay",
    "draw_step": "drawing.step",
    "encode_png": "image",
    "inspect": "inspection",
    "load_image": "image",
    "load_picture": "image",
    "read_board": "inspection",
    "read_boards": "inspection",
    "save_image": "image",
    "stands_upright": "photos.photo",
    "update_reading": "inspection",
}


def __getattr__(name: str) -> object:
    """Import a name on first use: code that only handles errors of this package need not load OpenCV."""
    from importlib import import_module

    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
