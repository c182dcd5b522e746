"""Command `autoplay history`: lists the runs so far, with streaks and times."""

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
    from autoplay.run.streaks import SolveTimes, Streak

HEADS = ("started", "board", "time", "result", "puzzle")
TIME_HEADS = ("board", "solved", "best", "median")
STYLES = {"solved": "green", "played": "green", "unplayed": "dim", "rejected": "red", "unknown": "yellow"}
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
@click.option("--forget", type=int, metavar="N", help="Remove run N, so that its answer may be played again.")
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

    if sum(map(bool, (html, prune, forget is not None, as_json))) > 1:
        raise click.UsageError("one of --html, --json, --prune and --forget")
    if forget is not None:
        return _forget(forget, yes=yes)
    runs = [run for run in History().runs() if series in (None, run.series)]
    now, listed = datetime.now(UTC), runs[-last:] if last else runs
    if not runs:
        note("no runs yet")
    if prune:
        _prune(listed, now, prune, yes=yes)
    elif html:
        from autoplay.run.calendar_page import write_calendar

        write_calendar(html, listed, now)
        click.echo(html)
    elif as_json:
        for run in listed:
            print_json(run.to_row())
    else:
        _list(listed, runs, now)
    return 0


def _forget(number: int, *, yes: bool) -> int:
    from autoplay.run.history import History

    if not yes:
        _confirm(f"Remove run {number} from the history?")
    if not History().forget(number):
        raise click.UsageError(f"--forget {number}: there is no such run; --json lists them with their id")
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
    if _is_person_there():
        click.confirm(question, abort=True, err=True)


def _is_person_there() -> bool:
    return sys.stdin.isatty()


def _list(listed: Sequence[RunRecord], runs: Sequence[RunRecord], now: datetime) -> None:
    """Print the listed runs, then the streaks and times of all runs: as tables on a terminal, else as lines."""
    from autoplay.run.streaks import streaks, times

    if listed and console():
        print_table(HEADS, [_cells(run) for run in listed], STYLES)
        if found := streaks(runs, now):
            rows = [(streak.series, f"{streak.current} in a row", f"longest {streak.longest}") for streak in found]
            print_table(("series", "now", "ever"), rows, {})
        if found_times := times(runs):
            print_table(TIME_HEADS, [_time_cells(time) for time in found_times], {})
        return
    for line in [*_lines(listed), *_streak_lines(streaks(runs, now)), *_time_lines(times(runs))]:
        click.echo(line)


def _cells(run: RunRecord) -> tuple[str, ...]:
    """Return when a run was, its board, its time, its result, and its series or address."""
    seconds = f"{run.seconds:.1f} s" if run.seconds is not None else "-"
    what = f"{run.series} {run.puzzle_id or ''}".strip() if run.series else run.url
    return run.started[:16].replace("T", " "), _size(run), seconds, run.result, what


def _time_cells(time: SolveTimes) -> tuple[str, ...]:
    return _size(time), str(time.solved), f"{time.best_s:.1f} s", f"{time.median_s:.1f} s"


def _lines(runs: Sequence[RunRecord]) -> Iterator[str]:
    """Yield a line for each run."""
    widest = max((len(run.result) for run in runs), default=0)
    widest_size = _width(runs)
    for when, size, seconds, result, what in map(_cells, runs):
        yield f"{when}  {size:<{widest_size}} {seconds:>8}  {result:<{widest}}  {what}"


def _streak_lines(found: Sequence[Streak]) -> Iterator[str]:
    for number, streak in enumerate(found):
        yield f"{'' if number else chr(10)}{streak.series:<8} {streak.current} in a row, longest {streak.longest}"


def _time_lines(found: Sequence[SolveTimes]) -> Iterator[str]:
    widest = _width(found)
    for number, time in enumerate(found):
        if not number:
            yield f"\n{'board':<{widest}} {'solved':>6} {'best':>9} {'median':>9}"
        yield f"{_size(time):<{widest}} {time.solved:>6} {time.best_s:>7.1f} s {time.median_s:>7.1f} s"


def _width(boards: Sequence[RunRecord] | Sequence[SolveTimes]) -> int:
    return max((len(_size(board)) for board in boards), default=len("board"))


def _size(board: RunRecord | SolveTimes) -> str:
    if not board.rows:
        return "-"
    return f"{board.rows}x{board.cols}{f'/{board.stars}★' if board.stars else f' {board.puzzle}'}"
