"""`autoplay doctor`: is everything there that the program needs?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import rich_click as click

from solvers.errors import AutoplayError

OLDEST = (3, 11)


@click.command()
def doctor() -> int:
    """Check Python, OpenCV, the browser and the data folder, and say how to mend what is missing."""
    status = 0
    for name, check, mend in _checks():
        try:
            click.echo(f"ok       {name}: {check()}")
        except (AutoplayError, ImportError, OSError, RuntimeError) as error:
            click.echo(f"missing  {name}: {error}")
            click.echo(f"         mend it with: {getattr(error, 'hint', '') or mend}")
            status = max(status, getattr(error, "exit_status", 1))
    return status


def _checks() -> Iterator[tuple[str, Callable[[], str], str]]:
    """What is looked at, the check that returns what was found or raises, and the command that mends it."""
    pip = f"{sys.executable} -m pip install"
    yield "Python", _python, "install Python 3.11 or later"
    yield "OpenCV", _opencv, f"{pip} opencv-python-headless"
    yield "solver", _solver, ""
    yield "browser", _browser, f"{sys.executable} -m playwright install chromium"
    yield "data folder", _data_folder, "AUTOPLAY_HOME=FOLDER autoplay … with a folder you may write to"
    yield "history", _history, "move its file away"
    yield "notify", _notify, ""


def _python() -> str:
    found = sys.version.split()[0]
    if sys.version_info < OLDEST:
        raise RuntimeError(f"{found} is too old")
    return f"{found} ({sys.executable})"


def _opencv() -> str:
    import cv2

    return f"{cv2.__version__}"


def _solver() -> str:
    """Never missing: the search in Python stands in for the compiled one."""
    try:
        import solvers.star_battle.compiled  # noqa: F401
    except ImportError:
        return "in Python; installed where a C compiler is at hand, it is some 20 times faster"
    return "compiled"


def _browser() -> str:
    from importlib.metadata import version

    from playwright.sync_api import sync_playwright

    from autoplay.page.browser import start_browser

    with sync_playwright() as playwright, start_browser(playwright) as browser:
        return f"{browser.browser_type.name} {browser.version} (playwright {version('playwright')})"


def _data_folder() -> str:
    from autoplay.files import data_dir

    return str(data_dir())


def _history() -> str:
    from autoplay.output.text import count
    from autoplay.runs.history import History

    history = History()
    return f"{count(len(history.runs()), 'run')} in {history.path}"


def _notify() -> str:
    """Never missing: only `play --notify` needs it."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"apprise {version('apprise')}"
    except PackageNotFoundError:
        return "not installed, and only --notify needs it: pip install 'puzzle-autoplay[notify]'"
