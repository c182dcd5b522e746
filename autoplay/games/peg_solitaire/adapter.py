"""Peg solitaire, for all commands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from autoplay.games.adapter import GameAdapter
from autoplay.games.peg_solitaire.generating import generate_puzzle
from autoplay.games.peg_solitaire.jump_plan import JumpPlan, PlayedPegs, pegs_in, plan
from autoplay.games.peg_solitaire.known_board import as_known_board
from autoplay.games.peg_solitaire.messages import describe_pegs
from autoplay.games.peg_solitaire.options import PegSolitaireOptions
from autoplay.games.peg_solitaire.solving import SOLVE_S, puzzle_of, solve_picture, solve_puzzle, solve_text
from autoplay.games.requests import AUTO, SolveRequest
from autoplay.games.results import BoardReport
from autoplay.wording import count
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, BadNotation
from solvers.peg_solitaire import BOARDS, named_board
from solvers.peg_solitaire.text import lattice_of

if TYPE_CHECKING:
    from autoplay.games.options import PuzzleOptions
    from autoplay.games.puzzle_text import PuzzleText
    from autoplay.games.requests import GenerateRequest, ReadRequest
    from autoplay.games.results import GeneratedPuzzle, ReadPicture, SolveResult
    from vision import Reading
    from vision.image import Image
    from vision.peg_solitaire.reader import PegSolitaireReader

SLIPS: Final = 4
"""One character in this many can be a typing error in rows that still count as pegs."""
NAME: Final = re.compile(r"\s*(?:triangle\d+|english|european|wiegleb|diamond)\s*", re.IGNORECASE)
"""Matches names of boards, known or not, that cannot mean anything else."""
MOST_DRAWN: Final = 40
"""Maximum number of jumps that are listed for a person."""


class PegSolitaireAdapter(GameAdapter):
    """Peg solitaire on square and triangular boards."""

    name = "pegs"
    titles = ("peg", "pegs", "peg solitaire", "peg game", "senku")
    keys = frozenset({"lattice", "end"})

    @property
    def reader(self) -> PegSolitaireReader:
        """Reader of its boards."""
        from vision.peg_solitaire.reader import PegSolitaireReader

        return PegSolitaireReader()

    def describe(self, reading: Reading) -> str:
        """Return the number of pegs and holes."""
        return f"{reading.puzzle}, {describe_pegs(reading.grid)}"

    def draw(self, reading: Reading) -> str:
        """Return the rows of pegs and holes."""
        return "\n".join(row.rstrip() for row in reading.grid)

    def report(self, reading: Reading, request: ReadRequest) -> BoardReport:
        """Return a reading, with jumps that leave one peg if they were requested; raise BadNotation."""
        board = BoardReport(reading, {"lattice": lattice_of(reading.grid)}, self.describe(reading))
        if not request.solve:
            return board
        solve = SolveRequest(timeout_s=SOLVE_S)
        try:
            result = solve_puzzle(puzzle_of(reading, PegSolitaireOptions()), solve, Deadline(SOLVE_S))
        except AutoplayError as error:
            return replace(board, doubt=error)
        return replace(board, result=replace(result, is_read=True), doubt=result.error)

    def claims(self, text: str) -> bool:
        """Return True if a text is the name of a board, or pegs and holes with at most a few typing errors."""
        found, several = "".join(text.split()), "\n" in text.strip()
        if NAME.fullmatch(text):
            return True
        if not several or "o" not in found:
            return bool(found) and set("oO.").issuperset(found)
        return SLIPS * sum(character in "o." for character in found) >= (SLIPS - 1) * len(found)

    def options(self, given: Mapping[str, Any]) -> PegSolitaireOptions:
        """Return the options that are given."""
        return PegSolitaireOptions(**given)

    def solve_text(self, text: PuzzleText, request: SolveRequest, deadline: Deadline) -> SolveResult:
        """Solve the puzzle of a text or a JSON row; raise BadNotation, SolveTimeout."""
        return solve_text(text, request, deadline)

    def solve_picture(self, picture: ReadPicture, request: SolveRequest, deadline: Deadline) -> SolveResult:
        """Solve a board that was read; raise BadNotation, SolveTimeout, NotWritable."""
        return solve_picture(picture, request, deadline)

    def generate(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        """Return the puzzle of a seed, the same each time; raise BadNotation, NotMade."""
        return generate_puzzle(request, seed)

    def read_as_known(self, image: Image, reading: Reading, lit: str = AUTO) -> Reading | None:
        """Return a known board read anew as a whole, after at most one jump; None if it shows something else.

        Pegs that are animated may look like none of before.
        """
        from vision.errors import ReadingError

        try:
            return as_known_board(reading, self.read(image, lit))
        except ReadingError:
            return None

    def is_plausible(self, image: Image, reading: Reading) -> bool:  # noqa: ARG002 (colours of pegs do not help)
        """Return True if the board is one of the named boards."""
        try:
            return PlayedPegs(reading.grid).board in map(named_board, BOARDS)
        except BadNotation:
            return False

    def solve_reading(
        self,
        reading: Reading,
        options: PuzzleOptions | None,
        *,
        any_solution: bool = False,  # noqa: ARG002 (any will do)
    ) -> tuple[PlayedPegs, JumpPlan]:
        """Return the puzzle of a reading and its jumps; raise BadNotation, NoSolution, SolveTimeout."""
        pegs = PlayedPegs(reading.grid, PegSolitaireOptions.of(options).end)
        last = len(pegs.board.sites) - 1
        if isinstance(pegs.end, int) and pegs.end > last:
            raise BadNotation(f"there is no hole {pegs.end} on this board", hint=f"--end 0 to {last}")
        return pegs, plan(pegs)

    def play_facts(self, reading: Reading, puzzle: PlayedPegs, solution: JumpPlan) -> dict[str, object]:  # noqa: ARG002
        """Return the lattice, the end and the jumps, and the peg to take off a full board first."""
        first = {} if solution.first is None else {"first": solution.first}
        return {"lattice": puzzle.board.lattice, "end": puzzle.end, **first, "jumps": solution.jumps}

    def draw_answer(self, puzzle: PlayedPegs, solution: JumpPlan) -> str:
        """Return the board, and the jumps by number."""
        listed = [f"{start}-{to}" for start, _, to in solution.jumps]
        more = [f"… {len(listed) - MOST_DRAWN} more"] if len(listed) > MOST_DRAWN else []
        first = [] if solution.first is None else [f"({solution.first})"]
        return "\n".join([*(row.rstrip() for row in puzzle.grid), " ".join([*first, *listed[:MOST_DRAWN], *more])])

    def describe_puzzle(self, puzzle: PlayedPegs) -> str:
        """Return the number of pegs and sites."""
        return f"{count(len(pegs_in(puzzle.board, puzzle.grid)), 'peg')} on {count(len(puzzle.board.sites), 'hole')}"
