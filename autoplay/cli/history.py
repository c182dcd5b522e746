"""Command `autoplay history`: lists the runs so far, and removes some."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.options import SERIES, json_option, print_json
from autoplay.cli.terminal import is_person_there, print_note
from autoplay.click_options import WrongCombination
from autoplay.files import remove_run_dirs
from autoplay.output import print_line
from solvers.errors import count_of

if TYPE_CHECKING:
    from autoplay.history import RunRecord


@click.command()
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N runs.")
@click.option("--series", type=click.Choice(SERIES), help="Only the runs of this series.")
@click.option(
    "--prune",
    type=click.IntRange(min=1),
    metavar="DAYS",
    help="Remove the pictures of older runs from the data folder; the runs stay in the history.",
)
@click.option(
    "--forget",
    type=int,
    metavar="N",
    help="Remove run N, so that its answer may be played again.",
)
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
    from autoplay.history import History

    if [bool(prune), forget is not None, as_json].count(True) > 1:
        raise WrongCombination("--json, --prune and --forget exclude each other", "one of them")
    if forget is not None:
        remove_run(forget, yes=yes)
        return 0
    runs = [run for run in History().runs() if series in (None, run.series)]
    if last:
        runs = runs[-last:]
    if not runs:
        print_note("no runs yet")
    if prune:
        remove_pictures(runs, datetime.now(UTC), prune, yes=yes)
    elif as_json:
        for run in runs:
            print_json(run.to_row())
    elif runs:
        print_runs(runs)
    return 0


def remove_run(number: int, *, yes: bool) -> None:
    """Remove a run from the history. Raises UsageError if there is no such run."""
    from autoplay.history import History

    if not yes:
        _confirm(f"Remove run {number} from the history?")
    if not History().forget(number):
        hint = "autoplay history --json lists them with their id"
        raise WrongCombination(f"--forget {number}: there is no such run", hint)
    print_note(f"run {number} is removed")


def remove_pictures(runs: Sequence[RunRecord], now: datetime, days: int, *, yes: bool) -> None:
    """Remove the pictures of runs that are older than this many days."""
    old = [Path(run.pictures) for run in runs if run.start < now - timedelta(days)]
    if old and not yes:
        _confirm(f"Remove the pictures of {count_of(len(old), 'run')}?")
    print_note(f"pictures removed: {count_of(remove_run_dirs(old), 'run')}")


def _confirm(question: str) -> None:
    """Ask a person, if one is at a terminal; raise Abort for no."""
    if is_person_there():
        click.confirm(question, abort=True, err=True)


def print_runs(runs: Sequence[RunRecord]) -> None:
    """Print a line for each run."""
    rows = [_describe_run(run) for run in runs]
    board_width = max(len(board) for _, board, _, _, _ in rows)
    result_width = max(len(result) for _, _, _, result, _ in rows)
    for when, board, seconds, result, what in rows:
        print_line(f"{when}  {board:<{board_width}} {seconds:>8}  {result:<{result_width}}  {what}")


def _describe_run(run: RunRecord) -> tuple[str, ...]:
    """Return when a run was, its board, its time, its result, and its series or address."""
    seconds = "-" if run.seconds is None else f"{run.seconds:.1f} s"
    what = run.url
    if run.series:
        what = f"{run.series} {run.puzzle_id or ''}".strip()
    board = describe_board(run.rows, run.cols, run.stars, run.puzzle)
    return run.started[:16].replace("T", " "), board, seconds, run.result, what


def describe_board(
    rows: int | None,
    cols: int | None,
    stars: int | None,
    puzzle: str | None,
) -> str:
    """Return the size of a board, with its stars or its game: ``10x10/2★``, ``5x5 lights-out``."""
    if not rows or not cols:
        return "-"
    from autoplay.history import describe_size

    size = describe_size(rows, cols, puzzle)
    if stars:
        return f"{size}/{stars}★"
    return f"{puzzle}, {size}" if " " in size else f"{size} {puzzle}"
