"""Pauses between presses and looks, and the one loop that waits for a page."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final, TypeVar

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

T = TypeVar("T")

PACE_MS: Final = (30.0, 80.0)
"""Default least and most time between two presses, drawn at random: the pace of a quick person."""
LOOK_MS: Final = 40
"""Pause between two screenshots: more than two frames of the browser, and less than a person
notices."""
ASK_MS: Final = 50
"""Pause between two questions to the document of a page."""


def wait_until(
    page: Page,
    look: Callable[[], T],
    timeout_s: float,
    *,
    is_done: Callable[[T], bool] = bool,
    pause_ms: float = LOOK_MS,
) -> T:
    """Call `look` until `is_done` accepts what it returns, and return that, or the last answer once
    time is over.

    The last look begins when time is over, however long looks take; `pause_ms` lie between two. The
    page handles its events in the pauses.
    """
    deadline = monotonic() + timeout_s
    while True:
        began_at = monotonic()
        answer = look()
        if is_done(answer) or began_at >= deadline:
            return answer
        if pause_ms > 0:
            page.wait_for_timeout(pause_ms)


def ask(page: Page, question: Callable[[], T]) -> T | None:
    """Return the answer to a question, or None if the page is just being replaced by another one.

    Raises Playwright's error if the page is closed.
    """
    try:
        return question()
    except PlaywrightError:
        if page.is_closed():
            raise
        return None
