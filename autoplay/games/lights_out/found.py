"""What was found out about a board of lamps, as JSON and as what a terminal shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from autoplay.text import coordinates, count, duration
from solvers.errors import AutoplayError, NoSolution
from solvers.lights_out import Puzzle, Solution, solutions
from solvers.lights_out.text import format_rows, format_solutions

if TYPE_CHECKING:
    from autoplay.games.game import Cell
    from autoplay.games.verbs import Wanted

MOST_LISTED: Final = 1 << 16
"""Solutions that one JSON object lists: more are some hundred megabytes, and printed one by one without --json."""
FEW: Final = 8
"""Lamps of a proof that a message names; JSON names all."""


@dataclass(frozen=True, slots=True)
class FoundPresses:
    """What was found out about a puzzle; ``pictures`` are the files that show the presses."""

    puzzle: Puzzle
    solution: Solution
    pictures: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """Whether there is a solution, as puzzles are counted by it."""
        return "with a solution" if self.solution.solvable else "without a solution"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The lamps to press, as often as that is to be done."""
        return self.solution.presses

    def row(self, wanted: Wanted) -> dict[str, object]:
        """The JSON object; where there is no solution, with the lamps that prove it."""
        solution = self.solution
        row: dict[str, object] = {
            "puzzle": "lights-out",
            "rows": self.puzzle.rows,
            "cols": self.puzzle.cols,
            "solvable": solution.solvable,
            "nullity": solution.nullity,
            "solutions": solution.solutions,
            "presses": solution.presses,
            "fewest": solution.solvable and solution.fewest,
        }
        if not solution.solvable:
            row["certificate"] = solution.parity
        if wanted.every:
            row["all"] = list(islice(solutions(self.puzzle), MOST_LISTED))
        if self.pictures:
            row["pictures"] = self.pictures
        return row | {"seconds": round(solution.seconds, 6)}

    def lines(self, wanted: Wanted) -> Iterator[str]:
        """What goes to stdout: how often to press each lamp, and the presses; or every solution."""
        if wanted.every:
            yield from format_solutions(self.puzzle)
        elif self.solution.solvable:
            yield from format_rows(self.solution.presses, self.puzzle)
            yield coordinates(self.solution.presses)

    def complaint(self, wanted: Wanted) -> AutoplayError | None:  # noqa: ARG002
        """Why there is no solution, if so."""
        if self.solution.solvable:
            return None
        return NoSolution(f"no solution ({self._what()}): {self._why()}", hint="check the board, --target and --rule")

    def remark(self, wanted: Wanted) -> str:  # noqa: ARG002
        """The line on stderr under a solution."""
        solution = self.solution
        presses = count(len(solution.presses), "press", "presses")
        number = "the only solution" if solution.solutions == 1 else f"{solution.solutions} solutions"
        if self.puzzle.solved:
            return f"{self._what()}: every lamp is as it shall be ({number})"
        told = "the fewest" if solution.fewest else "not proved to be the fewest"
        return f"{self._what()}: {presses}, {told} ({number}, {duration(solution.seconds)})"

    def _what(self) -> str:
        return f"{self.puzzle.rows}x{self.puzzle.cols}, {lit_words(self.puzzle.grid)}"

    def _why(self) -> str:
        """The proof in a sentence: what no press can change of some lamps."""
        lamps = sorted(set(self.solution.parity))
        places = ", ".join(f"row {row + 1} column {col + 1}" for row, col in lamps[:FEW])
        named = f"{places}{', …' if len(lamps) > FEW else ''}"
        if self.puzzle.states == 2:
            number = count(len(lamps), "lamp")
            return f"every press changes an even number of these {number}, and an odd number has to: {named}"
        return (
            f"every press moves these {len(lamps)} lamps, counted as JSON lists them, by a multiple of "
            f"{self.puzzle.states}, and what they lack is none: {named}"
        )


def lit_words(grid: tuple[str, ...]) -> str:
    """How many lamps are lit: ``9 of 25 lit``; of more than two states, how many are in none but the darkest."""
    lamps = "".join(grid).replace(" ", "")
    return f"{len(lamps) - lamps.count('.')} of {len(lamps)} lit"
