"""Command-line options for puzzles and pictures; each game's options have a panel of their own in
the help.

The web page's requests have parameters with the same names, which are validated by the same
options. Nothing heavy is imported here, so that `autoplay --help` stays quick.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import rich_click as click
from click.core import ParameterSource

from autoplay.games import AUTO, PUZZLE_OPTION, TITLES, BoardRequest, parse_game_options
from autoplay.wording import MORE_OPTIONS
from solvers.names import FORM_NAMES, GRID_FORM, LATTICES, RULE_NAMES

Verb = TypeVar("Verb", bound=Callable[..., Any])

STAR_BATTLE = TITLES["star-battle"]
LIGHTS_OUT = TITLES["lights-out"]
PEGS = TITLES["pegs"]
PANELS = {title: name for name, title in TITLES.items()}
"""Panel in ``--help`` with the options of one game → the game's name in ``--puzzle``."""
PUBLISHED = "published"
"""Value of ``--to`` for the solutions of any game, as the article about it prints them."""
ANY = "any"
HOLE = re.compile("[0-9]{1,3}")
BOX = re.compile(",".join([r" *([0-9]{1,6}) *"] * 4))
FIX = re.compile(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*=\s*(\w)\s*")
LOOKS = (AUTO, "bright", "dark", "all", "none")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
LOOK = "auto, bright, dark, all, none, or those nearest to a colour such as #ffcc00."
"""Values of ``--lit`` and ``--peg``, as their help lists them."""
READER_OPTIONS = ("fixes", "text_form")
"""Options that name a game, but are for the reader of pictures and not for the solver."""


def match_value(pattern: re.Pattern[str], text: str, needed: str) -> re.Match[str]:
    """Return the match of a whole value. Raises BadParameter: it is not what is ``needed``."""
    found = pattern.fullmatch(text)
    if not found:
        raise click.BadParameter(f"{text!r} is {needed}")
    return found


def parse_look(text: str) -> str:
    """Parse the name of an appearance, or a colour as ``#rrggbb``. Raises BadParameter."""
    if text not in LOOKS and not COLOUR.fullmatch(text):
        raise click.BadParameter(
            f"{text!r} is neither one of {', '.join(LOOKS)} nor a colour such as #ffcc00"
        )
    return text


def parse_end(text: str) -> int | str:
    """Parse the number of a hole, or "any". Raises BadParameter."""
    if text == ANY:
        return text
    needed = f"neither {ANY} nor the number of a hole, row by row from 0"
    return int(match_value(HOLE, text, needed)[0])


class WrongCombination(click.UsageError):
    """Options that do not go with each other, their values or the arguments; ``hint`` says what to
    do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def take_game(values: dict[str, Any]) -> BoardRequest:
    """Take ``puzzle``, and the options of all games but ``fixes``, out of the values of a command's
    options; return what they say about the game.

    An option of one game says which game it is. Raises UsageError if another one is given as well,
    BadNotation.
    """
    context = click.get_current_context()
    assert context is not None
    puzzle = values.pop("puzzle")
    lit = take_look(values)
    given = {}
    named_by = [PUZZLE_OPTION] if puzzle != AUTO else []
    for option in context.command.params:
        name = str(option.name)
        owner = _find_owner(option, context.params.get(name))
        if owner is None:
            continue
        is_for_solver = name in values and name not in READER_OPTIONS
        value = values.pop(name) if is_for_solver else context.params.get(name)
        if value is None or context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        if puzzle not in (AUTO, owner):
            if PUZZLE_OPTION in named_by:
                message = f"{option.opts[0]} is only for {owner}, but this is {puzzle}"
                raise WrongCombination(message, f"leave out {option.opts[0]}")
            message = f"{option.opts[0]} is for {owner}, but {named_by[0]} is for {puzzle}"
            raise WrongCombination(message, "leave out one of them")
        puzzle = owner
        named_by.append(option.opts[0])
        if is_for_solver:
            given[name] = value
    return BoardRequest(
        puzzle, lit, options=parse_game_options(puzzle, given), named_by=" and ".join(named_by)
    )


def _find_owner(option: click.Parameter, value: object) -> str | None:
    """Return the game that an option with this value is for, None if it is for all games."""
    if option.name == "text_form":
        return None if value in (None, GRID_FORM) else PANELS[STAR_BATTLE]
    # The text forms are those of a Star Battle, but every game has its published form.
    if option.name == "form":
        return None if value == PUBLISHED else PANELS[STAR_BATTLE]
    return PANELS.get(getattr(option, "panel", None) or "")


def take_look(values: dict[str, Any]) -> str:
    """Take ``lit`` and ``peg`` out of the values of options, if they are there; return the given
    one."""
    lit = values.pop("lit", AUTO)
    peg = values.pop("peg", AUTO)
    return str(lit if peg == AUTO else peg)


def parse_box(text: str) -> tuple[int, ...]:
    """Parse ``X,Y,W,H`` in pixels. Raises BadParameter."""
    found = match_value(BOX, text, "not four whole numbers such as 40,120,315,315")
    box = tuple(map(int, found.groups()))
    if 0 in box[2:]:
        raise click.BadParameter(f"{text!r} is not a box inside a picture")
    return box


def parse_fix(text: str) -> tuple[tuple[int, int], str]:
    """Parse a text such as ``3,4=B`` to a (row, col) and its letter. Raises BadParameter."""
    needed = "not a row, a column (both from 0) and a letter such as 3,4=B"
    found = match_value(FIX, text, needed)
    return (int(found[1]), int(found[2])), found[3]


def join_fixes(
    ctx: click.Context, param: click.Parameter, fixes: tuple[tuple[tuple[int, int], str], ...]
) -> dict[tuple[int, int], str]:
    """Return the letter of each (row, col). Raises BadParameter if a cell has two of them."""
    letters = dict(fixes)
    for cell, letter in fixes:
        if letters[cell] != letter:
            raise click.BadParameter(
                f"'{cell[0]},{cell[1]}={letter}' contradicts another value for the same cell",
                ctx,
                param,
            )
    return letters


# Each is a decorator that adds its option to a command.

puzzle_option = click.option(
    "--puzzle",
    type=click.Choice([AUTO, *TITLES]),
    default=AUTO,
    metavar="GAME",
    help=f"Game: {', '.join(TITLES)}; auto detects it.",
)
size_option = click.option(
    "--size", type=click.IntRange(2, 52), metavar="N", help="Size of the board, N by N."
)
crop_option = click.option(
    "--crop",
    type=parse_box,
    metavar="X,Y,W,H",
    help="Read only this part of the picture, in pixels.",
)
every_board_option = click.option(
    "--all",
    "every",
    is_flag=True,
    help="Read every board in the picture.",
)
solve_option = click.option(
    "--solve", is_flag=True, help="Solve what was read, and draw the solution too."
)
evidence_option = click.option(
    "--evidence",
    is_flag=True,
    help="Show the measurements behind the reading: all with --json, else the ten least certain.",
    panel=MORE_OPTIONS,
)
explain_option = click.option(
    "--explain",
    is_flag=True,
    help="Show the steps to the solution, and its difficulty if it has one.",
    panel=MORE_OPTIONS,
)
fix_option = click.option(
    "--fix",
    "fixes",
    multiple=True,
    type=parse_fix,
    callback=join_fixes,
    metavar="R,C=X",
    help="Assign the cell in row R, column C (both from 0) to region X; can be repeated.",
    panel=STAR_BATTLE,
)
stars_option = click.option(
    "--stars",
    type=click.IntRange(min=1),
    metavar="K",
    help="Number of stars per row, column and region.",
    panel=STAR_BATTLE,
)
form_option = click.option(
    "--to",
    "form",
    type=click.Choice(FORM_NAMES),
    metavar="FORM",
    help=f"Print the puzzle as text: {', '.join(FORM_NAMES)}.",
    panel=STAR_BATTLE,
)
read_form_option = click.option(
    "--to",
    "text_form",
    type=click.Choice(FORM_NAMES),
    metavar="FORM",
    help="Print as text: grid, or a form of solve.",
)
lit_option = click.option(
    "--lit",
    default=AUTO,
    type=parse_look,
    metavar="WHICH",
    help=f"Which lamps are lit: {LOOK}",
    panel=LIGHTS_OUT,
)
target_option = click.option(
    "--target",
    metavar="off|on|FILE",
    help="Goal: all lamps off, all lamps on, or the rows in FILE; usually off.",
    panel=LIGHTS_OUT,
)
rule_option = click.option(
    "--rule",
    type=click.Choice(RULE_NAMES),
    help="Lamps that a press changes: its own and those around it, not its own for -neighbours; "
    "lines: row and column.",
    panel=LIGHTS_OUT,
)
wrap_option = click.option(
    "--wrap", is_flag=True, help="Join opposite edges of the board.", panel=LIGHTS_OUT
)
matrix_option = click.option(
    "--matrix",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File with a table of digits: the effect of a press on each lamp.",
    panel=LIGHTS_OUT,
)
states_option = click.option(
    "--states",
    type=click.IntRange(2, 10),
    metavar="M",
    help="Number of states of a lamp, if the board does not show them all; a press moves it to the "
    "next one.",
    panel=LIGHTS_OUT,
)
hole_option = click.option(
    "--hole",
    type=click.IntRange(min=0),
    metavar="N",
    help="Hole that is empty at the start, for a named board.",
    panel=PEGS,
)
end_option = click.option(
    "--end",
    type=parse_end,
    metavar="N|any",
    help="Hole for the last peg, numbered row by row from 0; any hole by default.",
    panel=PEGS,
)
lattice_option = click.option(
    "--lattice",
    type=click.Choice(LATTICES),
    help="Arrangement of the rows, if the text does not show it.",
    panel=PEGS,
)
fewest_option = click.option(
    "--fewest",
    is_flag=True,
    help="Look for the fewest moves; a chain of jumps by one peg is one move.",
    panel=PEGS,
)
peg_option = click.option(
    "--peg",
    default=AUTO,
    type=parse_look,
    metavar="WHICH",
    help=f"Which holes have pegs: {LOOK}",
    panel=PEGS,
)


cdp_option = click.option(
    "--cdp",
    default="",
    metavar="URL",
    help="Use a running Chromium: the tab with the page.",
)
tab_option = click.option(
    "--tab",
    default="",
    metavar="TEXT",
    help="With --cdp: the tab with this text in title or address.",
)


def picture_options(verb: Verb) -> Verb:
    """Add ``--crop``, ``--size`` and ``--fix``, for a command that takes pictures beside texts."""
    return crop_option(size_option(fix_option(verb)))


def lamp_options(verb: Verb) -> Verb:
    """Add the options for the goal of a board of lamps and for the effect of a press."""
    return target_option(rule_option(wrap_option(matrix_option(states_option(verb)))))


def solver_options(verb: Verb) -> Verb:
    """Add the options for facts that a puzzle of any game may not show, and for its picture."""
    of_pegs = peg_options(fewest_option(peg_option(verb)))
    return stars_option(lamp_options(lit_option(of_pegs)))


def peg_options(verb: Verb) -> Verb:
    """Add the options for facts that a board of pegs does not show."""
    return hole_option(end_option(lattice_option(verb)))
