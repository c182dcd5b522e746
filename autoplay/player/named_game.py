"""Find the game that a page names in its title, its address or a heading, as a person would read
it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from playwright.sync_api import Page

from autoplay.browser.wait import ask
from autoplay.games.adapter import Game

NAMES: Final = """() => [document.title, location.pathname,
  ...[...document.querySelectorAll('h1, h2')].map((heading) => heading.innerText ?? '')]"""
"""Script returning what may name the game of a page."""


def named_game(page: Page, games: Sequence[Game]) -> str:
    """Return the name of the only one of these games that a page names; empty if there is none."""
    texts = ask(page, lambda: page.evaluate(NAMES)) or []
    named = {game.name for game in games for text in texts if is_named(game, str(text))}
    return named.pop() if len(named) == 1 else ""


def is_named(game: Game, text: str) -> bool:
    """Return True if a text has one of the titles of a game: "LightsOut", "lights-out" and "Lights
    Out!" all count."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)
    spaced = f" {' '.join(parts).lower()} "
    for title in game.player.titles:
        if f" {title} " in spaced:
            return True
        if " " in title and title.replace(" ", "") in spaced:
            return True
    return False
