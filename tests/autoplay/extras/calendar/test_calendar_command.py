"""`autoplay calendar`: streaks, and the page with the boards."""

import pytest


@pytest.mark.usefixtures("played")
def test_streaks_of_each_series(run):
    daily, weekly = run("calendar").out.splitlines()
    assert daily.split() == ["daily", "1", "in", "a", "row,", "longest", "1"]
    assert weekly.split() == ["weekly", "1", "in", "a", "row,", "longest", "1"]
    assert "weekly" not in run("calendar", "--series", "daily").out


@pytest.mark.usefixtures("played")
def test_the_page_is_written_and_named(run, tmp_path):
    page = tmp_path / "new" / "calendar.html"
    assert run("calendar", "--output", page).out == f"{page}\n"
    assert "4 of 5 puzzles solved" in page.read_text("utf-8")
    empty = run("calendar", "--output", tmp_path / "none.html", "--series", "monthly")
    assert empty.err == "no runs yet\n"
