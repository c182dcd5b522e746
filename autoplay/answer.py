"""From where a puzzle stands to what there is to say about it: its solution, why there is none, the steps to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from autoplay.batch import how_lost
from autoplay.clock import Clock
from autoplay.errors import Defect, ProcessLost
from autoplay.sources import Source
from autoplay.steps import mistake_picture, step_paths, step_pictures
from autoplay.text import Cell
from solvers.errors import AutoplayError, BadNotation, SolveTimeout
from solvers.notation import write
from solvers.notation.stars import inference_within
from solvers.star_battle import Puzzle, Solution, solve
from solvers.star_battle.search import Search

if TYPE_CHECKING:
    from solvers.star_battle.rules import Step
    from vision import Reading
    from vision.image import Image


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked about each puzzle.

    ``count`` solutions are counted, where not None; ``steps`` are all that lead to the solution, or the next one;
    ``form`` is the notation to write it in; ``overlay`` is where a picture with the answer is kept; ``timeout_s``
    is for all of it, None for no limit.
    """

    count: int | None = None
    steps: Literal["all", "next"] | None = None
    form: str | None = None
    overlay: Path | None = None
    timeout_s: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out about a puzzle.

    ``cut_off`` is whether time ended before all solutions were counted; ``other`` is a second solution where one was
    promised, ``reason`` says why there is none, ``wrong`` are the marks that are to blame; ``difficulty`` is that of
    all ``steps``; ``written`` is the puzzle in the form that was wanted; ``pictures`` are the files of the overlays.
    """

    puzzle: Puzzle
    solution: Solution
    cut_off: bool = False
    other: tuple[Cell, ...] = ()
    wrong: tuple[Cell, ...] = ()
    reason: str = ""
    difficulty: str = ""
    unexplained: str = ""
    steps: tuple[Step, ...] = ()
    written: str = ""
    pictures: tuple[str, ...] = ()

    @property
    def is_solved(self) -> bool:
        """Whether every star of the only solution is marked already."""
        return self.is_single and self.puzzle.given == set(self.solution.cells)

    @property
    def is_single(self) -> bool:
        """Whether the solution is known to be the only one."""
        return self.solution.solutions == 1 and not self.cut_off


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, or the error in its place, with the label and kind of the source it belongs to."""

    label: dict[str, object]
    is_row: bool
    found: Answer | AutoplayError


def reply(source: Source, wanted: Wanted) -> Reply:
    """What is wanted of a puzzle, or why that is not to be had; a defect of the program ends no row but its own."""
    try:
        found: Answer | AutoplayError = _answer(source, wanted, Clock(wanted.timeout_s))
    except AutoplayError as error:
        found = error
    except Exception as error:
        if not source.is_row:
            raise
        found = Defect(f"internal error: {type(error).__name__}: {error}", hint="this puzzle alone, with --debug")
    return Reply(source.label, source.is_row, found)


def lost(source: Source, code: int) -> Reply:
    """The reply to a puzzle whose process died with this exit code, negative for a signal."""
    what = f"the process that solved this puzzle {how_lost(code)}"
    error = ProcessLost(what, hint="this puzzle alone, with --jobs 1")
    return Reply(source.label, source.is_row, error)


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture, (H, W, 3) BGR, and the board that was read on it."""

    image: Image
    reading: Reading


def _answer(source: Source, wanted: Wanted, clock: Clock) -> Answer:
    half_s = inf if wanted.timeout_s is None else wanted.timeout_s / 2
    if source.is_picture:
        seen, puzzle = _look(source, wanted, half_s)
    elif wanted.overlay:
        raise BadNotation("--overlay draws on a picture, and this is a text", hint="leave --overlay out")
    else:
        with inference_within(half_s):
            seen, puzzle = None, source.parse()
    found = find_answer(puzzle, wanted, clock)
    if seen and wanted.overlay and (found.solution.cells or found.wrong):
        found = replace(found, pictures=tuple(_save(wanted.overlay, seen, found, wanted, source)))
    return found


def find_answer(puzzle: Puzzle, wanted: Wanted, clock: Clock) -> Answer:
    """All that is wanted of a puzzle but pictures; raises SolveTimeout, or BadNotation where it can't be written."""
    with clock.limit("not solved") as left_s:
        found = _solved(puzzle, left_s) if wanted.count is None else _counted(puzzle, wanted.count, left_s)
    if not found.solution.solutions:
        found = _refuted(found, clock)
    elif found.is_single and wanted.steps:
        found = _with_steps(found, wanted, clock)
    elif not wanted.count and not found.is_single:
        found = replace(found, other=_second(puzzle, clock))
    if wanted.form:
        found = replace(found, written=_written(found, wanted.form))
    return found


def _look(source: Source, wanted: Wanted, timeout_s: float) -> tuple[Seen, Puzzle]:
    """The board in a picture and its puzzle; what is marked on it counts where the steps go on from there.

    Raises BadImage, a ReadingError where the board is doubtful, or BadNotation where it is no puzzle.
    """
    from autoplay.games import INFER_S, SOLVE_S, find_stars, puzzle_of, with_marks
    from vision import load_image, read_board
    from vision.errors import ReadingError

    image = load_image(source.picture)
    try:
        reading = read_board(image, puzzle="star-battle")
        stars = find_stars(reading, source.stars, infer_s=min(timeout_s, INFER_S), assure_s=min(timeout_s, SOLVE_S))
    except ReadingError as error:
        if "--" in error.hint:  # options of another verb
            error.hint = f"autoplay read --solve {source.file}, which knows more options: {error.hint}"
        raise
    puzzle = puzzle_of(reading, stars)
    return Seen(image, reading), with_marks(puzzle, reading) if wanted.steps else puzzle


def _solved(puzzle: Puzzle, timeout_s: float | None) -> Answer:
    return Answer(puzzle, solve(puzzle, timeout_s=timeout_s))


def _counted(puzzle: Puzzle, limit: int, timeout_s: float | None) -> Answer:
    """With as many solutions as there are, up to a limit, or as were found in time; SolveTimeout for none in time."""
    start = perf_counter()
    search = Search(puzzle, timeout_s=timeout_s)
    first: tuple[Cell, ...] = ()
    number, cut_off = 0, False
    try:
        for cells in islice(search, limit):
            first = first or cells
            number += 1
    except SolveTimeout:
        if not number:
            raise
        cut_off = True
    return Answer(puzzle, Solution(first, number, search.nodes, perf_counter() - start), cut_off=cut_off)


def _second(puzzle: Puzzle, clock: Clock) -> tuple[Cell, ...]:
    with clock.limit("no second solution found") as left_s:
        return next(islice(Search(puzzle, timeout_s=left_s), 1, None))


def _refuted(found: Answer, clock: Clock) -> Answer:
    """With the wrong marks, else the reason why there is no solution; with neither where that takes too long."""
    from solvers.star_battle.explanation import say_wrong, why_unsolvable, wrong_marks

    with suppress(SolveTimeout), clock.limit("no reason found") as left_s:
        if wrong := wrong_marks(found.puzzle, timeout_s=left_s):
            return replace(found, wrong=tuple(wrong), reason=say_wrong(wrong))
    with suppress(SolveTimeout), clock.limit("no reason found") as left_s:
        return replace(found, reason=why_unsolvable(found.puzzle, timeout_s=left_s))
    return found


def _with_steps(found: Answer, wanted: Wanted, clock: Clock) -> Answer:
    from solvers.star_battle.explanation import explain, hint

    with clock.limit("solved, but not explained") as left_s:
        if wanted.steps == "next" and found.is_solved:
            return found
        if wanted.steps == "next":
            return replace(found, steps=(hint(found.puzzle, timeout_s=left_s),))
        try:
            told = explain(found.puzzle, timeout_s=left_s)
        except SolveTimeout:
            return replace(found, unexplained=f"solved, but not explained within {wanted.timeout_s:g} s")
        return replace(found, steps=told.steps, difficulty=told.difficulty)


def _written(found: Answer, form: str) -> str:
    """The puzzle in a form, with the stars of its only solution if the form holds marks; raises BadNotation."""
    cells = found.solution.cells if found.is_single else ()
    try:
        return write(replace(found.puzzle, given=found.puzzle.given | set(cells)), form)
    except BadNotation:
        return write(found.puzzle, form)


def _save(path: Path, seen: Seen, found: Answer, wanted: Wanted, source: Source) -> Iterator[str]:
    """Save the solution on the picture and each step on a numbered one, or one step or mistake alone; their paths."""
    from autoplay.files import keep_apart, writable
    from vision import draw_overlay, save_image

    writable(path.parent, "--overlay")
    pictures = list(step_pictures(seen.image, seen.reading, found.puzzle, found.steps))
    paths = step_paths(path, len(pictures))
    if found.wrong:
        pictures, paths = [mistake_picture(seen.image, seen.reading, found.wrong, found.reason)], [path]
    elif wanted.steps == "next" and found.steps:
        paths = [path]
    else:
        pictures.insert(0, draw_overlay(seen.image, seen.reading, found.solution.cells))
        paths.insert(0, path)
    keep_apart(paths, [Path(source.file)], "--overlay")
    for file, picture in zip(paths, pictures, strict=True):
        save_image(file, picture)
        yield str(file)
