"""From a picture to what is seen on it: its boards with their stars, and the reasons against what is none."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

import vision
from autoplay import answer
from autoplay.answer import Answer, find_answer
from autoplay.answers import complaint
from autoplay.batch import how_lost
from autoplay.clock import Clock
from autoplay.errors import Defect, ProcessLost
from autoplay.games import SOLVE_S, Stars, find_stars, puzzle_of, with_marks
from autoplay.pictures import Picture, check_inside
from autoplay.text import Cell
from solvers.errors import AutoplayError, BadNotation
from solvers.notation import MARKED, write
from solvers.star_battle import Puzzle
from solvers.star_battle.model import check_stars
from vision import Look, Reading
from vision.errors import AmbiguousBoard, BoardCutOff

if TYPE_CHECKING:
    from vision.image import Image

INFER_S: Final = 0.5
"""How long finding the stars of a board may take: who wants to read must not wait for the solver."""
ASSURE_S: Final = 4.0
"""Likewise where a board is believed for its only solution; the 25x25 ones take 0.13 s, in Python some 3 s."""
MISSED: Final = (AmbiguousBoard, BoardCutOff)
"""Refusals of what may well be a board of this puzzle; the others are of tables, sudokus and parts of a page."""


@dataclass(frozen=True, slots=True)
class Wanted:
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

    ``seconds`` is how long that took; ``drawn`` is the file of the overlay.
    """

    name: str
    boards: tuple[Board, ...] = ()
    errors: tuple[AutoplayError, ...] = ()
    seconds: float = 0.0
    drawn: str = ""


def examine(picture: Picture, wanted: Wanted) -> Sight:
    """Look at a picture; whatever is wrong with it, or with the program, is told in what comes back."""
    start = perf_counter()
    sight = Sight(picture.name)
    try:
        image = picture.load()
        sight = _look(image, picture, wanted)
        sight = replace(sight, seconds=perf_counter() - start)
        return _drawn(image, picture, sight, wanted) if wanted.overlay and sight.boards else sight
    except AutoplayError as error:
        found = error
    except Exception as error:
        found = Defect(f"internal error: {type(error).__name__}: {error}", hint="this picture alone, with --debug DIR")
        found.__cause__ = error
    if wanted.debug:
        traceback.print_exception(found)
    return replace(sight, boards=(), errors=(found,), seconds=perf_counter() - start)


def lost(picture: Picture, code: int) -> Sight:
    """What is said of a picture whose process died with this exit code, negative for a signal."""
    what = f"the process that read this picture {how_lost(code)}"
    return Sight(picture.name, errors=(ProcessLost(what, hint="this picture alone, with --jobs 1"),))


def _look(image: Image, picture: Picture, wanted: Wanted) -> Sight:
    """The boards of a picture, at least one, and the refusals beside them; raises the gravest where there is none."""
    if wanted.crop:
        check_inside(wanted.crop, image)
    look = vision.look(image, puzzle=wanted.puzzle, size=wanted.size, crop=wanted.crop, fixes=wanted.fixes)
    if wanted.debug:
        _save_stages(look, picture, wanted.debug)
    boards: list[Board] = []
    errors: list[AutoplayError] = []
    for reading in look.readings if wanted.every else [look.best()]:
        try:
            boards.append(_board(reading, wanted))
        except AutoplayError as error:
            errors.append(error)
    if wanted.every:
        errors += [refusal for refusal in look.refusals if isinstance(refusal, MISSED)]
    if not boards and not errors:
        look.best()
    return Sight(picture.name, tuple(boards), tuple(errors))


def _board(reading: Reading, wanted: Wanted) -> Board:
    """A reading with all that is wanted of it; raises an AutoplayError if that can't be had, or must be doubted."""
    stars = find_stars(reading, wanted.stars, infer_s=INFER_S, assure_s=ASSURE_S)
    if wanted.stars:
        check_stars(reading.rows, wanted.stars)
    if wanted.solve:
        return _solved(Board(reading, stars), wanted)
    return Board(reading, stars, written=_written(reading, stars, wanted.form) if wanted.form else "")


def _solved(board: Board, wanted: Wanted) -> Board:
    asked = answer.Wanted(form=wanted.form, timeout_s=SOLVE_S)
    try:
        found = find_answer(puzzle_of(board.reading, board.stars), asked, Clock(SOLVE_S))
    except AutoplayError as error:
        return replace(board, doubt=error)
    return replace(board, answer=found, doubt=complaint(found, asked), written=found.written)


def _written(reading: Reading, stars: Stars, form: str) -> str:
    """The puzzle as text that `autoplay solve` reads, with its marks if the form holds them; raises BadNotation."""
    if stars.number:
        puzzle = Puzzle(reading.grid, stars.number)
        return write(with_marks(puzzle, reading) if form in MARKED else puzzle, form).rstrip("\n")
    if form == "letters":
        return "\n".join(reading.grid)
    raise BadNotation("how many stars a row holds cannot be told from the picture", hint="give --stars K")


def _drawn(image: Image, picture: Picture, sight: Sight, wanted: Wanted) -> Sight:
    """With the overlay saved: every board, and its solution if it is the only one."""
    assert wanted.overlay
    path = wanted.overlay if wanted.overlay.suffix.lower() == ".png" else wanted.overlay / f"{picture.key}.png"
    for board in sight.boards:
        cells = board.answer.solution.cells if board.answer and board.answer.is_single else ()
        image = vision.draw_overlay(image, board.reading, cells)
    vision.save_image(path, image)
    return replace(sight, drawn=str(path))


def _save_stages(look: Look, picture: Picture, folder: Path) -> None:
    from vision.stages import stage_pictures

    for number, (stage, drawn) in enumerate(stage_pictures(look), 1):
        vision.save_image(folder / f"{picture.key}-{number}-{stage}.png", drawn)
