"""Plays the puzzle of an open page: find the board, solve it, apply the answer, and keep the
pictures."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from time import monotonic

from playwright.sync_api import Page

from autoplay.browser.activity import PageActivity
from autoplay.browser.navigation import page_errors
from autoplay.browser.screen import Screen
from autoplay.browser.wait import wait_until
from autoplay.errors import ClickNotConfirmed, PageUnreachable
from autoplay.games import GAMES
from autoplay.games.adapter import PuzzleLike, SolutionLike
from autoplay.games.results import Explanation
from autoplay.player.applier import AnswerApplier
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.game_starter import GameStarter
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.play_request import PlayRequest
from autoplay.player.play_result import Pictures, PlayResult, screenshot_note
from autoplay.player.timing import SHOWS_AGAIN_S
from autoplay.sites import PageResult, Site
from autoplay.time_limits import SOLVE_S
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout
from vision import PictureNote, Reading, draw_overlay, update_reading
from vision.errors import ReadingError
from vision.files.picture_note import drawing_note
from vision.image import Image


class BoardPlayer:
    """Plays the puzzle of one open page; its pictures go into ``pictures``."""

    def __init__(
        self,
        monitor: PageMonitor,
        pictures: Pictures,
        *,
        activity: PageActivity | None = None,
        named: str = "",
    ) -> None:
        """Prepare to play the puzzle of the address ``named``, or of the one that is open; its
        ``activity`` is followed from now on unless it is given."""
        request = monitor.request
        page = monitor.page
        self.monitor = monitor
        self.request = request
        self.page = monitor.page
        self.pictures = pictures
        game = GAMES[request.puzzle] if request.puzzle else None
        self.timeline = monitor.timeline
        screen = Screen(monitor.page, request.pace_ms, self.timeline)
        self.board = BoardTracker(screen, game, request.lit, is_hasty=request.is_hasty)
        self.applier: AnswerApplier[PuzzleLike, SolutionLike] | None = None
        self.starter = GameStarter(
            page, monitor.site, request, activity or PageActivity(page), named or page.url
        )

    def play(self, url: str = "", puzzle_id: str | None = None) -> PlayResult:
        """Play the puzzle; ``url`` and ``puzzle_id`` go into the result.

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
        try:
            with page_errors(self.page):
                start = monotonic()
                verdict: PageResult | None = None
                while verdict is None:
                    reading, puzzle, solution = self._read_and_solve()
                    played = self.page.url
                    self.monitor.observer.show_answer(reading, puzzle, solution)
                    with self._attempt(reading, solution):
                        explanation = self._explain(puzzle, reading)
                        if self.request.dry_run:
                            verdict = PageResult(
                                "unplayed",
                                self.board.game.player.describe_unplayed(puzzle, solution),
                            )
                        else:
                            verdict = self._make_applier(puzzle, solution).apply()
                verdict = self.starter.judge(verdict, played)
                seconds, presses = monotonic() - start, self.board.screen.presses
                self.timeline.enter("saving")
                if self.applier:
                    self._save_answer(reading, solution)
        except PageUnreachable as error:
            if self.applier and self.board.screen.presses:
                error.message += f", {self.applier.progress}"
            raise
        gesture = self.applier.gesture if self.applier else ()
        if self.applier:
            puzzle, solution = self.applier.puzzle, self.applier.solution
        return PlayResult(
            *(
                verdict,
                reading,
                puzzle,
                solution,
                presses,
                seconds,
                self.pictures,
                explanation,
                gesture,
            ),
            url=url or self.page.url,
            puzzle_id=puzzle_id,
            started=self.starter.started,
            is_strict=self.request.is_strict,
            timing=self.timeline.timing(),
        )

    def _read_and_solve(self) -> tuple[Reading, PuzzleLike, SolutionLike]:
        """Return the board with its puzzle and solution, once its game has begun."""
        while True:
            reading = self._read()
            has_left = self.starter.keep_to_address()
            # The board that was shown may also be an editor, or a preview.
            if has_left or (not self.board.found.marks and self.starter.start_shown()):
                self.board.first = None
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

    def _start(self, *, new: bool = False) -> bool:
        """Press the control that begins the game of a board that is there; return True if there is
        one.

        With ``new`` it may also be one that brings up another board.
        """
        self.board.first = self.applier = None  # the board of the game may be another one
        return self.starter.start(new=new)

    @contextmanager
    def _attempt(self, reading: Reading, solution: SolutionLike) -> Iterator[None]:
        """Draw the overlay while the block applies the answer, and save a last picture for an error
        in it.

        If presses do nothing, but a control of the page begins a game, the error is suppressed.
        """
        with ThreadPoolExecutor(1) as pool:  # finished when the pool is left, whatever happens
            overlay = pool.submit(self._save_overlay, self.board.picture, reading, solution)
            try:
                yield
            except (ReadingError, ClickNotConfirmed, NoSolution, SolveTimeout) as error:
                if not self.applier:
                    raise
                applier, is_idle = (
                    self.applier,
                    isinstance(error, ClickNotConfirmed) and not self.applier.gesture,
                )
                if not (is_idle and self._start(new=True)):
                    self.applier = applier
                    error.picture = self._save_after()
                    raise
        with suppress(OSError):  # the result is reported even if the disk has no room for pictures
            overlay.result()

    def _make_applier(
        self, puzzle: PuzzleLike, solution: SolutionLike
    ) -> AnswerApplier[PuzzleLike, SolutionLike]:
        self.monitor.approve(puzzle, solution)
        self.applier = self.board.game.player.applier_class(
            self.board, self.monitor, puzzle, solution
        )
        assert self.applier
        return self.applier

    def _save_answer(self, reading: Reading, solution: SolutionLike) -> None:
        """Save the last picture, and the overlay again if another answer was played than
        planned."""
        with suppress(OSError):
            self._save_after()
            if self.applier and self.applier.solution != solution and self.board.first:
                self._save_overlay(self.board.first[1], reading, self.applier.solution)

    def _read(self) -> Reading:
        """Find the board and save its picture."""
        self.timeline.enter("reading")
        self.pictures.clear()
        self.monitor.site.ready(self.page)
        try:
            self.board.find(self.request.patience_s, self.monitor.make_way, self.starter)
        except ReadingError as error:
            note = PictureNote(self.request.puzzle) if self.request.puzzle else None
            error.picture = self.pictures.save("before", self.board.picture, note)
            self.starter.name_controls(error)
            raise
        self.pictures.save("before", self.board.picture, screenshot_note(self.board.reading))
        return self.board.reading

    def _solve(self, reading: Reading) -> tuple[PuzzleLike, SolutionLike]:
        self.timeline.enter("solving")
        game = self.board.game
        try:
            stars = self.monitor.site.stars(self.page)
            options = game.player.options_on_page(self.request.options.get(game.name), stars)
            return game.player.solve_reading(
                reading, options, any_solution=self.request.any_solution
            )
        except AutoplayError as error:
            error.picture = self._save_overlay(self.board.picture, reading)
            raise

    def _explain(self, puzzle: PuzzleLike, reading: Reading) -> Explanation | None:
        """Return the steps to the solution, with a picture of each; None if they are not wanted, or
        take too long."""
        solver = self.board.game.solver
        if not (self.request.explain and solver.explains):
            return None
        try:
            explanation = solver.explain(puzzle, SOLVE_S)
        except SolveTimeout:
            return None
        self.pictures.save_steps(self.board.picture, reading, puzzle, explanation.steps)
        return explanation

    def _save_overlay(
        self, picture: Image, reading: Reading, solution: SolutionLike | None = None
    ) -> str:
        drawn = draw_overlay(picture, reading, solution.cells if solution else ())
        return self.pictures.save("overlay", drawn, drawing_note([reading]))

    def _save_after(self) -> str:
        """Save a last picture: with the board, if a page that was loaded again shows it in time."""
        image = wait_until(
            self.page,
            lambda: self.board.screen.take_screenshot().image,
            SHOWS_AGAIN_S,
            is_done=self._is_last_picture,
            pause_ms=0,
        )
        return self.pictures.save("after", image, screenshot_note(self.board.reading))

    def _is_last_picture(self, image: Image) -> bool:
        """Return True unless a page is just being loaded again: it is blank, or does not show its
        board yet."""
        if self.board.is_in_window and self.monitor.has_reloaded():
            return self._shows_board(image)
        return bool((image != image[0, 0]).any())

    def _shows_board(self, image: Image) -> bool:
        try:
            update_reading(image, self.board.reading)
        except ReadingError:
            return False
        return True


def play_page(page: Page, site: Site, request: PlayRequest) -> PlayResult:
    """Play the puzzle of an open page, without a history; raises what `BoardPlayer.play` raises."""
    return BoardPlayer(PageMonitor(page, site, request), Pictures(request.output)).play()
