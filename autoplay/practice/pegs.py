"""Boards of the peg solitaire pages, and the check of jumps on them."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias
from urllib.parse import urlencode

from autoplay.practice.options import BadOption, PegOptions, parse_options
from autoplay.practice.puzzles import NoPuzzle
from autoplay.practice.validate import BadAnswer
from solvers.errors import AutoplayError, SolveTimeout
from solvers.peg_solitaire import Board, Puzzle, named_board, random_puzzle, solve

Step: TypeAlias = tuple[int, ...]
"""A jump as the numbers of its holes (from, over, to), or the one hole whose peg was removed from a full board."""
Steps: TypeAlias = tuple[Step, ...]

NAMED: Final = ("board", "hole", "end", "pegs", "choose", "none", "seed")
"""Options that an id consists of, in order."""
USUAL_HOLES: Final = {"triangle4": 1, "english": 16, "european": 0, "wiegleb": 22, "diamond": 1}
"""Default empty hole; 0 on other boards. From each of them a single peg can be reached."""
TRIES: Final = 100
"""Attempts to place pegs so that they can't be reduced to one."""
PROOF_S: Final = 0.5
"""Seconds to prove that there is no solution; if it takes longer, other pegs are tried."""
STEP: Final = re.compile("[0-9]{1,3}(-[0-9]{1,3}-[0-9]{1,3})?")


@dataclass(frozen=True, slots=True)
class PegBoard:
    """Peg solitaire puzzle as the site serves it; ``choose`` is True if all holes are full at first."""

    id: str
    puzzle: Puzzle
    choose: bool

    @property
    def board(self) -> Board:
        """Holes and jumps of the board."""
        return self.puzzle.board

    @property
    def start(self) -> frozenset[int]:
        """Holes with a peg when the page is first shown."""
        return frozenset(range(len(self.board.sites))) if self.choose else self.puzzle.pegs


@dataclass(frozen=True, slots=True)
class PegKind:
    """Board and pegs of puzzles; each seed makes one if pegs are placed at random."""

    board: str
    hole: int | None
    end: int | None
    pegs: int
    choose: bool
    none: bool

    @property
    def name(self) -> str:
        """Start of the ids of all its puzzles."""
        end = "any" if self.end is None else self.end
        hole = "usual" if self.hole is None else self.hole
        return "_".join(map(str, (self.board, hole, end, self.pegs, int(self.choose), int(self.none))))

    def make(self, seed: int) -> PegBoard:
        """Make the puzzle of a seed. Raises NoPuzzle if there is none."""
        board = named_board(self.board)
        for number in (self.hole, self.end, self.pegs):
            if number is not None and number >= len(board.sites):
                raise NoPuzzle(f"{self.board} has {len(board.sites)} holes, numbered from 0: there is no {number}")
        rng = random.Random(f"{self.name}_{seed}")
        try:
            puzzle = self._unsolvable(rng, board) if self.none else self._solvable(rng, board)
        except AutoplayError as error:
            raise NoPuzzle(f"{self.board}: {error.message}; try another number of pegs, or another end") from error
        return PegBoard(f"{self.name}_{seed}", puzzle, self.choose)

    def _solvable(self, rng: random.Random, board: Board) -> Puzzle:
        if self.pegs:
            return random_puzzle(board, self.pegs, rng, end=self.end)
        hole = USUAL_HOLES.get(self.board, 0) if self.hole is None else self.hole
        return Puzzle(board, frozenset(range(len(board.sites))) - {hole}, self.end)

    def _unsolvable(self, rng: random.Random, board: Board) -> Puzzle:
        holes = range(len(board.sites))
        for _ in range(TRIES):
            pegs = rng.sample(holes, self.pegs or len(holes) // 2)
            puzzle = Puzzle(board, frozenset(pegs), self.end)
            if _is_hopeless(puzzle):
                return puzzle
        raise NoPuzzle(f"{self.board} can be solved from all pegs that were tried; try another number of pegs")


def kind_of(options: PegOptions) -> PegKind:
    """Return the kind of puzzle that a page shows."""
    end = None if options.end == "any" else int(options.end)
    return PegKind(options.board, options.hole, end, options.pegs, options.choose, options.none)


@lru_cache(maxsize=100)
def find_pegs(puzzle_id: str) -> PegBoard:
    """Return the puzzle of an id. Raises NoPuzzle."""
    values = dict(zip(NAMED, puzzle_id.split("_"), strict=False))
    if values.get("hole") == "usual":
        del values["hole"]
    try:
        options = parse_options(urlencode(values), PegOptions)
    except BadOption:
        raise NoPuzzle(f"this site has no puzzle {puzzle_id!r}") from None
    kind = kind_of(options)
    if options.seed is None or f"{kind.name}_{options.seed}" != puzzle_id:
        raise NoPuzzle(f"this site has no puzzle {puzzle_id!r}")
    return kind.make(options.seed)


def parse_steps(text: str, board: PegBoard) -> Steps:
    """Return the steps in order: jumps such as ``3-1-0``, after the number of a peg removed first. Raises BadAnswer."""
    if not all(STEP.fullmatch(word) for word in text.split()):
        raise BadAnswer("an answer is the jumps, such as 3-1-0 (from, over, to), separated by spaces")
    steps = tuple(tuple(map(int, word.split("-"))) for word in text.split())
    if any(hole >= len(board.board.sites) for step in steps for hole in step):
        raise BadAnswer("one of these numbers is not a hole")
    return steps


def pegs_fault(board: PegBoard, steps: Steps) -> str:
    """Describe the first impossible jump, or the wrong pegs at the end; "" if the puzzle is solved."""
    pegs = set(board.start)
    for number, step in enumerate(steps, 1):
        if not _can_be_made(board, pegs, step, first=number == 1):
            return f"step {number}, {'-'.join(map(str, step))}, can't be made"
        pegs.symmetric_difference_update(step)
    end = board.puzzle.end
    if len(pegs) != 1:
        return f"{len(pegs)} pegs are left"
    return "" if end is None or pegs == {end} else f"the last peg is in hole {min(pegs)}, not in {end}"


def first_steps(board: PegBoard) -> Steps:
    """Return the first step of a game: of a solution, if one is found in time."""
    if board.choose:
        return ((min(board.start),),)
    try:
        return solve(board.puzzle, timeout_s=PROOF_S).jumps[:1]
    except SolveTimeout:
        return ()


def _can_be_made(board: PegBoard, pegs: set[int], step: Step, *, first: bool) -> bool:
    if len(step) == 1:
        return first and board.choose
    return step in board.board.jumps and [hole in pegs for hole in step] == [True, True, False]


def _is_hopeless(puzzle: Puzzle) -> bool:
    try:
        return not solve(puzzle, timeout_s=PROOF_S).solvable
    except SolveTimeout:
        return False
