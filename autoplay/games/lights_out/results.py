"""Result of solving a board of Lights Out, and boards and proofs in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from time import process_time
from typing import Final

from autoplay.games.lights_out.options import LightsOutOptions
from autoplay.games.requests import SolveRequest
from autoplay.games.results import SolveResult
from autoplay.wording import count
from solvers.cells import Cell
from solvers.deadline import MORE_TIME
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout
from solvers.lights_out import NO_LAMP, STATES, Puzzle, Solution, solutions

MOST_LAMPS_IN_ROW: Final = 1_000_000
"""Maximum lamps in one JSON object, over all solutions; they take some hundred megabytes."""
MOST_LAMPS_PRINTED: Final = 100 * MOST_LAMPS_IN_ROW
"""Maximum lamps if the solutions are printed one by one: as many bytes, more than anybody reads."""
MOST_LAMPS_NAMED: Final = 8
"""Maximum number of a proof's lamps in a message; JSON has all of them."""


@dataclass(frozen=True, slots=True)
class LightsOutResult(SolveResult):
    """Result of solving a board of Lights Out.

    ``pictures`` are the files that show the presses. ``is_read`` is True for a board that was read,
    whose lamps are printed too.
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

    @property
    def wants_all(self) -> bool:
        """True if every solution was requested."""
        return LightsOutOptions.of(self.request.options).every

    @property
    def description(self) -> str:
        """The size, and the number of lit lamps."""
        return _describe_puzzle(self.puzzle)

    def board_row(self) -> dict[str, object]:
        """Return the lamps at the start, and the number of states."""
        return {"grid": self.puzzle.start, "states": self.puzzle.states}

    def to_row(self) -> dict[str, object]:
        """Return the JSON object; if there is no solution, it lists the lamps that prove so.

        Raises ManySolutions if it cannot hold all requested solutions, SolveTimeout if finding them
        takes too long.
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
        if self.wants_all:
            _check_number(
                self.puzzle,
                solution.solutions,
                MOST_LAMPS_IN_ROW,
                "for one line of JSON",
                "leave out --all-solutions; or --json, to print them one by one",
            )
            row["all"] = list(self.find_all())
        if self.pictures:
            row["pictures"] = self.pictures
        row["seconds"] = round(solution.seconds, 6)
        return row

    def find_all(self) -> Iterator[tuple[Cell, ...]]:
        """Yield all solutions, the one with the fewest presses first; raise SolveTimeout.

        Only processor time counts, not the time of a person who pages through them.
        """
        if not self.solution.solvable:
            return
        best = self.solution.presses
        yield best
        timeout_s = inf if self.request.timeout_s is None else self.request.timeout_s
        end_s = process_time() + timeout_s - self.solution.seconds
        # The best one was the first.
        others = (cells for cells in solutions(self.puzzle) if cells != best)
        for number, cells in enumerate(others, 1):
            if process_time() > end_s:
                found = f"only {number} of {self.solution.solutions} solutions ({self.description})"
                raise SolveTimeout(f"{found} were found within {timeout_s:g} s", hint=MORE_TIME)
            yield cells

    @property
    def error(self) -> AutoplayError | None:
        """The reason why there is no solution."""
        if self.solution.solvable:
            return None
        why = describe_parity_proof(self.solution, self.puzzle.states)
        return NoSolution(
            f"no solution ({self.description}): {why}",
            hint="check the board, or another --target or --rule",
        )


def check_printable(puzzle: Puzzle, number: int) -> None:
    """Raise ManySolutions if this number of solutions is too large to print them all."""
    _check_number(puzzle, number, MOST_LAMPS_PRINTED, "to print", "leave out --all-solutions")


def _check_number(puzzle: Puzzle, number: int, most_lamps: int, what_for: str, hint: str) -> None:
    if number * len(puzzle.lamps) > most_lamps:
        raise ManySolutions(
            f"{number} solutions ({_describe_puzzle(puzzle)}) are too many {what_for}", hint=hint
        )


def _describe_puzzle(puzzle: Puzzle) -> str:
    return f"{puzzle.rows}x{puzzle.cols}, {describe_lit(puzzle.grid)}"


def describe_lit(grid: Sequence[str]) -> str:
    """Return the number of lit lamps, in any state but the darkest: ``9 of 25 lit``."""
    lamps = "".join(grid).replace(NO_LAMP, "")
    return f"{len(lamps) - lamps.count(STATES[0])} of {len(lamps)} lit"


def describe_parity_proof(solution: Solution, states: int) -> str:
    """Return the reason why there is no solution: a sum over some lamps that no press can
    change."""
    lamps = sorted(Counter(solution.parity).items())
    names = [_name_lamp(cell, times) for cell, times in lamps[:MOST_LAMPS_NAMED]]
    if len(lamps) > MOST_LAMPS_NAMED:
        names.append("…")
    places = ", ".join(names)
    these = f"these {count(len(lamps), 'lamp')}"
    # With two states the sum is even or odd, which is easier to follow than multiples.
    if states == 2:
        rule = f"every press changes an even number of {these}"
        return f"{rule}, and an odd number has to change: {places}"
    return (
        f"every press moves {these} by a multiple of {states} states in all, "
        f"and they have to be moved by another number: {places}"
    )


def _name_lamp(cell: Cell, times: int) -> str:
    row, col = cell
    name = f"row {row + 1} column {col + 1}"
    return f"{times} x {name}" if times > 1 else name


def draw_presses(grid: Sequence[str], cells: Sequence[Cell]) -> str:
    """Return the lamps as text, those to press in brackets, followed by the number of presses if
    above one."""
    times = Counter(cells)
    lines = []
    for row, lamps in enumerate(grid):
        line = ""
        for col, lamp in enumerate(lamps):
            line += _draw_lamp(lamp, times[row, col])
        lines.append(line.rstrip())
    return "\n".join(lines)


def _draw_lamp(lamp: str, times: int) -> str:
    if not times:
        return f" {lamp}  "
    return f"[{lamp}]{times}" if times > 1 else f"[{lamp}] "
