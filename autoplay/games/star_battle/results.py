"""Result of solving a Star Battle, as JSON and as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoplay.games.results import SolveResult
from autoplay.games.sheet import Sheet, drawn_reading
from autoplay.games.star_battle.board_text import draw, stars
from autoplay.games.star_battle.options import StarBattleOptions
from autoplay.games.star_battle.steps import region_legend, step_board, step_lines, step_row
from autoplay.wording import coordinates, count, duration
from solvers.deadline import MORE_TIME
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout
from solvers.star_battle import Puzzle, Solution
from vision.reading import Mark

if TYPE_CHECKING:
    from autoplay.games.requests import SolveRequest
    from solvers.cells import Cell
    from solvers.star_battle.explanation import ExplanationStep

CHECK_HINT = "another number of --stars, or check the regions"


@dataclass(frozen=True, slots=True)
class StarBattleResult(SolveResult):
    """Result of solving a Star Battle.

    ``cut_off`` is True if time ran out before all solutions were counted. ``other`` is a second solution of a puzzle
    that should have one, ``reason`` is why there is none, ``wrong`` are the marks that make it impossible.
    ``difficulty`` is that of all ``steps``, ``unexplained`` the reason if there are none. ``written`` is the puzzle in
    the requested notation, ``pictures`` are the files of the overlays.
    """

    request: SolveRequest
    puzzle: Puzzle
    solution: Solution
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
    def is_solved(self) -> bool:
        """True if every star of the only solution is marked already."""
        return self.is_single and self.puzzle.given == set(self.solution.cells)

    @property
    def is_single(self) -> bool:
        """True if the solution is known to be the only one."""
        return self.solution.solutions == 1 and not self.cut_off

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The stars of the only solution, empty if there are several."""
        return self.solution.cells if self.is_single else ()

    @property
    def outcome(self) -> str:
        """The number of solutions in a few words."""
        if self.cut_off:
            return "not all counted"
        return ("without a solution", "with one solution", "with several solutions")[min(self.solution.solutions, 2)]

    def board_row(self) -> dict[str, object]:
        """Return the regions."""
        return {"grid": self.puzzle.grid}

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
        if not (self.options.steps == "next" and self.steps):
            row["cells"] = solution.cells
        if self.other:
            row |= {"other": self.other, "differ": self._differing()}
        for name in ("reason", "difficulty", "unexplained", "written", "pictures"):
            if value := getattr(self, name):
                row[name] = value
        if self.steps:
            row["steps"] = [step_row(step) for step in self.steps]
        return row | {"nodes": solution.nodes, "seconds": round(solution.seconds, 6)}

    def lines(self) -> Iterator[str]:
        """Yield the next step; or all steps, then the stars or the puzzle in the requested notation."""
        if self.options.form:
            yield from step_lines(self.steps)
            yield from self._legend()
            yield self.written.rstrip("\n")
        elif not self.solution.solutions:
            return
        elif self.options.steps == "next" and self.steps:
            yield self.steps[0].text
            yield step_board(self.puzzle, self.steps[0])
            yield from self._legend()
        elif self.options.steps == "next" and self.is_solved:
            return
        else:
            yield from step_lines(self.steps)
            yield from self._legend()
            yield draw(self.puzzle.grid, self._marks())
            yield coordinates(self.solution.cells)
            if self.other:
                yield coordinates(self.other)

    @property
    def error(self) -> AutoplayError | None:
        """The error if the puzzle does not have exactly one solution, or if time ran out."""
        if self.wrong:
            return NoSolution(
                f"the puzzle ({self._description()}) has one solution, but {self.reason}",
                hint="remove these marks; for a picture, --overlay shows them",
            )
        if not self.solution.solutions:
            why = f": {self.reason}" if self.reason else ""
            hint = "check the marks" if self.puzzle.given | self.puzzle.crossed else CHECK_HINT
            return NoSolution(f"no solution ({self._description()}){why}", hint=hint)
        if self.cut_off:
            least = f"at least {count(self.solution.solutions, 'solution')} ({self._description()})"
            return SolveTimeout(f"{least}; not all counted within {self.request.timeout_s:g} s", hint=MORE_TIME)
        if self.other:
            apart = count(len(self._differing()), "cell")
            legend = "" if self.options.form else " (* is in both, 1 and 2 in one of them)"
            what = f"several solutions ({self._description()}); two of them differ in {apart}{legend}"
            return ManySolutions(what, hint=CHECK_HINT)
        return SolveTimeout(self.unexplained, hint=MORE_TIME) if self.unexplained else None

    @property
    def summary(self) -> str:
        """The line for stderr below a solution."""
        what, solution = self._description(), self.solution
        if self.options.steps == "next" and self.steps:
            return f"{what}: the next step ({self.steps[0].rule})"
        if self.options.steps == "next" and self.is_solved:
            return f"{what}: solved: every star is in its place"
        if solution.solutions == 1:
            return f"{what}: this is the only solution ({duration(solution.seconds)})"
        more = " or more" * (solution.solutions == self.request.count)
        return f"{what}: {solution.solutions} solutions{more}; this is one of them"

    def sheets(self) -> Iterator[Sheet]:
        """Yield a sheet with the board, its stars or those of two solutions, and the steps to them."""

        error, puzzle = self.error, self.puzzle
        cells, named = self.solution.cells, bool(self.steps)
        drawn = puzzle.drawing(cells, self.other, named=named) if cells else None
        number = "The only solution" if self.is_single else f"One of {self.solution.solutions} solutions"
        caption = error.message if error else f"{number}{f', {self.difficulty}' if self.difficulty else ''}"
        kinds = dict.fromkeys(puzzle.crossed, "cross") | dict.fromkeys(puzzle.given, "star")
        marks = (Mark(*cell, kind) for cell, kind in sorted(kinds.items()))
        reading = drawn_reading("star-battle", puzzle.grid, marks=marks, stars=puzzle.stars)
        yield Sheet(puzzle.drawing(named=named), drawn, caption, [step.text for step in self.steps], reading=reading)

    def _description(self) -> str:
        """Return the size, the stars, and the difficulty if it is known."""
        parts = [f"{self.puzzle.size}x{self.puzzle.size}", count(self.puzzle.stars, "star"), self.difficulty]
        return ", ".join(part for part in parts if part)

    def _differing(self) -> list[Cell]:
        """Return the cells that hold a star in only one of the two solutions."""
        return sorted(set(self.solution.cells) ^ set(self.other))

    def _legend(self) -> Iterator[str]:
        if legend := region_legend(self.puzzle, self.steps):
            yield legend

    def _marks(self) -> dict[Cell, str]:
        marks = stars(self.solution.cells)
        if self.other:
            marks |= {cell: "first" if cell in marks else "second" for cell in self._differing()}
        return marks
