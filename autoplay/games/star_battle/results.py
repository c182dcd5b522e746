"""Result of solving a Star Battle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from autoplay.games import SolveRequest
from autoplay.games.results import SolveResult
from autoplay.games.star_battle.options import StarBattleOptions
from solvers.cells import Cell
from solvers.deadline import MORE_TIME
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout, count_of
from solvers.star_battle import Puzzle, Solution
from solvers.star_battle.explanation import ExplanationStep

MOST_CELLS_LISTED: Final = 1_000_000
"""Maximum stars of all solutions that are listed; they take some hundred megabytes."""
CHECK_REGIONS_HINT: Final = "check the regions and the number of stars"


@dataclass(frozen=True, slots=True)
class StarBattleResult(SolveResult):
    """Result of solving a Star Battle.

    ``listed`` are all solutions if several were requested, at most MOST_CELLS_LISTED stars of them.
    ``cut_off`` is True if time ran out before all solutions were counted. ``other`` is a second
    solution of a puzzle that should have one, ``reason`` is why there is none, ``wrong`` are the
    marks that make it impossible. ``difficulty`` is that of all ``steps``, ``unexplained`` the
    reason if there are none. ``written`` is the puzzle in the requested notation, ``pictures`` are
    the files of the overlays.
    """

    request: SolveRequest
    puzzle: Puzzle
    solution: Solution
    listed: tuple[tuple[Cell, ...], ...] = ()
    cut_off: bool = False
    other: tuple[Cell, ...] = ()
    wrong: tuple[Cell, ...] = ()
    reason: str = ""
    difficulty: str = ""
    unexplained: str = ""
    steps: tuple[ExplanationStep, ...] = ()
    written: str = ""
    pictures: tuple[str, ...] = ()

    @property
    def options(self) -> StarBattleOptions:
        """The options of the request."""
        return StarBattleOptions.of(self.request.options)

    @property
    def all_shown(self) -> tuple[tuple[Cell, ...], ...]:
        """The solutions to print one by one: those that were requested, or the two that show that
        there are several."""
        if self.request.count is not None:
            return self.listed
        return tuple(filter(None, (self.solution.cells, self.other)))

    @property
    def cut(self) -> str:
        """The reason why solutions are missing from the list, "" if none is."""
        if self.request.count is None or len(self.listed) == self.solution.solutions:
            return ""
        return (
            f"{self.solution.solutions} solutions ({self.description}) are too many: "
            f"these are only {len(self.listed)} of them"
        )

    @property
    def is_single(self) -> bool:
        """True if the solution is known to be the only one."""
        return self.solution.solutions == 1 and not self.cut_off

    @property
    def is_solved(self) -> bool:
        """True if every star of the only solution is marked already."""
        return self.is_single and self.puzzle.given == set(self.solution.cells)

    @property
    def needs_no_step(self) -> bool:
        """True if only the next step was requested, but the puzzle is solved already."""
        return self.request.steps == "next" and self.is_solved

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The stars of the only solution, empty if there are several."""
        return self.solution.cells if self.is_single else ()

    @property
    def differing_cells(self) -> list[Cell]:
        """The cells that hold a star in only one of the two solutions."""
        return sorted(set(self.solution.cells) ^ set(self.other))

    @property
    def outcome(self) -> str:
        """The number of solutions in a few words."""
        if self.cut_off:
            return "not all counted"
        if self.solution.solutions == 0:
            return "without a solution"
        if self.solution.solutions == 1:
            return "with one solution"
        return "with several solutions"

    @property
    def description(self) -> str:
        """The size, the stars, and the difficulty if it is known."""
        text = f"{self.puzzle.size}x{self.puzzle.size}, {count_of(self.puzzle.stars, 'star')}"
        if self.difficulty:
            text += f", {self.difficulty}"
        return text

    def board_row(self) -> dict[str, object]:
        """Return the regions, and the marks as in a reading."""
        puzzle = self.puzzle
        marks = [(row, col, "star") for row, col in sorted(puzzle.given)]
        marks += [(row, col, "cross") for row, col in sorted(puzzle.crossed)]
        return {"grid": puzzle.grid, "marks": marks}

    def to_row(self) -> dict[str, object]:
        """Return the JSON object; with the next step only, it does not reveal the other stars."""
        solution = self.solution
        row: dict[str, object] = {
            "puzzle": "star-battle",
            "rows": self.puzzle.size,
            "cols": self.puzzle.size,
            "stars": self.puzzle.stars,
            "solutions": solution.solutions,
        }
        if self.request.count:
            row["exact"] = not self.cut_off and solution.solutions < self.request.count
            row["all"] = self.listed
            error = self.error
            if error and solution.solutions:
                row["cut"] = error.message
        # Somebody who asks for the next step does not want to see the others.
        if not self.is_next_step:
            row["cells"] = solution.cells
        if self.other:
            row["other"] = self.other
            row["differ"] = self.differing_cells
        for name in ("reason", "difficulty", "unexplained", "written", "pictures"):
            value = getattr(self, name)
            if value:
                row[name] = value
        row |= self.steps_row()
        row["nodes"] = solution.nodes
        row["seconds"] = round(solution.seconds, 6)
        return row

    @property
    def error(self) -> AutoplayError | None:
        """The error if the puzzle does not have exactly one solution, or if time ran out."""
        # Wrong marks make a puzzle unsolvable that has a solution without them.
        if self.wrong:
            return NoSolution(
                f"the puzzle ({self.description}) has one solution, but {self.reason}",
                hint="remove these marks; for a picture, --overlay shows them",
            )
        if not self.solution.solutions:
            why = f": {self.reason}" if self.reason else ""
            has_marks = self.puzzle.given or self.puzzle.crossed
            return NoSolution(
                f"no solution ({self.description}){why}",
                hint="check the marks" if has_marks else CHECK_REGIONS_HINT,
            )
        if self.cut_off:
            return SolveTimeout(
                f"at least {count_of(self.solution.solutions, 'solution')} ({self.description}); "
                f"not all counted within {self.request.timeout_s:g} s",
                hint=MORE_TIME,
            )
        if self.cut:
            return ManySolutions(self.cut, hint="--solutions N for fewer")
        if self.other:
            message = (
                f"several solutions ({self.description}); "
                f"two of them differ in {count_of(len(self.differing_cells), 'cell')}"
            )
            # The board as text shows both; a notation can't.
            if not self.options.form and not self.request.published:
                message += " (* is in both, 1 and 2 in one of them)"
            return ManySolutions(message, hint=CHECK_REGIONS_HINT)
        if self.unexplained:
            return SolveTimeout(self.unexplained, hint=MORE_TIME)
        return None
