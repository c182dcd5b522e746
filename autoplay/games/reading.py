"""Reading of pictures with the readers of all games in the registry."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import vision
from autoplay.games import GAMES
from autoplay.games.requests import AUTO, ReadRequest
from solvers.errors import AutoplayError
from vision.errors import WHOLE_HINT

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


def name_puzzles(error: AutoplayError, image: Image, request: ReadRequest) -> None:
    """Add to an error's hint the values of ``--puzzle`` with which a board is read from this very picture."""
    if request.puzzle != AUTO:
        return
    settled = [f"--puzzle {name} if it is {GAMES[name].reader.title}" for name in GAMES if _reads(name, image, request)]
    others = [error.hint] if error.hint and "--puzzle" not in error.hint else []
    error.hint = "; ".join([", ".join(settled), *others]) if settled else "".join(others) or WHOLE_HINT


def _reads(name: str, image: Image, request: ReadRequest) -> bool:
    try:
        result = inspect_picture(image, puzzle=name, lit=request.lit, size=request.size, crop=request.crop)
        GAMES[name].report(result.best(), replace(request, puzzle=name, fixes={}))
    except AutoplayError:
        return False
    return True
