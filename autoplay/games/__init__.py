"""Games: a row for each puzzle, with its reader, its solver and how it is placed."""

from typing import Final

from autoplay.games.game import Answer, Cell, Game, Given, Target, Wishes
from autoplay.games.lights_out import LIGHTS_OUT
from autoplay.games.star_battle import STAR_BATTLE

__all__ = ["GAMES", "LIGHTS_OUT", "STAR_BATTLE", "Answer", "Cell", "Game", "Given", "Target", "Wishes"]

GAMES: Final[dict[str, Game]] = {game.name: game for game in (STAR_BATTLE, LIGHTS_OUT)}
"""By the name that ``Reading.puzzle`` and ``--puzzle`` have for it, in the order in which a page is read for them."""
