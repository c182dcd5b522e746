"""Starts a browser or connects to one, and hands out one page."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

# A screenshot waits for every web font otherwise, and an advertisement's font may never come.
os.environ.setdefault("PW_TEST_SCREENSHOT_NO_FONTS_READY", "1")

from playwright.sync_api import Browser, BrowserContext, BrowserType, Dialog, Page, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.launch import ENGINES, launch, reason
from autoplay.errors import BadBrowserOption, BrowserNotFound, PageUnreachable

Opened = TypeVar("Opened", Browser, BrowserContext)

EXCLUSIVE: Final = (
    ("cdp", "ws"),
    ("cdp", "profile"),
    ("cdp", "storage_state"),
    ("cdp", "video"),
    ("ws", "profile"),
    ("ws", "headed"),
    ("ws", "keep"),
    ("profile", "storage_state"),
)
"""Options that can't be had together: a browser that runs already, or a profile, keeps what it keeps."""

CLOSES_MS: Final = 500
"""How long a page may take to close before it is told again."""
CLOSE_TRIES: Final = 20
LOOKS_MS: Final = 100
"""How often it is seen whether a window that is kept was closed: an event may have come before the wait for it."""


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """Which browser, how it is shown, and what it keeps.

    ``browser`` is auto, chromium, firefox, webkit or the path of an executable; ``cdp`` and ``ws`` are the
    addresses of one that runs already. ``keep`` leaves the page open: one of a running browser for good, a window
    of our own until somebody closes it. ``viewport`` is (width, height) in CSS px, ``scale`` device px per CSS
    px. ``video`` is a folder, ``trace`` a file that is written at the end.
    """

    browser: str = "auto"
    headed: bool = False
    slowmo_ms: float = 0
    cdp: str = ""
    ws: str = ""
    profile: Path | None = None
    storage_state: Path | None = None
    keep: bool = False
    video: Path | None = None
    trace: Path | None = None
    viewport: tuple[int, int] = (1280, 1000)
    scale: float = 1


@contextmanager
def open_page(options: BrowserOptions | None = None) -> Iterator[Page]:
    """A page of its own in a browser, closed at the end; what it opens by itself is closed at once.

    Raises BrowserNotFound if no browser starts, PageUnreachable if a running one does not answer or goes away, and
    BadBrowserOption if the options contradict each other or name a profile or storage state that can't be used.
    """
    options = options or BrowserOptions()
    check(options)
    with _lost_browser(), sync_playwright() as playwright, _context(playwright, options) as context:
        page = _new_page(context)
        # An advertisement in a window of its own would keep ours in the background.
        page.on("popup", close_page)
        if options.trace:
            context.tracing.start(screenshots=True, snapshots=True)
        try:
            yield page
        finally:
            _leave(page, options)


def check(options: BrowserOptions) -> None:
    """Raise BadBrowserOption for options that contradict each other."""
    for pair in EXCLUSIVE:
        if all(getattr(options, name) for name in pair):
            one, other = (f"--{name.replace('_', '-')}" for name in pair)
            raise BadBrowserOption(f"{one} and {other} exclude each other", hint=f"leave out {other}")
    if options.keep and not (options.headed or options.cdp):
        raise BadBrowserOption("--keep leaves a window open, and there is none", hint="--headed, or --cdp URL")


def start_browser(playwright: Playwright, options: BrowserOptions | None = None) -> Browser:
    """Start the first browser that is there; raises BrowserNotFound."""
    return launch(playwright, options or BrowserOptions(), lambda engine, how: engine.launch(**how))


def context_settings(options: BrowserOptions) -> dict[str, Any]:
    """How a fresh context looks: window, language, and what it keeps."""
    width, height = options.viewport
    settings: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "locale": "en-US",
        "device_scale_factor": options.scale,
        "accept_downloads": False,
    }
    if options.storage_state:
        settings["storage_state"] = options.storage_state
    if options.video:
        settings["record_video_dir"] = options.video
    return settings


def _leave(page: Page, options: BrowserOptions) -> None:
    """Write the trace, wait while the window is kept, and close a page in a context that stays."""
    with suppress(PlaywrightError):
        if options.trace:
            page.context.tracing.stop(path=options.trace)
    with suppress(PlaywrightError):
        while options.keep and not options.cdp and not page.is_closed():
            page.wait_for_timeout(LOOKS_MS)
    if options.cdp and not options.keep:  # elsewhere it goes with its context
        close_page(page)


def close_page(page: Page) -> None:
    """Close a page alone, unless it is gone already; one that does not close is left.

    Chromium forgets that it was told to while the next document is coming in, and Playwright would wait for ever
    (https://crbug.com/536385539): it is told again.
    """
    page.on("dialog", _agree)
    for _ in range(CLOSE_TRIES):
        with suppress(PlaywrightError):  # it is closed already, or not yet
            page.close(run_before_unload=True)
            page.wait_for_event("close", timeout=CLOSES_MS)
        if page.is_closed():
            return


def _agree(dialog: Dialog) -> None:
    with suppress(PlaywrightError):  # another listener was first
        dialog.accept()


@contextmanager
def _closed(opened: Opened) -> Iterator[Opened]:
    """Closes a browser or context at the end, unless it is gone by then."""
    try:
        yield opened
    finally:
        with suppress(PlaywrightError):
            opened.close()


@contextmanager
def _lost_browser() -> Iterator[None]:
    """Turns what Playwright says of a browser that went away into PageUnreachable."""
    try:
        yield
    except PlaywrightError as error:
        raise PageUnreachable(f"the browser went away ({reason(error)})", hint="the same command again") from error


def _new_page(context: BrowserContext) -> Page:
    try:
        return context.new_page()
    except PlaywrightError as error:
        if "ffmpeg" not in error.message:
            raise
        hint = f"{sys.executable} -m playwright install ffmpeg"
        raise BrowserNotFound("a video needs ffmpeg beside the browser, and it is not installed", hint=hint) from error


@contextmanager
def _context(playwright: Playwright, options: BrowserOptions) -> Iterator[BrowserContext]:
    if options.profile:
        folder, settings = options.profile, context_settings(options)
        started = launch(
            playwright, options, lambda engine, how: engine.launch_persistent_context(folder, **how, **settings)
        )
        with _closed(started) as context:
            yield context
    elif options.cdp:
        # The point of a browser that runs already is what is open in it: its own context, not a fresh one.
        with _closed(_connect(playwright, options)) as browser:
            if not browser.contexts:
                raise PageUnreachable(f"the browser at {options.cdp} has no window", hint="open one in it")
            yield browser.contexts[0]
    else:
        found = _connect(playwright, options) if options.ws else start_browser(playwright, options)
        with _closed(found) as browser, _closed(_new_context(browser, options)) as context:
            yield context


def _new_context(browser: Browser, options: BrowserOptions) -> BrowserContext:
    try:
        return browser.new_context(**context_settings(options))
    except (PlaywrightError, ValueError) as error:
        if not options.storage_state:
            raise
        hint = "leave out --storage-state, or have it written anew by Playwright"
        why = str(error).splitlines()[-1]
        raise BadBrowserOption(f"{options.storage_state} is no storage state ({why})", hint=hint) from error


def _connect(playwright: Playwright, options: BrowserOptions) -> Browser:
    engine = options.browser if options.browser in ENGINES else "chromium"
    address = options.cdp or options.ws
    try:
        if options.cdp:
            return playwright.chromium.connect_over_cdp(address, slow_mo=options.slowmo_ms)
        browser_type: BrowserType = getattr(playwright, engine)
        return browser_type.connect(address, slow_mo=options.slowmo_ms)
    except PlaywrightError as error:
        raise PageUnreachable(f"no browser answers at {address} ({reason(error)})", hint="check the address") from error
