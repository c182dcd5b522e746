"""Arbitration between games: run the readers in order, and refuse a board that may belong to two games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from vision.attempt import Attempt, Hints
from vision.errors import LARGER_HINT, AmbiguousBoard, BoardNotFound
from vision.game_reader import GameReader
from vision.grid.boxes import Box
from vision.grid.lattice import picture_meshes
from vision.grid.lines import SMALLEST_BOARD_PX, find_edges
from vision.image import Image
from vision.image_cache import read_only_view
from vision.read_result import ReadResult
from vision.reading import Reading


def read_with(
    readers: Sequence[GameReader], image: Image, hints: Hints, *, only_certain: bool = False, slanted: bool = False
) -> ReadResult:
    """Read a picture with each reader, and arbitrate between the results.

    If the board is ``slanted``, only the readers that can straighten it are used.
    Raises BoardNotFound if the picture is too small for a board.
    """
    image = read_only_view(image)
    if min(image.shape[:2]) < SMALLEST_BOARD_PX:
        raise BoardNotFound(f"a picture of {image.shape[1]}x{image.shape[0]} pixels is too small", hint=LARGER_HINT)
    attempts: tuple[Attempt, ...] = ()
    if not (slanted and any(reader.reads_photos for reader in readers)):
        titles = {reader.puzzle: reader.title for reader in readers}
        for reader in readers:
            if reader.is_plausible(image, attempts):
                own = tuple(reader.attempts(image, hints, only_certain=only_certain))
                attempts = _arbitrated(image, attempts, reader, own, titles) if len(readers) > 1 else own
    if not _boards(attempts):
        in_photo = (reader.attempts_in_photo(image, hints, slanted=slanted) for reader in readers)
        attempts = (*attempts, *(attempt for found in in_photo for attempt in found))
    return ReadResult(image, hints.x, hints.y, find_edges(image), picture_meshes(image), attempts)


def _arbitrated(
    image: Image, earlier: tuple[Attempt, ...], reader: GameReader, own: tuple[Attempt, ...], titles: Mapping[str, str]
) -> tuple[Attempt, ...]:
    """Return the attempts of all readers up to this one; readings that may belong to another game become refusals.

    If only one side read a board, that reading is used. If neither did, the earlier refusals are more informative than
    this reader's. If both did, the earlier readings stay unless this reader disputes them, and its own readings count
    only if it prevails.
    """
    if reader.exclusive and _boards(own):
        own = tuple(attempt for attempt in own if attempt.reading)
        earlier = tuple(attempt for attempt in earlier if attempt.reading)
    if not _boards(earlier):
        return (*earlier, *own) if _boards(own) else earlier or own
    prevails = reader.prevails(image, own)
    if reader.exclusive and prevails:
        return own
    first = _boards(earlier)[0]
    named = _boards(own)[0] if reader.exclusive and _boards(own) else first
    shared = _refusal(named.box, first.puzzle, reader.puzzle, titles)  # both read a board: one refusal of both
    others: list[Attempt] = []
    for attempt in earlier:
        if attempt.reading and reader.disputes(image, attempt, own):
            of_its_own = _refusal(attempt.reading.box, attempt.reading.puzzle, reader.puzzle, titles)
            attempt = replace(attempt, reading=None, refusal=shared if _boards(own) else of_its_own)
        others.append(attempt)
    if reader.exclusive and not _boards(own):
        return tuple(others)
    if not prevails:
        own = tuple(replace(attempt, reading=None, refusal=shared) if attempt.reading else attempt for attempt in own)
    return (*others, *own)


def _boards(attempts: Iterable[Attempt]) -> list[Reading]:
    return [attempt.reading for attempt in attempts if attempt.reading]


def _refusal(box: Box, puzzle: str, other: str, titles: Mapping[str, str]) -> AmbiguousBoard:
    """Return the error for a board that may belong to either of two games."""
    refusal = AmbiguousBoard(
        f"the board at {box[0]},{box[1]} may be {titles[puzzle]} or {titles[other]}",
        hint=f"say which: --puzzle {puzzle} or --puzzle {other}",
    )
    refusal.box = box
    return refusal
