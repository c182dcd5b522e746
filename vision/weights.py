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

WEIGHTS: Final[Mapping[str, Mapping[str, float]]] = {
    "star-battle": {
        GIVEN: 2.9,
        "N regions in N rows": 7.1,
        "few rows": -2.1,
        "walls and open cells": 3.8,
        "regions without exactly one solution": -4.0,
        "walls without exactly one solution": -5.7,
        "regions in pieces without exactly one solution": -6.0,
        "regions of clearly different colours": 1.0,
        "marks where stars may be": 3.0,
        "marks where no stars may be": -0.7,
        "few colours, no lines": -4.0,
        "coloured cells, unlike walls": -2.9,
        "nearly all one region": -1.6,
        "many different figures": -3.5,
        "things in most cells": -1.2,
        "numbers in corners": -2.2,
        "equal boxes": -4.4,
        "different figures in equal boxes": -1.3,
    },
    "lights-out": {
        GIVEN: 4.3,
        "equal cells in rows and columns": 0.0,
        "cells that fill a rectangle": 1.8,
        "cells in colour": 1.5,
        "something drawn in every cell": 1.2,
        "cells that are all alike": -1.4,
        "squares of a chess board": -5.2,
        "lines of two widths between lamps": -4.4,
        "lines or things in cells that touch": -2.2,
        "other cells of the same size beside them": -2.2,
        "an end at the picture's border": -1.8,
        "things of different shapes on one ground": -4.5,
        "cells like walls or a drawing": 0.2,
        "colours that are no steps of one light": -5.7,
        "stripes or symmetry": -1.7,
        "cells of one state that differ": -4.6,
        "a part of a larger grid of such cells": -1.6,
    },
    "pegs": {
        GIVEN: 0.7,
        "the shape of a usual board": 4.9,
        "a shape of its own": -5.5,
        "pegs clearly unlike holes": 0.5,
        "pegs that are hardly unlike holes": -1.0,
        "it is open what are pegs": -1.1,
        "round pegs": 1.2,
        "sites that fill a rectangle": -2.0,
        "lines of two widths between sites": -1.5,
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
