"""Results of solving a board of peg solitaire, from one start or from all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from autoplay.games import SolveRequest
from autoplay.games.results import SolveResult, describe_outcome
from solvers.cells import Cell
from solvers.deadline import MORE_TIME
from solvers.errors import AutoplayError, IllegalMove, NoSolution, SolveTimeout, count_of
from solvers.peg_solitaire import (
    HOLE,
    PEG,
    Jump,
    Puzzle,
    Solution,
    moves_of,
    published,
)
from solvers.peg_solitaire.explanation import JumpStep
from solvers.peg_solitaire.text import CheckedMoves

MOST_JUMPS_LISTED: Final = 2_000_000
"""Maximum jumps of all solutions that are listed: the 85,258 solutions of the triangle with 15
holes from hole 3 have 1,108,354, in 9 MB of JSON; those of the English board have no end."""


@dataclass(frozen=True, slots=True)
class PegSolitaireResult(SolveResult):
    """Result of solving a board of peg solitaire.

    ``listed`` are the jumps of all solutions that were requested, ``cut`` is the error if there are
    more of them. ``sequences`` is the number of ways to make the jumps if they were counted,
    ``uncounted`` the reason if not. ``steps`` are the requested ones, ``pictures`` are the files
    that show the jumps. ``is_read`` is True for a board that was read, which is printed too.
    """

    request: SolveRequest
    puzzle: Puzzle
    solution: Solution
    listed: tuple[tuple[Jump, ...], ...] = ()
    cut: AutoplayError | None = None
    sequences: int | None = None
    uncounted: str = ""
    steps: tuple[JumpStep, ...] = ()
    pictures: tuple[str, ...] = ()
    is_read: bool = False

    @property
    def outcome(self) -> str:
        """With or without a solution."""
        return describe_outcome(self.solution.solvable)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The start and the end of each jump in turn."""
        return self.puzzle.board.list_ends(self.solution.jumps)

    @property
    def all_shown(self) -> tuple[Solution, ...]:
        """The solutions to print one by one: those that were requested, or the usual one."""
        if not self.solution.solvable:
            return ()
        if self.request.count is None:
            return (self.solution,)
        found = []
        for jumps in self.listed:
            found.append(replace(self.solution, jumps=jumps, moves=len(moves_of(jumps))))
        return tuple(found)

    @property
    def written(self) -> str:
        """All solutions as published, if that form was requested."""
        if not self.request.published:
            return ""
        return "".join(f"{line}\n" for line in self.list_published())

    def list_published(self) -> Iterator[str]:
        """Yield the lines of the published form: each solution below ``Success.``, with an empty
        line between two of them."""
        for number, solution in enumerate(self.all_shown):
            if number:
                yield ""
            yield "Success."
            yield ""
            yield from published(self.puzzle, solution)

    @property
    def description(self) -> str:
        """The number of pegs and sites, and the requested end."""
        text = describe_pegs(self.puzzle.grid)
        end = self.puzzle.end
        if isinstance(end, int):
            return f"{text}, to end in hole {end}"
        if end:
            return f"{text}, to leave {len(end)}"
        return text

    def board_row(self) -> dict[str, object]:
        """Return the end if it is not a peg anywhere."""
        end = self.puzzle.end
        if end is None:
            return {}
        return {"end": end if isinstance(end, int) else sorted(end)}

    def to_row(self) -> dict[str, object]:
        """Return the JSON object."""
        puzzle = self.puzzle
        return {
            "puzzle": "pegs",
            "rows": puzzle.rows,
            "cols": puzzle.cols,
            "lattice": puzzle.board.lattice,
            "grid": puzzle.grid,
            **self.solution_row(),
        }

    def solution_row(self) -> dict[str, object]:
        """Return the part of the JSON object that is not about the board."""
        solution = self.solution
        row: dict[str, object] = {"solvable": solution.solvable}
        # Somebody who asks for the next step does not want to see the others.
        if not self.is_next_step:
            row["jumps"] = solution.jumps
        row |= {"moves": solution.moves, "fewest": solution.fewest}
        if self.sequences is not None:
            row["sequences"] = self.sequences
        if self.request.count is not None:
            row["all"] = self.listed
        told = {
            "cut": self.cut.message if self.cut else "",
            "written": self.written,
            "reason": solution.reason,
            "uncounted": self.uncounted,
            "pictures": self.pictures,
        }
        row |= {name: value for name, value in told.items() if value}
        row |= self.steps_row()
        row["nodes"] = solution.nodes
        row["seconds"] = round(solution.seconds, 6)
        return row

    @property
    def error(self) -> AutoplayError | None:
        """The error if there is no solution, or if time ran out before all were counted."""
        if self.solution.solvable:
            if self.uncounted:
                return SolveTimeout(self.uncounted, hint=MORE_TIME)
            return self.cut
        if self.puzzle.end is None:
            hint = "another board, or another --hole"
        else:
            hint = "another --hole or --end, or --end any"
        return NoSolution(f"no solution ({self.description}): {self.solution.reason}", hint=hint)


@dataclass(frozen=True, slots=True)
class SolvedStart:
    """Symmetric starting ``holes``, and the result for the first of them."""

    holes: tuple[int, ...]
    result: PegSolitaireResult


@dataclass(frozen=True, slots=True)
class PegStartsResult(SolveResult):
    """Result of solving the board ``name`` from every hole; ``unfinished`` is why the last ones are
    missing, if so."""

    name: str
    starts: tuple[SolvedStart, ...]
    unfinished: str = ""

    @property
    def outcome(self) -> str:
        """From all starts or from some only."""
        return "from some starts" if self.unfinished else "from all starts"

    @property
    def sequences(self) -> int | None:
        """The total number of sequences from all holes, None if they were not all counted."""
        if self.unfinished:
            return None
        total = 0
        for start in self.starts:
            if start.result.sequences is None:
                return None
            total += len(start.holes) * start.result.sequences
        return total

    @property
    def seconds(self) -> float:
        """The time for all starts."""
        return sum(start.result.solution.seconds for start in self.starts)

    def to_row(self) -> dict[str, object]:
        """Return the JSON object, which contains one object per start."""
        starts = []
        for start in self.starts:
            solution = start.result.solution_row()
            starts.append({"hole": start.holes[0], "holes": start.holes, **solution})
        row: dict[str, object] = {"puzzle": "pegs", "board": self.name, "starts": starts}
        if self.sequences is not None:
            row["sequences"] = self.sequences
        if self.unfinished:
            row["unfinished"] = self.unfinished
        row["seconds"] = round(self.seconds, 6)
        return row

    @property
    def error(self) -> AutoplayError | None:
        """The error if no start has a solution, or if time ran out."""
        if self.unfinished:
            return SolveTimeout(self.unfinished, hint=MORE_TIME)
        if not any(start.result.solution.solvable for start in self.starts):
            return NoSolution(
                f"no solution ({self.name}) from any hole", hint="another --end, or --end any"
            )
        for start in self.starts:
            if start.result.solution.solvable and start.result.error:
                return start.result.error
        return None


@dataclass(frozen=True, slots=True)
class PegMovesResult(SolveResult):
    """Result of checking the moves of a ``file`` on the board of a puzzle."""

    puzzle: Puzzle
    file: str
    checked: CheckedMoves

    @property
    def outcome(self) -> str:
        """Legal or not."""
        return "with an illegal move" if self.checked.error else "legal"

    @property
    def is_solved(self) -> bool:
        """True if the moves are legal and lead to an end of the puzzle."""
        pegs = self.puzzle.board.bits(frozenset(self.checked.left))
        return not self.checked.error and pegs in self.puzzle.ends

    @property
    def description(self) -> str:
        """The jumps up to the first illegal one, and the pegs after them."""
        jumps = count_of(len(self.checked.jumps), "jump")
        left = self.checked.left
        pegs = count_of(len(left), "peg is", "pegs are")
        numbers = ", ".join(map(str, left))
        return f"{jumps} from {describe_pegs(self.puzzle.grid)}; {pegs} left: {numbers}"

    def to_row(self) -> dict[str, object]:
        """Return the JSON object."""
        row: dict[str, object] = {
            "puzzle": "pegs",
            "rows": self.puzzle.rows,
            "cols": self.puzzle.cols,
            "lattice": self.puzzle.board.lattice,
            "grid": self.puzzle.grid,
            "legal": self.checked.error is None,
            "solved": self.is_solved,
            "jumps": self.checked.jumps,
            "left": self.checked.left,
        }
        if self.checked.error:
            row["line"] = self.checked.line
            row["reason"] = self.checked.error.message
        return row

    @property
    def error(self) -> AutoplayError | None:
        """The first illegal move."""
        error = self.checked.error
        if error is None:
            return None
        where = f"{self.file}, line {self.checked.line}"
        return IllegalMove(f"{where}: {error.message}", hint=error.hint)


def describe_pegs(grid: Sequence[str]) -> str:
    """Return the number of pegs and sites: ``14 pegs on 15 holes``."""
    text = "".join(grid)
    pegs = text.count(PEG)
    return f"{count_of(pegs, 'peg')} on {count_of(pegs + text.count(HOLE), 'hole')}"
