"""Watch over a page during play: obstacles before presses, and the page's result after them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from autoplay.browser.wait import ASK_MS, ask, wait_until
from autoplay.games.puzzle import PuzzleLike, SolutionLike
from autoplay.player.play_request import PlayRequest
from autoplay.player.timing import ACCEPTS_S, REPLACED_S
from autoplay.sites import PageResult, PageWatch, Site
from autoplay.sites.base import SHOWN


class PageMonitor:
    """Monitor of the page of one puzzle.

    ``result`` is the page's result once it has ended the game; ``watch`` exists within `watching`.
    """

    watch: PageWatch

    def __init__(self, page: Page, site: Site, request: PlayRequest) -> None:
        self.page = page
        self.site = site
        self.request = request
        self.result: PageResult | None = None

    def make_way(self) -> bool:
        """Remove what the site shows before its board; return True if there was anything. A dry run presses nothing."""
        return not self.request.dry_run and self.site.make_way(self.page)

    def answer_consent(self) -> bool:
        """Answer a consent box; return True if there was one."""
        return self.site.consent(self.page)

    def approve(self, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Raise an AutoplayError if the answer must not be played. Called before the first press; allows any answer."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the page for its result, from before the first press to the end of the block."""
        self.watch = self.site.watch(self.page)
        with self.watch:
            yield

    def before_press(self) -> None:
        """Prepare the page for a press that follows at once."""
        self.site.before_press(self.page, self.watch)

    def is_over(self) -> bool:
        """Return True if the page has accepted the answer; a rejection may be about an answer still incomplete."""
        result = self.await_result(ACCEPTS_S)
        if result and result.result == "solved":
            self.result = result
        return self.result is not None

    def await_result(self, timeout_s: float) -> PageResult | None:
        """Return the page's new result, or None if there is none within ``timeout_s``."""
        return wait_until(
            self.page,
            lambda: ask(self.page, lambda: self.site.new_result(self.page, self.watch)),
            timeout_s,
            pause_ms=ASK_MS,
        )

    def await_late_result(self) -> PageResult | None:
        """Return the page's result after its board went away or was cleared, which may take a while."""
        return self.await_result(REPLACED_S)

    def confirm(self, *, is_certain: bool = True, seen: str = SHOWN) -> PageResult:
        """Return the page's result on a complete board; ``seen`` says what it shows. Submits the answer if needed."""
        return self.site.confirm(self.page, self.watch, is_certain=is_certain, seen=seen)

    def unknown_result(self, seen: str) -> PageResult:
        """Return the result if the page says nothing; ``seen`` says what the board shows."""
        return self.site.unknown_result(self.watch, seen)

    def has_left(self) -> bool:
        """Return True if the page has gone to another address since the first press."""
        return bool(self.page.url != self.watch.url)

    def has_spoken(self) -> bool:
        """Return True if the page opened a dialog or shows new text since the last press."""
        return bool(self.watch.dialogs or self.site.new_text(self.watch))
