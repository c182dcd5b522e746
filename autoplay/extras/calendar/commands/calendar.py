"""Command `autoplay calendar`: streaks and times, and a page with the boards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.history import describe_board
from autoplay.cli.options import SERIES
from autoplay.cli.terminal import print_note
from autoplay.output import print_line

if TYPE_CHECKING:
    from autoplay.extras.calendar.streaks import SolveTimes

OUTPUT = "Write a page with a picture of each day's boards and a list of its games."


@click.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help=OUTPUT,
)
@click.option("--series", type=click.Choice(SERIES), help="Only the runs of this series.")
def calendar(output: Path | None, series: str | None) -> int:
    """Show streaks and times of daily, weekly and monthly puzzles.

    A streak is of days, weeks or months in a row, in UTC. The page that --output writes needs
    nothing but itself.

    \b
    Examples:
      autoplay calendar
      autoplay calendar --series daily --output calendar.html
    """
    from autoplay.extras.calendar.streaks import find_streaks, measure_times
    from autoplay.history import History

    runs = [run for run in History().runs() if series in (None, run.series)]
    if not runs:
        print_note("no runs yet")
    now = datetime.now(UTC)
    if output:
        from autoplay.extras.calendar.calendar_page import write_calendar

        write_calendar(output, runs, now)
        print_line(output)
        return 0
    streaks = find_streaks(runs, now)
    for streak in streaks:
        print_line(f"{streak.series:<8} {streak.current} in a row, longest {streak.longest}")
    times = measure_times(runs)
    if streaks and times:
        print_line()
    if times:
        _print_times(times)
    return 0


def _print_times(times: Sequence[SolveTimes]) -> None:
    """Print a line for each kind of board that was solved."""
    boards = [describe_board(time.rows, time.cols, time.stars, time.puzzle) for time in times]
    widest = max(len("board"), max(map(len, boards)))
    print_line(f"{'board':<{widest}} {'solved':>6} {'best':>9} {'median':>9}")
    for board, time in zip(boards, times, strict=True):
        figures = f"{time.solved:>6} {time.best_s:>7.1f} s {time.median_s:>7.1f} s"
        print_line(f"{board:<{widest}} {figures}")
