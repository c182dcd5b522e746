"""Games: a row for each puzzle; its reader, its solver and how it is placed are found by its name."""

from typing import Final

from autoplay.games.game import Answer, End, Game, Given, Target, Wishes

__all__ = ["GAMES", "LIGHTS_OUT", "PEGS", "STAR_BATTLE", "Answer", "End", "Game", "Given", "Target", "Wishes"]

STAR_BATTLE: Final = Game("star-battle", is_plain=True, has_lines=True, explains=True)
LIGHTS_OUT: Final = Game("lights-out")
PEGS: Final = Game("pegs")
GAMES: Final[dict[str, Game]] = {game.name: game for game in (STAR_BATTLE, LIGHTS_OUT, PEGS)}
"""By the name that ``Reading.puzzle`` and ``--puzzle`` have for it, in the order in which a page is read for them."""
