"""Lights Out on the practice site: boards made from a seed, the check of presses, and the page."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any, Final, TypeAlias

from autoplay.practice.options import LampOptions
from autoplay.practice.pages import (
    BadAnswer,
    PuzzlePages,
    Served,
    choose_id,
    read_id,
    render_board,
)
from autoplay.practice.puzzles import NoPuzzle
from solvers.lights_out import RULES, STATES, Cell, Matrix, Puzzle, Rule, grid_of, solve

Presses: TypeAlias = tuple[Cell, ...]

SIDES: Final = RULES["neighbours"]
ID_OPTIONS: Final = ("rows", "cols", "rule", "wrap", "states", "target", "holes", "none", "seed")
"""Options that an id consists of, in order."""
MOST_OTHERS: Final = 4
"""Most lamps besides its own that a press of a random rule changes."""
TRIES: Final = 200
"""Attempts to make a board with, or without, a solution."""
RULE_TRIES: Final = 20
"""Random rules that are tried for a page without a seed."""
SHUFFLED: Final = 5
"""Number of other boards on a page whose lamps are shuffled."""
NUMBER: Final = re.compile("[0-9]{1,4}")
GOALS: Final = {"off": "Turn all the lights out.", "on": "Turn all the lights on."}
PLACES: Final = {
    "plus": "those beside it",
    "diagonal": "those diagonal to it",
    "square": "all around it",
    "knight": "those a knight's move away",
    "random": "some near it, for you to find out",
}


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


LampGame: TypeAlias = Served[LampBoard, Presses]


def name_series(options: LampOptions) -> str:
    """Return the start of the ids of all boards with these options."""
    rows = options.rows or options.size
    cols = options.cols or options.size
    rule = f"{options.rule}_{int(options.wrap)}_{options.states}_{options.target}"
    return f"{rows}x{cols}_{rule}_{options.holes}_{int(options.none)}"


@lru_cache(maxsize=100)
def find_lamps(puzzle_id: str) -> LampBoard:
    """Return the board of an id. Raises NoPuzzle."""
    values = dict(zip(ID_OPTIONS, puzzle_id.replace("x", "_", 1).split("_"), strict=False))
    return _make_lamps(puzzle_id, read_id(puzzle_id, values, LampOptions, name_series))


def parse_presses(text: str, board: LampBoard) -> Presses:
    """Return the pressed cells in order, from their numbers row by row. Raises BadAnswer."""
    presses = []
    for number in text.split():
        if not NUMBER.fullmatch(number):
            raise BadAnswer("an answer is the numbers of the pressed cells, separated by spaces")
        presses.append(divmod(int(number), board.puzzle.cols))
    if not set(presses) <= set(board.puzzle.lamps):
        raise BadAnswer("one of the pressed cells has no lamp")
    return tuple(presses)


def describe_lamp_fault(board: LampBoard, presses: Presses) -> str:
    """Describe the first lamp in a wrong state after these presses; "" if the puzzle is solved."""
    end = board.puzzle.after(presses)
    for row, col in end.lamps:
        if end.start[row][col] != end.target[row][col]:
            return f"the lamp at row {row + 1}, column {col + 1} is in the wrong state"
    return ""


def _make_lamps(puzzle_id: str, options: LampOptions) -> LampBoard:
    """Make the board of an id. Raises NoPuzzle if there is none."""
    rng = random.Random(puzzle_id)
    lamps = list(product(range(options.rows), range(options.cols)))
    # A board is made in the same order whatever its options: an id stands for it for ever.
    for hole in rng.sample(lamps, len(lamps) * options.holes // 100):
        lamps.remove(hole)
    rule: Matrix | Rule
    if options.rule == "random":
        rule = Matrix({lamp: _choose_effect(rng, lamp, set(lamps)) for lamp in lamps})
    else:
        rule = Rule(RULES[options.rule], options.wrap)
    blank = Puzzle(grid_of(dict.fromkeys(lamps, 0)), options.target, options.states, rule)
    end = replace(blank, start=blank.target)
    for _ in range(TRIES):
        if options.none:
            # Random states have no solution under most rules.
            start = grid_of({lamp: rng.randrange(options.states) for lamp in lamps})
            puzzle = replace(end, start=start)
            fits = not solve(puzzle, timeout_s=1).solvable
        else:
            # More of the same presses lead back to the solved board.
            presses: list[Cell] = []
            for lamp in lamps:
                presses += [lamp] * rng.randrange(options.states)
            puzzle = end.after(presses)
            fits = not puzzle.solved
        if fits:
            return LampBoard(puzzle_id, puzzle)
    what = "always has a solution" if options.none else "never changes by a press"
    board = f"a {options.rows}x{options.cols} board with rule={options.rule}"
    raise NoPuzzle(f"{board} {what}; try another size or rule")


def _choose_effect(rng: random.Random, lamp: Cell, lamps: set[Cell]) -> dict[Cell, int]:
    """Choose what a press changes: its own lamp and some others that are connected to it."""
    chosen = {lamp}
    for _ in range(rng.randint(1, MOST_OTHERS)):
        beside = {(row + down, col + right) for row, col in chosen for down, right in SIDES}
        free = sorted((beside & lamps) - chosen)
        if free:
            chosen |= set(rng.sample(free, 1))
    return dict.fromkeys(chosen, 1)


def _pick_lamps(options: LampOptions, after: str) -> LampBoard:
    """Return the board that the options choose, other than ``after``. Raises NoPuzzle."""
    series = name_series(options)
    # About one random rule in eight solves every 4x4 board, so none is without a solution:
    # a visitor who named no seed is shown another.
    if options.rule == "random" and options.seed is None:
        for _ in range(RULE_TRIES):
            with suppress(NoPuzzle):
                return find_lamps(choose_id(series, None, after))
    return find_lamps(choose_id(series, options.seed, after))


def _render_lamps(options: LampOptions, served: LampGame) -> str:
    puzzle = served.board.puzzle
    goal = GOALS[options.target]
    # With more states than two a lamp does not just go out.
    if options.states > 2:
        goal = goal.replace("out", "dark")
    others = _other_boards(served)
    left_game = None
    if options.restore and not served.fresh:
        # Every other lamp was pressed.
        left_game = _describe_board(others[0], sorted(others[0].board.effects)[::2])
    return render_board(
        "lights_out.html",
        options,
        served,
        sheet="lights-out.css",
        skin="lights-out",
        board=_describe_board(served, served.answer or ()),
        config={
            "zoom": 1 if options.zoom == "auto" else options.zoom,
            "others": [_describe_board(other) for other in others],
            "restore": left_game,
        },
        title="Lights Out - practice site",
        path=LIGHTS_OUT.path,
        goal=goal,
        reach=_describe_reach(options.rule),
        heading=f"{puzzle.rows}x{puzzle.cols} Lights Out",
        puzzle_id=served.board.id,
        size=name_series(options),
        width=puzzle.cols,
        height=puzzle.rows,
    )


def _describe_reach(rule: str) -> str:
    """Describe which lamps a press changes."""
    if not rule.endswith("neighbours"):
        return f"a lamp and {PLACES[rule]}"
    place = "plus" if rule == "neighbours" else rule.removesuffix("-neighbours")
    return f"{PLACES[place]}, but not the lamp itself"


def _other_boards(served: LampGame) -> list[LampGame]:
    """Return other boards of the same series."""
    series, _, text = served.board.id.rpartition("_")
    seed = int(text)
    others: list[LampGame] = []
    while len(others) < SHUFFLED:
        seed += 1
        try:
            others.append(Served(find_lamps(f"{series}_{seed}"), served.started))
        except NoPuzzle:
            # Not every random rule has a board without a solution.
            continue
    return others


def _describe_board(served: LampGame, presses: Sequence[Cell] = ()) -> dict[str, Any]:
    """Describe the puzzle for the page's script: cells are numbered row by row, -1 is no lamp."""
    puzzle = served.board.puzzle
    # A lamp that goes on by several states is named as often.
    effects: list[list[int]] = [[] for _ in range(puzzle.rows * puzzle.cols)]
    for (row, col), effect in served.board.effects.items():
        for (lamp_row, lamp_col), times in sorted(effect.items()):
            lamp = lamp_row * puzzle.cols + lamp_col
            effects[row * puzzle.cols + col] += [lamp] * times
    return {
        "token": served.token,
        "puzzleId": served.board.id,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "states": puzzle.states,
        "start": [STATES.find(state) for state in "".join(puzzle.start)],
        "target": [STATES.find(state) for state in "".join(puzzle.target)],
        "effects": effects,
        "presses": [row * puzzle.cols + col for row, col in presses],
    }


LIGHTS_OUT: Final = PuzzlePages(
    path="/lights-out",
    options=LampOptions,
    pick=_pick_lamps,
    find=find_lamps,
    parse=parse_presses,
    describe_fault=describe_lamp_fault,
    render=_render_lamps,
)
