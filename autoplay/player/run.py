"""Runs the puzzles of a request on one page: opens it, finds the board, solves it, applies the
answer, has the page confirm it, and records what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Response

from autoplay.browser.activity import PageActivity
from autoplay.browser.addresses import is_same_address
from autoplay.browser.navigation import check_passed, open_url, page_errors, wait_for_person
from autoplay.browser.screen import Screen
from autoplay.browser.time_limit import limit_of
from autoplay.browser.wait import wait_until
from autoplay.errors import (
    AnswerRejected,
    ClickNotConfirmed,
    NoNextPuzzle,
    PageBlocked,
    PageUnreachable,
)
from autoplay.games import GAMES
from autoplay.games.adapter import GoalOnPage, PuzzleLike, SolutionLike
from autoplay.history import (
    REST,
    SYSTEM_CLOCK,
    Clock,
    History,
    HistoryEntry,
    SolvedBefore,
)
from autoplay.limits import SOLVE_S
from autoplay.output import print_line
from autoplay.player.applier import AnswerApplier
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.game_starter import GameStarter
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.play_request import SILENT, PlayObserver, PlayRequest
from autoplay.player.play_result import Pictures, PlayResult, screenshot_note
from autoplay.player.run_report import RunReport
from autoplay.player.timing import SHOWS_AGAIN_S
from autoplay.sites import PageResult, Site, known_sites, refuse, site_for
from autoplay.sites.goal_words import stated_goal
from autoplay.sites.page_watch import read_lines
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout, about
from solvers.explained import Explanation, Step
from vision import PictureNote, Reading, draw_overlay, update_reading
from vision.errors import ReadingError
from vision.files.picture_note import drawing_note
from vision.image import Image
from vision.reading import Box

SHOT_S: Final = 5.0
"""Maximum time for a page to show itself for the picture of an error."""


class PuzzleRun:
    """Run of the puzzles of a request on one page, one after the other, each with its entry in the
    history."""

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
        self._last_grid: tuple[str, ...] = ()
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
        request = self.request
        page = self.page
        pictures = Pictures(request.folder(self._number))
        pictures.clear()
        with (
            about(request.url),
            self.history.entry(
                request.url, pictures.folder, series=request.series, alone=REST
            ) as entry,
            self._error_pictures(pictures),
            self._reported() as observer,
            limit_of(page).keep(request.limit_s, request.url),
            page_errors(page),
        ):
            self._open()
            self._number += 1
            while True:
                try:
                    return self._play(entry, pictures, observer)
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
            if self.request.preparation:
                site.consent(self.page)
                self.request.preparation.apply(self.page)
        except PageBlocked as error:
            self._wait_for_person(error)

    def _play(
        self, entry: HistoryEntry, pictures: Pictures, observer: PlayObserver
    ) -> PlayResult | SolvedBefore:
        """Play the puzzle of the open page, and record it."""
        is_first = self._number == 2  # which the next puzzle has by now
        site = self._site()
        site.ready(self.page)
        puzzle_id = site.puzzle_id(self.page) or site.date(self.page)
        entry.identify(site.name, puzzle_id)
        series = self.request.series
        if series and puzzle_id:
            solved = self.history.find_solved(site.name, puzzle_id, series=series)
            if solved:
                entry.repeat(solved)
                return SolvedBefore(solved)
        player = BoardPlayer(
            PageMonitor(self.page, site, self.request, observer),
            pictures,
            activity=self._activity,
            named=self.request.url if is_first else self.page.url,
            approve=lambda puzzle, solution: self._approve(entry, puzzle, solution),
        )
        try:
            result = player.play(puzzle_id)
        except (ReadingError, ClickNotConfirmed) as error:
            check_passed(self.page, self._response, error.picture)
            raise
        entry.finish(site.name, result)
        if isinstance(observer, RunReport):
            observer.finish(result)
        self._last_grid = result.puzzle.grid
        return result

    def _site(self) -> Site:
        """Return the site of the open page, which may be another one than that of the address."""
        refuse(self.page.url)
        return known_sites()[self.request.site] if self.request.site else site_for(self.page)

    def _approve(self, entry: HistoryEntry, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Store the answer; raise AnswerRejected or NoNextPuzzle if it must not be played."""
        if rejected := self.history.find_rejected(self.request.url, puzzle, solution):
            day = f"{rejected.start.astimezone():%Y-%m-%d}"
            raise AnswerRejected(
                f"the page rejected this very answer on {day}; it is not submitted again",
                hint=f"look at the pictures of that run for what was misread: {rejected.pictures}; "
                f"if the reading is right: autoplay history --forget {rejected.id}, and play again",
            )
        if puzzle.grid == self._last_grid:
            raise NoNextPuzzle(
                "the page shows the puzzle again that was just played, "
                "and nothing on it leads to another one",
                hint="leave out --count",
            )
        entry.answer(puzzle, solution)

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
    def _reported(self) -> Iterator[PlayObserver]:
        """Write the report of the block's play if it is wanted, whatever comes of it."""
        path = self.request.report_of(self._number)
        if path is None:
            yield self.observer
            return
        report = RunReport(self.observer, self.request.url)
        try:
            yield report
        except AutoplayError as error:
            report.fail(error)
            raise
        finally:
            report.write(path)

    @contextmanager
    def _error_pictures(self, pictures: Pictures) -> Iterator[None]:
        """Add the last picture of the run to an error without one, or a picture of the page that
        blocks it."""
        try:
            yield
        except AutoplayError as error:
            if isinstance(error, PageBlocked) and not error.picture:
                self._save_page(pictures.folder / "before.png")
            error.picture = error.picture or next(reversed(pictures.paths().values()), "")
            raise

    def _save_page(self, path: Path) -> None:
        try:
            self.page.screenshot(path=path, timeout=SHOT_S * 1000)
        except PlaywrightError:
            path.unlink(missing_ok=True)


Approval = Callable[[PuzzleLike, SolutionLike], None]
"""Function that raises an AutoplayError if an answer must not be played; called before its first
press."""


class BoardPlayer:
    """Player of the puzzle of one open page; its pictures go into ``pictures``."""

    def __init__(
        self,
        monitor: PageMonitor,
        pictures: Pictures,
        activity: PageActivity,
        named: str,
        approve: Approval,
    ) -> None:
        """Prepare to play the puzzle of the address ``named``."""
        request = monitor.request
        page = monitor.page
        self.monitor = monitor
        self.request = request
        self.page = page
        self.pictures = pictures
        self.approve = approve
        self.timeline = monitor.timeline
        screen = Screen(page, request.pace_ms, self.timeline)
        game = GAMES[request.puzzle] if request.puzzle else None
        self.board = BoardTracker(screen, game, request.lit, is_hasty=request.is_hasty)
        self.board.observer = monitor.observer
        self.starter = GameStarter(page, monitor.site, request, activity, named)
        self.applier: AnswerApplier[PuzzleLike, SolutionLike] | None = None
        self.explanation: Explanation[Step] | None = None

    def play(self, puzzle_id: str | None = None) -> PlayResult:
        """Play the puzzle; its ``puzzle_id`` goes into the result.

        A control that begins the game is pressed if there is no board, none with an answer to
        press, or none on which presses do anything.

        Raises
        ------
        ReadingError, NoSolution, ManySolutions, BadNotation, SolveTimeout
            Before anything is pressed; the error names a picture of what was seen.
        ClickNotConfirmed
            If the board does not accept the solution.
        PageUnreachable
            If the page or its browser goes away.
        """
        began_at = monotonic()
        try:
            with page_errors(self.page):
                verdict: PageResult | None = None
                while verdict is None:
                    reading, puzzle, solution = self._find_and_solve()
                    address = self.page.url
                    self.monitor.observer.show_answer(reading, puzzle, solution)
                    with self._overlay(reading, solution):
                        verdict = self._apply(reading, puzzle, solution)
                verdict = self.starter.judge(verdict, address)
                if self.board.left_out:
                    number = self.board.left_out + 1
                    message = f"{verdict.message}; this is the first of {number} boards"
                    verdict = replace(verdict, message=message)
                seconds = monotonic() - began_at
                self.timeline.enter("saving")
                if self.applier:
                    self._save_answer(reading, solution)
        except PageUnreachable as error:
            if self.applier and self.board.screen.presses:
                error.message += f", {self.applier.progress}"
            raise
        # What was played may be another answer than was planned, on a board that was learned.
        if self.applier:
            puzzle = self.applier.puzzle
            solution = self.applier.solution
        return PlayResult(
            verdict=verdict,
            reading=reading,
            puzzle=puzzle,
            solution=solution,
            presses=self.board.screen.presses,
            seconds=seconds,
            pictures=self.pictures,
            explanation=self.explanation,
            gesture=self.applier.gesture if self.applier else (),
            url=self.request.url,
            puzzle_id=puzzle_id,
            started=self.starter.started,
            is_strict=self.request.is_strict,
            timing=self.timeline.timing(),
        )

    def _find_and_solve(self) -> tuple[Reading, PuzzleLike, SolutionLike]:
        """Return the board with its puzzle and solution, once its game has begun."""
        while True:
            reading = self._find()
            has_left = self.starter.keep_to_address()
            # The board that was shown may also be an editor, or a preview, or lie below a box.
            is_picture = self.board.is_picture
            has_begun = bool(self.board.found.marks) and not is_picture
            if has_left or self.starter.start_shown(self._place, has_begun=has_begun):
                self.board.first = None
                continue
            if is_picture and self.board.find_pressable():
                continue
            try:
                puzzle, solution = self._solve(reading)
            except (NoSolution, ManySolutions):
                if not self._start():
                    raise
                continue
            is_idle = not solution.cells and self.board.game.player.may_be_idle(reading)
            if not (is_idle and self._start()):
                return reading, puzzle, solution

    @property
    def _place(self) -> Box:
        """Place in the window of the board that was found."""
        return self.board.box_in_window(self.board.found.box)

    def _find(self) -> Reading:
        """Find the board and save its picture."""
        self.timeline.enter("reading")
        self.pictures.clear()
        self.monitor.site.ready(self.page)
        try:
            self.board.find(self.request.patience_s, self.monitor.make_way, self.starter)
        except ReadingError as error:
            self.monitor.observer.show_look(self.board.picture, None)
            note = PictureNote(self.request.puzzle) if self.request.puzzle else None
            error.picture = self.pictures.save("before", self.board.picture, note)
            self.starter.name_controls(error)
            raise
        self.pictures.save("before", self.board.picture, screenshot_note(self.board.reading))
        return self.board.reading

    def _solve(self, reading: Reading) -> tuple[PuzzleLike, SolutionLike]:
        """Return the puzzle and its solution, with the explanation if it is wanted."""
        self.timeline.enter("solving")
        game = self.board.game
        try:
            stars = self.monitor.site.stars(self.page)
            options = game.player.options_on_page(self.request.options.get(game.name), stars)
            goal = GoalOnPage(lambda: stated_goal(read_lines(self.page)), self.board.find_pictures)
            options = game.player.add_goal(options, goal)
            return game.player.solve_reading(
                reading, options, any_solution=self.request.any_solution
            )
        except AutoplayError as error:
            error.picture = self._save_overlay(self.board.picture, reading)
            raise

    def _apply(
        self, reading: Reading, puzzle: PuzzleLike, solution: SolutionLike
    ) -> PageResult | None:
        """Apply the answer and return the page's result; None if presses did nothing, but a control
        or the first of them has begun another game."""
        player = self.board.game.player
        self.explanation = self._explain(reading, puzzle, solution)
        if self.request.dry_run:
            return PageResult("unplayed", player.describe_unplayed(puzzle, solution))
        self.approve(puzzle, solution)
        applier: AnswerApplier[PuzzleLike, SolutionLike]
        applier = player.applier_class(self.board, self.monitor, puzzle, solution)
        self.applier = applier
        try:
            verdict = applier.apply()
        except (ReadingError, ClickNotConfirmed, NoSolution, SolveTimeout) as error:
            is_idle = isinstance(error, ClickNotConfirmed) and not applier.gesture
            # A screen before the game may show its board, and ask for a press anywhere on it.
            has_begun = applier.is_replaced and self.board.screen.presses == 1
            if is_idle and (has_begun or self._start(new=True)):
                self.board.first = self.applier = None
                return None
            error.picture = self._save_after()
            raise
        if verdict.result != "played" or self.board.screen.presses or not self.board.is_picture:
            return verdict
        # A board that shows the answer without a press may be a picture, in a box before the game.
        if self._start(new=True):
            return None
        return replace(verdict, result="unknown", confirmed_by="")

    def _start(self, *, new: bool = False) -> bool:
        """Press the control that begins the game of a board that is there; return True if there is
        one.

        With ``new`` it may also be one that brings up another board.
        """
        self.board.first = None  # the board of the game may be another one
        if not self.starter.start(self._place, new=new):
            return False
        self.applier = None
        return True

    def _explain(
        self, reading: Reading, puzzle: PuzzleLike, solution: SolutionLike
    ) -> Explanation[Step] | None:
        """Return the steps to the solution, with a picture of each; None if they are not wanted,
        take too long, or there are none before the page is better known."""
        if not self.request.explain:
            return None
        try:
            explanation = self.board.game.player.explain(puzzle, solution, SOLVE_S)
        except (NoSolution, SolveTimeout):
            return None
        self.pictures.save_steps(self.board.picture, reading, puzzle, explanation.steps)
        return explanation

    @contextmanager
    def _overlay(self, reading: Reading, solution: SolutionLike) -> Iterator[None]:
        """Save the picture of the answer while the block applies it."""
        with ThreadPoolExecutor(1) as pool:  # finished when the pool is left, whatever happens
            overlay = pool.submit(self._save_overlay, self.board.picture, reading, solution)
            yield
        with suppress(OSError):  # the result is reported even if the disk has no room for pictures
            overlay.result()

    def _save_overlay(
        self, picture: Image, reading: Reading, solution: SolutionLike | None = None
    ) -> str:
        drawn = draw_overlay(picture, reading, solution.cells if solution else ())
        return self.pictures.save("overlay", drawn, drawing_note([reading]))

    def _save_answer(self, reading: Reading, solution: SolutionLike) -> None:
        """Save the last picture, and the overlay again if another answer was played than
        planned."""
        with suppress(OSError):
            self._save_after()
            if self.applier and self.applier.solution != solution and self.board.first:
                self._save_overlay(self.board.first[1], reading, self.applier.solution)

    def _save_after(self) -> str:
        """Save a last picture: with the board, if a page that was loaded again shows it in time."""
        image = wait_until(
            self.page,
            self.board.screen.take_screenshot,
            SHOWS_AGAIN_S,
            is_done=self._is_last_picture,
            pause_ms=0,
        )
        self.monitor.observer.show_look(image, None)
        return self.pictures.save("after", image, screenshot_note(self.board.reading))

    def _is_last_picture(self, image: Image) -> bool:
        """Return True unless a page is just being loaded again: it is blank, or does not show its
        board yet."""
        if not (self.board.is_in_window and self.monitor.watch.is_reloaded):
            return bool((image != image[0, 0]).any())
        try:
            update_reading(image, self.board.reading)
        except ReadingError:
            return False
        return True


def play_page(page: Page, site: Site, request: PlayRequest) -> PlayResult:
    """Play the puzzle of an open page, without a history; raises what `BoardPlayer.play` raises."""
    player = BoardPlayer(
        PageMonitor(page, site, request),
        Pictures(request.output),
        activity=PageActivity(page),
        named=page.url,
        approve=lambda _puzzle, _solution: None,
    )
    return player.play()
