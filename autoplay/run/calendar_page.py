"""History as one HTML page: a calendar with a picture of each day's board."""

from __future__ import annotations

from calendar import Calendar, day_abbr, day_name
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, NamedTuple

from markupsafe import Markup

from autoplay import html
from autoplay.files import write_whole
from autoplay.report.embed import embedded
from autoplay.run.history import ANSWERED, NOT_PLAYED, RunRecord
from autoplay.run.streaks import streaks, times
from autoplay.wording import count
from vision.errors import BadImage
from vision.image import Image, load_image

STYLE: Final = Path(__file__).with_suffix(".css")
PERIODS: Final = {"daily": "days", "weekly": "weeks", "monthly": "months"}
THUMBNAIL_PX: Final = 160
"""Side of a day's picture: sharp on a screen with two device pixels per CSS px, and a year takes a megabyte."""
MARGIN: Final = 0.02
"""Margin of a thumbnail, as a share of the board's width."""


def write_calendar(path: Path, runs: Sequence[RunRecord], now: datetime) -> None:
    """Write the page with its pictures in it, whole or not at all; raise OSError."""
    write_whole(path, page(runs, now).encode())


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """Day with its runs: ``shown`` is the solved one whose board is drawn; ``results`` are those of the failed ones."""

    date: date
    is_today: bool
    solved: int
    failed: int
    results: str
    shown: RunRecord | None
    picture: Markup | None
    description: str

    @property
    def kind(self) -> str:
        """Class of its cell: solved, failed or free."""
        return "solved" if self.solved else "failed" if self.failed else "free"


class CalendarMonth(NamedTuple):
    """Month by weeks; None for days of other months."""

    name: str
    weeks: list[list[CalendarDay | None]]


def page(runs: Sequence[RunRecord], now: datetime) -> str:
    """Return the page as HTML: streaks, times, then the months with runs, the latest first; days are in UTC."""
    days: dict[date, list[RunRecord]] = {}
    for run in runs:
        if run.result not in NOT_PLAYED:
            days.setdefault(run.start.date(), []).append(run)
    today = now.astimezone(UTC).date()
    months = sorted({(day.year, day.month) for day in days}, reverse=True)
    return html.render(
        "autoplay.run",
        "calendar_page.html",
        style=Markup(STYLE.read_text("utf-8")),
        summary=_summary(days),
        streaks=streaks(runs, now),
        periods=PERIODS,
        times=times(runs),
        weekdays=list(zip(day_abbr, day_name, strict=True)),
        months=[_month(year, month, days, today) for year, month in months],
        duration=_duration,
    )


def _summary(days: Mapping[date, Sequence[RunRecord]]) -> str:
    if not days:
        return "No runs yet."
    runs = [run for day in days.values() for run in day]
    solved = sum(run.result in ANSWERED for run in runs)
    span = " to ".join(dict.fromkeys(f"{day.day} {day:%B %Y}" for day in (min(days), max(days))))
    return f"{solved} of {count(len(runs), 'puzzle')} solved, {span}. A day ends at midnight UTC."


def _month(year: int, month: int, days: Mapping[date, Sequence[RunRecord]], today: date) -> CalendarMonth:
    weeks = [
        [_day(day, days.get(day, ()), today) if day.month == month else None for day in week]
        for week in Calendar().monthdatescalendar(year, month)
    ]
    return CalendarMonth(f"{date(year, month, 1):%B %Y}", weeks)


def _day(day: date, runs: Sequence[RunRecord], today: date) -> CalendarDay:
    solved = [run for run in runs if run.result in ANSWERED]
    failed = [run for run in runs if run.result not in ANSWERED]
    shown = max(solved, key=lambda run: (run.series is not None, run.id), default=None)
    image, description = (thumbnail(shown), _description(shown)) if shown else (None, "")
    return CalendarDay(
        day,
        is_today=day == today,
        solved=len(solved),
        failed=len(failed),
        results=", ".join(dict.fromkeys(run.result for run in failed)),
        shown=shown,
        picture=embedded(image, THUMBNAIL_PX, description) if image is not None else None,
        description=description,
    )


def _description(run: RunRecord) -> str:
    """Return the description of a solved board, for readers who do not see its picture."""
    kind = count(run.stars, "star") if run.stars else run.puzzle or ""
    return f"{run.series or 'puzzle'} solved: {run.rows} by {run.cols}, {kind}"


def thumbnail(run: RunRecord) -> Image | None:
    """Return the board in overlay.png; None if the picture, or the board's place in it, is missing.

    That picture always shows the board: once a page has said "solved", the board is often gone.
    """
    if not run.box:
        return None
    try:
        picture = load_image(Path(run.pictures) / "overlay.png")
    except (BadImage, OSError):
        return None
    x0, y0, x1, y1 = run.box
    margin = round(MARGIN * (x1 - x0))
    return picture[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin]


def _duration(seconds: float | None) -> str:
    """Return a time for a person: ``3.2 s``, ``2:05``."""
    if seconds is None:
        return ""
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds // 60:.0f}:{seconds % 60:02.0f}"
