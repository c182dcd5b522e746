"""What a site may know about its pages; everything is optional, and the board is never part of it."""

# ruff: noqa: ARG002 (a site that knows nothing has no use for the page)

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar, Final, Literal, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.sites.consent import answer_consent
from autoplay.sites.watch import Watch, quote

T = TypeVar("T")

READY_S: Final = 15.0
ANNOUNCES_S: Final = 2.0
"""How long a page may take to say something of its own accord."""
ANSWERS_S: Final = 20.0
"""How long it may take once the answer is on its way; servers that take ten seconds are seen."""
CLICK_MS: Final = 2000
SHOWN: Final = "the board shows the full solution"
MARKED: Final = "the board shows a mark, which may not be a star, in every cell of the solution"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of an answer, and in what words.

    ``result`` is solved or rejected by the page's own word, unknown if it says nothing, unplayed if it was
    given none.
    """

    result: Literal["solved", "rejected", "unknown", "unplayed"]
    message: str


class Site:
    """A page of which nothing is known. A site overrides what it knows better; ids and classes, no words.

    ``hosts`` are the domains (with their subdomains) it is chosen by, ``board`` finds what is there once the
    puzzle is, ``button`` what hands the answer in.
    """

    name: ClassVar[str] = "generic"
    hosts: ClassVar[tuple[str, ...]] = ()
    board: ClassVar[str] = ""
    button: ClassVar[str] = ""

    def claims_url(self, url: str) -> bool:
        """Whether the address is one of this site's."""
        host = urlsplit(url).hostname or ""
        return any(host == domain or host.endswith(f".{domain}") for domain in self.hosts)

    def claims_page(self, page: Page) -> bool:
        """Whether the page that was opened is built like this site's, whatever its address."""
        return False

    def refusal(self, url: str) -> str:
        """Why an address of this site is not played; empty if it is."""
        return ""

    def ready(self, page: Page) -> None:
        """Wait, within bounds, until the page shows its puzzle; returns either way."""
        if self.board:
            with suppress(PlaywrightError):
                page.wait_for_selector(self.board, state="attached", timeout=READY_S * 1000)

    def consent(self, page: Page) -> bool:
        """Answer a consent box, if there is one; whether there was."""
        return answer_consent(page)

    def make_way(self, page: Page) -> bool:
        """Answer a consent box, and whatever else stands before a board not played yet; whether anything did."""
        return self.consent(page)

    def stars(self, page: Page) -> int | None:
        """How many stars the page says a row holds."""
        return None

    def puzzle_id(self, page: Page) -> str | None:
        """What the page calls the puzzle that it shows."""
        return None

    def date(self, page: Page) -> str | None:
        """The day the page gives a puzzle of the day, week or month, in its own form."""
        return None

    def mark_robot(self, page: Page) -> bool:
        """Tell a page that asks for it that a program plays; whether there is nothing left to tell."""
        return True

    def watch(self, page: Page) -> Watch:
        """Keep an eye on the page from now on, before anything is pressed."""
        return Watch(page, poll(page, lambda: self.word(page), 0))

    def before_press(self, page: Page, watch: Watch) -> None:
        """To be called right before each press."""
        watch.pressed()
        watch.knows_robot = watch.knows_robot or self.mark_robot(page)

    def word(self, page: Page) -> Verdict | None:
        """What the page says of the answer at this moment."""
        return None

    def news(self, page: Page, watch: Watch) -> Verdict | None:
        """What the page says at this moment, unless that is what it said before.

        Raises PageUnreachable if the browser shows an error page of its own.
        """
        watch.check_reachable()
        word = self.word(page)
        return None if word == watch.before else word

    def confirm(self, page: Page, watch: Watch, *, is_sure: bool = True, seen: str = SHOWN) -> Verdict:
        """Wait, within bounds, for the page's word on the answer; hand it in, once, if the page leaves that to us.

        An answer is not handed in unless it ``is_sure`` that the board shows it; ``seen`` is what it shows.
        Raises PageUnreachable if the browser shows an error page of its own.
        """
        word = None if watch.has_pressed else poll(page, lambda: self.word(page), 0)
        if word and word.result == "solved":
            return word
        verdict = self._hear(page, watch, ANNOUNCES_S)
        if verdict is None and (watch.has_sent or (is_sure and self._hand_in(page, watch))):
            verdict = self._hear(page, watch, ANSWERS_S, until=lambda: watch.answered_s > ANNOUNCES_S)
            verdict = verdict or self._repeated(page, watch)
        return verdict or self.silence(page, watch, seen)

    def silence(self, page: Page, watch: Watch, seen: str = SHOWN) -> Verdict:
        """The verdict where the page gave none: what was seen of the board, and what else there is to tell."""
        if watch.dialogs:
            said = f"the page said in a dialog: {quote(watch.dialogs)}"
        elif lines := self.told(watch):
            said = f"the page now also shows: {quote(lines)}"
        elif watch.failure:
            said = f"what the page sent to its server failed ({watch.failure})"
        elif watch.has_sent and watch.answered_s < 0:
            said = f"the page's server did not answer within {ANSWERS_S:.0f} s"
        else:
            said = "the page said nothing"
        return Verdict("unknown", f"{seen}; {said}")

    def told(self, watch: Watch) -> list[str]:
        """Lines the page shows since the last press, where that was watched."""
        return []

    def _hear(
        self, page: Page, watch: Watch, timeout_s: float, until: Callable[[], bool] = lambda: False
    ) -> Verdict | None:
        """The page's word as soon as there is one; None if the time is over, or there is no more to wait for."""
        heard = poll(page, lambda: self.news(page, watch) or until() or None, timeout_s)
        return heard if isinstance(heard, Verdict) else None

    def _hand_in(self, page: Page, watch: Watch) -> bool:
        """Press the button that hands the answer in; whether there is one to be pressed."""
        button = page.locator(self.button or ":not(*)").locator("visible=true")
        self.consent(page)
        self.mark_robot(page)
        watch.hands_in = True
        try:
            if button.count():
                button.first.click(timeout=CLICK_MS, no_wait_after=True)
                return True
        except PlaywrightError:
            return False
        return False

    def _repeated(self, page: Page, watch: Watch) -> Verdict | None:
        """A rejection in the same words as one before, of which only the server's answer tells that it is new."""
        word = poll(page, lambda: self.word(page), 0)
        return word if word and word.result == "rejected" and watch.answered_s >= 0 else None

    def next(self, page: Page) -> bool:
        """Ask for another puzzle; False if the site has no such button."""
        return False


def poll(page: Page, probe: Callable[[], T | None], timeout_s: float) -> T | None:
    """Ask until there is an answer or the time is over; a page that is just being replaced is asked again."""
    deadline = monotonic() + timeout_s
    while True:
        try:
            if (answer := probe()) is not None:
                return answer
        except PlaywrightError:
            if page.is_closed():
                raise
        if monotonic() >= deadline:
            return None
        page.wait_for_timeout(50)
