"""The public functions that read boards: pictures in, readings or refusals out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from vision.arbitration import read_with
from vision.attempt import Hints
from vision.blobs.foreground import is_foreground_option
from vision.corrections import Corrections
from vision.errors import AmbiguousBoard, BoardNotFound, UnsupportedPuzzle
from vision.game_reader import GameReader
from vision.image import Image
from vision.read_result import ReadResult
from vision.readers import READERS
from vision.reading import Reading

Crop: TypeAlias = tuple[int, int, int, int]


def read_board(
    image: Image,
    *,
    puzzle: str = "auto",
    size: int | None = None,
    crop: Crop | None = None,
    fixes: Corrections | None = None,
    slanted: bool = False,
    lit: str = "auto",
) -> Reading:
    """Read the one board in a picture.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3) and dtype uint8, BGR.
    puzzle : "star-battle", "lights-out" or "pegs", or "auto" to detect it.
    size : number of rows of the board, if known.
    crop : (x, y, width, height) of the part to read, in pixels; the reading is in coordinates of the whole picture.
    fixes : letters by (row, col), both from 0: a person confirms that a cell belongs to the region that has this
        letter in the grid as it is read without them.
    slanted : True if the board does not stand upright although this is a screenshot: it is straightened as in a photo.
    lit : which of two appearances is a lit lamp, or a peg: the "bright" or the "dark" one, the one most like
        "#rrggbb", "all" or "none" if there is only one appearance, "any" for the likelier one, "auto" for the likelier
        one if it is clear.

    Raises
    ------
    BoardNotFound, AmbiguousBoard, BoardCutOff, UnsupportedPuzzle
        If no board can be read with confidence; also AmbiguousBoard if there are several (see ``read_boards``).
    BadFix
        If the fixes do not leave N connected regions, or name cells or letters that the board does not have.
    """
    return inspect(image, puzzle=puzzle, size=size, crop=crop, fixes=fixes, slanted=slanted, lit=lit).best()


def read_boards(
    image: Image,
    *,
    puzzle: str = "auto",
    size: int | None = None,
    crop: Crop | None = None,
    fixes: Corrections | None = None,
    lit: str = "auto",
) -> list[Reading]:
    """Read every board in a picture, from top to bottom and left to right; arguments and errors as ``read_board``."""
    return inspect(image, puzzle=puzzle, size=size, crop=crop, fixes=fixes, lit=lit).all()


def inspect(
    image: Image,
    *,
    puzzle: str = "auto",
    size: int | None = None,
    crop: Crop | None = None,
    fixes: Corrections | None = None,
    slanted: bool = False,
    lit: str = "auto",
    readers: Sequence[GameReader] = READERS,
) -> ReadResult:
    """Read a picture and return everything that was found on the way; arguments as for ``read_board``.

    ``readers`` are the readers of all games that the picture may show, in the order in which they are asked.

    Raises
    ------
    UnsupportedPuzzle, BoardNotFound
        If there is nothing to read: an unknown ``puzzle`` or ``lit``, a crop outside the picture, too few pixels.
    """
    chosen = [reader for reader in readers if puzzle in ("auto", reader.puzzle)]
    if not chosen:
        raise _unknown_puzzle(puzzle, readers)
    if not is_foreground_option(lit):
        raise UnsupportedPuzzle(f"{lit!r} does not say which lamps are lit", hint="use auto, bright, dark or '#rrggbb'")
    image, x, y = _cropped(image, crop) if crop else (image, 0, 0)
    hints = Hints(size, fixes or {}, x, y, lit)
    return read_with(chosen, image, hints, only_certain=puzzle == "auto", slanted=slanted)


def update_reading(
    image: Image, reading: Reading, *, learn: bool = False, readers: Sequence[GameReader] = READERS
) -> Reading:
    """Read a known board again: its marks, lamps or pegs may have changed, and its place.

    Cheaper than ``read_board`` and not misled by marks, since only the known grid has to be confirmed. With ``learn``,
    a lamp or a peg of a new appearance is accepted, and the appearance is remembered in the reading.

    Raises
    ------
    BoardNotFound, AmbiguousBoard, BoardCutOff, UnsupportedPuzzle
        If the board is not there any more, another board is, or a lamp or a peg has an unknown appearance.
    """
    reader = next((reader for reader in readers if reader.puzzle == reading.puzzle), None)
    if reader is None:
        raise _unknown_puzzle(reading.puzzle, readers)
    now = reader.update(image, reading, learn=learn)
    if now is None:
        now = read_with([reader], image, Hints(), slanted=reading.warp is not None).best()
        if now.grid != reading.grid:
            raise AmbiguousBoard("the picture shows another board than before", hint="start over with the new board")
    return now


def _unknown_puzzle(puzzle: str, readers: Sequence[GameReader]) -> UnsupportedPuzzle:
    names = ", ".join(reader.puzzle for reader in readers)
    return UnsupportedPuzzle(f"there is no reader for {puzzle} yet", hint=f"--puzzle can be one of {names}")


def _cropped(image: Image, crop: Crop) -> tuple[Image, int, int]:
    """Return the part of a picture inside a crop and its upper left corner; raise BoardNotFound if it is empty."""
    x, y, width, height = crop
    left, top = max(0, x), max(0, y)
    part = image[top : y + height, left : x + width]
    if part.size:
        return part, left, top
    size = f"{image.shape[1]}x{image.shape[0]} pixels"
    raise BoardNotFound(
        f"the crop {x},{y},{width},{height} lies outside the picture of {size}",
        hint="X,Y,W,H count pixels from the upper left corner",
    )
