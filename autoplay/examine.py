"""From a picture to what is seen on it: its boards with their stars, and the reasons against what is none."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

import vision
from autoplay.answer import Answer, Wanted, find_answer
from autoplay.answers import complaint
from autoplay.batch import how_lost
from autoplay.clock import Clock
from autoplay.errors import Defect, NotWritable, ProcessLost
from autoplay.games import SOLVE_S, Stars, find_stars, puzzle_of, with_marks
from autoplay.pictures import Picture
from autoplay.text import Cell
from solvers.errors import AutoplayError, BadNotation
from solvers.notation import MARKED, write
from solvers.star_battle import Puzzle
from solvers.star_battle.model import check_stars
from vision import Look, Reading
from vision.errors import AmbiguousBoard, BoardCutOff
from vision.stages import stage_pictures

if TYPE_CHECKING:
    from vision.image import Image

INFER_S: Final = 0.5
"""How long finding the stars of a board may take: who wants to read must not wait for the solver."""
ASSURE_S: Final = 4.0
"""Likewise where a board is believed for its only solution; the 25x25 ones take 0.13 s, in Python some 3 s."""
MISSED: Final = (AmbiguousBoard, BoardCutOff)
"""Refusals of what may well be a board of this puzzle; the others are of tables, sudokus and parts of a page."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about each picture.

    The first four as for ``vision.look``; ``stars`` per row where they are told; ``every`` board, not the only one;
    whether to ``solve`` it; the ``form`` to write it in; ``overlay`` is a .png file for what was seen, or the folder
    for several of them; ``debug`` is the folder for pictures of the stages.
    """

    puzzle: str = "auto"
    size: int | None = None
    crop: tuple[int, int, int, int] | None = None
    fixes: Mapping[Cell, str] = field(default_factory=dict)
    stars: int | None = None
    every: bool = False
    solve: bool = False
    form: str | None = None
    overlay: Path | None = None
    debug: Path | None = None

    def overlay_of(self, picture: Picture) -> Path:
        """The file for what was seen on this picture."""
        assert self.overlay
        return self.overlay if self.draws_one else self.overlay / f"{picture.key}.png"

    @property
    def draws_one(self) -> bool:
        """Whether ``overlay`` is a file, not a folder for several."""
        path = self.overlay
        return path is not None and path.suffix.lower() == ".png" and not path.is_dir()


@dataclass(frozen=True, slots=True)
class Board:
    """A board that was read.

    ``answer`` is None where it was not solved, ``doubt`` is what its solution says against it; ``written`` is the
    puzzle in the form that was wanted.
    """

    reading: Reading
    stars: Stars
    answer: Answer | None = None
    doubt: AutoplayError | None = None
    written: str = ""


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
    """Look at a picture; whatever is wrong with it, or with the program, is told in what comes back."""
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


def lost(picture: Picture, code: int) -> Sight:
    """What is said of a picture whose process died with this exit code, negative for a signal."""
    what = f"the process that read this picture {how_lost(code)}"
    return Sight(picture.name, errors=(ProcessLost(what, hint="this picture alone, with --jobs 1"),))


def _examined(picture: Picture, asked: Asked, start: float) -> Sight:
    """What is seen on a picture, with the pictures of it that are wanted saved; raises if there is nothing to see."""
    image = picture.load()
    look = vision.look(image, puzzle=asked.puzzle, size=asked.size, crop=asked.crop, fixes=asked.fixes)
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


def _boards(look: Look, asked: Asked) -> tuple[tuple[Board, ...], tuple[AutoplayError, ...]]:
    """The boards that were seen, and why there are none, or no more."""
    boards: list[Board] = []
    errors: list[AutoplayError] = []
    try:
        readings = look.all() if asked.every else [look.best()]
    except AutoplayError as error:
        return (), (error,)
    for reading in readings:
        try:
            boards.append(_board(reading, asked))
        except AutoplayError as error:
            errors.append(error)
    if asked.every:
        errors += [refusal for refusal in look.refusals if isinstance(refusal, MISSED)]
    return tuple(boards), tuple(errors)


def _board(reading: Reading, asked: Asked) -> Board:
    """A reading with all that is wanted of it; raises an AutoplayError if that can't be had, or must be doubted."""
    stars = find_stars(reading, asked.stars, infer_s=INFER_S, assure_s=ASSURE_S)
    if asked.stars:
        check_stars(reading.rows, asked.stars)
    if asked.solve:
        return _solved(Board(reading, stars), asked)
    return Board(reading, stars, written=_written(reading, stars, asked.form) if asked.form else "")


def _solved(board: Board, asked: Asked) -> Board:
    wanted = Wanted(form=asked.form, timeout_s=SOLVE_S)
    try:
        puzzle = puzzle_of(board.reading, board.stars)
        if not board.stars.number:
            board = replace(board, stars=Stars(puzzle.stars, "usual"))
        found = find_answer(puzzle, wanted, Clock(SOLVE_S))
    except AutoplayError as error:
        return replace(board, doubt=error)
    return replace(board, answer=found, doubt=complaint(found, wanted), written=found.written)


def _written(reading: Reading, stars: Stars, form: str) -> str:
    """The puzzle as text that `autoplay solve` reads, with its marks if the form holds them; raises BadNotation."""
    if stars.number:
        puzzle = Puzzle(reading.grid, stars.number)
        return write(with_marks(puzzle, reading) if form in MARKED else puzzle, form).rstrip("\n")
    if form == "letters":
        return "\n".join(reading.grid)
    raise BadNotation("how many stars a row holds cannot be told from the picture", hint="give --stars K")


def _drawn(image: Image, look: Look, sight: Sight) -> Image:
    """A picture of every board, and its solution if it is the only one; else of how far the reader came."""
    if not sight.boards:
        *_, (_, image) = stage_pictures(look)
    for board in sight.boards:
        cells = board.answer.solution.cells if board.answer and board.answer.is_single else ()
        image = vision.draw_overlay(image, board.reading, cells)
    return image


def _save(path: Path, image: Image, option: str) -> None:
    try:
        vision.save_image(path, image)
    except OSError as error:
        message = f"{path} can't be written ({error.strerror or error})"
        raise NotWritable(message, hint=f"{option} elsewhere") from error
