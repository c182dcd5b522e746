"""Steps that a person wants before the board of a page is read: choices, clicks and a wait."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page

from autoplay.browser.controls import visible_controls
from autoplay.browser.wait import ASK_MS, ask, wait_until
from autoplay.errors import ControlNotFound

APPEARS_S: Final = 10.0
"""Maximum time for a control or a text to appear."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Steps before a board is read: first ``selects``, then ``clicks``, each in its order, then
    ``wait_for``.

    ``clicks`` are labels of controls or CSS selectors, ``selects`` pairs of the label (or the
    selector) of a list and the option to choose, ``wait_for`` is a text of the page or a number of
    seconds.
    """

    clicks: tuple[str, ...] = ()
    selects: tuple[tuple[str, str], ...] = ()
    wait_for: str = ""

    def __bool__(self) -> bool:
        """Return True if there is any step."""
        return bool(self.clicks or self.selects or self.wait_for)

    def apply(self, page: Page, timeout_s: float = APPEARS_S) -> None:
        """Carry out the steps; raise ControlNotFound for one that the page does not show in
        time."""
        for label, option in self.selects:
            _select(page, label, option, timeout_s)
        for target in self.clicks:
            _click(page, target, timeout_s)
        if self.wait_for:
            _wait(page, self.wait_for, timeout_s)


def _click(page: Page, target: str, timeout_s: float) -> None:
    def press_control() -> bool:
        control = _find_control(page, target)
        if control is None:
            return False
        control.click(timeout=timeout_s * 1000, no_wait_after=True)
        return True

    said = f"--click {target!r}: the page shows no such button, link or element"
    _repeat(page, press_control, timeout_s, said)


def _find_control(page: Page, target: str) -> Locator | None:
    """Return the control with this label, else the first with a label that contains it, else the
    element."""
    wanted = _fold(target)
    like: Locator | None = None
    for control in visible_controls(page):
        label = _fold(control.label)
        if label == wanted:
            return control.locator
        if like is None and wanted in label:
            like = control.locator
    if like:
        return like
    with suppress(PlaywrightError):  # most labels are not selectors
        element = page.locator(target).locator("visible=true")
        if element.count():
            return element.first
    text = page.get_by_text(target, exact=True).locator("visible=true")
    return text.first if text.count() else None


def _fold(label: str) -> str:
    """Return a label as people type it: without capitals, and with x for the sign for "times"."""
    return label.casefold().replace("×", "x")


def _select(page: Page, label: str, option: str, timeout_s: float) -> None:
    def choose_option() -> bool:
        by_name = page.locator(f"select[name={label!r}], select[id={label!r}]")
        found = page.get_by_label(label).or_(by_name).locator("visible=true")
        if not found.count():
            return False
        # A text is the label of an option, or its value.
        found.first.select_option(option, timeout=ASK_MS * 10)
        return True

    said = f"--select {label}={option}: the page shows no such list, or no such option in it"
    _repeat(page, choose_option, timeout_s, said)


def _wait(page: Page, wanted: str, timeout_s: float) -> None:
    try:
        page.wait_for_timeout(float(wanted) * 1000)
    except ValueError:
        text = page.get_by_text(wanted).locator("visible=true")
        said = f"--wait-for {wanted!r}: the page does not show this text"
        _repeat(page, lambda: text.count() > 0, timeout_s, said)


def _repeat(page: Page, step: Callable[[], bool], timeout_s: float, said: str) -> None:
    """Try a step until it returns True; raise ControlNotFound, which says why, if it never does."""
    if wait_until(page, lambda: ask(page, step), timeout_s, pause_ms=ASK_MS):
        return
    labels = list(dict.fromkeys(control.label for control in visible_controls(page)))[:6]
    hint = f"one of its buttons: {', '.join(labels)}" if labels else "look at the page: --headed"
    raise ControlNotFound(said, hint=hint)
