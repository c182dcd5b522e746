"""Command `autoplay make`: makes new puzzles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.options import json_option, print_json, timeout_option
from autoplay.cli.terminal import print_note, print_text
from autoplay.click_options import (
    AUTO,
    PEGS,
    STAR_BATTLE,
    end_option,
    form_option,
    lamp_options,
    option_values,
    puzzle_asked,
    puzzle_option,
    stars_option,
)
from solvers.names import DIFFICULTIES

if TYPE_CHECKING:
    from autoplay.games.results import GeneratedPuzzle

SIZE = re.compile(r"(\d{1,6})(?:[xX×](\d{1,6}))?")
SEEDS = 10**9
"""Upper limit of random seeds, short enough to type."""


def parse_size(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """Parse ``N`` or ``ROWSxCOLS`` into rows and columns. Raises BadParameter."""
    found = SIZE.fullmatch(value) if value else None
    if value and not found:
        raise click.BadParameter(
            f"{value!r} is neither a number nor rows and columns such as 5x7", ctx, param
        )
    return (int(found[1]), int(found[2] or found[1])) if found else None


@click.command()
@puzzle_option
@click.option(
    "--size",
    callback=parse_size,
    metavar="N|RxC",
    help="Rows and columns; default 10, or 5 for lamps; not for pegs.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="S",
    help="Seed of the random generator; the same seed makes the same puzzle.",
)
@click.option(
    "-n",
    "--count",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Make N puzzles, from consecutive seeds.",
)
@timeout_option
@json_option
@stars_option
@click.option(
    "--difficulty",
    type=click.Choice(DIFFICULTIES),
    help="Difficulty of the techniques needed to solve it.",
    panel=STAR_BATTLE,
)
@click.option(
    "--shapeless",
    is_flag=True,
    help="Make a board with walls instead of regions.",
    panel=STAR_BATTLE,
)
@form_option
@lamp_options
@click.option("--board", metavar="NAME", help="Name of the board; default english.", panel=PEGS)
@click.option(
    "--pegs",
    type=click.IntRange(min=2),
    metavar="N",
    help="Number of pegs; default half the holes.",
    panel=PEGS,
)
@end_option
def make(
    puzzle: str, seed: int | None, count: int, as_json: bool, timeout: float, **wished: Any
) -> int:
    """Make puzzles that have a solution.

    A Star Battle has exactly one; it is made unless --puzzle or an option of another game is given.
    The seed is printed on stderr, and --count also uses the seeds after it. --json prints one
    {"id", "grid", …} per line, which solve can read.

    \b
    Examples:
      autoplay make --size 8 --difficulty hard
      autoplay make --puzzle lights-out --size 7x9 --seed 4
      autoplay make --puzzle pegs --board triangle6 | autoplay solve -
    """
    from autoplay.games import GAMES, parse_game_options
    from autoplay.games.detection import DEFAULT_GAME
    from autoplay.games.requests import GenerateRequest

    chosen = puzzle_asked(puzzle)
    request = GenerateRequest(
        wished.pop("size"), timeout or None, parse_game_options(chosen, option_values(wished))
    )
    game = GAMES[DEFAULT_GAME if chosen == AUTO else chosen]
    first = _any_seed() if seed is None else seed
    for number in range(count):
        made = game.solver.generate_puzzle(request, first + number)
        print_json(made.row) if as_json else print_text("\n" * bool(number) + made.text)
        if not number:
            print_note(_how(made, first, count))
    return 0


def _any_seed() -> int:
    from random import SystemRandom

    return SystemRandom().randrange(SEEDS)


def _how(made: GeneratedPuzzle, seed: int, count: int) -> str:
    """Return the line with the command that makes the puzzle again, and those of the next seeds."""
    return f"made by: {made.command} --seed {seed}" + f" --count {count}" * (count > 1)
