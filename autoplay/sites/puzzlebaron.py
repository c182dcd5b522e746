"""puzzlebaron.com: a page that starts the clock precedes the board; how it reports "solved" is not
known."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.sites.base import CLICK_MS
from autoplay.sites.generic import Generic

START: Final = ".button_green"


class PuzzleBaron(Generic):
    """Site that knows the board, and the button of the page before it."""

    name = "puzzlebaron"
    hosts = ("starbattle.puzzlebaron.com",)
    board = f"#playing_board .box, {START}"

    def make_way(self, page: Page) -> bool:
        """Answer a consent box, then start the game if it has not begun; return True if either was
        done."""
        has_answered = super().make_way(page)
        button = page.locator(START).locator("visible=true")
        with suppress(PlaywrightError):
            if button.count() == 1:
                button.click(timeout=CLICK_MS, no_wait_after=True)
                return True
        return has_answered
