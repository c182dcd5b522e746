"""Plays one request from the start of its browser to the notification of its result."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Thread, Timer
from typing import TYPE_CHECKING, Final, TypeAlias

from playwright.sync_api import Error as PlaywrightError

from autoplay.browser.start import BrowserOptions, open_page
from autoplay.errors import PageUnreachable, TooSoon
from autoplay.player.observer import SILENT, PlayObserver
from autoplay.player.play_request import PlayRequest
from autoplay.run.history import SolvedBefore
from autoplay.run.notify import tell
from autoplay.run.scheduled_puzzle import ScheduledPuzzle
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.player.play_result import PlayResult

RunResult: TypeAlias = "PlayResult | SolvedBefore | AutoplayError"
"""Result of one puzzle: played, solved by an earlier run, or the error that prevented it."""
LIMIT_S: Final = 1800.0
"""Time limit of a scheduled puzzle without a window: a page whose script never ends does not answer, and Playwright has
no limit for that."""


def play_request(request: PlayRequest, observer: PlayObserver = SILENT) -> Iterator[RunResult]:
    """Play the puzzles of a request, and yield their results; an error ends the request and is its last result."""
    results: list[RunResult] = []
    scheduled = ScheduledPuzzle(request.series) if request.series else None
    try:
        if scheduled and (solved := scheduled.solved_just_now()):
            results.append(SolvedBefore(solved))
            yield results[-1]
        else:
            if request.tracing != "off":
                request.trace.unlink(missing_ok=True)  # that of an earlier run
            observer.show_page(request.url)
            # Importing the reader and the solver takes as long as starting a browser, which is another process.
            Thread(target=import_module, args=("autoplay.run.puzzle_run",), daemon=True).start()
            with _time_limit(request), open_page(_browser_options(request, scheduled), request.url) as page:
                from autoplay.run.puzzle_run import PuzzleRun

                request = request if request.url else replace(request, url=page.url)

                try:
                    run = PuzzleRun(page, request, observer)
                    for number in range(request.count):
                        if number:
                            page.wait_for_timeout(request.interval_s * 1000 if request.host else 0)
                        results.append(run.run())
                        yield results[-1]
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
    finish(request, results)


def finish(request: PlayRequest, results: list[RunResult]) -> None:
    """Remove a trace that is not needed, and send the notification about the worst result."""
    if request.tracing == "retain-on-failure" and not any(result.exit_status for result in results):
        request.trace.unlink(missing_ok=True)
    if request.notify and results:
        _notify(request, max(results, key=lambda result: result.exit_status))


@contextmanager
def _time_limit(request: PlayRequest) -> Iterator[None]:
    """Give up a scheduled puzzle without a window once its time is over."""
    has_window = request.browser.headed or request.browser.cdp
    timer = Timer(LIMIT_S, _give_up, [request])
    timer.daemon = True
    if request.series and not has_window:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _give_up(request: PlayRequest) -> None:
    """Report what happened and end the program at once, with its browser: the main thread waits for the page."""
    hint = "look at it in a browser"
    error = PageUnreachable(f"{request.url} has not come to an end in {LIMIT_S / 60:.0f} minutes", hint=hint)
    tell(f"autoplay: {_description(error)}")
    if request.notify:
        _notify(request, error)
    os._exit(error.exit_status)


def _browser_options(request: PlayRequest, scheduled: ScheduledPuzzle | None) -> BrowserOptions:
    options = scheduled.resumed(request.browser) if scheduled else request.browser
    return options if request.tracing == "off" else replace(options, trace=request.trace)


def _notify(request: PlayRequest, result: RunResult) -> None:
    """Send a failure with its pictures and trace, or one line about a scheduled puzzle that was played now."""
    from autoplay.run.notify import send

    what = request.series or request.url
    try:
        if result.exit_status and not isinstance(result, TooSoon):
            send(request.notify, f"{what}: not solved", _description(result), _evidence(request, result))
        elif request.series and not isinstance(result, AutoplayError | SolvedBefore):
            send(request.notify, f"{what}: {result.verdict.result}", _description(result))
    except AutoplayError as error:
        tell(f"autoplay: {_description(error)}")


def _evidence(request: PlayRequest, result: RunResult) -> list[Path]:
    """Return the pictures of a puzzle and the trace, by their names: a person's folder may hold anything else."""
    from autoplay.player.play_result import Pictures

    if isinstance(result, AutoplayError):
        pictures = Pictures(Path(result.picture).parent).paths() if result.picture else {}
    else:
        pictures = {} if isinstance(result, SolvedBefore) else result.pictures.paths()
    trace = [request.trace] if request.tracing != "off" else []
    return [*map(Path, pictures.values()), *trace]


def _description(result: RunResult) -> str:
    return f"{result.message}. Try: {result.hint}" if isinstance(result, AutoplayError) else result.message
