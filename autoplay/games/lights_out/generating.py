"""Generation of Lights Out boards, each with a solution."""

from __future__ import annotations

from random import Random
from typing import Final

from autoplay.games.lights_out.options import PLUS, LightsOutOptions
from autoplay.games.requests import GenerateRequest
from autoplay.games.results import GeneratedPuzzle
from solvers.errors import BadNotation, about
from solvers.lights_out import STATES, Puzzle
from solvers.lights_out.model import generate
from solvers.lights_out.text import LARGEST

USUAL_SIZE: Final = (5, 5)


def generate_puzzle(request: GenerateRequest, seed: int) -> GeneratedPuzzle:
    """Return the board of a seed, made by random presses on the target; raise BadNotation, NotMade."""
    options = LightsOutOptions.of(request.options)
    rows, cols = request.size or USUAL_SIZE
    if not (0 < rows <= LARGEST and 0 < cols <= LARGEST):
        raise BadNotation(f"--size {rows}x{cols}: not a possible size", hint=f"numbers from 1 to {LARGEST}")
    dark = options.puzzle((STATES[0] * cols,) * rows)
    with about(f"seed {seed}"):
        puzzle = generate(dark, Random(seed))
    return GeneratedPuzzle(
        options.head + "\n".join(puzzle.grid), _row(puzzle, options, seed), _command(puzzle, options)
    )


def _row(puzzle: Puzzle, options: LightsOutOptions, seed: int) -> dict[str, object]:
    """Return the row of JSON Lines that solve takes, with the options that are not the default."""
    row: dict[str, object] = {"id": f"lights-out-{puzzle.rows}x{puzzle.cols}-{seed}", "puzzle": "lights-out"}
    row["grid"] = puzzle.grid
    special = {
        "target": options.target,
        "states": options.states,
        "rule": options.rule if options.rule != PLUS else "",
        "wrap": options.wrap,
        "matrix": options.matrix and options.matrix.splitlines(),
    }
    return row | {name: value for name, value in special.items() if value}


def _command(puzzle: Puzzle, options: LightsOutOptions) -> str:
    given = (
        options.files,
        f" --target {options.target}" if isinstance(options.target, str) else "",
        f" --states {options.states}" if options.states else "",
        f" --rule {options.rule}" * (options.rule != PLUS),
        " --wrap" * options.wrap,
    )
    return f"--puzzle lights-out --size {puzzle.rows}x{puzzle.cols}{''.join(given)}"
