"""Results of solving a board of peg solitaire, as JSON and as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from autoplay.games.peg_solitaire.messages import describe_pegs, jump_list, move_line, number_map
from autoplay.games.peg_solitaire.options import PegSolitaireOptions
from autoplay.games.results import SolveResult
from autoplay.games.sheet import Sheet, check_size, drawn_reading
from autoplay.wording import count, duration
from solvers.deadline import MORE_TIME
from solvers.drawing import CELL
from solvers.errors import AutoplayError, NoSolution, SolveTimeout
from solvers.peg_solitaire import Puzzle, Solution, moves_of, published
from solvers.peg_solitaire.model import RISE

if TYPE_CHECKING:
    from autoplay.games.requests import SolveRequest
    from solvers.cells import Cell
    from vision.reading import Reading

SMALL_MM: Final = 14.0
"""Maximum size of a cell on paper: nobody writes in it."""


@dataclass(frozen=True, slots=True)
class PegSolitaireResult(SolveResult):
    """Result of solving a board of peg solitaire.

    ``sequences`` is the number of ways to make the jumps if they were counted, ``uncounted`` the reason if not.
    ``other`` is another hole to start from if the start has no solution. ``pictures`` are the files that show the
    jumps. ``is_read`` is True for a board that was read, which is printed too.
    """

    request: SolveRequest
    puzzle: Puzzle
    solution: Solution
    sequences: int | None = None
    uncounted: str = ""
    other: int | None = None
    pictures: tuple[str, ...] = ()
    is_read: bool = False

    @property
    def outcome(self) -> str:
        """With or without a solution."""
        return "with a solution" if self.solution.solvable else "without a solution"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The start and the end of each jump in turn."""
        sites = self.puzzle.board.sites
        return tuple(sites[number] for start, _, to in self.solution.jumps for number in (start, to))

    def to_row(self) -> dict[str, object]:
        """Return the JSON object."""
        puzzle = self.puzzle
        row = {"puzzle": "pegs", "rows": puzzle.rows, "cols": puzzle.cols, "lattice": puzzle.board.lattice}
        return row | {"grid": puzzle.grid} | self.solution_row()

    def solution_row(self) -> dict[str, object]:
        """Return the part of the JSON object that is not about the board."""
        solution = self.solution
        row: dict[str, object] = {"solvable": solution.solvable}
        row |= {"jumps": solution.jumps, "moves": solution.moves, "fewest": solution.fewest}
        if self.sequences is not None:
            row["sequences"] = self.sequences
        for name, value in (("reason", solution.reason), ("uncounted", self.uncounted), ("pictures", self.pictures)):
            if value:
                row[name] = value
        return row | {"nodes": solution.nodes, "seconds": round(solution.seconds, 6)}

    def lines(self) -> Iterator[str]:
        """Yield the hole numbers, a line for each move, and the jumps."""
        if not self.solution.solvable:
            return
        if self.is_read:
            yield from map(str.rstrip, self.puzzle.grid)
        if moves := moves_of(self.solution.jumps):
            yield number_map(self.puzzle.board)
        width = len(str(len(moves)))
        for number, move in enumerate(moves, 1):
            yield f"{number:>{width}}. {move_line(move)}"
        yield jump_list(self.solution.jumps)

    @property
    def error(self) -> AutoplayError | None:
        """The error if there is no solution, or if time ran out before all were counted."""
        if not self.solution.solvable:
            what = f"no solution ({self._description()}): {self.solution.reason}"
            hint = "another board" if self.puzzle.end is None else "another --end, or --end any"
            if self.other is not None:
                hint = f"another hole empty at the start, such as {self.other}"
            return NoSolution(what, hint=hint)
        return SolveTimeout(self.uncounted, hint=MORE_TIME) if self.uncounted else None

    @property
    def summary(self) -> str:
        """The line for stderr below a solution."""
        solution = self.solution
        if self.puzzle.solved:
            return f"{self._description()}: this is the end already"
        ways = "" if self.sequences is None else f"{count(self.sequences, 'sequence')}, "
        return f"{self._description()}: {self._effort()} ({ways}{duration(solution.seconds)})"

    def sheets(self) -> Iterator[Sheet]:
        """Yield a sheet with the board before each move and at the end, and the numbered moves."""
        check_size(self.puzzle.rows, self.puzzle.cols)
        error, solution = self.error, self.solution
        drawn = self.puzzle.drawing(solution.jumps) if solution.jumps else None
        moves = (f"{number}. {move_line(move)}" for number, move in enumerate(moves_of(solution.jumps), 1))
        caption = error.message if error else f"{self._effort()}: {', '.join(moves)}"
        yield Sheet(self.puzzle.drawing(), drawn, caption, cell_mm=SMALL_MM, reading=self._drawn_reading())

    def _drawn_reading(self) -> Reading:
        """Return the reading of the drawing of the start; columns of a triangular lattice are half a step wide."""
        if self.puzzle.board.lattice == "square":
            return drawn_reading("pegs", self.puzzle.grid, states=2)
        step, start = (CELL / 2, RISE * CELL), (CELL / 4, (1 - RISE) * CELL / 2)
        return drawn_reading("pegs", self.puzzle.grid, step=step, start=start, states=2)

    def _effort(self) -> str:
        """Return the numbers of jumps and moves."""
        jumps = f"{count(len(self.solution.jumps), 'jump')} in {count(self.solution.moves, 'move')}"
        if self.solution.fewest:
            return f"{jumps}, the fewest"
        return jumps + ", not proved to be the fewest" * PegSolitaireOptions.of(self.request.options).fewest

    def _description(self) -> str:
        end = self.puzzle.end
        where = f", to end in hole {end}" if isinstance(end, int) else f", to leave {len(end)}" if end else ""
        return describe_pegs(self.puzzle.grid) + where


@dataclass(frozen=True, slots=True)
class SolvedStart:
    """Symmetric starting ``holes``, and the result for the first of them."""

    holes: tuple[int, ...]
    result: PegSolitaireResult


@dataclass(frozen=True, slots=True)
class PegStartsResult(SolveResult):
    """Result of solving the board ``name`` from every hole; ``unfinished`` is why the last ones are missing, if so."""

    name: str
    starts: tuple[SolvedStart, ...]
    unfinished: str = ""
    cells: tuple[Cell, ...] = ()
    pictures: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """From all starts or from some only."""
        return "from some starts" if self.unfinished else "from all starts"

    @property
    def sequences(self) -> int | None:
        """The total number of sequences from all holes, None if they were not all counted."""
        numbers = [start.result.sequences for start in self.starts]
        if self.unfinished or None in numbers:
            return None
        return sum(len(start.holes) * (start.result.sequences or 0) for start in self.starts)

    def to_row(self) -> dict[str, object]:
        """Return the JSON object, which contains one object per start."""
        starts = [
            {"hole": start.holes[0], "holes": start.holes, **start.result.solution_row()} for start in self.starts
        ]
        row: dict[str, object] = {"puzzle": "pegs", "board": self.name, "starts": starts}
        if self.sequences is not None:
            row["sequences"] = self.sequences
        if self.unfinished:
            row["unfinished"] = self.unfinished
        return row | {"seconds": round(self._seconds, 6)}

    def lines(self) -> Iterator[str]:
        """Yield for each start its hole, and the effect of each jump on the holes."""
        for start in self.starts:
            alike = ", ".join(map(str, start.holes[1:]))
            yield f"start {start.holes[0]}" + f" (and so {alike})" * bool(alike)
            solution = start.result.solution
            yield from published(start.result.puzzle, solution) if solution.solvable else [f"none: {solution.reason}"]

    @property
    def error(self) -> AutoplayError | None:
        """The error if no start has a solution, or if time ran out."""
        if self.unfinished:
            return SolveTimeout(self.unfinished, hint=MORE_TIME)
        if not any(start.result.solution.solvable for start in self.starts):
            return NoSolution(f"no solution ({self.name}) from any hole", hint="another --end, or --end any")
        uncounted = next((start.result.uncounted for start in self.starts if start.result.uncounted), "")
        return SolveTimeout(uncounted, hint=MORE_TIME) if uncounted else None

    @property
    def summary(self) -> str:
        """The line for stderr below the solutions."""
        solved = sum(len(start.holes) for start in self.starts if start.result.solution.solvable)
        number = sum(len(start.holes) for start in self.starts)
        ways = "" if self.sequences is None else f", {count(self.sequences, 'sequence')} in all"
        what = f"{self.name}: solutions from {solved} of {count(number, 'hole')}"
        return f"{what}{ways} ({duration(self._seconds)})"

    def sheets(self) -> Iterator[Sheet]:
        """Yield a sheet for each start."""
        for start in self.starts:
            yield from start.result.sheets()

    @property
    def _seconds(self) -> float:
        return sum(start.result.solution.seconds for start in self.starts)
