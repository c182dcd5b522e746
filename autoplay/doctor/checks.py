"""What is looked at on this machine, one thing after the other, and what was found."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Final, Literal

from autoplay.install_hints import PROJECT, System, extras, source
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

GLYPHS: Final = "★⭐👑💡"
"""What pages draw as stars, queens and lamps; the last ones are emoji."""
NO_GLYPH: Final = "\U0010fffd"
"""For private use: no font has it, so it shows what stands for any character that can't be drawn."""
DRAW: Final = """characters => characters.map(character => {
    const canvas = document.createElement('canvas'), pen = canvas.getContext('2d')
    pen.font = '40px sans-serif'
    pen.fillText(character, 10, 60)
    return canvas.toDataURL()
})"""
FOR_DEVELOPERS: Final = frozenset({"bench", "dev"})


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one thing.

    ``state`` is "ok", "missing" or, for what only some need, "optional"; ``mend`` is the command that brings what is
    not there, and ``exit_status`` what `doctor` ends with for it.
    """

    check: str
    state: Literal["ok", "missing", "optional"]
    found: str
    mend: str = ""
    exit_status: int = 0


def examine(system: System) -> Iterator[Finding]:
    """Look at everything; what can be mended comes with the command for this system."""
    yield Finding("Python", "ok", f"{sys.version.split()[0]} ({sys.executable})")
    yield _look("OpenCV", _opencv, system.pip("--force-reinstall", "--no-deps", "opencv-python-headless"))
    yield _search(system)
    yield from _browser(system)
    yield from _kept(system)
    yield from _extras(system)


def _look(check: str, look: Callable[[], str], mend: str) -> Finding:
    """What a look returns, or what it raises as a thing that is missing."""
    try:
        return Finding(check, "ok", look())
    except (AutoplayError, ImportError, OSError) as error:
        return Finding(check, "missing", str(error), mend, getattr(error, "exit_status", 1))


def _opencv() -> str:
    import cv2

    return str(cv2.__version__)


def _search(system: System) -> Finding:
    """The search in Python stands in for the compiled one."""
    try:
        import solvers.star_battle.compiled  # noqa: F401
    except ImportError:
        compiler = "" if any(map(shutil.which, ("cc", "gcc", "cl"))) else system.package("compiler")
        again = system.pip("--force-reinstall", "--no-deps", "--no-cache-dir", *source())
        mend = " && ".join(filter(None, (compiler, again))) if source() else ""
        return Finding("search", "optional", "in Python; compiled it is some 20 times as fast", mend)
    return Finding("search", "ok", "compiled")


def _browser(system: System) -> Iterator[Finding]:
    """The browser, what it can draw, and whether it can be seen."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield from _started(playwright, system)


def _started(playwright: Playwright, system: System) -> Iterator[Finding]:
    from playwright.sync_api import Error as PlaywrightError

    from autoplay.browser.start import start_browser
    from autoplay.errors import BrowserNotFound

    try:
        with start_browser(playwright) as browser:
            told = f"{browser.browser_type.name} {browser.version} (playwright {version('playwright')})"
            fonts = _fonts(browser, system)
    except (AutoplayError, PlaywrightError) as error:  # one that starts may still have no page to show
        yield Finding("browser", "missing", error.message, _mend_browser(system), BrowserNotFound.exit_status)
        return
    yield Finding("browser", "ok", told)
    yield fonts
    yield _display(playwright, system)


def _mend_browser(system: System) -> str:
    from autoplay.browser.start import ENGINES, GRID

    named = os.environ.get("AUTOPLAY_BROWSER", "auto")
    if named not in (*ENGINES, "auto"):
        return system.variable("AUTOPLAY_BROWSER")
    return system.variable(GRID) if os.environ.get(GRID) else system.browser("chromium" if named == "auto" else named)


def _fonts(browser: Browser, system: System) -> Finding:
    """A page whose stars show as empty boxes can hardly be read."""
    with browser.new_page() as page:
        *drawn, nothing = page.evaluate(DRAW, [*GLYPHS, NO_GLYPH])
    absent = " ".join(glyph for glyph, picture in zip(GLYPHS, drawn, strict=True) if picture == nothing)
    if absent:
        return Finding("fonts", "optional", f"{absent} can't be drawn where a page shows them", system.package("fonts"))
    return Finding("fonts", "ok", f"{' '.join(GLYPHS)} can be drawn")


def _display(playwright: Playwright, system: System) -> Finding:
    """Whether a window can be opened: only `--headed` needs one."""
    from autoplay.browser.start import BrowserOptions, start_browser

    try:
        start_browser(playwright, BrowserOptions(headed=True)).close()
    except AutoplayError as error:
        if shutil.which("xvfb-run"):
            return Finding("display", "optional", "none; xvfb-run stands in for it", "xvfb-run autoplay play --headed")
        return Finding("display", "optional", f"{error.message}; only --headed needs one", system.package("display"))
    return Finding("display", "ok", "a window can be opened")


def _kept(system: System) -> Iterator[Finding]:
    """What is kept of runs: the folder, and in it the history."""
    from autoplay.files import data_dir
    from autoplay.report.text import count
    from autoplay.run.history import History

    folder = _look("data folder", lambda: str(data_dir()), system.variable("AUTOPLAY_HOME", _other_folder()))
    yield folder
    if folder.state == "ok":
        path = data_dir() / "history.sqlite"
        away = system.command("move" if system.is_windows else "mv", str(path), f"{path}.broken")
        yield _look("history", lambda: f"{count(len(History().runs()), 'run')} in {path}", away)


def _other_folder() -> str:
    """A folder that something can be kept in, for want of the user's own."""
    roots = (Path.home(), Path.cwd(), Path(gettempdir()))
    return str(next((root for root in roots if os.access(root, os.W_OK)), roots[-1]) / PROJECT)


def _extras(system: System) -> Iterator[Finding]:
    for extra, packages in extras().items():
        if extra not in FOR_DEVELOPERS:
            yield _extra(extra, packages, system)


def _extra(extra: str, packages: Mapping[str, str], system: System) -> Finding:
    try:
        found = ", ".join(f"{name} {version(name)}" for name in packages)
    except PackageNotFoundError as error:
        return Finding(f"extra {extra}", "optional", f"{error.name} is not installed", system.pip(*packages.values()))
    return Finding(f"extra {extra}", "ok", found)
