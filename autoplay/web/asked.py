"""What a request asks for, checked by the options of the command line that have the same names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final

import msgspec
import rich_click as click
from msgspec import Meta

from autoplay.batch.sources import Source
from autoplay.cli.game_options import AUTO, FORMS, look_asked, options_given, puzzle_asked
from autoplay.cli.read import read
from autoplay.cli.solve import solve
from autoplay.games import GAMES
from autoplay.games.requests import ReadRequest, SolveRequest
from autoplay.web.errors import BadRequest
from autoplay.web.limits import Limits
from autoplay.web.work import ReadTask, SolveTask

READ: Final = ("puzzle", "size", "crop", "all", "solve", "stars", "fix", "to", "lit", "peg")
"""Options of `autoplay read` that a request may name; the others are about files."""
OWN: Final = ("explain", "lines")
"""What a request to read may ask for beside them: the steps, and where the lines between cells are."""
ASKED: Final = ("puzzle", "explain", "to", "fewest")
"""Keys of a question that are options of `autoplay solve`."""
TERMS: Final = ("stars", "target", "states", "rule", "wrap", "matrix", "hole", "end", "lattice")
"""Keys that belong to a puzzle: a row has them itself, of a text they are options."""
WORDS: Final[dict[str, Sequence[str]]] = {"to": FORMS, "target": ("off", "on")}
"""All that options may say that have files and drawings besides on the command line."""
YES, NO = ("", "1", "true", "yes", "on"), ("0", "false", "no", "off")
DOCUMENT: Final = "/openapi.json lists what a request may say"


class Question(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A puzzle as text, or as the row of JSON Lines that `autoplay solve` takes, and what is asked about it."""

    text: str | None = None
    grid: list[str] | None = None
    id: int | str | None = None
    puzzle: Annotated[str, Meta(extra_json_schema={"enum": [AUTO, *GAMES]})] = AUTO
    stars: int | None = None
    explain: bool = False
    to: Annotated[str, Meta(extra_json_schema={"enum": list(FORMS)})] | None = None
    fewest: bool = False
    target: str | list[str] | None = None
    states: int | None = None
    rule: str | None = None
    wrap: bool = False
    matrix: list[str] | None = None
    hole: int | None = None
    end: int | str | list[int] | None = None
    lattice: str | None = None


def option(verb: click.Command, name: str) -> click.Option:
    """The option of a verb that is called so."""
    return next(one for one in verb.params if isinstance(one, click.Option) and f"--{name}" in one.opts)


def read_task(said: Sequence[tuple[str, str]], limits: Limits) -> ReadTask:
    """What a request to read asks for by its parameters, still without the picture; raises BadRequest."""
    own: dict[str, Any] = {name: _is_yes(name, value) for name, value in said if name in OWN}
    arguments = [argument for name, value in said if name not in OWN for argument in _argument(name, value)]
    with _parsed(read, arguments) as wished:
        puzzle, lit, fixes = puzzle_asked(wished["puzzle"]), look_asked(wished), wished.pop("fixes")
        options = options_given(puzzle, wished)
    size, crop, every = wished["size"], wished["crop"], wished["every"]
    if fixes and every:
        raise BadRequest("fix is about one board", hint="crop for that board, without all")
    solves = wished["solve"] or own.get("explain", False)
    return ReadTask(ReadRequest(puzzle, lit, size, crop, fixes, every, solves, options), limits, **own)


def solve_task(body: bytes, limits: Limits) -> SolveTask:
    """What a request to solve asks for by its body; raises BadRequest."""
    try:
        question = msgspec.json.decode(body, type=Question)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRequest(f"the body is no question: {error}", hint='{"text": "…"} or {"grid": ["AAB", …]}') from None
    if (question.text is None) == (question.grid is None):
        raise BadRequest("a puzzle has either a text or a grid", hint='{"text": "…"} or {"grid": ["AAB", …]}')
    said = msgspec.to_builtins(question)
    names = ASKED if question.text is None else (*ASKED, *TERMS)
    with _parsed(solve, [_option(name, said[name]) for name in names if name in said]) as wished:
        puzzle = puzzle_asked(wished["puzzle"])
        options = options_given(puzzle, wished)
    request = SolveRequest(puzzle, timeout_s=limits.timeout_s, options=options)
    return SolveTask(_source(question.text, said), request, {} if question.id is None else {"id": question.id})


@contextmanager
def _parsed(verb: click.Command, arguments: list[str]) -> Iterator[dict[str, Any]]:
    """The values of a verb's options as it would understand them; raises BadRequest, also for what follows."""
    try:
        with verb.make_context(str(verb.name), ["-", *arguments]) as context:
            yield dict(context.params)
    except click.ClickException as error:
        raise BadRequest(error.format_message().rstrip("."), hint=DOCUMENT) from None


def _argument(name: str, value: str) -> list[str]:
    """A parameter as the command line has it; raises BadRequest."""
    if name not in READ:
        raise BadRequest(f"{name[:40]!r} is no parameter", hint=DOCUMENT)
    if option(read, name).is_flag:
        return [f"--{name}"] * _is_yes(name, value)
    return [f"--{name}={value}"]


def _is_yes(name: str, value: str) -> bool:
    if value.lower() not in (*YES, *NO):
        raise BadRequest(f"{name} is {value[:40]!r}, neither true nor false", hint=DOCUMENT)
    return value.lower() in YES


def _option(name: str, value: object) -> str:
    """What a question says beside its puzzle, as the command line has it; raises BadRequest."""
    if isinstance(value, list):
        raise BadRequest(f"{name} is a list, which goes with a grid", hint='{"grid": ["…", …]} instead of a text')
    words = WORDS.get(name)
    if words and value not in words:
        raise BadRequest(f"{name} is {str(value)[:40]!r}", hint=f"one of {', '.join(words)}")
    return f"--{name}" if value is True else f"--{name}={value}"


def _source(text: str | None, said: dict[str, Any]) -> Source:
    """The puzzle of a question: its text, or the row that it is."""
    if text is not None:
        return Source(text, "text")
    row = {name: said[name] for name in ("id", "puzzle", "grid", *TERMS) if name in said}
    return Source(msgspec.json.encode(row).decode(), line=1)
