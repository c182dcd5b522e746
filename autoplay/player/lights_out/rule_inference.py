"""Infers the rule of a board from its presses: the order of a lamp's states, and what each press
changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from autoplay.games.adapter import Grid
from autoplay.player.appearances import find_equal, list_cells
from solvers.cells import Cell, change_cells, translate_rows
from solvers.lights_out import NO_LAMP, RULE_NAMES, STATES, Lamps, Matrix, Rule, named_rule

Effect: TypeAlias = Mapping[Cell, int]
"""Lamp → number of states by which a press moves it, without the lamps that do not change."""

LEARNED: Final = "learned"
"""Name of a rule without a name."""
LEAST_STATES: Final = 2


class RuleInference:
    """Knowledge of a board's rule from presses of one lamp each.

    ``order`` are the appearances of a lamp in the order in which presses bring them, the unlit one
    first.
    """

    def __init__(self, grid: Grid) -> None:
        self.lamps = Lamps(grid)
        self.order: tuple[str, ...] = tuple(STATES[:LEAST_STATES])
        self._presses: dict[Cell, tuple[Grid, Grid]] = {}

    @property
    def states(self) -> int:
        """Number of states of a lamp that are known."""
        return len(self.order)

    @property
    def tried(self) -> frozenset[Cell]:
        """Lamps of which a single press was seen."""
        return frozenset(self._presses)

    def learn(self, cell: Cell, before: Grid, after: Grid) -> None:
        """Store what a press has done; it replaces an earlier press of this lamp."""
        self._presses[cell] = before, after

    def find_cycle(self, boards: Sequence[Grid]) -> list[str]:
        """Return the appearances, in their order, of the lamp that has had most of them on boards
        that followed one another."""
        longest: list[str] = []
        for row, col in self.lamps:
            shown = list(dict.fromkeys(board[row][col] for board in boards))
            if len(shown) > len(longest):
                longest = shown
        return longest

    def set_order(self, cycle: Sequence[str], unlit: str) -> None:
        """Store the appearances that one lamp had, one after the other, until the first came
        again."""
        at = cycle.index(unlit)
        self.order = tuple(cycle[at:]) + tuple(cycle[:at])

    def knows(self, grid: Grid) -> bool:
        """Return True if the order of all appearances on a board is known."""
        return appearances(grid) <= set(self.order)

    def numbered(self, grid: Grid) -> Grid:
        """Return the board with states instead of appearances, which all have an order."""
        return translate_rows(grid, str.maketrans(dict(zip(self.order, STATES, strict=False))))

    def shown(self, numbers: Grid) -> Grid:
        """Return the board that shows these states."""
        return translate_rows(numbers, str.maketrans(dict(zip(STATES, self.order, strict=False))))

    @property
    def effects(self) -> dict[Cell, Effect]:
        """Observed effects of presses between boards whose appearances all have an order."""
        seen: dict[Cell, Effect] = {}
        for cell, (before, after) in sorted(self._presses.items()):
            if self.knows(before) and self.knows(after):
                seen[cell] = difference(self.numbered(before), self.numbered(after), self.states)
        return seen

    def are_alone(self, cells: Collection[Cell]) -> bool:
        """Return True if a press of each of these lamps has changed its own lamp alone."""
        return all(set(self.effects.get(cell, ())) == {cell} for cell in cells)

    def rule(self) -> tuple[str, Matrix] | None:
        """Return the name of the simplest rule that explains all observations, and the effect of
        each press by it.

        Presses without an effect belong to dead lamps and are ignored. None if no simple rule fits.
        """
        effects = self.effects
        alive = {cell: effect for cell, effect in effects.items() if effect}
        for name, rule in _candidates(alive, self.lamps):
            if all(self._expect(rule, cell) == effect for cell, effect in alive.items()):
                expected = {cell: self._expect(rule, cell) for cell in self.lamps}
                return name, Matrix(expected | effects)
        return None

    @property
    def is_usual(self) -> bool:
        """True if a usual rule explains all observations."""
        rule = self.rule()
        return rule is not None and rule[0] != LEARNED

    def _expect(self, rule: Rule, cell: Cell) -> Effect:
        """Return the effect of a press by a rule; a lamp that is reached twice may not change."""
        changed = rule.effect(cell, self.lamps)
        return {lamp: by % self.states for lamp, by in changed.items() if by % self.states}

    def predict(self, cell: Cell, before: Grid) -> Grid | None:
        """Return the board after a press on the lamp; None if its effect is unknown."""
        rule = self.rule()
        effect = rule[1].effect(cell, self.lamps) if rule else self.effects.get(cell)
        if effect is None or not self.knows(before):
            return None
        return self.shown(moved(self.numbered(before), effect, self.states))

    def explains(self, cell: Cell, before: Grid, after: Grid) -> bool:
        """Return True if a press by one of the usual rules changes just the lamps that have
        changed, or the same press several times does by what is known."""
        changed = set(self.lamps) - set(find_equal(before, after))
        for name, rule in _candidates({}, self.lamps):
            if name != LEARNED and changed == set(self._expect(rule, cell)):
                return True
        board: Grid | None = before
        for _ in range(self.states):
            board = self.predict(cell, board) if board else None
            if board == after:
                return True
        return False


def difference(before: Grid, after: Grid, states: int) -> Effect:
    """Return the number of states by which each lamp has moved from one board to another."""
    effect = {}
    for row, col in list_cells(before):
        if before[row][col] != after[row][col]:
            by = STATES.index(after[row][col]) - STATES.index(before[row][col])
            effect[row, col] = by % states
    return effect


def moved(numbers: Grid, effect: Effect, states: int) -> Grid:
    """Return the board after an effect."""
    before = {(row, col): STATES.index(numbers[row][col]) for row, col in effect}
    after = {lamp: STATES[(before[lamp] + by) % states] for lamp, by in effect.items()}
    return change_cells(numbers, after)


def _candidates(effects: Mapping[Cell, Effect], lamps: Lamps) -> Iterator[tuple[str, Rule]]:
    """Yield the rules to try, with their names: the usual ones first, then the observed shape."""
    for wrap, more in ((False, ""), (True, " wrapped")):
        for name in RULE_NAMES:
            yield name + more, named_rule(name, lamps, wrap=wrap)
    for wrap in (False, True):
        yield LEARNED, Rule(_find_offsets(effects, lamps, wrap=wrap), wrap)


def _find_offsets(effects: Mapping[Cell, Effect], lamps: Lamps, *, wrap: bool) -> frozenset[Cell]:
    """Return where lamps change that were seen to, counted from the one that was pressed."""
    offsets: set[Cell] = set()
    for (row, col), effect in effects.items():
        for lamp_row, lamp_col in effect:
            down = lamp_row - row
            right = lamp_col - col
            offsets.add((down % lamps.rows, right % lamps.cols) if wrap else (down, right))
    return frozenset(offsets)


def appearances(grid: Grid) -> set[str]:
    """Return the appearances of lamps on a board."""
    return set("".join(grid)) - {NO_LAMP}
