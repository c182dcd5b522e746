"""The answer to a Star Battle: its solution, why there is none, the steps to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from autoplay.games.star_battle.options import terms_of
from autoplay.games.star_battle.results import FoundStars
from autoplay.report.steps import mistake_picture, step_paths, step_pictures
from solvers.cells import Cell
from solvers.deadline import Deadline
from solvers.errors import BadNotation, SolveTimeout
from solvers.notation import form_of, from_row, parse, write
from solvers.notation.star_count import inference_within
from solvers.star_battle import Puzzle, Solution, solve
from solvers.star_battle.search import SolutionSearch

if TYPE_CHECKING:
    from autoplay.batch.sources import Source
    from autoplay.games.requests import Seen, Wanted


def answer_text(source: Source, wanted: Wanted, deadline: Deadline) -> FoundStars:
    """All that is wanted of the puzzle of a text or a row; raises BadNotation, SolveTimeout."""
    with inference_within(_half(wanted)):
        puzzle = parsed(source, terms_of(wanted).stars)
    return find_answer(puzzle, wanted, deadline)


def parsed(source: Source, stars: int | None = None) -> Puzzle:
    """The puzzle of a text or a row, with these stars per row where they are told; raises BadNotation."""
    if source.is_row:
        return from_row(source.row(), stars)
    return source.parsed(lambda text: parse(text, stars), is_name=lambda text: form_of(text) == "letters")


def answer_picture(seen: Seen, wanted: Wanted, deadline: Deadline) -> FoundStars:
    """All that is wanted of a board in a picture; what is marked on it counts where the steps go on from there.

    Raises AmbiguousBoard or BoardCutOff where the board is doubtful, BadNotation where it is no puzzle, SolveTimeout.
    """
    from autoplay.games.star_battle.play import INFER_S, SOLVE_S, find_stars, puzzle_of, with_marks

    half_s, terms = _half(wanted), terms_of(wanted)
    stars = find_stars(seen.reading, terms.stars, infer_s=min(half_s, INFER_S), assure_s=min(half_s, SOLVE_S))
    puzzle = puzzle_of(seen.reading, stars)
    found = find_answer(with_marks(puzzle, seen.reading) if terms.steps else puzzle, wanted, deadline)
    if wanted.overlay and (found.solution.cells or found.wrong):
        found = replace(found, pictures=tuple(_save(wanted.overlay, seen, found, wanted)))
    return found


def _half(wanted: Wanted) -> float:
    return inf if wanted.timeout_s is None else wanted.timeout_s / 2


def find_answer(puzzle: Puzzle, wanted: Wanted, deadline: Deadline) -> FoundStars:
    """All that is wanted of a puzzle but pictures; raises SolveTimeout, or BadNotation where it can't be written."""
    terms = terms_of(wanted)
    with deadline.limit("not solved") as left_s:
        found = _solved(puzzle, left_s) if wanted.count is None else _counted(puzzle, wanted.count, left_s)
    if not found.solution.solutions:
        found = _refuted(found, deadline)
    elif found.is_single and terms.steps:
        found = _with_steps(found, wanted, deadline)
    elif not wanted.count and not found.is_single:
        found = replace(found, other=_second(puzzle, deadline))
    if terms.form:
        found = replace(found, written=_written(found, terms.form))
    return found


def _solved(puzzle: Puzzle, timeout_s: float | None) -> FoundStars:
    return FoundStars(puzzle, solve(puzzle, timeout_s=timeout_s))


def _counted(puzzle: Puzzle, limit: int, timeout_s: float | None) -> FoundStars:
    """With as many solutions as there are, up to a limit, or as were found in time; SolveTimeout for none in time."""
    start = perf_counter()
    search = SolutionSearch(puzzle, timeout_s=timeout_s)
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
    return FoundStars(puzzle, Solution(first, number, search.nodes, perf_counter() - start, puzzle), cut_off=cut_off)


def _second(puzzle: Puzzle, deadline: Deadline) -> tuple[Cell, ...]:
    with deadline.limit("no second solution found") as left_s:
        return next(islice(SolutionSearch(puzzle, timeout_s=left_s), 1, None))


def _refuted(found: FoundStars, deadline: Deadline) -> FoundStars:
    """With the wrong marks, else the reason why there is no solution; with neither where that takes too long."""
    from solvers.star_battle.explanation import say_wrong, why_unsolvable, wrong_marks

    with suppress(SolveTimeout), deadline.limit("no reason found") as left_s:
        if wrong := wrong_marks(found.puzzle, timeout_s=left_s):
            return replace(found, wrong=tuple(wrong), reason=say_wrong(wrong))
    with suppress(SolveTimeout), deadline.limit("no reason found") as left_s:
        return replace(found, reason=why_unsolvable(found.puzzle, timeout_s=left_s))
    return found


def _with_steps(found: FoundStars, wanted: Wanted, deadline: Deadline) -> FoundStars:
    from solvers.star_battle.explanation import explain, hint

    steps = terms_of(wanted).steps
    with deadline.limit("solved, but not explained") as left_s:
        if steps == "next" and found.is_solved:
            return found
        if steps == "next":
            return replace(found, steps=(hint(found.puzzle, timeout_s=left_s),))
        try:
            told = explain(found.puzzle, timeout_s=left_s)
        except SolveTimeout:
            return replace(found, unexplained=f"solved, but not explained within {wanted.timeout_s:g} s")
        return replace(found, steps=told.steps, difficulty=told.difficulty)


def _written(found: FoundStars, form: str) -> str:
    """The puzzle in a form, with the stars of its only solution if the form holds marks; raises BadNotation."""
    cells = found.solution.cells if found.is_single else ()
    try:
        return write(replace(found.puzzle, given=found.puzzle.given | set(cells)), form)
    except BadNotation:
        return write(found.puzzle, form)


def _save(path: Path, seen: Seen, found: FoundStars, wanted: Wanted) -> Iterator[str]:
    """Save the solution on the picture and each step on a numbered one, or one step or mistake alone; their paths."""
    from autoplay.files import keep_apart, writable
    from vision import draw_overlay, save_image

    writable(path.parent, "--overlay")
    pictures = list(step_pictures(seen.image, seen.reading, found.puzzle, found.steps))
    paths = step_paths(path, len(pictures))
    if found.wrong:
        pictures, paths = [mistake_picture(seen.image, seen.reading, found.wrong, found.reason)], [path]
    elif terms_of(wanted).steps == "next" and found.steps:
        paths = [path]
    else:
        pictures.insert(0, draw_overlay(seen.image, seen.reading, found.solution.cells))
        paths.insert(0, path)
    keep_apart(paths, [Path(seen.file)], "--overlay")
    for file, picture in zip(paths, pictures, strict=True):
        save_image(file, picture)
        yield str(file)
