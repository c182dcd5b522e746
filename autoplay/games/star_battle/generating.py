"""Generation of Star Battles, each with exactly one solution."""

from __future__ import annotations

from typing import Final

from autoplay.games.requests import GenerateRequest
from autoplay.games.results import GeneratedPuzzle
from autoplay.games.star_battle.options import StarBattleOptions
from solvers.errors import BadNotation
from solvers.notation import write
from solvers.star_battle import Puzzle, generate
from solvers.star_battle.model import LARGEST, SMALLEST

USUAL_SIZE: Final = (10, 10)


def generate_puzzle(request: GenerateRequest, seed: int) -> GeneratedPuzzle:
    """Return the puzzle of a seed; raise BadNotation, NotMade, SolveTimeout."""
    rows, cols = request.size or USUAL_SIZE
    if rows != cols or not SMALLEST <= rows <= LARGEST:
        what = f"--size {rows}{'' if rows == cols else f'x{cols}'}: no Star Battle has so many rows and columns"
        raise BadNotation(what, hint=f"a number from {SMALLEST} to {LARGEST}")
    options = StarBattleOptions.of(request.options)
    puzzle = generate(
        rows,
        options.stars or usual_stars(rows),
        seed,
        difficulty=options.difficulty,
        shapeless=options.shapeless,
        timeout_s=request.timeout_s,
    )
    text = write(puzzle, options.form or "letters").rstrip("\n")
    return GeneratedPuzzle(text, _row(puzzle, seed, options), _command(puzzle, options))


def usual_stars(size: int) -> int:
    """Return the largest usual number of stars for a board size: in print 2 on 10x10, 3 on 14x14, 6 on 25x25."""
    return max(1, (size - 1) // 4)


def _row(puzzle: Puzzle, seed: int, options: StarBattleOptions) -> dict[str, object]:
    name = f"{'shapeless-' * options.shapeless}{puzzle.size}x{puzzle.size}-{seed}"
    row: dict[str, object] = {"id": name, "stars": puzzle.stars, "grid": puzzle.grid}
    return {**row, "written": write(puzzle, options.form).rstrip("\n")} if options.form else row


def _command(puzzle: Puzzle, options: StarBattleOptions) -> str:
    extra = f" --difficulty {options.difficulty}" * bool(options.difficulty) + " --shapeless" * options.shapeless
    return f"--size {puzzle.size} --stars {puzzle.stars}{extra}"
