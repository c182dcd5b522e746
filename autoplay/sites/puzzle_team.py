"""The Puzzle Team family (puzzle-star-battle.com and its sisters), and pages built with the same
ids."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.browser.wait import ask
from autoplay.errors import PageNotPlayed
from autoplay.sites.base import Site
from autoplay.sites.page_watch import PageResult

HOME: Final = "https://www.puzzle-star-battle.com"
SPECIALS: Final = {
    "daily": f"{HOME}/?size=9",
    "weekly": f"{HOME}/?size=10",
    "monthly": f"{HOME}/?size=11",
}
SISTER: Final = "only Star Battle is played, not its sister puzzles"
DATE: Final = ".puzzleInfo select[name=date]"
CHOSEN_DATE: Final = f"""() => {{
  const lists = [...document.querySelectorAll('{DATE}')]
  const shown = lists.find((element) => element.getClientRects().length)
  return shown?.value || shown?.selectedOptions[0]?.text.trim() || ''
}}"""
# One script, because the page may change between two. A div.err is a notice about advertisements.
RESULT: Final = """() => {
  const shown = (kind) => [...document.querySelectorAll(`#ajaxResponse p.${kind}`)]
    .find((element) => element.getClientRects().length)?.innerText.trim()
  return [shown('succ'), document.querySelector('input.clock.solved') !== null, shown('err')]
}"""
ROBOT: Final = """() => {
  const robot = document.querySelector('#robot')
  if (robot) robot.value = '1'
  return robot !== null
}"""
ENGINE: Final = r"""() => {
  const ident = /\bident\s*:\s*['"]([a-z-]+)\.[^'"]*['"]/
  const found = [...document.scripts].map((script) => script.textContent.match(ident)?.[1])
  return found.find(Boolean) ?? ''
}"""
"""Script returning the puzzle that the engine was started for. Its ident is "star-battle.5", or
"star-battle.specific.10x10" for a puzzle by number."""


class PuzzleTeam(Site):
    """Site that knows when the board exists, the stars in the title, the id and date, and the
    result of an answer."""

    name = "puzzle-team"
    hosts = ("puzzle-star-battle.com",)
    board = "body.ingame, .board-back .cell"
    button = "#btnReady"
    always_answers = True

    def claims_page(self, page: Page) -> bool:
        return page.locator("#puzzleForm").count() > 0 and page.locator("#ajaxResponse").count() > 0

    def ready(self, page: Page) -> None:
        """Wait until the page shows its puzzle; raises PageNotPlayed for the board of a sister
        puzzle."""
        super().ready(page)
        if ask(page, lambda: page.evaluate(ENGINE)) not in (None, "", "star-battle", "starbattle"):
            raise PageNotPlayed(f"{page.url}: {SISTER}", hint=SPECIALS["daily"])

    def stars(self, page: Page) -> int | None:
        text = " ".join(page.locator(".puzzleInfo").all_inner_texts())
        found = re.search(r"(\d+)\s*★", text)
        return int(found[1]) if found else None

    def puzzle_id(self, page: Page) -> str | None:
        """Return the number that the page shows; None for a puzzle of the day, week or month, which
        has none."""
        text = "".join(page.locator("#puzzleID").all_inner_texts())
        return re.sub(r"[^\w-]", "", text) or None  # without thousands separators

    def date(self, page: Page) -> str | None:
        return page.evaluate(CHOSEN_DATE) or None

    def mark_robot(self, page: Page) -> bool:
        with suppress(PlaywrightError):  # of a page that is just being replaced
            return bool(page.evaluate(ROBOT))
        return False

    def result(self, page: Page) -> PageResult | None:
        solved, has_stopped, wrong = page.evaluate(RESULT)
        if solved or has_stopped:
            return PageResult("solved", solved or "the clock has stopped", "state")
        return PageResult("rejected", wrong, "state") if wrong else None

    def next(self, page: Page) -> bool:
        """Open the next puzzle; return False for a puzzle of the day, week or month, which has
        none."""
        button = page.locator("#btnNew")
        number = page.locator("#puzzleID")
        if page.locator(DATE).count() or not button.count():
            return False
        self.consent(page)
        old = number.all_inner_texts()
        return self.press_next(page, button, lambda: number.all_inner_texts() not in ([], old))
