"""Many jobs: whose turn it is, and what becomes of them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.browser.start import BrowserOptions
from autoplay.errors import PageUnreachable
from autoplay.run import rate_limiter as turns
from autoplay.run.jobs import Job
from autoplay.run.rate_limiter import Turns, play_all
from tests.autoplay.playwright_server import playwright_server

NOWHERE = PageUnreachable("nowhere")


class Clock:
    """A clock that only goes on when somebody sleeps."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


def job(url):
    return Job(url, Path("unused"))


def test_a_host_is_busy_with_one_job_and_then_rests():
    clock = Clock()
    turns = Turns(10, clock)
    first, second, other = job("https://a.example/1"), job("https://a.example/2"), job("https://b.example/")
    assert turns.take([first, second, other]) is first
    assert turns.take([second, other]) is other
    assert (turns.take([second]), turns.wait_s([second])) == (None, None)
    turns.give_back(first)
    assert (turns.take([second]), turns.wait_s([second])) == (None, 10)
    clock.sleep(10)
    assert turns.take([second]) is second


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/", "http://localhost/", "http://[::1]/", "file:///page.html"])
def test_this_machine_needs_no_rest(url):
    turns = Turns(10, Clock())
    for _ in range(2):
        assert turns.wait_s([job(url)]) == 0
        assert turns.take([job(url)])


@given(st.lists(st.sampled_from("abc"), max_size=9), st.floats(0, 60))
def test_no_host_is_ever_asked_sooner_than_it_has_rested(hosts, interval_s):
    clock, asked = Clock(), {}
    jobs = [job(f"https://{host}.example/") for host in hosts]
    played = []

    def play(job):
        assert clock.now >= asked.get(job.host, -interval_s) + interval_s
        clock.sleep(1)
        asked[job.host] = clock.now
        played.append(job)
        yield NOWHERE

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "play_job", play)
        assert list(play_all(jobs, 1, Turns(interval_s, clock), clock.sleep)) == [(job, NOWHERE) for job in jobs]
    assert played == jobs


def test_contexts_of_one_server_lose_no_puzzle(tmp_path, site):
    """A few of what tests/benchmarks/many.py plays by the hundreds."""
    urls = [f"{site.url}/?size=0&seed={seed}&wait=0" for seed in range(3)]
    with playwright_server(tmp_path) as address:
        jobs = [
            Job(url, tmp_path / str(number), BrowserOptions(ws=address), wanted={"pace_ms": (0, 0)})
            for number, url in enumerate([*urls, "http://127.0.0.1:1/"])
        ]
        found = {job.url: one for job, one in play_all(jobs, 2, Turns(60))}
    lost = found.pop("http://127.0.0.1:1/")
    assert isinstance(lost, PageUnreachable)
    assert {url: one.outcome.verdict.result for url, one in found.items()} == dict.fromkeys(urls, "solved")
    assert [submission.solved for submission in site.submissions] == [True] * 3
    assert all((tmp_path / str(number) / "after.png").exists() for number in range(3))
