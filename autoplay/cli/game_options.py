"""Which puzzle is meant, and the options that only one kind of puzzle knows, each kind in a panel of the help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click
from click.core import ParameterSource

if TYPE_CHECKING:
    from autoplay.games.options import PuzzleOptions

Verb = TypeVar("Verb", bound=Callable[..., Any])

STAR_BATTLE = "Star Battle"
LIGHTS_OUT = "Lights Out"
PEGS = "Peg solitaire"
PANELS = {STAR_BATTLE: "star-battle", LIGHTS_OUT: "lights-out", PEGS: "pegs"}
"""Panel of the options in ``--help`` that only one kind of puzzle knows → the name of that kind in ``--puzzle``."""
RULES = (
    "plus",
    "neighbours",
    "diagonal",
    "diagonal-neighbours",
    "square",
    "square-neighbours",
    "knight",
    "knight-neighbours",
    "lines",
)
"""Those of solvers.lights_out, which ``--help`` need not import."""
FORMS = ("letters", "numbers", "task", "puzz.link", "pzprv3", "penpa", "sbn", "compact")
"""Those of solvers.notation, likewise."""
DRAWINGS = ("svg", "png", "pdf", "html")
"""Those of autoplay.report.printing, likewise."""
LATTICES = ("square", "triangular")
LATTICE = "How the rows of a text stand, where they do not show it themselves."
AUTO = "auto"
ANY = "any"
HOLE = re.compile("[0-9]{1,3}")
LOOKS = (AUTO, "bright", "dark", "all", "none")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
RULE = "What a press changes: the lamp with those around it, or -neighbours for those alone; lines: its row and column."
MATRIX = "What a press on each lamp changes, as a table of digits."
STATES = "How many states a lamp has, where the board does not show them all; a press moves it to the next one."


def parse_look(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The name of a look, or a colour as ``#rrggbb``; raises BadParameter."""
    if value not in LOOKS and not COLOUR.fullmatch(value):
        message = f"{value!r} is neither one of {', '.join(LOOKS)} nor a colour such as #ffcc00"
        raise click.BadParameter(message, ctx, param)
    return value


def parse_end(ctx: click.Context, param: click.Parameter, value: str | None) -> int | str | None:
    """The number of a hole, or "any"; raises BadParameter."""
    if value is None or value == ANY:
        return value
    if not HOLE.fullmatch(value):
        message = f"{value!r} is neither {ANY} nor the number of a hole, row by row from 0"
        raise click.BadParameter(message, ctx, param)
    return int(value)


def parse_to(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:  # noqa: ARG001
    """The form of a text; a kind of drawing, which every game has, goes to the parameter ``drawing``."""
    ctx.params["drawing"] = value if value in DRAWINGS else None
    return None if value in DRAWINGS else value


def puzzle_option(verb: Verb) -> Verb:
    """``--puzzle NAME``: the game; ``puzzle_asked`` says which one is meant. Its own options come after the others."""
    names = click.Choice((AUTO, *PANELS.values()))
    verb = click.option("--puzzle", type=names, default=AUTO, help="Which puzzle it is; auto finds out.")(verb)
    return click.option_panel("Options")(verb)


def puzzle_asked(puzzle: str) -> str:
    """The kind that ``--puzzle`` names, else the only one that knows the options that are given, else "auto".

    Raises UsageError where options are given that it does not know.
    """
    for option, owner in _options_of_games():
        if _is_given(option):
            if puzzle not in (AUTO, owner):
                raise click.UsageError(f"{option.opts[0]} is of {owner} alone, and this is {puzzle}")
            puzzle = owner
    return puzzle


def options_given(puzzle: str, wished: dict[str, Any]) -> PuzzleOptions | None:
    """What the options say that only this kind of puzzle knows, None where none is given.

    All that are of one kind alone are taken out of ``wished``. Raises BadNotation where they contradict each other, or
    a file does not hold what it should.
    """
    own = [option for option, _ in _options_of_games() if option.name in wished]
    values = {option.name: wished.pop(option.name) for option in own}
    said = {option.name: values[option.name] for option in own if _is_given(option)}
    if not said:
        return None
    from autoplay.games import GAMES

    return GAMES[puzzle].options(said)


def look_asked(wished: dict[str, Any]) -> str:
    """Which look ``--lit`` or ``--peg`` names, which are taken out of the others; there is one of them at most."""
    lit, peg = wished.pop("lit"), wished.pop("peg")
    return str(lit if peg == AUTO else peg)


def _options_of_games() -> Iterator[tuple[Any, str]]:
    """The options of this verb that only one kind of puzzle knows, and the name of that."""
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


def stars_option(verb: Verb) -> Verb:
    """``--stars K``: how many stars go into each row, column and region."""
    kind = click.IntRange(min=1)
    text = "Stars per row, column and region."
    return click.option("--stars", type=kind, metavar="K", help=text, panel=STAR_BATTLE)(verb)


def lit_option(verb: Verb) -> Verb:
    """``--lit WHICH``: which look of a lamp is the lit one, as ``vision.read_board`` takes it."""
    return _look_option("--lit", "Which lamps are lit", LIGHTS_OUT)(verb)


def peg_option(verb: Verb) -> Verb:
    """``--peg WHICH``: which look of a site is a peg, as ``vision.read_board`` takes it for ``lit``."""
    return _look_option("--peg", "Which sites are pegs", PEGS)(verb)


def _look_option(name: str, what: str, panel: str) -> Callable[[Verb], Verb]:
    text = f"{what}: auto, bright, dark, all, none, or those nearest to a colour such as #ffcc00."
    return click.option(name, default=AUTO, callback=parse_look, metavar="WHICH", help=text, panel=panel)


def lamp_options(verb: Verb) -> Verb:
    """``--target``, and ``--rule``, ``--wrap``, ``--matrix`` and ``--states``: what a press changes."""
    file = click.Path(exists=True, dir_okay=False, path_type=Path)
    for option in (
        click.option("--states", type=click.IntRange(2, 10), metavar="M", help=STATES, panel=LIGHTS_OUT),
        click.option("--matrix", type=file, metavar="FILE", help=MATRIX, panel=LIGHTS_OUT),
        click.option("--wrap", is_flag=True, help="The edges of the board are joined.", panel=LIGHTS_OUT),
        click.option("--rule", type=click.Choice(RULES), help=RULE, panel=LIGHTS_OUT),
        target_option,
    ):
        verb = option(verb)
    return verb


def peg_options(verb: Verb) -> Verb:
    """``--hole``, ``--end`` and ``--lattice``: what a board of pegs does not say itself."""
    hole = click.IntRange(min=0)
    for option in (
        click.option("--lattice", type=click.Choice(LATTICES), help=LATTICE, panel=PEGS),
        end_option,
        click.option("--hole", type=hole, metavar="N", help="The empty hole of a board by name.", panel=PEGS),
    ):
        verb = option(verb)
    return verb


def end_option(verb: Verb) -> Verb:
    """``--end N|any``: where the last peg is to be."""
    text = "Where the last peg shall be: hole N, row by row from 0, or anywhere, which is usual."
    return click.option("--end", callback=parse_end, metavar="N|any", help=text, panel=PEGS)(verb)


def target_option(verb: Verb) -> Verb:
    """``--target on|off|FILE``: how the lamps are to be at the end."""
    text = "How the lamps shall be: all off, which is usual, all on, or as the rows in FILE."
    return click.option("--target", metavar="off|on|FILE", help=text, panel=LIGHTS_OUT)(verb)


def form_option(verb: Verb) -> Verb:
    """``--to FORM``: the puzzle as text in this form, by its name in ``solvers.notation.FORMS``; None without it."""
    return click.option(
        "--to",
        "form",
        type=click.Choice(FORMS),
        help="Print the puzzle as text in this form.",
        panel=STAR_BATTLE,
    )(verb)


def to_option(verb: Verb) -> Verb:
    """``--to``: the same or, of every game, a kind of drawing, which is given as ``drawing`` then."""
    text = f"The puzzle as text in a form of Star Battle ({', '.join(FORMS)}), or it and its solution drawn for print."
    return click.option(
        "--to",
        "form",
        type=click.Choice((*DRAWINGS, *FORMS)),
        metavar="|".join(DRAWINGS) + "|FORM",
        callback=parse_to,
        help=text,
        panel=STAR_BATTLE,
    )(verb)
