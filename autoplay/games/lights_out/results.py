"""Result of solving a board of Lights Out, and boards and proofs in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from time import process_time
from typing import Final

from autoplay.games import SolveRequest
from autoplay.games.lights_out.options import LightsOutOptions
from autoplay.games.results import SolveResult, describe_outcome
from solvers.cells import Cell
from solvers.deadline import MORE_TIME, Deadline
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout
from solvers.lights_out import (
    NO_LAMP,
    PLUS,
    RULE_NAMES,
    STATES,
    Puzzle,
    Solution,
    named_rule,
    solutions,
)
from solvers.lights_out.explanation import PressStep, describe_parity_proof
from solvers.lights_out.solving import drop_symmetric
from solvers.lights_out.text import format_published, write_matrix

MOST_LAMPS_IN_ROW: Final = 1_000_000
"""Maximum lamps in one JSON object, over all solutions; they take some hundred megabytes."""
MOST_LAMPS_PRINTED: Final = 100 * MOST_LAMPS_IN_ROW
"""Maximum lamps if the solutions are printed one by one: as many bytes, more than anybody reads."""


@dataclass(frozen=True, slots=True)
class LightsOutResult(SolveResult):
    """Result of solving a board of Lights Out.

    ``steps`` are the requested ones, ``pictures`` the files that show the presses. ``is_read`` is
    True for a board that was read, whose lamps are printed too.
    """

    request: SolveRequest
    puzzle: Puzzle
    solution: Solution
    steps: tuple[PressStep, ...] = ()
    pictures: tuple[str, ...] = ()
    is_read: bool = False

    @property
    def outcome(self) -> str:
        """With or without a solution."""
        return describe_outcome(self.solution.solvable)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The lamps to press, each as often as it occurs."""
        return self.solution.presses

    @property
    def is_listed(self) -> bool:
        """True if several solutions were requested; the published form always has them all."""
        return self.request.count is not None or self.request.published or self.is_distinct

    @property
    def is_distinct(self) -> bool:
        """True if rotated and mirrored solutions are left out."""
        return LightsOutOptions.of(self.request.options).distinct

    @property
    def description(self) -> str:
        """The size, and the number of lit lamps."""
        return f"{self.puzzle.rows}x{self.puzzle.cols}, {describe_lit(self.puzzle.grid)}"

    def board_row(self) -> dict[str, object]:
        """Return the lamps at the start, the number of states, and what differs from the usual
        target and the usual effect of a press."""
        puzzle = self.puzzle
        row: dict[str, object] = {"grid": puzzle.start, "states": puzzle.states}
        for target in ("off", "on", puzzle.target):
            if puzzle.target == replace(puzzle, target=target).target:
                row["target"] = target
                break
        if puzzle.rule != PLUS:
            row |= _describe_rule(puzzle)
        return row

    def to_row(self) -> dict[str, object]:
        """Return the JSON object; if there is no solution, it lists the lamps that prove so.

        ``all`` are the requested solutions, ``cut`` is why some of them are missing.
        """
        solution = self.solution
        row: dict[str, object] = {
            "puzzle": "lights-out",
            "rows": self.puzzle.rows,
            "cols": self.puzzle.cols,
            "solvable": solution.solvable,
            "nullity": solution.nullity,
            "solutions": solution.solutions,
        }
        # Somebody who asks for the next step does not want to see the others.
        if not self.is_next_step:
            row["presses"] = solution.presses
        row["fewest"] = solution.fewest
        if not solution.solvable:
            row["certificate"] = solution.parity
        if self.is_listed:
            row |= self._list_all()
        row |= self.steps_row()
        if self.pictures:
            row["pictures"] = self.pictures
        row["seconds"] = round(solution.seconds, 6)
        return row

    def _list_all(self) -> dict[str, object]:
        """Return the fields of the JSON object for all requested solutions."""
        found: list[tuple[Cell, ...]] = []
        row: dict[str, object] = {"all": found}
        try:
            for cells in self.find_all(MOST_LAMPS_IN_ROW):
                found.append(cells)
        except (ManySolutions, SolveTimeout) as error:
            row["cut"] = error.message
        if self.request.published:
            row["written"] = "\n".join(format_published(self.puzzle, found)) + "\n"
        return row

    def find_all(self, most_lamps: int | None = None) -> Iterator[tuple[Cell, ...]]:
        """Yield all requested solutions, the one with the fewest presses first.

        Raises ManySolutions after those that have ``most_lamps`` lamps together, by default
        MOST_LAMPS_PRINTED, if there are more; and SolveTimeout. Only processor time counts, not the
        time of a person who pages through them.
        """
        if not self.solution.solvable:
            return
        limit = self.request.count
        # At least one is always shown, however large the board is.
        most = max(1, (most_lamps or MOST_LAMPS_PRINTED) // len(self.puzzle.lamps))
        every = self._find_each()
        if self.is_distinct:
            every = drop_symmetric(every, self.puzzle.rows, self.puzzle.cols)
        for number, cells in enumerate(islice(every, limit)):
            if number == most:
                raise ManySolutions(
                    f"{self.solution.solutions} solutions ({self.description}) are too many: "
                    f"these are only {most} of them",
                    hint="--solutions N for fewer",
                )
            yield cells

    def _find_each(self) -> Iterator[tuple[Cell, ...]]:
        """Yield every solution, the best one first; raise SolveTimeout."""
        best = self.solution.presses
        yield best
        timeout_s = Deadline(self.request.timeout_s).timeout_s
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


def _describe_rule(puzzle: Puzzle) -> dict[str, object]:
    """Return the effect of a press as fields of a row: by its name if it has one."""
    for name in RULE_NAMES:
        for wrap in (False, True):
            if puzzle.rule == named_rule(name, puzzle.lamps, wrap=wrap):
                return {"rule": name, "wrap": wrap}
    return {"matrix": write_matrix(puzzle)}


def describe_lit(grid: Sequence[str]) -> str:
    """Return the number of lit lamps, in any state but the darkest: ``9 of 25 lit``."""
    lamps = "".join(grid).replace(NO_LAMP, "")
    return f"{len(lamps) - lamps.count(STATES[0])} of {len(lamps)} lit"


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
