"""`autoplay make`: new puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.options import form_option, json_option, print_json, stars_option, timeout_option
from solvers.star_battle.model import LARGEST, SMALLEST

if TYPE_CHECKING:
    from solvers.star_battle import Puzzle

DIFFICULTIES = ("easy", "normal", "hard", "expert")
"""Those of solvers.star_battle.explanation, which ``--help`` need not import."""

SEEDS = 10**9
"""A seed drawn at random has no more digits than can be typed."""

SIDE = click.IntRange(SMALLEST, LARGEST)


@click.command()
@click.option("--size", type=SIDE, default=10, metavar="N", help="Rows and columns, 10 if not told.")
@stars_option
@click.option("--seed", type=click.IntRange(min=0), metavar="S", help="The same seed makes the same puzzle again.")
@click.option("--difficulty", type=click.Choice(DIFFICULTIES), help="What the rules needed for it amount to.")
@click.option("--count", type=click.IntRange(min=1), default=1, metavar="N", help="So many, of as many seeds.")
@click.option("--shapeless", is_flag=True, help="Walls instead of regions.")
@timeout_option
@form_option
@json_option
def make(
    size: int,
    stars: int | None,
    seed: int | None,
    difficulty: str | None,
    count: int,
    shapeless: bool,
    timeout: float,
    form: str | None,
    as_json: bool,
) -> int:
    """Make Star Battle puzzles, each with one solution.

    Without --stars they ask for as many as puzzles of their size usually do. The seed that was used is told on
    stderr; --count takes those after it too, and leaves an empty line between puzzles. --json prints one
    {"id", "stars", "grid"} a line, which solve reads.
    """
    from solvers.star_battle import generate

    stars = stars or usual_stars(size)
    if seed is None:
        seed = _any_seed()
    for number in range(count):
        puzzle = generate(
            size, stars, seed + number, difficulty=difficulty, shapeless=shapeless, timeout_s=timeout or None
        )
        if as_json:
            print_json(_row(puzzle, seed + number, shapeless, form))
        else:
            click.echo("\n" * bool(number) + _text(puzzle, form))
        if not number:
            click.echo(_how(puzzle, seed, difficulty, count, shapeless), err=True)
    return 0


def usual_stars(size: int) -> int:
    """The most stars for which a board leaves a choice of places: in print 2 on 10x10, 3 on 14x14, 6 on 25x25."""
    return max(1, (size - 1) // 4)


def _any_seed() -> int:
    from random import SystemRandom

    return SystemRandom().randrange(SEEDS)


def _text(puzzle: Puzzle, form: str | None) -> str:
    from solvers.notation import write

    return write(puzzle, form or "letters").rstrip("\n")


def _row(puzzle: Puzzle, seed: int, shapeless: bool, form: str | None) -> dict[str, object]:
    name = f"{'shapeless-' * shapeless}{puzzle.size}x{puzzle.size}-{seed}"
    row: dict[str, object] = {"id": name, "stars": puzzle.stars, "grid": puzzle.grid}
    return {**row, "written": _text(puzzle, form)} if form else row


def _how(puzzle: Puzzle, seed: int, difficulty: str | None, count: int, shapeless: bool) -> str:
    """The command that makes the puzzle again, and those of the seeds after it."""
    wish = f" --difficulty {difficulty}" * bool(difficulty) + f" --count {count}" * (count > 1)
    return f"made by: --size {puzzle.size} --stars {puzzle.stars} --seed {seed}{wish}{' --shapeless' * shapeless}"
