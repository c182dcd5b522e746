"""Lights Out, as a game to be played; what needs a picture or a page is imported when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from autoplay.games.game import Game, Wishes

if TYPE_CHECKING:
    from autoplay.games.verbs import Verbs
    from autoplay.placing import Placing
    from vision import Reading
    from vision.image import Image


def _read(image: Image, lit: str) -> Reading:
    from vision import read_board

    return read_board(image, puzzle="lights-out", lit=lit)


def _solve(reading: Reading, wishes: Wishes) -> tuple[Any, Any]:
    from autoplay.games.lights_out.play import solve_board

    return solve_board(reading, wishes)


def _placing() -> type[Placing]:
    from autoplay.games.lights_out.placing import PlacingLamps

    return PlacingLamps


def _unplayed(lamps: Any, presses: Any) -> str:
    from autoplay.games.lights_out.play import unplayed

    return unplayed(lamps, presses)


def _draw(lamps: Any, presses: Any) -> str:
    from autoplay.games.lights_out.play import draw_presses

    return draw_presses(lamps, presses)


def _verbs() -> Verbs:
    from autoplay.games.lights_out import verbs

    return verbs


LIGHTS_OUT: Final = Game(
    "lights-out",
    _read,
    is_plain=False,
    has_lines=False,
    is_sure=lambda picture, reading: True,  # noqa: ARG005
    is_proved=lambda reading: False,  # noqa: ARG005
    solve=_solve,
    placing=_placing,
    unplayed=_unplayed,
    explains=False,
    facts=lambda reading, lamps: {"target": lamps.target, "rule": lamps.rule},  # noqa: ARG005
    draw=_draw,
    kind=lambda lamps: f"{len(lamps.grid)}x{len(lamps.grid[0])} lamps, rule {lamps.rule}, target {lamps.target}",
    verbs=_verbs,
)
