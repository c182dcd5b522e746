"""Star Battle, for all commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from autoplay.games.adapter import GameAdapter
from autoplay.games.options import PuzzleOptions
from autoplay.games.star_battle import board_report, generating, solving
from autoplay.games.star_battle.board_text import draw, stars
from autoplay.games.star_battle.options import StarBattleOptions
from autoplay.games.star_battle.star_count import (
    ANY_SOLUTION,
    SOLVE_S,
    find_stars,
    is_plausible,
    is_proved,
    number_to_play,
)
from autoplay.wording import coordinates, count
from solvers.cells import LETTERS, PLAIN, WALL
from solvers.errors import BadNotation, ManySolutions, NoSolution
from solvers.star_battle import Puzzle, Solution, solve

if TYPE_CHECKING:
    from autoplay.games.puzzle import SolutionLike
    from autoplay.games.puzzle_text import PuzzleText
    from autoplay.games.requests import GenerateRequest, ReadRequest, SolveRequest, Steps
    from autoplay.games.results import BoardReport, GeneratedPuzzle, ReadPicture, SolveResult
    from solvers.deadline import Deadline
    from vision import Reading
    from vision.image import Image
    from vision.star_battle.reader import StarBattleReader

ROWS: Final = re.compile(rf"[{LETTERS}{WALL}{PLAIN}\s]*")
SMALL_LETTERS: Final = re.compile(r"[\s.]*[a-z][a-z\s.]*")
"""Rows with lower-case letters only; regions use those only after the capital letters."""


class StarBattleAdapter(GameAdapter):
    """Star Battle and Queens."""

    name = "star-battle"
    titles = ("star battle", "star battles", "two not touch", "queens", "queens game")
    is_distinctive = True
    has_grid_lines = True
    explains = True
    keys = frozenset({"stars"})

    @property
    def reader(self) -> StarBattleReader:
        """Reader of its boards."""
        from vision.star_battle.reader import StarBattleReader

        return StarBattleReader()

    def describe(self, reading: Reading) -> str:
        """Return the size, the stars if they are known, and the number of marks."""
        return board_report.describe(reading, count(reading.stars, "star") if reading.stars else "")

    def draw(self, reading: Reading) -> str:
        """Return the board with the borders of its regions and its marks."""
        return draw(reading.grid, {(mark.row, mark.col): mark.kind for mark in reading.marks})

    def evidence(self, reading: Reading, limit: int | None) -> list[object]:
        """Return the measurements at the ``limit`` least certain borders, or at all of them."""
        return [board_report.border_row(border) for border in reading.borders[:limit]]

    def evidence_lines(self, reading: Reading, limit: int) -> Iterator[str]:
        """Yield the evidence behind the confidence, then the least certain borders."""
        yield from reading.evidence
        yield from map(board_report.border_line, reading.borders[:limit])

    def report(self, reading: Reading, request: ReadRequest) -> BoardReport:
        """Return a reading with its number of stars, and its solution if requested; raise an AutoplayError."""
        return board_report.report(reading, request)

    def confirm(self, reading: Reading, stars: int | None) -> None:
        """Raise a ReadingError for an uncertain reading without a single solution."""
        find_stars(reading, stars, infer_s=0)

    def claims(self, text: str) -> bool:
        """Return True if a text consists of several rows of regions, walls and cells without a region.

        Rows of lower-case letters only could be pegs with a typing error; they are regions if they fit no other game.
        """
        return "\n" in text.strip() and ROWS.fullmatch(text) is not None and not SMALL_LETTERS.fullmatch(text)

    def options(self, given: Mapping[str, Any]) -> StarBattleOptions:
        """Return the options that are given; ``hint`` asks for the next step, ``explain`` for all steps."""
        own = {name: value for name, value in given.items() if name not in ("hint", "explain")}
        return StarBattleOptions(**own, steps="next" if given.get("hint") else "all" if given.get("explain") else None)

    def with_steps(self, options: PuzzleOptions | None, steps: Steps) -> StarBattleOptions:
        """Return the options with a request for steps."""
        return replace(StarBattleOptions.of(options), steps=steps)

    def solve_text(self, text: PuzzleText, request: SolveRequest, deadline: Deadline) -> SolveResult:
        """Solve the puzzle of a text or a JSON row; raise BadNotation, SolveTimeout."""
        return solving.solve_text(text, request, deadline)

    def solve_picture(self, picture: ReadPicture, request: SolveRequest, deadline: Deadline) -> SolveResult:
        """Solve a board that was read; raise ReadingError if the reading is uncertain, BadNotation, SolveTimeout."""
        return solving.solve_picture(picture, request, deadline)

    def generate(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        """Return the puzzle of a seed, the same each time; raise BadNotation, NotMade, SolveTimeout."""
        return generating.generate_puzzle(request, seed)

    def is_plausible(self, image: Image, reading: Reading) -> bool:
        """Return True if a board does not look like lamps."""
        return is_plausible(image, reading)

    def is_proved(self, reading: Reading) -> bool:
        """Return True if a board has exactly one solution, which boards of lamps have only by chance."""
        return is_proved(reading)

    def options_on_page(self, options: PuzzleOptions | None, stars: int | None) -> StarBattleOptions:
        """Return the options with the stars that the page names; raise BadNotation if they contradict each other."""
        own = StarBattleOptions.of(options)
        if stars and own.stars and stars != own.stars:
            message = f"the page says {count(stars, 'star')} per row, --stars says {own.stars}"
            raise BadNotation(message, hint="leave out --stars")
        return replace(own, stars=stars or own.stars)

    def solve_reading(
        self, reading: Reading, options: PuzzleOptions | None, *, any_solution: bool = False
    ) -> tuple[Puzzle, Solution]:
        """Return the puzzle of a reading and its only solution, or the first of several if ``any_solution``.

        Raises NoSolution, ManySolutions, SolveTimeout.
        """
        given = StarBattleOptions.of(options).stars or reading.stars
        puzzle = Puzzle(reading.grid, given or number_to_play(reading, any_solution=any_solution))
        solution = solve(puzzle, limit=2, timeout_s=SOLVE_S)
        board = f"the {reading.rows}x{reading.cols} board with {count(puzzle.stars, 'star')} per row"
        if solution.solutions == 0:
            hint = "another puzzle" if given is None else "another puzzle, or --stars if the number is wrong"
            raise NoSolution(f"{board} has no solution", hint=hint)
        if solution.solutions > 1 and not any_solution:
            raise ManySolutions(f"{board} has several solutions", hint=ANY_SOLUTION)
        return puzzle, solution

    def play_facts(self, reading: Reading, puzzle: Puzzle, solution: SolutionLike) -> dict[str, object]:  # noqa: ARG002
        """Return the stars per row, and the marks at the start."""
        return {"stars": puzzle.stars, "marks": reading.marks}

    def draw_answer(self, puzzle: Puzzle, solution: SolutionLike) -> str:
        """Return the board with its stars as text, and their cells."""
        return f"{draw(puzzle.grid, stars(solution.cells))}\n{coordinates(solution.cells)}"

    def describe_puzzle(self, puzzle: Puzzle) -> str:
        """Return the size and the stars: "10x10/2★"."""
        return f"{len(puzzle.grid)}x{len(puzzle.grid[0])}/{puzzle.stars}★"
