"""Streaks of the runs in the history, and a page of HTML with all of them: a calendar with each
day's boards, and a list of its games."""

from __future__ import annotations

from calendar import Calendar, day_abbr, day_name
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from markupsafe import Markup

import vision
from autoplay.files import write_whole
from autoplay.history import (
    ANSWERED,
    NOT_PLAYED,
    PERIODS,
    SOLVED_BEFORE,
    RunRecord,
    describe_size,
)
from autoplay.wording import cut_out, embed_picture, render_page
from solvers.errors import count_of
from vision.errors import BadImage

if TYPE_CHECKING:
    from vision.image import Image

DONE: Final = ANSWERED | {SOLVED_BEFORE}
"""Results of runs after which the puzzle is solved, perhaps by an earlier run."""
STYLE: Final = Path(__file__).with_suffix(".css")
PERIOD_NAMES: Final = {"daily": "days", "weekly": "weeks", "monthly": "months"}
THUMBNAIL_PX: Final = 160
"""Side of a day's picture: sharp at two device pixels per CSS px, and a year takes a megabyte."""
MOST_SHOWN: Final = 4
"""Maximum number of boards that are drawn of a day; all its games are in its list."""
THUMBNAIL_MARGIN: Final = 0.02
"""Margin of a thumbnail, as a share of the board's width."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Number of puzzles of a series solved in a row: now, and at most."""

    series: str
    current: int
    longest: int


def find_streaks(runs: Sequence[RunRecord], now: datetime) -> list[Streak]:
    """Return the streak of each series that was tried.

    A puzzle counts for the day, week or month (UTC) in which its id was first seen, solved or not;
    without an id, for the one in which it was solved. A puzzle solved after midnight counts for the
    day on which it appeared, and none counts twice. A period that is not over does not end a
    streak.
    """
    today = now.astimezone(UTC).date()
    found = []
    for series, number_of in PERIODS.items():
        tried = [run for run in runs if run.series == series]
        if tried:
            solved = {number_of(day) for day in _find_solved_days(tried)}
            current = _count_current(solved, number_of(today))
            found.append(Streak(series, current, _count_longest(solved)))
    return found


def _find_solved_days(tried: Sequence[RunRecord]) -> set[date]:
    """Return the days whose puzzles were solved: those on which they were first seen."""
    first_seen: dict[str | int, date] = {}
    solved = set()
    for run in tried:
        # The page's id tells what puzzle it is; without one, each run is a puzzle of its own.
        puzzle = f"{run.site} {run.puzzle_id}" if run.puzzle_id else run.id
        day = first_seen.setdefault(puzzle, run.start.date())
        if run.result in DONE:
            solved.add(day)
    return solved


def _count_current(solved: set[int], present: int) -> int:
    """Return how many periods in a row are solved up to the present one, solved yet or not."""
    last = present if present in solved else present - 1
    first = last
    while first in solved:
        first -= 1
    return last - first


def _count_longest(solved: set[int]) -> int:
    """Return the largest number of periods in a row."""
    length = 1 if solved else 0
    longest = length
    for before, after in pairwise(sorted(solved)):
        length = length + 1 if after == before + 1 else 1
        longest = max(longest, length)
    return longest


def write_calendar(path: Path, runs: Sequence[RunRecord], now: datetime) -> None:
    """Write the page with its pictures in it, whole or not at all; raise OSError."""
    write_whole(path, draw_page(runs, now).encode())


class PlayedGame(NamedTuple):
    """Run with what is shown of it; ``picture`` is None if it is missing or not shown."""

    run: RunRecord
    name: str
    size: str
    is_solved: bool
    picture: Markup | None = None

    @property
    def description(self) -> str:
        """Description of a solved board, for readers who do not see its picture."""
        name = f"{self.run.series} {self.name}" if self.run.series else self.name
        return f"{name} solved: {self.size}"


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """Day with its games in the order of their start; the boards of ``shown`` are drawn."""

    date: date
    is_today: bool
    games: Sequence[PlayedGame]
    shown: Sequence[PlayedGame]

    @property
    def solved(self) -> Counter[str]:
        """Name → number of the solved games."""
        return Counter(game.name for game in self.games if game.is_solved)

    @property
    def failed(self) -> Counter[str]:
        """Result → number of the failed games."""
        return Counter(game.run.result for game in self.games if not game.is_solved)

    @property
    def kind(self) -> str:
        """Class of its cell: solved, failed or free."""
        if self.solved:
            return "solved"
        return "failed" if self.failed else "free"


def draw_page(runs: Sequence[RunRecord], now: datetime) -> str:
    """Return the page: streaks, then the months, the latest first; days are in UTC."""
    days: dict[date, list[RunRecord]] = {}
    for run in runs:
        if run.result not in NOT_PLAYED:
            days.setdefault(run.start.date(), []).append(run)
    today = now.astimezone(UTC).date()
    months = sorted({(day.year, day.month) for day in days}, reverse=True)
    return render_page(
        "autoplay.extras.calendar",
        "calendar_page.html",
        style=Markup(STYLE.read_text("utf-8")),
        summary=_summarize_days(days),
        streaks=find_streaks(runs, now),
        periods=PERIOD_NAMES,
        weekdays=list(zip(day_abbr, day_name, strict=True)),
        months=[_lay_out_month(year, month, days, today) for year, month in months],
        duration=_describe_duration,
    )


def _summarize_days(days: Mapping[date, Sequence[RunRecord]]) -> str:
    if not days:
        return "No runs yet."
    runs = [run for day in days.values() for run in day]
    solved = sum(run.result in ANSWERED for run in runs)
    first, last = min(days), max(days)
    span = f"{first.day} {first:%B %Y}"
    if last > first:
        span += f" to {last.day} {last:%B %Y}"
    return (
        f"{solved} of {count_of(len(runs), 'puzzle')} solved, {span}. A day ends at midnight UTC."
    )


def _lay_out_month(
    year: int,
    month: int,
    days: Mapping[date, Sequence[RunRecord]],
    today: date,
) -> dict[str, object]:
    """Return the name of a month, and its weeks with None for days of other months."""
    weeks: list[list[CalendarDay | None]] = []
    for dates in Calendar().monthdatescalendar(year, month):
        weeks.append([])
        for day in dates:
            is_inside = day.month == month
            weeks[-1].append(_describe_day(day, days.get(day, ()), today) if is_inside else None)
    return {"name": f"{date(year, month, 1):%B %Y}", "weeks": weeks}


def _describe_day(day: date, runs: Sequence[RunRecord], today: date) -> CalendarDay:
    games = [
        PlayedGame(run, _name_game(run.puzzle), _describe_size(run), run.result in ANSWERED)
        for run in sorted(runs, key=lambda run: run.started)
    ]
    # Scheduled puzzles are drawn first.
    solved = [game for game in games if game.is_solved]
    solved.sort(key=lambda game: game.run.series is None)
    return CalendarDay(
        date=day,
        is_today=day == today,
        games=games,
        shown=[_add_picture(game) for game in solved[:MOST_SHOWN]],
    )


def _name_game(puzzle: str | None) -> str:
    """Return the name of a game for a person: ``Star Battle``."""
    return (puzzle or "puzzle").replace("-", " ").title()


def _add_picture(game: PlayedGame) -> PlayedGame:
    image = cut_thumbnail(game.run)
    if image is None:
        return game
    return game._replace(picture=embed_picture(image, THUMBNAIL_PX, game.description))


def _describe_size(run: RunRecord) -> str:
    """Return the size of a board: its sites if it is no rectangle, else rows, columns and stars."""
    if not run.rows or not run.cols:
        return ""
    size = describe_size(run.rows, run.cols, run.puzzle, "×")
    sites = "".join(run.grid or ())
    # A cross or a diamond is no rectangle either.
    if " " in sites and " " not in size:
        return f"{len(sites) - sites.count(' ')} holes"
    return f"{size} {run.stars}★" if run.stars else size


def cut_thumbnail(run: RunRecord) -> Image | None:
    """Return the board in overlay.png; None if the picture, or the board's place in it, is missing.

    That picture always shows the board: once a page has said "solved", the board is often gone.
    """
    if not run.box:
        return None
    try:
        picture = vision.load_image(Path(run.pictures) / "overlay.png")
    except (BadImage, OSError):
        return None
    return cut_out(picture, run.box, THUMBNAIL_MARGIN)


def _describe_duration(seconds: float | None) -> str:
    """Return a time for a person: ``3.2 s``, ``2:05``."""
    if seconds is None:
        return ""
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds // 60:.0f}:{seconds % 60:02.0f}"
