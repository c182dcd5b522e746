"""Public functions that read boards from pictures and return readings or raise refusals."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.blobs import is_foreground_option
from vision.confidence import LEAST_ODDS
from vision.decision import decide
from vision.errors import (
    CROP_HINT,
    LARGER_HINT,
    AmbiguousBoard,
    BoardCutOff,
    BoardNotFound,
    UnsupportedPuzzle,
)
from vision.files.loading import LoadedPicture, PictureFile, load_image, load_picture
from vision.files.picture_note import AUTO, PictureNote
from vision.game_reader import Attempt, GameReader, Hints, ReadResult
from vision.grid.lattice import Lattice, picture_meshes
from vision.grid.lines import SMALLEST_BOARD_PX, find_edges
from vision.image import Image, Places, read_only_view
from vision.lights_out.reader import LightsOutReader
from vision.peg_solitaire.reader import PegSolitaireReader
from vision.reading import Corrections, Reading
from vision.rescaling import read_rescaled
from vision.star_battle.reader import StarBattleReader

READERS: Final[list[GameReader]] = [StarBattleReader(), LightsOutReader(), PegSolitaireReader()]
"""Readers of all games, in the order in which they run if the puzzle is not given."""

Crop: TypeAlias = tuple[int, int, int, int]
Picture: TypeAlias = PictureFile | Image | LoadedPicture
SAVED: Final = "saved in the picture, on which it is drawn"
"""Evidence for a board that was not read from the pixels."""

LARGE: Final = 3 * 8_000_000
"""Number of values of a picture of 8 megapixels; of a larger one, empty margins are not read."""
MARGIN_PX, MARGIN = 64, 0.2
"""Margin left around the contents of a large picture, in pixels and as a fraction of their shorter
side: enough to see that a board ends."""
FOREGROUND_OPTIONS: Final = ("--lit ", "--peg ")
"""Options in the hint of a refusal since it is open which appearance is lit or a peg."""
NO_MEMORY: Final = -4
"""OpenCV's code of an error for lack of memory."""


def read_board(
    image: Picture,
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
    image : ndarray of shape (H, W, 3) and dtype uint8, BGR; or a picture's path, bytes or open
        file, or the result of ``load_picture``.
    puzzle : "star-battle", "lights-out" or "pegs", or "auto" to detect it. A PNG that this program
        wrote notes its puzzle; a drawing notes its boards too, and they are returned unless
        ``puzzle`` is another one or the other arguments say how to read it.
    size : number of rows of the board, if known.
    crop : (x, y, width, height) of the part to read, in pixels; the reading is in coordinates of
        the whole picture.
    fixes : region letters by (row, col), both counted from 0, confirmed by a person. The letters
        are those of the grid as it is read without fixes.
    slanted : True if the board in a screenshot is not upright; it is straightened as in a photo.
    lit : which of two appearances is a lit lamp or a peg: "bright", "dark", the appearance nearest
        to a colour "#rrggbb", "all" or "none" if there is only one appearance, "any" for the
        likelier appearance, "auto" for the likelier appearance if it is clear.

    Raises
    ------
    BoardNotFound, AmbiguousBoard, BoardCutOff, UnsupportedPuzzle
        If no board can be read with confidence; also AmbiguousBoard if there are several (see
        ``read_boards``).
    BadImage
        If the picture can't be decoded (see ``load_image``).
    BadFix
        If the regions are no longer N connected ones after the fixes, or a cell or letter is not on
        the board.
    """
    return inspect(
        image, puzzle=puzzle, size=size, crop=crop, fixes=fixes, slanted=slanted, lit=lit
    ).best()


def read_boards(
    image: Picture,
    *,
    puzzle: str = "auto",
    size: int | None = None,
    crop: Crop | None = None,
    fixes: Corrections | None = None,
    lit: str = "auto",
) -> list[Reading]:
    """Read all boards in a picture, top to bottom and left to right; see ``read_board`` for
    arguments and errors."""
    return inspect(image, puzzle=puzzle, size=size, crop=crop, fixes=fixes, lit=lit).all()


def inspect(
    image: Picture,
    *,
    puzzle: str = "auto",
    size: int | None = None,
    crop: Crop | None = None,
    fixes: Corrections | None = None,
    slanted: bool = False,
    lit: str = "auto",
    readers: Sequence[GameReader] = READERS,
) -> ReadResult:
    """Read a picture and return all intermediate results; see ``read_board`` for the arguments.

    ``readers`` are the readers of all games that the picture may show, in the order in which they
    run.

    Raises
    ------
    UnsupportedPuzzle, BoardNotFound
        If ``puzzle`` or ``lit`` is unknown, the crop is outside the picture, or there are too few
        pixels.
    """
    chosen = [reader for reader in readers if puzzle in (AUTO, reader.puzzle)]
    if not chosen:
        raise _unknown_puzzle(puzzle, readers)
    if not is_foreground_option(lit):
        raise UnsupportedPuzzle(
            f"{lit!r} is not a valid value for lit", hint="use auto, bright, dark or '#rrggbb'"
        )
    picture = load_picture(image)
    pixels = picture.pixels
    if note := _matching_note(picture.note, puzzle, chosen):
        is_plain = lit == AUTO and not (size or crop or fixes or slanted)
        if note.readings and is_plain and min(pixels.shape[:2]) >= SMALLEST_BOARD_PX:
            return _saved_result(pixels, note)
        chosen = [reader for reader in chosen if note.puzzle in (AUTO, reader.puzzle)]
        puzzle, lit = note.puzzle, note.lit if lit == AUTO else lit
    x = y = 0
    if crop:
        pixels, x, y = _cut_out(pixels, crop)
    if pixels.size > LARGE:
        pixels, x, y = _trim_margins(pixels, x, y)
    hints = Hints(size, fixes or {}, x, y, lit, is_told=puzzle != AUTO)
    try:
        return read_with(chosen, pixels, hints, slanted=slanted)
    except (MemoryError, cv2.error) as error:
        if isinstance(error, cv2.error) and error.code != NO_MEMORY:
            raise
        raise BoardNotFound("reading the picture needs too much memory", hint=CROP_HINT) from error


def update_reading(
    image: Picture,
    reading: Reading,
    *,
    learn: bool = False,
    readers: Sequence[GameReader] = READERS,
) -> Reading:
    """Read a known board again; its marks, lamps or pegs and its position may have changed.

    This is cheaper than ``read_board`` and not misled by marks, since only the known grid has to be
    confirmed. With ``learn``, a lamp or peg with a new appearance is accepted, and the appearance
    is stored in the reading.

    Raises
    ------
    BoardNotFound, AmbiguousBoard, BoardCutOff, UnsupportedPuzzle
        If the board is gone, the picture shows another board, or a lamp or peg has an unknown
        appearance.
    """
    by_puzzle = {reader.puzzle: reader for reader in readers}
    if reading.puzzle not in by_puzzle:
        raise _unknown_puzzle(reading.puzzle, readers)
    reader = by_puzzle[reading.puzzle]
    pixels = load_image(image)
    now = reader.update(pixels, reading, learn=learn)
    if now is None:
        slanted = reading.warp is not None
        now = read_with([reader], pixels, Hints(is_told=True), slanted=slanted).best()
        if now.grid != reading.grid:
            raise AmbiguousBoard(
                "the picture shows a different board now", hint="start again with the new board"
            )
    return now


def _matching_note(
    note: PictureNote | None, puzzle: str, readers: Sequence[GameReader]
) -> PictureNote | None:
    """Return the note of a picture if it is about this puzzle, and if these readers could have read
    its boards."""
    symbols = {reader.puzzle: reader.symbols for reader in readers}
    if note is None or puzzle not in (AUTO, note.puzzle) or not is_foreground_option(note.lit):
        return None
    if note.puzzle != AUTO and note.puzzle not in symbols:
        return None
    for reading in note.readings:
        known = symbols.get(reading.puzzle)
        if known is None or (known and not set(known).issuperset("".join(reading.grid))):
            return replace(note, readings=())
    return note


def _saved_result(image: Image, note: PictureNote) -> ReadResult:
    """Return the boards in the note of a picture as the result of reading it."""
    image = read_only_view(image)
    attempts = []
    for reading in note.readings:
        evidence = tuple(line for line in reading.evidence if line != SAVED)
        saved = replace(reading, evidence=evidence).limit(1.0, SAVED)
        attempts.append(Attempt(Lattice.of_reading(saved), reading=saved, warp=saved.warp))
    return ReadResult(image, 0, 0, find_edges(image), picture_meshes(image), tuple(attempts))


def _unknown_puzzle(puzzle: str, readers: Sequence[GameReader]) -> UnsupportedPuzzle:
    names = ", ".join(reader.puzzle for reader in readers)
    return UnsupportedPuzzle(f"{puzzle} can't be read", hint=f"--puzzle can be one of {names}")


def _cut_out(image: Image, crop: Crop) -> tuple[Image, int, int]:
    """Return the part of a picture inside a crop and its upper left corner; raise BoardNotFound if
    it is empty."""
    x, y, width, height = crop
    left = max(0, x)
    top = max(0, y)
    part = image[top : y + height, left : x + width]
    if part.size:
        return part, left, top
    size = f"{image.shape[1]}x{image.shape[0]} pixels"
    raise BoardNotFound(
        f"the crop {x},{y},{width},{height} lies outside the picture of {size}",
        hint="X,Y,W,H are in pixels from the upper left corner",
    )


def _trim_margins(image: Image, x: int, y: int) -> tuple[Image, int, int]:
    """Return a picture without empty margins, and its upper left corner, which was (x, y) before.

    Margins have one colour in each row or column, as where a picture is broken off. Raises
    BoardNotFound if there is nothing else.
    """
    rows = _find_varied_rows(image)
    if not len(rows):
        raise BoardNotFound("each row of the picture has one colour", hint=LARGER_HINT)
    cols = _find_varied_rows(image.transpose(1, 0, 2))
    margin = max(MARGIN_PX, round(MARGIN * min(np.ptp(rows), np.ptp(cols))))
    left = max(0, int(cols[0]) - margin)
    top = max(0, int(rows[0]) - margin)
    part = image[top : int(rows[-1]) + 1 + margin, left : int(cols[-1]) + 1 + margin]
    return part, x + left, y + top


def _find_varied_rows(image: Image) -> Places:
    """Return the numbers of the rows that have several colours."""
    # Row by row, which needs little memory.
    return np.flatnonzero([(row != row[0]).any() for row in image])


def read_with(
    readers: Sequence[GameReader],
    image: Image,
    hints: Hints,
    *,
    slanted: bool = False,
) -> ReadResult:
    """Read a picture with each reader, and decide between the boards that they propose.

    If the board is ``slanted``, only the readers that can straighten it are used.
    Raises BoardNotFound if the picture is too small for a board.
    """
    image = read_only_view(image)
    height, width = image.shape[:2]
    if min(height, width) < SMALLEST_BOARD_PX:
        raise BoardNotFound(f"a picture of {width}x{height} pixels is too small", hint=LARGER_HINT)
    titles = {reader.puzzle: reader.title for reader in readers}
    proposed: list[Attempt] = []
    attempts: list[Attempt] = []
    if not (slanted and any(reader.reads_photos for reader in readers)):
        for propose in (_propose_upright, _propose_apart, _propose_in_other_sizes):
            # Each way of looking is for pictures in which the one before shows no board.
            if any(attempt.reading for attempt in attempts):
                break
            for reader in readers:
                if not _is_beaten(reader, proposed):
                    proposed += propose(reader, image, hints, proposed, attempts)
            attempts = decide(proposed, titles, (hints.x, hints.y))
    if not any(attempt.reading for attempt in attempts):
        in_photo: list[Attempt] = []
        for reader in readers:
            own = [attempt for attempt in attempts if attempt.puzzle == reader.puzzle]
            # A straightened picture shows no clearer what is lit.
            if not any(map(_is_foreground_open, own)):
                in_photo += reader.attempts_in_photo(image, hints, slanted=slanted)
        # A reader that straightens pictures says more about a photo than the others.
        attempts = in_photo + attempts
    return ReadResult(
        image, hints.x, hints.y, find_edges(image), picture_meshes(image), tuple(attempts)
    )


def _is_beaten(reader: GameReader, attempts: Iterable[Attempt]) -> bool:
    """Return True if a board of another game leads by so much that none of this reader can win."""
    least = LEAST_ODDS + reader.most_odds
    return any(attempt.signs and attempt.odds >= least for attempt in attempts)


def _propose_upright(
    reader: GameReader, image: Image, hints: Hints, _: list[Attempt], __: list[Attempt]
) -> list[Attempt]:
    return reader.attempts(image, hints)


def _propose_apart(
    reader: GameReader, image: Image, hints: Hints, proposed: list[Attempt], _: list[Attempt]
) -> list[Attempt]:
    """Return the boards of objects that touch, unless a board of this game was formed or is cut
    off; sites that were not visible may be those that touch."""
    for attempt in proposed:
        may_be_board = bool(attempt.signs) or isinstance(attempt.refusal, BoardCutOff)
        if attempt.puzzle == reader.puzzle and may_be_board:
            return []
    return reader.attempts_apart(image, hints)


def _propose_in_other_sizes(
    reader: GameReader,
    image: Image,
    hints: Hints,
    _: list[Attempt],
    decided: list[Attempt],
) -> list[Attempt]:
    """Return the boards that are read at other sizes of a refused picture."""
    # A board that shows only at another size is too little to tell the game as well.
    if not hints.is_told or any(map(_is_final, decided)):
        return []
    return read_rescaled(reader, image, hints)


def _is_final(attempt: Attempt) -> bool:
    """Return True for a refusal that no size changes: the board is cut off, or it is open which
    appearance is lit or a peg."""
    return _is_foreground_open(attempt) or isinstance(attempt.refusal, BoardCutOff)


def _is_foreground_open(attempt: Attempt) -> bool:
    """Return True for a refusal since it is open which appearance is lit or a peg."""
    hint = attempt.refusal.hint if attempt.refusal else ""
    return any(option in hint for option in FOREGROUND_OPTIONS)
