"""Requests to play, as short as tests want them."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from autoplay.games.lights_out.options import LightsOutOptions
from autoplay.games.peg_solitaire.options import PegSolitaireOptions
from autoplay.games.star_battle.options import StarBattleOptions
from autoplay.player.play_request import PlayRequest
from autoplay.player.play_result import PlayResult
from autoplay.player.run import PuzzleRun, play_page
from autoplay.sites import Site

OPTIONS: Final = {
    "stars": ("star-battle", StarBattleOptions),
    "target": ("lights-out", LightsOutOptions),
    "end": ("pegs", PegSolitaireOptions),
}
QUICK: Final = (0.0, 0.0)
"""The pace of a player who does not wait between presses."""


def request_for(url: str, folder: Path, **given: Any) -> PlayRequest:
    """Return a request; `stars`, `target` and `end` become the options of their games."""
    options = {}
    for name, (puzzle, of_game) in OPTIONS.items():
        if (value := given.pop(name, None)) is not None:
            options[puzzle] = of_game(**{name: value})
    return PlayRequest(url, folder, **{"options": options, **given})


def play(page: Page, site: Site, folder: Path, **given: Any) -> PlayResult:
    """Play the puzzle of an open page."""
    return play_page(page, site, request_for(page.url, folder, **given))


def run_all(page: Page, url: str, folder: Path, **given: Any) -> list[Any]:
    """Play as many puzzles of an address as are asked for, and return their results."""
    request = request_for(url, folder, **given)
    run = PuzzleRun(page, request)
    return [run.run() for _ in range(request.count)]
