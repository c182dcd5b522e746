"""A puzzle as a linear system: an equation for each lamp, an unknown for each press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

from solvers.cells import Cell
from solvers.lights_out.model import Puzzle
from solvers.lights_out.rules import STATES, Effects

Terms = list[tuple[int, int]]
"""(number of an unknown, its factor) of each term of an equation."""

_STATE = bytes.maketrans(STATES.encode(), bytes(range(len(STATES))))


@dataclass(frozen=True)
class LinearSystem:
    """Equations modulo the states: each lamp's presses and its excess over the target add up to 0.

    Cells are numbered line by line. Lines are the rows, or the columns if the board is wider than
    high: chasing along the longer side leaves fewer presses free.

    Attributes
    ----------
    turned : lamps and presses are exchanged, and there is no excess: the solutions are the sets of
        lamps whose total every press changes by a multiple of the states.
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
        return self._split_lines(self.puzzle.grid)

    @cached_property
    def _target_lines(self) -> Sequence[Sequence[str]]:
        return self._split_lines(self.puzzle.target)

    def _split_lines(self, grid: Sequence[str]) -> Sequence[Sequence[str]]:
        return list(zip(*grid, strict=True)) if self.wide else grid

    def excess(self, line: int) -> bytes:
        """Return the states by which each lamp of a line is past its target, for the presses to
        make up for.
        """
        here = "".join(self.lines[line]).encode().translate(_STATE)
        target = "".join(self._target_lines[line]).encode().translate(_STATE)
        if self.turned or here == target:
            return bytes(len(here))
        return bytes([(one - two) % self.states for one, two in zip(here, target, strict=True)])

    def total_excess(self) -> bytes:
        """Return the excess of every lamp by its number."""
        return b"".join(map(self.excess, range(len(self.lines))))

    def number(self, cell: Cell) -> int:
        """Return the number of a cell."""
        row, col = cell
        return col * self.puzzle.rows + row if self.wide else row * self.puzzle.cols + col

    def cells(self, numbers: Iterable[int]) -> list[Cell]:
        """Return the cells of ascending numbers, row by row."""
        cells = list(map(divmod, numbers, repeat(len(self.lines[0]))))
        return sorted((row, col) for col, row in cells) if self.wide else cells

    def number_buttons(self) -> list[int]:
        """Return the numbers of the unknowns, in order."""
        return sorted(map(self.number, self.puzzle.lamps if self.turned else self.puzzle.buttons))

    def equations(self) -> Iterator[tuple[int, int, Terms]]:
        """Yield (number, excess, terms) of each equation, all in order."""
        excess = self.total_excess()
        board = self.puzzle.lamps
        for number in sorted(map(self.number, self.puzzle.buttons if self.turned else board)):
            presses = self.reverse.effect(self.cells([number])[0], board)
            terms: Terms = []
            for press, times in presses.items():
                # A rule may name changes that come to nothing, such as twice for two states.
                if times % self.states:
                    terms.append((self.number(press), times % self.states))
            yield number, excess[number], sorted(terms)

    def last_lamp(self, number: int) -> int:
        """Return the last equation that contains an unknown."""
        return max(map(self.number, self.rule.effect(self.cells([number])[0], self.puzzle.lamps)))
