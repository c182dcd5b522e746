"""Streaks and times of a list of runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise
from statistics import median
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from autoplay.run.history import ANSWERED, SOLVED_BEFORE, RunRecord

if TYPE_CHECKING:
    from collections.abc import Callable


def _week(day: date) -> int:
    return (day.toordinal() - 1) // 7  # day 1 of the calendar was a Monday


def _month(day: date) -> int:
    return day.year * 12 + day.month


PERIODS: Mapping[str, Callable[[date], int]] = MappingProxyType(
    {"daily": date.toordinal, "weekly": _week, "monthly": _month}
)
"""Series → function returning the running number of a date's day, week (from Monday) or month."""
DONE: Final = ANSWERED | {SOLVED_BEFORE}
"""Results of runs after which the puzzle is solved, perhaps by an earlier run outside of the series."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Number of puzzles of a series solved in a row: now, and at most."""

    series: str
    current: int
    longest: int


@dataclass(frozen=True, slots=True)
class SolveTimes:
    """Best and median seconds of the runs that solved a board of ``rows`` x ``cols``; ``stars`` per row, if any."""

    rows: int
    cols: int
    puzzle: str
    stars: int | None
    solved: int
    best_s: float
    median_s: float


def streaks(runs: Sequence[RunRecord], now: datetime) -> list[Streak]:
    """Return the streak of each series that was tried.

    A puzzle counts for the day, week or month (UTC) in which its id was first seen, solved or not; without an id, for
    the one in which it was solved. A puzzle solved after midnight counts for the day on which it appeared, and none
    counts twice. A period that is not over does not end a streak.
    """
    found = []
    for series, period in PERIODS.items():
        tried = [run for run in runs if run.series == series]
        if tried:
            solved = {period(day) for day in _days(tried)}
            found.append(Streak(series, _current(solved, period(now.astimezone(UTC).date())), _longest(solved)))
    return found


def times(runs: Iterable[RunRecord]) -> list[SolveTimes]:
    """Return the times of each kind of board that was solved, the smallest first."""
    seconds: dict[tuple[int, int, str, int], list[float]] = {}
    for run in runs:
        if run.result in ANSWERED and run.seconds is not None and run.puzzle and run.rows and run.cols:
            seconds.setdefault((run.rows, run.cols, run.puzzle, run.stars or 0), []).append(run.seconds)
    return [
        SolveTimes(rows, cols, puzzle, stars or None, len(all_s), min(all_s), median(all_s))
        for (rows, cols, puzzle, stars), all_s in sorted(seconds.items())
    ]


def _days(tried: Sequence[RunRecord]) -> set[date]:
    """Return the days whose puzzles were solved; a puzzle belongs to the day on which it was first seen."""
    first: dict[str | int, date] = {}
    for run in tried:
        first.setdefault(_name(run), run.start.date())
    return {first[_name(run)] for run in tried if run.result in DONE}


def _name(run: RunRecord) -> str | int:
    """Return what identifies a puzzle of a series: the page's id, or else the run itself."""
    return f"{run.site} {run.puzzle_id}" if run.puzzle_id else run.id


def _current(solved: set[int], present: int) -> int:
    last = present if present in solved else present - 1
    first = last
    while first in solved:
        first -= 1
    return last - first


def _longest(solved: set[int]) -> int:
    longest = length = int(bool(solved))
    for before, after in pairwise(sorted(solved)):
        length = length + 1 if after == before + 1 else 1
        longest = max(longest, length)
    return longest
