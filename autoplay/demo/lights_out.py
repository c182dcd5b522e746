"""The Lights Out pages of the practice site."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias

from autoplay.demo.lamps import STATES, Cell, LampBoard, Presses, find_lamps, kind_of, lamps_fault, parse_presses
from autoplay.demo.options import LampOptions
from autoplay.demo.pages import PuzzlePages, Served, frame
from autoplay.demo.templates import fill

RANDOM_SEEDS = 1000
"""How many puzzles there are to choose from where no seed is given."""
SHUFFLED = 5
"""How many other boards a page has whose lamps are shuffled."""
GOALS = {"off": "Turn all the lights out.", "on": "Turn all the lights on."}
REACHES = {
    "plus": "a lamp and those beside it",
    "neighbours": "the lamps beside it, but not itself",
    "diagonal": "a lamp and those at its corners",
    "square": "a lamp and all round it",
    "knight": "a lamp and those a knight's move away",
    "random": "a lamp and some near it, which you have to find out",
}
Game: TypeAlias = Served[LampBoard, Presses]


class LightsOut(PuzzlePages[LampOptions, LampBoard, Presses]):
    """Lamps in one of many looks; what was pressed is judged."""

    path = "/lights-out"
    options = LampOptions

    def pick(self, options: LampOptions, after: str = "") -> LampBoard:
        seeds = range(RANDOM_SEEDS) if options.seed is None else [options.seed]
        ids = [f"{kind_of(options).name}-{seed}" for seed in seeds]
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
            intro=fill("intro_lights-out", goal=goal, reach=REACHES[options.rule]),
            heading=f"{board.rows}x{board.cols} Lights Out",
            puzzle_id=board.id,
            dates="",
            size=kind.name,
            width=str(board.cols),
            height=str(board.rows),
        )


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
    name, _, seed = served.board.id.rpartition("-")
    return Served(find_lamps(f"{name}-{int(seed) + number}"), served.started)


def _unfinished(served: Game) -> dict[str, Any]:
    """A game that somebody left after a press in two."""
    return _shown(served, sorted(served.board.effects)[::2])


def _shown(served: Game, presses: Sequence[Cell] = ()) -> dict[str, Any]:
    """The puzzle as the page's script gets it: cells are counted row by row, a state of -1 is no lamp."""
    board = served.board
    return {
        "token": served.token,
        "puzzleId": board.id,
        "rows": board.rows,
        "cols": board.cols,
        "states": board.states,
        "target": board.target,
        "start": [STATES.find(state) for state in "".join(board.start)],
        "effects": [
            sorted(r * board.cols + c for r, c in board.effects.get(divmod(i, board.cols), ()))
            for i in range(board.rows * board.cols)
        ],
        "presses": [row * board.cols + col for row, col in presses],
    }
