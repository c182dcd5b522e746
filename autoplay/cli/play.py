"""`autoplay play`: from a page to its solved board."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, NoReturn

import rich_click as click

from autoplay.cli.completion import pages
from autoplay.cli.group import INTERRUPTED
from autoplay.cli.options import print_error, print_json
from autoplay.cli.play_options import BROWSER, OURS, RESULT, WHICH, Play, check
from autoplay.click_options import AUTO, look_asked, puzzle_asked
from autoplay.report.json_text import error_row
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.browser.start import BrowserOptions
    from autoplay.games.peg_solitaire.options import PegEnd
    from autoplay.run.jobs import Found, Job


@click.command(cls=Play)
@click.argument("where", metavar="[URL|demo|lights-out|pegs|daily|weekly|monthly]…", nargs=-1, shell_complete=pages)
@WHICH
@BROWSER
@RESULT
def play(
    where: tuple[str, ...],
    count: int,
    jobs: int,
    interval: float,
    jitter: float,
    size: int | None,
    output: Path | None,
    as_json: bool,
    **wishes: Any,
) -> int:
    """Open a puzzle page, read the board from the screen, solve it and click the answer back.

    Without an address it plays on the bundled practice site; lights-out is its page of lamps, pegs that of peg
    solitaire. The specials daily, weekly and monthly are those of puzzle-star-battle.com; each is played once, and
    tried again after five minutes at the earliest. Exit status 0 if the page says it is solved, 1 if it says otherwise
    or nothing; of several puzzles the highest.
    """
    where = where or ("demo",)
    check(where, count, jobs, jitter, size, wishes)
    with (
        stopped_at_once(),
        _told(where[0], as_json),
        _folder(where[0], output) as folder,
        _addresses(where, size) as urls,
    ):
        if wishes["notify"]:
            from autoplay.run.notify import check as check_addresses

            check_addresses(wishes["notify"])
        wishes["puzzle"], wishes["lit"] = puzzle_asked(wishes["puzzle"]), look_asked(wishes)
        planned = _plan(urls, folder, count=count, jobs=jobs, interval=interval, **wishes)
        if jitter:
            _wait(random.uniform(0, jitter * 60))
        from autoplay.run.rate_limiter import Turns, play_all

        results = Results(as_json, explain=wishes["explain"], are_many=len(planned) * count > 1, keep=wishes["keep"])
        for job, found in play_all(planned, jobs, Turns(interval)):
            results.print(job, found)
    return results.end()


class Results:
    """Prints what was found as it comes."""

    def __init__(self, as_json: bool, *, explain: bool, are_many: bool, keep: bool) -> None:
        self._status = 0
        self._error: AutoplayError | None = None
        self._as_json = as_json
        self._explain = explain
        self._are_many = are_many
        self._keep = keep

    def print(self, job: Job, found: Found) -> None:
        """Print a puzzle that was played or was solved before, or the error in its place."""
        from autoplay.run.history import Run
        from autoplay.run.jobs import exit_status
        from autoplay.run.play_report import played_row, played_text, repeat_row, repeat_text

        self._status = max(self._status, exit_status(found))
        if isinstance(found, AutoplayError):
            self._print_error(job, found)
        elif isinstance(found, Run):
            print_json(repeat_row(found)) if self._as_json else click.echo(repeat_text(found))
        else:
            if self._are_many and not self._as_json:
                click.echo(f"{job.url}:")
            if self._explain and not found.outcome.explanation:
                click.echo("played without an explanation: it took too long", err=True)
            print_json(played_row(found)) if self._as_json else click.echo(played_text(found))

    def end(self) -> int:
        """The highest exit status of all; raises the error of the only page."""
        if self._error:
            raise self._error
        return self._status

    def _print_error(self, job: Job, error: AutoplayError) -> None:
        if self._as_json:
            print_json(error_row(error, url=job.url, picture=error.picture))
        elif not (self._are_many or self._keep):
            self._error = error
        else:
            print_error(error)


@contextmanager
def stopped_at_once() -> Iterator[None]:
    """Lets Ctrl-C end the program on the spot, whatever it is doing.

    Playwright may be in the middle of a call that an exception would leave hanging. It closes its browsers when its
    pipe is closed, and what we write is whole at any moment.
    """

    def stop(*_: object) -> NoReturn:
        os.write(2, b"\nautoplay: stopped.\n")
        os._exit(INTERRUPTED)

    if current_thread() is not main_thread():  # signals are not for others
        yield
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _plan(
    urls: list[str],
    folder: Path,
    *,
    count: int,
    jobs: int,
    interval: float,
    site: str | None,
    stars: int | None,
    puzzle: str,
    target: str | None,
    end: PegEnd | None,
    lit: str,
    dry_run: bool,
    explain: bool,
    tracing: Any,
    notify: tuple[str, ...],
    **browser: Any,
) -> list[Job]:
    """A job for each page; if several are played at a time, for each puzzle, since each has a context of its own."""
    from autoplay.browser.navigation import full_url
    from autoplay.games.lights_out.options import options_given
    from autoplay.run.jobs import Job
    from autoplay.sites import SPECIALS

    wanted = {
        "puzzle": puzzle,
        "stars": stars,
        "target": options_given(target).target,
        "end": end,
        "lit": "any" if lit == AUTO else lit,  # what pressing does tells the rest
        "dry_run": dry_run,
        "explain": explain,
    }
    each, alike = (1, count) if jobs > 1 else (count, 1)
    pages = [full_url(url) for url in urls for _ in range(alike)]
    folders = [folder / str(number) if len(pages) > 1 else folder for number, _ in enumerate(pages, 1)]
    series = {url: name for name, url in SPECIALS.items()}
    return [
        Job(
            url,
            output,
            _browser(output, **browser),
            site=site,
            count=each,
            wanted=wanted,
            series=series.get(url),
            tracing=tracing or ("retain-on-failure" if url in series else "off"),
            interval_s=interval,
            notify=notify,
        )
        for url, output in zip(pages, folders, strict=True)
    ]


@contextmanager
def _told(where: str, as_json: bool) -> Iterator[None]:
    """Prints an error that keeps all from being played as JSON, where that is asked for."""
    try:
        yield
    except AutoplayError as error:
        if not as_json:
            raise
        print_json(error_row(error, url=where, picture=error.picture))
        raise SystemExit(error.exit_status) from None


def _wait(seconds: float, sleep: Callable[[float], object] = time.sleep) -> None:
    """Wait, and say for how long."""
    click.echo(f"waits {int(seconds // 60)} min {int(seconds % 60)} s first", err=True)
    sleep(seconds)


@contextmanager
def _addresses(where: tuple[str, ...], size: int | None) -> Iterator[list[str]]:
    """The addresses to open; the practice site runs for as long as it is played on."""
    from autoplay.sites import SPECIALS

    if not OURS.keys() & set(where):
        yield [SPECIALS.get(name, name) for name in where]
        return
    from autoplay.practice import serve

    with serve() as site:
        ours = {name: f"{site.url}{page.path}{page.usual if size is None else size}" for name, page in OURS.items()}
        yield [{**SPECIALS, **ours}.get(name, name) for name in where]


@contextmanager
def _folder(where: str, output: Path | None) -> Iterator[Path]:
    """The folder of the run; one of our own making is not left behind empty."""
    from autoplay.files import new_run_dir, writable

    is_ours = output is None or not output.exists()
    folder = writable(output, "--output") if output else new_run_dir(where)
    try:
        yield folder
    finally:
        if is_ours:
            with suppress(OSError):
                folder.rmdir()


def _browser(folder: Path, *, video: bool, slowmo: float, **options: Any) -> BrowserOptions:
    from autoplay.browser.start import BrowserOptions, check

    made = BrowserOptions(slowmo_ms=slowmo, video=folder if video else None, **options)
    check(made)
    return made
