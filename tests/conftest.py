"""Layers of tests, one browser per test process, a fresh page and home folder for each test.

A test is in the layer of the fixtures that it asks for, however indirectly: ``make quick`` runs
those that ask for no browser, no other process and no build.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from autoplay.browser.start import BrowserOptions, close_page, context_settings, start_browser

# Hundreds of tests start the program in another process, and half of its time is compiling unless
# that is cached.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell starts what runs in the background (nohup, &) with SIGINT ignored, and every process of a
# test inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Times of examples mean nothing on a busy machine. In CI hypothesis has a profile of its own, with
# fixed seeds.
usual = settings.get_profile(settings.get_current_profile_name())
settings.register_profile("patient", usual, deadline=None, max_examples=40)
settings.load_profile("patient")

collect_ignore = ["qa"]  # programs

LAYERS = {
    "build": {"sdist"},
    "browser": {"playwright", "elsewhere"},
    "process": {"process", "spawn", "begin"},
}
"""The fixtures of each layer, slowest layer first; a test is in the first that it asks for."""
STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"}
"""Events that Python reports before it starts a process, but for those of multiprocessing."""
LONGEST_ID = 200

_started_by_quick: list[str] | None = None
"""Programs that the test of the quick layer has started that runs now; None while none runs."""


def _notice_start(event: str, arguments: tuple[Any, ...]) -> None:
    if _started_by_quick is not None and event in STARTS:
        _started_by_quick.append(str(arguments[0]) if arguments else event)


sys.addaudithook(_notice_start)


def layer_of(fixtures: set[str]) -> str:
    """Return the layer of a test that asks for these fixtures, "" for the quick one."""
    return next((name for name, those in LAYERS.items() if those & fixtures), "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of each layer, and start with the slowest."""
    order = [*LAYERS, ""]
    layers = {item: layer_of(set(item.fixturenames)) for item in items}
    for item, layer in layers.items():
        if layer:
            item.add_marker(layer)
    items.sort(key=lambda item: order.index(layers[item]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test of the quick layer that starts a process, such as a browser in a thread."""
    global _started_by_quick
    if layer_of(set(item.fixturenames)):
        return (yield)
    started = _started_by_quick = []
    try:
        result = yield
    finally:
        _started_by_quick = None
    assert not started, (
        f"it starts {started[0]}: let it ask for the fixture `process`, or for `browser`"
    )
    return result


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Keep pictures and long texts out of the names of tests."""
    return (
        f"{argname} of {len(val)}"
        if isinstance(val, str | bytes) and len(val) > LONGEST_ID
        else None
    )


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep runs and history out of the user's own folder."""
    folder = tmp_path / "home"
    monkeypatch.setenv("AUTOPLAY_HOME", str(folder))
    return folder


@pytest.fixture
def process() -> None:
    """Put a test into the layer of those that start processes."""


@pytest.fixture
def elsewhere() -> Iterator[Callable[..., Any]]:
    """Call a function in another thread, in which it may start a Playwright of its own."""
    with ThreadPoolExecutor(1) as pool:
        yield lambda function, *given, **named: pool.submit(function, *given, **named).result()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Yield the browser that the program itself would start; tests that need one fail without."""
    with start_browser(playwright) as browser:
        yield browser


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Yield the context for the pages of all tests, one after the other; its first page stays, and
    so does the window.

    A full browser takes as long to open a window as a test takes to play a puzzle.
    """
    with browser.new_context(**context_settings(BrowserOptions())) as context:
        context.new_page()
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """Yield a page of the size the program plays in, with no data of earlier pages."""
    keeper = context.pages[0]
    yield context.new_page()
    for page in context.pages[1:]:
        close_page(page)
    context.clear_cookies()
    keeper_session = context.new_cdp_session(keeper)
    keeper_session.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    keeper_session.detach()
