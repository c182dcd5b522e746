"""A week of mornings on the practice site, with a clock that only pauses move."""

from contextlib import nullcontext
from datetime import UTC, datetime, timedelta

import pytest

from autoplay import run
from autoplay.browser.navigation import open_url
from autoplay.history import REST, Clock, History
from autoplay.player.play_request import PlayObserver, PlayRequest

OFFLINE, NO_NAME, SLOW, BUSY = "internetdisconnected", "namenotresolved", "timedout", "503"
AWAY_PAUSES = [10, 20, 40, 80, 160, 300, 300, 300, 300, 290]
MINUTE = timedelta(minutes=1)


class Morning(Clock, PlayObserver):
    """Clock and observer; a computer that ``sleeps`` does so in its first pause."""

    dies = ""

    def begin(self, day, sleeps=timedelta()):
        self.time = datetime(2026, 11, 22 + day, 9, 37, tzinfo=UTC)
        self.sleeps, self.pauses, self.notes = sleeps, [], []

    def now(self):
        return self.time

    def pause(self, _page, seconds):
        if self.dies == "pause":
            raise SystemExit
        self.pauses.append(seconds)
        self.time += timedelta(seconds=seconds) + self.sleeps
        self.sleeps = timedelta()

    def show_pause(self, message):
        self.notes.append(message)

    def show_answer(self, *_):
        if self.dies == "play":
            raise SystemExit


@pytest.fixture
def play(page, site, tmp_path, monkeypatch):
    """Play the puzzle of a number after troubles, one a try; return the results of the new runs."""
    troubles = []

    def answer(route):
        trouble = troubles.pop(0) if troubles and route.request.is_navigation_request() else ""
        if trouble == BUSY:
            route.fulfill(status=503, body="busy")
        elif trouble:
            route.abort(trouble)
        else:
            route.continue_()

    def play(morning, number, *first):
        troubles[:] = first
        before = len(History().runs())
        open_url(page, "about:blank")
        url = f"{site.url}/?size=0&wait=0&seed={number}"
        quick = {"pace_ms": (0, 0), "is_hasty": True, "patience_s": 0, "network_patience_s": 1800}
        request = PlayRequest(url, tmp_path / "run", series="daily", **quick)
        try:
            list(run.play_request(request, morning, morning))
        except SystemExit:
            morning.dies = ""
        return [run.result for run in History().runs()[before:]]

    page.route("**/*", answer)
    monkeypatch.setattr(run, "open_page", lambda *_: nullcontext(page))
    return play


def test_a_week_of_mornings(play, site):
    morning = Morning()
    # Monday: the network comes up half a minute after the computer.
    morning.begin(1)
    assert play(morning, 1, OFFLINE, OFFLINE) == ["not-reached", "not-reached", "solved"]
    assert morning.pauses == [10, 20]
    assert "ERR_INTERNET_DISCONNECTED); next try at " in morning.notes[0]
    # Tuesday: no name is known for half an hour; afterwards a person need not wait.
    morning.begin(2)
    assert play(morning, 2, *[NO_NAME] * 11) == ["not-reached"] * 11
    assert morning.pauses == AWAY_PAUSES
    assert play(morning, 2) == ["solved"]
    # Wednesday: the site takes too long, and is left alone as after any attempt.
    morning.begin(3)
    assert play(morning, 3, SLOW) == ["no-reply", "solved"]
    assert morning.pauses == [REST.total_seconds()]
    # Thursday: the site answers that it is busy, and is not asked again at once.
    morning.begin(4)
    assert play(morning, 4, BUSY) == ["blocked"]
    morning.time += MINUTE
    assert (play(morning, 4), morning.pauses) == ([], [])
    morning.time += REST
    assert play(morning, 4) == ["solved"]
    # Friday: the page still shows the puzzle of Thursday.
    morning.begin(5)
    assert play(morning, 4) == ["solved-before"]
    # Saturday: the laptop wakes up, has no network yet, and is closed again for hours.
    morning.begin(6, sleeps=timedelta(hours=5))
    assert play(morning, 6, OFFLINE, OFFLINE) == ["not-reached", "not-reached", "solved"]
    assert morning.pauses == [10, 20]
    # Sunday: the program is killed in a pause, then in the middle of a game.
    morning.begin(7)
    morning.dies = "pause"
    assert play(morning, 7, OFFLINE) == ["not-reached"]
    morning.dies = "play"
    assert play(morning, 7) == ["unfinished"]
    morning.time += MINUTE
    assert play(morning, 7) == []
    morning.time += REST
    assert play(morning, 7) == ["solved"]
    assert [submission.solved for submission in site.submissions] == [True] * 6
