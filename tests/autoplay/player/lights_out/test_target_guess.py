"""Lit lamps: certain only if the others are more like the page around the board."""

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from autoplay.games.lights_out.player import PlayedLamps
from autoplay.player.lights_out.rule_inference import RuleInference
from autoplay.player.lights_out.target_guess import TargetGuess
from vision import read_board

LIT = {(0, 1), (1, 0), (1, 2), (2, 3), (3, 3)}
SIDE, PITCH, MARGIN = 4, 60, 80


def draw(page, unlit, lit):
    """Draw lamps of two greys with a border, apart from one another, on a page of a third."""
    side = SIDE * PITCH + 2 * MARGIN
    picture = np.full((side, side, 3), page, np.uint8)
    for row in range(SIDE):
        for col in range(SIDE):
            x, y = MARGIN + col * PITCH, MARGIN + row * PITCH
            grey = lit if (row, col) in LIT else unlit
            cv2.rectangle(picture, (x, y), (x + 50, y + 50), (136, 136, 136), cv2.FILLED)
            cv2.rectangle(picture, (x + 2, y + 2), (x + 48, y + 48), (grey,) * 3, cv2.FILLED)
    return picture


@pytest.mark.parametrize(("page", "unlit", "lit", "others"), [
    pytest.param(255, 17, 255, ["on"], id="black lamps on a white page"),
    pytest.param(20, 60, 255, [], id="white lamps on a dark page"),
])  # fmt: skip
def test_the_other_target_is_tried_unless_the_lit_lamps_stand_out(page, unlit, lit, others):
    picture = draw(page, unlit, lit)
    reading = read_board(picture, puzzle="lights-out")
    board: Any = SimpleNamespace(
        reading=reading, picture=picture, first=None, game=SimpleNamespace(name="lights-out")
    )
    lamps = PlayedLamps(reading.grid, "off")
    guess = TargetGuess(board, lamps, RuleInference(reading.grid), reading.grid)
    assert list(guess.others()) == others
