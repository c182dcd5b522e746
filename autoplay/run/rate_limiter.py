"""Plays many requests: one at a time per host, several hosts at once, each in a process of its
own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from autoplay.errors import ProcessLost, SiteNotReached, explain_exception
from autoplay.player.play_request import SILENT, PlayObserver, PlayRequest
from autoplay.run.session import RunResult, play_request
from autoplay.workers import ProcessDied, WorkerPool


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
