"""`autoplay play`: reads the board of a page, solves it and clicks the answer."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, NoReturn

import rich_click as click

from autoplay.cli.group import note
from autoplay.cli.live_play import LivePlay, play_observer
from autoplay.cli.options import errors_as_json, preparation, print_error, print_json
from autoplay.cli.play_options import (
    BROWSER_PANEL,
    FAST,
    OPEN_TAB,
    OPTION_OF_GAME,
    PAGE_PANEL,
    PRACTICE_PAGES,
    PUZZLES_PANEL,
    RESULT_PANEL,
    Pace,
    PlayCommand,
    check,
    complete_addresses,
    practice_numbers,
)
from autoplay.cli.terminal import print_text
from autoplay.click_options import AUTO, look_asked
from autoplay.errors import INTERRUPTED
from autoplay.report.json_text import error_row
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.browser.start import BrowserOptions
    from autoplay.player.play_request import PlayRequest, Tracing
    from autoplay.player.play_result import PlayResult
    from autoplay.run.session import RunResult


@click.command(cls=PlayCommand)
@click.argument(
    "where",
    metavar="[URL|demo|lights-out|pegs|daily|weekly|monthly]…",
    nargs=-1,
    shell_complete=complete_addresses,
)
@PUZZLES_PANEL
@PAGE_PANEL
@BROWSER_PANEL
@RESULT_PANEL
def play(
    where: tuple[str, ...],
    count: int,
    jobs: int,
    interval: float,
    size: int | None,
    variant: int | None,
    output: Path | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Open a puzzle page, read the board from the screen, solve it and click the answer.

    \b
    Examples:
      autoplay play                           a puzzle of the bundled practice site
      autoplay play daily                     today's puzzle of puzzle-star-battle.com
      autoplay play https://… --headed        any page with a board, in a visible window
      autoplay play https://… --click Expert  the same, after a button of the page
      autoplay play lights-out --size 7       Lights Out on the practice site

    Exit status 0 if the board shows the answer and the page does not reject it, 1 if it rejects it
    or the board can't be seen; of several puzzles the highest.
    """
    where = where or (OPEN_TAB if options["cdp"] else "demo",)
    check(where, count, jobs, options)
    numbers = practice_numbers(where, size, variant)
    with (
        stopped_at_once(),
        errors_as_json(as_json, url=where[0], picture=""),
        _folder(where[0], output) as folder,
        _addresses(where, numbers) as urls,
    ):
        live = play_observer(as_json=as_json, explain=options["explain"]) if jobs == 1 else None
        printer = ResultPrinter(
            as_json, explain=options["explain"], keep=options["keep"], live=live
        )
        if options["pace"] is None and PRACTICE_PAGES.keys() >= set(where):
            options["pace"] = FAST
        requests = _requests(urls, folder, count=count, jobs=jobs, interval_s=interval, **options)
        printer.are_many = len(requests) * count > 1
        from autoplay.run.rate_limiter import HostRateLimiter, play_all

        for request, result in play_all(requests, jobs, HostRateLimiter(interval), observer=live):
            printer.print(request, result)
    return printer.end()


class ResultPrinter:
    """Prints results as they come, and collects the exit status."""

    def __init__(
        self, as_json: bool, *, explain: bool, keep: bool, live: LivePlay | None = None
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
        from autoplay.run.history import SolvedBefore

        self._status = max(self._status, result.exit_status)
        if self._live:
            self._live.clear()
        if isinstance(result, AutoplayError):
            self._print_error(request, result)
        elif isinstance(result, SolvedBefore):
            print_json(result.to_row()) if self._as_json else click.echo(result.message)
        else:
            if self.are_many and not self._as_json and not self._live:
                click.echo(f"{request.url}:")
            if self._explain and not result.explanation:
                note("played without an explanation: it took too long")
            has_shown = self._live is not None and self._live.has_shown(result)
            print_json(result.to_row()) if self._as_json else print_text(
                describe_play(result, has_answer=not has_shown)
            )

    def end(self) -> int:
        """Return the highest exit status; raise the error of the only page."""
        if self._error:
            raise self._error
        return self._status

    def _print_error(self, request: PlayRequest, error: AutoplayError) -> None:
        if self._as_json:
            print_json(error_row(error, url=request.url, picture=error.picture))
        elif not (self.are_many or self._keep):
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


def _requests(
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
    no_start: bool,
    no_check: bool,
    any_solution: bool,
    strict: bool,
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

    lit = look_asked(options)
    own = {name: options.pop(option) for name, option in OPTION_OF_GAME.items()}
    request = PlayRequest(
        url="",
        output=folder,
        site=site,
        puzzle=None if puzzle == AUTO else puzzle,
        options={
            name: GAMES[name].solver.parse_options({OPTION_OF_GAME[name]: value})
            for name, value in own.items()
            if value is not None
        },
        lit="any" if lit == AUTO else lit,  # pressing shows the rest
        preparation=preparation(options),
        any_solution=any_solution,
        dry_run=dry_run,
        starts=not no_start,
        checks=not no_check,
        is_strict=strict,
        explain=explain,
        count=1 if jobs > 1 else count,
        interval_s=interval_s,
    )
    if pace:
        request = replace(request, pace_ms=pace.ms, is_hasty=pace.is_hasty)
    pages = [url and full_url(url) for url in urls for _ in range(count if jobs > 1 else 1)]
    folders = [
        folder / str(number) if len(pages) > 1 else folder for number, _ in enumerate(pages, 1)
    ]
    series = {url: name for name, url in SPECIALS.items()}
    return [
        replace(
            request,
            url=url,
            output=output,
            browser=_browser(output, **options),
            series=series.get(url),
            tracing=tracing or ("retain-on-failure" if url in series else "off"),
        )
        for url, output in zip(pages, folders, strict=True)
    ]


@contextmanager
def _addresses(where: tuple[str, ...], numbers: Mapping[str, int]) -> Iterator[list[str]]:
    """Return the addresses to open; the practice site runs until the end of the block."""
    from autoplay.sites import SPECIALS

    if not PRACTICE_PAGES.keys() & set(where):
        yield [SPECIALS.get(name, name) for name in where]
        return
    from autoplay.practice import serve

    with serve() as site:
        ours = {
            name: f"{site.url}{page.path}{numbers[name]}" for name, page in PRACTICE_PAGES.items()
        }
        yield [{**SPECIALS, **ours}.get(name, name) for name in where]


@contextmanager
def _folder(where: str, output: Path | None) -> Iterator[Path]:
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


def _browser(folder: Path, *, video: bool, slowmo: float, **options: Any) -> BrowserOptions:
    from autoplay.browser.start import BrowserOptions, check

    made = BrowserOptions(slowmo_ms=slowmo, video=folder if video else None, **options)
    check(made)
    return made


def describe_play(result: PlayResult, *, has_answer: bool = True) -> str:
    """Return the board with its answer, the pictures, and the page's result.

    The answer is left out unless ``has_answer``.
    """
    from autoplay.games import GAMES
    from autoplay.report.answers import step_lines
    from autoplay.wording import count

    game = GAMES[result.reading.puzzle].player
    lines: list[str] = []
    what = game.describe_puzzle(result.puzzle)
    if result.explanation:
        what += f" {result.explanation.difficulty}"
        lines += step_lines(result.explanation.steps)
    if has_answer:
        lines.append(game.draw_answer(result.puzzle, result.solution))
    for name, path in result.pictures.paths().items():
        lines.append(f"{name:<8} {path}")
    steps = result.pictures.steps()
    if steps:
        lines.append(f"{'steps':<8} {steps[0]} … {steps[-1]}")
    for label in result.started:
        lines.append(f"{'pressed':<8} {label}")
    effort = f"{count(result.presses, 'click')}, {result.seconds:.1f} s"
    lines.append(f"{result.verdict.result}: {result.message} ({what}; {effort})")
    return "\n".join(lines)
