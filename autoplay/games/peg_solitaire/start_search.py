"""A board of pegs solved from every hole, those that are alike by symmetry taken together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autoplay.games.peg_solitaire.results import FoundJumps, find_answer
from autoplay.report.text import count, duration
from solvers.cells import Cell
from solvers.deadline import MORE_TIME
from solvers.errors import AutoplayError, NoSolution, SolveTimeout
from solvers.peg_solitaire import Puzzle, published, start_classes

if TYPE_CHECKING:
    from autoplay.games.requests import Wanted
    from autoplay.report.sheets import Sheet
    from solvers.deadline import Deadline


@dataclass(frozen=True, slots=True)
class Start:
    """The ``holes`` that are alike, and what was found out about the first of them."""

    holes: tuple[int, ...]
    found: FoundJumps


@dataclass(frozen=True, slots=True)
class FoundStarts:
    """What was found out about all starts of the board of a name; ``unfinished`` is why the last are missing."""

    name: str
    starts: tuple[Start, ...]
    unfinished: str = ""
    cells: tuple[Cell, ...] = ()
    pictures: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """Whether all was found out, as puzzles are counted by it."""
        return "from some starts" if self.unfinished else "from all starts"

    @property
    def sequences(self) -> int | None:
        """How many sequences there are from all holes together, where they were counted."""
        numbers = [start.found.sequences for start in self.starts]
        if self.unfinished or None in numbers:
            return None
        return sum(len(start.holes) * (start.found.sequences or 0) for start in self.starts)

    def row(self, wanted: Wanted) -> dict[str, object]:  # noqa: ARG002
        """The JSON object, with one in it for each start."""
        starts = [{"hole": start.holes[0], "holes": start.holes, **start.found.result()} for start in self.starts]
        row: dict[str, object] = {"puzzle": "pegs", "board": self.name, "starts": starts}
        if self.sequences is not None:
            row["sequences"] = self.sequences
        if self.unfinished:
            row["unfinished"] = self.unfinished
        return row | {"seconds": round(self._seconds, 6)}

    def lines(self, wanted: Wanted) -> Iterator[str]:  # noqa: ARG002
        """What goes to stdout: for each start the hole, and what each jump does to the list of holes."""
        for start in self.starts:
            alike = ", ".join(map(str, start.holes[1:]))
            yield f"start {start.holes[0]}" + f" (and so {alike})" * bool(alike)
            solution = start.found.solution
            yield from published(start.found.puzzle, solution) if solution.solvable else [f"none: {solution.reason}"]

    def complaint(self, wanted: Wanted) -> AutoplayError | None:  # noqa: ARG002
        """That there is no solution from anywhere, or that time ended."""
        if self.unfinished:
            return SolveTimeout(self.unfinished, hint=MORE_TIME)
        if not any(start.found.solution.solvable for start in self.starts):
            return NoSolution(f"no solution ({self.name}) from any hole", hint="another --end, or --end any")
        uncounted = next((start.found.uncounted for start in self.starts if start.found.uncounted), "")
        return SolveTimeout(uncounted, hint=MORE_TIME) if uncounted else None

    def remark(self, wanted: Wanted) -> str:  # noqa: ARG002
        """The line on stderr under the solutions."""
        solved = sum(len(start.holes) for start in self.starts if start.found.solution.solvable)
        number = sum(len(start.holes) for start in self.starts)
        ways = "" if self.sequences is None else f", {count(self.sequences, 'sequence')} in all"
        what = f"{self.name}: solutions from {solved} of {count(number, 'hole')}"
        return f"{what}{ways} ({duration(self._seconds)})"

    def sheets(self, wanted: Wanted) -> Iterator[Sheet]:
        """What is printed: a sheet for each start."""
        for start in self.starts:
            yield from start.found.sheets(wanted)

    @property
    def _seconds(self) -> float:
        return sum(start.found.solution.seconds for start in self.starts)


def find_starts(puzzle: Puzzle, name: str, wanted: Wanted, deadline: Deadline) -> FoundStarts:
    """The answers for the board of a puzzle with each hole empty in turn; raises SolveTimeout where there are none."""
    starts: list[Start] = []
    classes = start_classes(puzzle.board)
    for holes in classes:
        try:
            start = replace(puzzle, start=puzzle.board.full ^ 1 << holes[0])
            starts.append(Start(holes, find_answer(start, wanted, deadline)))
        except SolveTimeout as error:
            if not starts:
                raise
            so_far = f"{len(starts)} of {count(len(classes), 'start')} solved; {error.message}"
            return FoundStarts(name, tuple(starts), so_far)
    return FoundStarts(name, tuple(starts))
