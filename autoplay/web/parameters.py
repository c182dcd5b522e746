"""Parameters of API requests, validated by the command-line options of the same names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final

import msgspec
import rich_click as click
from msgspec import Meta

from autoplay.batch.sources import Source
from autoplay.click_options import (
    AUTO,
    crop_option,
    every_board_option,
    explain_option,
    fewest_option,
    fix_option,
    form_option,
    lamp_options,
    lit_option,
    look_asked,
    option_values,
    peg_option,
    peg_options,
    puzzle_asked,
    puzzle_option,
    size_option,
    solve_option,
    stars_option,
)
from autoplay.games import GAMES, game_options
from autoplay.games.requests import ReadRequest, SolveRequest
from autoplay.web.errors import BadRequest
from autoplay.web.limits import Limits
from autoplay.web.tasks import SHEET_TYPES, ReadTask, Row, SheetTask, SolveTask
from solvers.names import FORM_NAMES

OWN: Final = ("explain", "lines")
"""Parameters of a request to read that are not options of `autoplay read`."""
SOLVE: Final = ("puzzle", "explain", "to", "fewest")
"""Keys of a question that are options of `autoplay solve`."""
PUZZLE_KEYS: Final = ("stars", "target", "states", "rule", "wrap", "matrix", "hole", "end", "lattice")
"""Keys that belong to a puzzle: fields of a row, or options for a text."""
WORDS: Final[dict[str, Sequence[str]]] = {"to": FORM_NAMES, "target": ("off", "on")}
"""Values of options that also take files or drawings on the command line."""
YES, NO = ("", "1", "true", "yes", "on"), ("0", "false", "no", "off")
EXAMPLE: Final = '{"text": "…"} or {"grid": ["AAB", …]}'
DOCUMENT: Final = "/openapi.json lists the parameters"


@click.command("read")
@puzzle_option
@size_option
@crop_option
@every_board_option
@solve_option
@stars_option
@fix_option
@form_option
@lit_option
@peg_option
def read_parameters(**_: Any) -> None:
    """Parameters of a request to read, by the names of their options."""


@click.command("solve")
@puzzle_option
@stars_option
@explain_option
@form_option
@lamp_options
@peg_options
@fewest_option
def solve_parameters(**_: Any) -> None:
    """Parameters of a request to solve, by the names of their options."""


class Question(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Puzzle as text or as a row of JSON Lines for `autoplay solve`, and the options of the request."""

    text: str | None = None
    grid: list[str] | None = None
    id: int | str | None = None
    puzzle: Annotated[str, Meta(extra_json_schema={"enum": [AUTO, *GAMES]})] = AUTO
    stars: int | None = None
    explain: bool = False
    board: bool = False
    to: Annotated[str, Meta(extra_json_schema={"enum": list(FORM_NAMES)})] | None = None
    fewest: bool = False
    target: str | list[str] | None = None
    states: int | None = None
    rule: str | None = None
    wrap: bool = False
    matrix: list[str] | None = None
    hole: int | None = None
    end: int | str | list[int] | None = None
    lattice: str | None = None


def read_options() -> dict[str, click.Option]:
    """Return the options of `read_parameters` by name."""
    options = [option for option in read_parameters.params if isinstance(option, click.Option)]
    return {option.opts[0].removeprefix("--"): option for option in options}


def read_task(parameters: Sequence[tuple[str, str]], limits: Limits) -> ReadTask:
    """Return the task of a request to read, still without the picture. Raises BadRequest."""
    own: dict[str, Any] = {name: _is_yes(name, value) for name, value in parameters if name in OWN}
    arguments = [argument for name, value in parameters if name not in OWN for argument in _argument(name, value)]
    with _parsed(read_parameters, arguments) as wished:
        puzzle, lit, fixes = puzzle_asked(wished["puzzle"]), look_asked(wished), wished.pop("fixes")
        options = game_options(puzzle, option_values(wished))
    size, crop, every = wished["size"], wished["crop"], wished["every"]
    if fixes and every:
        raise BadRequest("fix is about one board", hint="crop for that board, without all")
    solves = wished["solve"] or own.get("explain", False)
    return ReadTask(ReadRequest(puzzle, lit, size, crop, fixes, every, solves, options), limits, **own)


def solve_task(body: bytes, limits: Limits) -> SolveTask:
    """Return the task of a request to solve from its body. Raises BadRequest."""
    try:
        question = msgspec.json.decode(body, type=Question)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRequest(f"the body is not a valid request: {error}", hint=EXAMPLE) from None
    if (question.text is None) == (question.grid is None):
        raise BadRequest("a puzzle needs either a text or a grid", hint=EXAMPLE)
    given = msgspec.to_builtins(question)
    names = SOLVE if question.text is None else (*SOLVE, *PUZZLE_KEYS)
    with _parsed(solve_parameters, [_option(name, given[name]) for name in names if name in given]) as wished:
        puzzle = puzzle_asked(wished["puzzle"])
        options = game_options(puzzle, option_values(wished))
    request = SolveRequest(puzzle, timeout_s=limits.timeout_s, options=options)
    label: Row = {} if question.id is None else {"id": question.id}
    return SolveTask(_source(question.text, given), request, label, question.board)


def sheet_task(parameters: Sequence[tuple[str, str]], body: bytes, limits: Limits) -> SheetTask:
    """Return the task of a request to draw. Raises BadRequest."""
    values = dict(parameters)
    kind, solution = values.pop("to", "svg"), values.pop("solution", "0")
    if values:
        raise BadRequest(f"{next(iter(values))[:40]!r} is not a parameter", hint=DOCUMENT)
    found = next((name for name in SHEET_TYPES if name == kind), None)
    if not found:
        raise BadRequest(f"to is {kind[:40]!r}", hint=f"one of {', '.join(SHEET_TYPES)}")
    return SheetTask(solve_task(body, limits), found, _is_yes("solution", solution))


@contextmanager
def _parsed(command: click.Command, arguments: list[str]) -> Iterator[dict[str, Any]]:
    """Parse the options of a command. Raises BadRequest, also for usage errors in the block."""
    try:
        with command.make_context(str(command.name), arguments) as context:
            yield dict(context.params)
    except click.ClickException as error:
        raise BadRequest(error.format_message().rstrip("."), hint=DOCUMENT) from None


def _argument(name: str, value: str) -> list[str]:
    """Return a parameter as command-line arguments. Raises BadRequest."""
    if name not in read_options():
        raise BadRequest(f"{name[:40]!r} is not a parameter", hint=DOCUMENT)
    if read_options()[name].is_flag:
        return [f"--{name}"] * _is_yes(name, value)
    return [f"--{name}={value}"]


def _is_yes(name: str, value: str) -> bool:
    if value.lower() not in (*YES, *NO):
        raise BadRequest(f"{name} is {value[:40]!r}, which is neither true nor false", hint=DOCUMENT)
    return value.lower() in YES


def _option(name: str, value: object) -> str:
    """Return an option of a question as a command-line argument. Raises BadRequest."""
    if isinstance(value, list):
        raise BadRequest(f"{name} can only be a list together with a grid", hint='{"grid": ["…", …]} instead of a text')
    words = WORDS.get(name)
    if words and value not in words:
        raise BadRequest(f"{name} is {str(value)[:40]!r}", hint=f"one of {', '.join(words)}")
    return f"--{name}" if value is True else f"--{name}={value}"


def _source(text: str | None, given: dict[str, Any]) -> Source:
    """Return the puzzle of a question: its text, or a row."""
    if text is not None:
        return Source(text, "text")
    row = {name: given[name] for name in ("id", "puzzle", "grid", *PUZZLE_KEYS) if name in given}
    return Source(msgspec.json.encode(row).decode(), line=1)
