"""What the presses on a board have taught: in which order the states of a lamp come, and what each press changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from autoplay.games.puzzle import Grid
from solvers.cells import Cell
from solvers.lights_out import NO_LAMP, STATES, Lamps, Matrix
from solvers.lights_out.rules import RULE_NAMES, named_rule

Effect: TypeAlias = Mapping[Cell, int]
"""Lamp → by how many states a press moves it; lamps that do not change are left out."""

LEARNED: Final = "learned"
"""The name of a rule that has none."""
LEAST_STATES: Final = 2


@dataclass(frozen=True)
class Press:
    """One press, and the board before and after it: a character of STATES for each look of a lamp, in no order."""

    cell: Cell
    before: Grid
    after: Grid


class Lesson:
    """What is known of a board's rule from presses of one lamp each.

    ``order`` are the looks of a lamp in the order in which presses bring them, the unlit one first.
    """

    def __init__(self, grid: Grid) -> None:
        self.lamps = Lamps(grid)
        self.order: tuple[str, ...] = tuple(STATES[:LEAST_STATES])
        self._presses: dict[Cell, Press] = {}

    @property
    def states(self) -> int:
        """How many states a lamp has, as far as is known."""
        return len(self.order)

    @property
    def tried(self) -> frozenset[Cell]:
        """The lamps whose press was seen alone."""
        return frozenset(self._presses)

    def take(self, cell: Cell, before: Grid, after: Grid) -> None:
        """Take in what a press has done; it replaces what an earlier one of this lamp did."""
        self._presses[cell] = Press(cell, before, after)

    def put_in_order(self, looks: Sequence[str], unlit: str) -> None:
        """Take in the looks that one lamp had one after the other until the first came again."""
        at = looks.index(unlit)
        self.order = (*looks[at:], *looks[:at])

    def knows(self, grid: Grid) -> bool:
        """Whether the order of all looks on a board is known."""
        return {look for row in grid for look in row} <= {*self.order, NO_LAMP}

    def numbered(self, grid: Grid) -> Grid:
        """The board with each look replaced by the state that it is; raises KeyError for a look without an order."""
        return _translated(grid, {look: STATES[number] for number, look in enumerate(self.order)})

    def shown(self, numbers: Grid) -> Grid:
        """The board that shows these states."""
        return _translated(numbers, {STATES[number]: look for number, look in enumerate(self.order)})

    def effect(self, cell: Cell) -> Effect | None:
        """What a press of the lamp does, as it was seen; None if it was not."""
        press = self._presses.get(cell)
        if press is None or not (self.knows(press.before) and self.knows(press.after)):
            return None
        return difference(self.numbered(press.before), self.numbered(press.after), self.states)

    @property
    def effects(self) -> dict[Cell, Effect]:
        """What was seen of all presses."""
        seen = {cell: self.effect(cell) for cell in sorted(self._presses)}
        return {cell: effect for cell, effect in seen.items() if effect is not None}

    def rule(self) -> tuple[str, Matrix] | None:
        """The name of the simplest rule that explains all that was seen, and what each press does by it.

        Presses that did nothing are of dead lamps and explain nothing. None if no simple rule does.
        """
        effects = self.effects
        alive = {cell: effect for cell, effect in effects.items() if effect}
        for name, shape in _candidates(alive, self.lamps):
            if all(shape.effect(cell, self.states) == effect for cell, effect in alive.items()):
                return name, Matrix({cell: shape.effect(cell, self.states) for cell in self.lamps} | effects)
        return None

    def predicted(self, cell: Cell, before: Grid) -> Grid | None:
        """The board after a press of the lamp, if something is known of that."""
        rule = self.rule()
        effect = rule[1].effect(cell, self.lamps) if rule else self.effect(cell)
        if effect is None or not self.knows(before):
            return None
        return self.shown(moved(self.numbered(before), effect, self.states))

    def matrix(self) -> Matrix:
        """What each press does that was seen."""
        return Matrix(self.effects)


@dataclass(frozen=True)
class Shape:
    """The same effect round each lamp, in (row, col) from it; beyond an edge it comes in at the other if it wraps."""

    offsets: Effect
    lamps: Lamps
    wrap: bool = False

    def effect(self, cell: Cell, states: int) -> Effect:
        """What a press of the lamp does."""
        changed: dict[Cell, int] = {}
        for (down, right), by in self.offsets.items():
            row, col = cell[0] + down, cell[1] + right
            at = (row % self.lamps.rows, col % self.lamps.cols) if self.wrap else (row, col)
            if at in self.lamps:
                changed[at] = (changed.get(at, 0) + by) % states
        return {lamp: by for lamp, by in changed.items() if by}


def difference(before: Grid, after: Grid, states: int) -> Effect:
    """By how many states each lamp has moved from one board to another."""
    return {
        (row, col): (STATES.index(now) - STATES.index(old)) % states
        for row, (line, later) in enumerate(zip(before, after, strict=True))
        for col, (old, now) in enumerate(zip(line, later, strict=True))
        if old != now
    }


def moved(numbers: Grid, effect: Effect, states: int) -> Grid:
    """The board after an effect."""
    rows = [list(row) for row in numbers]
    for (row, col), by in effect.items():
        rows[row][col] = STATES[(STATES.index(rows[row][col]) + by) % states]
    return tuple(map("".join, rows))


def _candidates(effects: Mapping[Cell, Effect], lamps: Lamps) -> Iterator[tuple[str, Shape]]:
    """Rules that are worth a try, with their names: the usual first, then the shape that was seen."""
    named = {name: named_rule(name, lamps).offsets for name in RULE_NAMES}
    for wrap, more in ((False, ""), (True, " wrapped")):
        for name, offsets in named.items():
            yield name + more, Shape(dict.fromkeys(offsets, 1), lamps, wrap)
    for wrap in (False, True):
        yield LEARNED, Shape(_shape(effects, lamps, wrap=wrap), lamps, wrap)


def _shape(effects: Mapping[Cell, Effect], lamps: Lamps, *, wrap: bool) -> Effect:
    shape: dict[Cell, int] = {}
    for (row, col), effect in effects.items():
        for (lamp_row, lamp_col), by in effect.items():
            down, right = lamp_row - row, lamp_col - col
            shape[(down % lamps.rows, right % lamps.cols) if wrap else (down, right)] = by
    return shape


def _translated(grid: Grid, table: Mapping[str, str]) -> Grid:
    return tuple("".join(NO_LAMP if look == NO_LAMP else table[look] for look in row) for row in grid)
