"""Command-line options for puzzles and pictures; each game's options have a panel of their own in
the help.

The web page's requests have parameters with the same names, which are validated by the same
options. Nothing heavy is imported here, so that `autoplay --help` stays quick.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import rich_click as click
from click.core import ParameterSource

from autoplay.games import TITLES
from solvers.names import FORM_NAMES, LATTICES, RULE_NAMES

Verb = TypeVar("Verb", bound=Callable[..., Any])

STAR_BATTLE = TITLES["star-battle"]
LIGHTS_OUT = TITLES["lights-out"]
PEGS = TITLES["pegs"]
PANELS = {title: name for name, title in TITLES.items()}
"""Panel in ``--help`` with the options of one game → the game's name in ``--puzzle``."""
LATTICE = "Arrangement of the rows, if the text does not show it."
AUTO = "auto"
ANY = "any"
HOLE = re.compile("[0-9]{1,3}")
LOOKS = (AUTO, "bright", "dark", "all", "none")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
RULE = (
    "Lamps that a press changes: its own and those around it, not its own for -neighbours; "
    "lines: row and column."
)
MATRIX = "File with a table of digits: the effect of a press on each lamp."
EXPLAIN = "Show the steps to the solution, and its difficulty."
FEWEST = "Look for the fewest moves; a chain of jumps by one peg is one move."
STATES = (
    "Number of states of a lamp, if the board does not show them all; a press moves it to the next "
    "one."
)


def parse_look(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Parse the name of an appearance, or a colour as ``#rrggbb``. Raises BadParameter."""
    if value not in LOOKS and not COLOUR.fullmatch(value):
        message = f"{value!r} is neither one of {', '.join(LOOKS)} nor a colour such as #ffcc00"
        raise click.BadParameter(message, ctx, param)
    return value


def parse_end(ctx: click.Context, param: click.Parameter, value: str | None) -> int | str | None:
    """Parse the number of a hole, or "any". Raises BadParameter."""
    if value is None or value == ANY:
        return value
    if not HOLE.fullmatch(value):
        message = f"{value!r} is neither {ANY} nor the number of a hole, row by row from 0"
        raise click.BadParameter(message, ctx, param)
    return int(value)


def puzzle_option(verb: Verb) -> Verb:
    """Add ``--puzzle GAME``. `puzzle_asked` returns it."""
    names = list(TITLES)
    return click.option(
        "--puzzle",
        type=click.Choice([AUTO, *names]),
        default=AUTO,
        metavar="GAME",
        help=f"Game: {', '.join(names)}; auto detects it.",
    )(verb)


def puzzle_asked(puzzle: str) -> str:
    """Return the game of ``--puzzle``, or that of the given options, or "auto".

    Raises UsageError if options of another game are given.
    """
    for option, owner in _options_of_games():
        if _is_given(option):
            if puzzle not in (AUTO, owner):
                raise click.UsageError(
                    f"{option.opts[0]} is only for {owner}, but this is {puzzle}"
                )
            puzzle = owner
    return puzzle


def option_values(wished: dict[str, Any]) -> dict[str, Any]:
    """Take all options that belong to one game out of ``wished``; return the values of those that
    are given."""
    own = [option for option, _ in _options_of_games() if option.name in wished]
    values = {option.name: wished.pop(option.name) for option in own}
    return {option.name: values[option.name] for option in own if _is_given(option)}


def look_asked(wished: dict[str, Any]) -> str:
    """Take ``--lit`` and ``--peg`` out of ``wished``, if they are there; return the given one."""
    lit = wished.pop("lit", AUTO)
    peg = wished.pop("peg", AUTO)
    return str(lit if peg == AUTO else peg)


def _options_of_games() -> Iterator[tuple[Any, str]]:
    """Yield the options of this command that belong to one game, each with the game's name."""
    for option in _context().command.params:
        if owner := PANELS.get(getattr(option, "panel", "")):
            yield option, owner


def _is_given(option: Any) -> bool:
    context = _context()
    is_said = context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    return is_said and context.params.get(option.name) is not None


def _context() -> click.Context:
    context = click.get_current_context()
    assert context is not None
    return context


def parse_box(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[int, ...] | None:
    """Parse ``X,Y,W,H`` in pixels. Raises BadParameter."""
    if value is None:
        return None
    try:
        x, y, width, height = (int(part) for part in value.split(","))
    except ValueError:
        message = f"{value!r} is not four whole numbers such as 40,120,315,315"
        raise click.BadParameter(message, ctx, param) from None
    if min(x, y) < 0 or min(width, height) < 1:
        raise click.BadParameter(f"{value!r} is not a box inside a picture", ctx, param)
    return x, y, width, height


def parse_fixes(
    ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]
) -> dict[tuple[int, int], str]:
    """Parse texts such as ``3,4=B`` to a letter for each (row, col). Raises BadParameter."""
    fixes: dict[tuple[int, int], str] = {}
    for text in texts:
        found = re.fullmatch(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*=\s*(\w)\s*", text)
        if not found:
            message = f"{text!r} is not a row, a column (both from 0) and a letter such as 3,4=B"
            raise click.BadParameter(message, ctx, param)
        cell = int(found[1]), int(found[2])
        if fixes.setdefault(cell, found[3]) != found[3]:
            raise click.BadParameter(
                f"{text!r} contradicts an earlier value for the same cell", ctx, param
            )
    return fixes


def size_option(verb: Verb) -> Verb:
    """Add ``--size N``: the board is N by N."""
    return click.option(
        "--size", type=click.IntRange(2, 52), metavar="N", help="Size of the board, N by N."
    )(verb)


def crop_option(verb: Verb) -> Verb:
    """Add ``--crop X,Y,W,H``: read only this part of the picture."""
    text = "Read only this part of the picture, in pixels."
    return click.option("--crop", callback=parse_box, metavar="X,Y,W,H", help=text)(verb)


def picture_options(verb: Verb) -> Verb:
    """Add ``--crop``, ``--size`` and ``--fix``, for a command that takes pictures beside texts."""
    return crop_option(size_option(fix_option(verb)))


def every_board_option(verb: Verb) -> Verb:
    """Add ``--all``: every board in a picture."""
    return click.option(
        "--all",
        "every",
        is_flag=True,
        help="Read every board in the picture instead of a single one.",
    )(verb)


def solve_option(verb: Verb) -> Verb:
    """Add ``--solve``: solve what was read."""
    return click.option(
        "--solve", is_flag=True, help="Solve what was read, and draw the solution too."
    )(verb)


def explain_option(verb: Verb) -> Verb:
    """Add ``--explain``: the steps to the solution."""
    return click.option("--explain", is_flag=True, help=EXPLAIN, panel=STAR_BATTLE)(verb)


def fewest_option(verb: Verb) -> Verb:
    """Add ``--fewest``: the fewest moves."""
    return click.option("--fewest", is_flag=True, help=FEWEST, panel=PEGS)(verb)


def fix_option(verb: Verb) -> Verb:
    """Add ``--fix R,C=X``: the region of a cell."""
    text = "Assign the cell in row R, column C (both from 0) to region X; can be repeated."
    return click.option(
        "--fix",
        "fixes",
        multiple=True,
        callback=parse_fixes,
        metavar="R,C=X",
        help=text,
        panel=STAR_BATTLE,
    )(verb)


def stars_option(verb: Verb) -> Verb:
    """Add ``--stars K``: the stars per row, column and region."""
    kind = click.IntRange(min=1)
    text = "Number of stars per row, column and region."
    return click.option("--stars", type=kind, metavar="K", help=text, panel=STAR_BATTLE)(verb)


def lit_option(verb: Verb) -> Verb:
    """Add ``--lit WHICH``: the appearance of lit lamps, as in ``vision.read_board``."""
    return _look_option("--lit", "Which lamps are lit", LIGHTS_OUT)(verb)


def peg_option(verb: Verb) -> Verb:
    """Add ``--peg WHICH``: the appearance of pegs, passed as ``lit`` to ``vision.read_board``."""
    return _look_option("--peg", "Which sites are pegs", PEGS)(verb)


def _look_option(name: str, what: str, panel: str) -> Callable[[Verb], Verb]:
    text = f"{what}: auto, bright, dark, all, none, or those nearest to a colour such as #ffcc00."
    return click.option(
        name, default=AUTO, callback=parse_look, metavar="WHICH", help=text, panel=panel
    )


def lamp_options(verb: Verb) -> Verb:
    """Add ``--target``, and ``--rule``, ``--wrap``, ``--matrix`` and ``--states``: goal and effect
    of presses."""
    file = click.Path(exists=True, dir_okay=False, path_type=Path)
    for option in (
        click.option(
            "--states", type=click.IntRange(2, 10), metavar="M", help=STATES, panel=LIGHTS_OUT
        ),
        click.option("--matrix", type=file, metavar="FILE", help=MATRIX, panel=LIGHTS_OUT),
        click.option(
            "--wrap", is_flag=True, help="Join opposite edges of the board.", panel=LIGHTS_OUT
        ),
        click.option("--rule", type=click.Choice(RULE_NAMES), help=RULE, panel=LIGHTS_OUT),
        target_option,
    ):
        verb = option(verb)
    return verb


def peg_options(verb: Verb) -> Verb:
    """Add ``--hole``, ``--end`` and ``--lattice``: facts that a board of pegs does not show."""
    hole = click.IntRange(min=0)
    for option in (
        click.option("--lattice", type=click.Choice(LATTICES), help=LATTICE, panel=PEGS),
        end_option,
        click.option(
            "--hole",
            type=hole,
            metavar="N",
            help="Hole that is empty at the start, for a named board.",
            panel=PEGS,
        ),
    ):
        verb = option(verb)
    return verb


def end_option(verb: Verb) -> Verb:
    """Add ``--end N|any``: the hole of the last peg."""
    text = "Hole for the last peg, numbered row by row from 0; any hole by default."
    return click.option("--end", callback=parse_end, metavar="N|any", help=text, panel=PEGS)(verb)


def target_option(verb: Verb) -> Verb:
    """Add ``--target on|off|FILE``: the goal state of the lamps."""
    text = "Goal: all lamps off, all lamps on, or the rows in FILE; usually off."
    return click.option("--target", metavar="off|on|FILE", help=text, panel=LIGHTS_OUT)(verb)


def form_option(verb: Verb) -> Verb:
    """Add ``--to FORM``: print the puzzle as text in a form of ``solvers.notation.FORMS``."""
    return click.option(
        "--to",
        "form",
        type=click.Choice(FORM_NAMES),
        help="Print the puzzle as text in this form.",
        panel=STAR_BATTLE,
    )(verb)
