"""The loop that waits for a page, and questions to a page that is being replaced."""

import pytest
from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.wait import ask


class FakePage:
    """Page that is open or closed."""

    def __init__(self, *, is_closed=False):
        self.closed = is_closed

    def is_closed(self):
        return self.closed


def fail():
    raise PlaywrightError("Execution context was destroyed")


def test_a_page_that_is_being_replaced_gives_no_answer():
    assert ask(FakePage(), lambda: "answer") == "answer"
    assert ask(FakePage(), fail) is None


def test_a_closed_page_raises_the_error():
    with pytest.raises(PlaywrightError, match="destroyed"):
        ask(FakePage(is_closed=True), fail)
