"""Results of solving as text for a terminal: the lines on stdout, and the summary below them.

Each game registers its own form below; a game without one prints the cells of its solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Final

from autoplay.games.lights_out.results import LightsOutResult, draw_presses
from autoplay.games.peg_solitaire.options import PegSolitaireOptions
from autoplay.games.peg_solitaire.results import (
    PegMovesResult,
    PegSolitaireResult,
    PegStartsResult,
)
from autoplay.games.results import SolveResult
from autoplay.games.star_battle.results import StarBattleResult
from autoplay.games.star_battle.steps import REGION, draw_board, list_unit_cells
from autoplay.wording import coordinates
from solvers.errors import count_of
from solvers.explained import Step
from solvers.lights_out.text import format_published, format_rows, format_solutions
from solvers.peg_solitaire import Board, Jump, moves_of, published
from solvers.star_battle import Puzzle
from solvers.star_battle.explanation import ExplanationStep
from solvers.wording import capital, place

SHORTEST_S: Final = 0.01
"""Solving times below this are not told apart."""


@singledispatch
def answer_lines(result: SolveResult) -> Iterator[str]:
    """Yield the lines for stdout: the solution, or nothing if there is none.

    Raises ManySolutions if there are far too many, and SolveTimeout if it takes too long to find
    all that were requested, after those that were found.
    """
    if result.cells:
        yield coordinates(result.cells)


@singledispatch
def summarize_answer(result: SolveResult) -> str:
    """Return the line for stderr below a solution."""
    return result.outcome


def step_lines(steps: Sequence[Step]) -> Iterator[str]:
    """Yield a numbered line for each step, and others for what its sentence only counts."""
    width = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        yield f"{number:>{width}}. {step.text}"
        for line in step.details:
            yield f"{'':{width}}  {line}"


def level_lines(step: Step, level: int) -> Iterator[str]:
    """Yield a step as a hint in so many levels: where to look, which cells, why, what to do."""
    for number, words in enumerate(step.levels[:level], 1):
        yield f"{number}. {capital(words)}."


def _summarize_step(result: LightsOutResult | PegSolitaireResult | StarBattleResult) -> str:
    """Return the line below the next step."""
    return f"{result.description}: the next step ({result.steps[0].rule})"


def format_duration(seconds: float) -> str:
    """Return a solving time for a person to read."""
    return f"{seconds:.2f} s" if seconds >= SHORTEST_S else f"under {SHORTEST_S} s"


# Star Battle


@answer_lines.register
def star_battle_lines(result: StarBattleResult) -> Iterator[str]:
    """Yield the next step; or all steps, then the stars or the puzzle in the requested notation."""
    has_board = bool(result.solution.solutions) and not result.needs_no_step
    # A notation replaces the drawn board.
    if result.is_next_step:
        yield result.steps[0].text
        yield result.written.rstrip("\n") or _draw_step(result.puzzle, result.steps[0])
        yield from _region_legend(result.puzzle, result.steps)
        return
    yield from step_lines(result.steps)
    yield from _region_legend(result.puzzle, result.steps)
    if result.written:
        yield result.written.rstrip("\n")
    elif result.request.count is not None:
        yield from _list_boards(result)
    elif has_board:
        yield _draw_stars(result)
        yield coordinates(result.solution.cells)
        if result.other:
            yield coordinates(result.other)


def _list_boards(result: StarBattleResult) -> Iterator[str]:
    """Yield every solution: its number, the board with its stars, their coordinates, and an empty
    line between two."""
    for number, cells in enumerate(result.listed, 1):
        if number > 1:
            yield ""
        yield f"Solution {number}"
        yield draw_board(result.puzzle.grid, dict.fromkeys(cells, "star"))
        yield coordinates(cells)


def _draw_step(puzzle: Puzzle, step: ExplanationStep) -> str:
    """Return the board with the marks known before a step, and the marks that the step adds in
    brackets."""
    marks = dict.fromkeys(puzzle.crossed, "cross") | dict.fromkeys(puzzle.given, "star")
    marks |= dict.fromkeys(step.crossed, "new cross") | dict.fromkeys(step.stars, "new star")
    return draw_board(puzzle.grid, marks)


def _draw_stars(result: StarBattleResult) -> str:
    """Return the board with its stars, or with those of two solutions."""
    marks = dict.fromkeys(result.solution.cells, "star")
    if result.other:
        for cell in result.differing_cells:
            marks[cell] = "first" if cell in marks else "second"
    return draw_board(result.puzzle.grid, marks)


def _region_legend(puzzle: Puzzle, steps: Iterable[ExplanationStep]) -> Iterator[str]:
    """Yield a line with a cell of each region that the steps name: "regions: B has row 1, column
    4"."""
    legend = {}
    for step in steps:
        for unit in step.units:
            if unit.startswith(REGION):
                first = min(list_unit_cells(puzzle, unit))
                legend[unit] = f"{unit.removeprefix(REGION).strip()} has {place(first)}"
    if legend:
        yield f"regions: {'; '.join(legend[unit] for unit in sorted(legend))}"


@summarize_answer.register
def summarize_star_battle(result: StarBattleResult) -> str:
    """Return the size, and whether the solution is the only one; or the rule of the next step."""
    number = result.solution.solutions
    if result.is_next_step:
        return _summarize_step(result)
    if result.needs_no_step:
        what = "solved: every star is in its place"
    elif number == 1:
        what = f"this is the only solution ({format_duration(result.solution.seconds)})"
    elif number == result.request.count:
        what = f"{number} solutions or more"
    else:
        what = f"{number} solutions"
    return f"{result.description}: {what}"


# Lights Out


@answer_lines.register
def lights_out_lines(result: LightsOutResult) -> Iterator[str]:
    """Yield how often to press each lamp, then the presses; or every solution that was
    requested; or the next step alone."""
    if result.is_next_step:
        (step,) = result.steps
        yield step.text
        yield draw_presses(result.puzzle.grid, (step.press,) * step.times)
        return
    yield from step_lines(result.steps)
    if result.request.published:
        yield from format_published(result.puzzle, result.find_all())
    elif result.is_listed:
        yield from format_solutions(result.puzzle, result.find_all(), result.solution.solutions)
    elif result.solution.solvable:
        presses = result.solution.presses
        # Somebody who gave a picture wants to see which lamps were read.
        if result.is_read:
            yield draw_presses(result.puzzle.grid, presses)
        else:
            yield from format_rows(presses, result.puzzle)
        yield coordinates(presses)


@summarize_answer.register
def summarize_lights_out(result: LightsOutResult) -> str:
    """Return the size, the number of presses, and the number of solutions."""
    solution = result.solution
    is_only = solution.solutions == 1
    number = "the only solution" if is_only else f"{solution.solutions} solutions"
    if result.puzzle.solved:
        return f"{result.description}: every lamp shows the target already ({number})"
    if result.is_next_step:
        return _summarize_step(result)
    presses = count_of(len(solution.presses), "press", "presses")
    proof = "the fewest" if solution.fewest else "not proved to be the fewest"
    time = format_duration(solution.seconds)
    return f"{result.description}: {presses}, {proof} ({number}, {time})"


# Peg solitaire


@answer_lines.register
def peg_solitaire_lines(result: PegSolitaireResult) -> Iterator[str]:
    """Yield the hole numbers, a line for each move, and the jumps; or the next step alone."""
    if not result.solution.solvable:
        return
    if result.is_next_step:
        yield result.steps[0].text
        for row in result.puzzle.grid:
            yield row.rstrip()
        yield _number_holes(result.puzzle.board)
        return
    yield from step_lines(result.steps)
    if result.request.published:
        yield from result.list_published()
        return
    if result.is_read:
        for row in result.puzzle.grid:
            yield row.rstrip()
    moves = moves_of(result.solution.jumps)
    if moves:
        yield _number_holes(result.puzzle.board)
    if result.request.count is not None:
        yield from _list_games(result)
        return
    width = len(str(len(moves)))
    for number, move in enumerate(moves, 1):
        yield f"{number:>{width}}. {format_move(move)}"
    yield format_jumps(result.solution.jumps)


def _list_games(result: PegSolitaireResult) -> Iterator[str]:
    """Yield two lines for every solution: its number and size, and its jumps."""
    for number, solution in enumerate(result.all_shown, 1):
        jumps = count_of(len(solution.jumps), "jump")
        yield f"Solution {number}: {jumps} in {count_of(solution.moves, 'move')}"
        yield format_jumps(solution.jumps)


def format_jumps(jumps: Sequence[Jump]) -> str:
    """Return jumps as a list that Python and JSON can read: ``[[3,1,0],[5,4,3]]``."""
    return "[" + ",".join(f"[{start},{over},{to}]" for start, over, to in jumps) + "]"


def _number_holes(board: Board) -> str:
    """Return the board with the number of each hole in its place."""
    width = len(str(len(board.sites) - 1))
    # Columns of a triangular lattice are half a step wide.
    cell = width + 1 if board.lattice == "square" else (width + 2) // 2
    rows = [""] * board.rows
    for number, (row, col) in enumerate(board.sites):
        rows[row] = rows[row].ljust(col * cell) + f"{number:>{width}}"
    return "\n".join(rows)


def format_move(move: Sequence[Jump]) -> str:
    """Return a move as the numbers of the holes that its peg passes: ``5-0``, ``12-5-0``."""
    start = move[0][0]
    return "-".join([str(start)] + [str(to) for _, _, to in move])


@summarize_answer.register
def summarize_peg_solitaire(result: PegSolitaireResult) -> str:
    """Return the number of pegs, of jumps and moves, and of ways to make them if they were
    counted."""
    if result.puzzle.solved:
        return f"{result.description}: this is the end already"
    if result.is_next_step:
        return _summarize_step(result)
    time = format_duration(result.solution.seconds)
    if result.sequences is not None:
        time = f"{count_of(result.sequences, 'sequence')}, {time}"
    elif result.listed:
        time = f"{count_of(len(result.listed), 'sequence')} or more, {time}"
    return f"{result.description}: {describe_jumps(result)} ({time})"


def describe_jumps(result: PegSolitaireResult) -> str:
    """Return the numbers of jumps and moves of a solution."""
    solution = result.solution
    text = f"{count_of(len(solution.jumps), 'jump')} in {count_of(solution.moves, 'move')}"
    if solution.fewest:
        return f"{text}, the fewest"
    # A proof is missed only by those who asked for one.
    if PegSolitaireOptions.of(result.request.options).fewest:
        return f"{text}, not proved to be the fewest"
    return text


@answer_lines.register
def peg_moves_lines(result: PegMovesResult) -> Iterator[str]:
    """Yield a line that says that all moves are legal and what they leave; nothing if one is
    not."""
    if not result.checked.error:
        end = "solved" if result.is_solved else "not solved"
        yield f"all moves are legal ({end}): {result.description}"


@summarize_answer.register
def summarize_peg_moves(result: PegMovesResult) -> str:
    """Return the start."""
    pegs = result.puzzle.pegs
    holes = [hole for hole in range(len(result.puzzle.board.sites)) if hole not in pegs]
    return f"{result.file}: checked from {', '.join(map(str, holes))} empty"


@answer_lines.register
def peg_starts_lines(result: PegStartsResult) -> Iterator[str]:
    """Yield for each start its hole, and the effect of each jump on the pegs, or every solution; in
    the published form, only those."""
    solved = [start for start in result.starts if start.result.solution.solvable]
    if solved and solved[0].result.request.published:
        for number, start in enumerate(solved):
            if number:
                yield ""
            yield from start.result.list_published()
        return
    for start in result.starts:
        others = f" (and so {', '.join(map(str, start.holes[1:]))})" if start.holes[1:] else ""
        yield f"start {start.holes[0]}{others}"
        solution = start.result.solution
        if not solution.solvable:
            yield f"none: {solution.reason}"
        elif start.result.request.count is not None:
            yield from _list_games(start.result)
        else:
            yield from published(start.result.puzzle, solution)


@summarize_answer.register
def summarize_peg_starts(result: PegStartsResult) -> str:
    """Return the number of holes from which there is a solution."""
    solved = sum(len(start.holes) for start in result.starts if start.result.solution.solvable)
    holes = count_of(sum(len(start.holes) for start in result.starts), "hole")
    text = f"{result.name}: solutions from {solved} of {holes}"
    if result.sequences is not None:
        text += f", {count_of(result.sequences, 'sequence')} in all"
    return f"{text} ({format_duration(result.seconds)})"
