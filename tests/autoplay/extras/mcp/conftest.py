"""Calls of the tools by the SDK's own client, with a page that is simulated."""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from mcp import Client

from autoplay.browser.start import BrowserOptions
from autoplay.extras.mcp import page as page_room
from autoplay.extras.mcp.desk import Desk
from autoplay.extras.mcp.page import PuzzlePage
from autoplay.extras.mcp.server import make_server
from solvers.lights_out import Lamps, named_rule
from tests.autoplay.cli.conftest import begin, run, spawn  # noqa: F401 (fixtures)
from tests.autoplay.player.simulated_boards import SimulatedLamps, SimulatedSite, make_clock

FIXTURES = Path(__file__).parents[4] / "fixtures"
LAMPS = ("*..", "...", "..*")


class InlineWorkers:
    """Pool that does its work at once, in this process."""

    def __init__(self, size, preload):
        pass

    def submit_limited(self, function, argument, *limits):  # noqa: ARG002
        done = Future()
        try:
            done.set_result(function(argument))
        except Exception as error:
            done.set_exception(error)
        return done

    def shutdown(self):
        pass


class SimulatedPage:
    """Page of a simulated board, at an address."""

    def __init__(self, url, board):
        self.url = url
        self.wait_for_timeout = board.page.wait_for_timeout
        self.is_shut = False

    def is_closed(self):
        return self.is_shut

    def title(self):
        return "Lamps"

    def on(self, event, listener):
        pass

    remove_listener = on


def run_apart(work):
    """Return the result of a coroutine, run in another thread: Playwright's loop may run in this
    one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@pytest.fixture
def clock(monkeypatch):
    """Return the clock that the waits for a page go by."""
    return make_clock(monkeypatch)


@pytest.fixture
def board(clock, monkeypatch):
    """Return the lamps of the page that any address opens; ``board.opened`` are the addresses."""
    board = SimulatedLamps(LAMPS, clock, named_rule("plus", Lamps(LAMPS)))
    board.found = board.reading
    board.opened = []

    @contextmanager
    def open_page_to_look(url, browser):
        board.opened.append(url or browser.tab)
        yield SimulatedPage(url or "http://tab.test/", board)

    monkeypatch.setattr(page_room, "open_page_to_look", open_page_to_look)
    monkeypatch.setattr(page_room, "Screen", lambda _: None)
    monkeypatch.setattr(page_room, "BoardTracker", lambda *_: board)
    site = SimulatedSite()
    site.stars = lambda _: None
    monkeypatch.setattr(page_room, "site_for", lambda _: site)
    return board


@pytest.fixture
def desk(monkeypatch):
    monkeypatch.setattr("autoplay.extras.mcp.desk.WorkerPool", InlineWorkers)
    desk = Desk(FIXTURES, PuzzlePage(BrowserOptions(cdp="http://127.0.0.1:1")))
    yield desk
    desk.close()


@pytest.fixture
def call(desk):
    """Call a tool; return its object, its picture, or the one line of its error."""

    async def ask(name, arguments):
        async with Client(make_server(desk)) as client:
            return await client.call_tool(name, arguments)

    def call(name, **arguments):
        done = run_apart(ask(name, arguments))
        (content,) = done.content
        if not done.is_error:
            return done.structured_content or content
        assert "\n" not in content.text
        assert len(content.text) <= 600
        return content.text

    return call
