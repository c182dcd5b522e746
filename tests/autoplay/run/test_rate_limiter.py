"""Many requests: their order, and the result of each."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay import run
from autoplay.browser.start import BrowserOptions
from autoplay.errors import PageUnreachable, SiteNotReached
from autoplay.player.play_request import PlayRequest
from autoplay.run import HostRateLimiter, play_all
from tests.qa.playwright_server import playwright_server

NOWHERE = PageUnreachable("nowhere")


class Clock:
    """Clock that advances only when somebody sleeps."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


def request(url):
    return PlayRequest(url, Path("unused"))


def test_a_host_is_busy_with_one_job_and_then_rests():
    clock = Clock()
    limiter = HostRateLimiter(10, clock)
    first = request("https://a.example/1")
    second = request("https://a.example/2")
    other = request("https://b.example/")
    assert limiter.take([first, second, other]) is first
    assert limiter.take([second, other]) is other
    assert (limiter.take([second]), limiter.wait_s([second])) == (None, None)
    limiter.release(first)
    assert (limiter.take([second]), limiter.wait_s([second])) == (None, 10)
    clock.sleep(10)
    assert limiter.take([second]) is second


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/", "http://localhost/", "http://[::1]/", "file:///page.html"]
)
def test_this_machine_needs_no_rest(url):
    limiter = HostRateLimiter(10, Clock())
    for _ in range(2):
        assert limiter.wait_s([request(url)]) == 0
        assert limiter.take([request(url)])


@given(st.lists(st.sampled_from("abc"), max_size=9), st.floats(0, 60))
def test_no_host_is_ever_asked_sooner_than_it_has_rested(hosts, interval_s):
    clock, asked = Clock(), {}
    requests = [request(f"https://{host}.example/") for host in hosts]
    played = []

    def play(request, _observer):
        assert clock.now >= asked.get(request.host, -interval_s) + interval_s
        clock.sleep(1)
        asked[request.host] = clock.now
        played.append(request)
        yield NOWHERE

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "play_request", play)
        found = list(play_all(requests, 1, HostRateLimiter(interval_s, clock), clock.sleep))
        assert found == [(request, NOWHERE) for request in requests]
    assert played == requests


def test_a_host_that_was_never_reached_needs_no_rest(monkeypatch):
    clock, requests = Clock(), [request("https://a.example/")] * 2
    monkeypatch.setattr(run, "play_request", lambda *_: [SiteNotReached("away")])
    list(play_all(requests, 1, HostRateLimiter(10, clock), clock.sleep))
    assert clock.now == 0


@pytest.mark.usefixtures("process")
def test_contexts_of_one_server_lose_no_puzzle(tmp_path, site):
    """tests/qa/benchmarks/many.py plays hundreds of these."""
    urls = [f"{site.url}/?size=0&seed={seed}&wait=0" for seed in range(2)]
    with playwright_server(tmp_path) as address:
        requests = [
            PlayRequest(url, tmp_path / str(number), BrowserOptions(ws=address), pace_ms=(0, 0))
            for number, url in enumerate([*urls, "http://127.0.0.1:1/"])
        ]
        found = {request.url: one for request, one in play_all(requests, 2, HostRateLimiter(60))}
    lost = found.pop("http://127.0.0.1:1/")
    assert isinstance(lost, PageUnreachable)
    assert {url: one.verdict.result for url, one in found.items()} == dict.fromkeys(urls, "solved")
    assert [submission.solved for submission in site.submissions] == [True] * 2
    assert all((tmp_path / str(number) / "after.png").exists() for number in range(2))
