"""`autoplay calendar`: streaks and times, and the page with the boards."""

import pytest

from autoplay.errors import PageBlocked
from autoplay.player.play_result import Pictures
from autoplay.run.history import History
from tests.autoplay.fixtures.killed import outcome


@pytest.fixture
def played(tmp_path):
    """Record three daily puzzles and a weekly one that were solved, and a page that was blocked."""
    for number, series in enumerate(("daily", "daily", "weekly", "daily")):
        with History().entry("http://localhost/", tmp_path, series=series) as entry:
            entry.identify("practice", f"{number}")
            entry.finish("practice", outcome(number, Pictures(tmp_path)))
    with pytest.raises(PageBlocked), History().entry("http://localhost/", tmp_path):
        raise PageBlocked("a challenge")


@pytest.mark.usefixtures("played")
def test_streaks_then_times(run):
    daily, weekly, gap, head, times = run("calendar").out.splitlines()
    assert daily.split() == ["daily", "1", "in", "a", "row,", "longest", "1"]
    assert weekly.split() == ["weekly", "1", "in", "a", "row,", "longest", "1"]
    assert gap == ""
    assert head.split() == ["board", "solved", "best", "median"]
    assert times.split() == ["5x5/1★", "4", "1.0", "s", "1.0", "s"]
    assert "weekly" not in run("calendar", "--series", "daily").out


@pytest.mark.usefixtures("played")
def test_the_page_is_written_and_named(run, tmp_path):
    page = tmp_path / "new" / "calendar.html"
    assert run("calendar", "--output", page).out == f"{page}\n"
    assert "4 of 5 puzzles solved" in page.read_text("utf-8")
    empty = run("calendar", "--output", tmp_path / "none.html", "--series", "monthly")
    assert empty.err == "no runs yet\n"


def test_a_page_that_cannot_be_written_is_one_line(run, tmp_path):
    (tmp_path / "file").touch()
    done = run("calendar", "--quiet", "--output", tmp_path / "file" / "calendar.html")
    assert (done.status, "file" in done.complaint) == (2, True)
