"""Games: the one registry of autoplay.

A game is a line in ``TITLES`` and one in ``GAMES``. It has three parts: ``reader`` for boards in
pictures, ``solver`` for texts, solutions and new puzzles, and ``player`` for pages; the player part
names the class that presses the answer on a page, which is imported by `Game.player.applier_class`
only when a page is played. The readers themselves are listed by ``vision``.

Nothing heavy is imported here, so that ``--help`` can name the games.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from autoplay.games.adapter import Game
    from autoplay.games.requests import PuzzleOptions

__all__ = ["GAMES", "TITLES", "parse_game_options"]


TITLES: Final = {
    "star-battle": "Star Battle",
    "lights-out": "Lights Out",
    "pegs": "Peg solitaire",
}
"""Titles of the games by name, in the order in which a page is searched for their boards."""


class GameTable(UserDict[str, Any]):
    """Games by name; each is imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        """Return the game of a name; raise KeyError."""
        # A fourth game may be put in as an object; a place is looked up once.
        game = self.data[name]
        if isinstance(game, str):
            game = resolve_name(game)
            self.data[name] = game
        return cast("Game", game)


GAMES: Final = GameTable(
    {
        "star-battle": "autoplay.games.star_battle.adapter:STAR_BATTLE",
        "lights-out": "autoplay.games.lights_out.adapter:LIGHTS_OUT",
        "pegs": "autoplay.games.peg_solitaire.adapter:PEG_SOLITAIRE",
    }
)
"""Games by name: the place of each until it is imported."""


def parse_game_options(puzzle: str, values: Mapping[str, Any]) -> PuzzleOptions | None:
    """Return a game's options from the values of the command-line options with these names; None if
    there are none.

    Raises BadNotation if they contradict each other, or a file does not have the right contents.
    """
    if not values:
        return None
    return GAMES[puzzle].solver.parse_options(dict(values))
