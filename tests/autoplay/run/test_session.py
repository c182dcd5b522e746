"""A session: from the start of the browser to the last puzzle."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.browser.start import BrowserOptions
from autoplay.errors import NoReply, SiteNotReached, TooSoon
from autoplay.history import History, SolvedBefore
from autoplay.player.play_request import PlayRequest
from autoplay.run import FIRST_S, REST_S, Patience, play_request

QUICK = {"pace_ms": (0, 0), "patience_s": 0}


@pytest.fixture
def play(elsewhere, site, tmp_path):
    """Play a page of the practice site as a request; return the results."""

    def play(query, **options):
        request = PlayRequest(f"{site.url}/?wait=0&{query}", tmp_path / "run", **QUICK, **options)
        return elsewhere(lambda: list(play_request(request)))

    return play


def test_a_special_is_tried_again_after_a_rest_and_played_once(
    play, site, home, tmp_path, monkeypatch
):
    run = {"series": "daily", "tracing": "retain-on-failure"}
    (tmp_path / "run" / "sub").mkdir(parents=True)
    for name in (".key", "tax.pdf", "after.png", "sub/trace.zip"):
        (tmp_path / "run" / name).write_text("a person's own, or of an earlier run")
    [error] = play("size=0&blank=1", **run)
    assert error.code == "no-board"
    kept = home / "unsolved" / "daily.json"
    assert json.loads(kept.read_text())["cookies"] == []
    assert (tmp_path / "run" / "trace.zip").read_bytes().startswith(b"PK")
    [error] = play("size=0", **run)
    assert isinstance(error, TooSoon)
    with monkeypatch.context() as patch:
        patch.setattr("autoplay.run.REST", timedelta(0))
        [played] = play("size=0&seed=1", **run)
        [again] = play("size=0&seed=1", series="daily")
    assert (played.verdict.result, len(site.submissions)) == ("solved", 1)
    assert not kept.exists()
    assert not (tmp_path / "run" / "trace.zip").exists()
    assert (type(again), again.record.puzzle_id) == (SolvedBefore, played.puzzle_id)
    assert [run.result for run in History().runs()] == ["no-board", "solved", "solved-before"]


def test_a_trace_of_an_earlier_run_is_removed(play, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "trace.zip").write_text("of an earlier run")
    browser = BrowserOptions(browser="/no/such/browser")
    [error] = play("size=0", tracing="on", browser=browser)
    assert error.code == "no-browser"
    assert not (tmp_path / "run" / "trace.zip").exists()


ERRORS = st.sampled_from([SiteNotReached("x"), NoReply("x")])


@given(st.floats(0, 7200), st.lists(ERRORS, min_size=1))
def test_pauses_grow_and_end_with_the_patience(limit_s, errors):
    patience, left_s, usual_s = Patience(limit_s), limit_s, FIRST_S
    for error in errors:
        if isinstance(error, NoReply):
            expected = REST_S if left_s >= REST_S else None
        else:
            expected = min(usual_s, left_s) or None
            usual_s = min(2 * usual_s, REST_S)
        assert patience.take_pause(error) == expected
        left_s -= expected or 0
