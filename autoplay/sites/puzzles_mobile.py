"""puzzles-mobile.com: the Puzzle Team's pages for phones, built of other elements than
puzzle-star-battle.com."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.sites.base import CLICK_MS
from autoplay.sites.generic import Generic
from autoplay.sites.page_watch import PageResult, PageWatch, quote
from autoplay.sites.puzzle_team import SISTER
from autoplay.sites.statements import meaning

MENU: Final = "#additional-menu"
NEW: Final = ".new-puzzle"
SHOWN_TEXTS: Final = """() => {
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const texts = (selector) => shown(selector)
    .flatMap((element) => element.innerText.split('\\n')).map((line) => line.trim()).filter(Boolean)
  const dialog = document.body.classList.contains('has-dialog-active')
    ? texts('#dialog .dialog-title, #dialog .dialog-content') : []
  const success = texts('.global-alert-success .message')
  const error = texts('.global-alert-error .message')
  return [success, error, dialog, shown('.new-puzzle').length > 0]
}"""
"""Script returning the messages of the alerts, the texts of the open dialog, and True if a new
puzzle is offered."""
STARS: Final = re.compile(r"(\d+)x\1\s*/\s*(\d+)\s*★")
"""Size and stars in a title such as "14x14 / 3★ Hard Star Battle"."""


class PuzzlesMobile(Generic):
    """Site that knows the alerts and the dialog with the result, the Check button in its menu, and
    the next puzzle.

    | the page shows                       | result                                               |
    |--------------------------------------|------------------------------------------------------|
    | an error alert that means a mistake  | rejected                                             |
    | a success alert that means a success | solved                                               |
    | a dialog with words that mean either | rejected or solved, by words; solved by state, if a  |
    |                                      | new puzzle is offered too                            |
    | the offer of a new puzzle            | solved: it is shown only after the puzzle is         |

    Its mouse wheel zooms the board. Numbers of puzzles, and a field for robots, are not known
    there.
    """

    name = "puzzles-mobile"
    hosts = ("puzzles-mobile.com",)
    board = "#stage"
    button = "puzzle-button[caption='Check']"
    always_answers = True

    def claims_page(self, page: Page) -> bool:
        return (
            page.locator("puzzle-button").count() > 0
            and page.locator(f"#stage, {MENU}").count() > 1
        )

    def refusal(self, url: str) -> str:
        """Refuse the other puzzles of the site: the first part of the path names them."""
        is_sister = self.claims_url(url) and "star-battle" not in urlsplit(url).path.split("/")
        return SISTER if is_sister else ""

    def stars(self, page: Page) -> int | None:
        """Return the stars in the title; None if titles of several sizes are shown, of which the
        address names none."""
        found = STARS.findall(page.locator("body").inner_text())
        size = re.search(r"/(\d+)x\1\b", urlsplit(page.url).path)
        counts = {int(stars) for side, stars in found if not size or side == size[1]}
        return counts.pop() if len(counts) == 1 else None

    def result(self, page: Page) -> PageResult | None:
        success, error, dialog, offers_new = page.evaluate(SHOWN_TEXTS)
        # Other alerts of the page tell nothing: its server may be away, or a setting stored.
        if meaning(error) == "wrong":
            return PageResult("rejected", quote(error), "state")
        if meaning(success) == "solved":
            return PageResult("solved", quote(success), "state")
        said = meaning(dialog)
        if said == "wrong":
            return PageResult("rejected", quote(dialog), "words")
        if said == "solved":
            return PageResult("solved", quote(dialog), "state" if offers_new else "words")
        return PageResult("solved", "the page offers a new puzzle", "state") if offers_new else None

    def spoken_result(self, page: Page, watch: PageWatch) -> PageResult | None:
        spoken = super().spoken_result(page, watch)
        # A dialog may have come between two questions.
        return spoken and (self.new_result(page, watch) or spoken)

    def next(self, page: Page) -> bool:
        """Open the next puzzle; return False if the page does not offer one."""
        button = page.locator(NEW).locator("visible=true")
        if not button.count():
            return False
        is_gone = self.press_next(page, button, lambda: not button.count())
        self.ready(page)
        return is_gone

    def _submit(self, page: Page, watch: PageWatch) -> bool:
        """Press Check, after opening the menu that holds it; return True if the page has it."""
        check = page.locator(self.button).locator("visible=true")
        menu = page.locator(MENU).locator("visible=true")
        with suppress(PlaywrightError):
            if menu.count() and not check.count():
                menu.first.click(timeout=CLICK_MS)
                check.first.wait_for(timeout=CLICK_MS)
        return super()._submit(page, watch)
