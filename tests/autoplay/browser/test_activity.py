"""Pages that are at work or quiet, in simulated time."""

from typing import Any

import pytest

from autoplay.browser import activity
from autoplay.browser.activity import LONGEST_S, QUIET_S, PageActivity


class SimulatedRequest:
    """Request of a kind that a frame makes."""

    def __init__(self, kind: str, frame: object) -> None:
        self.resource_type = kind
        self.frame = frame


class SimulatedPage:
    """Page with a number of elements, whose requests begin and end as the test says."""

    def __init__(self) -> None:
        self.main_frame = object()
        self.elements = 10
        self.listeners: dict[str, Any] = {}

    def on(self, event: str, listener: Any) -> None:
        self.listeners[event] = listener

    def evaluate(self, _: str) -> int:
        return self.elements

    def ask(self, kind: str, frame: object) -> Any:
        request = SimulatedRequest(kind, frame)
        self.listeners["request"](request)
        return request


@pytest.fixture
def now(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(activity, "monotonic", lambda: now[0])
    return now


def test_a_page_is_quiet_once_it_asks_for_nothing_and_adds_nothing(now):
    page: Any = SimulatedPage()
    seen = PageActivity(page)
    assert seen.quiet_s == -QUIET_S
    request = page.ask("fetch", page.main_frame)
    now[0] += 2
    assert seen.quiet_s < 0
    page.listeners["requestfinished"](request)
    now[0] += QUIET_S + 1
    assert seen.quiet_s == pytest.approx(1)
    page.elements += 1
    assert seen.quiet_s < 0
    # Advertisements in frames, and sound, never end.
    now[0] += QUIET_S
    page.ask("fetch", object())
    page.ask("media", page.main_frame)
    assert seen.quiet_s == pytest.approx(0)
    before = seen.changes
    seen.restart()
    assert (seen.changes, seen.quiet_s) == (before + 1, -QUIET_S)


def test_a_page_that_never_rests_is_waited_for_only_so_long(now):
    page: Any = SimulatedPage()
    seen = PageActivity(page)
    page.ask("fetch", page.main_frame)
    for _ in range(12):
        now[0] += LONGEST_S / 10
        page.elements += 1
        page.ask("xhr", page.main_frame)
        quiet_s = seen.quiet_s
    assert quiet_s == pytest.approx(LONGEST_S / 5)
