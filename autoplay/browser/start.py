"""Starts a browser or connects to a running one, and opens one page in it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

# A screenshot waits for every web font otherwise, and an advertisement's font may never come.
os.environ.setdefault("PW_TEST_SCREENSHOT_NO_FONTS_READY", "1")

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    Dialog,
    Page,
    Playwright,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.addresses import is_same_address
from autoplay.browser.time_limit import add_limit, limit_of
from autoplay.errors import BadBrowserOption, BrowserNotFound, PageUnreachable
from autoplay.limits import lift_memory_limit

T = TypeVar("T")
Opened = TypeVar("Opened", Browser, BrowserContext)
LaunchSettings: TypeAlias = dict[str, Any]

ENGINES: Final = ("chromium", "firefox", "webkit")
CHANNELS: Final = ("chrome", "msedge")
COMMANDS: Final = ("chromium", "chromium-browser", "google-chrome")
"""Names of a Chromium on the PATH."""
NOT_INSTALLED: Final = ("not installed", "not found")
GRID: Final = "SELENIUM_REMOTE_URL"
"""Playwright's own variable: the address of a Selenium Grid, which then starts the Chromium."""
QUIET_FLAGS: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""Flags that stop Chromium from connecting to anything but the page."""
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
"""Pairs of options that exclude each other: a running browser and a profile have their own settings
and storage."""
CLOSE_MS: Final = 500
"""Maximum time for a page to close before it is asked again."""
CLOSE_TRIES: Final = 20
CLOSED_CHECK_MS: Final = 100
"""Pause between two checks for a closed window: the close event may come before anyone waits for
it."""


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """Settings of a browser: its engine, its window and its stored data.

    ``browser`` is auto, chromium, firefox, webkit or the path of an executable; ``cdp`` and ``ws``
    are the addresses of a running one; with ``cdp``, ``tab`` is a part of the title or the address
    of the tab to take up. ``keep`` leaves the page open: for good in a running browser, and in a
    window of our own until a person closes it. ``viewport`` is (width, height) in CSS px, ``scale``
    device px per CSS px. ``video`` is a folder, ``trace`` a file that is written at the end.
    """

    browser: str = "auto"
    headed: bool = False
    slowmo_ms: float = 0
    cdp: str = ""
    ws: str = ""
    tab: str = ""
    profile: Path | None = None
    storage_state: Path | None = None
    keep: bool = False
    video: Path | None = None
    trace: Path | None = None
    viewport: tuple[int, int] = (1280, 1000)
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A browser to try: Playwright's own build of an engine, a channel, or an executable."""

    engine: str
    channel: str | None = None
    executable: str | None = None

    def __str__(self) -> str:
        return self.executable or self.channel or f"Playwright's {self.engine}"


@contextmanager
def open_page(options: BrowserOptions | None = None, url: str = "") -> Iterator[Page]:
    """Open a new page in a browser, and close it at the end; pop-up windows are closed at once.

    In a running Chromium, the tab that ``options`` name is taken up, or the one that shows the
    address ``url``, or the last one if there is no address; it stays open. Raises BrowserNotFound
    if no browser starts, PageUnreachable if a running one does not answer, has no such tab or goes
    away, and BadBrowserOption if the options contradict each other or name a profile or storage
    state that can't be used.
    """
    options = options or BrowserOptions()
    check(options)
    manager = sync_playwright()
    with (
        _browser_errors(),
        _start_playwright(manager) as playwright,
        _open_context(playwright, options) as context,
    ):
        taken_up = _open_tab(context, options.tab, url) if options.cdp else None
        page = taken_up or _new_page(context)
        add_limit(page, manager)
        # An advertisement in a window of its own would keep ours in the background.
        page.on("popup", close_page)
        if options.trace:
            context.tracing.start(screenshots=True, snapshots=True)
        try:
            yield page
        finally:
            _leave(page, options, closes=bool(options.cdp and not options.keep and not taken_up))


@contextmanager
def _start_playwright(manager: AbstractContextManager[Playwright]) -> Iterator[Playwright]:
    """Start the process that starts browsers, and so without the limit of a worker's memory."""
    with ExitStack() as stack:
        with lift_memory_limit():
            playwright = stack.enter_context(manager)
        yield playwright


def check(options: BrowserOptions) -> None:
    """Raise BadBrowserOption for options that contradict each other."""
    for pair in EXCLUSIVE:
        if all(getattr(options, name) for name in pair):
            one, other = (f"--{name.replace('_', '-')}" for name in pair)
            raise BadBrowserOption(
                f"{one} and {other} exclude each other", hint=f"leave out {other}"
            )
    if options.keep and not (options.headed or options.cdp):
        raise BadBrowserOption(
            "--keep leaves a window open, and there is none", hint="--headed, or --cdp URL"
        )


def start_browser(playwright: Playwright, options: BrowserOptions | None = None) -> Browser:
    """Start the first browser that is available; raises BrowserNotFound."""
    return launch(
        playwright, options or BrowserOptions(), lambda engine, settings: engine.launch(**settings)
    )


def launch(
    playwright: Playwright,
    options: BrowserOptions,
    start: Callable[[BrowserType, LaunchSettings], T],
) -> T:
    """Call ``start`` with each engine and its launch settings until one starts, and return what it
    returns.

    Raises BrowserNotFound, and BadBrowserOption for a profile that no browser accepts.
    """
    if options.headed and not os.environ.get(GRID) and not _has_display(os.environ):
        hint = "leave out --headed, or put xvfb-run before the command"
        raise BrowserNotFound("there is no display to show a window on", hint=hint)
    failed: list[str] = []
    for candidate in candidates(options.browser, os.environ):
        for settings in _launch_settings(candidate, options):
            try:
                return start(getattr(playwright, candidate.engine), settings)
            except PlaywrightError as error:
                failed.append(f"{candidate}: {reason(error)}")
    raise _not_started(options, list(dict.fromkeys(failed)))


def candidates(named: str, environment: Mapping[str, str]) -> list[Candidate]:
    """Return the browsers to try, in order: the one named here or in AUTOPLAY_BROWSER, else all
    usual ones."""
    if named == "auto":
        named = environment.get("AUTOPLAY_BROWSER", "auto")
    if named in ("auto", "chromium"):
        if environment.get(GRID):
            return [Candidate("chromium")]
        found = [Candidate("chromium")]
        for name in CHANNELS:
            found.append(Candidate("chromium", channel=name))
        for name in COMMANDS:
            if path := shutil.which(name, path=environment.get("PATH")):
                found.append(Candidate("chromium", executable=path))
        return found
    if named in ENGINES:
        return [Candidate(named)]
    path = shutil.which(str(Path(named).expanduser()), path=environment.get("PATH"))
    if path is None:
        raise BrowserNotFound(
            f"{named} is not a browser that can be started",
            hint=f"one of {', '.join(ENGINES)}, or a path",
        )
    engine = next((name for name in ENGINES if name in Path(path).name.lower()), "chromium")
    return [Candidate(engine, executable=path)]


def reason(error: PlaywrightError) -> str:
    """Return the one line of Playwright's long message that says what is wrong."""
    text = error.message
    if "Executable doesn't exist" in text:
        return NOT_INSTALLED[0]
    if "is not found at" in text:
        return NOT_INSTALLED[1]
    return text.splitlines()[0].partition(": ")[2] or text.splitlines()[0]


def context_settings(options: BrowserOptions) -> dict[str, Any]:
    """Return Playwright's settings of a new context: window, language and storage."""
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


def _open_tab(context: BrowserContext, named: str, url: str) -> Page | None:
    """Return the tab to take up, or None if a new one is needed; raise PageUnreachable if there is
    none of the name."""
    titles: list[str] = []
    for page in reversed(context.pages):
        if page.url.startswith(("devtools:", "chrome-extension:")):
            continue
        if named:
            title = page.title()
            is_wanted = named.casefold() in f"{title} {page.url}".casefold()
            titles.append(repr(title or page.url))
        else:
            is_wanted = not url or is_same_address(page.url, url)
        if is_wanted:
            return page
    if named:
        hint = f"one of {', '.join(titles) or 'no tabs'}"
        raise PageUnreachable(f"no tab has '{named}' in its title or address", hint=hint)
    if not url:
        raise PageUnreachable("the running browser has no open tab", hint="give an address to open")
    return None


def _leave(page: Page, options: BrowserOptions, *, closes: bool = False) -> None:
    """Write the trace, wait while the window is kept open, and close the page if that is needed."""
    with suppress(PlaywrightError):
        if options.trace and not limit_of(page).is_over:
            page.context.tracing.stop(path=options.trace)
    with suppress(PlaywrightError):
        while options.keep and not options.cdp and not page.is_closed():
            page.wait_for_timeout(CLOSED_CHECK_MS)
    if closes:  # elsewhere it goes with its context
        close_page(page)


def close_page(page: Page) -> None:
    """Close this page alone, unless it is closed already; give up on a page that does not close.

    Chromium ignores a close request while the next document is loading, and Playwright would wait
    for ever (https://crbug.com/536385539), so the request is repeated.
    """
    page.on("dialog", _accept)
    for _ in range(CLOSE_TRIES):
        with suppress(PlaywrightError):  # it is closed already, or not yet
            page.close(run_before_unload=True)
            page.wait_for_event("close", timeout=CLOSE_MS)
        if page.is_closed():
            return


def _accept(dialog: Dialog) -> None:
    with suppress(PlaywrightError):  # another listener was first
        dialog.accept()


@contextmanager
def _closing(opened: Opened) -> Iterator[Opened]:
    """Close a browser or context at the end, unless it is gone by then."""
    try:
        yield opened
    finally:
        with suppress(PlaywrightError):
            opened.close()


@contextmanager
def _browser_errors() -> Iterator[None]:
    """Turn Playwright's error for a browser that went away into PageUnreachable."""
    try:
        yield
    except PlaywrightError as error:
        raise PageUnreachable(
            f"the browser went away ({reason(error)})", hint="the same command again"
        ) from error


def _new_page(context: BrowserContext) -> Page:
    try:
        return context.new_page()
    except PlaywrightError as error:
        if "ffmpeg" not in error.message:
            raise
        hint = f"{sys.executable} -m playwright install ffmpeg"
        raise BrowserNotFound(
            "a video needs ffmpeg beside the browser, and it is not installed", hint=hint
        ) from error


@contextmanager
def _open_context(playwright: Playwright, options: BrowserOptions) -> Iterator[BrowserContext]:
    if options.profile:
        folder = options.profile
        settings = context_settings(options)
        started = launch(
            playwright,
            options,
            lambda engine, how: engine.launch_persistent_context(folder, **how, **settings),
        )
        with _closing(started) as context:
            yield context
    elif options.cdp:
        # A running browser is used for its logins and cookies: its own context, not a new one.
        with _closing(_connect(playwright, options)) as browser:
            if not browser.contexts:
                raise PageUnreachable(
                    f"the browser at {options.cdp} has no window", hint="open one in it"
                )
            yield browser.contexts[0]
    else:
        found = _connect(playwright, options) if options.ws else start_browser(playwright, options)
        with _closing(found) as browser, _closing(_new_context(browser, options)) as context:
            yield context


def _new_context(browser: Browser, options: BrowserOptions) -> BrowserContext:
    try:
        return browser.new_context(**context_settings(options))
    except (PlaywrightError, ValueError) as error:
        if not options.storage_state:
            raise
        hint = "leave out --storage-state, or write it again with Playwright"
        why = str(error).splitlines()[-1]
        raise BadBrowserOption(
            f"{options.storage_state} is not a storage state ({why})", hint=hint
        ) from error


def _connect(playwright: Playwright, options: BrowserOptions) -> Browser:
    engine = options.browser if options.browser in ENGINES else "chromium"
    address = options.cdp or options.ws
    try:
        if options.cdp:
            return playwright.chromium.connect_over_cdp(address, slow_mo=options.slowmo_ms)
        browser_type: BrowserType = getattr(playwright, engine)
        return browser_type.connect(address, slow_mo=options.slowmo_ms)
    except PlaywrightError as error:
        raise PageUnreachable(
            f"no browser answers at {address} ({reason(error)})", hint="check the address"
        ) from error


def _not_started(options: BrowserOptions, failed: list[str]) -> BadBrowserOption | BrowserNotFound:
    reasons = "; ".join(failed)
    if options.profile and not all(line.endswith(NOT_INSTALLED) for line in failed):
        hint = "another folder, or close the browser that uses this one"
        return BadBrowserOption(
            f"no browser starts with the profile {options.profile} ({reasons})", hint=hint
        )
    if grid := os.environ.get(GRID):
        return BrowserNotFound(
            f"the Selenium Grid at {grid} offers no browser ({reasons})",
            hint=f"check that it is running, or unset {GRID} to play in a browser on this machine",
        )
    engine = options.browser if options.browser in ENGINES else "chromium"
    return BrowserNotFound(
        f"no browser starts ({reasons})", hint=f"{sys.executable} -m playwright install {engine}"
    )


def _has_display(environment: Mapping[str, str]) -> bool:
    """Return True if the environment says that a window can be shown; only Linux has to say so."""
    named = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return bool(named) or not sys.platform.startswith("linux")


def _launch_settings(candidate: Candidate, options: BrowserOptions) -> list[LaunchSettings]:
    """Return the launch settings to try: root can't use Chromium's sandbox, nor can others on some
    systems."""
    settings: LaunchSettings = {
        "channel": candidate.channel,
        "executable_path": candidate.executable,
        "headless": not options.headed,
        "slow_mo": options.slowmo_ms,
        # Ctrl-C is for the program, which then closes what it has opened.
        "handle_sigint": False,
    }
    if candidate.engine != "chromium":
        return [settings]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [
        settings | {"args": list(QUIET_FLAGS), "chromium_sandbox": on}
        for on in ((False,) if is_root else (True, False))
    ]
