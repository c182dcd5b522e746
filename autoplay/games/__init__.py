"""Games: the one registry of autoplay, and the requests to read, solve and generate puzzles.

A game is a line in ``TITLES`` and one in ``GAMES``. It has three parts: ``reader`` for boards in
pictures, ``solver`` for texts, solutions and new puzzles, and ``player`` for pages; the player part
names the class that presses the answer on a page, which is imported by `Game.player.applier_class`
only when a page is played. The readers themselves are listed by ``vision``. A request is made once
by an interface, and passed on unchanged.

Nothing heavy is imported here, so that ``--help`` can name the games.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeAlias, TypeVar, cast

from solvers.cells import Cell

if TYPE_CHECKING:
    from autoplay.games.adapter import Game


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


AUTO = "auto"
"""Value of ``puzzle`` and ``lit`` that leaves the decision to the reader."""
PUZZLE_OPTION = "--puzzle"
"""The option that names the game; options for one game only name it too."""
AnyStep = TypeVar("AnyStep")
Steps: TypeAlias = Literal["all", "next"]
"""Steps to a solution: all of them, or the next one from the marks on the board."""


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """Options of one game, such as the stars of a Star Battle; each game has its own subclass."""

    @classmethod
    def of(cls, options: PuzzleOptions | None) -> Self:
        """Return these options, or the defaults if they are None or of another game."""
        return options if isinstance(options, cls) else cls()


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """Part of each request that is about the board.

    ``puzzle`` is the name of the game, or "auto". ``lit``, ``size``, ``crop`` and ``fixes`` are for
    pictures, as for ``vision.inspect``. ``options`` are those of one game, None if none is given;
    ``named_by`` are the options that name the game, if it is not "auto".
    """

    puzzle: str = AUTO
    lit: str = AUTO
    size: int | None = None
    crop: tuple[int, int, int, int] | None = None
    fixes: Mapping[Cell, str] = field(default_factory=dict)
    options: PuzzleOptions | None = None
    named_by: str = PUZZLE_OPTION


@dataclass(frozen=True, slots=True)
class SolveRequest(BoardRequest):
    """Request to solve puzzles.

    ``overlay`` is the file for a picture of the solution; ``timeout_s`` is the total time limit for
    each puzzle, None for no limit; ``count`` is the number of solutions to list at most, None for
    the usual one; ``published`` prints them as the article about such a game does; ``steps`` asks
    for steps to the solution.
    """

    overlay: Path | None = None
    timeout_s: float | None = None
    count: int | None = None
    published: bool = False
    steps: Steps | None = None

    def take_steps(self, steps: Iterator[AnyStep]) -> tuple[AnyStep, ...]:
        """Take the requested ones of the steps to a solution."""
        if self.steps is None:
            return ()
        return tuple(islice(steps, 1 if self.steps == "next" else None))

    @property
    def picture_options(self) -> list[str]:
        """The given options that only a picture can have."""
        values = {
            "--overlay": self.overlay,
            "--size": self.size,
            "--crop": self.crop,
            "--fix": self.fixes,
        }
        return [option for option, value in values.items() if value]


@dataclass(frozen=True, slots=True)
class ReadRequest(BoardRequest):
    """Request to read pictures.

    ``every`` reads all boards of a picture, ``solve`` solves them too. ``text_form`` requests each
    board as text in this form. ``overlay`` is a .png file for the picture of what was read, or a
    folder for several; ``debug`` is the folder for the pictures of the stages.
    """

    every: bool = False
    solve: bool = False
    overlay: Path | None = None
    debug: Path | None = None
    text_form: str | None = None

    def overlay_path(self, key: str) -> Path:
        """Return the file for the overlay of the picture with this key."""
        assert self.overlay
        return self.overlay if self.has_overlay_file else self.overlay / f"{key}.png"

    @property
    def has_overlay_file(self) -> bool:
        """True if ``overlay`` is a single file, not a folder for several."""
        path = self.overlay
        return path is not None and path.suffix.lower() == ".png" and not path.is_dir()


@dataclass(frozen=True, slots=True)
class GenerateRequest:
    """Request for new puzzles: ``size`` is (rows, columns), None for the game's usual size;
    ``options`` as above."""

    size: tuple[int, int] | None = None
    timeout_s: float | None = None
    options: PuzzleOptions | None = None
