"""Games: the one registry of autoplay.

A game is a line in ``REGISTRY``. The `Game` that it names has three parts: ``reader`` for boards in
pictures, ``solver`` for texts, solutions and new puzzles, and ``player`` for pages; the player part
names the class that presses the answer on a page, which is imported by `Game.player.applier_class`
only when a page is played. The readers themselves are listed by ``vision``.

Nothing heavy is imported here, so that ``--help`` can name the games.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

if TYPE_CHECKING:
    from autoplay.games.adapter import Game
    from autoplay.games.requests import PuzzleOptions

__all__ = ["GAMES", "TITLES", "parse_game_options"]


class GameEntry(NamedTuple):
    """Line of the registry: ``name`` for ``--puzzle``, ``title`` for people, place of the
    ``adapter``."""

    name: str
    title: str
    adapter: str


REGISTRY: Final = (
    GameEntry("star-battle", "Star Battle", "autoplay.games.star_battle.adapter:STAR_BATTLE"),
    GameEntry("lights-out", "Lights Out", "autoplay.games.lights_out.adapter:LIGHTS_OUT"),
    GameEntry("pegs", "Peg solitaire", "autoplay.games.peg_solitaire.adapter:PEG_SOLITAIRE"),
)
"""Games, in the order in which a page is searched for their boards."""
TITLES: Final = {entry.name: entry.title for entry in REGISTRY}
"""Titles of the games by name."""


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


GAMES: Final = GameTable({entry.name: entry.adapter for entry in REGISTRY})
"""Games by name."""


def parse_game_options(puzzle: str, values: Mapping[str, Any]) -> PuzzleOptions | None:
    """Return a game's options from the values of the command-line options with these names; None if
    there are none.

    Raises BadNotation if they contradict each other, or a file does not have the right contents.
    """
    if not values:
        return None
    return GAMES[puzzle].solver.parse_options(dict(values))
