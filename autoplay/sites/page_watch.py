"""Watches a page while it is played: what it newly shows, what it sends to its server, its
dialogs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from math import inf
from time import monotonic
from types import TracebackType
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Dialog, Frame, JSHandle, Page, Request, Response
from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.controls import ELEMENT_AT, is_of_page, own_frames
from autoplay.browser.wait import ask
from autoplay.errors import PageUnreachable
from autoplay.sites.statements import join_values
from vision.image import Image

ERROR_PAGES: Final = ("chrome-error:", "about:neterror")
"""Addresses of the error pages that browsers show if a page does not answer."""
ANSWER_REQUESTS: Final = frozenset({"document", "xhr", "fetch"})
"""Kinds of requests that may carry an answer to the server."""
LEAST_NEWS: Final = 3
"""Number of times that lines have come by themselves once a page brings news all the time: a move
and its result come twice."""
MAX_QUOTED: Final = 160
"""Most characters of a page's text that a message quotes."""
VISIBLE_PAGE: Final = files("autoplay.sites").joinpath("page_watch.js").read_text("utf-8")
"""Script returning how often each id and class named like a result is visible, the visible lines of
text, for each dialog that is shown its place in the document with its lines, and the parts of the
title: the name of the page in it was there before."""

PRESSED_ELEMENTS: Final = (
    "(spots) => {" + ELEMENT_AT + "return spots.map((spot) => elementAt(spot)) }"
)
"""Script returning the element at each place, (x, y), of the window."""
ARE_OFF: Final = (
    "([elements, spots]) => {"
    + ELEMENT_AT
    + """
  const off = ':disabled, [disabled], [aria-disabled=true], [inert]'
  const isOff = (element) => !!element
    && (element.closest(off) !== null || getComputedStyle(element).pointerEvents === 'none')
  return spots.length > 0 && elements.every((element, number) =>
    isOff(element?.isConnected ? element : elementAt(spots[number])))
}"""
)
"""Script returning true if no element accepts a press any more; one that was replaced is looked up
again."""

ARE_COVERED: Final = (
    "([elements, spots]) => {"
    + ELEMENT_AT
    + """
  const isCovered = (element, number) => {
    if (!element?.isConnected) return false
    const [x, y] = spots[number], box = element.getBoundingClientRect()
    const top = elementAt([x, y])
    const isThere = box.left <= x && x < box.right && box.top <= y && y < box.bottom
    return isThere && !!top && !element.contains(top) && !top.contains(element)
  }
  return 2 * elements.filter(isCovered).length > elements.length
}"""
)
"""Script returning true if something else lies over most elements, which are where they were."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """Result of an answer on a page, and the message that explains it.

    | ``result``   | meaning                                                                  |
    |--------------|--------------------------------------------------------------------------|
    | solved       | the page confirms the answer                                             |
    | played       | the board shows the proved answer; nothing the page says is understood   |
    | rejected     | the page says that the answer is wrong                                   |
    | unknown      | the board is gone, or not seen with certainty, and the page says nothing |
    | other-puzzle | another puzzle than the address names was played                         |
    | unplayed     | no answer was played                                                     |

    ``confirmed_by`` says what the result is based on: the page's ``state`` (its ids, classes or
    server, or that it disables or replaces its board), its new ``words``, or the ``board`` alone;
    empty if on nothing.
    """

    result: Literal["solved", "played", "rejected", "unknown", "other-puzzle", "unplayed"]
    message: str
    confirmed_by: Literal["state", "words", "board", ""] = ""

    @property
    def is_final(self) -> bool:
        """True if the page has accepted or rejected the answer."""
        return self.result in ("solved", "rejected")


class PageWatch:
    """Watches a page from before the first press until its result; a context manager.

    ``before`` is the page's result before anything was pressed, which does not count for this
    answer. ``submits`` is True once the answer is submitted, which a page may ask to confirm;
    ``knows_robot`` once the page was told that a program plays, until it is loaded again.
    ``may_check`` allows pressing a button that checks the answer. ``dialogs`` are the messages of
    its dialogs since the last press. ``first_picture`` shows the window before the first press, if
    words may be drawn in it. ``is_reloaded`` is True once the page was loaded again. ``news`` is
    how often lines have come that no press explains. ``on_words`` is called with what the page
    newly says.
    """

    def __init__(self, page: Page, before: PageResult | None = None) -> None:
        self.page = page
        self.url = page.url
        self.before = before
        self.has_pressed = False
        self.submits = False
        self.knows_robot = False
        self.may_check = True
        self.is_reloaded = False
        self._has_loaded = False
        self._followed = 0
        self._loads = 0
        self.first_picture: Image | None = None
        self.dialogs: list[str] = []
        self.on_words: Callable[[list[str]], object] = lambda _: None
        self._said: list[str] = []
        self._sent: dict[Request, str] = {}
        self._unanswered: set[Request] = set()
        self._answered_at = inf
        self._pressed_at = 0.0
        self._spoke_at = inf
        self._frames: list[Frame] = []
        self._seen_names: set[str] = set()
        self._seen_lines: set[str] = set()
        self._seen_dialogs: set[str] = set()
        self._last_lines: set[str] = set()
        self.news = 0
        self._has_raised = False
        self._spots: list[tuple[float, float]] = []
        self._elements: JSHandle | None = None
        self._is_off_before = False
        self._listeners: dict[str, Callable[[Any], None]] = {
            "request": self._on_request,
            "response": self._on_response,
            "requestfinished": self._on_request_finished,
            "requestfailed": self._on_request_failed,
            "framenavigated": self._on_navigation,
            "domcontentloaded": self._on_load,
            "dialog": self._on_dialog,
            "pageerror": self._on_error,
        }

    def __enter__(self) -> PageWatch:
        self._frames = own_frames(self.page)
        for event, listener in self._listeners.items():
            self.page.on(event, listener)  # type: ignore[call-overload]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)

    def note_press(self) -> None:
        """Forget what the page has sent so far: the answer was not complete before this press."""
        self._followed += self.has_pressed
        self._loads += self.has_pressed and self._has_loaded
        self._has_loaded = False
        self.has_pressed = True
        self._pressed_at = monotonic()
        self.dialogs.clear()
        self._said.clear()
        self._spoke_at = inf
        self._sent.clear()
        self._unanswered.clear()
        self._answered_at = inf
        self._has_raised = False

    def note_check(self) -> None:
        """Note that the answer is submitted now: words that were there before are no reply."""
        self.submits = True
        lines = self.new_names_and_lines()[1]
        self._said = self.dialogs + lines

    @property
    def pressed_s(self) -> float:
        """Seconds since the last press; 0 before the first one."""
        return monotonic() - self._pressed_at if self.has_pressed else 0.0

    @property
    def has_sent(self) -> bool:
        """True if the page has sent something to its own server that may be the answer."""
        return bool(self._sent)

    @property
    def answered_s(self) -> float:
        """Seconds since the server answered all of that; negative if it has not."""
        return -1 if self._unanswered else monotonic() - self._answered_at

    @property
    def failure(self) -> str:
        """Reason why the last request failed; empty if it succeeded or is still unanswered."""
        last = list(self._sent.values())[-1] if self.answered_s >= 0 else ""
        return "" if re.fullmatch(r"(HTTP [123]..)?", last) else last

    def note_board(self, spots: list[tuple[float, float]]) -> None:
        """Note what accepts presses at these places (x, y) of the window, before the first
        press."""
        with suppress(PlaywrightError):
            elements = self.page.evaluate_handle(PRESSED_ELEMENTS, spots)
            self._is_off_before = bool(self.page.evaluate(ARE_OFF, [elements, spots]))
            self._spots = spots
            self._elements = elements

    def is_board_off(self) -> bool:
        """Return True if the page has disabled all of the board that was noted."""
        if self._elements is None or self._is_off_before:
            return False
        with suppress(PlaywrightError):  # of a page that was loaded again
            return bool(self.page.evaluate(ARE_OFF, [self._elements, self._spots]))
        return False

    def explains_removal(self) -> bool:
        """Return True if the board may have gone for another reason than that it is solved: an
        error of the page's script, another page, or something that lies over it."""
        if self._has_raised:
            return True
        if self._followed and self._loads == self._followed:
            # A page that each press loads anew, as one of links, does nothing else by that.
            return urlsplit(self.page.url).path != urlsplit(self.url).path
        if self.is_reloaded or self.page.url != self.url:
            return True
        if self._elements is None:
            return False
        with suppress(PlaywrightError):
            return bool(self.page.evaluate(ARE_COVERED, [self._elements, self._spots]))
        return True

    def check_reachable(self) -> None:
        """Raise PageUnreachable if the browser shows its own page instead of this one."""
        if self.page.url.startswith(ERROR_PAGES):
            why = self.failure or "it does not answer"
            hint = "the same command again: it continues from what is on the board"
            raise PageUnreachable(f"{self.url} went away ({why})", hint=hint)

    def remember(self) -> None:
        """Remember what the page shows now, so that it does not count as new later."""
        names, lines, dialogs = self._read_page()
        self._seen_names.update(names)
        self._seen_lines.update(map(_remove_digits, lines))
        for place, text in dialogs:
            self._seen_dialogs.update((place, _remove_digits(" ".join(text))))

    def new_names_and_lines(self) -> tuple[Counter[str], list[str]]:
        """Return the new ids and classes named like a result, with how often each is visible, and
        the new lines."""
        names, lines, dialogs = self._read_page()
        # A dialog that is new is read whole: its words may stand in the rules of the page, too.
        said_anew: set[str] = set()
        for place, text in dialogs:
            if self._seen_dialogs.isdisjoint((place, _remove_digits(" ".join(text)))):
                said_anew.update(text)
        new_lines: list[str] = []
        for line in lines:
            if line in said_anew or _remove_digits(line) not in self._seen_lines:
                new_lines.append(line)
        said = self.dialogs + new_lines
        self.on_words(said)
        if said == self._said:
            self._spoke_at = inf
        else:
            self._spoke_at = min(self._spoke_at, monotonic())
        for name in self._seen_names.intersection(names):
            del names[name]
        return names, new_lines

    @property
    def is_chatting(self) -> bool:
        """True if lines come again and again: those say nothing about an answer."""
        return self.news >= LEAST_NEWS

    @property
    def spoke_s(self) -> float:
        """Seconds since new words were first seen after the last press or the check; negative if
        there are none."""
        return monotonic() - self._spoke_at if self._spoke_at < inf else -1.0

    @property
    def replied_s(self) -> float:
        """Seconds from the last press to when new words were first seen; infinity if there are
        none."""
        return self._spoke_at - self._pressed_at

    def _read_page(self) -> tuple[Counter[str], list[str], list[tuple[str, list[str]]]]:
        """Return the names, the lines, and the places and lines of the dialogs that the page shows.

        Frames that were a part of it before the first press still are.
        """
        names: Counter[str] = Counter()
        lines: list[str] = []
        dialogs: list[tuple[str, list[str]]] = []
        for frame in self.page.frames:
            if not (is_of_page(frame) or frame in self._frames):  # one that is new, or large
                continue
            with suppress(PlaywrightError):  # of a frame that is just being replaced
                more_names, more_lines, more_dialogs, title = frame.evaluate(VISIBLE_PAGE)
                names.update(more_names)
                lines += _join_lines(more_lines)
                lines += filter(_remove_digits, title)
                for place, text in more_dialogs:
                    dialogs.append((frame.url + place, _join_lines(text)))
        shown = set(map(_remove_digits, lines))
        # The first line after a press, if it comes beside all else, may come of it.
        comes_alone = bool(self._last_lines - shown) or self._spoke_at < inf
        self.news += bool(shown - self._last_lines and self._last_lines and comes_alone)
        self._last_lines = shown
        return names, list(dict.fromkeys(lines)), dialogs

    def _on_request(self, request: Request) -> None:
        is_answer = request.method == "POST" and request.resource_type in ANSWER_REQUESTS
        if request.redirected_from in self._sent or (
            is_answer and urlsplit(request.url).netloc == urlsplit(self.url).netloc
        ):
            self._sent[request] = ""
            self._unanswered.add(request)

    def _on_response(self, response: Response) -> None:
        # A page may leave the rest of the answer unread.
        if response.request in self._sent:
            self._sent[response.request] = f"HTTP {response.status}"
            self._on_request_finished(response.request)

    def _on_request_failed(self, request: Request) -> None:
        if request in self._sent:
            self._sent[request] = request.failure or "no answer"
            self._on_request_finished(request)

    def _on_request_finished(self, request: Request) -> None:
        if request in self._sent:
            self._unanswered.discard(request)
            self._answered_at = monotonic()

    def _on_error(self, _: PlaywrightError) -> None:
        self._has_raised = True

    def _on_load(self, _: Page) -> None:
        self._has_loaded = True

    def _on_navigation(self, frame: Frame) -> None:
        if frame == self.page.main_frame:
            self.is_reloaded = True
            self.before = None  # any result of a new page is new
            self.knows_robot = False

    def _on_dialog(self, dialog: Dialog) -> None:
        leaves = dialog.type == "beforeunload"  # the page is loading the server's answer
        with suppress(PlaywrightError):  # if another listener was quicker
            if leaves or (self.submits and dialog.type == "confirm"):
                dialog.accept()
            else:
                dialog.dismiss()
        if not leaves:
            self.dialogs.append(dialog.message)


def read_lines(page: Page) -> list[str]:
    """Return all lines of text that a page shows."""
    lines: list[str] = []
    for frame in own_frames(page):
        if found := ask(page, partial(frame.evaluate, VISIBLE_PAGE)):
            lines += _join_lines(found[1])
    return lines


def quote(lines: list[str]) -> str:
    """Join lines of a page, cut to what a message can hold."""
    text = " / ".join(line.strip() for line in lines if line.strip())
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


def _join_lines(lines: list[str]) -> list[str]:
    """Return the lines that hold a word, with the number that belongs to it."""
    return [line for line in join_values(lines) if _remove_digits(line)]


def _remove_digits(line: str) -> str:
    """Return what stays of a line while a clock in it runs; empty for a line without a word."""
    letters = re.sub(r"[\W\d_]+", " ", line).strip()
    return letters if len(letters) > 1 else ""
