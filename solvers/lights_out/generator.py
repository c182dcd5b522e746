"""New puzzles: the target after random presses, so that there is a solution."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from solvers.errors import NotMade
from solvers.lights_out.model import Puzzle

ATTEMPTS: Final = 100
"""Random presses among which some that change the board are looked for: on one lamp every second set does."""


def generate(puzzle: Puzzle, random: Random) -> Puzzle:
    """A puzzle with the target, the states and the rule of this one, and a start from which presses lead there.

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
