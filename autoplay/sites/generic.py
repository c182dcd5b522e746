"""A page of which nothing is known: what it does after the last press has to speak for itself."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page

from autoplay.sites.base import Site, Verdict
from autoplay.sites.watch import Watch, quote

SOLVED: Final = {
    *("solved", "won", "winner", "victory", "victorious"),
    *("congrats", "congratulation", "congratulations", "confetti"),
}
WHOLE: Final = {"puzzle", "game", "level", "board"}
DONE: Final = {"complete", "completed", "finished"}
BEFORE_WIN: Final = {"you", "game", "is", "has", "show"}
"""What may stand before "win", which elsewhere is short for a window."""
WRONG: Final = {"not", "wrong", "incorrect", "invalid", "error", "err", "fail", "failed", "failure", "lose", "lost"}


class Generic(Site):
    """Its word is what is called a success, by an id or a class that nothing shown had before the last press.

    Only then: what marks single rows or regions was there before, and so was a count of puzzles. Words a page
    shows are quoted and not understood.
    """

    def before_press(self, page: Page, watch: Watch) -> None:
        super().before_press(page, watch)
        watch.remember()

    def news(self, page: Page, watch: Watch) -> Verdict | None:
        if (verdict := super().news(page, watch)) or not watch.has_pressed:
            return verdict
        names, lines = watch.news()
        called = next((name for name in names if is_success(name)), "")
        if not called or any(WRONG & set(words(name)) for name in names):
            return None
        return Verdict("solved", quote(lines) or f"the page calls itself {called!r}")

    def told(self, watch: Watch) -> list[str]:
        return watch.news()[1] if watch.has_pressed else []


def is_success(name: str) -> bool:
    """Whether an id or a class says that a puzzle is solved: "board--solved", "youWin", "level-complete"."""
    parts = words(name)
    is_win = "win" in parts and set(parts[: parts.index("win")]) <= BEFORE_WIN
    return is_win or bool(SOLVED & set(parts)) or bool(WHOLE & set(parts) and DONE & set(parts))


def words(name: str) -> list[str]:
    """The words an id or a class is made of, in small letters."""
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]
