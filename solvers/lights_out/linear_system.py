"""A puzzle as a linear system: an equation for each lamp, an unknown for each press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

from solvers.cells import Cell
from solvers.lights_out.lamps import STATES
from solvers.lights_out.model import Puzzle
from solvers.lights_out.rules import Effects

Terms = list[tuple[int, int]]

_STATE = bytes.maketrans(STATES.encode(), bytes(range(len(STATES))))


@dataclass(frozen=True)
class LinearSystem:
    """Equations modulo the states: each lamp's presses and its excess over the target add up to 0.

    Cells are numbered line by line. Lines are the rows, or the columns if the board is wider than high: chasing
    along the longer side leaves fewer presses free.

    Attributes
    ----------
    turned : lamps and presses are exchanged, and there is no excess: the solutions are the sets of lamps whose total
        every press changes by a multiple of the states.
    """

    puzzle: Puzzle
    turned: bool = False

    @property
    def states(self) -> int:
        """The modulus."""
        return self.puzzle.states

    @property
    def size(self) -> int:
        """One more than the highest number of a cell."""
        return self.puzzle.rows * self.puzzle.cols

    @cached_property
    def wide(self) -> bool:
        """True if lines are columns."""
        return self.puzzle.cols > self.puzzle.rows

    @cached_property
    def rule(self) -> Effects:
        """Unknown → the equations it is in."""
        return self.puzzle.rule.reverse() if self.turned else self.puzzle.rule

    @cached_property
    def reverse(self) -> Effects:
        """Equation → the unknowns in it."""
        return self.puzzle.rule if self.turned else self.puzzle.rule.reverse()

    @cached_property
    def lines(self) -> Sequence[Sequence[str]]:
        """The start, line by line."""
        return _lines(self.puzzle.grid, self.wide)

    @cached_property
    def _targets(self) -> Sequence[Sequence[str]]:
        return _lines(self.puzzle.target, self.wide)

    def excess(self, line: int) -> bytes:
        """Return the states by which each lamp of a line is past its target, for the presses to make up for."""
        here, there = ("".join(lines[line]).encode().translate(_STATE) for lines in (self.lines, self._targets))
        if self.turned or here == there:
            return bytes(len(here))
        states = self.states
        return bytes([(one - two) % states for one, two in zip(here, there, strict=True)])

    def number(self, cell: Cell) -> int:
        """Return the number of a cell."""
        row, col = cell
        return col * self.puzzle.rows + row if self.wide else row * self.puzzle.cols + col

    def cells(self, numbers: Iterable[int]) -> list[Cell]:
        """Return the cells of ascending numbers, row by row."""
        cells = map(divmod, numbers, repeat(len(self.lines[0])))
        return sorted((row, col) for col, row in cells) if self.wide else list(cells)

    def button_numbers(self) -> list[int]:
        """Return the numbers of the unknowns, in order."""
        return self._numbers(self.puzzle.lamps if self.turned else self.puzzle.buttons)

    def equations(self) -> Iterator[tuple[int, int, Terms]]:
        """Yield (number, excess, [(number of an unknown, its factor), …]) of each equation, all in order."""
        excess = b"".join(map(self.excess, range(len(self.lines))))
        board, reverse = self.puzzle.lamps, self.reverse
        for number in self._numbers(self.puzzle.buttons if self.turned else board):
            presses = reverse.effect(self.cells([number])[0], board).items()
            terms = sorted((self.number(press), times % self.states) for press, times in presses)
            yield number, excess[number], [term for term in terms if term[1]]

    def last_lamp(self, number: int) -> int:
        """Return the last equation that contains an unknown."""
        return max(map(self.number, self.rule.effect(self.cells([number])[0], self.puzzle.lamps)))

    def _numbers(self, cells: Iterable[Cell]) -> list[int]:
        return sorted(map(self.number, cells))


def _lines(grid: Sequence[str], wide: bool) -> Sequence[Sequence[str]]:
    return list(zip(*grid, strict=True)) if wide else grid
