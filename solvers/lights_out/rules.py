"""Rules: the lamps that a press changes, as the same shape around every lamp, or as a list for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol

from solvers.cells import Cell
from solvers.errors import BadNotation
from solvers.lights_out.lamps import Lamps

_CROSS = frozenset({(-1, 0), (0, -1), (0, 1), (1, 0)})
_CORNERS = frozenset({(-1, -1), (-1, 1), (1, -1), (1, 1)})
_JUMPS = frozenset((a * x, b * y) for x, y in ((1, 2), (2, 1)) for a in (-1, 1) for b in (-1, 1))
_SELF = frozenset({(0, 0)})

RULES: Mapping[str, frozenset[Cell]] = MappingProxyType(
    {
        "plus": _SELF | _CROSS,
        "neighbours": _CROSS,
        "diagonal": _SELF | _CORNERS,
        "diagonal-neighbours": _CORNERS,
        "square": _SELF | _CROSS | _CORNERS,
        "square-neighbours": _CROSS | _CORNERS,
        "knight": _SELF | _JUMPS,
        "knight-neighbours": _JUMPS,
    }
)
"""Name → the (row, col) of the lamps that a press changes, relative to the pressed lamp."""

LINES: Final = "lines"
"""Name of the rule by which a press changes all lamps of its row and column: a different shape for each size."""

RULE_NAMES: Final = (*RULES, LINES)
"""Names of all rules."""


class Effects(Protocol):
    """Interface of a rule."""

    def effect(self, cell: Cell, lamps: Lamps) -> Mapping[Cell, int]:
        """Return lamp → the number of states by which a press on this cell moves it."""

    def buttons(self, lamps: Lamps) -> Iterable[Cell]:
        """Return the cells that may be pressed, row by row."""

    def reverse(self) -> Effects:
        """Return the rule that maps each lamp to the presses that change it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Rule by which a press changes the lamps at these offsets by one state.

    Attributes
    ----------
    offsets : (row, col) of the lamps that change, counted from the lamp that is pressed.
    wrap : True if the board's edges are joined, top to bottom and left to right. A lamp reached twice changes twice.
    """

    offsets: frozenset[Cell]
    wrap: bool = False

    def effect(self, cell: Cell, lamps: Lamps) -> Mapping[Cell, int]:
        """Return lamp → the number of states by which a press on this cell moves it."""
        row, col = cell
        changed: dict[Cell, int] = {}
        for down, right in self.offsets:
            other = (row + down, col + right)
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


def named_rule(name: str, lamps: Lamps, *, wrap: bool = False) -> Rule:
    """Return the rule of this name for a board; raises BadNotation if there is none."""
    if name == LINES:  # a row or column has no opposite edge to be joined to
        down = {(row, 0) for row in range(1 - lamps.rows, lamps.rows)}
        return Rule(frozenset(down | {(0, col) for col in range(1 - lamps.cols, lamps.cols)}))
    if name not in RULES:
        raise BadNotation(f"there is no rule {name[:20]!r}", hint=f"one of {', '.join(RULE_NAMES)}")
    return Rule(RULES[name], wrap)


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
        """Return the cells that have a list."""
        for cell in sorted(self.effects):
            for row, col in (cell, *self.effects[cell]):
                if (row, col) not in lamps:
                    raise BadNotation(
                        f"the rule names row {row + 1}, column {col + 1}, which has no lamp",
                        hint="name only lamps of this board",
                    )
        return sorted(self.effects)

    def reverse(self) -> Matrix:
        """Return the rule that maps each lamp to the presses that change it."""
        changing: dict[Cell, dict[Cell, int]] = {}
        for cell, changed in self.effects.items():
            for lamp, times in changed.items():
                changing.setdefault(lamp, {})[cell] = times
        return Matrix(changing)


def rule_words(rule: Effects) -> str:
    """Describe a rule if it is unusual, such as "rule knight, edges joined"; "" for the usual one."""
    if not isinstance(rule, Rule):
        return "a rule of its own"
    name = next((name for name, offsets in RULES.items() if offsets == rule.offsets), "of its own")
    return ", ".join(filter(None, ["" if name == "plus" else f"rule {name}", "edges joined" * rule.wrap]))
