"""Checks of this machine for `autoplay doctor`."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
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
from autoplay.install_hints import PROJECT, HostSystem, extras, rebuild_arguments
from autoplay.run.history import History
from autoplay.wording import count
from solvers.errors import AutoplayError

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
FOR_DEVELOPERS: Final = frozenset({"bench", "dev", "docs"})


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of one check.

    ``state`` is "ok", "missing", or "optional" for a missing part that only some uses need. ``mend`` is the command
    that installs it. ``exit_status`` is the exit status that `doctor` returns for it.
    """

    check: str
    state: Literal["ok", "missing", "optional"]
    found: str
    mend: str = ""
    exit_status: int = 0


def examine(system: HostSystem) -> Iterator[CheckResult]:
    """Run all checks; results come with the repair command for this system."""
    yield CheckResult("Python", "ok", f"{sys.version.split()[0]} ({sys.executable})")
    yield _run_check("OpenCV", _opencv, system.pip("--force-reinstall", "--no-deps", "opencv-python-headless"))
    yield _search(system)
    yield from _check_browser(system)
    yield from _check_data(system)
    yield from _extras(system)


def _run_check(check: str, probe: Callable[[], str], mend: str) -> CheckResult:
    """Return what the probe found, or its error as a missing part."""
    try:
        return CheckResult(check, "ok", probe())
    except (AutoplayError, ImportError, OSError) as error:
        return CheckResult(check, "missing", str(error), mend, getattr(error, "exit_status", 1))


def _opencv() -> str:
    import cv2  # here, because this check reports that it can't be imported

    return str(cv2.__version__)


def _search(system: HostSystem) -> CheckResult:
    """Check for the compiled search, which has a fallback in Python."""
    try:
        import solvers.star_battle.compiled  # noqa: F401
    except ImportError:
        compiler = "" if any(map(shutil.which, ("cc", "gcc", "cl"))) else system.package("compiler")
        again = system.pip("--force-reinstall", "--no-deps", "--no-cache-dir", *rebuild_arguments())
        mend = " && ".join(filter(None, (compiler, again))) if rebuild_arguments() else ""
        return CheckResult("search", "optional", "in Python; compiled it is some 20 times as fast", mend)
    return CheckResult("search", "ok", "compiled")


def _check_browser(system: HostSystem) -> Iterator[CheckResult]:
    """Check that the browser starts, has the fonts, and can open a window."""
    with sync_playwright() as playwright:
        yield from _started(playwright, system)


def _started(playwright: Playwright, system: HostSystem) -> Iterator[CheckResult]:
    try:
        with start_browser(playwright) as browser:
            found = f"{browser.browser_type.name} {browser.version} (playwright {version('playwright')})"
            fonts = _fonts(browser, system)
    except (AutoplayError, PlaywrightError) as error:  # a browser that starts may still fail to open a page
        yield CheckResult("browser", "missing", error.message, _mend_browser(system), BrowserNotFound.exit_status)
        return
    yield CheckResult("browser", "ok", found)
    yield fonts
    yield _display(playwright, system)


def _mend_browser(system: HostSystem) -> str:
    named = os.environ.get("AUTOPLAY_BROWSER", "auto")
    if named not in (*ENGINES, "auto"):
        return system.variable("AUTOPLAY_BROWSER")
    return system.variable(GRID) if os.environ.get(GRID) else system.browser("chromium" if named == "auto" else named)


def _fonts(browser: Browser, system: HostSystem) -> CheckResult:
    """Check the fonts: a page whose stars show as empty boxes can hardly be read."""
    with browser.new_page() as page:
        *drawn, nothing = page.evaluate(DRAW, [*GLYPHS, NO_GLYPH])
    absent = " ".join(glyph for glyph, picture in zip(GLYPHS, drawn, strict=True) if picture == nothing)
    if absent:
        return CheckResult(
            "fonts", "optional", f"{absent} can't be drawn on pages that use them", system.package("fonts")
        )
    return CheckResult("fonts", "ok", f"{' '.join(GLYPHS)} can be drawn")


def _display(playwright: Playwright, system: HostSystem) -> CheckResult:
    """Check that a window can be opened; only `--headed` needs one."""
    try:
        start_browser(playwright, BrowserOptions(headed=True)).close()
    except AutoplayError as error:
        if shutil.which("xvfb-run"):
            return CheckResult(
                "display", "optional", "none; xvfb-run can be used instead", "xvfb-run autoplay play --headed"
            )
        return CheckResult(
            "display", "optional", f"{error.message}; only --headed needs one", system.package("display")
        )
    return CheckResult("display", "ok", "a window can be opened")


def _check_data(system: HostSystem) -> Iterator[CheckResult]:
    """Check the data folder and the history in it."""
    folder = _run_check("data folder", lambda: str(data_dir()), system.variable("AUTOPLAY_HOME", _other_folder()))
    yield folder
    if folder.state == "ok":
        path = data_dir() / "history.sqlite"
        away = system.command("move" if system.is_windows else "mv", str(path), f"{path}.broken")
        yield _run_check("history", lambda: f"{count(len(History().runs()), 'run')} in {path}", away)


def _other_folder() -> str:
    """Return a writable folder to suggest instead of the default data folder."""
    roots = (Path.home(), Path.cwd(), Path(gettempdir()))
    return str(next((root for root in roots if os.access(root, os.W_OK)), roots[-1]) / PROJECT)


def _extras(system: HostSystem) -> Iterator[CheckResult]:
    for extra, packages in extras().items():
        if extra not in FOR_DEVELOPERS:
            yield _extra(extra, packages, system)


def _extra(extra: str, packages: Mapping[str, str], system: HostSystem) -> CheckResult:
    try:
        found = ", ".join(f"{name} {version(name)}" for name in packages)
    except PackageNotFoundError as error:
        return CheckResult(
            f"extra {extra}", "optional", f"{error.name} is not installed", system.pip(*packages.values())
        )
    return CheckResult(f"extra {extra}", "ok", found)
