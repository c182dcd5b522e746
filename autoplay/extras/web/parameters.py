"""Parameters of API requests, validated by the command-line options of the same names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import rich_click as click
from msgspec import Meta

from autoplay.click_options import (
    crop_option,
    every_board_option,
    evidence_option,
    explain_option,
    fewest_option,
    fix_option,
    form_option,
    lamp_options,
    lit_option,
    peg_option,
    peg_options,
    puzzle_option,
    read_form_option,
    size_option,
    solve_option,
    stars_option,
    take_game,
)
from autoplay.extras.web.limits import BadRequest, Limits, NotOpened
from autoplay.extras.web.tasks import (
    SHEET_TYPES,
    Row,
    WebTask,
    answer_question,
    draw_puzzle,
    read_board,
)
from autoplay.games import AUTO, GAMES, ReadRequest, SolveRequest, Steps
from autoplay.sources.puzzles import Source, is_page_address, is_picture_address, split_text
from solvers.errors import decoding
from solvers.names import FORM_NAMES

SOLVE_KEYS: Final = ("puzzle", "explain", "to", "fewest")
"""Keys of a question that are options of `autoplay solve`."""
PUZZLE_KEYS: Final = (
    "stars",
    "target",
    "states",
    "rule",
    "wrap",
    "matrix",
    "hole",
    "end",
    "lattice",
)
"""Keys that belong to a puzzle: fields of a row, or options for a text."""
WORDS: Final[dict[str, Sequence[str]]] = {"to": FORM_NAMES, "target": ("off", "on")}
"""Values of options that also take files or drawings on the command line."""
MOST_SHOWN: Final = 40
"""Characters of a wrong value that its error shows."""
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
@read_form_option
@lit_option
@peg_option
@evidence_option
@click.option("--explain", is_flag=True, help="Solve it, and return the steps to the solution.")
@click.option(
    "--lines",
    is_flag=True,
    help="Return the positions of the lines between the cells: xs, ys and warp.",
)
def read_parameters(**_: Any) -> None:
    """Parameters of a request to read: options of `autoplay read`, and two of its own."""


@click.command("solve")
@puzzle_option
@stars_option
@explain_option
@form_option
@lamp_options
@peg_options
@fewest_option
def solve_parameters(**_: Any) -> None:
    """Parameters of a request to solve: options of `autoplay solve`."""


@click.command("sheet")
@click.option(
    "--to",
    "kind",
    type=click.Choice(list(SHEET_TYPES)),
    default="svg",
    help="Kind of file. PNG and PDF need a browser on the server.",
)
@click.option("--solution", is_flag=True, help="Draw the solution below the puzzle.")
def sheet_parameters(**_: Any) -> None:
    """Parameters of a request to draw."""


class Question(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Puzzle as text or as a row of JSON Lines for `autoplay solve`, and the request's options."""

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


def list_options(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a command by the names of the parameters that they validate."""
    options = [option for option in command.params if isinstance(option, click.Option)]
    return {option.opts[0].removeprefix("--"): option for option in options}


def parse_read_task(
    parameters: Sequence[tuple[str, str]], limits: Limits, keep: Path | None
) -> Callable[[bytes], WebTask]:
    """Return what makes the task of a request to read, once the picture is there. Raises
    BadRequest."""
    arguments = _make_arguments(read_parameters, parameters)
    with _parse_options(read_parameters, arguments) as values:
        game = take_game(values)
    fixes = values["fixes"]
    if fixes and values["every"]:
        raise BadRequest("fix is about one board", hint="crop for that board, without all")
    request = ReadRequest(
        puzzle=game.puzzle,
        lit=game.lit,
        size=values["size"],
        crop=values["crop"],
        fixes=fixes,
        every=values["every"],
        solve=values["solve"] or values["explain"],
        options=game.options,
        text_form=values["text_form"],
        named_by=game.named_by,
    )
    return lambda data: partial(
        read_board,
        request,
        limits,
        data,
        keep,
        evidence=values["evidence"],
        explain=values["explain"],
        lines=values["lines"],
    )


def parse_solve_task(body: bytes, limits: Limits) -> WebTask:
    """Return the task of a request to solve from its body. Raises BadRequest."""
    question = _parse_question(body)
    label: Row = {} if question.id is None else {"id": question.id}
    source, request = _take_puzzle(question, limits)
    return partial(answer_question, source, request, label, with_board=question.board)


def _parse_question(body: bytes) -> Question:
    with decoding(BadRequest, "the body is not a valid request", EXAMPLE):
        question = msgspec.json.decode(body, type=Question)
    if (question.text is None) == (question.grid is None):
        raise BadRequest("a puzzle needs either a text or a grid", hint=EXAMPLE)
    return question


def _take_puzzle(question: Question, limits: Limits) -> tuple[Source, SolveRequest]:
    """Return the puzzle of a question, and the request to solve it. Raises BadRequest."""
    given = msgspec.to_builtins(question)
    # A grid comes with its puzzle's own settings as a row; for a text they are options.
    names = SOLVE_KEYS if question.text is None else SOLVE_KEYS + PUZZLE_KEYS
    arguments = [_make_option(name, given[name]) for name in names if name in given]
    with _parse_options(solve_parameters, arguments) as values:
        steps: Steps | None = "all" if values.pop("explain") else None
        game = take_game(values)
    request = SolveRequest(
        game.puzzle,
        timeout_s=limits.timeout_s,
        options=game.options,
        steps=steps,
        named_by=game.named_by,
    )
    return _make_source(question, given), request


def parse_sheet_task(
    parameters: Sequence[tuple[str, str]],
    body: bytes,
    limits: Limits,
) -> WebTask:
    """Return the task of a request to draw. Raises BadRequest."""
    with _parse_options(sheet_parameters, _make_arguments(sheet_parameters, parameters)) as values:
        source, request = _take_puzzle(_parse_question(body), limits)
        return partial(
            draw_puzzle, source, request, values["kind"], with_solution=values["solution"]
        )


@contextmanager
def _parse_options(command: click.Command, arguments: list[str]) -> Iterator[dict[str, Any]]:
    """Parse the options of a command. Raises BadRequest, also for usage errors in the block."""
    try:
        with command.make_context(str(command.name), arguments) as context:
            yield dict(context.params)
    except click.ClickException as error:
        hint = getattr(error, "hint", "") or DOCUMENT
        raise BadRequest(error.format_message().rstrip("."), hint=hint) from None


def _make_arguments(command: click.Command, parameters: Sequence[tuple[str, str]]) -> list[str]:
    """Return parameters as the arguments of a command. Raises BadRequest."""
    options = list_options(command)
    arguments = []
    for name, value in parameters:
        if name not in options:
            raise BadRequest(f"{name[:MOST_SHOWN]!r} is not a parameter", hint=DOCUMENT)
        if not options[name].is_flag:
            arguments.append(f"--{name}={value}")
            continue
        try:
            if click.BOOL.convert(value or "true", options[name], None):
                arguments.append(f"--{name}")
        except click.BadParameter as error:
            raise BadRequest(f"{name}: {error.message}", hint=DOCUMENT) from None
    return arguments


def _make_option(name: str, value: object) -> str:
    """Return an option of a question as a command-line argument. Raises BadRequest."""
    if isinstance(value, list):
        raise BadRequest(
            f"{name} can only be a list together with a grid",
            hint='{"grid": ["…", …]} instead of a text',
        )
    words = WORDS.get(name)
    if words and value not in words:
        raise BadRequest(
            f"{name} is {str(value)[:MOST_SHOWN]!r}", hint=f"one of {', '.join(words)}"
        )
    return f"--{name}" if value is True else f"--{name}={value}"


def _make_source(question: Question, given: dict[str, Any]) -> Source:
    """Return the puzzle of a question: its text, or a row.

    Raises BadRequest for several puzzles, NotOpened for an address that holds none.
    """
    if question.text is not None:
        address = question.text.strip()
        if is_page_address(address) or is_picture_address(address):
            raise NotOpened(
                f"{address[:MOST_SHOWN]} is not opened here",
                hint="save the picture and send it, or run autoplay read with the address",
            )
        found = list(split_text(question.text, "text"))
        if len(found) > 1:
            raise BadRequest(f"the text has {len(found)} puzzles", hint="one at a time")
        return found[0]
    names = {"id", "puzzle", "grid"}.union(PUZZLE_KEYS)
    row = {name: value for name, value in given.items() if name in names}
    return Source(msgspec.json.encode(row).decode(), line=1)
