"""Games: one adapter object for each, in a registry by name."""

from typing import Final

from autoplay.games.adapter import GameAdapter
from autoplay.games.lights_out.adapter import LightsOutAdapter
from autoplay.games.peg_solitaire.adapter import PegSolitaireAdapter
from autoplay.games.star_battle.adapter import StarBattleAdapter

__all__ = ["GAMES", "GameAdapter"]

ADAPTERS: Final[tuple[GameAdapter, ...]] = (StarBattleAdapter(), LightsOutAdapter(), PegSolitaireAdapter())
"""In the order in which a page is searched for their boards."""
GAMES: Final[dict[str, GameAdapter]] = {adapter.name: adapter for adapter in ADAPTERS}
"""Games by name."""
