"""Options shared by several commands, each a small decorator, and the printing of results."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import rich_click as click
from click import get_current_context

from autoplay.cli.group import note, print_problem, say
from autoplay.time_limits import SOLVE_S
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.batch.result_files import ResultTable, Rows
    from autoplay.browser.preparation import Preparation

Verb = TypeVar("Verb", bound=Callable[..., Any])

SERIES = ("daily", "weekly", "monthly")
"""A site's special puzzles."""
SCHEDULER: Final = re.compile(r"(tcp|tls|ws|wss|ucx)://\S+:\d+")
"""Address of a Dask scheduler."""
SAME_ROWS = frozenset({"output", "resume", "dask", "jobs", "as_json", "timeout", "overlay", "debug", "pages"})
"""Options of `read` and `solve` that leave rows as they are; items that ran out of --timeout are tried again anyway."""
MOST_JOBS = 256
"""Maximum number of processes for ``--jobs``: large machines have as many cores."""


def parse_seconds(ctx: click.Context, param: click.Parameter, value: float) -> float:
    """Parse a number of seconds. Raises BadParameter for others, such as nan."""
    if not isfinite(value):
        raise click.BadParameter(f"{value} is not a number of seconds", ctx, param)
    return value


def parse_png(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Parse the path of a PNG file. Raises BadParameter."""
    if value and value.suffix.lower() != ".png":
        raise click.BadParameter(f"'{value}' does not end in .png", ctx, param)
    return value


def json_option(verb: Verb) -> Verb:
    """Add ``--json``: print one JSON object per puzzle on stdout, also for errors."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle (JSON Lines).")(verb)


def parse_choices(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Parse texts such as ``Size=8x8`` to pairs. Raises BadParameter."""
    for value in values:
        if "=" not in value.strip("="):
            raise click.BadParameter(f"{value!r} is not a label and an option, such as Size=8x8", ctx, param)
    return tuple((label.strip(), option.strip()) for label, _, option in (value.partition("=") for value in values))


def preparation_options(verb: Verb) -> Verb:
    """Add ``--select``, ``--click`` and ``--wait-for``: steps before the board is read. `preparation` returns them."""
    for option in (
        click.option("--wait-for", default="", metavar="TEXT|S", help="Then wait for a text, or for seconds."),
        click.option(
            "--click", "clicks", multiple=True, metavar="TEXT|SELECTOR", help="Press this first; may be repeated."
        ),
        click.option(
            "--select",
            "selects",
            multiple=True,
            callback=parse_choices,
            metavar="LABEL=OPTION",
            help="Choose this in a list first; may be repeated.",
        ),
    ):
        verb = option(verb)
    return verb


def preparation(options: dict[str, Any]) -> Preparation:
    """Take the options of `preparation_options` out of ``options``; return their steps."""
    from autoplay.browser.preparation import Preparation

    return Preparation(options.pop("clicks"), options.pop("selects"), options.pop("wait_for"))


def timeout_option(verb: Verb) -> Verb:
    """Add ``--timeout S``: seconds for each puzzle, 0 for no limit."""
    text = "Give up on a puzzle after S seconds; 0 for never."
    kind = click.FloatRange(min=0)
    return click.option(
        "--timeout", type=kind, callback=parse_seconds, default=SOLVE_S, show_default=True, metavar="S", help=text
    )(verb)


def overlay_option(text: str) -> Callable[[Verb], Verb]:
    """Add ``--overlay OUT.png``: a copy of the given picture with a drawing on it; ``text`` is the help."""
    kind = click.Path(dir_okay=False, path_type=Path)
    return click.option("--overlay", type=kind, callback=parse_png, metavar="OUT.png", help=text)


def output_option(text: str) -> Callable[[Verb], Verb]:
    """Add ``--output FILE``: the file to write, ``-`` for stdout; ``text`` is the help."""
    return click.option("-o", "--output", metavar="FILE|-", help=text)


def batch_options(verb: Verb) -> Verb:
    """Add ``--resume`` and ``--dask``, for many items whose rows are written to a file."""
    resume = "Continue the file of --output with the same options, and skip the items that it already has."
    dask = "Use the Dask cluster whose scheduler is at ADDRESS; local starts one here with --jobs workers."
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
            raise click.UsageError("--resume continues a file: name it with --output")
        return nullcontext()
    return _rows_of(output or "", replace(table, options=row_options(get_current_context())), resume=resume)


@contextmanager
def _rows_of(output: str, table: ResultTable, *, resume: bool) -> Iterator[Rows]:
    from autoplay.batch.remote_files import is_address
    from autoplay.batch.result_files import open_rows

    with open_rows(output, table, resume=resume) as rows:
        if is_address(output):
            note(f"{output} is not locked, as an address can't be: don't write to it from another run meanwhile")
        yield rows


def row_options(ctx: click.Context) -> str:
    """Return the options of a command that change its rows and are not the default, such as ``--size 5 --solve``."""
    found = []
    for option in ctx.command.params:
        value = ctx.params.get(option.name or "")
        is_empty = value is None or value is False or (hasattr(value, "__len__") and not len(value))
        if isinstance(option, click.Option) and not is_empty and option.name not in SAME_ROWS:
            name = max(option.opts, key=len)
            if value is True:
                found.append(name)
            elif value != option.default:
                found.append(f"{name} {value}")
    return " ".join(sorted(found))


def check_dask(dask: str | None, jobs: int | None, *, draws: bool) -> None:
    """Raise UsageError for what a cluster can't do: write pictures on this machine, or change its workers."""
    if dask and draws:
        raise click.UsageError("--dask can't be used together with pictures: they are drawn on this machine")
    if dask not in (None, "local") and jobs:
        raise click.UsageError("--jobs is for this machine only: the cluster of --dask has its own workers")


def new_folder(folder: Path, option: str) -> None:
    """Create the folder that an option names, with a note if it is new: its name may be a slip. Raises NotWritable."""
    from autoplay.files import writable

    is_new = not folder.exists()
    writable(folder, option)
    if is_new:
        note(f"new folder: {folder}")


def say_kept(rows: Rows | None) -> None:
    """Print on stderr the file that rows were written to, and how many items were skipped because it had them."""
    if rows:
        before = f", {rows.skipped} done before" if rows.skipped else ""
        note(f"saved: {rows.name}{before}")


def jobs_option(text: str) -> Callable[[Verb], Verb]:
    """Add ``--jobs N``: the number of processes, None to let the program decide; ``text`` is the help."""
    return click.option("-j", "--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N", help=text)


def print_json(row: Mapping[str, Any]) -> None:
    """Print one JSON object on a line of its own, and flush it for a program that reads the pipe."""
    from autoplay.report.json_text import as_json

    click.echo(as_json(row))
    sys.stdout.flush()


@contextmanager
def errors_as_json(as_json: bool, **where: object) -> Iterator[None]:
    """Print an error that ends the command as a JSON object with the keys of ``where``, if JSON is asked for."""
    from autoplay.report.json_text import error_row

    try:
        yield
    except AutoplayError as error:
        if not as_json:
            raise
        print_json(error_row(error, **where | ({"picture": error.picture} if error.picture else {})))
        raise SystemExit(error.exit_status) from None


def print_error(error: AutoplayError, where: str = "") -> None:
    """Print an error as one line on stderr, after the name of its file unless the message starts with it."""
    about = "" if error.message.startswith(where) else f"{where}: "
    print_problem(about + say(error.message, error.hint, error.picture))
