"""Streaks of a list of runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Final

from autoplay.history import ANSWERED, SOLVED_BEFORE, RunRecord
from autoplay.run.scheduled_puzzle import PERIODS

DONE: Final = ANSWERED | {SOLVED_BEFORE}
"""Results of runs after which the puzzle is solved, perhaps by an earlier run."""


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
