"""Command `autoplay make`: makes new puzzles."""

from __future__ import annotations

import re
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.options import json_option, print_json, timeout_option
from autoplay.cli.progress import ProgressBar
from autoplay.cli.terminal import print_note, print_text
from autoplay.click_options import (
    PEGS,
    STAR_BATTLE,
    end_option,
    form_option,
    lamp_options,
    match_value,
    puzzle_option,
    stars_option,
    take_game,
)
from autoplay.games import AUTO, GAMES, GenerateRequest
from solvers.names import DIFFICULTIES

if TYPE_CHECKING:
    from autoplay.games.results import GeneratedPuzzle

SIZE = re.compile(r"(\d{1,6})(?:[xX×](\d{1,6}))?")
SEEDS = 10**9
"""Upper limit of random seeds, short enough to type."""


def parse_size(text: str) -> tuple[int, int]:
    """Parse ``N`` or ``ROWSxCOLS`` into rows and columns. Raises BadParameter."""
    found = match_value(SIZE, text, "neither a number nor rows and columns such as 5x7")
    return int(found[1]), int(found[2] or found[1])


@click.command()
@puzzle_option
@click.option(
    "--size",
    type=parse_size,
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
    size: tuple[int, int] | None,
    seed: int | None,
    count: int,
    as_json: bool,
    timeout: float,
    **of_games: Any,
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
    from autoplay.games.detection import DEFAULT_GAME

    game = take_game(of_games)
    request = GenerateRequest(size, timeout or None, game.options)
    solver = GAMES[DEFAULT_GAME if game.puzzle == AUTO else game.puzzle].solver
    if seed is None:
        seed = SystemRandom().randrange(SEEDS)
    if warning := solver.warn_of_slowness(request):
        print_note(warning)
    with ProgressBar("", count) as bar:
        for number in range(count):
            bar.describe(f"trying seed {seed + number}")
            made = solver.generate_puzzle(request, seed + number)
            with bar.step():
                _print_puzzle(made, as_json=as_json, is_first=number == 0)
                if number == 0:
                    more = f" --count {count}" if count > 1 else ""
                    print_note(f"made by: {made.command} --seed {seed}{more}")
    return 0


def _print_puzzle(made: GeneratedPuzzle, *, as_json: bool, is_first: bool) -> None:
    if as_json:
        print_json(made.row)
        return
    if not is_first:
        print_text("")
    print_text(made.text)
