"""Star Battle, as a game to be played; what needs a picture or a page is imported when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from autoplay.games.game import Game, Wishes
from autoplay.text import draw, stars

if TYPE_CHECKING:
    from autoplay.games.verbs import Verbs
    from autoplay.placing import Placing
    from vision import Reading
    from vision.image import Image


def _read(image: Image, lit: str) -> Reading:  # noqa: ARG001 (there are no lamps)
    from vision import read_board

    return read_board(image, puzzle="star-battle")


def _is_sure(image: Image, reading: Reading) -> bool:
    from autoplay.games.star_battle.play import is_sure

    return is_sure(image, reading)


def _is_proved(reading: Reading) -> bool:
    from autoplay.games.star_battle.play import is_proved

    return is_proved(reading)


def _solve(reading: Reading, wishes: Wishes) -> tuple[Any, Any]:
    from autoplay.games.star_battle.play import solve_board

    return solve_board(reading, wishes)


def _placing() -> type[Placing]:
    from autoplay.games.star_battle.placing import PlacingStars

    return PlacingStars


def _verbs() -> Verbs:
    from autoplay.games.star_battle import verbs

    return verbs


STAR_BATTLE: Final = Game(
    "star-battle",
    _read,
    is_plain=True,
    has_lines=True,
    is_sure=_is_sure,
    is_proved=_is_proved,
    solve=_solve,
    placing=_placing,
    unplayed=lambda puzzle, solution: "nothing was clicked",  # noqa: ARG005
    explains=True,
    facts=lambda reading, puzzle: {"stars": puzzle.stars, "marks": reading.marks},
    draw=lambda puzzle, solution: draw(puzzle.grid, stars(solution.cells)),
    kind=lambda puzzle: f"{len(puzzle.grid)}x{len(puzzle.grid[0])}/{puzzle.stars}★",
    verbs=_verbs,
)
