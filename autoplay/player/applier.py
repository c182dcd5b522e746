"""The middle of the loop: press, look and repair until the board keeps the answer or the page has its say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from playwright.sync_api import Page

from autoplay.browser.wait import ASK_MS, ask, wait_until
from autoplay.errors import ClickNotConfirmed
from autoplay.player.board_tracker import Board
from autoplay.player.gestures import Gesture
from autoplay.sites import PageResult, Site
from solvers.errors import AutoplayError
from vision import Reading
from vision.errors import ReadingError

VANISHED: Final = "the board went away after the last press"
REPLACED: Final = "another puzzle came up after the last press"
ACCEPTS_S: Final = 0.1
"""How long to wait for a page to take the answer on at once, before it is looked at again; a look takes longer."""
REPLACED_S: Final = 3.0
"""How long a page that replaced the board may take to say why."""


class Placing(ABC):
    """An answer on its way to the board of a page.

    ``puzzle`` and ``solution`` are what is played; a game that learns on the page may come to other ones.
    """

    def __init__(self, page: Page, site: Site, board: Board, puzzle: Any, solution: Any, patience_s: float) -> None:
        self.page = page
        self.site = site
        self.board = board
        self.puzzle = puzzle
        self.solution = solution
        self.patience_s = patience_s
        self.watch = site.watch(page)
        self.verdict: PageResult | None = None

    @property
    @abstractmethod
    def has_pressed_all(self) -> bool:
        """Whether the last press that was needed is sent, so that the page may take the board away."""

    @property
    @abstractmethod
    def progress(self) -> str:
        """How far it has come, for a person."""

    @property
    @abstractmethod
    def gesture(self) -> tuple[Gesture, ...]:
        """What changes a cell as it is needed, press by press; () if nothing was learned."""

    @abstractmethod
    def place(self) -> PageResult:
        """Do it, and hand the answer in, once.

        Raises ClickNotConfirmed if the board does not take it on, or is no longer the one that was solved.
        """

    def _before_press(self) -> None:
        self.site.before_press(self.page, self.watch)

    def _is_accepted(self) -> bool:
        """Whether the page has taken the answer on at once; a "no" may be one to what is still incomplete."""
        verdict = self._news(ACCEPTS_S)
        if verdict and verdict.result == "solved":
            self.verdict = verdict
        return self.verdict is not None

    def _news(self, patience_s: float) -> PageResult | None:
        return wait_until(
            self.page,
            lambda: ask(self.page, lambda: self.site.new_result(self.page, self.watch)),
            patience_s,
            pause_ms=ASK_MS,
        )

    def _late_news(self) -> PageResult | None:
        """The page's word where the board is gone, or cleared: it may come a while after."""
        return self._news(REPLACED_S)

    def _find_again(self) -> None:
        """Find a board that is not where it was; an answer that was right is often handed in by the page itself."""
        self.verdict = self._late_news() if self.has_pressed_all else None
        if self.verdict:
            return
        before = self.board.reading
        # Once all is pressed, a page covers its board as often as not.
        everywhere = not (self.has_pressed_all and self.board.is_in_window)
        try:
            self.board.find(self.patience_s, lambda: self.site.consent(self.page), everywhere=everywhere)
        except ReadingError as error:
            if not self.has_pressed_all:
                raise self._lost(error) from error
            self.verdict = self.site.unknown_result(self.watch, VANISHED)
        else:
            if not self._is_same(before):
                if not self.has_pressed_all:
                    message = f"another board came up {self.progress} of the one that was played"
                    raise ClickNotConfirmed(message, hint="the same command again")
                self.verdict = self.site.unknown_result(self.watch, REPLACED)

    @abstractmethod
    def _is_same(self, before: Reading) -> bool:
        """Whether the board that was found again is the one that was played."""

    def _lost(self, error: ReadingError) -> AutoplayError:
        """The error for a board that went away: once it was pressed on, that may be what a press has done."""
        if not self.board.screen.presses:
            return error
        return ClickNotConfirmed(
            f"{self.progress} the board is gone or covered: {error.message}",
            hint="look at the picture, then the same command again: it continues from what is on the board",
        )
