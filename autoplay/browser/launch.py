"""Finds a browser on this machine and starts it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from playwright.sync_api import BrowserType, Playwright
from playwright.sync_api import Error as PlaywrightError

from autoplay.errors import BadBrowserOption, BrowserNotFound

if TYPE_CHECKING:
    from autoplay.browser.start import BrowserOptions

T = TypeVar("T")
Launch: TypeAlias = dict[str, Any]

ENGINES: Final = ("chromium", "firefox", "webkit")
CHANNELS: Final = ("chrome", "msedge")
ON_PATH: Final = ("chromium", "chromium-browser", "google-chrome")
ABSENT: Final = ("not installed", "not found")
GRID: Final = "SELENIUM_REMOTE_URL"
"""Playwright's own variable: the address of a Selenium Grid, which then starts the Chromium."""
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
class Candidate:
    """A browser that may be on this machine: Playwright's own of an engine, a channel, or an executable."""

    engine: str
    channel: str | None = None
    executable: str | None = None

    def __str__(self) -> str:
        return self.executable or self.channel or f"Playwright's {self.engine}"


def launch(playwright: Playwright, options: BrowserOptions, start: Callable[[BrowserType, Launch], T]) -> T:
    """What ``start`` makes of the first browser that starts, given its engine and how to launch it.

    Raises BrowserNotFound, and BadBrowserOption for a profile that no browser takes.
    """
    if options.headed and not os.environ.get(GRID) and not _has_display(os.environ):
        hint = "leave out --headed, or put xvfb-run before the command"
        raise BrowserNotFound("there is no display to show a window on", hint=hint)
    failed: list[str] = []
    for candidate in candidates(options.browser, os.environ):
        for how in _ways(candidate, options):
            try:
                return start(getattr(playwright, candidate.engine), how)
            except PlaywrightError as error:
                failed.append(f"{candidate}: {reason(error)}")
    raise _not_started(options, list(dict.fromkeys(failed)))


def candidates(named: str, environment: Mapping[str, str]) -> list[Candidate]:
    """The browsers to try, in order: the one named here or in AUTOPLAY_BROWSER, else every usual one."""
    if named == "auto":
        named = environment.get("AUTOPLAY_BROWSER", "auto")
    if named in ("auto", "chromium"):
        if environment.get(GRID):
            return [Candidate("chromium")]
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


def reason(error: PlaywrightError) -> str:
    """What is wrong, out of a message of many lines."""
    text = error.message
    if "Executable doesn't exist" in text:
        return ABSENT[0]
    if "is not found at" in text:
        return ABSENT[1]
    return text.splitlines()[0].partition(": ")[2] or text.splitlines()[0]


def _not_started(options: BrowserOptions, failed: list[str]) -> BadBrowserOption | BrowserNotFound:
    reasons = "; ".join(failed)
    if options.profile and not all(line.endswith(ABSENT) for line in failed):
        hint = "another folder, or close the browser that uses this one"
        return BadBrowserOption(f"no browser starts with the profile {options.profile} ({reasons})", hint=hint)
    if grid := os.environ.get(GRID):
        return BrowserNotFound(
            f"the Selenium Grid at {grid} gives no browser ({reasons})",
            hint=f"check that it runs, or unset {GRID} to play in a browser of this machine",
        )
    engine = options.browser if options.browser in ENGINES else "chromium"
    return BrowserNotFound(f"no browser starts ({reasons})", hint=f"{sys.executable} -m playwright install {engine}")


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
        # Ctrl-C is for the program, which then closes what it has opened.
        "handle_sigint": False,
    }
    if candidate.engine != "chromium":
        return [how]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [how | {"args": list(QUIET), "chromium_sandbox": on} for on in ((False,) if is_root else (True, False))]
