"""Runs on an open page: one puzzle after the other, each with its entry in the history."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Response

from autoplay.browser.activity import PageActivity
from autoplay.browser.navigation import check_passed, open_url, page_errors, wait_for_person
from autoplay.browser.start import is_same_address
from autoplay.browser.time_limit import limit_of
from autoplay.errors import AnswerRejected, ClickNotConfirmed, NoNextPuzzle, PageBlocked
from autoplay.games.adapter import PuzzleLike, SolutionLike
from autoplay.output import print_line
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.play_request import SILENT, PlayObserver, PlayRequest
from autoplay.player.play_result import Pictures, PlayResult
from autoplay.player.player import BoardPlayer
from autoplay.run.clock import SYSTEM_CLOCK, Clock
from autoplay.run.history import History, HistoryEntry, RunRecord, SolvedBefore
from autoplay.run.scheduled_puzzle import REST
from autoplay.sites import Site, known_sites, refuse, site_for
from solvers.errors import AutoplayError, about
from vision.errors import ReadingError

SHOT_S: Final = 5.0
"""Maximum time for a page to show itself for the picture of an error."""


class RunMonitor(PageMonitor):
    """Monitor that allows an answer only if the page has not rejected it before, and stores it in
    the history."""

    def __init__(self, run: PuzzleRun, site: Site, entry: HistoryEntry) -> None:
        super().__init__(run.page, site, run.request, run.observer)
        self.run = run
        self.entry = entry

    def approve(self, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Store the answer; raise AnswerRejected or NoNextPuzzle if it must not be played."""
        if rejected := self.run.history.find_rejected(self.request.url, puzzle, solution):
            day = f"{rejected.start.astimezone():%Y-%m-%d}"
            raise AnswerRejected(
                f"the page rejected this very answer on {day}; it is not submitted again",
                hint=f"look at the pictures of that run for what was misread: {rejected.pictures}; "
                f"if the reading is right: autoplay history --forget {rejected.id}, and play again",
            )
        if puzzle.grid == self.run.last_grid:
            raise NoNextPuzzle(
                "the page shows the puzzle again that was just played, "
                "and nothing on it leads to another one",
                hint="leave out --count",
            )
        self.entry.answer(puzzle, solution)


class PuzzleRun:
    """Plays the puzzles of a request on one page, one after the other."""

    def __init__(
        self,
        page: Page,
        request: PlayRequest,
        observer: PlayObserver = SILENT,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """Prepare the runs; raise PageNotPlayed for an address that is not played."""
        refuse(request.url)
        self.page = page
        self.request = request
        self.observer = observer
        self.history = History(now=clock.now)
        self.last_grid: tuple[str, ...] = ()
        self._was_open = is_same_address(page.url, request.url)
        self._number = 1
        self._response: Response | None = None
        self._activity = PageActivity(page)

    def run(self) -> PlayResult | SolvedBefore:
        """Play the next puzzle of the page: the first time that of the address.

        A scheduled puzzle that was solved before is not played again. If the page can't be opened
        (SiteNotReached, NoReply), the next call tries the same puzzle again. Raises also what
        `BoardPlayer.play` raises, AnswerRejected before an answer is submitted that the page has
        rejected, NoNextPuzzle before a puzzle is played again, TooSoon if another run is playing
        the scheduled puzzle, PageBlocked, PageNotPlayed, PageUnresponsive.
        """
        request, page = self.request, self.page
        pictures = Pictures(request.folder(self._number))
        pictures.clear()
        with (
            about(request.url),
            self.history.entry(
                request.url, pictures.folder, series=request.series, alone=REST
            ) as entry,
            self._error_pictures(pictures),
            limit_of(page).keep(request.limit_s, request.url),
            page_errors(page),
        ):
            self._open()
            self._number += 1
            while True:
                try:
                    site = self._site()
                    site.ready(page)
                    puzzle_id = site.puzzle_id(page) or site.date(page)
                    entry.identify(site.name, puzzle_id)
                    if solved := self._solved_before(site, puzzle_id):
                        entry.repeat(solved)
                        return SolvedBefore(solved)
                    try:
                        player = BoardPlayer(
                            RunMonitor(self, site, entry),
                            pictures,
                            activity=self._activity,
                            named=request.url if self._number == 1 else page.url,
                        )
                        result = player.play(request.url, puzzle_id)
                    except (ReadingError, ClickNotConfirmed) as error:
                        check_passed(page, self._response, error.picture)
                        raise
                    entry.finish(site.name, result)
                    self.last_grid = result.puzzle.grid
                    return result
                except PageBlocked as error:
                    self._wait_for_person(error)

    def call_person(self, message: str) -> bool:
        """Ask a person to act in the window; return False if there is no window."""
        if self.request.browser.headed:
            print_line(message, to_stderr=True)
        return self.request.browser.headed

    def _open(self) -> None:
        """Open the next puzzle of the page, or the address if there is none."""
        if self._number > 1 and self._site().next(self.page):
            return
        if self._number == 1 and self._was_open:  # a tab of a person's
            return
        try:
            self._response = open_url(self.page, self.request.url)
            site = self._site()
            if preparation := self.request.preparation or site.preparation:
                site.consent(self.page)
                preparation.apply(self.page)
        except PageBlocked as error:
            self._wait_for_person(error)

    def _site(self) -> Site:
        """Return the site of the open page, which may be another one than that of the address."""
        refuse(self.page.url)
        return known_sites()[self.request.site] if self.request.site else site_for(self.page)

    def _solved_before(self, site: Site, puzzle_id: str | None) -> RunRecord | None:
        if not (self.request.series and puzzle_id):
            return None
        return self.history.find_solved(site.name, puzzle_id, series=self.request.series)

    def _wait_for_person(self, error: PageBlocked) -> None:
        """Have a person pass the challenge; raise the error if nobody sees the window, or nobody
        passes it in time."""
        if not self.call_person(f"{error.message}: a person is needed in the window"):
            raise error
        with limit_of(self.page).pause():
            has_passed = wait_for_person(self.page)
        if not has_passed:
            raise error
        self._response = None

    @contextmanager
    def _error_pictures(self, pictures: Pictures) -> Iterator[None]:
        """Add the last picture of the run to an error without one, or a picture of the page that
        blocks it."""
        try:
            yield
        except AutoplayError as error:
            if isinstance(error, PageBlocked) and not error.picture:
                self._shoot(pictures.folder / "before.png")
            error.picture = error.picture or next(reversed(pictures.paths().values()), "")
            raise

    def _shoot(self, path: Path) -> None:
        try:
            self.page.screenshot(path=path, timeout=SHOT_S * 1000)
        except PlaywrightError:
            path.unlink(missing_ok=True)
