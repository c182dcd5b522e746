"""The boards of the Lights Out pages, made from a seed, and the judge of what was pressed on them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from autoplay.demo.judge import BadAnswer
from autoplay.demo.options import RULES, LampOptions
from autoplay.demo.puzzles import NoPuzzle

Cell: TypeAlias = tuple[int, int]
Presses: TypeAlias = tuple[Cell, ...]

STATES = ".*234"
"""The character of each state; a space is no lamp."""
SIDES: tuple[Cell, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
CORNERS: tuple[Cell, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
KNIGHT = tuple((r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c))
OFFSETS: Mapping[str, tuple[Cell, ...]] = {
    "plus": ((0, 0), *SIDES),
    "neighbours": SIDES,
    "diagonal": ((0, 0), *CORNERS),
    "square": ((0, 0), *SIDES, *CORNERS),
    "knight": ((0, 0), *KNIGHT),
}
"""The (row, col) from a press to the lamps that it changes."""
MOST_OTHERS = 4
"""How many others than its own lamp a press changes at most where they are random."""
TRIES = 200


@dataclass(frozen=True, slots=True)
class LampBoard:
    """A puzzle: the states at the start, row by row, and what each press changes by one state."""

    id: str
    start: tuple[str, ...]
    states: int
    target: int
    effects: Mapping[Cell, frozenset[Cell]]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.start)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.start[0])

    def after(self, presses: Iterable[Cell]) -> tuple[str, ...]:
        """The states once these cells were pressed."""
        states = {cell: STATES.index(self.start[cell[0]][cell[1]]) for cell in self.effects}
        for cell in presses:
            for changed in self.effects[cell]:
                states[changed] = (states[changed] + 1) % self.states
        return _rows(self.rows, self.cols, states)


@dataclass(frozen=True, slots=True)
class LampKind:
    """The boards of one size and rule; each seed makes one."""

    rows: int
    cols: int
    rule: str
    wrap: bool
    states: int
    target: str
    holes: int
    none: bool

    @property
    def name(self) -> str:
        """What the ids of all its boards begin with."""
        words = (f"{self.rows}x{self.cols}", self.rule, int(self.wrap), self.states, self.target)
        return "-".join(map(str, (*words, self.holes, int(self.none))))

    def make(self, seed: int) -> LampBoard:
        """The board of a seed; raises NoPuzzle where there is none."""
        rng = random.Random(f"{self.name}-{seed}")
        lamps = self._lamps(rng)
        effects = self._effects(rng, lamps)
        goal = 0 if self.target == "off" else self.states - 1
        done = _rows(self.rows, self.cols, dict.fromkeys(lamps, goal))
        ended = LampBoard(f"{self.name}-{seed}", done, self.states, goal, effects)
        for _ in range(TRIES):
            start = ended.after(self._shuffle(rng, lamps))
            if start != done:
                return LampBoard(ended.id, start, self.states, goal, effects)
        raise NoPuzzle(f"no press changes a lamp on a {self.rows}x{self.cols} board with rule={self.rule}")

    def _lamps(self, rng: random.Random) -> list[Cell]:
        cells = list(product(range(self.rows), range(self.cols)))
        without = set(rng.sample(cells, len(cells) * self.holes // 100))
        return [cell for cell in cells if cell not in without]

    def _effects(self, rng: random.Random, lamps: list[Cell]) -> dict[Cell, frozenset[Cell]]:
        there = frozenset(lamps)
        if self.rule == "random":
            return {cell: _some_near(rng, cell, there) for cell in lamps}
        return {cell: frozenset(self._reached(cell)) & there for cell in lamps}

    def _reached(self, cell: Cell) -> Iterable[Cell]:
        for drow, dcol in OFFSETS[self.rule]:
            row, col = cell[0] + drow, cell[1] + dcol
            yield (row % self.rows, col % self.cols) if self.wrap else (row, col)

    def _shuffle(self, rng: random.Random, lamps: list[Cell]) -> list[Cell]:
        return [cell for cell in lamps for _ in range(rng.randrange(self.states))]


def kind_of(options: LampOptions) -> LampKind:
    """The kind of board that a page shows."""
    rows, cols = options.rows or options.size, options.cols or options.size
    return LampKind(rows, cols, options.rule, options.wrap, options.states, options.target, options.holes, options.none)


@lru_cache(maxsize=100)
def find_lamps(puzzle_id: str) -> LampBoard:
    """The board of an id; raises NoPuzzle."""
    try:
        size, rule, wrap, states, target, holes, none, seed = puzzle_id.split("-")
        rows, cols = map(int, size.split("x"))
        kind = LampKind(rows, cols, rule, wrap == "1", int(states), target, int(holes), none == "1")
    except ValueError:
        raise NoPuzzle(f"no puzzle {puzzle_id!r} was served here") from None
    sizes = 1 <= rows <= 20 and 1 <= cols <= 20 and 2 <= kind.states <= len(STATES) and kind.holes <= 50
    if not sizes or rule not in RULES or not seed.isdecimal() or f"{kind.name}-{int(seed)}" != puzzle_id:
        raise NoPuzzle(f"no puzzle {puzzle_id!r} was served here")
    return kind.make(int(seed))


def parse_presses(text: str, board: LampBoard) -> Presses:
    """The cells pressed, in their order: their numbers, row by row from 0; raises BadAnswer."""
    if not all(number.isdecimal() for number in text.split()):
        raise BadAnswer("an answer is the numbers of the cells pressed, with a space between them")
    presses = tuple(divmod(int(number), board.cols) for number in text.split())
    if not set(presses) <= set(board.effects):
        raise BadAnswer("there is no lamp at one of the cells pressed")
    return presses


def lamps_fault(board: LampBoard, presses: Presses) -> str:
    """The first lamp that is not as it has to be after these presses, in words; "" when the puzzle is solved."""
    for row, line in enumerate(board.after(presses)):
        for col, state in enumerate(line):
            if state not in (" ", STATES[board.target]):
                return f"the lamp at row {row + 1}, column {col + 1} is not as it has to be"
    return ""


def _some_near(rng: random.Random, cell: Cell, lamps: frozenset[Cell]) -> frozenset[Cell]:
    """The cell and some others that hang together with it."""
    chosen = {cell}
    for _ in range(rng.randint(1, MOST_OTHERS)):
        beside = {(row + drow, col + dcol) for row, col in chosen for drow, dcol in SIDES}
        chosen |= set(rng.sample(free, 1)) if (free := sorted((beside & lamps) - chosen)) else set()
    return frozenset(chosen)


def _rows(rows: int, cols: int, states: Mapping[Cell, int]) -> tuple[str, ...]:
    return tuple(
        "".join(STATES[states[row, col]] if (row, col) in states else " " for col in range(cols)) for row in range(rows)
    )
