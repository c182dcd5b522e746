"""`autoplay play`: reads the board of a page, solves it and clicks the answer."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, NoReturn

import rich_click as click

from autoplay.cli.options import SERIES, complete_with, errors_as_json, print_json, take_preparation
from autoplay.cli.play_options import (
    BROWSER_PANEL,
    COMMON_OPTIONS,
    FAST,
    OPEN_TAB,
    OPTION_OF_GAME,
    PAGE_PANEL,
    PUZZLES_PANEL,
    RESULT_PANEL,
    Pace,
    check,
    practice_numbers,
)
from autoplay.cli.progress import ProgressBar
from autoplay.cli.terminal import print_error, print_note, print_text
from autoplay.click_options import take_look
from autoplay.errors import INTERRUPTED
from autoplay.games import AUTO
from autoplay.output import error_row, print_line
from autoplay.practice import PRACTICE_PAGES
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.browser.start import BrowserOptions
    from autoplay.cli.live_play import LiveLine
    from autoplay.player.play_request import PlayRequest, Tracing
    from autoplay.run import RunResult


@click.command()
@click.argument(
    "where",
    metavar="[URL|NAME]…",
    nargs=-1,
    shell_complete=complete_with(lambda: [*PRACTICE_PAGES, *SERIES]),
)
@COMMON_OPTIONS
@PUZZLES_PANEL
@PAGE_PANEL
@BROWSER_PANEL
@RESULT_PANEL
def play(
    where: tuple[str, ...],
    count: int,
    jobs: int,
    interval: float,
    patience: float,
    limit: float,
    size: int | None,
    variant: int | None,
    output: Path | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Open a page, read its board, solve it and click the answer.

    NAME is demo, lights-out or pegs for the practice site, or daily, weekly or monthly for
    puzzle-star-battle.com. Exit status 0 if the board shows the answer and the page does not reject
    it, 1 if it rejects it or the board can't be seen; of several puzzles the highest.

    \b
    Examples:
      autoplay play                           a puzzle of the practice site
      autoplay play daily                     today's puzzle
      autoplay play https://… --click Expert  any page, after a button on it
    """
    if not where:
        where = (OPEN_TAB if options["cdp"] else "demo",)
    check(where, count, jobs, options)
    numbers = practice_numbers(where, size, variant)
    with (
        stopped_at_once(),
        errors_as_json(as_json, url=where[0], picture=""),
        _make_run_folder(where[0], output) as folder,
        _find_addresses(where, numbers) as urls,
    ):
        from autoplay.cli.live_play import PauseNotes, play_observer

        live = None
        if jobs == 1:
            live = play_observer(as_json=as_json, explain=options["explain"])
        printer = ResultPrinter(
            as_json, explain=options["explain"], keep=options["keep"], live=live
        )
        # The practice site is our own: there is nobody to be considerate to.
        if options["pace"] is None and PRACTICE_PAGES.keys() >= set(where):
            options["pace"] = FAST
        requests = _make_requests(
            urls,
            folder,
            count=count,
            jobs=jobs,
            interval_s=interval,
            patience_min=patience,
            limit_min=limit,
            **options,
        )
        printer.are_many = len(requests) * count > 1
        from autoplay.run import HostRateLimiter, play_all

        observer = live or PauseNotes()
        bar = ProgressBar("playing", len(requests))
        # A single page at a time has its live line.
        with bar if jobs > 1 else nullcontext():
            for request, result in play_all(
                requests, jobs, HostRateLimiter(interval), observer=observer
            ):
                with bar.step():
                    printer.print(request, result)
    return printer.end()


class ResultPrinter:
    """Prints results as they come, and collects the exit status."""

    def __init__(
        self, as_json: bool, *, explain: bool, keep: bool, live: LiveLine | None = None
    ) -> None:
        self.are_many = False
        self._live = live
        self._status = 0
        self._error: AutoplayError | None = None
        self._as_json = as_json
        self._explain = explain
        self._keep = keep

    def print(self, request: PlayRequest, result: RunResult) -> None:
        """Print a puzzle that was played or was solved before, or an error in its place."""
        from autoplay.cli.live_play import result_text
        from autoplay.history import SolvedBefore
        from autoplay.player.play_result import PlayResult

        self._status = max(self._status, result.exit_status)
        if self._live:
            self._live.clear()
        # An error stands in the place of its puzzle, so that the next ones are played all the same.
        if isinstance(result, AutoplayError):
            self._print_error(request, result)
            return
        if self._explain and isinstance(result, PlayResult) and not result.explanation:
            print_note("played without an explanation: it took too long")
        if self._as_json:
            print_json(result.to_row())
        elif isinstance(result, SolvedBefore):
            print_line(result.message)
        else:
            has_shown = self._live is not None and self._live.has_shown(result)
            if self.are_many and not has_shown:
                print_line(f"{request.url}:")
            print_text(result_text(result, has_answer=not has_shown))

    def end(self) -> int:
        """Return the highest exit status; raise the error of the only page."""
        if self._error:
            raise self._error
        return self._status

    def _print_error(self, request: PlayRequest, error: AutoplayError) -> None:
        if self._as_json:
            print_json(error_row(error, url=request.url, picture=error.picture))
        elif not (self.are_many or self._keep):
            # `end` raises it, so that --debug shows its traceback.
            self._error = error
        else:
            print_error(error)


@contextmanager
def stopped_at_once() -> Iterator[None]:
    """Let Ctrl-C end the program at once, whatever it is doing.

    Playwright may be in the middle of a call that an exception would leave hanging. It closes its
    browsers when its pipe is closed, and the files we write are whole at any moment.
    """

    def stop(*_: object) -> NoReturn:
        os.write(2, b"\nautoplay: stopped.\n")
        os._exit(INTERRUPTED)

    if current_thread() is not main_thread():  # only the main thread handles signals
        yield
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _make_requests(
    urls: list[str],
    folder: Path,
    *,
    count: int,
    jobs: int,
    site: str | None,
    puzzle: str,
    tracing: Tracing | None,
    dry_run: bool,
    explain: bool,
    interval_s: float,
    patience_min: float,
    limit_min: float,
    no_start: bool,
    no_check: bool,
    any_solution: bool,
    strict: bool,
    report: Path | None,
    pace: Pace | None,
    **options: Any,
) -> list[PlayRequest]:
    """Return a request for each page, or for each puzzle if several are played at a time: each has
    its own context.

    ``options`` are those of one game only, and those of the browser.
    """
    from autoplay.browser.navigation import full_url
    from autoplay.games import GAMES
    from autoplay.player.play_request import PlayRequest
    from autoplay.sites import SPECIALS

    lit = take_look(options)
    options_of_games = {}
    for name, option in OPTION_OF_GAME.items():
        value = options.pop(option)
        if value is not None:
            options_of_games[name] = GAMES[name].solver.parse_options({option: value})
    request = PlayRequest(
        url="",
        output=folder,
        site=site,
        puzzle=None if puzzle == AUTO else puzzle,
        options=options_of_games,
        lit="any" if lit == AUTO else lit,  # pressing shows the rest
        preparation=take_preparation(options),
        any_solution=any_solution,
        dry_run=dry_run,
        starts=not no_start,
        checks=not no_check,
        is_strict=strict,
        explain=explain,
        count=1 if jobs > 1 else count,
        interval_s=interval_s,
        network_patience_s=patience_min * 60,
        limit_s=limit_min * 60,
    )
    if pace:
        request = replace(request, pace_ms=pace.ms, is_hasty=pace.is_hasty)
    # One request plays several puzzles of a page in turn; at the same time, each needs its own.
    pages = []
    for url in urls:
        address = full_url(url) if url else OPEN_TAB
        pages += [address] * (count if jobs > 1 else 1)
    # A series is played when nobody looks: a trace shows afterwards why it failed.
    series = {url: name for name, url in SPECIALS.items()}
    requests = []
    for number, url in enumerate(pages, 1):
        output = folder / str(number) if len(pages) > 1 else folder
        own_report = report
        if report and len(pages) > 1:
            own_report = report.with_stem(f"{report.stem}-{number}")
        usual_tracing: Tracing = "retain-on-failure" if url in series else "off"
        made = replace(
            request,
            url=url,
            output=output,
            browser=_make_browser_options(output, **options),
            series=series.get(url),
            report=own_report,
            tracing=tracing or usual_tracing,
        )
        requests.append(made)
    return requests


@contextmanager
def _find_addresses(where: tuple[str, ...], numbers: Mapping[str, int]) -> Iterator[list[str]]:
    """Return the addresses to open; the practice site runs until the end of the block."""
    from autoplay.sites import SPECIALS

    if not PRACTICE_PAGES.keys() & set(where):
        yield [SPECIALS.get(name, name) for name in where]
        return
    from autoplay.practice import serve

    with serve() as site:
        known = dict(SPECIALS)
        for name, page in PRACTICE_PAGES.items():
            known[name] = f"{site.url}{page.path}{numbers[name]}"
        yield [known.get(name, name) for name in where]


@contextmanager
def _make_run_folder(where: str, output: Path | None) -> Iterator[Path]:
    """Return the folder of the run; one that was created here is removed if it stays empty."""
    from autoplay.files import new_run_dir, writable

    is_ours = output is None or not output.exists()
    folder = writable(output, "--output") if output else new_run_dir(where)
    try:
        yield folder
    finally:
        if is_ours:
            with suppress(OSError):
                folder.rmdir()


def _make_browser_options(
    folder: Path, *, video: bool, slowmo: float, **options: Any
) -> BrowserOptions:
    from autoplay.browser.start import BrowserOptions, check

    made = BrowserOptions(slowmo_ms=slowmo, video=folder if video else None, **options)
    check(made)
    return made
