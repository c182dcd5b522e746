"""What was found out about a board of pegs, as JSON and as what a terminal shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from autoplay.games.peg_solitaire.messages import jump_list, move_line, number_map, peg_words
from autoplay.report.text import count, duration
from solvers import peg_solitaire
from solvers.cells import Cell
from solvers.deadline import MORE_TIME
from solvers.errors import AutoplayError, NoSolution, SolveTimeout
from solvers.peg_solitaire import Puzzle, Solution, moves_of

if TYPE_CHECKING:
    from autoplay.games.requests import Wanted
    from autoplay.report.sheets import Sheet
    from solvers.deadline import Deadline

OTHER_S: Final = 0.3
"""How long to look from each other hole, for a hint: most are told by parity, or solved, in a tenth of it."""

SMALL_MM: Final = 7.0
"""A cell of a board of pegs on paper, so that there is room for a board of each move."""


@dataclass(frozen=True, slots=True)
class FoundJumps:
    """What was found out about a puzzle.

    ``sequences`` are how many ways there are to make the jumps, where they are counted, and ``uncounted`` is why they
    are not; ``sought`` is whether the fewest moves are; ``other`` is a hole from which there is a solution, where the
    one hole of the start has none; ``pictures`` are the files that show the jumps; ``is_read`` is whether the board was
    read, so that it is shown.
    """

    puzzle: Puzzle
    solution: Solution
    sequences: int | None = None
    uncounted: str = ""
    sought: bool = False
    other: int | None = None
    pictures: tuple[str, ...] = ()
    is_read: bool = False

    @property
    def outcome(self) -> str:
        """Whether there is a solution, as puzzles are counted by it."""
        return "with a solution" if self.solution.solvable else "without a solution"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where each jump starts and where it ends, one after the other."""
        sites = self.puzzle.board.sites
        return tuple(sites[number] for start, _, to in self.solution.jumps for number in (start, to))

    def row(self, wanted: Wanted) -> dict[str, object]:  # noqa: ARG002
        """The JSON object."""
        puzzle = self.puzzle
        row = {"puzzle": "pegs", "rows": puzzle.rows, "cols": puzzle.cols, "lattice": puzzle.board.lattice}
        return row | {"grid": puzzle.grid} | self.result()

    def result(self) -> dict[str, object]:
        """The part of it that is not about the board."""
        solution = self.solution
        row: dict[str, object] = {"solvable": solution.solvable}
        row |= {"jumps": solution.jumps, "moves": solution.moves, "fewest": solution.fewest}
        if self.sequences is not None:
            row["sequences"] = self.sequences
        for name, value in (("reason", solution.reason), ("uncounted", self.uncounted), ("pictures", self.pictures)):
            if value:
                row[name] = value
        return row | {"nodes": solution.nodes, "seconds": round(solution.seconds, 6)}

    def lines(self, wanted: Wanted) -> Iterator[str]:  # noqa: ARG002
        """What goes to stdout: the numbers of the holes, a line for each move, and the jumps."""
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

    def complaint(self, wanted: Wanted) -> AutoplayError | None:  # noqa: ARG002
        """Why there is no solution, or that time ended before all were counted."""
        if not self.solution.solvable:
            what = f"no solution ({self._what()}): {self.solution.reason}"
            hint = "another board" if self.puzzle.end is None else "another --end, or --end any"
            if self.other is not None:
                hint = f"another hole empty at the start, such as {self.other}"
            return NoSolution(what, hint=hint)
        return SolveTimeout(self.uncounted, hint=MORE_TIME) if self.uncounted else None

    def remark(self, wanted: Wanted) -> str:  # noqa: ARG002
        """The line on stderr under a solution."""
        solution = self.solution
        if self.puzzle.solved:
            return f"{self._what()}: this is the end already"
        ways = "" if self.sequences is None else f"{count(self.sequences, 'sequence')}, "
        return f"{self._what()}: {self._effort()} ({ways}{duration(solution.seconds)})"

    def sheets(self, wanted: Wanted) -> Iterator[Sheet]:
        """What is printed: the board, then before each move and at the end, and the moves by number."""
        from autoplay.report.sheets import Sheet, check_size

        check_size(self.puzzle.rows, self.puzzle.cols)
        error, solution = self.complaint(wanted), self.solution
        drawn = self.puzzle.drawing(solution.jumps) if solution.jumps else None
        moves = (f"{number}. {move_line(move)}" for number, move in enumerate(moves_of(solution.jumps), 1))
        caption = error.message if error else f"{self._effort()}: {', '.join(moves)}"
        yield Sheet(self.puzzle.drawing(), drawn, caption, cell_mm=SMALL_MM)

    def _effort(self) -> str:
        """How many jumps and moves there are."""
        jumps = f"{count(len(self.solution.jumps), 'jump')} in {count(self.solution.moves, 'move')}"
        return jumps + (", the fewest" if self.solution.fewest else ", not proved to be the fewest" * self.sought)

    def _what(self) -> str:
        end = self.puzzle.end
        wish = f", to end in hole {end}" if isinstance(end, int) else f", to leave {len(end)}" if end else ""
        return peg_words(self.puzzle.grid) + wish


def find_answer(puzzle: Puzzle, wanted: Wanted, deadline: Deadline) -> FoundJumps:
    """The solution of a puzzle, and how many there are if that is wanted.

    Raises SolveTimeout where neither one was found nor that there is none.
    """
    sought = bool(wanted.terms and wanted.terms.fewest)
    with deadline.limit("not solved") as left_s:
        solution = peg_solitaire.solve(puzzle, fewest=sought, timeout_s=left_s)
    found = FoundJumps(puzzle, solution, sought=sought)
    if not solution.solvable:
        return replace(found, sequences=None if wanted.count is None else 0)
    if wanted.count is None:
        return found
    try:
        with deadline.limit("solved, but its sequences are not counted") as left_s:
            return replace(found, sequences=peg_solitaire.count(puzzle, timeout_s=left_s))
    except SolveTimeout as error:
        return replace(found, uncounted=error.message)


def other_start(puzzle: Puzzle) -> int | None:
    """A hole from which a board with a single one, elsewhere, can be solved; None where none is found at once."""
    if len(puzzle.pegs) != len(puzzle.board.sites) - 1:
        return None
    for hole, *_ in peg_solitaire.start_classes(puzzle.board):
        with suppress(SolveTimeout):
            start = replace(puzzle, start=puzzle.board.full ^ 1 << hole)
            if peg_solitaire.solve(start, timeout_s=OTHER_S).solvable:
                return hole
    return None
