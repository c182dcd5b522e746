"""Reading of pictures with the readers of all games in the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import vision
from autoplay.games import GAMES
from autoplay.games.requests import AUTO

if TYPE_CHECKING:
    from vision import ReadResult
    from vision.corrections import Corrections
    from vision.image import Image


def inspect_picture(
    image: Image,
    *,
    puzzle: str = AUTO,
    size: int | None = None,
    crop: tuple[int, int, int, int] | None = None,
    fixes: Corrections | None = None,
    slanted: bool = False,
    lit: str = AUTO,
) -> ReadResult:
    """Read a picture with the readers of ``GAMES``, in its order; arguments and errors as for ``vision.inspect``."""
    readers = [game.reader for game in GAMES.values()]
    return vision.inspect(
        image, puzzle=puzzle, size=size, crop=crop, fixes=fixes, slanted=slanted, lit=lit, readers=readers
    )
