"""Base class of sites: optional knowledge about their pages, which never includes the board."""

# ruff: noqa: ARG002 (a site that knows nothing does not use the page)

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar, Final
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page

from autoplay.browser.wait import ASK_MS, ask, wait_until
from autoplay.sites.consent import answer_consent
from autoplay.sites.page_watch import PageResult, PageWatch, quote
from autoplay.sites.start_controls import StartRules
from autoplay.sites.statements import is_doubtful, meaning, praises
from vision.reading import Box

READY_S: Final = 15.0
"""Maximum time for a page to show its puzzle."""
ANNOUNCES_S: Final = 2.0
"""Maximum time from the last press, or from submitting the answer, for a page to announce a result
by itself."""
SPEAKS_S: Final = 0.5
"""Time after new words within which a page may still announce a result that is understood."""
ANSWERS_S: Final = 20.0
"""Maximum time for it once the answer is sent; some servers take ten seconds."""
CLICK_MS: Final = 2000
"""Time for which a button may be covered or moving before it is left alone."""
BOARD_IS_COMPLETE: Final = "the board shows the full solution"
BOARD_IS_MARKED: Final = (
    "the board shows a mark, which may not be a star, in every cell of the solution"
)


class Site:
    """Site without special knowledge. A subclass overrides what it knows better, by ids and classes
    and not by words.

    ``hosts`` are the domains (with their subdomains) of the site, ``terms`` say why it is not
    played, if it is not. ``board`` is the selector of an element that exists once the puzzle does,
    ``button`` that of the button which submits the answer, ``won`` that of what shows once the
    answer is accepted. A page that ``always_answers`` has not accepted an answer about which it
    says nothing.
    """

    name: ClassVar[str] = "generic"
    hosts: ClassVar[tuple[str, ...]] = ()
    terms: ClassVar[str] = ""
    board: ClassVar[str] = ""
    button: ClassVar[str] = ""
    won: ClassVar[str] = ""
    always_answers: ClassVar[bool] = False

    def claims_url(self, url: str) -> bool:
        """Return True if the address belongs to this site."""
        host = urlsplit(url).hostname or ""
        return any(host == domain or host.endswith(f".{domain}") for domain in self.hosts)

    def claims_page(self, page: Page) -> bool:
        """Return True if the open page is built like this site's pages, whatever its address."""
        return False

    def refusal(self, url: str) -> str:
        """Return why an address of this site is not played; empty if it is."""
        return self.terms

    def ready(self, page: Page) -> None:
        """Wait until the page shows its puzzle, or `READY_S` are over."""
        if self.board:
            with suppress(PlaywrightError):
                page.wait_for_selector(self.board, state="attached", timeout=READY_S * 1000)

    def consent(self, page: Page) -> bool:
        """Answer a consent box; return True if there was one."""
        return answer_consent(page)

    def make_way(self, page: Page) -> bool:
        """Remove what covers a board before it is played, such as a consent box; return True if
        there was anything."""
        return self.consent(page)

    def start(self, page: Page, rules: StartRules) -> str:
        """Press what begins the game, or closes what lies over it, and return its label; empty if
        nothing does."""
        return ""

    def goes_on(self, page: Page, board: Box) -> bool:
        """Return True if a box over the ``board`` at this place of the window has a control that
        goes on from there, or closes it."""
        return False

    def stars(self, page: Page) -> int | None:
        """Return the number of stars per row that the page states."""
        return None

    def puzzle_id(self, page: Page) -> str | None:
        """Return the page's own id of its puzzle."""
        return None

    def date(self, page: Page) -> str | None:
        """Return the date of a puzzle of the day, week or month, in the page's own form: its id if
        it has no other."""
        return None

    def mark_robot(self, page: Page) -> bool:
        """Tell a page that asks for it that a program plays; return False if the page must be told
        again."""
        return True

    def watch(self, page: Page) -> PageWatch:
        """Return a watch on the page, made before anything is pressed."""
        return PageWatch(page, ask(page, lambda: self.result(page)))

    def before_press(self, page: Page, watch: PageWatch) -> None:
        """Prepare the page for a press that follows at once."""
        watch.note_press()
        watch.knows_robot = watch.knows_robot or self.mark_robot(page)

    def result(self, page: Page) -> PageResult | None:
        """Return what the page says about the answer at this moment."""
        if not self.won:
            return None
        box = page.locator(self.won).locator("visible=true")
        if not box.count():
            return None
        return PageResult("solved", quote(box.first.inner_text(timeout=1000).split("\n")), "state")

    def new_result(self, page: Page, watch: PageWatch) -> PageResult | None:
        """Return what the page says at this moment, unless it said the same before.

        Raises PageUnreachable if the browser shows an error page of its own.
        """
        watch.check_reachable()
        result = self.result(page)
        return None if result == watch.before else result

    def confirm(self, page: Page, watch: PageWatch, *, seen: str = BOARD_IS_COMPLETE) -> PageResult:
        """Wait for the page's result; submit the answer, once, if the page does not do so by
        itself.

        ``seen`` says what the board shows. Raises PageUnreachable if the browser shows an error
        page of its own.
        """
        shown = None if watch.has_pressed else ask(page, lambda: self.result(page))
        if shown and shown.result == "solved":
            return shown
        left_s = max(0.0, self.announces_s(page, watch) - watch.pressed_s)
        result = self._await_result(page, watch, left_s, until=lambda: watch.spoke_s > SPEAKS_S)
        if result is None and watch.has_sent:
            result = self._await_answer(page, watch)
        # A page may have sent its progress alone; an answer still open is not sent twice.
        is_open = watch.has_sent and (bool(self.button) or watch.answered_s < 0)
        if result is None and not is_open and self._submit(page, watch):
            result = self._await_answer(page, watch)
        return result or self.drawn_result(page, watch) or self.silent_result(watch, seen)

    def announces_s(self, page: Page, watch: PageWatch) -> float:
        """Return the seconds after the last press in which the page may announce a result by
        itself."""
        return ANNOUNCES_S

    def silent_result(
        self, watch: PageWatch, seen: str = BOARD_IS_COMPLETE, *, is_certain: bool = True
    ) -> PageResult:
        """Return the result if the page gave none: what the board shows, and the page's new text,
        dialogs or errors.

        ``is_certain`` is True if the board was seen to show the answer, which then counts as
        played, or with praise as solved, unless the page says something that may be a "no".
        """
        lines = self.new_text(watch)
        is_sent = True
        if watch.dialogs:
            said = f"the page said in a dialog: {quote(watch.dialogs)}"
        elif lines:
            said = f"the page now also shows: {quote(lines)}"
        elif watch.failure:
            said = f"what the page sent to its server failed ({watch.failure})"
            is_sent = False
        elif watch.has_sent and watch.answered_s < 0:
            said = f"the page's server did not answer within {ANSWERS_S:.0f} s"
            is_sent = False
        else:
            said = "the page said nothing"
        message = f"{seen}; {said}"
        spoken = watch.dialogs + lines
        means = meaning(spoken)
        if means == "wrong":
            return PageResult("rejected", message, "words")
        is_doubted = means != "solved" and is_doubtful(spoken)
        if is_certain and is_sent and not (self.always_answers or is_doubted):
            if praises(spoken) and not watch.is_chatting:
                return PageResult("solved", quote(spoken), "words")
            return PageResult("played", message, "board")
        return PageResult("unknown", message)

    def state_result(self, watch: PageWatch, what: str) -> PageResult | None:
        """Return that the puzzle is solved by what the page did with its board; None if it also
        says or reports something, or always answers in another way."""
        has_said = self.new_text(watch) and not watch.is_chatting
        is_silent = not (watch.dialogs or has_said or watch.failure)
        if self.always_answers or not is_silent:
            return None
        return PageResult("solved", what, "state")

    def new_text(self, watch: PageWatch) -> list[str]:
        """Return the lines that the page shows since the last press, if the site watches for
        them."""
        return []

    def spoken_result(self, page: Page, watch: PageWatch) -> PageResult | None:
        """Return what the page newly says in words about a complete answer, if the site watches for
        them."""
        return None

    def drawn_result(self, page: Page, watch: PageWatch) -> PageResult | None:
        """Return what the page newly shows in drawn words about a complete answer, which takes a
        second or two."""
        return None

    def _await_answer(self, page: Page, watch: PageWatch) -> PageResult | None:
        """Return the page's result after the answer was submitted, or sent by the page itself."""
        result = self._await_result(
            page, watch, ANNOUNCES_S, until=lambda: watch.spoke_s > SPEAKS_S
        )
        if result is None and (watch.has_sent or self.button):
            result = self._await_result(
                page, watch, ANSWERS_S, until=lambda: watch.answered_s > ANNOUNCES_S
            )
        return result or self._repeated_rejection(page, watch)

    def _await_result(
        self,
        page: Page,
        watch: PageWatch,
        timeout_s: float,
        until: Callable[[], bool] = lambda: False,
    ) -> PageResult | None:
        """Return the page's result; None if there is none in time, or there is nothing left to wait
        for."""
        answer = wait_until(
            page,
            lambda: ask(
                page,
                lambda: self.new_result(page, watch) or self.spoken_result(page, watch) or until(),
            ),
            timeout_s,
            pause_ms=ASK_MS,
        )
        return answer if isinstance(answer, PageResult) else None

    def _submit(self, page: Page, watch: PageWatch) -> bool:
        """Press the button that submits the answer; return True if there is one."""
        button = page.locator(self.button or ":not(*)").locator("visible=true")
        self.consent(page)
        self.mark_robot(page)
        watch.submits = True
        try:
            if button.count():
                button.first.click(timeout=CLICK_MS, no_wait_after=True)
                return True
        except PlaywrightError:
            return False
        return False

    def _repeated_rejection(self, page: Page, watch: PageWatch) -> PageResult | None:
        """Return a rejection with the same message as an earlier one, if the server has answered
        since."""
        shown = ask(page, lambda: self.result(page))
        return shown if shown and shown.result == "rejected" and watch.answered_s >= 0 else None

    def next(self, page: Page) -> bool:
        """Open the next puzzle; return False if the site has no button for it."""
        return False

    def press_next(self, page: Page, button: Locator, is_next: Callable[[], bool]) -> bool:
        """Press the button of the next puzzle; return True once the page shows that puzzle."""
        try:
            button.first.click(timeout=CLICK_MS, no_wait_after=True)
        except PlaywrightError:
            return False
        return bool(wait_until(page, lambda: ask(page, is_next), ANSWERS_S, pause_ms=ASK_MS))
