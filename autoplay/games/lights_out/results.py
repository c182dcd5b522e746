"""Result of solving a board of Lights Out, as JSON and as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING, Final

from autoplay.games.lights_out.messages import certificate, describe_lit, draw_presses
from autoplay.games.lights_out.options import LightsOutOptions
from autoplay.games.results import SolveResult
from autoplay.games.sheet import Sheet, check_size, drawn_reading
from autoplay.wording import coordinates, count, duration
from solvers.deadline import MORE_TIME
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout
from solvers.lights_out import Puzzle, Solution, solutions
from solvers.lights_out.text import format_rows, format_solutions

if TYPE_CHECKING:
    from autoplay.games.requests import SolveRequest
    from solvers.cells import Cell

MOST_LISTED: Final = 1_000_000
"""Maximum lamps in one JSON object, over all solutions; they take some hundred megabytes."""
MOST_PRINTED: Final = 100 * MOST_LISTED
"""Maximum lamps if the solutions are printed one by one: as many bytes, more than anybody reads."""


@dataclass(frozen=True, slots=True)
class LightsOutResult(SolveResult):
    """Result of solving a board of Lights Out.

    ``pictures`` are the files that show the presses. ``is_read`` is True for a board that was read, whose lamps are
    printed too.
    """

    request: SolveRequest
    puzzle: Puzzle
    solution: Solution
    pictures: tuple[str, ...] = ()
    is_read: bool = False

    @property
    def outcome(self) -> str:
        """With or without a solution."""
        return "with a solution" if self.solution.solvable else "without a solution"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The lamps to press, each as often as it occurs."""
        return self.solution.presses

    def board_row(self) -> dict[str, object]:
        """Return the lamps at the start, and the number of states."""
        return {"grid": self.puzzle.start, "states": self.puzzle.states}

    def to_row(self) -> dict[str, object]:
        """Return the JSON object; if there is no solution, it lists the lamps that prove so.

        Raises ManySolutions if it cannot hold all requested solutions, SolveTimeout if finding them takes too long.
        """
        solution = self.solution
        row: dict[str, object] = {
            "puzzle": "lights-out",
            "rows": self.puzzle.rows,
            "cols": self.puzzle.cols,
            "solvable": solution.solvable,
            "nullity": solution.nullity,
            "solutions": solution.solutions,
            "presses": solution.presses,
            "fewest": solution.fewest,
        }
        if not solution.solvable:
            row["certificate"] = solution.parity
        if LightsOutOptions.of(self.request.options).every:
            hint = "leave out --all-solutions; or --json, to print them one by one"
            _check(self.puzzle, solution.solutions, MOST_LISTED, "for one line of JSON", hint)
            row["all"] = list(self._every())
        if self.pictures:
            row["pictures"] = self.pictures
        return row | {"seconds": round(solution.seconds, 6)}

    def lines(self) -> Iterator[str]:
        """Yield how often to press each lamp, then the presses; or every solution.

        Raises ManySolutions if there are far too many, and SolveTimeout if it takes too long to find them all, after
        those that were found.
        """
        if LightsOutOptions.of(self.request.options).every:
            check_printable(self.puzzle, self.solution.solutions)
            yield from format_solutions(self.puzzle, self._every())
        elif self.solution.solvable:
            if self.is_read:
                yield draw_presses(self.puzzle.grid, self.solution.presses)
            else:
                yield from format_rows(self.solution.presses, self.puzzle)
            yield coordinates(self.solution.presses)

    def _every(self) -> Iterator[tuple[Cell, ...]]:
        """Yield all solutions, the one with the fewest presses first; raise SolveTimeout.

        Only processor time counts, not the time of a person who pages through them.
        """
        if not self.solution.solvable:
            return
        best = self.solution.presses
        yield best
        end = (
            None if self.request.timeout_s is None else process_time() + self.request.timeout_s - self.solution.seconds
        )
        for number, cells in enumerate((cells for cells in solutions(self.puzzle) if cells != best), 1):
            if end is not None and process_time() > end:
                found = f"only {number} of {self.solution.solutions} solutions ({self._description()})"
                raise SolveTimeout(f"{found} were found within {self.request.timeout_s:g} s", hint=MORE_TIME)
            yield cells

    @property
    def error(self) -> AutoplayError | None:
        """The reason why there is no solution."""
        if self.solution.solvable:
            return None
        why = certificate(self.solution, self.puzzle.states)
        return NoSolution(f"no solution ({self._description()}): {why}", hint="check the board, --target and --rule")

    @property
    def summary(self) -> str:
        """The line for stderr below a solution."""
        solution = self.solution
        presses = count(len(solution.presses), "press", "presses")
        number = "the only solution" if solution.solutions == 1 else f"{solution.solutions} solutions"
        if self.puzzle.solved:
            return f"{self._description()}: every lamp shows the target already ({number})"
        number_of_presses = "the fewest" if solution.fewest else "not proved to be the fewest"
        return f"{self._description()}: {presses}, {number_of_presses} ({number}, {duration(solution.seconds)})"

    def sheets(self) -> Iterator[Sheet]:
        """Yield a sheet with the lamps, and a dot on each one to press; raise BadNotation for a board too large."""
        check_size(self.puzzle.rows, self.puzzle.cols)
        error, presses = self.error, self.solution.presses
        drawn = self.puzzle.drawing(presses) if self.solution.solvable else None
        number = f"{count(len(presses), 'press', 'presses')}{', the fewest' * self.solution.fewest}"
        caption = f"Press the lamps with a dot: {number}"
        reading = drawn_reading("lights-out", self.puzzle.grid, states=self.puzzle.states)
        yield Sheet(self.puzzle.drawing(), drawn, error.message if error else caption, reading=reading)

    def _description(self) -> str:
        return _describe(self.puzzle)


def check_printable(puzzle: Puzzle, number: int) -> None:
    """Raise ManySolutions if this number of solutions is too large to print them all."""
    _check(puzzle, number, MOST_PRINTED, "to print", "leave out --all-solutions")


def _check(puzzle: Puzzle, number: int, most: int, what_for: str, hint: str) -> None:
    if number * len(puzzle.lamps) > most:
        raise ManySolutions(f"{number} solutions ({_describe(puzzle)}) are too many {what_for}", hint=hint)


def _describe(puzzle: Puzzle) -> str:
    return f"{puzzle.rows}x{puzzle.cols}, {describe_lit(puzzle.grid)}"
