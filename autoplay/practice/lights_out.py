"""The Lights Out pages of the practice site."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias

from autoplay.practice.lamps import LampBoard, Presses, find_lamps, kind_of, lamps_fault, parse_presses
from autoplay.practice.options import LampOptions
from autoplay.practice.pages import PuzzlePages, Served, frame
from autoplay.practice.templates import fill
from solvers.lights_out import STATES, Cell

RANDOM_SEEDS = 1000
"""How many puzzles there are to choose from where no seed is given."""
SHUFFLED = 5
"""How many other boards a page has whose lamps are shuffled."""
GOALS = {"off": "Turn all the lights out.", "on": "Turn all the lights on."}
PLACES = {
    "plus": "those beside it",
    "diagonal": "those at its corners",
    "square": "all round it",
    "knight": "those a knight's move away",
    "random": "some near it, which you have to find out",
}
Game: TypeAlias = Served[LampBoard, Presses]


class LightsOut(PuzzlePages[LampOptions, LampBoard, Presses]):
    """Lamps in one of many looks; what was pressed is judged."""

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

    def show(self, options: LampOptions, served: Game) -> str:
        board, kind = served.board, kind_of(options)
        goal = GOALS[options.target] if options.states == 2 else GOALS[options.target].replace("out", "dark")
        return frame(
            options,
            served,
            "lights-out.css",
            _shown(served, served.answer or ()),
            _config(options, served),
            title="Lights Out - practice site",
            html_class="",
            skin="lights-out",
            path=self.path,
            side="",
            toolbar=fill("clock"),
            logo="",
            intro=fill("intro_lights-out", goal=goal, reach=_reach(options.rule)),
            heading=f"{kind.rows}x{kind.cols} Lights Out",
            puzzle_id=board.id,
            dates="",
            size=kind.name,
            width=str(kind.cols),
            height=str(kind.rows),
        )


def _reach(rule: str) -> str:
    """Which lamps a press changes, in words."""
    place = PLACES["plus" if rule == "neighbours" else rule.removesuffix("-neighbours")]
    return f"{place}, but not the lamp itself" if rule.endswith("neighbours") else f"a lamp and {place}"


def _config(options: LampOptions, served: Game) -> dict[str, Any]:
    """What the page's script is told of the board's looks, and of other boards."""
    others = [_other(served, number) for number in range(1, SHUFFLED + 1)]
    return {
        "skin": "lights-out",
        "size": kind_of(options).name,
        "zoom": 1 if options.zoom == "auto" else options.zoom,
        "others": [_shown(other) for other in others],
        "restore": _unfinished(others[0]) if options.restore and not served.fresh else None,
    }


def _other(served: Game, number: int) -> Game:
    """Another board of the kind."""
    name, _, seed = served.board.id.rpartition("_")
    return Served(find_lamps(f"{name}_{int(seed) + number}"), served.started)


def _unfinished(served: Game) -> dict[str, Any]:
    """A game that somebody left after a press in two."""
    return _shown(served, sorted(served.board.effects)[::2])


def _shown(served: Game, presses: Sequence[Cell] = ()) -> dict[str, Any]:
    """The puzzle as the page's script gets it: cells are counted row by row, a state of -1 is no lamp."""
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
