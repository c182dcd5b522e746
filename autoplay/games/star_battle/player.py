"""Star Battle on a page: whether a board is one, its number of stars, and its solution."""
# ruff: noqa: ARG002 (the interface has more arguments than this game needs)

from __future__ import annotations

from dataclasses import replace
from typing import Final

from autoplay.games import PuzzleOptions
from autoplay.games.adapter import PlayerPart
from autoplay.games.star_battle.options import StarBattleOptions, find_stars
from autoplay.games.star_battle.steps import draw_board
from autoplay.limits import SOLVE_S
from autoplay.wording import coordinates
from solvers.errors import BadNotation, ManySolutions, NoSolution, count_of
from solvers.explained import Explanation
from solvers.star_battle import USUAL_STARS, Puzzle, Solution, infer_stars, solve
from solvers.star_battle.explanation import ExplanationStep, explain
from solvers.star_battle.model import max_stars
from vision import Reading
from vision.errors import ReadingError

ANY_SOLUTION_HINT: Final = "--any plays the first solution: many pages accept any"


class StarBattlePlayerPart(PlayerPart[Puzzle, Solution]):
    """Star Battle and Queens on a page."""

    titles = (
        "star battle",
        "star battles",
        "two not touch",
        "queens",
        "queens game",
        "sternenschlacht",
        "bataille d étoiles",
        "batalla de estrellas",
        "スターバトル",
    )
    applier = "autoplay.player.star_battle.applier:StarBattleApplier"
    is_distinctive = True
    has_grid_lines = True

    def is_plausible(self, reading: Reading) -> bool:
        """Return True if a board names its number of stars, or has exactly one solution, which
        boards of lamps have only by chance."""
        try:
            stars = find_stars(reading)
        except ReadingError:
            return False
        return stars.origin in ("picture", "inferred")

    def options_on_page(
        self, options: PuzzleOptions | None, stars: int | None
    ) -> StarBattleOptions:
        """Return the options with the stars that the page names.

        Raises BadNotation if they contradict.
        """
        own = StarBattleOptions.of(options)
        if stars and own.stars and stars != own.stars:
            raise BadNotation(
                f"the page says {count_of(stars, 'star')} per row, --stars says {own.stars}",
                hint="leave out --stars",
            )
        return replace(own, stars=stars or own.stars)

    def solve_reading(
        self, reading: Reading, options: PuzzleOptions | None, *, any_solution: bool = False
    ) -> tuple[Puzzle, Solution]:
        """Return the puzzle of a reading and its only solution, or the first of several if
        ``any_solution``.

        Raises NoSolution, ManySolutions, SolveTimeout.
        """
        # A person's number counts before the picture's.
        given = StarBattleOptions.of(options).stars or reading.stars
        stars = given or _choose_stars(reading, any_solution=any_solution)
        puzzle = Puzzle(reading.grid, stars)
        solution = solve(puzzle, limit=2, timeout_s=SOLVE_S)
        board = f"the {reading.rows}x{reading.cols} board with {count_of(stars, 'star')} per row"
        if solution.solutions == 0:
            hint = "another puzzle, or --stars if the number is wrong"
            raise NoSolution(f"{board} has no solution", hint=hint)
        if solution.solutions > 1 and not any_solution:
            raise ManySolutions(f"{board} has several solutions", hint=ANY_SOLUTION_HINT)
        return puzzle, solution

    def explain(
        self, puzzle: Puzzle, solution: Solution, timeout_s: float
    ) -> Explanation[ExplanationStep]:
        """Return all steps to the only solution.

        Raises NoSolution, ManySolutions, SolveTimeout.
        """
        return explain(puzzle, timeout_s=timeout_s)

    def list_facts(self, reading: Reading, puzzle: Puzzle, solution: Solution) -> dict[str, object]:
        """Return the stars per row, and the marks at the start."""
        return {"stars": puzzle.stars, "marks": reading.marks}

    def draw_answer(self, puzzle: Puzzle, solution: Solution) -> str:
        """Return the board with its stars as text, and their cells."""
        board = draw_board(puzzle.grid, dict.fromkeys(solution.cells, "star"))
        return f"{board}\n{coordinates(solution.cells)}"

    def describe_puzzle(self, puzzle: Puzzle) -> str:
        """Return the size and the stars: "10x10/2★"."""
        return f"{len(puzzle.grid)}x{len(puzzle.grid[0])}/{puzzle.stars}★"


def _choose_stars(reading: Reading, *, any_solution: bool) -> int:
    """Return the only number of stars for which a board has exactly one solution.

    If there is none and ``any_solution``, return the usual number for its size, or else the least
    with a solution. Raises NoSolution if no number has one, ManySolutions if several solutions are
    not accepted, SolveTimeout.
    """
    # A number that gives exactly one solution is certainly right.
    stars = infer_stars(reading.grid, timeout_s=SOLVE_S)
    if stars is not None:
        return stars
    board = f"the {reading.rows}x{reading.cols} board"
    # The usual number for the board's size comes first.
    usual = USUAL_STARS.get(reading.rows, 1)
    possible = range(1, max(1, max_stars(reading.rows)) + 1)
    solvable = []
    for number in sorted(possible, key=lambda number: number != usual):
        if solve(Puzzle(reading.grid, number), timeout_s=SOLVE_S).cells:
            solvable.append(number)
    if not solvable:
        raise NoSolution(
            f"{board} has no solution with any number of stars per row", hint="another puzzle"
        )
    if not any_solution:
        numbers = " or ".join(count_of(number, "star") for number in sorted(solvable))
        raise ManySolutions(
            f"{board} has several solutions with {numbers} per row", hint=ANY_SOLUTION_HINT
        )
    return solvable[0]
