"""Peg solitaire pages of the practice site."""

from __future__ import annotations

import random
from typing import Any, TypeAlias

from autoplay.practice.options import PegOptions
from autoplay.practice.pages import PuzzlePages, Served, board_page
from autoplay.practice.pegs import PegBoard, Steps, find_pegs, first_steps, kind_of, parse_steps, pegs_fault
from autoplay.practice.puzzles import NoPuzzle

RANDOM_SEEDS = 1000
"""Number of puzzles to choose from if no seed is given."""
GESTURES = {
    "click": "Click a peg, then the hole that it jumps to.",
    "drag": "Drag a peg to the hole that it jumps to.",
    "both": "Drag a peg to the hole that it jumps to, or click one after the other.",
}
PegGame: TypeAlias = Served[PegBoard, Steps]


class PegSolitairePages(PuzzlePages[PegOptions, PegBoard, Steps]):
    """Peg solitaire boards in many appearances."""

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

    def show(self, options: PegOptions, served: PegGame) -> str:
        board = served.board.board
        rows, cols = (max(places) - min(places) + 1 for places in zip(*board.sites, strict=True))
        return board_page(
            "peg_solitaire.html",
            options,
            served,
            sheet="pegs.css",
            board=_shown(served, served.answer or ()),
            config=_config(options, served),
            title="Peg solitaire - practice site",
            html_class="",
            skin="pegs",
            path=self.path,
            goal=_goal(served.board),
            gesture=GESTURES[options.gesture],
            heading=f"{options.board.capitalize()} peg solitaire",
            puzzle_id=served.board.id,
            size=kind_of(options).name,
            width=cols,
            height=rows,
        )


def _goal(board: PegBoard) -> str:
    end = board.puzzle.end
    first = "First remove one peg. " if board.choose else ""
    where = "" if end is None else f", in hole {end} (counted row by row, from 0)"
    return f"{first}Jump over pegs to remove them until one is left{where}."


def _config(options: PegOptions, served: PegGame) -> dict[str, Any]:
    """Return the script's configuration: appearance of the board, and another board."""
    other = _other(served)
    return {
        "skin": "pegs",
        "size": kind_of(options).name,
        "zoom": 1 if options.zoom == "auto" else options.zoom,
        "others": [_shown(other)],
        "restore": _shown(other, first_steps(other.board)) if options.restore and not served.fresh else None,
    }


def _other(served: PegGame) -> PegGame:
    """Return another puzzle of this kind; the same if the next seed has none, or pegs are not placed at random."""
    name, _, seed = served.board.id.rpartition("_")
    try:
        return Served(find_pegs(f"{name}_{int(seed) + 1}"), served.started)
    except NoPuzzle:
        return served


def _shown(served: PegGame, steps: Steps = ()) -> dict[str, Any]:
    """Return the puzzle for the page's script; holes are numbered."""
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
