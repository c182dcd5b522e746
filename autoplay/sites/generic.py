"""Site for unknown pages: recognises success by new ids and classes after the last press."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page

from autoplay.sites.base import Site
from autoplay.sites.page_watch import PageResult, PageWatch, quote

SOLVED: Final = {
    *("solved", "won", "winner", "victory", "victorious"),
    *("congrats", "congratulation", "congratulations"),
}
BEFORE_WIN: Final = {"you", "game", "is", "has", "show"}
"""Words that may precede "win", which otherwise is short for a window."""
PARTS: Final = {
    *("row", "rows", "col", "cols", "column", "columns", "line", "lines", "region", "regions", "area", "areas"),
    *("cell", "cells", "tile", "tiles", "square", "squares", "group", "cage", "block", "unit", "star", "queen", "rule"),
    *("count", "counter", "number", "rate", "streak", "percent", "total", "stats", "today", "by", "others", "list"),
}
"""Words for parts of the puzzle, which a page may mark one by one, and for statistics."""
MAX_ELEMENTS: Final = 3
"""Maximum number of elements that may have the name: the page, its board and a box over it. Finished rows are more."""
WRONG: Final = {"not", "wrong", "incorrect", "invalid", "error", "err", "fail", "failed", "failure", "lose", "lost"}


class Generic(Site):
    """Site that takes an id or a class named like a success for the result, if nothing had it before the last press.

    It does not count if rows or regions are marked one by one: a page may do so a moment after they are full.
    The page's text is quoted and not interpreted.
    """

    def before_press(self, page: Page, watch: PageWatch) -> None:
        super().before_press(page, watch)
        watch.remember()

    def new_result(self, page: Page, watch: PageWatch) -> PageResult | None:
        if (result := super().new_result(page, watch)) or not watch.has_pressed:
            return result
        names, lines = watch.new_names_and_lines()
        called = next((name for name, number in names.items() if is_success(name, number)), "")
        if not called or any(WRONG & set(words(name)) for name in names):
            return None
        return PageResult("solved", quote(lines) or f"the page calls itself {called!r}")

    def new_text(self, watch: PageWatch) -> list[str]:
        return watch.new_names_and_lines()[1] if watch.has_pressed else []


def is_success(name: str, number: int = 1) -> bool:
    """Return True if an id or a class of so many elements says that the puzzle is solved: "board--solved", "youWin".

    "Complete" and "finished" do not count: the board may be full and wrong.
    """
    parts = words(name)
    if PARTS & set(parts):
        return False
    if "confetti" in parts:  # a piece of paper is an element
        return True
    is_win = "win" in parts and set(parts[: parts.index("win")]) <= BEFORE_WIN
    return number <= MAX_ELEMENTS and (is_win or bool(SOLVED & set(parts)))


def words(name: str) -> list[str]:
    """Return the words of an id or a class in lower case."""
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]
