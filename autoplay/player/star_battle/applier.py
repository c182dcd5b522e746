"""Stars on their way to the board: pressed, looked at and repaired until the board keeps them."""

from __future__ import annotations

from math import inf
from typing import Any, Final

from autoplay.errors import ClickNotConfirmed
from autoplay.player.applier import Placing
from autoplay.player.gestures import Gesture
from autoplay.player.star_battle.clicker import Hand, moves_to
from autoplay.sites import PageResult
from autoplay.sites.base import MARKED, SHOWN
from autoplay.wording import count
from vision import Reading
from vision.errors import ReadingError

SETTLES_S: Final = 1.0
"""How long a page may take to undo a star that it has shown."""
ROUNDS_IN_VAIN: Final = 6
"""How many rounds of presses in a row may leave as much to do as before."""


class PlacingStars(Placing):
    """The stars of a solution on their way to the board of a page."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.hand = Hand(self.board, self._before_press, self._is_accepted)

    @property
    def has_pressed_all(self) -> bool:
        """Whether the last press that was needed is sent."""
        return self.hand.has_pressed_all

    @property
    def progress(self) -> str:
        """How far it has come, for a person."""
        stars = self.hand.reading.cells_marked("star") & set(self.solution.cells)
        presses = self.board.screen.presses
        return f"after {presses} presses, when {len(stars)} of {count(len(self.solution.cells), 'star')} were seen"

    @property
    def gesture(self) -> tuple[Gesture, ...]:
        """What turns an empty cell into a star, press by press; () if nothing was learned."""
        return self.hand.gesture

    def place(self) -> PageResult:
        """Do it, and hand the answer in, once.

        Raises ClickNotConfirmed if the board does not take it on, or is no longer the one that was solved.
        """
        with self.watch:
            self._press_all()
            return self.verdict or self._confirmed()

    def _confirmed(self) -> PageResult:
        is_sure = self.hand.is_sure
        return self.site.confirm(self.page, self.watch, is_certain=is_sure, seen=SHOWN if is_sure else MARKED)

    def _press_all(self) -> None:
        """Press until the board shows the solution and keeps it, or there is a verdict."""
        fewest, in_vain, is_settled = inf, 0, False
        while self.verdict is None and not is_settled:
            moves = moves_to(self.hand.reading, self.solution)
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
        self.verdict = self._late_news()
        if self.verdict is None and self.hand.gesture:
            hint = "look at the page: it may have taken the answer for wrong"
            presses = self.board.screen.presses
            raise ClickNotConfirmed(f"the board was cleared after the last of {presses} presses", hint=hint)
        return self.verdict is not None

    def _has_settled(self) -> bool:
        """Whether the board still shows the solution when the page has had time to take a star back."""
        self.verdict = self._news(SETTLES_S)
        if self.verdict is None:
            self.hand.tidy()
            self.board.look()
        return self.verdict is not None or not moves_to(self.hand.reading, self.solution)

    def _is_same(self, before: Reading) -> bool:
        return self.board.reading.grid == before.grid
