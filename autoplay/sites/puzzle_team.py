"""The Puzzle Team family (puzzle-star-battle.com and its sisters), and pages built with the same ids."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.sites.base import Site, Verdict, poll

READY_S = 15.0
SUBMITS_ITSELF_S = 3.0
ANSWERS_S = 15.0
CONSENT = "#accept-choices, #qc-cmp2-ui button.css-47sehv"
# Asked all at once, since the page may change between two questions. A div.err is a notice about advertisements.
WORDS = """() => {
  const shown = (kind) => [...document.querySelectorAll(`#ajaxResponse p.${kind}`)]
    .find((element) => element.getClientRects().length)?.innerText.trim()
  return [shown('succ'), document.querySelector('input.clock.solved') !== null, shown('err')]
}"""


class PuzzleTeam(Site):
    """Knows when the board is there, the consent box, the stars in the title, and the word on the answer."""

    name = "puzzle-team"
    hosts = ("puzzle-star-battle.com", "puzzles-mobile.com")

    def claims_page(self, page: Page) -> bool:
        return page.locator("#puzzleForm").count() > 0 and page.locator("#ajaxResponse").count() > 0

    def ready(self, page: Page) -> None:
        with suppress(PlaywrightError):
            page.wait_for_selector("body.ingame, .board-back .cell", state="attached", timeout=READY_S * 1000)

    def consent(self, page: Page) -> None:
        button = page.locator(CONSENT).locator("visible=true")
        with suppress(PlaywrightError):
            if button.count():
                button.first.click(timeout=2000)

    def stars(self, page: Page) -> int | None:
        text = " ".join(page.locator(".puzzleInfo").all_inner_texts())
        found = re.search(r"(\d+)\s*★", text)
        return int(found[1]) if found else None

    def mark_robot(self, page: Page) -> None:
        with suppress(PlaywrightError):  # of a page that is just being replaced
            page.evaluate("() => { const robot = document.querySelector('#robot'); if (robot) robot.value = '1' }")

    def word(self, page: Page) -> Verdict | None:
        solved, has_stopped, wrong = page.evaluate(WORDS)
        if solved or has_stopped:
            return Verdict("solved", solved or "the clock has stopped")
        return Verdict("rejected", wrong) if wrong else None

    def confirm(self, page: Page, before: Verdict | None = None) -> Verdict:
        return self._confirm(page, before, "#btnReady", announces_s=SUBMITS_ITSELF_S, answers_s=ANSWERS_S)

    def next(self, page: Page) -> bool:
        button, number = page.locator("#btnNew"), page.locator("#puzzleID")
        if not button.count():
            return False
        old = number.all_inner_texts()
        button.click()
        return poll(page, lambda: number.all_inner_texts() not in ([], old) or None, ANSWERS_S) or False
