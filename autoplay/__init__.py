"""Reads a puzzle from a picture or a page, solves it, and clicks the answer back.

All public names are here, so that no other package of the name ``vision`` or ``solvers`` gets in
their way: ``autoplay.read``, ``autoplay.play``, ``autoplay.star_battle`` and so on. They stay
compatible until the major version changes, as the names in ``__all__`` of ``vision`` and
``solvers`` do.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.library import play, read
    from solvers import drawing, lights_out, notation, peg_solitaire, star_battle
    from vision import (
        Reading,
        draw_overlay,
        draw_step,
        inspect,
        load_picture,
        read_board,
        read_boards,
        save_image,
        update_reading,
    )

__all__ = [
    "AutoplayError",
    "Reading",
    "draw_overlay",
    "draw_step",
    "drawing",
    "inspect",
    "lights_out",
    "load_picture",
    "notation",
    "peg_solitaire",
    "play",
    "read",
    "read_board",
    "read_boards",
    "save_image",
    "star_battle",
    "update_reading",
]

_PACKAGES = {"drawing", "lights_out", "notation", "peg_solitaire", "star_battle"}
_OWN = {"play", "read"}


def __getattr__(name: str) -> object:
    """Import a name on first use: Playwright and OpenCV take half a second."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in _PACKAGES:
        return import_module(f"solvers.{name}")
    return resolve_name(f"autoplay.library:{name}" if name in _OWN else f"vision:{name}")
