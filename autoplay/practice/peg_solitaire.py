"""Peg solitaire on the practice site: boards made from a seed, the check of jumps, and the page."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from autoplay.practice.options import PegOptions
from autoplay.practice.pages import (
    BadAnswer,
    PuzzlePages,
    Served,
    choose_id,
    read_id,
    render_board,
)
from autoplay.practice.puzzles import NoPuzzle
from solvers.errors import AutoplayError, SolveTimeout
from solvers.peg_solitaire import Board, Puzzle, generate, named_board, solve

Step: TypeAlias = tuple[int, ...]
"""A jump as the numbers of its holes (from, over, to), or the one hole whose peg was removed from a
full board."""
Steps: TypeAlias = tuple[Step, ...]

ID_OPTIONS: Final = ("board", "hole", "end", "pegs", "choose", "none", "seed")
"""Options that an id consists of, in order."""
USUAL_HOLES: Final = {"triangle4": 1, "english": 16, "european": 0, "wiegleb": 22, "diamond": 1}
"""Default empty hole; 0 on other boards. From each of them a single peg can be reached."""
TRIES: Final = 100
"""Attempts to place pegs so that they can't be reduced to one."""
PROOF_S: Final = 0.5
"""Seconds to prove that there is no solution; if it takes longer, other pegs are tried."""
STEP: Final = re.compile("[0-9]{1,3}(-[0-9]{1,3}-[0-9]{1,3})?")
GESTURES: Final = {
    "click": "Click a peg, then the hole that it jumps to.",
    "drag": "Drag a peg to the hole that it jumps to.",
    "both": "Drag a peg to the hole that it jumps to, or click one after the other.",
}


@dataclass(frozen=True, slots=True)
class PegBoard:
    """Peg solitaire puzzle as the site serves it; with ``choose`` all holes are full at first."""

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
        if self.choose:
            return frozenset(range(len(self.board.sites)))
        return self.puzzle.pegs


PegGame: TypeAlias = Served[PegBoard, Steps]


def name_series(options: PegOptions) -> str:
    """Return the start of the ids of all puzzles with these options."""
    hole = "usual" if options.hole is None else options.hole
    pegs = f"{options.pegs}_{int(options.choose)}_{int(options.none)}"
    return f"{options.board}_{hole}_{options.end}_{pegs}"


@lru_cache(maxsize=100)
def find_pegs(puzzle_id: str) -> PegBoard:
    """Return the puzzle of an id. Raises NoPuzzle."""
    values = dict(zip(ID_OPTIONS, puzzle_id.split("_"), strict=False))
    if values.get("hole") == "usual":
        del values["hole"]
    return _make_pegs(puzzle_id, read_id(puzzle_id, values, PegOptions, name_series))


def parse_steps(text: str, board: PegBoard) -> Steps:
    """Return the steps in order: jumps such as ``3-1-0``, after the number of a peg removed first.

    Raises BadAnswer.
    """
    steps = []
    for word in text.split():
        if not STEP.fullmatch(word):
            form = "the jumps, such as 3-1-0 (from, over, to), separated by spaces"
            raise BadAnswer(f"an answer is {form}")
        step = tuple(map(int, word.split("-")))
        if max(step) >= len(board.board.sites):
            raise BadAnswer("one of these numbers is not a hole")
        steps.append(step)
    return tuple(steps)


def describe_jump_fault(board: PegBoard, steps: Steps) -> str:
    """Describe the first impossible jump or the wrong pegs at the end; "" if it is solved."""
    pegs = set(board.start)
    for number, step in enumerate(steps, 1):
        # A peg may be removed before the first jump of a full board, and only there.
        if len(step) == 1:
            is_possible = number == 1 and board.choose
        else:
            occupied = [hole in pegs for hole in step]
            is_possible = step in board.board.jumps and occupied == [True, True, False]
        if not is_possible:
            return f"step {number}, {'-'.join(map(str, step))}, can't be made"
        pegs.symmetric_difference_update(step)
    if len(pegs) != 1:
        return f"{len(pegs)} pegs are left"
    end = board.puzzle.end
    if end is not None and end not in pegs:
        return f"the last peg is in hole {min(pegs)}, not in {end}"
    return ""


def find_first_steps(board: PegBoard) -> Steps:
    """Return the first step of a game: of a solution, if one is found in time."""
    if board.choose:
        return ((min(board.start),),)
    try:
        return solve(board.puzzle, timeout_s=PROOF_S).jumps[:1]
    except SolveTimeout:
        return ()


def _make_pegs(puzzle_id: str, options: PegOptions) -> PegBoard:
    """Make the puzzle of an id. Raises NoPuzzle if there is none."""
    board = named_board(options.board)
    holes = len(board.sites)
    end = None if options.end == "any" else int(options.end)
    for number in (options.hole, end, options.pegs):
        if number is not None and number >= holes:
            counted = f"{options.board} has {holes} holes, numbered from 0"
            raise NoPuzzle(f"{counted}: there is no {number}")
    # Without a number of pegs the board is full but for one hole, and the seed changes nothing.
    rng = random.Random(puzzle_id)
    if options.none:
        puzzle = _place_hopeless_pegs(rng, board, options.pegs or holes // 2, end)
        if puzzle is None:
            tried = f"{options.board} can be solved from all pegs that were tried"
            raise NoPuzzle(f"{tried}; try another number of pegs")
    elif options.pegs:
        try:
            puzzle = generate(board, options.pegs, puzzle_id, end=end)
        except AutoplayError as error:
            what = f"{options.board}: {error.message}"
            raise NoPuzzle(f"{what}; try another number of pegs, or another end") from error
    else:
        hole = USUAL_HOLES.get(options.board, 0) if options.hole is None else options.hole
        puzzle = Puzzle(board, frozenset(range(holes)) - {hole}, end)
    return PegBoard(puzzle_id, puzzle, options.choose)


def _place_hopeless_pegs(
    rng: random.Random, board: Board, count: int, end: int | None
) -> Puzzle | None:
    """Return pegs that were proved to have no solution; None if none were found."""
    for _ in range(TRIES):
        puzzle = Puzzle(board, frozenset(rng.sample(range(len(board.sites)), count)), end)
        try:
            if not solve(puzzle, timeout_s=PROOF_S).solvable:
                return puzzle
        except SolveTimeout:  # these pegs may have a solution
            continue
    return None


def _pick_pegs(options: PegOptions, after: str) -> PegBoard:
    return find_pegs(choose_id(name_series(options), options.seed, after))


def _render_pegs(options: PegOptions, served: PegGame) -> str:
    board = served.board.board
    rows = [row for row, _ in board.sites]
    cols = [col for _, col in board.sites]
    other = _other_game(served)
    left_game = None
    if options.restore and not served.fresh:
        left_game = _describe_board(other, find_first_steps(other.board))
    return render_board(
        "peg_solitaire.html",
        options,
        served,
        sheet="pegs.css",
        skin="pegs",
        board=_describe_board(served, served.answer or ()),
        config={
            "zoom": 1 if options.zoom == "auto" else options.zoom,
            "others": [_describe_board(other)],
            "restore": left_game,
        },
        title="Peg solitaire - practice site",
        path=PEG_SOLITAIRE.path,
        goal=_describe_goal(served.board),
        gesture=GESTURES[options.gesture],
        heading=f"{options.board.capitalize()} peg solitaire",
        puzzle_id=served.board.id,
        size=name_series(options),
        width=max(cols) - min(cols) + 1,
        height=max(rows) - min(rows) + 1,
    )


def _describe_goal(board: PegBoard) -> str:
    goal = "Jump over pegs to remove them until one is left"
    if board.choose:
        goal = f"First remove one peg. {goal}"
    if board.puzzle.end is not None:
        goal += f", in hole {board.puzzle.end} (counted row by row, from 0)"
    return f"{goal}."


def _other_game(served: PegGame) -> PegGame:
    """Return another puzzle of the same series, or the same one if the next seed has none."""
    series, _, seed = served.board.id.rpartition("_")
    try:
        return Served(find_pegs(f"{series}_{int(seed) + 1}"), served.started)
    except NoPuzzle:
        return served


def _describe_board(served: PegGame, steps: Steps = ()) -> dict[str, Any]:
    """Describe the puzzle for the page's script; holes are numbered."""
    board = served.board
    return {
        "token": served.token,
        "puzzleId": board.id,
        "sites": board.board.sites,
        "lattice": board.board.lattice,
        "jumps": board.board.jumps,
        "start": [int(hole in board.start) for hole in range(len(board.board.sites))],
        "end": board.puzzle.end,
        "choose": board.choose,
        "steps": steps,
    }


PEG_SOLITAIRE: Final = PuzzlePages(
    path="/pegs",
    options=PegOptions,
    pick=_pick_pegs,
    find=find_pegs,
    parse=parse_steps,
    describe_fault=describe_jump_fault,
    render=_render_pegs,
)
