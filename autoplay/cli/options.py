"""Options that several verbs share, each a small decorator, and the way results are printed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import rich_click as click

from autoplay.cli.group import say
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.batch.result_files import ResultTable, Rows

Verb = TypeVar("Verb", bound=Callable[..., Any])

SERIES = ("daily", "weekly", "monthly")
"""The specials of a site."""
SCHEDULER: Final = re.compile(r"(tcp|tls|ws|wss|ucx)://\S+:\d+")
"""What a Dask scheduler listens at."""
MOST_JOBS = 256
"""Processes that a person may ask for: as many as large machines have cores."""


def parse_seconds(ctx: click.Context, param: click.Parameter, value: float) -> float:
    """Parse a number of seconds. Raises BadParameter for others, such as nan."""
    if not isfinite(value):
        raise click.BadParameter(f"{value} is no number of seconds", ctx, param)
    return value


def parse_png(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Parse the path of a PNG file. Raises BadParameter."""
    if value and value.suffix.lower() != ".png":
        raise click.BadParameter(f"'{value}' does not end in .png", ctx, param)
    return value


def json_option(verb: Verb) -> Verb:
    """``--json``: one JSON object a puzzle on stdout, errors among them."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle (JSON Lines).")(verb)


def timeout_option(verb: Verb) -> Verb:
    """``--timeout S``: seconds for each puzzle; 0 for no limit."""
    text = "Give up on a puzzle after S seconds; 0 for never."
    kind = click.FloatRange(min=0)
    return click.option(
        "--timeout", type=kind, callback=parse_seconds, default=60, show_default=True, metavar="S", help=text
    )(verb)


def overlay_option(text: str) -> Callable[[Verb], Verb]:
    """``--overlay OUT.png``: a picture of what ``text`` says, drawn on the one that was given."""
    kind = click.Path(dir_okay=False, path_type=Path)
    return click.option("--overlay", type=kind, callback=parse_png, metavar="OUT.png", help=text)


def output_option(text: str) -> Callable[[Verb], Verb]:
    """``--output FILE``: where what ``text`` says goes to, ``-`` for stdout."""
    return click.option("--output", metavar="FILE|-", help=text)


def batch_options(verb: Verb) -> Verb:
    """``--resume`` and ``--dask``, for many items whose rows are kept in a file."""
    resume = "Go on with the file of --output: what it has is not done again."
    dask = "Work on the Dask cluster whose scheduler is at ADDRESS, or local for one of --jobs workers here."
    verb = click.option("--dask", callback=parse_scheduler, metavar="ADDRESS|local", help=dask)(verb)
    return click.option("--resume", is_flag=True, help=resume)(verb)


def parse_scheduler(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Parse the address of a scheduler, or "local". Raises BadParameter."""
    if value is None or value == "local" or SCHEDULER.fullmatch(value):
        return value
    raise click.BadParameter(f"{value!r} is neither local nor an address such as tcp://10.0.0.1:8786", ctx, param)


def rows_kept(output: str | None, table: ResultTable, *, resume: bool) -> AbstractContextManager[Rows | None]:
    """Open the file for the rows of a table, None for stdout. Raises UsageError, BadOutput, NotWritable."""
    if output in (None, "-"):
        if resume:
            raise click.UsageError("--resume goes on with a file: name it with --output")
        return nullcontext()
    from autoplay.batch.result_files import open_rows

    return open_rows(output or "", table, resume=resume)


def check_dask(dask: str | None, jobs: int | None, *, draws: bool) -> None:
    """Raise UsageError for what a cluster can't do: write pictures here, or have other workers than it has."""
    if dask and draws:
        raise click.UsageError("--dask works elsewhere, and pictures are drawn here: leave it out")
    if dask not in (None, "local") and jobs:
        raise click.UsageError("--jobs is about this machine: the cluster of --dask has the workers that it has")


def say_kept(rows: Rows | None) -> None:
    """Tell on stderr where rows were kept, and how many items were left out for what was in the file."""
    if rows:
        before = f", {rows.skipped} done before" if rows.skipped else ""
        click.echo(f"kept: {rows.name}{before}", err=True)


def jobs_option(text: str) -> Callable[[Verb], Verb]:
    """``--jobs N``: work in so many processes; None where it is left to the program, as ``text`` says."""
    return click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N", help=text)


def print_json(row: Mapping[str, Any]) -> None:
    """One JSON object on a line of its own, at once, so that a reader down the pipe sees it."""
    from autoplay.report.json_text import as_json

    click.echo(as_json(row))
    sys.stdout.flush()


def print_error(error: AutoplayError, where: str = "") -> None:
    """Print an error as one line on stderr, after the name of its file unless the message has it."""
    about = "" if error.message.startswith(where) else f"{where}: "
    click.echo(f"autoplay: {about}{say(error.message, error.hint, error.picture)}", err=True)
