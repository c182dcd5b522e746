"""The history as an HTML page: its content, and its layout in a browser."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from autoplay.extras.calendar.calendar_page import draw_page, write_calendar
from autoplay.history import RunRecord
from vision import save_image

NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)
BOARD = ("puzzle-team", "star-battle", 10, 10, 2)
RUN = RunRecord(
    1, "2026-01-01T23:59:00+00:00", "http://localhost/", *BOARD, "solved", "", 3.21, "."
)
LIST = ["all", "games"]
"""Name of the button of a day with games, after its number."""


@pytest.fixture
def pictures(tmp_path):
    folder = tmp_path / "run"
    save_image(folder / "overlay.png", np.full((1000, 1280, 3), 200, np.uint8))
    return str(folder)


NOT_TRIED = ("unplayed", "solved-before", "not-reached", "no-reply", "unreachable")
"""Results of runs that are no puzzle."""


def days(html):
    """Return day → the words of its cell, without those of the list of its games."""
    cells = re.findall(
        r'(?s)<time datetime="([0-9-]+)"[^>]*>\d+</time>(.*?)(?:</td>|<div popover)', html
    )
    return {day: re.sub(r"<[^>]*>", " ", text).split() for day, text in cells}


def test_a_solved_day_has_its_picture_size_and_time(pictures):
    html = draw_page([replace(RUN, pictures=pictures, series="daily", box=(40, 60, 140, 160))], NOW)
    assert days(html)["2026-01-01"] == [*LIST, "Star", "Battle", "10×10", "2★", "3.2", "s"]
    assert 'alt="daily Star Battle solved: 10×10 2★" src="data:image/webp;base64,' in html
    assert "daily<b>1</b>days in a row, longest 1" in html
    assert "1 of 1 puzzle solved, 1 January 2026." in html


def test_failures_are_marked_and_dry_runs_left_out():
    failed = replace(RUN, result="<b>odd</b>", seconds=None, rows=None, cols=None, stars=None)
    blocked = replace(failed, result="blocked", started="2026-01-02T08:00:00+00:00")
    idle = [replace(blocked, result=result) for result in NOT_TRIED]
    shown = days(draw_page([RUN, RUN, failed, blocked, blocked, *idle], NOW))
    failure = ["✕1", "not", "solved:", "&lt;b&gt;odd&lt;/b&gt;"]
    assert shown["2026-01-01"] == [*LIST, "★", "★", "Star", "Battle", "×2", *failure]
    assert shown["2026-01-02"] == [*LIST, "✕2", "not", "solved:", "blocked"]


def test_months_with_runs_are_shown_over_the_end_of_a_year():
    html = draw_page([replace(RUN, started="2024-02-29T10:00:00+00:00"), RUN], NOW)
    assert re.findall(r"<caption>(\w+ \d+)</caption>", html) == ["January 2026", "February 2024"]
    shown = days(html)
    assert len(shown) == 31 + 29
    assert shown["2024-02-29"] == [*LIST, "★", "Star", "Battle", "10×10", "2★", "3.2", "s"]
    assert html.count('aria-current="date"') == 1


def test_a_day_draws_four_boards_and_names_all_its_games():
    lamps = replace(RUN, puzzle="lights-out", stars=None)
    pegs = replace(RUN, puzzle="pegs", stars=None, rows=3, cols=5, grid=("  .  ", " o o ", "o o o"))
    shown = days(draw_page([RUN] * 3 + [lamps, pegs], NOW))["2026-01-01"]
    assert shown == [*LIST, "★", "★", "★", "●", "Star", "Battle", "×3", "Lights", "Out", "Pegs"]


def test_a_browser_shows_hundreds_of_runs_and_all_games_of_a_day(page, pictures, tmp_path):
    results = ("solved", "solved", "not-confirmed")
    runs = [
        replace(
            RUN,
            id=number,
            started=(NOW - timedelta(days=1, hours=16 * number)).isoformat(),
            result=results[number % 3],
            series="daily",
            seconds=71.0 * number,
            pictures=pictures if number < 20 else ".",
            box=BOX,
        )
        for number in range(2, 400)
    ][::-1]
    pegs = replace(
        RUN, puzzle="pegs", stars=None, grid=("  .  ", " o o ", "o o o"), url="javascript:alert(1)"
    )
    failed = replace(
        RUN, result="blocked", started="2026-01-01T08:00:00+00:00", seconds=None, series="daily"
    )
    write_calendar(tmp_path / "calendar.html", [*runs, pegs, failed], NOW)
    page.goto((tmp_path / "calendar.html").as_uri())

    # It fits the width of a desktop and of a phone.
    assert page.locator(".month").count() == 10
    assert page.locator("img").evaluate_all("all => Promise.all(all.map(image => image.decode()))")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(".solved").first.evaluate(
            "cell => cell.scrollWidth <= cell.clientWidth"
        )

    # A click on a day lists its games, with links to pages that are of the web.
    games = page.locator("#d2026-01-01")
    assert not games.is_visible()
    page.get_by_role("button", name="1 all games", exact=True).first.click()
    assert games.get_by_role("heading").inner_text() == "Thursday, 1 January 2026"
    rows = [row.locator("td").all_inner_texts() for row in games.locator("tbody tr").all()]
    assert rows == [
        ["08:00", "Star Battle daily", "10×10 2★", "", "blocked", "puzzle-team"],
        ["23:59", "Pegs", "6 holes", "3.2 s", "solved", ""],
    ]
    links = [link.get_attribute("href") for link in games.locator("a").all()]
    assert links == ["http://localhost/"]
    games.get_by_role("button", name="Close").click()
    assert not games.is_visible()


BOX = (40, 60, 140, 160)
