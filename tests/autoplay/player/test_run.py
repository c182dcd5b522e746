"""Puzzle runs: the page, its puzzles, the history."""

from datetime import date, timedelta
from itertools import count

import numpy as np
import pytest

from autoplay.browser.navigation import full_url
from autoplay.errors import NoNextPuzzle, PageBlocked, PageNotPlayed, PageUnreachable
from autoplay.history import History, SolvedBefore
from autoplay.player.play_result import Pictures
from autoplay.practice import star_battle
from tests.playing import run_all
from vision.errors import BoardNotFound

QUICK = {"pace_ms": (0, 0), "patience_s": 0}

pytestmark = pytest.mark.usefixtures("brisk")


@pytest.fixture
def visit(page, tmp_path):
    def visit(url, **given):
        return run_all(page, full_url(url), tmp_path / "run", **{"pace_ms": (0, 0), **given})

    return visit


def results():
    return [(run.result, run.site) for run in History().runs()]


def test_puzzles_are_played_one_after_the_other(visit, site, tmp_path, monkeypatch):
    turns = count()  # otherwise the site chooses at random
    monkeypatch.setattr(
        "autoplay.practice.puzzles.random.choice", lambda boards: boards[next(turns) % len(boards)]
    )
    played = visit(f"{site.url.removeprefix('http://')}/?size=0&wait=0", count=2)
    assert [one.verdict.result for one in played] == ["solved"] * 2
    assert [one.puzzle_id for one in played] == [run.puzzle_id for run in History().runs()]
    assert results() == [("solved", "puzzle-team")] * 2
    assert len({submission.puzzle for submission in site.submissions}) == 2
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["1", "2"]
    expected = [str(tmp_path / "run" / name) for name in "12"]
    assert [run.pictures for run in History().runs()] == expected
    assert site.hall == []


def test_a_site_that_knows_no_next_button_is_opened_again(visit, site, page, monkeypatch):
    turns, opened, url = count(), [], f"{site.url}/?size=0&wait=0&submit=ajax"
    monkeypatch.setattr(
        "autoplay.practice.puzzles.random.choice", lambda boards: boards[next(turns) % 2]
    )
    page.on(
        "request",
        lambda seen: seen.is_navigation_request() and opened.append((seen.method, seen.url)),
    )
    visit(url, count=2, site="generic")
    assert opened == [("GET", url)] * 2
    assert results() == [("solved", "generic")] * 2
    assert [submission.solved for submission in site.submissions] == [True] * 2
    first, second = [submission.puzzle for submission in site.submissions]
    assert first != second


def test_a_page_of_one_puzzle_is_played_once(visit, site):
    with pytest.raises(NoNextPuzzle, match="leads to another"):
        visit(f"{site.url}/?size=0&seed=1&wait=0&submit=ajax", count=3, site="generic")
    assert [result for result, _ in results()] == ["solved", "no-next"]
    assert len(site.submissions) == 1


def test_a_page_without_a_board_says_why(visit, site, tmp_path):
    Pictures(tmp_path / "run").save("overlay", np.zeros((9, 9, 3), np.uint8))
    with pytest.raises(BoardNotFound) as caught:
        visit(f"{site.url}/?blank=1", **QUICK)
    assert caught.value.exit_status == 3
    assert caught.value.picture == str(tmp_path / "run" / "before.png")
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["before.png"]
    assert results() == [("no-board", "generic")]
    assert site.submissions == []


def test_a_special_without_an_id_is_known_by_its_date(visit, site, monkeypatch):
    # The smallest puzzles become daily ones.
    monkeypatch.setitem(star_battle.PERIODS, 0, date.toordinal)
    day = star_battle.today() - timedelta(days=1)
    url = f"{site.url}/?size=0&wait=0&date={day}"
    [played] = visit(url, series="daily")
    assert (played.verdict.result, played.puzzle_id) == ("solved", str(day))
    [again] = visit(url, series="daily")
    assert (type(again), again.record.puzzle_id) == (SolvedBefore, str(day))
    assert len(site.submissions) == 1


def test_what_cannot_be_opened_is_in_the_history(visit, site, page):
    with pytest.raises(PageNotPlayed):
        visit("linkedin.com/games/queens")
    assert (page.url, results()) == ("about:blank", [])
    with pytest.raises(PageBlocked):
        visit(f"{site.url}/?challenge=1", **QUICK)
    with pytest.raises(PageUnreachable):
        visit(f"{site.url}/?size=99", **QUICK)
    site.close()
    with pytest.raises(PageUnreachable):
        visit(site.url)
    assert results() == [("blocked", None), ("unreachable", "generic"), ("not-reached", None)]
