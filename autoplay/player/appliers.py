"""Appliers by game."""

from __future__ import annotations

from typing import Final

from autoplay.player.applier import AnswerApplier
from autoplay.player.lights_out.applier import LightsOutApplier
from autoplay.player.peg_solitaire.applier import PegSolitaireApplier
from autoplay.player.star_battle.applier import StarBattleApplier

APPLIERS: Final[dict[str, type[AnswerApplier]]] = {
    "star-battle": StarBattleApplier,
    "lights-out": LightsOutApplier,
    "pegs": PegSolitaireApplier,
}
"""Class that applies an answer, by the name of its game."""
