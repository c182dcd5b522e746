"""Lights Out pages of the practice site."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count, islice
from typing import Any, TypeAlias

from autoplay.practice.lamps import LampBoard, Presses, find_lamps, kind_of, lamps_fault, parse_presses
from autoplay.practice.options import LampOptions
from autoplay.practice.pages import PuzzlePages, Served, board_page
from autoplay.practice.puzzles import NoPuzzle
from solvers.lights_out import STATES, Cell

RANDOM_SEEDS = 1000
"""Number of puzzles to choose from if no seed is given."""
SHUFFLED = 5
"""Number of other boards on a page whose lamps are shuffled."""
GOALS = {"off": "Turn all the lights out.", "on": "Turn all the lights on."}
PLACES = {
    "plus": "those beside it",
    "diagonal": "those diagonal to it",
    "square": "all around it",
    "knight": "those a knight's move away",
    "random": "some near it, for you to find out",
}
LampGame: TypeAlias = Served[LampBoard, Presses]


class LightsOutPages(PuzzlePages[LampOptions, LampBoard, Presses]):
    """Lights Out boards in many appearances."""

    path = "/lights-out"
    options = LampOptions

    def pick(self, options: LampOptions, after: str = "") -> LampBoard:
        seeds = range(RANDOM_SEEDS) if options.seed is None else [options.seed]
        ids = [f"{kind_of(options).name}_{seed}" for seed in seeds]
        return find_lamps(random.choice([puzzle_id for puzzle_id in ids if puzzle_id != after]))

    def find(self, puzzle_id: str) -> LampBoard:
        return find_lamps(puzzle_id)

    def parse(self, text: str, board: LampBoard) -> Presses:
        return parse_presses(text, board)

    def fault(self, board: LampBoard, answer: Presses) -> str:
        return lamps_fault(board, answer)

    def show(self, options: LampOptions, served: LampGame) -> str:
        board, kind = served.board, kind_of(options)
        goal = GOALS[options.target] if options.states == 2 else GOALS[options.target].replace("out", "dark")
        return board_page(
            "lights_out.html",
            options,
            served,
            sheet="lights-out.css",
            board=_shown(served, served.answer or ()),
            config=_config(options, served),
            title="Lights Out - practice site",
            html_class="",
            skin="lights-out",
            path=self.path,
            goal=goal,
            reach=_reach(options.rule),
            heading=f"{kind.rows}x{kind.cols} Lights Out",
            puzzle_id=board.id,
            size=kind.name,
            width=kind.cols,
            height=kind.rows,
        )


def _reach(rule: str) -> str:
    """Describe which lamps a press changes."""
    place = PLACES["plus" if rule == "neighbours" else rule.removesuffix("-neighbours")]
    return f"{place}, but not the lamp itself" if rule.endswith("neighbours") else f"a lamp and {place}"


def _config(options: LampOptions, served: LampGame) -> dict[str, Any]:
    """Return the script's configuration: appearance of the board, and other boards."""
    others = list(islice(_others(served), SHUFFLED))
    return {
        "skin": "lights-out",
        "size": kind_of(options).name,
        "zoom": 1 if options.zoom == "auto" else options.zoom,
        "others": [_shown(other) for other in others],
        "restore": _unfinished(others[0]) if options.restore and not served.fresh else None,
    }


def _others(served: LampGame) -> Iterator[LampGame]:
    """Yield other boards of this kind; not every random rule has a board without a solution."""
    name, _, seed = served.board.id.rpartition("_")
    for number in count(int(seed) + 1):
        with suppress(NoPuzzle):
            yield Served(find_lamps(f"{name}_{number}"), served.started)


def _unfinished(served: LampGame) -> dict[str, Any]:
    """Return an unfinished game with every other press of a solution."""
    return _shown(served, sorted(served.board.effects)[::2])


def _shown(served: LampGame, presses: Sequence[Cell] = ()) -> dict[str, Any]:
    """Return the puzzle for the page's script: cells are numbered row by row, the state -1 means no lamp."""
    puzzle, effects = served.board.puzzle, served.board.effects
    cols = puzzle.cols
    cells = [divmod(number, cols) for number in range(puzzle.rows * cols)]
    return {
        "token": served.token,
        "puzzleId": served.board.id,
        "rows": puzzle.rows,
        "cols": cols,
        "states": puzzle.states,
        "start": [STATES.find(puzzle.start[row][col]) for row, col in cells],
        "target": [STATES.find(puzzle.target[row][col]) for row, col in cells],
        "effects": [
            [r * cols + c for (r, c), times in sorted(effects.get(cell, {}).items()) for _ in range(times)]
            for cell in cells
        ],
        "presses": [row * cols + col for row, col in presses],
    }
