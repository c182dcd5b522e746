"""What a site may know about its pages; everything is optional, and the board is never part of it."""

# ruff: noqa: ARG002 (a site that knows nothing has no use for the page)

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar, Literal, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of an answer, and in what words.

    ``result`` is solved or rejected by the page's own word, unknown if it says nothing, unplayed if it was
    given none.
    """

    result: Literal["solved", "rejected", "unknown", "unplayed"]
    message: str


SILENT = Verdict("unknown", "the board shows the full solution; the page said nothing")


class Site:
    """A page of which nothing is known. A site overrides what it knows better; ids and classes, no words.

    ``hosts`` are the domains (with their subdomains) it is chosen by, ``refusal`` is why it is not played.
    """

    name: ClassVar[str] = "generic"
    hosts: ClassVar[tuple[str, ...]] = ()
    refusal: ClassVar[str] = ""

    def claims_url(self, url: str) -> bool:
        """Whether the address is one of this site's."""
        host = urlsplit(url).hostname or ""
        return any(host == domain or host.endswith(f".{domain}") for domain in self.hosts)

    def claims_page(self, page: Page) -> bool:
        """Whether the page that was opened is built like this site's, whatever its address."""
        return False

    def ready(self, page: Page) -> None:
        """Wait, within bounds, until the page shows its puzzle; returns either way."""

    def consent(self, page: Page) -> None:
        """Answer a consent box, if there is one."""

    def stars(self, page: Page) -> int | None:
        """How many stars the page says a row holds."""
        return None

    def mark_robot(self, page: Page) -> None:
        """Tell a page that asks for it that a program plays."""

    def word(self, page: Page) -> Verdict | None:
        """What the page says of the answer at this moment."""
        return None

    def news(self, page: Page, before: Verdict | None) -> Verdict | None:
        """What the page says at this moment, unless that is what it said before."""
        word = self.word(page)
        return None if word == before else word

    def confirm(self, page: Page, before: Verdict | None = None) -> Verdict:
        """Wait, within bounds, for the page's word on the answer; hand it in if the page leaves that to us.

        ``before`` is what the page said when nothing was pressed yet, which is no word on this answer.
        """
        return self.news(page, before) or SILENT

    def _confirm(
        self, page: Page, before: Verdict | None, button: str, *, announces_s: float, answers_s: float
    ) -> Verdict:
        """Wait for news; if there are none in time, press the button and wait for them again."""
        verdict = poll(page, lambda: self.news(page, before), announces_s)
        if verdict is None:
            with suppress(PlaywrightError):
                page.locator(button).click(timeout=2000, no_wait_after=True)
            # A page that still says the same when the time is over has said it twice.
            again = poll(page, lambda: self.news(page, before), answers_s)
            verdict = again or poll(page, lambda: self.word(page), 0)
        return verdict or SILENT

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
