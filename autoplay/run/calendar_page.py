"""Writes the history as one HTML page: a calendar with a picture of each day's board."""

from __future__ import annotations

from calendar import Calendar, day_abbr, day_name
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from html import escape
from pathlib import Path
from typing import Final

from autoplay.files import write_whole
from autoplay.report.embed import embedded
from autoplay.run.history import NOT_PLAYED, SOLVED, RunRecord
from autoplay.run.streaks import SolveTimes, Streak, streaks, times
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


def page(runs: Sequence[RunRecord], now: datetime) -> str:
    """Return the page as HTML: streaks, times, then the months with runs, the latest first; days are in UTC."""
    days: dict[date, list[RunRecord]] = {}
    for run in runs:
        if run.result not in NOT_PLAYED:
            days.setdefault(run.start.date(), []).append(run)
    months = sorted({(day.year, day.month) for day in days}, reverse=True)
    today = now.astimezone(UTC).date()
    tables = "".join(_month(year, month, days, today) for year, month in months)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Puzzles played</title><style>{STYLE.read_text('utf-8')}</style>"
        f"<header><h1>Puzzles played</h1><p>{_summary(days)}</p></header>"
        f"{_streaks(streaks(runs, now))}{_times(times(runs))}<main>{tables}</main></html>\n"
    )


def _summary(days: Mapping[date, Sequence[RunRecord]]) -> str:
    if not days:
        return "No runs yet."
    runs = [run for day in days.values() for run in day]
    solved = sum(run.result == SOLVED for run in runs)
    span = " to ".join(dict.fromkeys(f"{day.day} {day:%B %Y}" for day in (min(days), max(days))))
    return f"{solved} of {count(len(runs), 'puzzle')} solved, {span}. A day ends at midnight UTC."


def _streaks(found: Sequence[Streak]) -> str:
    cards = [
        f"<li>{streak.series}<b>{streak.current}</b>{PERIODS[streak.series]} in a row, longest {streak.longest}</li>"
        for streak in found
    ]
    return f'<ul class="streaks" aria-label="Streaks">{"".join(cards)}</ul>' if cards else ""


def _times(found: Sequence[SolveTimes]) -> str:
    rows = [
        f'<tr><th scope="row">{time.rows}×{time.cols}, {_kind(time)}</th><td>{time.solved}</td>'
        f"<td>{_seconds(time.best_s)}</td><td>{_seconds(time.median_s)}</td></tr>"
        for time in found
    ]
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Board", "Solved", "Best", "Median"))
    table = f'<table class="times"><caption>Times</caption><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody>'
    return f"{table}</table>" if rows else ""


def _month(year: int, month: int, days: Mapping[date, Sequence[RunRecord]], today: date) -> str:
    weeks = [
        "<tr>" + "".join(_day(day, days.get(day, ()), today) if day.month == month else "<td></td>" for day in week)
        for week in Calendar().monthdatescalendar(year, month)
    ]
    names = zip(day_abbr, day_name, strict=True)
    head = "".join(f'<th scope="col" abbr="{name}">{short}</th>' for short, name in names)
    caption = f"<caption>{date(year, month, 1):%B %Y}</caption>"
    return f'<table class="month">{caption}<thead><tr>{head}</tr></thead><tbody>{"".join(weeks)}</tbody></table>'


def _day(day: date, runs: Sequence[RunRecord], today: date) -> str:
    solved = [run for run in runs if run.result == SOLVED]
    failed = [run for run in runs if run.result != SOLVED]
    kind = "solved" if solved else "failed" if failed else "free"
    current = ' aria-current="date"' if day == today else ""
    parts = [f'<time datetime="{day}"{current}>{day.day}</time>']
    if solved:
        shown = max(solved, key=lambda run: (run.series is not None, run.id))
        parts += [_picture(shown), f"<span>{_size(shown)}</span><span>{_seconds(shown.seconds)}</span>"]
    if len(solved) > 1:
        parts.append(f'<span class="more">+{len(solved) - 1}<span class="told"> more solved</span></span>')
    if failed:
        parts.append(_failures(failed, alone=not solved))
    return f'<td class="{kind}">{"".join(parts)}</td>'


def _picture(run: RunRecord) -> str:
    image = thumbnail(run)
    kind = count(run.stars, "star") if run.stars else run.puzzle or ""
    told = escape(f"{run.series or 'puzzle'} solved: {run.rows} by {run.cols}, {kind}")
    sign = "★" if run.stars else "●"
    return embedded(image, THUMBNAIL_PX, told) if image is not None else f'<i role="img" aria-label="{told}">{sign}</i>'


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


def _failures(failed: Sequence[RunRecord], *, alone: bool) -> str:
    """Return the number of failures, with their results if there is room."""
    results = escape(", ".join(dict.fromkeys(run.result for run in failed)))
    words = "<small>" if alone else '<small class="told">'
    number = f'✕{len(failed)}<span class="told"> not solved:</span>'
    return f'<span class="bad" title="{results}">{number} {words}{results}</small></span>'


def _kind(time: SolveTimes) -> str:
    return f"{time.stars}★" if time.stars else escape(time.puzzle)


def _size(run: RunRecord) -> str:
    return f"{run.rows}×{run.cols}"


def _seconds(seconds: float | None) -> str:
    """Return a time for a person: ``3.2 s``, ``2:05``."""
    if seconds is None:
        return ""
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds // 60:.0f}:{seconds % 60:02.0f}"
