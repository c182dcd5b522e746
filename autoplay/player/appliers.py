"""Registry of the classes that play an answer on a page, by game."""

from __future__ import annotations

from typing import Final

from autoplay.player.applier import Placing
from autoplay.player.lights_out.applier import PlacingLamps
from autoplay.player.peg_solitaire.applier import PlacingPegs
from autoplay.player.star_battle.applier import PlacingStars

APPLIERS: Final[dict[str, type[Placing]]] = {
    "star-battle": PlacingStars,
    "lights-out": PlacingLamps,
    "pegs": PlacingPegs,
}
"""By the name of the game in ``GAMES``."""
