"""Command `autoplay history`: lists the runs so far, with streaks and times."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_click as click

from autoplay.cli.group import note
from autoplay.cli.options import SERIES, json_option, print_json
from autoplay.cli.terminal import console, print_table

if TYPE_CHECKING:
    from datetime import datetime

    from autoplay.run.history import RunRecord
    from autoplay.run.streaks import SolveTimes, Streak

HEADS: Final = ("started", "board", "time", "result", "puzzle")
STREAK_HEADS: Final = ("series", "now", "ever")
TIME_HEADS: Final = ("board", "solved", "best", "median")
STYLES: Final = {
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
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.html",
    help="Write them as a calendar with pictures of each day's boards and a list of its games.",
)
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
    html: Path | None,
    prune: int | None,
    forget: int | None,
    yes: bool,
    as_json: bool,
) -> int:
    """List the runs so far, the oldest first, then streaks and times (in UTC).

    \b
    Examples:
      autoplay history --last 10
      autoplay history --series daily --html calendar.html
      autoplay history --prune 30
    """
    from datetime import UTC, datetime

    from autoplay.run.history import History

    if [bool(html), bool(prune), forget is not None, as_json].count(True) > 1:
        raise click.UsageError("one of --html, --json, --prune and --forget")
    if forget is not None:
        remove_run(forget, yes=yes)
        return 0
    runs = [run for run in History().runs() if series in (None, run.series)]
    listed = runs[-last:] if last else runs
    now = datetime.now(UTC)
    if not runs:
        note("no runs yet")
    if prune:
        remove_pictures(listed, now, prune, yes=yes)
    elif html:
        from autoplay.run.calendar_page import write_calendar

        write_calendar(html, listed, now)
        click.echo(html)
    elif as_json:
        for run in listed:
            print_json(run.to_row())
    else:
        print_runs(listed, runs, now)
    return 0


def remove_run(number: int, *, yes: bool) -> None:
    """Remove a run from the history. Raises UsageError if there is no such run."""
    from autoplay.run.history import History

    if not yes:
        _confirm(f"Remove run {number} from the history?")
    if not History().forget(number):
        message = f"--forget {number}: there is no such run; --json lists them with their id"
        raise click.UsageError(message)
    note(f"run {number} is removed")


def remove_pictures(runs: Sequence[RunRecord], now: datetime, days: int, *, yes: bool) -> None:
    """Remove the pictures of runs that are older than this many days."""
    from datetime import timedelta

    from autoplay.files import remove_run_dirs
    from autoplay.wording import count

    old = [Path(run.pictures) for run in runs if run.start < now - timedelta(days)]
    if old and not yes:
        _confirm(f"Remove the pictures of {count(len(old), 'run')}?")
    note(f"pictures removed: {count(remove_run_dirs(old), 'run')}")


def _confirm(question: str) -> None:
    """Ask a person, if one is at a terminal; raise Abort for no."""
    if _is_person_there():
        click.confirm(question, abort=True, err=True)


def _is_person_there() -> bool:
    return sys.stdin.isatty()


def print_runs(listed: Sequence[RunRecord], runs: Sequence[RunRecord], now: datetime) -> None:
    """Print the listed runs, then streaks and times: as tables on a terminal, else as lines."""
    from autoplay.run.streaks import streaks, times

    found_streaks = streaks(runs, now)
    found_times = times(runs)
    if listed and console():
        print_table(HEADS, [_describe_run(run) for run in listed], STYLES)
        if found_streaks:
            print_table(STREAK_HEADS, [_describe_streak(streak) for streak in found_streaks], {})
        if found_times:
            print_table(TIME_HEADS, [_describe_times(time) for time in found_times], {})
        return
    _print_run_lines(listed)
    if found_streaks:
        click.echo()
    for streak in found_streaks:
        series, current, longest = _describe_streak(streak)
        click.echo(f"{series:<8} {current}, {longest}")
    _print_time_lines(found_times)


def _print_run_lines(runs: Sequence[RunRecord]) -> None:
    rows = [_describe_run(run) for run in runs]
    size_width = _widest(rows, 1)
    result_width = _widest(rows, 3)
    for when, size, seconds, result, what in rows:
        click.echo(f"{when}  {size:<{size_width}} {seconds:>8}  {result:<{result_width}}  {what}")


def _print_time_lines(found: Sequence[SolveTimes]) -> None:
    if not found:
        return
    rows: list[tuple[str, ...]] = [TIME_HEADS]
    rows += [_describe_times(time) for time in found]
    width = _widest(rows, 0)
    click.echo()
    for board, solved, best, median in rows:
        click.echo(f"{board:<{width}} {solved:>6} {best:>9} {median:>9}")


def _describe_run(run: RunRecord) -> tuple[str, ...]:
    """Return when a run was, its board, its time, its result, and its series or address."""
    seconds = "-" if run.seconds is None else f"{run.seconds:.1f} s"
    what = run.url
    if run.series:
        what = f"{run.series} {run.puzzle_id or ''}".strip()
    return run.started[:16].replace("T", " "), _describe_board(run), seconds, run.result, what


def _describe_streak(streak: Streak) -> tuple[str, ...]:
    return streak.series, f"{streak.current} in a row", f"longest {streak.longest}"


def _describe_times(time: SolveTimes) -> tuple[str, ...]:
    return _describe_board(time), str(time.solved), f"{time.best_s:.1f} s", f"{time.median_s:.1f} s"


def _describe_board(board: RunRecord | SolveTimes) -> str:
    if not board.rows:
        return "-"
    kind = f"/{board.stars}★" if board.stars else f" {board.puzzle}"
    return f"{board.rows}x{board.cols}{kind}"


def _widest(rows: Sequence[Sequence[str]], column: int) -> int:
    return max((len(row[column]) for row in rows), default=0)
