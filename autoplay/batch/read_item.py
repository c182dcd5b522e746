"""From a picture to what is seen on it: its boards, and the reasons against what is none."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

import vision
from autoplay.batch.pictures import Picture
from autoplay.errors import Defect, NotWritable, ProcessLost
from autoplay.games import GAMES
from autoplay.games.requests import Asked, Board
from solvers.errors import AutoplayError
from vision import ReadResult
from vision.drawing.stages import stage_pictures
from vision.errors import AmbiguousBoard, BoardCutOff

if TYPE_CHECKING:
    from vision.image import Image

MISSED: Final = (AmbiguousBoard, BoardCutOff)
"""Refusals of what may well be a board of this puzzle; the others are of tables, sudokus and parts of a page."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What was seen on the picture of this name: boards, and why others, or all, were not read.

    ``seconds`` is how long that took; ``drawn`` is the file of the overlay, ``stages`` are those of the stages.
    """

    name: str
    boards: tuple[Board, ...] = ()
    errors: tuple[AutoplayError, ...] = ()
    seconds: float = 0.0
    drawn: str = ""
    stages: str = ""


def examine(picture: Picture, asked: Asked) -> Sight:
    """ReadResult at a picture; whatever is wrong with it, or with the program, is told in what comes back."""
    start = perf_counter()
    try:
        return _examined(picture, asked, start)
    except AutoplayError as error:
        found = error
        found.message = found.message.removeprefix(f"{picture.name}: ")
    except Exception as error:
        found = Defect(f"internal error: {type(error).__name__}: {error}", hint="this picture alone, with --debug DIR")
        if asked.debug:
            traceback.print_exception(error)
    return Sight(picture.name, errors=(found,), seconds=perf_counter() - start)


def lost(picture: Picture, how: str) -> Sight:
    """What is said of a picture whose process died, and how."""
    what = f"the process that read this picture {how}"
    return Sight(picture.name, errors=(ProcessLost(what, hint="this picture alone, with --jobs 1"),))


def _examined(picture: Picture, asked: Asked, start: float) -> Sight:
    """What is seen on a picture, with the pictures of it that are wanted saved; raises if there is nothing to see."""
    image = picture.load()
    if picture.is_page and not asked.fixes:
        asked = replace(asked, every=True)
    look = vision.inspect(
        image, puzzle=asked.puzzle, lit=asked.lit, size=asked.size, crop=asked.crop, fixes=asked.fixes
    )
    boards, errors = _boards(look, asked)
    sight = Sight(picture.name, boards, errors, perf_counter() - start)
    try:
        if asked.overlay:
            path = asked.overlay_of(picture)
            _save(path, _drawn(image, look, sight), "--overlay")
            sight = replace(sight, drawn=str(path))
        if asked.debug:
            for number, (stage, drawn) in enumerate(stage_pictures(look), 1):
                _save(asked.debug / f"{picture.key}-{number}-{stage}.png", drawn, "--debug")
            sight = replace(sight, stages=str(asked.debug / f"{picture.key}-*.png"))
    except NotWritable as error:  # what was read is told all the same
        sight = replace(sight, errors=(*sight.errors, error))
    return sight


def _boards(look: ReadResult, asked: Asked) -> tuple[tuple[Board, ...], tuple[AutoplayError, ...]]:
    """The boards that were seen, and why there are none, or no more."""
    boards: list[Board] = []
    errors: list[AutoplayError] = []
    try:
        readings = look.all() if asked.every else [look.best()]
    except AutoplayError as error:
        return (), (error,)
    for reading in readings:
        try:
            boards.append(GAMES[reading.puzzle].verbs().board(reading, asked))
        except AutoplayError as error:
            errors.append(error)
    if asked.every:
        errors += [refusal for refusal in look.refusals if isinstance(refusal, MISSED)]
    return tuple(boards), tuple(errors)


def _drawn(image: Image, look: ReadResult, sight: Sight) -> Image:
    """A picture of every board, and its solution if it is the only one; else of how far the reader came."""
    if not sight.boards:
        *_, (_, image) = stage_pictures(look)
    for board in sight.boards:
        cells = board.answer.cells if board.answer else ()
        image = vision.draw_overlay(image, board.reading, cells)
    return image


def _save(path: Path, image: Image, option: str) -> None:
    try:
        vision.save_image(path, image)
    except OSError as error:
        message = f"{path} can't be written ({error.strerror or error})"
        raise NotWritable(message, hint=f"{option} elsewhere") from error
