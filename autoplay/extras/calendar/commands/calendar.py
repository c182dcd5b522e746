"""Command `autoplay calendar`: streaks, and a page with the boards."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import rich_click as click

from autoplay.cli.options import SERIES
from autoplay.cli.terminal import print_note
from autoplay.output import print_line


@click.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help="Write a page with a picture of each day's boards and a list of its games.",
)
@click.option("--series", type=click.Choice(SERIES), help="Only the runs of this series.")
def calendar(output: Path | None, series: str | None) -> int:
    """Show streaks of daily, weekly and monthly puzzles.

    A streak is of days, weeks or months in a row, in UTC. The page that --output writes needs
    nothing but itself.

    \b
    Examples:
      autoplay calendar
      autoplay calendar --series daily --output calendar.html
    """
    from autoplay.extras.calendar.calendar_page import find_streaks, write_calendar
    from autoplay.history import History

    runs = [run for run in History().runs() if series in (None, run.series)]
    if not runs:
        print_note("no runs yet")
    now = datetime.now(UTC)
    if output:
        write_calendar(output, runs, now)
        print_line(output)
        return 0
    for streak in find_streaks(runs, now):
        print_line(f"{streak.series:<8} {streak.current} in a row, longest {streak.longest}")
    return 0
