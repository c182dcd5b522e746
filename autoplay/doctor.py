"""Checks of this machine for `autoplay doctor`: what is there, and how to get what is missing."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import gettempdir
from typing import Final, Literal

from playwright.sync_api import Browser, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.start import ENGINES, GRID, BrowserOptions, start_browser
from autoplay.errors import BrowserNotFound
from autoplay.files import data_dir
from autoplay.history import History
from autoplay.install_hints import (
    PROJECT,
    extra_hint,
    install_browser,
    list_extras,
    pip_install,
    quote_command,
    rebuild_program,
    set_variable,
)
from solvers.errors import AutoplayError, count_of

GLYPHS: Final = "★⭐👑💡"
"""Characters that pages draw as stars, queens and lamps; the last ones are emoji."""
NO_GLYPH: Final = "\U0010fffd"
"""Private-use character that no font has; it is drawn as the placeholder of missing glyphs."""
DRAW: Final = """characters => characters.map(character => {
    const canvas = document.createElement('canvas'), pen = canvas.getContext('2d')
    pen.font = '40px sans-serif'
    pen.fillText(character, 10, 60)
    return canvas.toDataURL()
})"""
FONTS: Final = "https://fonts.google.com/noto/specimen/Noto+Color+Emoji"
"""Fonts with these characters, for any system."""
XVFB: Final = "https://www.x.org/releases/current/doc/man/man1/Xvfb.1.xhtml"
"""Display without a screen; systems have it as a package called xvfb or xorg-x11-server-Xvfb."""
COMPILER: Final = "https://wiki.python.org/moin/Compilers"
FOR_DEVELOPERS: Final = frozenset({"bench", "dev", "docs"})


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of one check.

    ``state`` is "optional" for a missing part that only some uses need. ``mend`` is the command
    that installs it, or the address of a page that says how; ``exit_status`` is what `doctor`
    returns for it.
    """

    check: str
    state: Literal["ok", "missing", "optional"]
    found: str
    mend: str = ""
    exit_status: int = 0


def examine_machine() -> Iterator[CheckResult]:
    """Run all checks."""
    yield CheckResult("Python", "ok", f"{sys.version.split()[0]} ({sys.executable})")
    yield check_opencv()
    yield check_search()
    with sync_playwright() as playwright:
        yield from check_browser(playwright)
    yield from check_data()
    yield from check_extras()


def check_opencv() -> CheckResult:
    """Check that OpenCV can be imported; without libGL, only its variant without windows can."""

    def probe() -> str:
        import cv2

        return str(cv2.__version__)

    mend = pip_install("--force-reinstall", "--no-deps", "opencv-python-headless")
    return _run_probe("OpenCV", probe, mend)


def check_search() -> CheckResult:
    """Check for the compiled search, which has a fallback in Python."""
    try:
        import solvers.star_battle._kernel  # noqa: F401
    except ImportError:
        mend = rebuild_program()
        if mend and not any(map(shutil.which, ("cc", "gcc", "cl"))):
            mend = f"a C compiler ({COMPILER}), then: {mend}"
        return CheckResult(
            "search", "optional", "in Python; compiled it is some 20 times as fast", mend
        )
    return CheckResult("search", "ok", "compiled")


def check_browser(playwright: Playwright) -> Iterator[CheckResult]:
    """Check that the browser starts, has the fonts, and can open a window."""
    try:
        with start_browser(playwright) as browser:
            name = f"{browser.browser_type.name} {browser.version}"
            fonts = check_fonts(browser)
    except (AutoplayError, PlaywrightError) as error:
        # A browser that starts may still fail to open a page.
        status = BrowserNotFound.exit_status
        yield CheckResult("browser", "missing", error.message, mend_browser(), status)
        return
    yield CheckResult("browser", "ok", f"{name} (playwright {version('playwright')})")
    yield fonts
    yield check_display(playwright)


def mend_browser() -> str:
    """Return the command that makes a browser start, by what chose the one that doesn't."""
    named = os.environ.get("AUTOPLAY_BROWSER", "auto")
    if named not in (*ENGINES, "auto"):
        return set_variable("AUTOPLAY_BROWSER")
    if os.environ.get(GRID):
        return set_variable(GRID)
    return install_browser("chromium" if named == "auto" else named)


def check_fonts(browser: Browser) -> CheckResult:
    """Check the fonts: a page whose stars show as empty boxes can hardly be read."""
    with browser.new_page() as page:
        *pictures, nothing = page.evaluate(DRAW, [*GLYPHS, NO_GLYPH])
    absent = [glyph for glyph, picture in zip(GLYPHS, pictures, strict=True) if picture == nothing]
    if absent:
        return CheckResult(
            "fonts", "optional", f"{' '.join(absent)} can't be drawn on pages that use them", FONTS
        )
    return CheckResult("fonts", "ok", f"{' '.join(GLYPHS)} can be drawn")


def check_display(playwright: Playwright) -> CheckResult:
    """Check that a window can be opened; only `--headed` needs one."""
    try:
        start_browser(playwright, BrowserOptions(headed=True)).close()
    except AutoplayError as error:
        if shutil.which("xvfb-run"):
            found = "none; xvfb-run can be used instead"
            return CheckResult("display", "optional", found, "xvfb-run autoplay play --headed")
        found = f"{error.message}; only --headed needs one"
        return CheckResult("display", "optional", found, XVFB)
    return CheckResult("display", "ok", "a window can be opened")


def check_data() -> Iterator[CheckResult]:
    """Check the data folder and the history in it."""
    other = Path(gettempdir())
    for place in (Path.cwd(), Path.home()):
        if os.access(place, os.W_OK):
            other = place
    move = set_variable("AUTOPLAY_HOME", str(other / PROJECT))
    folder = _run_probe("data folder", lambda: str(data_dir()), move)
    yield folder
    if folder.state == "ok":
        path = data_dir() / "history.sqlite"
        move = quote_command("move" if os.name == "nt" else "mv", str(path), f"{path}.broken")

        def count_runs() -> str:
            return f"{count_of(len(History().runs()), 'run')} in {path}"

        yield _run_probe("history", count_runs, move)


def check_extras() -> Iterator[CheckResult]:
    """Check for the packages of each extra that users need."""
    for extra, packages in list_extras().items():
        if extra in FOR_DEVELOPERS:
            continue
        try:
            found = ", ".join(f"{name} {version(name)}" for name in packages)
        except PackageNotFoundError as error:
            yield CheckResult(
                f"extra {extra}", "optional", f"{error.name} is not installed", extra_hint(extra)
            )
        else:
            yield CheckResult(f"extra {extra}", "ok", found)


def _run_probe(check: str, probe: Callable[[], str], mend: str) -> CheckResult:
    """Return what the probe found, or its error as a missing part."""
    try:
        return CheckResult(check, "ok", probe())
    except (AutoplayError, ImportError, OSError) as error:
        return CheckResult(check, "missing", str(error), mend, getattr(error, "exit_status", 1))
