"""The specials: a puzzle a day, a week, a month."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final

DAYS_BACK: Final = 30
"""How far back the pages of the specials offer the puzzles of earlier days."""

PERIODS: Final[dict[int, Callable[[date], int]]] = {
    9: date.toordinal,
    10: lambda day: (day.toordinal() - 1) // 7,
    11: lambda day: 12 * day.year + day.month,
}
"""Which kinds of puzzle are specials, and the number of the day, the week or the month a day lies in."""


def today() -> date:
    """The day, in UTC: the special changes everywhere at once."""
    return datetime.now(UTC).date()


def special_seed(size: int, day: str) -> int | None:
    """The seed of the special of a day (ISO 8601), today if it is ""; None for a kind that is no special."""
    return PERIODS[size](date.fromisoformat(day) if day else today()) if size in PERIODS else None


def special_days(size: int) -> list[date]:
    """The days whose special can still be played, the latest first: one a period, today for the current one."""
    if size not in PERIODS:
        return []
    days = [today() - timedelta(days=back) for back in range(DAYS_BACK + 1)]
    latest = {PERIODS[size](day): day for day in reversed(days)}
    return sorted(latest.values(), reverse=True)
