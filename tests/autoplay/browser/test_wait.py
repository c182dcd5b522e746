"""The loop that waits for a page, and questions to a page that is being replaced."""

from itertools import count

import pytest
from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.wait import ask, wait_until


class FakePage:
    """Page that records its pauses and takes no time for them."""

    def __init__(self, *, is_closed=False):
        self.pauses = []
        self.closed = is_closed

    def wait_for_timeout(self, milliseconds):
        self.pauses.append(milliseconds)

    def is_closed(self):
        return self.closed


def test_it_looks_as_often_as_required_however_long_that_takes():
    numbers = count(1)
    options = {"is_done": lambda _: False, "pause_ms": 0, "least_looks": 4}
    assert wait_until(FakePage(), lambda: next(numbers), 0, **options) == 4


def fail():
    raise PlaywrightError("Execution context was destroyed")


def test_a_page_that_is_being_replaced_gives_no_answer():
    assert ask(FakePage(), lambda: "answer") == "answer"
    assert ask(FakePage(), fail) is None


def test_a_closed_page_raises_the_error():
    with pytest.raises(PlaywrightError, match="destroyed"):
        ask(FakePage(is_closed=True), fail)
