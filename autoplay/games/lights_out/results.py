"""What was found out about a board of lamps, as JSON and as what a terminal shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING, Final

from autoplay.games.lights_out.messages import certificate, draw_presses, lit_words
from autoplay.report.text import coordinates, count, duration
from solvers.cells import Cell
from solvers.deadline import MORE_TIME
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout
from solvers.lights_out import Puzzle, Solution, solutions
from solvers.lights_out.text import format_rows, format_solutions

if TYPE_CHECKING:
    from autoplay.games.requests import Wanted
    from autoplay.report.sheets import Sheet

MOST_LISTED: Final = 1_000_000
"""Lamps of all the solutions together that one JSON object lists, which takes some hundred megabytes."""
MOST_PRINTED: Final = 100 * MOST_LISTED
"""Likewise where they are printed one by one: as many bytes, which nobody reads to the end."""


@dataclass(frozen=True, slots=True)
class FoundPresses:
    """What was found out about a puzzle.

    ``pictures`` are the files that show the presses; ``is_read`` is whether it was read, so that its lamps are shown;
    ``every`` is whether every solution is wanted.
    """

    puzzle: Puzzle
    solution: Solution
    pictures: tuple[str, ...] = ()
    is_read: bool = False
    every: bool = False

    @property
    def outcome(self) -> str:
        """Whether there is a solution, as puzzles are counted by it."""
        return "with a solution" if self.solution.solvable else "without a solution"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The lamps to press, as often as that is to be done."""
        return self.solution.presses

    def row(self, wanted: Wanted) -> dict[str, object]:
        """The JSON object; where there is no solution, with the lamps that prove it.

        Raises ManySolutions where not all that are wanted can be in it, SolveTimeout where they take too long.
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
        if self.every:
            hint = "leave out --all; or --json, to print them one by one"
            _check(self.puzzle, solution.solutions, MOST_LISTED, "for one line of JSON", hint)
            row["all"] = list(self._every(wanted))
        if self.pictures:
            row["pictures"] = self.pictures
        return row | {"seconds": round(solution.seconds, 6)}

    def lines(self, wanted: Wanted) -> Iterator[str]:
        """What goes to stdout: how often to press each lamp, and the presses; or every solution.

        Raises ManySolutions where they are far too many, and SolveTimeout where it takes too long to find them all,
        after those that were found.
        """
        if self.every:
            check_printable(self.puzzle, self.solution.solutions)
            yield from format_solutions(self.puzzle, self._every(wanted))
        elif self.solution.solvable:
            if self.is_read:
                yield draw_presses(self.puzzle.grid, self.solution.presses)
            else:
                yield from format_rows(self.solution.presses, self.puzzle)
            yield coordinates(self.solution.presses)

    def _every(self, wanted: Wanted) -> Iterator[tuple[Cell, ...]]:
        """All solutions, the one with the fewest presses first; raises SolveTimeout.

        The processor's time counts: who pages through them takes their own.
        """
        if not self.solution.solvable:
            return
        best = self.solution.presses
        yield best
        end = None if wanted.timeout_s is None else process_time() + wanted.timeout_s - self.solution.seconds
        for number, cells in enumerate((cells for cells in solutions(self.puzzle) if cells != best), 1):
            if end is not None and process_time() > end:
                found = f"only {number} of {self.solution.solutions} solutions ({self._what()})"
                raise SolveTimeout(f"{found} were found within {wanted.timeout_s:g} s", hint=MORE_TIME)
            yield cells

    def complaint(self, wanted: Wanted) -> AutoplayError | None:  # noqa: ARG002
        """Why there is no solution, if so."""
        if self.solution.solvable:
            return None
        why = certificate(self.solution, self.puzzle.states)
        return NoSolution(f"no solution ({self._what()}): {why}", hint="check the board, --target and --rule")

    def remark(self, wanted: Wanted) -> str:  # noqa: ARG002
        """The line on stderr under a solution."""
        solution = self.solution
        presses = count(len(solution.presses), "press", "presses")
        number = "the only solution" if solution.solutions == 1 else f"{solution.solutions} solutions"
        if self.puzzle.solved:
            return f"{self._what()}: every lamp is as it shall be ({number})"
        told = "the fewest" if solution.fewest else "not proved to be the fewest"
        return f"{self._what()}: {presses}, {told} ({number}, {duration(solution.seconds)})"

    def sheets(self, wanted: Wanted) -> Iterator[Sheet]:
        """What is printed: the lamps, and a dot on each that is to be pressed; raises BadNotation for far too many."""
        from autoplay.report.sheets import Sheet, check_size

        check_size(self.puzzle.rows, self.puzzle.cols)
        error, presses = self.complaint(wanted), self.solution.presses
        drawn = self.puzzle.drawing(presses) if self.solution.solvable else None
        number = f"{count(len(presses), 'press', 'presses')}{', the fewest' * self.solution.fewest}"
        told = f"Press the lamps with a dot: {number}"
        yield Sheet(self.puzzle.drawing(), drawn, error.message if error else told)

    def _what(self) -> str:
        return _words(self.puzzle)


def check_printable(puzzle: Puzzle, number: int) -> None:
    """Raise ManySolutions if that number of solutions is too many to print them all."""
    _check(puzzle, number, MOST_PRINTED, "to print", "leave out --all")


def _check(puzzle: Puzzle, number: int, most: int, what_for: str, hint: str) -> None:
    if number * len(puzzle.lamps) > most:
        raise ManySolutions(f"{number} solutions ({_words(puzzle)}) are too many {what_for}", hint=hint)


def _words(puzzle: Puzzle) -> str:
    return f"{puzzle.rows}x{puzzle.cols}, {lit_words(puzzle.grid)}"
