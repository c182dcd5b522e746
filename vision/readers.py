"""Registry of the games that can be read."""

from __future__ import annotations

from typing import Final

from vision.game_reader import GameReader
from vision.lights_out.reader import LightsOutReader
from vision.peg_solitaire.reader import PegSolitaireReader
from vision.star_battle.reader import StarBattleReader

READERS: Final[tuple[GameReader, ...]] = (
    StarBattleReader(),
    LightsOutReader(),
    PegSolitaireReader(),
)
"""Readers of all games, in the order in which they run if the puzzle is not given."""
