"""The hand: presses the cells of a board until they show what they should."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from autoplay.board import Board
from autoplay.errors import ClickNotConfirmed
from autoplay.games import Cell, Move
from autoplay.gestures import Gestures
from autoplay.screen import Button


class Hand:
    """Presses on a board, and what it has learned of them. ``before_press`` is called before each.

    ``has_pressed_all`` tells of the last round whether the last press it needs was sent.
    """

    def __init__(self, board: Board, before_press: Callable[[], None]) -> None:
        self.board = board
        self.before_press = before_press
        self.gestures = Gestures()
        self.has_pressed_all = False

    def make(self, moves: Sequence[Move]) -> None:
        """One round: find out by the first move what a press does, then press for all the others and look.

        Cells that need several presses get them in turns, so that no cell is pressed that was not seen as it is.
        Raises ClickNotConfirmed if no press does what is wanted, a ReadingError if the board goes away.
        """
        self._explore(moves[0], is_last=len(moves) == 1)
        ways = {move.cell: way for move in moves if (way := self._way(move))}
        while ways:
            self._press_each({cell: way[0] for cell, way in ways.items()}, is_last=max(map(len, ways.values())) == 1)
            ways = {cell: way[1:] for cell, way in ways.items() if len(way) > 1}

    def _press_each(self, buttons: Mapping[Cell, Button], *, is_last: bool) -> None:
        """Press these cells, look, and learn from each."""
        before = {cell: self.board.kind(cell) for cell in buttons}
        for cell, button in buttons.items():
            self._press(cell, button)
        self.has_pressed_all = is_last
        self.board.look(pressed=cell)
        for cell, button in buttons.items():
            self.gestures.learn(before[cell], button, self.board.kind(cell))

    def _press(self, cell: Cell, button: Button) -> None:
        self.has_pressed_all = False
        self.board.keep_in_sight(cell)
        self.before_press()
        self.board.press(cell, button)

    def _way(self, move: Move) -> list[Button] | None:
        return self.gestures.way(self.board.kind(move.cell), move.goals)

    def _explore(self, move: Move, *, is_last: bool) -> None:
        """Press the cell and look, until a way from what it shows to what it should show is known."""
        while self._way(move) is None:
            button = self.gestures.untried(self.board.kind(move.cell))
            if button is None:
                raise not_confirmed([move])
            self._press_each({move.cell: button}, is_last=is_last)


def not_confirmed(moves: Sequence[Move]) -> ClickNotConfirmed:
    """The error for moves that the board does not take on."""
    row, col = moves[0].cell
    more = f" and {len(moves) - 1} more" if len(moves) > 1 else ""
    return ClickNotConfirmed(
        f"the page does not take on what was clicked: row {row + 1}, column {col + 1}{more}",
        hint="--headed to watch it, or --slowmo 200 if the page is slow",
    )
