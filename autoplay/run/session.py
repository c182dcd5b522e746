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
from autoplay.browser.start import BrowserOptions, open_page
from autoplay.clock import SYSTEM_CLOCK, Clock
from autoplay.errors import NoReply, SiteNotReached
from autoplay.history import REST, SolvedBefore
from autoplay.player.play_request import SILENT, PlayObserver, PlayRequest
from autoplay.run.scheduled_puzzle import ScheduledPuzzle
from autoplay.wording import count
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.player.play_result import PlayResult
    from autoplay.player.run import PuzzleRun

FIRST_S: Final = 10.0
"""First pause. A computer that wakes up has its network after 2 to 20 seconds."""
GROWTH: Final = 2
"""Factor from one pause to the next: what is away for long is asked for seldom."""
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
            self._next_s = min(self._next_s * GROWTH, REST_S)
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
    results: list[RunResult] = []
    scheduled = ScheduledPuzzle(request.series, clock.now) if request.series else None
    try:
        if scheduled and (solved := scheduled.find_recent_run()):
            results.append(SolvedBefore(solved))
            yield results[-1]
        else:
            if request.tracing != "off":
                request.trace.unlink(missing_ok=True)  # that of an earlier run
            observer.show_page(request.url)
            # Importing the reader and the solver takes as long as starting a browser, which is
            # another process.
            Thread(target=import_module, args=("autoplay.player.run",), daemon=True).start()
            with open_page(_browser_options(request, scheduled), request.url) as page:
                from autoplay.player.run import PuzzleRun

                request = request if request.url else replace(request, url=page.url)

                try:
                    run = PuzzleRun(page, request, observer, clock)
                    for number in range(request.count):
                        if number:
                            page.wait_for_timeout(request.interval_s * 1000 if request.host else 0)
                        patience = Patience(request.network_patience_s)
                        result: PlayResult | SolvedBefore | None = None
                        while result is None:  # each try is a run in the history
                            try:
                                result = run.run()
                            except (SiteNotReached, NoReply) as error:
                                result = _wait_for_network(error, patience, run, scheduled, clock)
                        results.append(result)
                        yield result
                except AutoplayError as error:  # reported before a page that is kept open is left
                    results.append(error)
                    yield error
                if scheduled and not request.dry_run:
                    with suppress(PlaywrightError, OSError):
                        if results[-1].exit_status:
                            scheduled.store(page.context, request.browser)
                        else:
                            scheduled.forget()
    except AutoplayError as error:
        results.append(error)
        yield error
    # A trace is for whoever looks for the cause of a failure.
    if request.tracing == "retain-on-failure" and not any(result.exit_status for result in results):
        request.trace.unlink(missing_ok=True)


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
            error.message += f", tried {count(patience.tries, 'time')}"
        raise error
    again = clock.now() + timedelta(seconds=pause_s)
    run.observer.show_pause(f"{error.message}; next try at {again.astimezone():%H:%M:%S}")
    with page_errors(run.page):
        clock.pause(run.page, pause_s)
    solved = scheduled.find_recent_run() if scheduled else None
    return SolvedBefore(solved) if solved else None


def _browser_options(request: PlayRequest, scheduled: ScheduledPuzzle | None) -> BrowserOptions:
    options = scheduled.resume_storage(request.browser) if scheduled else request.browser
    return options if request.tracing == "off" else replace(options, trace=request.trace)
