"""Boards of the Lights Out pages, made from a seed, and the check of presses on them."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias
from urllib.parse import urlencode

from autoplay.practice.options import BadOption, LampOptions, parse_options
from autoplay.practice.puzzles import NoPuzzle
from autoplay.practice.validate import BadAnswer
from solvers.lights_out import RULES as OFFSETS
from solvers.lights_out import Cell, Matrix, Puzzle, Rule, grid_of, solve

Presses: TypeAlias = tuple[Cell, ...]

SIDES = OFFSETS["neighbours"]
NAMED = ("rows", "cols", "rule", "wrap", "states", "target", "holes", "none", "seed")
"""Options that an id consists of, in order."""
MOST_OTHERS = 4
"""Most lamps besides its own that a press of a random rule changes."""
TRIES = 200
"""Attempts to make a board with, or without, a solution."""


@dataclass(frozen=True, slots=True)
class LampBoard:
    """Lights Out puzzle as the site serves it."""

    id: str
    puzzle: Puzzle

    @property
    def effects(self) -> Mapping[Cell, Mapping[Cell, int]]:
        """The lamps that each press changes, and by how many states."""
        lamps = self.puzzle.lamps
        return {cell: self.puzzle.rule.effect(cell, lamps) for cell in lamps}


@dataclass(frozen=True, slots=True)
class LampKind:
    """Size and rule of boards; each seed makes one."""

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
        """Start of the ids of all its boards."""
        words = (f"{self.rows}x{self.cols}", self.rule, int(self.wrap), self.states, self.target)
        return "_".join(map(str, (*words, self.holes, int(self.none))))

    def make(self, seed: int) -> LampBoard:
        """Make the board of a seed. Raises NoPuzzle if there is none."""
        rng = random.Random(f"{self.name}_{seed}")
        lamps = self._lamps(rng)
        rule = _random_rule(rng, lamps) if self.rule == "random" else Rule(OFFSETS[self.rule], self.wrap)
        ended = Puzzle(grid_of(dict.fromkeys(lamps, 0)), self.target, self.states, rule)
        ended = replace(ended, start=ended.target)
        for _ in range(TRIES):
            puzzle = self._unsolvable(rng, ended) if self.none else self._pressed(rng, ended)
            if puzzle and not puzzle.solved:
                return LampBoard(f"{self.name}_{seed}", puzzle)
        what = "always has a solution" if self.none else "never changes by a press"
        raise NoPuzzle(f"a {self.rows}x{self.cols} board with rule={self.rule} {what}; try another size or rule")

    def _lamps(self, rng: random.Random) -> list[Cell]:
        cells = list(product(range(self.rows), range(self.cols)))
        without = set(rng.sample(cells, len(cells) * self.holes // 100))
        return [cell for cell in cells if cell not in without]

    def _pressed(self, rng: random.Random, ended: Puzzle) -> Puzzle:
        return ended.after(cell for cell in ended.lamps for _ in range(rng.randrange(self.states)))

    def _unsolvable(self, rng: random.Random, ended: Puzzle) -> Puzzle | None:
        shown = grid_of({cell: rng.randrange(self.states) for cell in ended.lamps})
        puzzle = replace(ended, start=shown)
        return None if solve(puzzle, timeout_s=1).solvable else puzzle


def kind_of(options: LampOptions) -> LampKind:
    """Return the kind of board that a page shows."""
    rows, cols = options.rows or options.size, options.cols or options.size
    return LampKind(rows, cols, options.rule, options.wrap, options.states, options.target, options.holes, options.none)


@lru_cache(maxsize=100)
def find_lamps(puzzle_id: str) -> LampBoard:
    """Return the board of an id. Raises NoPuzzle."""
    values = puzzle_id.replace("x", "_", 1).split("_")
    try:
        options = parse_options(urlencode(list(zip(NAMED, values, strict=False))), LampOptions)
    except BadOption:
        raise NoPuzzle(f"this site has no puzzle {puzzle_id!r}") from None
    kind = kind_of(options)
    if options.seed is None or f"{kind.name}_{options.seed}" != puzzle_id:
        raise NoPuzzle(f"this site has no puzzle {puzzle_id!r}")
    return kind.make(options.seed)


NUMBER: Final = re.compile("[0-9]{1,4}")


def parse_presses(text: str, board: LampBoard) -> Presses:
    """Return the pressed cells in order, from their numbers, counted row by row from 0. Raises BadAnswer."""
    if not all(NUMBER.fullmatch(number) for number in text.split()):
        raise BadAnswer("an answer is the numbers of the pressed cells, separated by spaces")
    presses = tuple(divmod(int(number), board.puzzle.cols) for number in text.split())
    if not set(presses) <= set(board.puzzle.lamps):
        raise BadAnswer("one of the pressed cells has no lamp")
    return presses


def lamps_fault(board: LampBoard, presses: Presses) -> str:
    """Describe the first lamp that is in a wrong state after these presses; "" if the puzzle is solved."""
    ended = board.puzzle.after(presses)
    for row, col in ended.lamps:
        if ended.start[row][col] != ended.target[row][col]:
            return f"the lamp at row {row + 1}, column {col + 1} is in the wrong state"
    return ""


def _random_rule(rng: random.Random, lamps: list[Cell]) -> Matrix:
    return Matrix({cell: dict.fromkeys(_some_near(rng, cell, set(lamps)), 1) for cell in lamps})


def _some_near(rng: random.Random, cell: Cell, lamps: set[Cell]) -> set[Cell]:
    """Return the cell and some others that are connected to it."""
    chosen = {cell}
    for _ in range(rng.randint(1, MOST_OTHERS)):
        beside = {(row + down, col + right) for row, col in chosen for down, right in SIDES}
        chosen |= set(rng.sample(free, 1)) if (free := sorted((beside & lamps) - chosen)) else set()
    return chosen
