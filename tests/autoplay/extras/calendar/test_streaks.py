"""Streaks, from runs made up for each test."""

from datetime import UTC, datetime, timedelta
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from autoplay.extras.calendar.calendar_page import Streak, find_streaks
from autoplay.history import RunRecord

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)  # a Monday
NUMBERS = count(1)


def run(day, *, result="solved", puzzle_id=None, series="daily", hour=8, size=10, seconds=2.0):
    started = f"{day}T{hour:02}:00:00+00:00"
    kind = ("star-battle", size, size, 1)
    return RunRecord(
        next(NUMBERS), started, "", "puzzle-team", *kind, result, "", seconds, "", series, puzzle_id
    )


def days(*numbers, **more):
    return [
        run(NOW.date() - timedelta(number), puzzle_id=f"{number}", **more)
        for number in sorted(numbers)[::-1]
    ]


def test_puzzle_counts_once_for_the_day_it_was_first_seen():
    tried = run("2026-03-01", result="unreachable", puzzle_id="a", hour=23)
    solved = run("2026-03-02", puzzle_id="a", hour=0)
    assert find_streaks([tried, solved], NOW) == [Streak("daily", 1, 1)]
    expected = [Streak("daily", 2, 2)]
    assert find_streaks([run("2026-02-28", puzzle_id="z"), tried, solved], NOW) == expected
    found = find_streaks([tried, solved, run("2026-03-02", puzzle_id="a")], NOW)
    assert found == [Streak("daily", 1, 1)]
    known = run("2026-03-02", result="solved-before", puzzle_id="a")
    assert find_streaks([known], NOW) == [Streak("daily", 1, 1)]
    assert find_streaks([run("2026-03-01", puzzle_id="a"), known], NOW) == [Streak("daily", 1, 1)]


def test_weeks_begin_on_monday_and_years_do_not_end_a_streak():
    weeks = [
        run(day, series="weekly")
        for day in ("2025-12-28", "2025-12-29", "2026-01-05", "2026-01-11")
    ]
    assert find_streaks(weeks, datetime(2026, 1, 18, 23, tzinfo=UTC)) == [Streak("weekly", 3, 3)]
    assert find_streaks(weeks, datetime(2026, 1, 19, tzinfo=UTC)) == [Streak("weekly", 0, 3)]
    months = [run(day, series="monthly") for day in ("2025-11-30", "2025-12-01", "2026-01-31")]
    assert find_streaks(months, datetime(2026, 2, 28, tzinfo=UTC)) == [Streak("monthly", 3, 3)]


@given(st.sets(st.integers(0, 60)))
def test_streaks_are_what_a_calendar_shows(ago):
    (found,) = find_streaks([run("2025-01-01", result="blocked"), *days(*ago)], NOW)
    pieces = "".join("x" if number in ago else " " for number in range(61)).split(" ")
    assert found.longest == max(map(len, pieces))
    assert found.current == len(pieces[0] or pieces[1])
