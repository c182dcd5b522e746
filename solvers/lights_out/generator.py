"""New puzzles: random presses from the target, which guarantees a solution."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from solvers.errors import NotMade
from solvers.lights_out.model import Puzzle

ATTEMPTS: Final = 100
"""Maximum number of random sets of presses to try until one changes the board: on one lamp, half of them do."""


def generate(puzzle: Puzzle, random: Random) -> Puzzle:
    """Return a solvable puzzle with the target, states and rule of this one, and a random start.

    Raises
    ------
    NotMade
        None of ATTEMPTS random presses changed the board.
    """
    ended = replace(puzzle, start=puzzle.target)
    for _ in range(ATTEMPTS):
        presses = [cell for cell in ended.buttons for _ in range(random.randrange(ended.states))]
        if not (started := ended.after(presses)).solved:
            return started
    raise NotMade("no presses change such a board", hint="another rule or size")
