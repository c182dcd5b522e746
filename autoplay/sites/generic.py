"""Site for unknown pages: starts the game, checks the answer and understands the result as a person
would."""

# ruff: noqa: ARG002 (the same methods for every site)

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from autoplay.browser.controls import Control, visible_controls
from autoplay.browser.drawn_text import drawn_words
from autoplay.browser.wait import ask
from autoplay.sites.base import Site
from autoplay.sites.check_labels import find_told_check, is_check
from autoplay.sites.page_watch import PageResult, PageWatch, quote, read_lines
from autoplay.sites.phrases import phrases, rank
from autoplay.sites.start_controls import StartRules, has_way_on, press_start
from autoplay.sites.statements import meaning
from vision.files.loading import load_image
from vision.image import Image
from vision.reading import Box

SOLVED: Final = re.compile("solved|won|winner|victory|victorious|congrats|congratulations?")
"""Words of an id or a class that say that the puzzle is solved."""
BEFORE_WIN: Final = {"you", "game", "is", "has", "show"}
"""Words that may precede "win", which otherwise is short for a window."""
PARTS: Final = re.compile(
    "(row|col|column|line|region|area|cell|tile|square)s?|group|cage|block|unit|star|queen|rule"
    "|count|counter|number|rate|streak|percent|total|stats|today|by|others|list"
)
"""Words for parts of the puzzle, which a page may mark one by one, and for statistics."""
MAX_ELEMENTS: Final = 3
"""Maximum number of elements that may have the name: the page, its board and a box over it.
Finished rows are more."""
CHECKS_S: Final = 0.7
"""Seconds after the last press in which a page with a button that checks the answer may announce a
result itself."""
WRONG: Final = re.compile("not|wrong|incorrect|invalid|error|err|fail|failed|failure|lose|lost")
"""Words of an id or a class that say that the answer is not right."""


class Generic(Site):
    """Site that knows no page, and understands what a person would.

    | what is new after the last press             | result                                       |
    |----------------------------------------------|----------------------------------------------|
    | an id or a class named like a success, on    | solved, by the page's state                  |
    | few elements                                 |                                              |
    | words that mean a success, also in a dialog  | solved, by words, if the answer is complete  |
    | words that mean a mistake                    | rejected, by words, once nothing else comes  |
    | nothing that is understood                   | a single button like "Check", or the one     |
    |                                              | that the text tells to press, is pressed     |
    |                                              | once                                         |
    | words that may be a "no"                     | unknown, once nothing else comes             |

    An id or a class does not count if rows or regions are marked one by one: a page may do so a
    moment after they are full.
    """

    def before_press(self, page: Page, watch: PageWatch) -> None:
        super().before_press(page, watch)
        watch.remember()

    def new_result(self, page: Page, watch: PageWatch) -> PageResult | None:
        if (result := super().new_result(page, watch)) or not watch.has_pressed:
            return result
        names, lines = watch.new_names_and_lines()
        called = ""
        for name, number in names.items():
            if has_word(WRONG, name):
                return None
            if is_success(name, number):
                called = called or name
        if not called:
            return None
        return PageResult("solved", quote(lines) or f"the page calls itself {called!r}", "state")

    def spoken_result(self, page: Page, watch: PageWatch) -> PageResult | None:
        said = watch.dialogs + self.new_text(watch)
        return PageResult("solved", quote(said), "words") if meaning(said) == "solved" else None

    def watch(self, page: Page) -> PageWatch:
        watch = super().watch(page)
        if ask(page, lambda: page.locator("canvas").count()):
            watch.first_picture = ask(page, lambda: _picture(page))
        return watch

    def drawn_result(self, page: Page, watch: PageWatch) -> PageResult | None:
        if watch.first_picture is None or not watch.has_pressed:
            return None
        words = phrases("drawn_solved") + phrases("drawn_wrong")
        found: set[str] = set()
        for shown in drawn_words(page, _picture(page), words, watch.first_picture):
            if shown.word in phrases("drawn_wrong"):
                return None
            if shown.is_alone:
                found.add(f"drawn: {shown.word}")
        return PageResult("solved", quote(sorted(found)), "words") if found else None

    def new_text(self, watch: PageWatch) -> list[str]:
        return watch.new_names_and_lines()[1] if watch.has_pressed else []

    def start(self, page: Page, rules: StartRules) -> str:
        label = press_start(page, rules)
        if label or rules.links or rules.board:
            return label
        # A canvas may show a word in place of a button.
        drawn = phrases("drawn_dismiss")
        if rules.shown == "nothing":
            drawn += phrases("drawn_start")
        words = [word for word in drawn if word not in rules.pressed]
        with suppress(PlaywrightError):  # of a page that is just being replaced
            for found in drawn_words(page, _picture(page), words):
                x0, y0, x1, y1 = found.box
                page.mouse.click((x0 + x1) / 2, (y0 + y1) / 2)
                return found.word
        return ""

    def goes_on(self, page: Page, board: Box) -> bool:
        return has_way_on(page, board)

    def announces_s(self, page: Page, watch: PageWatch) -> float:
        return CHECKS_S if self._check_button(page, watch) else super().announces_s(page, watch)

    def _submit(self, page: Page, watch: PageWatch) -> bool:
        """Press the only button that checks the answer; return True if there is one."""
        if self.button:
            return super()._submit(page, watch)
        self.consent(page)
        button = self._check_button(page, watch)
        if button is None or meaning(watch.dialogs + self.new_text(watch)):
            return False
        watch.note_check()
        return button.press()

    def _check_button(self, page: Page, watch: PageWatch) -> Control | None:
        """Return the only button that checks the answer, if it may be pressed."""
        if self.button or not watch.may_check:
            return None
        plain: dict[str, Control] = {}
        likely: dict[str, Control] = {}
        others: dict[str, Control] = {}
        for control in visible_controls(page):
            label = control.label
            if rank(label, "check") is not None:
                plain[label] = control
            elif not control.opens_page:
                kind = likely if is_check(label) else others
                kind[label] = control
        checks = plain or likely
        if checks:
            return checks.popitem()[1] if len(checks) == 1 else None
        return others.get(find_told_check(read_lines(page), others))


def _picture(page: Page) -> Image:
    return load_image(page.screenshot(scale="css", animations="allow", caret="initial"))


def is_success(name: str, number: int = 1) -> bool:
    """Return True if an id or a class of so many elements says that the puzzle is solved:
    "board--solved", "youWin".

    "Complete" and "finished" do not count: the board may be full and wrong.
    """
    if has_word(PARTS, name):
        return False
    parts = split_name(name)
    if "confetti" in parts:  # a piece of paper is an element
        return True
    is_win = "win" in parts and set(parts[: parts.index("win")]) <= BEFORE_WIN
    return number <= MAX_ELEMENTS and (is_win or has_word(SOLVED, name))


def has_word(pattern: re.Pattern[str], name: str) -> bool:
    """Return True if a word of an id or a class is one of those of a pattern."""
    return any(pattern.fullmatch(part) for part in split_name(name))


def split_name(name: str) -> list[str]:
    """Return the words of an id or a class in lower case."""
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]
