"""Command `autoplay history`: lists the runs so far, and removes some."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.group import note
from autoplay.cli.options import SERIES, json_option, print_json
from autoplay.cli.terminal import console, print_table

if TYPE_CHECKING:
    from datetime import datetime

    from autoplay.run.history import RunRecord

HEADS = ("started", "board", "time", "result", "puzzle")
STYLES = {
    "solved": "green",
    "played": "green",
    "unplayed": "dim",
    "rejected": "red",
    "unknown": "yellow",
}
"""Style of each result on a terminal."""


@click.command()
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N runs.")
@click.option("--series", type=click.Choice(SERIES), help="Only the runs of this series.")
@click.option(
    "--prune",
    type=click.IntRange(min=1),
    metavar="DAYS",
    help="Remove the pictures of older runs from the data folder; the runs stay in the history.",
)
@click.option("--forget", type=int, metavar="N", help="Remove run N, to allow its answer again.")
@click.option("-y", "--yes", is_flag=True, help="Remove it without asking first, as on a terminal.")
@json_option
def history(
    last: int | None,
    series: str | None,
    prune: int | None,
    forget: int | None,
    yes: bool,
    as_json: bool,
) -> int:
    """List the runs so far, the oldest first (in UTC).

    \b
    Examples:
      autoplay history --last 10
      autoplay history --series daily --json
      autoplay history --prune 30
    """
    from datetime import UTC, datetime

    from autoplay.run.history import History

    if sum([as_json, prune is not None, forget is not None]) > 1:
        raise click.UsageError("one of --json, --prune and --forget")
    if forget is not None:
        return _forget(forget, yes=yes)
    runs = [run for run in History().runs() if series in (None, run.series)]
    if last:
        runs = runs[-last:]
    if not runs:
        note("no runs yet")
    if prune:
        _prune(runs, datetime.now(UTC), prune, yes=yes)
    elif as_json:
        for run in runs:
            print_json(run.to_row())
    elif runs and console():
        print_table(HEADS, [_describe_run(run) for run in runs], STYLES)
    else:
        for line in _write_lines(runs):
            click.echo(line)
    return 0


def _forget(number: int, *, yes: bool) -> int:
    from autoplay.run.history import History

    if not yes:
        _confirm(f"Remove run {number} from the history?")
    if not History().forget(number):
        what = f"--forget {number}: there is no such run; --json lists them with their id"
        raise click.UsageError(what)
    note(f"run {number} is removed")
    return 0


def _prune(runs: Sequence[RunRecord], now: datetime, days: int, *, yes: bool) -> None:
    from datetime import timedelta

    from autoplay.files import remove_run_dirs
    from autoplay.wording import count

    old = [Path(run.pictures) for run in runs if run.start < now - timedelta(days)]
    if old and not yes:
        _confirm(f"Remove the pictures of {count(len(old), 'run')}?")
    note(f"pictures removed: {count(remove_run_dirs(old), 'run')}")


def _confirm(question: str) -> None:
    """Ask a person, if one is at a terminal; raise Abort for no."""
    if sys.stdin.isatty():
        click.confirm(question, abort=True, err=True)


def _describe_run(run: RunRecord) -> tuple[str, ...]:
    """Return when a run was, its board, its time, its result, and its series or address."""
    board = describe_board(run.rows, run.cols, run.stars, run.puzzle)
    seconds = f"{run.seconds:.1f} s" if run.seconds is not None else "-"
    what = f"{run.series} {run.puzzle_id or ''}".strip() if run.series else run.url
    return run.started[:16].replace("T", " "), board, seconds, run.result, what


def _write_lines(runs: Sequence[RunRecord]) -> Iterator[str]:
    """Yield a line for each run, with columns as wide as their longest text."""
    rows = [_describe_run(run) for run in runs]
    widest_board = max((len(board) for _, board, *_ in rows), default=0)
    widest_result = max((len(run.result) for run in runs), default=0)
    for when, board, seconds, result, what in rows:
        yield f"{when}  {board:<{widest_board}} {seconds:>8}  {result:<{widest_result}}  {what}"


def describe_board(
    rows: int | None,
    cols: int | None,
    stars: int | None,
    puzzle: str | None,
) -> str:
    """Return the size of a board, with its stars or its game: ``10x10/2★``, ``5x5 pegs``."""
    if not rows:
        return "-"
    return f"{rows}x{cols}/{stars}★" if stars else f"{rows}x{cols} {puzzle}"
