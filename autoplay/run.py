"""Plays requests: the puzzles of one, from the start of its browser to its last puzzle; a scheduled
puzzle once; and many, one at a time per host, several hosts at once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeAlias

from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.navigation import page_errors
from autoplay.browser.start import open_page
from autoplay.errors import NoReply, ProcessLost, SiteNotReached, TooSoon, explain_exception
from autoplay.files import data_dir, write_whole
from autoplay.history import (
    PERIODS,
    REST,
    SOLVED,
    SOLVED_BEFORE,
    SYSTEM_CLOCK,
    Clock,
    History,
    RunRecord,
    SolvedBefore,
)
from autoplay.player.play_request import SILENT, PlayObserver, PlayRequest
from autoplay.workers import ProcessDied, WorkerPool
from solvers.errors import AutoplayError, count_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from autoplay.browser.start import BrowserOptions
    from autoplay.player.play_result import PlayResult
    from autoplay.player.run import PuzzleRun


@dataclass(frozen=True, slots=True)
class ScheduledPuzzle:
    """Puzzle of a ``series``: daily, weekly or monthly. ``now`` returns the time in UTC."""

    series: str
    now: Callable[[], datetime] = SYSTEM_CLOCK.now

    def find_recent_run(self) -> RunRecord | None:
        """Return the run of the last minutes that solved the puzzle; raise TooSoon if it left the
        puzzle unsolved.

        A puzzle that was solved before midnight is another one than that after it. Runs that never
        reached the site do not count.
        """
        history = History()
        now = self.now()
        run = history.find_last_try(self.series)
        if run is None or not timedelta() <= now - run.start < REST:
            return None
        if run.result in (SOLVED, SOLVED_BEFORE):
            number_of = PERIODS[self.series]
            if number_of(run.start.date()) != number_of(now.date()):
                return None
            return (
                history.find_solved(run.site or "", run.puzzle_id or "", series=self.series) or run
            )
        raise TooSoon(
            f"the {self.series} puzzle was tried at {run.start.astimezone():%H:%M:%S}"
            f" ({run.result})",
            hint=f"again at {(run.start + REST).astimezone():%H:%M:%S} or later",
        )

    def resume_storage(self, options: BrowserOptions) -> BrowserOptions:
        """Return the options with the storage of an unsolved last try, unless they have a storage
        of their own."""
        if _has_own_storage(options) or not self._is_stored():
            return options
        return replace(options, storage_state=self._path)

    def store(self, context: BrowserContext, options: BrowserOptions) -> None:
        """Store the cookies of an unsolved puzzle for the next try, unless they are a person's own;
        raise OSError."""
        if not _has_own_storage(options):
            write_whole(self._path, json.dumps(context.storage_state()).encode(), mode=0o600)

    def forget(self) -> None:
        """Remove the stored cookies."""
        self._path.unlink(missing_ok=True)

    @property
    def _path(self) -> Path:
        return data_dir() / "unsolved" / f"{self.series}.json"

    def _is_stored(self) -> bool:
        with suppress(OSError, ValueError):
            return isinstance(json.loads(self._path.read_bytes()), dict)
        return False


def _has_own_storage(options: BrowserOptions) -> bool:
    """Return True if a person's own cookies are used, which are neither replaced nor copied."""
    return bool(options.storage_state or options.profile or options.cdp)


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


class HostRateLimiter:
    """Rate limiter per host: one request at a time, then a pause. This machine has no limit."""

    def __init__(self, interval_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._interval_s = interval_s
        self._clock = clock
        self._busy: set[str] = set()
        self._free_at: dict[str, float] = {}

    def take(self, requests: Sequence[PlayRequest]) -> PlayRequest | None:
        """Return the first request whose host is free, and mark the host as busy."""
        request = next((request for request in requests if self._wait_s(request.host) == 0), None)
        if request and request.host:
            self._busy.add(request.host)
        return request

    def release(self, request: PlayRequest, *, was_asked: bool = True) -> None:
        """Mark the host of a finished request as free: after its pause, if it was asked at all."""
        self._busy.discard(request.host)
        if was_asked and request.host:
            self._free_at[request.host] = self._clock() + self._interval_s

    def wait_s(self, requests: Sequence[PlayRequest]) -> float | None:
        """Return the seconds until a request may start; None if another one has to finish first."""
        waits = (self._wait_s(request.host) for request in requests)
        return min((wait_s for wait_s in waits if wait_s is not None), default=None)

    def _wait_s(self, host: str) -> float | None:
        if host in self._busy:
            return None
        return max(0.0, self._free_at.get(host, 0.0) - self._clock())


def play_all(
    requests: Sequence[PlayRequest],
    number: int,
    limiter: HostRateLimiter,
    sleep: Callable[[float], object] = time.sleep,
    observer: PlayObserver | None = None,
) -> Iterator[tuple[PlayRequest, RunResult]]:
    """Play the requests, up to ``number`` at a time, and yield their results as they come.

    A single one at a time is shown to the ``observer`` meanwhile.

    A single one at a time is played in this process. Several are played in processes of their own:
    threads would block one another, since each needs an event loop of Playwright's and a search
    for stars. A crash then loses one request.
    """
    if number > 1:
        yield from _play_in_processes(list(requests), number, limiter, sleep)
        return
    for request in requests:
        sleep(limiter.wait_s([request]) or 0)
        limiter.take([request])
        was_asked = False
        for result in play_request(request, observer or SILENT):
            was_asked = was_asked or not isinstance(result, SiteNotReached)
            yield request, result
        limiter.release(request, was_asked=was_asked)


def _play_in_processes(
    todo: list[PlayRequest],
    number: int,
    limiter: HostRateLimiter,
    sleep: Callable[[float], object],
) -> Iterator[tuple[PlayRequest, RunResult]]:
    running: dict[Future[list[RunResult]], PlayRequest] = {}
    with WorkerPool(number) as pool:
        while todo or running:
            while len(running) < number and (request := limiter.take(todo)):
                todo.remove(request)
                running[pool.submit(_play_whole_request, request)] = request
            # A host may be free again before a process is.
            timeout_s = limiter.wait_s(todo) if len(running) < number else None
            if not running:
                sleep(timeout_s or 0)
                continue
            done, _ = wait(running, timeout_s, FIRST_COMPLETED)
            for future in done:
                request = running.pop(future)
                results = _collect_results(request, future)
                never_asked = all(isinstance(result, SiteNotReached) for result in results)
                limiter.release(request, was_asked=not never_asked)
                for result in results:
                    yield request, result


def _play_whole_request(request: PlayRequest) -> list[RunResult]:
    return list(play_request(request))


def _collect_results(request: PlayRequest, future: Future[list[RunResult]]) -> list[RunResult]:
    """Return the results of a finished request, or the error that ended it or its process."""
    try:
        return future.result()
    except ProcessDied as error:
        hint = "the same command again: it continues from what is on the board"
        return [ProcessLost(f"{request.url}: the process that played it {error}", hint=hint)]
    except Exception as error:
        hint = "the same command without --jobs, with --debug, and report what it prints"
        failure = explain_exception(error, hint)
        failure.message = f"{request.url}: {failure.message}"
        return [failure]
