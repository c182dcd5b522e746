"""Solving of Star Battles: the solution and the steps to it, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import vision
from autoplay.files import keep_apart, writable
from autoplay.games.star_battle.options import StarBattleOptions
from autoplay.games.star_battle.results import StarBattleResult
from autoplay.games.star_battle.star_count import INFER_S, SOLVE_S, find_stars, puzzle_of, with_marks
from autoplay.games.star_battle.steps import StepPicture, mistake_picture, step_paths, step_pictures
from solvers.deadline import Deadline
from solvers.errors import BadNotation, SolveTimeout
from solvers.notation import form_of, from_row, parse, write
from solvers.notation.boards import inference_within
from solvers.star_battle import Puzzle, Solution, solve
from solvers.star_battle.explanation import describe_wrong_marks, explain, hint, why_unsolvable, wrong_marks
from solvers.star_battle.search import SolutionSearch

if TYPE_CHECKING:
    from autoplay.games.puzzle_text import PuzzleText
    from autoplay.games.requests import SolveRequest
    from autoplay.games.results import ReadPicture
    from solvers.cells import Cell


def solve_text(text: PuzzleText, request: SolveRequest, deadline: Deadline) -> StarBattleResult:
    """Solve the puzzle of a text or a JSON row; raise BadNotation, SolveTimeout."""
    with inference_within(_half(request)):
        puzzle = parse_text(text, StarBattleOptions.of(request.options).stars)
    return solve_puzzle(puzzle, request, deadline)


def parse_text(text: PuzzleText, stars: int | None = None) -> Puzzle:
    """Return the puzzle of a text or a JSON row, with ``stars`` per row if given; raise BadNotation."""
    if text.is_row:
        return from_row(text.row(), stars)
    return text.parsed(lambda content: parse(content, stars), is_name=lambda content: form_of(content) == "letters")


def solve_picture(picture: ReadPicture, request: SolveRequest, deadline: Deadline) -> StarBattleResult:
    """Solve a board that was read; its marks are used only if steps are requested, as their starting point.

    Raises AmbiguousBoard or BoardCutOff if the board is doubtful, BadNotation if it is not a puzzle, SolveTimeout.
    """
    half_s, options = _half(request), StarBattleOptions.of(request.options)
    stars = find_stars(picture.reading, options.stars, infer_s=min(half_s, INFER_S), assure_s=min(half_s, SOLVE_S))
    puzzle = puzzle_of(picture.reading, stars)
    result = solve_puzzle(with_marks(puzzle, picture.reading) if options.steps else puzzle, request, deadline)
    if request.overlay and (result.solution.cells or result.wrong):
        result = replace(result, pictures=tuple(_save(request.overlay, picture, result)))
    return result


def _half(request: SolveRequest) -> float:
    return inf if request.timeout_s is None else request.timeout_s / 2


def solve_puzzle(puzzle: Puzzle, request: SolveRequest, deadline: Deadline) -> StarBattleResult:
    """Solve a puzzle, without pictures; raise SolveTimeout, or BadNotation if the requested notation can't hold it."""
    options = StarBattleOptions.of(request.options)
    with deadline.limit("not solved") as left_s:
        result = _solved(puzzle, request, left_s) if request.count is None else _counted(puzzle, request, left_s)
    if not result.solution.solutions:
        result = _refuted(result, deadline)
    elif result.is_single and options.steps:
        result = _with_steps(result, deadline)
    elif not request.count and not result.is_single:
        result = replace(result, other=_second(puzzle, deadline))
    if options.form:
        result = replace(result, written=_written(result, options.form))
    return result


def _solved(puzzle: Puzzle, request: SolveRequest, timeout_s: float | None) -> StarBattleResult:
    return StarBattleResult(request, puzzle, solve(puzzle, timeout_s=timeout_s))


def _counted(puzzle: Puzzle, request: SolveRequest, timeout_s: float | None) -> StarBattleResult:
    """Count the solutions up to ``request.count``, or those found in time; raise SolveTimeout if none was."""
    start = perf_counter()
    search = SolutionSearch(puzzle, timeout_s=timeout_s)
    first: tuple[Cell, ...] = ()
    number, cut_off = 0, False
    try:
        for cells in islice(search, request.count):
            first = first or cells
            number += 1
    except SolveTimeout:
        if not number:
            raise
        cut_off = True
    solution = Solution(first, number, search.nodes, perf_counter() - start, puzzle)
    return StarBattleResult(request, puzzle, solution, cut_off=cut_off)


def _second(puzzle: Puzzle, deadline: Deadline) -> tuple[Cell, ...]:
    with deadline.limit("no second solution found") as left_s:
        return next(islice(SolutionSearch(puzzle, timeout_s=left_s), 1, None))


def _refuted(result: StarBattleResult, deadline: Deadline) -> StarBattleResult:
    """Add the wrong marks, else the reason why there is no solution, or neither if that takes too long."""
    with suppress(SolveTimeout), deadline.limit("no reason found") as left_s:
        if wrong := wrong_marks(result.puzzle, timeout_s=left_s):
            return replace(result, wrong=tuple(wrong), reason=describe_wrong_marks(wrong))
    with suppress(SolveTimeout), deadline.limit("no reason found") as left_s:
        return replace(result, reason=why_unsolvable(result.puzzle, timeout_s=left_s))
    return result


def _with_steps(result: StarBattleResult, deadline: Deadline) -> StarBattleResult:
    steps = result.options.steps
    with deadline.limit("solved, but not explained") as left_s:
        if steps == "next" and result.is_solved:
            return result
        if steps == "next":
            return replace(result, steps=(hint(result.puzzle, timeout_s=left_s),))
        try:
            explanation = explain(result.puzzle, timeout_s=left_s)
        except SolveTimeout:
            return replace(result, unexplained=f"solved, but not explained within {result.request.timeout_s:g} s")
        return replace(result, steps=explanation.steps, difficulty=explanation.difficulty)


def _written(result: StarBattleResult, form: str) -> str:
    """Return the puzzle in a notation, with its only solution if the notation holds marks; raise BadNotation."""
    cells = result.solution.cells if result.is_single else ()
    try:
        return write(replace(result.puzzle, given=result.puzzle.given | set(cells)), form)
    except BadNotation:
        return write(result.puzzle, form)


def _save(path: Path, picture: ReadPicture, result: StarBattleResult) -> Iterator[str]:
    """Save the picture with the solution and a numbered one of each step, or with one step or mistake; yield paths."""
    writable(path.parent, "--overlay")
    pictures = list(step_pictures(picture.image, picture.reading, result.puzzle, result.steps))
    paths = step_paths(path, len(pictures))
    if result.wrong:
        pictures, paths = [mistake_picture(picture.image, picture.reading, result.wrong, result.reason)], [path]
    elif result.options.steps == "next" and result.steps:
        paths = [path]
    else:
        drawn = vision.draw_overlay(picture.image, picture.reading, result.solution.cells)
        pictures.insert(0, StepPicture(drawn, picture.reading))
        paths.insert(0, path)
    keep_apart(paths, [Path(picture.file)], "--overlay")
    for file, drawing in zip(paths, pictures, strict=True):
        drawing.save(file)
        yield str(file)
