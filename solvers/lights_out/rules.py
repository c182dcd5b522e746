"""The lamps of a board, and the rules by which a press changes them.

A rule is the same shape around every lamp, or a list for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain, product
from typing import Final, TypeAlias, cast

from solvers.cells import Cell
from solvers.errors import BadNotation
from solvers.names import LINES, RULE_NAMES, RULES

STATES: Final = ".*23456789"
"""Characters of the states of a lamp: unlit, lit, and then the next brighter ones."""

NO_LAMP: Final = " "
"""Character of a cell without a lamp."""


class Lamps(Set[Cell]):
    """Set of the (row, col) of all cells with a lamp, row by row.

    It reads the board's text on demand, so a million lamps take no additional memory.
    """

    __slots__ = ("_grid", "cols", "rows")

    def __init__(self, grid: tuple[str, ...]) -> None:
        self._grid = grid
        self.rows = len(grid)
        self.cols = len("".join(grid[:1]))

    def __contains__(self, cell: object) -> bool:
        row, col = cast(Cell, cell)
        return 0 <= row < self.rows and 0 <= col < self.cols and self._grid[row][col] != NO_LAMP

    def __iter__(self) -> Iterator[Cell]:
        for row, line in enumerate(self._grid):
            for col, character in enumerate(line):
                if character != NO_LAMP:
                    yield row, col

    def __len__(self) -> int:
        return self.rows * self.cols - "".join(self._grid).count(NO_LAMP)

    @classmethod
    def _from_iterable(cls, it: Iterator[Cell]) -> Set[Cell]:  # type: ignore[override]
        return frozenset(it)


@dataclass(frozen=True, slots=True)
class Rule:
    """Rule by which a press changes the lamps at these offsets by one state.

    Attributes
    ----------
    offsets : (row, col) of the lamps that change, counted from the lamp that is pressed.
    wrap : True if the board's edges are joined, top to bottom and left to right. A lamp that is
        reached twice changes twice.
    """

    offsets: frozenset[Cell]
    wrap: bool = False

    def effect(self, cell: Cell, lamps: Lamps) -> Mapping[Cell, int]:
        """Return lamp → the number of states by which a press on this cell moves it."""
        row, col = cell
        changed: dict[Cell, int] = {}
        for down, right in self.offsets:
            other = (row + down, col + right)
            # Beyond an edge the board goes on at the opposite one, or ends.
            if self.wrap:
                other = (other[0] % lamps.rows, other[1] % lamps.cols)
            if other in lamps:
                changed[other] = changed.get(other, 0) + 1
        return changed

    def buttons(self, lamps: Lamps) -> Iterable[Cell]:
        """Return all lamps: every one may be pressed."""
        return lamps

    def reverse(self) -> Rule:
        """Return the rule that maps each lamp to the presses that change it."""
        return Rule(frozenset((-row, -col) for row, col in self.offsets), self.wrap)


PLUS = Rule(RULES["plus"])


@dataclass(frozen=True, eq=False, slots=True)
class Matrix:
    """Rule with a list of changes for each press, as on boards whose rule was inferred by pressing.

    Attributes
    ----------
    effects : cell that may be pressed → lamp → the number of states by which it moves.

    Raises
    ------
    BadNotation
        A cell to press, or one that changes, has no lamp: raised when a puzzle is created with it.
    """

    effects: Mapping[Cell, Mapping[Cell, int]]

    def effect(self, cell: Cell, lamps: Lamps) -> Mapping[Cell, int]:  # noqa: ARG002
        """Return lamp → the number of states by which a press on this cell moves it."""
        return self.effects.get(cell, {})

    def buttons(self, lamps: Lamps) -> Iterable[Cell]:
        """Return the cells that have a list, row by row."""
        buttons = sorted(self.effects)
        for cell in buttons:
            # A button is a lamp too: players press what they see.
            for row, col in chain([cell], self.effects[cell]):
                if (row, col) not in lamps:
                    raise BadNotation(
                        f"the rule names row {row + 1}, column {col + 1}, which has no lamp",
                        hint="name only lamps of this board",
                    )
        return buttons

    def reverse(self) -> Matrix:
        """Return the rule that maps each lamp to the presses that change it."""
        presses_of: dict[Cell, dict[Cell, int]] = {}
        for cell, changed in self.effects.items():
            for lamp, times in changed.items():
                presses_of.setdefault(lamp, {})[cell] = times
        return Matrix(presses_of)


Effects: TypeAlias = Rule | Matrix
"""Any rule: what a press changes, which cells may be pressed, and the reverse of both."""


def named_rule(name: str, lamps: Lamps, *, wrap: bool = False) -> Rule:
    """Return the rule of this name for a board; raises BadNotation if there is none."""
    if name == LINES:
        # A row or column has no opposite edge to be joined to, so ``wrap`` changes nothing.
        down = product(range(1 - lamps.rows, lamps.rows), [0])
        across = product([0], range(1 - lamps.cols, lamps.cols))
        return Rule(frozenset(down).union(across))
    if name not in RULES:
        raise BadNotation(f"there is no rule {name[:20]!r}", hint=f"one of {', '.join(RULE_NAMES)}")
    return Rule(RULES[name], wrap)


def describe_rule(rule: Effects) -> str:
    """Describe a rule if it is unusual, such as "rule knight, edges joined".

    "" for the usual one.
    """
    if isinstance(rule, Matrix):
        return "a rule of its own"
    words = ["rule of its own"]
    for name, offsets in RULES.items():
        if offsets == rule.offsets:
            words = [] if name == "plus" else [f"rule {name}"]
    if rule.wrap:
        words.append("edges joined")
    return ", ".join(words)
