"""A job: all there is to play at one address, from the browser to the news of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from threading import Thread, Timer
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.navigation import is_local
from autoplay.browser.start import BrowserOptions, open_page
from autoplay.errors import PageUnreachable, TooSoon
from autoplay.run.history import Run
from autoplay.run.scheduled_puzzle import Special
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from autoplay.player.player import Settings
    from autoplay.run.puzzle_run import Played

Found: TypeAlias = "Played | Run | AutoplayError"
"""What became of a puzzle: played, solved by an earlier run, or why it was not played."""
Tracing: TypeAlias = Literal["on", "off", "retain-on-failure"]
TRACE: Final = "trace.zip"
LIMIT_S: Final = 1800.0
"""How long a special may take that nobody watches: a page whose script never ends answers nothing, and Playwright has
no limit for that."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to play, and how: all that another process has to know.

    ``url`` has its scheme. The pictures and the trace go into ``output``. ``site`` is the name of what is known of
    the page, ``wanted`` are the fields of Settings that differ from the usual, and the name of the ``puzzle``.
    ``series`` is that of a special.
    ``interval_s`` is between two puzzles of a host, ``notify`` are the addresses of services that are told the news.
    """

    url: str
    output: Path
    browser: BrowserOptions = field(default_factory=BrowserOptions)
    site: str | None = None
    count: int = 1
    wanted: dict[str, Any] = field(default_factory=dict)
    series: str | None = None
    tracing: Tracing = "off"
    interval_s: float = 0
    notify: tuple[str, ...] = ()

    @property
    def host(self) -> str:
        """Whose pages are opened; empty for this machine itself."""
        host = urlsplit(self.url).hostname or ""
        return "" if is_local(host) else host

    @property
    def trace(self) -> Path:
        """The file of the trace."""
        return self.output / TRACE


def exit_status(found: Found) -> int:
    """0 if what was asked for is done, else the status that says how it was not."""
    return 0 if isinstance(found, Run) else found.exit_status


def play_job(job: Job) -> Iterator[Found]:
    """Play what is to be played; an error ends the job and is the last that is found."""
    found = []
    for one in _play(job):
        found.append(one)
        yield one
    if job.tracing == "retain-on-failure" and not any(map(exit_status, found)):
        job.trace.unlink(missing_ok=True)
    if job.notify and found:
        _notify(job, max(found, key=exit_status))


def tell(line: str) -> None:
    """Say a line to the person at the terminal."""
    print(line, file=sys.stderr, flush=True)


def _play(job: Job) -> Iterator[Found]:
    special = Special(job.series) if job.series else None
    try:
        if special and (run := special.solved_just_now()):
            yield run
            return
        if job.tracing != "off":
            job.trace.unlink(missing_ok=True)  # that of an earlier run is not this one's
        # Reading and solving take as long to import as a browser to start, which is another process.
        Thread(target=import_module, args=("autoplay.run.puzzle_run",), daemon=True).start()
        with _limited(job), open_page(_options(job, special)) as page:
            yield from _visit(page, job, special)
    except AutoplayError as error:
        yield error


@contextmanager
def _limited(job: Job) -> Iterator[None]:
    """Gives up a special that nobody watches once its time is over."""
    is_watched = job.browser.headed or job.browser.cdp
    timer = Timer(LIMIT_S, _give_up, [job])
    timer.daemon = True
    if job.series and not is_watched:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _give_up(job: Job) -> None:
    """Tell what happened and end the program on the spot, and its browser: the main thread waits for the page."""
    hint = "look at it in a browser"
    error = PageUnreachable(f"{job.url} has not come to an end in {LIMIT_S / 60:.0f} minutes", hint=hint)
    tell(f"autoplay: {_reason(error)}")
    if job.notify:
        _notify(job, error)
    os._exit(error.exit_status)


def _options(job: Job, special: Special | None) -> BrowserOptions:
    options = special.resumed(job.browser) if special else job.browser
    return options if job.tracing == "off" else replace(options, trace=job.trace)


def _visit(page: Page, job: Job, special: Special | None) -> Iterator[Found]:
    """Play on an open page; what went wrong is told before a page that is kept open is left."""
    from autoplay.run.puzzle_run import play_url
    from autoplay.sites import known_sites

    settings = _settings(job)
    is_solved = False
    try:
        for found in play_url(
            page,
            job.url,
            job.output,
            site=known_sites()[job.site] if job.site else None,
            count=job.count,
            settings=settings,
            series=job.series,
            pause_s=job.interval_s if job.host else 0,
            call=tell if job.browser.headed else None,
        ):
            is_solved = not exit_status(found)
            yield found
    except AutoplayError as error:
        is_solved = False
        yield error
    if special and not settings.dry_run:
        with suppress(PlaywrightError, OSError):
            special.forget() if is_solved else special.store(page.context, job.browser)


def _settings(job: Job) -> Settings:
    from autoplay.games import GAMES
    from autoplay.player.player import Settings

    wanted = dict(job.wanted)
    return Settings(game=GAMES.get(wanted.pop("puzzle", "")), **wanted)


def _notify(job: Job, found: Found) -> None:
    """Send the news: a failure with its evidence, a special that was played just now in a line."""
    from autoplay.run.notify import send

    what = job.series or job.url
    try:
        if exit_status(found) and not isinstance(found, TooSoon):
            send(job.notify, f"{what}: not solved", _reason(found), _evidence(job, found))
        elif job.series and not isinstance(found, AutoplayError | Run):
            send(job.notify, f"{what}: {found.outcome.verdict.result}", _reason(found))
    except AutoplayError as error:
        tell(f"autoplay: {error.message}. Try: {error.hint}")


def _evidence(job: Job, found: Found) -> list[Path]:
    """The pictures of a puzzle and the trace, by their names: a folder that a person gave may hold anything else."""
    from autoplay.player.player import Pictures

    if isinstance(found, AutoplayError):
        pictures = Pictures(Path(found.picture).parent).paths() if found.picture else {}
    else:
        pictures = {} if isinstance(found, Run) else found.outcome.pictures.paths()
    trace = [job.trace] if job.tracing != "off" else []
    return [*map(Path, pictures.values()), *trace]


def _reason(found: Found) -> str:
    if isinstance(found, AutoplayError):
        return f"{found.message}. Try: {found.hint}"
    return found.message if isinstance(found, Run) else found.outcome.verdict.message
