"""Lights Out, for all commands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from autoplay.games.adapter import GameAdapter
from autoplay.games.lights_out.generating import generate_puzzle
from autoplay.games.lights_out.known_states import in_known_states
from autoplay.games.lights_out.messages import describe_lit
from autoplay.games.lights_out.options import HEAD, LightsOutOptions, options_given
from autoplay.games.lights_out.press_plan import PlayedLamps, PressPlan, presses_to, states_in, usual_target
from autoplay.games.lights_out.solving import SOLVE_S, puzzle_of, solve_picture, solve_puzzle, solve_text
from autoplay.games.requests import AUTO, SolveRequest
from autoplay.games.results import BoardReport
from autoplay.wording import coordinates
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, NoSolution
from solvers.lights_out import NO_LAMP, PLUS
from solvers.lights_out.text import looks_like

if TYPE_CHECKING:
    from autoplay.games.options import PuzzleOptions
    from autoplay.games.puzzle_text import PuzzleText
    from autoplay.games.requests import GenerateRequest, ReadRequest
    from autoplay.games.results import GeneratedPuzzle, ReadPicture, SolveResult
    from vision import Reading
    from vision.image import Image
    from vision.lights_out.reader import LightsOutReader

LAMPS: Final = re.compile(r"[0-9*.xX×\s]*")
"""Matches a size or rows of lamps."""
MOST_PLAUSIBLE_STATES: Final = 4
"""Maximum number of states of lamps unless the puzzle is given: the regions of a Star Battle have more colours."""


class LightsOutAdapter(GameAdapter):
    """Lights Out, with lamps of two or more states."""

    name = "lights-out"
    titles = ("lights out", "light out", "lights off", "lights on")
    keys = frozenset({"target", "states", "rule", "wrap", "matrix"})

    @property
    def reader(self) -> LightsOutReader:
        """Reader of its boards."""
        from vision.lights_out.reader import LightsOutReader

        return LightsOutReader()

    def describe(self, reading: Reading) -> str:
        """Return the size and the number of lit lamps, and a note if all look the same, which makes lit a guess."""
        alike = len(set("".join(reading.grid)) - {NO_LAMP}) == 1
        return f"{reading.rows}x{reading.cols} {reading.puzzle}, {describe_lit(reading.grid)}{', all alike' * alike}"

    def draw(self, reading: Reading) -> str:
        """Return the rows of lamps."""
        return "\n".join(reading.grid)

    def report(self, reading: Reading, request: ReadRequest) -> BoardReport:
        """Return a reading, with the presses that turn all lamps off if they were requested."""
        board = BoardReport(reading, {"stars": None, "states": len(reading.looks)}, self.describe(reading))
        if not request.solve:
            return board
        solve = SolveRequest(timeout_s=SOLVE_S)
        try:
            result = solve_puzzle(puzzle_of(reading, LightsOutOptions()), solve, Deadline(SOLVE_S))
        except AutoplayError as error:
            return replace(board, doubt=error)
        return replace(board, result=replace(result, is_read=True), doubt=result.error)

    def claims(self, text: str) -> bool:
        """Return True if a text is a size or rows of lamps; digits are lamps if all of them are 0 and 1.

        Also return True for a text below a line with an option that only Lights Out has.
        """
        if HEAD.match(text):
            return True
        found = set(text)
        is_board = LAMPS.fullmatch(text) is not None and looks_like(text)
        return is_board and (bool(found & set("*.x×X")) or not found & set("23456789"))

    def options(self, given: Mapping[str, Any]) -> LightsOutOptions:
        """Return the options that are given; raise BadNotation if they contradict each other or a file is wrong."""
        return options_given(**given)

    def solve_text(self, text: PuzzleText, request: SolveRequest, deadline: Deadline) -> SolveResult:
        """Solve the puzzle of a text or a JSON row; raise BadNotation, SolveTimeout, ManySolutions."""
        return solve_text(text, request, deadline)

    def solve_picture(self, picture: ReadPicture, request: SolveRequest, deadline: Deadline) -> SolveResult:
        """Solve a board that was read; raise BadNotation, SolveTimeout, NotWritable."""
        return solve_picture(picture, request, deadline)

    def generate(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        """Return the puzzle of a seed, the same each time; raise BadNotation, NotMade."""
        return generate_puzzle(request, seed)

    def read_as_known(self, image: Image, reading: Reading, lit: str = AUTO) -> Reading | None:
        """Return a known board read anew as a whole, with the states that are known; None if it shows others.

        Lit neighbours may shine on a lamp so much that it alone looks like none of the known states.
        """
        from vision.errors import ReadingError

        try:
            return in_known_states(reading, self.read(image, lit))
        except ReadingError:
            return None

    def is_plausible(self, image: Image, reading: Reading) -> bool:  # noqa: ARG002 (colours of lamps do not help)
        """Return True if a board is a rectangle without gaps, in a few states, as most boards of lamps are."""
        return not any(NO_LAMP in row for row in reading.grid) and len(reading.looks) <= MOST_PLAUSIBLE_STATES

    def may_be_idle(self, reading: Reading) -> bool:
        """Return True if all lamps look the same."""
        return len(reading.looks) == 1

    def solve_reading(
        self,
        reading: Reading,
        options: PuzzleOptions | None,
        *,
        any_solution: bool = False,  # noqa: ARG002 (any will do)
    ) -> tuple[PlayedLamps, PressPlan]:
        """Return the puzzle of a reading, and its presses if each one changes a plus; raise BadNotation."""
        given = LightsOutOptions.of(options).target
        target = given or usual_target(reading.grid)
        lamps = PlayedLamps(reading.grid, target, states_in(reading.grid), is_target_given=given is not None)
        return lamps, presses_to(lamps.goal(lamps.states), lamps.grid, lamps.states, PLUS)

    def unplayed_message(self, puzzle: PlayedLamps, solution: PressPlan) -> str:
        """Return the message about presses that are not made; raise NoSolution if there are none."""
        if solution.obstacle:
            message = f"no presses lead to the target ({puzzle.wanted}) if each changes a plus: {solution.obstacle}"
            raise NoSolution(message, hint="without --dry-run, play finds out what a press changes")
        return "nothing was clicked; the presses are right if each one changes a plus"

    def play_facts(self, reading: Reading, puzzle: PlayedLamps, solution: PressPlan) -> dict[str, object]:  # noqa: ARG002
        """Return the target and the rule."""
        return {"target": puzzle.target, "rule": puzzle.rule}

    def draw_answer(self, puzzle: PlayedLamps, solution: PressPlan) -> str:
        """Return the board with the lamps to press in brackets, and their cells."""
        times = {cell: solution.cells.count(cell) for cell in solution.cells}
        lines = []
        for row, states in enumerate(puzzle.grid):
            cells = [_drawn(state, times.get((row, col), 0)) for col, state in enumerate(states)]
            lines.append("".join(cells).rstrip())
        return "\n".join([*lines, coordinates(solution.cells)])

    def describe_puzzle(self, puzzle: PlayedLamps) -> str:
        """Return the size, the rule and the target."""
        return f"{len(puzzle.grid)}x{len(puzzle.grid[0])} lamps, rule {puzzle.rule}, target {puzzle.target}"


def _drawn(state: str, times: int) -> str:
    return f"[{state}]" if times == 1 else f"[{state}]{times}"[:4] if times else f" {state} "
