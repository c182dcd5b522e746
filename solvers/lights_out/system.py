"""The linear system that a puzzle is: an equation for each lamp, an unknown for each press."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from solvers.lights_out.lamps import Cell, Lamps
from solvers.lights_out.rules import Effects


@dataclass(frozen=True)
class System:
    """For each of the cells ``lamps``: what the presses on it add up to, modulo ``states``, is ``value(lamp)``.

    Cells are numbered row by row, or column by column where the board is wider than high: chasing along the longer
    side leaves fewer unknowns.

    Attributes
    ----------
    board : all cells of the board.
    buttons, lamps : the cells that are pressed, and those that change.
    rule, reverse : which lamps a press changes, and which presses change a lamp.
    """

    board: Lamps
    states: int
    buttons: Iterable[Cell]
    lamps: Iterable[Cell]
    rule: Effects
    reverse: Effects
    value: Callable[[Cell], int]

    def transposed(self) -> System:
        """The system whose solutions are the sets of lamps of which every press changes a multiple of ``states``."""
        return System(self.board, self.states, self.lamps, self.buttons, self.reverse, self.rule, lambda _: 0)

    @property
    def size(self) -> int:
        """One more than the highest number a cell may have."""
        return self.board.rows * self.board.cols

    def number(self, cell: Cell) -> int:
        """The number of a cell."""
        row, col = cell
        return col * self.board.rows + row if self._wide else row * self.board.cols + col

    def cell(self, number: int) -> Cell:
        """The cell of a number."""
        if self._wide:
            return number % self.board.rows, number // self.board.rows
        return divmod(number, self.board.cols)

    @property
    def _wide(self) -> bool:
        return self.board.cols > self.board.rows

    def equations(self) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
        """(number of the lamp, value, [(number of a press, how far it moves the lamp), …]), in order of numbers."""
        lamps = sorted(self.lamps, key=self.number) if self._wide else self.lamps
        for lamp in lamps:
            presses = self.reverse.effect(lamp, self.board).items()
            terms = [(self.number(press), times % self.states) for press, times in presses]
            yield self.number(lamp), self.value(lamp), sorted(term for term in terms if term[1])

    def last_lamp(self, number: int) -> int:
        """The highest number of a lamp that a press changes."""
        return max(map(self.number, self.rule.effect(self.cell(number), self.board)))
