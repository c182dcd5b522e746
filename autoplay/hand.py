"""The hand: presses the cells of a board until they show what they should."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from autoplay.board import Board
from autoplay.errors import ClickNotConfirmed
from autoplay.games import Cell, Move
from autoplay.gestures import Gestures
from autoplay.screen import Button


class Hand:
    """Presses on a board, and what it has learned of them. ``before_press`` is called before each.

    ``has_pressed_all`` tells of the last round whether every press of it was sent.
    """

    def __init__(self, board: Board, before_press: Callable[[], None]) -> None:
        self.board = board
        self.before_press = before_press
        self.gestures = Gestures()
        self.has_pressed_all = False

    def make(self, moves: Sequence[Move]) -> None:
        """One round: find out by the first move what a press does, press for all the others, and look.

        Raises ClickNotConfirmed if no press does what is wanted, a ReadingError if the board goes away.
        """
        self.has_pressed_all = False
        self._explore(moves[0])
        sent = [(move.cell, self.board.kind(move.cell), way) for move in moves if (way := self._way(move))]
        for cell, _, way in sent:
            for button in way:
                self._press(cell, button)
        self.has_pressed_all = True
        if sent:
            self.board.look(pressed=sent[-1][0])
        for cell, kind, way in sent:
            if len(way) == 1:
                self.gestures.learn(kind, way[0], self.board.kind(cell))

    def _press(self, cell: Cell, button: Button) -> None:
        self.board.keep_in_sight()
        self.before_press()
        self.board.press(cell, button)

    def _way(self, move: Move) -> list[Button] | None:
        return self.gestures.way(self.board.kind(move.cell), move.goals)

    def _explore(self, move: Move) -> None:
        """Press the cell and look, until a way from what it shows to what it should show is known."""
        while self._way(move) is None:
            kind = self.board.kind(move.cell)
            button = self.gestures.untried(kind)
            if button is None:
                raise not_confirmed([move])
            self._press(move.cell, button)
            self.board.look(pressed=move.cell)
            self.gestures.learn(kind, button, self.board.kind(move.cell))


def not_confirmed(moves: Sequence[Move]) -> ClickNotConfirmed:
    """The error for moves that the board does not take on."""
    row, col = moves[0].cell
    more = f" and {len(moves) - 1} more" if len(moves) > 1 else ""
    return ClickNotConfirmed(
        f"the page does not take on what was clicked: row {row + 1}, column {col + 1}{more}",
        hint="--headed to watch it, or --slowmo 200 if the page is slow",
    )
