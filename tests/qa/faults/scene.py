"""One run on a page with a fault, played by the program itself, and events in the browser
meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.start import BrowserOptions, close_page, context_settings, open_page
from autoplay.errors import Defect
from autoplay.player.play_result import PlayResult
from autoplay.practice.lights_out import find_lamps
from solvers.errors import AutoplayError
from tests.playing import QUICK, run_all
from tests.qa.faults.table import AT_PRESS, Fault

TELL_PRESSES = """addEventListener('mousedown', event => pressed(
    event.target.closest('#stage1') ? 'board'
    : event.target.closest('#snigel-cmp-framework .sn-b, .message-button') ? 'consent'
    : event.target.closest('#btnReady') ? 'done'
    : event.target.closest('#tools button') ? 'tool'
    : event.target.closest('[data-control]')?.dataset.control ?? event.target.outerHTML.slice(0, 80)), true)"""
"""Script that reports what each press has hit: the board, a known control, or another element."""


LEFT = """() => Object.keys(localStorage).filter(key => key.startsWith('unfinished-lights-out'))
    .map(key => JSON.parse(localStorage.getItem(key)))[0]"""
"""Lamp game that was left unfinished."""


@dataclass
class Run:
    """Result of one run: its end (a page result or the name of an error) and its exit status.

    ``changed`` is True if lamps differ from the start; None if unknown.
    """

    end: str
    status: int
    has_pictures: bool
    presses: list[str]
    seconds: float
    message: str
    changed: bool | None = None


@dataclass(frozen=True)
class Scene:
    """Page to be played, and the events in the browser meanwhile."""

    fault: Fault
    url: str
    output: Path
    profile: Path
    action: str

    def play(self, page: Page) -> Run:
        presses = self._watch(page)
        if self.action == "cut at once":
            page.context.set_offline(True)
        start = monotonic()
        try:
            outcome = self._outcome(page)
            end, status, message = (
                outcome.verdict.result,
                outcome.exit_status,
                outcome.verdict.message,
            )
            pictures = list(outcome.pictures.paths().values())
        except AutoplayError as error:
            end, status, message = (
                type(error).__name__,
                error.exit_status,
                f"{error.message} ({error.hint})",
            )
            pictures = [error.picture]
        except Exception as error:
            end, status, message, pictures = "Defect", Defect.exit_status, repr(error), []
        has_pictures = bool(pictures) and all(map(os.path.isfile, pictures))
        return Run(end, status, has_pictures, presses, monotonic() - start, message, _changed(page))

    def _outcome(self, page: Page) -> PlayResult:
        browser = BrowserOptions(headed=self.action == "person")
        quick = {"pace_ms": QUICK, "patience_s": self.fault.patience_s, "browser": browser}
        (result,) = run_all(page, self.url, self.output, **quick, **self.fault.settings)
        return result

    def _watch(self, page: Page) -> list[str]:
        """Record what each press hits; perform the action at one of them."""
        presses: list[str] = []

        def pressed(_: object, what: str) -> None:
            presses.append(what)
            if what == "board" and presses.count(what) == AT_PRESS and self.action in ACTIONS:
                ACTIONS[self.action](page, self.profile)

        page.expose_binding("pressed", pressed)
        page.add_init_script(TELL_PRESSES)
        for script in self.fault.scripts:
            page.add_init_script(script)
        return presses


def _changed(page: Page) -> bool | None:
    """Return True if the presses that a lamp page recorded change its lamps in total."""
    left = None
    with suppress(PlaywrightError):
        left = page.evaluate(LEFT)
    if not left:
        return None
    puzzle = find_lamps(left["token"].partition("@")[0]).puzzle
    return (
        puzzle.after(divmod(number, puzzle.cols) for number in left["presses"]).grid != puzzle.grid
    )


def _crash(page: Page) -> None:
    with suppress(PlaywrightError):
        page.context.new_cdp_session(page).send("Page.crash")


def _kill(profile: Path) -> None:
    """Kill the browser that has the profile."""
    named = f"--user-data-dir={profile}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if named in (process / "cmdline").read_bytes().split(b"\0"):
                os.kill(int(process.name), signal.SIGKILL)


CRASH, KILL = "crash", "kill"
ACTIONS: dict[str, Callable[[Page, Path], None]] = {
    "resize": lambda page, _: page.set_viewport_size({"width": 1040, "height": 760}),
    CRASH: lambda page, _: _crash(page),
    "close": lambda page, _: page.close(),
    KILL: lambda _, profile: _kill(profile),
    "cut": lambda page, _: page.context.set_offline(True),
}
"""Actions on the browser in mid-game, by name; each takes the path of the profile, if there is
one."""


Play = Callable[[Scene], Run]


@contextmanager
def in_context(fault: Fault, context: BrowserContext) -> Iterator[Play]:
    """Play each scene on a new page of this context: a new window takes as long as playing does."""
    if fault.scale == 1:
        try:
            yield lambda scene: _on_new_page(context, scene)
        finally:  # cookies ignore ports: they would affect the next fault
            context.clear_cookies()
    else:
        assert context.browser
        with context.browser.new_context(**context_settings(_options(fault))) as finer:
            yield lambda scene: _on_new_page(finer, scene)


@contextmanager
def in_own_browser(fault: Fault) -> Iterator[Play]:
    """Play each scene in a new browser, with the same profile."""
    # Another thread: a Playwright beside the one of this thread.
    with ThreadPoolExecutor(1) as pool:
        yield lambda scene: pool.submit(_with_profile, fault, scene).result()


@contextmanager
def by_command() -> Iterator[Play]:
    """Play each scene by the command line, with the same profile."""
    yield _command


def _options(fault: Fault, profile: Path | None = None) -> BrowserOptions:
    return BrowserOptions(viewport=fault.viewport, scale=fault.scale, profile=profile)


def _on_new_page(context: BrowserContext, scene: Scene) -> Run:
    context.set_offline(False)
    page = context.new_page()
    width, height = scene.fault.viewport
    page.set_viewport_size({"width": width, "height": height})
    try:
        return scene.play(page)
    finally:
        close_page(page)


def _with_profile(fault: Fault, scene: Scene) -> Run:
    run = None
    with suppress(PlaywrightError), open_page(_options(fault, scene.profile)) as page:
        run = scene.play(page)
    assert run
    return run


def _command(scene: Scene) -> Run:
    """Play the scene by the command; its presses can't be observed from outside, so the run has
    none."""
    told = [
        "play",
        scene.url,
        "--output",
        str(scene.output),
        "--profile",
        str(scene.profile),
        "--json",
    ]
    start = monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "autoplay", *told], capture_output=True, text=True, timeout=120
    )
    row = json.loads(done.stdout)
    end = row.get("result") or next(
        error.__name__ for error in _errors(AutoplayError) if error.code == row["error"]
    )
    has_pictures = all(
        (scene.output / f"{name}.png").is_file()
        for name in ("before", "after")[: 1 + ("result" in row)]
    )
    return Run(
        end, done.returncode, has_pictures, [], monotonic() - start, row["message"] + done.stderr
    )


def _errors(base: type[AutoplayError]) -> Iterator[type[AutoplayError]]:
    for error in base.__subclasses__():
        yield from (error, *_errors(error))
