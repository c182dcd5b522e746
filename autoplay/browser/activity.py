"""Activity of a page: its requests, and elements that come and go."""

from __future__ import annotations

from time import monotonic
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Request

from autoplay.browser.wait import ask

QUIET_S: Final = 0.6
"""Time without a request and without a new element after which a page has done what it does by
itself.

Browser drivers call a network idle after 0.5 s. Applications showed their board 0.25 to 1.5 s after
their page, and asked for code or data until shortly before that; a person takes longer to read a
page."""
LONGEST_S: Final = 5.0
"""Time after which a page that never becomes quiet, or a request without an answer, is not waited
for any more: some ask their server again and again."""
AWAITED: Final = frozenset({"document", "stylesheet", "script", "xhr", "fetch", "image"})
"""Kinds of requests that may bring a board. Sound, films and open connections never end."""
COUNT: Final = "() => document.getElementsByTagName('*').length"


class PageActivity:
    """Activity of one page, followed from its creation on.

    ``changes`` grows with everything that the page does.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.changes = 0
        self._elements = -1
        self._pending: dict[Request, float] = {}
        self._since = self._active_at = monotonic()
        page.on("request", self._on_request)
        page.on("requestfinished", self._on_end)
        page.on("requestfailed", self._on_end)

    def restart(self) -> None:
        """Expect new activity, such as after a press."""
        self._since = monotonic()
        self._note()

    @property
    def quiet_s(self) -> float:
        """Seconds for which the page has been quiet, beyond the `QUIET_S` that it takes to be sure;
        negative before that."""
        self._count_elements()
        now = monotonic()
        is_awaited = any(now - began_at < LONGEST_S for began_at in self._pending.values())
        quiet_s = -QUIET_S if is_awaited else now - self._active_at - QUIET_S
        return max(quiet_s, now - self._since - LONGEST_S)

    def _count_elements(self) -> None:
        number = ask(self.page, lambda: self.page.evaluate(COUNT))
        if number != self._elements:
            self._elements = -1 if number is None else number
            self._note()

    def _note(self) -> None:
        self._active_at = monotonic()
        self.changes += 1

    def _on_request(self, request: Request) -> None:
        if request.resource_type in AWAITED and self._is_of_page(request):
            self._pending[request] = monotonic()
            self._note()

    def _on_end(self, request: Request) -> None:
        if self._pending.pop(request, None) is not None:
            self._note()

    def _is_of_page(self, request: Request) -> bool:
        """Return True unless a frame asks: advertisements never come to rest."""
        try:
            return request.frame == self.page.main_frame
        except PlaywrightError:  # the page itself is about to be opened, or a worker asks
            return request.is_navigation_request()
