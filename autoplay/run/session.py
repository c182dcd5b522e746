"""Plays one request, from the start of its browser to its last puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeAlias

from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.navigation import page_errors
from autoplay.browser.start import open_page
from autoplay.clock import SYSTEM_CLOCK, Clock
from autoplay.errors import NoReply, SiteNotReached
from autoplay.history import REST, SolvedBefore
from autoplay.player.play_request import SILENT, PlayObserver, PlayRequest
from autoplay.run.scheduled_puzzle import ScheduledPuzzle
from solvers.errors import AutoplayError, count_of

if TYPE_CHECKING:
    from autoplay.player.play_result import PlayResult
    from autoplay.player.run import PuzzleRun

FIRST_S: Final = 10.0
"""First pause: a computer that wakes up has its network after 2 to 20 seconds. Each pause is twice
as long as the one before, since what is away for long is asked for seldom."""
REST_S: Final = REST.total_seconds()
"""Longest pause, and every pause after the site may have been asked: the time that any two tries
are apart."""

RunResult: TypeAlias = "PlayResult | SolvedBefore | AutoplayError"
"""Result of one puzzle: played, solved by an earlier run, or the error that prevented it."""


class Patience:
    """Budget of pauses for one puzzle.

    Only the pauses count, not the time of day, so that hours in which the computer sleeps use up
    nothing.
    """

    def __init__(self, limit_s: float) -> None:
        self.tries = 1
        self._left_s = limit_s
        self._next_s = FIRST_S

    def take_pause(self, error: SiteNotReached | NoReply) -> float | None:
        """Return the seconds until the next try; None if the patience is over."""
        if isinstance(error, SiteNotReached):
            pause_s = min(self._next_s, self._left_s)
            self._next_s = min(2 * self._next_s, REST_S)
        else:
            pause_s = REST_S
        if pause_s <= 0 or pause_s > self._left_s:
            return None
        self._left_s -= pause_s
        self.tries += 1
        return pause_s


def play_request(
    request: PlayRequest, observer: PlayObserver = SILENT, clock: Clock = SYSTEM_CLOCK
) -> Iterator[RunResult]:
    """Play the puzzles of a request, and yield their results; an error is the last one."""
    has_failed = False
    try:
        for result in _play_puzzles(request, observer, clock):
            has_failed = has_failed or result.exit_status != 0
            yield result
    except AutoplayError as error:
        has_failed = True
        yield error
    # A trace is for whoever looks for the cause of a failure.
    if request.tracing == "retain-on-failure" and not has_failed:
        request.trace.unlink(missing_ok=True)


def _play_puzzles(
    request: PlayRequest, observer: PlayObserver, clock: Clock
) -> Iterator[RunResult]:
    scheduled = ScheduledPuzzle(request.series, clock.now) if request.series else None
    if scheduled and (solved := scheduled.find_recent_run()):
        yield SolvedBefore(solved)
        return
    browser = scheduled.resume_storage(request.browser) if scheduled else request.browser
    if request.tracing != "off":
        request.trace.unlink(missing_ok=True)  # that of an earlier run
        browser = replace(browser, trace=request.trace)
    observer.show_page(request.url)
    # Importing the reader and the solver takes as long as starting a browser, which is another
    # process.
    Thread(target=import_module, args=("autoplay.player.run",), daemon=True).start()
    with open_page(browser, request.url) as page:
        from autoplay.player.run import PuzzleRun

        request = request if request.url else replace(request, url=page.url)
        result: RunResult | None = None
        try:
            run = PuzzleRun(page, request, observer, clock)
            for number in range(request.count):
                if number:
                    page.wait_for_timeout(request.interval_s * 1000 if request.host else 0)
                result = _play_next(run, scheduled, clock)
                yield result
        except AutoplayError as error:  # reported before a page that is kept open is left
            result = error
            yield error
        if scheduled and result and not request.dry_run:
            with suppress(PlaywrightError, OSError):
                if result.exit_status:
                    scheduled.store(page.context, request.browser)
                else:
                    scheduled.forget()


def _play_next(
    run: PuzzleRun, scheduled: ScheduledPuzzle | None, clock: Clock
) -> PlayResult | SolvedBefore:
    """Play the next puzzle of a run; try again while the network fails and patience lasts."""
    patience = Patience(run.request.network_patience_s)
    while True:  # each try is a run in the history
        try:
            return run.run()
        except (SiteNotReached, NoReply) as error:
            solved = _wait_for_network(error, patience, run, scheduled, clock)
        if solved:
            return solved


def _wait_for_network(
    error: SiteNotReached | NoReply,
    patience: Patience,
    run: PuzzleRun,
    scheduled: ScheduledPuzzle | None,
    clock: Clock,
) -> SolvedBefore | None:
    """Pause before the page that could not be opened is tried again.

    Returns what another program has solved meanwhile, else None. Raises the error once the patience
    is over, TooSoon if another program has tried the scheduled puzzle without success, and
    PageUnreachable if the page is closed.
    """
    pause_s = patience.take_pause(error)
    if pause_s is None:
        if patience.tries > 1:
            error.message += f", tried {count_of(patience.tries, 'time')}"
        raise error
    again = clock.now() + timedelta(seconds=pause_s)
    run.observer.show_pause(f"{error.message}; next try at {again.astimezone():%H:%M:%S}")
    with page_errors(run.page):
        clock.pause(run.page, pause_s)
    solved = scheduled.find_recent_run() if scheduled else None
    return SolvedBefore(solved) if solved else None
