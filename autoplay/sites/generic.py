"""A page of which nothing is known: what it does after the last press has to speak for itself."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page

from autoplay.sites.base import Site, Verdict
from autoplay.sites.watch import Watch, quote

SOLVED: Final = {
    *("solved", "won", "winner", "victory", "victorious"),
    *("congrats", "congratulation", "congratulations"),
}
BEFORE_WIN: Final = {"you", "game", "is", "has", "show"}
"""What may stand before "win", which elsewhere is short for a window."""
PARTS: Final = {
    *("row", "rows", "col", "cols", "column", "columns", "line", "lines", "region", "regions", "area", "areas"),
    *("cell", "cells", "tile", "tiles", "square", "squares", "group", "cage", "block", "unit", "star", "queen", "rule"),
    *("count", "counter", "number", "rate", "streak", "percent", "total", "stats", "today", "by", "others", "list"),
}
"""What is not the puzzle: parts of it, which a page may mark one by one, and what is said of puzzles elsewhere."""
MOST_ALIKE: Final = 3
"""How many elements may be called so: the page, its board and a box over it. Finished rows are more."""
WRONG: Final = {"not", "wrong", "incorrect", "invalid", "error", "err", "fail", "failed", "failure", "lose", "lost"}


class Generic(Site):
    """Its word is what is called a success, by an id or a class that nothing shown had before the last press.

    Only then, and not where rows or regions are marked one by one: a page may do so a moment after they are full.
    Words a page shows are quoted and not understood.
    """

    def before_press(self, page: Page, watch: Watch) -> None:
        super().before_press(page, watch)
        watch.remember()

    def news(self, page: Page, watch: Watch) -> Verdict | None:
        if (verdict := super().news(page, watch)) or not watch.has_pressed:
            return verdict
        names, lines = watch.news()
        called = next((name for name, number in names.items() if is_success(name, number)), "")
        if not called or any(WRONG & set(words(name)) for name in names):
            return None
        return Verdict("solved", quote(lines) or f"the page calls itself {called!r}")

    def told(self, watch: Watch) -> list[str]:
        return watch.news()[1] if watch.has_pressed else []


def is_success(name: str, number: int = 1) -> bool:
    """Whether an id or a class of so many elements says that a puzzle is solved: "board--solved", "youWin".

    What is complete or finished may be full and wrong.
    """
    parts = words(name)
    if PARTS & set(parts):
        return False
    if "confetti" in parts:  # a piece of paper is an element
        return True
    is_win = "win" in parts and set(parts[: parts.index("win")]) <= BEFORE_WIN
    return number <= MOST_ALIKE and (is_win or bool(SOLVED & set(parts)))


def words(name: str) -> list[str]:
    """The words an id or a class is made of, in small letters."""
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]
