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
    from vision import LoadedPicture, PictureNote, Reading, ReadResult
    from vision.corrections import Corrections
    from vision.image import Image


def inspect_picture(
    image: Image | LoadedPicture,
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


def noted_puzzle(puzzle: str, note: PictureNote | None) -> str:
    """Return ``puzzle``; if it is "auto", the game that the note of a picture names."""
    return note.puzzle if puzzle == AUTO and note and note.puzzle in GAMES else puzzle


def screenshot_note(reading: Reading) -> PictureNote:
    """Return the note of a screenshot with this board: its game, and the appearance of a lit lamp or a peg."""
    return vision.PictureNote(reading.puzzle, lit=_appearance(reading))


def _appearance(reading: Reading) -> str:
    """Return the value of ``lit`` with which the lamps or pegs of a board are told apart; "auto" if it has none.

    ``Reading.looks`` has the unlit lamps or the holes first.
    """
    from vision.blobs.outlines import hex_of

    if not reading.looks:
        return AUTO
    shown = set("".join(reading.grid)) - {" "}
    if len(shown) == 1:
        return "none" if shown == {"."} else "all"
    if len(reading.looks) != 2 or reading.looks[1] is None:
        return AUTO
    return hex_of(reading.looks[1])


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
