"""Finds a browser, starts it or connects to it, and hands out one page."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

# A screenshot waits for every web font otherwise, and an advertisement's font may never come.
os.environ.setdefault("PW_TEST_SCREENSHOT_NO_FONTS_READY", "1")

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from autoplay.errors import BadBrowserOption, BrowserNotFound, PageUnreachable

T = TypeVar("T")
Launch: TypeAlias = dict[str, Any]

ENGINES: Final = ("chromium", "firefox", "webkit")
CHANNELS: Final = ("chrome", "msedge")
ON_PATH: Final = ("chromium", "chromium-browser", "google-chrome")
ABSENT: Final = ("not installed", "not found")
EXCLUSIVE: Final = (
    ("cdp", "ws"),
    ("cdp", "profile"),
    ("cdp", "storage_state"),
    ("cdp", "video"),
    ("ws", "profile"),
    ("profile", "storage_state"),
)
"""Options that can't be had together: a browser that runs already, or a profile, keeps what it keeps."""
QUIET: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""Flags that keep Chromium from talking to anyone but the page."""


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """Which browser, how it is shown, and what it keeps.

    ``browser`` is auto, chromium, firefox, webkit or the path of an executable; ``cdp`` and ``ws`` are the
    addresses of one that runs already. ``viewport`` is (width, height) in CSS px, ``scale`` device px per CSS
    px. ``video`` is a folder, ``trace`` a file that is written when the page is closed.
    """

    browser: str = "auto"
    headed: bool = False
    slowmo_ms: float = 0
    cdp: str = ""
    ws: str = ""
    profile: Path | None = None
    storage_state: Path | None = None
    video: Path | None = None
    trace: Path | None = None
    viewport: tuple[int, int] = (1280, 1000)
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A browser that may be on this machine: Playwright's own of an engine, a channel, or an executable."""

    engine: str
    channel: str | None = None
    executable: str | None = None

    def __str__(self) -> str:
        return self.executable or self.channel or f"Playwright's {self.engine}"


@contextmanager
def open_page(options: BrowserOptions | None = None) -> Iterator[Page]:
    """A page of its own in a browser, closed at the end.

    Raises BrowserNotFound if no browser starts, PageUnreachable if a running one does not answer, and
    BadBrowserOption if the options contradict each other or name a profile or storage state that can't be used.
    """
    options = options or BrowserOptions()
    _check(options)
    with sync_playwright() as playwright, _context(playwright, options) as context:
        page = _new_page(context)
        if options.trace:
            context.tracing.start(screenshots=True, snapshots=True)
        try:
            yield page
        finally:
            if options.trace:
                context.tracing.stop(path=options.trace)
            page.close()


def _check(options: BrowserOptions) -> None:
    for pair in EXCLUSIVE:
        if all(getattr(options, name) for name in pair):
            one, other = (f"--{name.replace('_', '-')}" for name in pair)
            raise BadBrowserOption(f"{one} and {other} exclude each other", hint=f"leave out {other}")


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
        with _start(
            playwright,
            options,
            lambda engine, how: engine.launch_persistent_context(folder, **how, **settings),
        ) as context:
            yield context
    elif options.cdp:
        # The point of a browser that runs already is what is open in it: its own context, not a fresh one.
        with _connect(playwright, options) as browser:
            if not browser.contexts:
                raise PageUnreachable(f"the browser at {options.cdp} has no window", hint="open one in it")
            yield browser.contexts[0]
    else:
        start = _connect if options.ws else start_browser
        with start(playwright, options) as browser, _new_context(browser, options) as context:
            yield context


def _new_context(browser: Browser, options: BrowserOptions) -> BrowserContext:
    try:
        return browser.new_context(**context_settings(options))
    except (PlaywrightError, ValueError) as error:
        if not options.storage_state:
            raise
        hint = "leave out --storage-state, or have it written anew by Playwright"
        reason = str(error).splitlines()[-1]
        raise BadBrowserOption(f"{options.storage_state} is no storage state ({reason})", hint=hint) from error


def start_browser(playwright: Playwright, options: BrowserOptions | None = None) -> Browser:
    """Start the first browser that is there; raises BrowserNotFound."""
    return _start(playwright, options or BrowserOptions(), lambda engine, how: engine.launch(**how))


def context_settings(options: BrowserOptions) -> dict[str, Any]:
    """How a fresh context looks: window, language, and what it keeps."""
    width, height = options.viewport
    settings: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "locale": "en-US",
        "device_scale_factor": options.scale,
    }
    if options.storage_state:
        settings["storage_state"] = options.storage_state
    if options.video:
        settings["record_video_dir"] = options.video
    return settings


def candidates(named: str, environment: Mapping[str, str]) -> list[Candidate]:
    """The browsers to try, in order: the one named here or in AUTOPLAY_BROWSER, else every usual one."""
    if named == "auto":
        named = environment.get("AUTOPLAY_BROWSER", "auto")
    if named in ("auto", "chromium"):
        found = (shutil.which(name, path=environment.get("PATH")) for name in ON_PATH)
        return [
            Candidate("chromium"),
            *(Candidate("chromium", channel=name) for name in CHANNELS),
            *(Candidate("chromium", executable=path) for path in found if path),
        ]
    if named in ENGINES:
        return [Candidate(named)]
    path = shutil.which(str(Path(named).expanduser()), path=environment.get("PATH"))
    if path is None:
        raise BrowserNotFound(
            f"{named} is no browser that can be started", hint=f"one of {', '.join(ENGINES)}, or a path"
        )
    engine = next((name for name in ENGINES if name in Path(path).name.lower()), "chromium")
    return [Candidate(engine, executable=path)]


def _start(playwright: Playwright, options: BrowserOptions, launch: Callable[[BrowserType, Launch], T]) -> T:
    if options.headed and not _has_display(os.environ):
        hint = "leave out --headed, or put xvfb-run before the command"
        raise BrowserNotFound("there is no display to show a window on", hint=hint)
    failed: list[str] = []
    for candidate in candidates(options.browser, os.environ):
        for how in _ways(candidate, options):
            try:
                return launch(getattr(playwright, candidate.engine), how)
            except PlaywrightError as error:
                failed.append(f"{candidate}: {_reason(error)}")
    reasons = "; ".join(dict.fromkeys(failed))
    if options.profile and not all(line.endswith(ABSENT) for line in failed):
        hint = "another folder, or close the browser that uses this one"
        raise BadBrowserOption(f"no browser starts with the profile {options.profile} ({reasons})", hint=hint)
    engine = options.browser if options.browser in ENGINES else "chromium"
    raise BrowserNotFound(
        f"no browser starts ({reasons})",
        hint=f"{sys.executable} -m playwright install {engine}",
    )


def _has_display(environment: Mapping[str, str]) -> bool:
    """Whether a window can be shown, as far as the environment tells; only Linux has to say so."""
    named = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return bool(named) or not sys.platform.startswith("linux")


def _ways(candidate: Candidate, options: BrowserOptions) -> list[Launch]:
    """The launch settings to try: Chromium's sandbox is refused to root, and to others on some systems."""
    how: Launch = {
        "channel": candidate.channel,
        "executable_path": candidate.executable,
        "headless": not options.headed,
        "slow_mo": options.slowmo_ms,
    }
    if candidate.engine != "chromium":
        return [how]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [how | {"args": list(QUIET), "chromium_sandbox": on} for on in ((False,) if is_root else (True, False))]


def _reason(error: PlaywrightError) -> str:
    """What is wrong, out of a message of many lines."""
    text = error.message
    if "Executable doesn't exist" in text:
        return ABSENT[0]
    if "is not found at" in text:
        return ABSENT[1]
    return text.splitlines()[0].partition(": ")[2] or text.splitlines()[0]


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
            f"no browser answers at {address} ({_reason(error)})", hint="check the address"
        ) from error
