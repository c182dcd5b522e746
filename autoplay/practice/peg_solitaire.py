"""The peg solitaire pages of the practice site."""

from __future__ import annotations

import random
from typing import Any, TypeAlias

from autoplay.practice.options import PegOptions
from autoplay.practice.pages import PuzzlePages, Served, frame
from autoplay.practice.pegs import PegBoard, Steps, find_pegs, first_steps, kind_of, parse_steps, pegs_fault
from autoplay.practice.puzzles import NoPuzzle
from autoplay.practice.templates import fill

RANDOM_SEEDS = 1000
"""How many puzzles there are to choose from where no seed is given."""
GESTURES = {
    "click": "Click a peg, then the hole it is to jump to.",
    "drag": "Drag a peg to the hole it is to jump to.",
    "both": "Drag a peg to the hole it is to jump to, or click one after the other.",
}
Game: TypeAlias = Served[PegBoard, Steps]


class PegSolitaire(PuzzlePages[PegOptions, PegBoard, Steps]):
    """Pegs in one of many looks; the jumps are judged."""

    path = "/pegs"
    options = PegOptions

    def pick(self, options: PegOptions, after: str = "") -> PegBoard:
        seeds = range(RANDOM_SEEDS) if options.seed is None else [options.seed]
        ids = [f"{kind_of(options).name}_{seed}" for seed in seeds]
        return find_pegs(random.choice([puzzle_id for puzzle_id in ids if puzzle_id != after]))

    def find(self, puzzle_id: str) -> PegBoard:
        return find_pegs(puzzle_id)

    def parse(self, text: str, board: PegBoard) -> Steps:
        return parse_steps(text, board)

    def fault(self, board: PegBoard, answer: Steps) -> str:
        return pegs_fault(board, answer)

    def show(self, options: PegOptions, served: Game) -> str:
        board = served.board.board
        rows, cols = (max(places) - min(places) + 1 for places in zip(*board.sites, strict=True))
        return frame(
            options,
            served,
            "pegs.css",
            _shown(served, served.answer or ()),
            _config(options, served),
            title="Peg solitaire - practice site",
            html_class="",
            skin="pegs",
            path=self.path,
            side="",
            toolbar=fill("clock"),
            logo="",
            intro=fill("intro_pegs", goal=_goal(served.board), gesture=GESTURES[options.gesture]),
            heading=f"{options.board.capitalize()} peg solitaire",
            puzzle_id=served.board.id,
            dates="",
            size=kind_of(options).name,
            width=str(cols),
            height=str(rows),
        )


def _goal(board: PegBoard) -> str:
    end = board.puzzle.end
    first = "Take one peg away to begin with. " if board.choose else ""
    where = "" if end is None else f", in hole {end} (counted row by row, from 0)"
    return f"{first}Jump over pegs to take them until one is left{where}."


def _config(options: PegOptions, served: Game) -> dict[str, Any]:
    """What the page's script is told of the board's looks, and of another board."""
    other = _other(served)
    return {
        "skin": "pegs",
        "size": kind_of(options).name,
        "zoom": 1 if options.zoom == "auto" else options.zoom,
        "others": [_shown(other)],
        "restore": _shown(other, first_steps(other.board)) if options.restore and not served.fresh else None,
    }


def _other(served: Game) -> Game:
    """Another puzzle of the kind; the same one where pegs are not placed at random, or the next seed has none."""
    name, _, seed = served.board.id.rpartition("_")
    try:
        return Served(find_pegs(f"{name}_{int(seed) + 1}"), served.started)
    except NoPuzzle:
        return served


def _shown(served: Game, steps: Steps = ()) -> dict[str, Any]:
    """The puzzle as the page's script gets it; holes are known by their numbers."""
    board = served.board
    holes = range(len(board.board.sites))
    return {
        "token": served.token,
        "puzzleId": board.id,
        "sites": board.board.sites,
        "lattice": board.board.lattice,
        "jumps": board.board.jumps,
        "start": [int(hole in board.start) for hole in holes],
        "end": board.puzzle.end,
        "choose": board.choose,
        "steps": steps,
    }
