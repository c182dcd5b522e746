"""Watch over a page during play: obstacles before presses, and the page's result after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from time import monotonic
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.browser.timeline import Timeline
from autoplay.browser.wait import ASK_MS, ask, wait_until
from autoplay.player.play_request import SILENT, PlayObserver, PlayRequest
from autoplay.player.timing import ACCEPTS_S, CHATS_S, CONSENT_S, KEEPS_S, REPLACED_S
from autoplay.sites import PageResult, PageWatch, Site
from autoplay.sites.base import ANNOUNCES_S
from autoplay.sites.start_controls import StartRules
from vision.reading import Box

SEEN: Final = "the board showed the full solution"
DISABLED: Final = "the page has disabled its board"
BOXED: Final = "the last press brought up a box over the board, with a way on"


class PageMonitor:
    """Monitor of the page of one puzzle.

    ``result`` is the page's result once it has ended the game; ``watch`` exists within `watching`;
    ``timeline`` is that of the play.
    """

    watch: PageWatch

    def __init__(
        self, page: Page, site: Site, request: PlayRequest, observer: PlayObserver = SILENT
    ) -> None:
        self.page = page
        self.site = site
        self.request = request
        self.observer = observer
        self._consent_at = -inf
        self._closed: tuple[str, ...] = ()
        self._traced = ""
        self.timeline = Timeline(self._show_progress)
        self.result: PageResult | None = None

    def make_way(self) -> bool:
        """Remove what the site shows before its board; return True if there was anything. A dry run
        presses nothing."""
        return not self.request.dry_run and self.site.make_way(self.page)

    def answer_consent(self, board: Box | None = None) -> bool:
        """Answer a consent box, or close one that hides some of a ``board`` at this place of the
        window; return True if there was one. It is looked for once in a while."""
        if monotonic() - self._consent_at < CONSENT_S:
            return False
        self._consent_at = monotonic()
        if self.site.consent(self.page):
            return True
        if board is None or not self.request.starts:
            return False
        rules = StartRules(self._closed, shown="box", board=board)
        label = ask(self.page, lambda: self.site.start(self.page, rules))
        self._closed += (label,) if label else ()
        return bool(label)

    @contextmanager
    def watching(self, spots: Sequence[tuple[float, float]] = ()) -> Iterator[None]:
        """Watch the page for its result, from before the first press to the end of the block.

        ``spots`` are places (x, y) of the board in the window.
        """
        self.watch = self.site.watch(self.page)
        self.watch.may_check = self.request.checks
        self.watch.note_board(list(spots))
        self.watch.on_words = self.observer.show_words
        with self.watch:
            yield

    def before_press(self) -> None:
        """Prepare the page for a press that follows at once."""
        self.site.before_press(self.page, self.watch)

    def is_over(self, timeout_s: float = ACCEPTS_S, *, is_complete: bool = True) -> bool:
        """Return True if the page has accepted the answer; a rejection may be about an answer still
        incomplete."""
        result = self.await_result(timeout_s, is_complete=is_complete)
        if result and result.result == "solved":
            self.result = result
        return self.result is not None

    def await_result(self, timeout_s: float, *, is_complete: bool = True) -> PageResult | None:
        """Return the page's new result, or None if there is none within ``timeout_s``.

        Words count only if the answer ``is_complete``: a page may praise each step.
        """

        def result() -> PageResult | None:
            shown = self.site.new_result(self.page, self.watch)
            return shown or (
                self.site.spoken_result(self.page, self.watch) if is_complete else None
            )

        with self.timeline.measure("result"):
            return wait_until(self.page, lambda: ask(self.page, result), timeout_s, pause_ms=ASK_MS)

    def await_late_result(self) -> PageResult | None:
        """Return the page's result after its board went away or was cleared, which may take a
        while."""
        waits_s = [REPLACED_S]
        if self.watch.first_picture is not None:
            # Drawn words are looked for twice: a box may be there at once, or come up slowly.
            waits_s.insert(0, KEEPS_S)
        for timeout_s in waits_s:
            result = self.await_result(timeout_s)
            if result is None:
                result = ask(self.page, lambda: self.site.drawn_result(self.page, self.watch))
            if result:
                return result
        return None

    def confirm(self, seen: str) -> PageResult:
        """Return the page's result on a complete board; ``seen`` says what it shows. Submits the
        answer if needed."""
        with self.timeline.measure("result"):
            result = self.site.confirm(self.page, self.watch, seen=seen)
        if result.result == "played" and self.watch.has_pressed and self.watch.is_board_off():
            return self.site.state_result(self.watch, f"{seen}; {DISABLED}") or result
        return result

    def removed_result(self, what: str, *, is_seen: bool, is_verdict: bool) -> PageResult:
        """Return the result if the board does not show the answer any more and the page says
        nothing; ``what`` says what happened.

        ``is_seen`` is True if the board was seen to show the whole answer before; ``is_verdict`` if
        the page would do this only with an answer that is right. An error, another page or a box
        over the board may have removed it, too.
        """
        seen = f"{SEEN}, then {what}" if is_seen else what
        if is_verdict and (solved := self.changed_result(seen)):
            return solved
        return self.site.silent_result(self.watch, seen, is_certain=is_seen)

    def boxed_result(self, board: Box) -> PageResult | None:
        """Return the result if the last press has brought up a box with words over the ``board`` at
        this place of the window: the page goes on from there unless they may be a "no".

        None if the box may have come for another reason: it is late, or leads nowhere.
        """
        if self.watch.replied_s > ANNOUNCES_S or not self.site.goes_on(self.page, board):
            return None
        return self.site.silent_result(self.watch, BOXED, is_certain=True)

    def changed_result(self, seen: str) -> PageResult | None:
        """Return that the puzzle is solved by what the page did to the board, which ``seen``
        describes; None if it said something, or something else explains that."""
        if self.watch.explains_removal():
            return None
        return self.site.state_result(self.watch, seen)

    def _show_progress(self, timeline: Timeline) -> None:
        """Show the progress to the observer, and each phase as a group of a trace."""
        if self.request.tracing != "off" and timeline.phase != self._traced:
            tracing = self.page.context.tracing
            with suppress(PlaywrightError):  # the page has gone, or nothing is recorded
                if self._traced:
                    tracing.group_end()
                tracing.group(timeline.phase)
            self._traced = timeline.phase
        self.observer.show_progress(timeline)

    def has_spoken(self) -> bool:
        """Return True if the page opened a dialog or shows new text since the last press; a page
        whose text changes all the time needs a while to show that."""

        def is_silent() -> bool:
            return self.watch.is_chatting or not self.site.new_text(self.watch)

        if self.watch.dialogs:
            return True
        news = -1
        # Each piece of news may be followed by another one.
        while news != self.watch.news:
            news = self.watch.news
            if wait_until(self.page, lambda: ask(self.page, is_silent), CHATS_S, pause_ms=ASK_MS):
                return False
        return True
