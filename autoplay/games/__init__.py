"""Games: one adapter object for each, in a registry by name."""

from collections.abc import Mapping
from typing import Any, Final

from autoplay.games.adapter import GameAdapter
from autoplay.games.lights_out.adapter import LightsOutAdapter
from autoplay.games.options import PuzzleOptions
from autoplay.games.peg_solitaire.adapter import PegSolitaireAdapter
from autoplay.games.star_battle.adapter import StarBattleAdapter

__all__ = ["GAMES", "GameAdapter", "game_options"]

ADAPTERS: Final[tuple[GameAdapter, ...]] = (StarBattleAdapter(), LightsOutAdapter(), PegSolitaireAdapter())
"""Adapters, in the order in which a page is searched for their boards."""
GAMES: Final[dict[str, GameAdapter]] = {adapter.name: adapter for adapter in ADAPTERS}
"""Games by name."""


def game_options(puzzle: str, values: Mapping[str, Any]) -> PuzzleOptions | None:
    """Return a game's options from the values of the options with these names; None if there are no values.

    Raises BadNotation if they contradict each other, or a file does not have the right contents.
    """
    return GAMES[puzzle].options(dict(values)) if values else None
