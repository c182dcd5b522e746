"""Opens a puzzle page, reads the board from a screenshot, solves it and clicks the answer back.

The names in ``__all__`` here, in ``vision`` and in ``solvers`` stay compatible until the major
version changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.library import play

__all__ = ["AutoplayError", "play"]


def __getattr__(name: str) -> object:
    """Import ``play`` on first use: Playwright and OpenCV take half a second."""
    if name != "play":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from autoplay.library import play

    return play
