"""The middle of the loop: press, look and repair until the board keeps the solution or the page has its say."""

from __future__ import annotations

from math import inf
from typing import Final

from playwright.sync_api import Page

from autoplay.board import Board
from autoplay.errors import ClickNotConfirmed
from autoplay.hand import Hand
from autoplay.sites import Site, Verdict, poll
from autoplay.text import count
from solvers.errors import AutoplayError
from solvers.star_battle import Solution
from vision.errors import ReadingError

VANISHED: Final = "the board went away after the last press"
REPLACED: Final = "another puzzle came up after the last press"
ROUNDS_IN_VAIN: Final = 6
"""How many rounds of presses in a row may leave as much to do as before."""
ACCEPTS_S: Final = 0.1
"""How long to wait for a page to take the answer on at once, before it is looked at again; a look takes longer."""
SETTLES_S: Final = 1.0
"""How long a page may take to undo a star that it has shown."""
REPLACED_S: Final = 3.0
"""How long a page that replaced the board may take to say why."""


class Placing:
    """The solution on its way to the board of a page."""

    def __init__(self, page: Page, site: Site, board: Board, solution: Solution, patience_s: float) -> None:
        self.page = page
        self.site = site
        self.board = board
        self.solution = solution
        self.patience_s = patience_s
        self.watch = site.watch(page)
        self.verdict: Verdict | None = None
        self.hand = Hand(board, self._before_press, self._is_accepted)

    @property
    def progress(self) -> str:
        """How far it has come, for a person."""
        stars = self.hand.reading.cells_marked("star") & set(self.solution.cells)
        presses = self.board.screen.presses
        return f"after {presses} presses, when {len(stars)} of {count(len(self.solution.cells), 'star')} were seen"

    def place(self) -> Verdict:
        """Do it, and hand the answer in, once.

        Raises ClickNotConfirmed if the board does not take it on, or is no longer the one that was solved.
        """
        with self.watch:
            self._press_all()
            return self.verdict or self.site.confirm(self.page, self.watch, is_sure=self.hand.is_sure)

    def _press_all(self) -> None:
        """Press until the board shows the solution and keeps it, or there is a verdict."""
        fewest, in_vain, is_settled = inf, 0, False
        while self.verdict is None and not is_settled:
            moves = self.board.game.moves(self.hand.reading, self.solution)
            self.site.consent(self.page)
            try:
                if not moves:
                    is_settled = self._has_settled()
                elif not self._is_judged():
                    in_vain = 0 if len(moves) < fewest else in_vain + 1
                    fewest = min(fewest, len(moves))
                    if in_vain == ROUNDS_IN_VAIN:
                        self.hand.give_up(moves)
                    self.hand.make(moves)
            except ReadingError:
                self._find_again()

    def _is_judged(self) -> bool:
        """Whether there is a verdict where the page may have had the whole answer, and stars are missing again.

        Raises ClickNotConfirmed if it cleared the board without a word: the same answer is not given twice.
        """
        if not self.hand.has_pressed_all or self.hand.reading.cells_marked("star") & set(self.solution.cells):
            return False
        self.verdict = self._news(REPLACED_S)
        if self.verdict is None and self.hand.gesture:
            hint = "look at the page: it may have taken the answer for wrong"
            presses = self.board.screen.presses
            raise ClickNotConfirmed(f"the board was cleared after the last of {presses} presses", hint=hint)
        return self.verdict is not None

    def _before_press(self) -> None:
        self.site.before_press(self.page, self.watch)

    def _is_accepted(self) -> bool:
        """Whether the page has taken the answer on at once; a "no" may be one to what is still incomplete."""
        verdict = self._news(ACCEPTS_S)
        if verdict and verdict.result == "solved":
            self.verdict = verdict
        return self.verdict is not None

    def _has_settled(self) -> bool:
        """Whether the board still shows the solution when the page has had time to take a star back."""
        self.verdict = self._news(SETTLES_S)
        if self.verdict is None:
            self.hand.tidy()
            self.board.look()
        return self.verdict is not None or not self.board.game.moves(self.hand.reading, self.solution)

    def _news(self, patience_s: float) -> Verdict | None:
        return poll(self.page, lambda: self.site.news(self.page, self.watch), patience_s)

    def _find_again(self) -> None:
        """Find a board that is not where it was; an answer that was right is often handed in by the page itself."""
        self.verdict = self._news(REPLACED_S) if self.hand.has_pressed_all else None
        if self.verdict:
            return
        grid = self.board.reading.grid
        # Once all is pressed, a page covers its board as often as not.
        everywhere = not (self.hand.has_pressed_all and self.board.is_in_window)
        try:
            self.board.find(self.patience_s, lambda: self.site.consent(self.page), everywhere=everywhere)
        except ReadingError as error:
            if not self.hand.has_pressed_all:
                raise self._lost(error) from error
            self.verdict = self.site.silence(self.page, self.watch, VANISHED)
        else:
            if self.board.reading.grid != grid:
                if not self.hand.has_pressed_all:
                    message = f"another board came up {self.progress} of the one that was played"
                    raise ClickNotConfirmed(message, hint="the same command again")
                self.verdict = self.site.silence(self.page, self.watch, REPLACED)

    def _lost(self, error: ReadingError) -> AutoplayError:
        """The error for a board that went away: once it was pressed on, that may be what a press has done."""
        if not self.board.screen.presses:
            return error
        return ClickNotConfirmed(
            f"{self.progress} the board is gone or covered: {error.message}",
            hint="look at the picture, then the same command again: it goes on from what is on the board",
        )
