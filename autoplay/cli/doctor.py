"""Command `autoplay doctor`: check what the program needs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Final, Literal

import rich_click as click

from autoplay.cli.options import print_json
from autoplay.cli.terminal import print_styled
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

STYLES: Final = {"ok": "green", "optional": "yellow", "missing": "bold red"}
"""Style of each state on a terminal."""
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


@click.command()
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per check (JSON Lines)."
)
def doctor(as_json: bool) -> int:
    """Check OpenCV, browser, fonts, display and stored data, and print how to get what is missing.

    Parts that only some commands need are optional. The exit status is 0 if nothing is missing, 6
    without a browser, 2 if the data folder can't be written to, otherwise 1; if several apply, the
    highest.
    """
    status = 0
    for result in examine_machine():
        status = max(status, result.exit_status)
        if as_json:
            row = {"check": result.check, "state": result.state, "found": result.found}
            print_json(row | {"mend": result.mend})
            continue
        found = f"  {result.check}: {result.found}"
        print_styled(f"{result.state:<8}", STYLES[result.state], found)
        if result.mend:
            verb = "fix" if result.state == "missing" else "get"
            click.echo(f"          {verb} it with: {result.mend}")
    return status


def examine_machine() -> Iterator[CheckResult]:
    """Run all checks."""
    from playwright.sync_api import sync_playwright

    yield CheckResult("Python", "ok", f"{sys.version.split()[0]} ({sys.executable})")
    yield check_opencv()
    yield check_search()
    with sync_playwright() as playwright:
        yield from check_browser(playwright)
    yield from check_data()
    yield from check_extras()


def check_opencv() -> CheckResult:
    """Check that OpenCV can be imported; without libGL, only its variant without windows can."""
    from autoplay.install_hints import pip_install

    def probe() -> str:
        import cv2

        return str(cv2.__version__)

    mend = pip_install("--force-reinstall", "--no-deps", "opencv-python-headless")
    return _run_probe("OpenCV", probe, mend)


def check_search() -> CheckResult:
    """Check for the compiled search, which has a fallback in Python."""
    from autoplay.install_hints import rebuild_program

    try:
        import solvers.star_battle.compiled  # noqa: F401
    except ImportError:
        mend = rebuild_program()
        if mend and not any(map(shutil.which, ("cc", "gcc", "cl"))):
            mend = f"a C compiler ({COMPILER}), then: {mend}"
        found = "in Python; compiled it is some 20 times as fast"
        return CheckResult("search", "optional", found, mend)
    return CheckResult("search", "ok", "compiled")


def check_browser(playwright: Playwright) -> Iterator[CheckResult]:
    """Check that the browser starts, has the fonts, and can open a window."""
    from importlib.metadata import version

    from playwright.sync_api import Error as PlaywrightError

    from autoplay.browser.start import start_browser
    from autoplay.errors import BrowserNotFound

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
    from autoplay.browser.start import ENGINES, GRID
    from autoplay.install_hints import install_browser, set_variable

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
        found = f"{' '.join(absent)} can't be drawn on pages that use them"
        return CheckResult("fonts", "optional", found, FONTS)
    return CheckResult("fonts", "ok", f"{' '.join(GLYPHS)} can be drawn")


def check_display(playwright: Playwright) -> CheckResult:
    """Check that a window can be opened; only `--headed` needs one."""
    from autoplay.browser.start import BrowserOptions, start_browser

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
    from autoplay.files import data_dir
    from autoplay.install_hints import PROJECT, quote_command, set_variable
    from autoplay.run.history import History
    from autoplay.wording import count

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
            return f"{count(len(History().runs()), 'run')} in {path}"

        yield _run_probe("history", count_runs, move)


def check_extras() -> Iterator[CheckResult]:
    """Check for the packages of each extra that users need."""
    from importlib.metadata import PackageNotFoundError, version

    from autoplay.install_hints import extra_hint, list_extras

    for extra, packages in list_extras().items():
        if extra in FOR_DEVELOPERS:
            continue
        try:
            found = ", ".join(f"{name} {version(name)}" for name in packages)
        except PackageNotFoundError as error:
            missing = f"{error.name} is not installed"
            yield CheckResult(f"extra {extra}", "optional", missing, extra_hint(extra))
        else:
            yield CheckResult(f"extra {extra}", "ok", found)


def _run_probe(check: str, probe: Callable[[], str], mend: str) -> CheckResult:
    """Return what the probe found, or its error as a missing part."""
    try:
        return CheckResult(check, "ok", probe())
    except (AutoplayError, ImportError, OSError) as error:
        return CheckResult(check, "missing", str(error), mend, getattr(error, "exit_status", 1))
