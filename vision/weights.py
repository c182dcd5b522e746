"""Weights of the signs for and against the boards of each game, in log-odds.

Fitted on 2026-11-24 by `python -m tests.qa.benchmarks.weights`, which prints on how many right and
wrong boards each sign is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vision.errors import ReadingError
from vision.game_reader import Sign

GIVEN: Final = "the puzzle is given"
"""Sign of every game: a person has said which puzzle it is."""

RULED_OUT: Final = -12.0
"""Weight of what no board of a game can be, also if the game is given: no picture contradicts it."""

WEIGHTS: Final[Mapping[str, Mapping[str, float]]] = {
    "star-battle": {
        GIVEN: 2.2,
        "N regions in N rows": 9.5,
        # Not fitted: e**3.5 times less, as the blocked cells are chosen among all colours.
        "N regions beside blocked cells": 6.0,
        # Not fitted: in several pieces, regions hardly count without exactly one solution.
        "N regions in several pieces": 7.1,
        "few rows": -6.9,
        "walls and open cells": 7.1,
        "regions without exactly one solution": -5.6,
        "walls without exactly one solution": -7.5,
        "marks where stars may be": 2.8,
        # Fitted as -3.9, and -1.3 for many different figures, which were only ever seen beside it.
        "marks where no stars may be": -5.2,
        "few colours, no lines": -6.2,
        "coloured cells, unlike walls": -5.3,
        # Not fitted: what covers a board seldom leaves N regions.
        "cells of several colours": -6.0,
        # Not fitted: no walled board has them, and a large crossword may have one solution.
        "numbers in corners": -6.0,
        "equal boxes": RULED_OUT,
    },
    "lights-out": {
        GIVEN: 3.0,
        "equal cells in rows and columns": 1.2,
        "cells that fill a rectangle": 2.5,
        "cells in colour": 0.7,
        "squares of a chess board": RULED_OUT,
        "lines of two widths between lamps": RULED_OUT,
        "lines or things in cells that touch": RULED_OUT,
        # Not fitted: no look draws it, and walls are chosen so that one solution is left.
        "black cells that merge with the lines": -6.0,
        "things of different shapes on one ground": -7.0,
        "colours that are no steps of one light": -6.7,
        "stripes or symmetry": -2.8,
        "discs that fill no rectangle": -2.0,
        "cells of one state that differ": -6.1,
    },
    "pegs": {
        # Not fitted: both together are enough, but neither alone. Cells and letters of all other
        # looks form boards of other shapes; a board that nobody knows has discs.
        GIVEN: 1.0,
        "the shape of a usual board": 1.0,
        "round pegs": 6.2,
    },
}


def weigh(puzzle: str, name: str, refusal: ReadingError | None = None) -> Sign:
    """Return the sign of this name for or against a board of a game, and the refusal that belongs
    to it."""
    return Sign(name, WEIGHTS[puzzle][name], refusal)


def most_odds(puzzle: str) -> float:
    """Return the highest log-odds that signs can give a board of a game that was not given."""
    weights = WEIGHTS[puzzle]
    return sum(weight for name, weight in weights.items() if weight > 0 and name != GIVEN)
