"""What was found out about a Star Battle, as JSON and as what a terminal shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoplay.games.star_battle.options import terms_of
from autoplay.report.steps import region_legend, step_board, step_lines, step_row
from autoplay.report.text import coordinates, count, draw, duration, stars
from solvers.cells import Cell
from solvers.deadline import MORE_TIME
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout
from solvers.star_battle import Puzzle, Solution

if TYPE_CHECKING:
    from autoplay.games.requests import Wanted
    from autoplay.report.sheets import Sheet
    from solvers.star_battle.explanation import ExplanationStep

DOUBT = "another number of --stars, or check the regions"


@dataclass(frozen=True, slots=True)
class FoundStars:
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
    steps: tuple[ExplanationStep, ...] = ()
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

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The stars of the only solution."""
        return self.solution.cells if self.is_single else ()

    @property
    def outcome(self) -> str:
        """How many solutions there are, as puzzles are counted by it."""
        if self.cut_off:
            return "not all counted"
        return ("without a solution", "with one solution", "with several solutions")[min(self.solution.solutions, 2)]

    def row(self, wanted: Wanted) -> dict[str, object]:
        """The JSON object; the next step alone betrays no other star."""
        solution = self.solution
        row: dict[str, object] = {
            "puzzle": "star-battle",
            "rows": self.puzzle.size,
            "cols": self.puzzle.size,
            "stars": self.puzzle.stars,
            "solutions": solution.solutions,
        }
        if wanted.count:
            row["exact"] = not self.cut_off and solution.solutions < wanted.count
        if not (terms_of(wanted).steps == "next" and self.steps):
            row["cells"] = solution.cells
        if self.other:
            row |= {"other": self.other, "differ": self._differing()}
        for name in ("reason", "difficulty", "unexplained", "written", "pictures"):
            if value := getattr(self, name):
                row[name] = value
        if self.steps:
            row["steps"] = [step_row(step) for step in self.steps]
        return row | {"nodes": solution.nodes, "seconds": round(solution.seconds, 6)}

    def lines(self, wanted: Wanted) -> Iterator[str]:
        """What goes to stdout: the next step; or the way, and the stars or the puzzle in the form that was wanted."""
        if terms_of(wanted).form:
            yield from step_lines(self.steps)
            yield from self._legend()
            yield self.written.rstrip("\n")
        elif not self.solution.solutions:
            return
        elif terms_of(wanted).steps == "next" and self.steps:
            yield self.steps[0].text
            yield step_board(self.puzzle, self.steps[0])
            yield from self._legend()
        elif terms_of(wanted).steps == "next" and self.is_solved:
            return
        else:
            yield from step_lines(self.steps)
            yield from self._legend()
            yield draw(self.puzzle.grid, self._marks())
            yield coordinates(self.solution.cells)
            if self.other:
                yield coordinates(self.other)

    def complaint(self, wanted: Wanted) -> AutoplayError | None:
        """The error of a puzzle without exactly one solution where one was promised, or of work that time cut off."""
        if self.wrong:
            return NoSolution(
                f"the puzzle ({self._what()}) has one solution, but {self.reason}",
                hint="take these marks away; those of a picture are shown by --overlay",
            )
        if not self.solution.solutions:
            why = f": {self.reason}" if self.reason else ""
            hint = "check the marks" if self.puzzle.given | self.puzzle.crossed else DOUBT
            return NoSolution(f"no solution ({self._what()}){why}", hint=hint)
        if self.cut_off:
            least = f"at least {count(self.solution.solutions, 'solution')} ({self._what()})"
            return SolveTimeout(f"{least}; not all counted within {wanted.timeout_s:g} s", hint=MORE_TIME)
        if self.other:
            apart = count(len(self._differing()), "cell")
            legend = "" if terms_of(wanted).form else " (* is in both, 1 and 2 in one of them)"
            what = f"several solutions ({self._what()}); two of them differ in {apart}{legend}"
            return ManySolutions(what, hint=DOUBT)
        return SolveTimeout(self.unexplained, hint=MORE_TIME) if self.unexplained else None

    def remark(self, wanted: Wanted) -> str:
        """The line on stderr under a solution."""
        what, solution = self._what(), self.solution
        if terms_of(wanted).steps == "next" and self.steps:
            return f"{what}: the next step ({self.steps[0].rule})"
        if terms_of(wanted).steps == "next" and self.is_solved:
            return f"{what}: solved: every star is in its place"
        if solution.solutions == 1:
            return f"{what}: this is the only solution ({duration(solution.seconds)})"
        more = " or more" * (solution.solutions == wanted.count)
        return f"{what}: {solution.solutions} solutions{more}; this is one of them"

    def sheets(self, wanted: Wanted) -> Iterator[Sheet]:
        """What is printed: the board, its stars or those of two solutions, and the steps to them."""
        from autoplay.report.sheets import Sheet

        error, puzzle = self.complaint(wanted), self.puzzle
        cells, named = self.solution.cells, bool(self.steps)
        drawn = puzzle.drawing(cells, self.other, named=named) if cells else None
        number = "The only solution" if self.is_single else f"One of {self.solution.solutions} solutions"
        caption = error.message if error else f"{number}{f', {self.difficulty}' if self.difficulty else ''}"
        yield Sheet(puzzle.drawing(named=named), drawn, caption, [step.text for step in self.steps])

    def _what(self) -> str:
        """The puzzle in a few words: size, stars, and how hard it is where that is known."""
        parts = [f"{self.puzzle.size}x{self.puzzle.size}", count(self.puzzle.stars, "star"), self.difficulty]
        return ", ".join(part for part in parts if part)

    def _differing(self) -> list[Cell]:
        """The (row, col) that hold a star in one of the two solutions only."""
        return sorted(set(self.solution.cells) ^ set(self.other))

    def _legend(self) -> Iterator[str]:
        if legend := region_legend(self.puzzle, self.steps):
            yield legend

    def _marks(self) -> dict[Cell, str]:
        marks = stars(self.solution.cells)
        if self.other:
            marks |= {cell: "first" if cell in marks else "second" for cell in self._differing()}
        return marks
