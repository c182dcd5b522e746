"""Processes that answer requests: each within its time, and none delays the others."""

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from autoplay.errors import ProcessLost
from autoplay.extras.web import server
from autoplay.extras.web.limits import Busy, Limits, TookTooLong
from autoplay.extras.web.server import RequestPool

pytestmark = pytest.mark.usefixtures("process")

LONG_S = 600


def run(coroutine):
    """Return the result of a coroutine, in a thread: the main one has the browser's event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def stays():
    return False


async def leaves():
    return True


@contextmanager
def running(answer, **limits):
    pool = RequestPool(answer, Limits(**{"at_once": 1, **limits}))
    try:
        yield pool
    finally:
        pool.close()


def test_what_takes_too_long_is_ended_and_the_next_is_answered(monkeypatch):
    monkeypatch.setattr(server, "GRACE_S", 0.0)
    with running(time.sleep, timeout_s=1.0) as pool:
        with pytest.raises(TookTooLong, match="longer than 1 s"):
            run(pool.ask(LONG_S, stays))
        assert run(pool.ask(0, stays)) is None


def test_what_nobody_waits_for_is_ended():
    with running(time.sleep) as pool, pytest.raises(TookTooLong):
        run(pool.ask(LONG_S, leaves))


def test_a_process_that_dies_is_reported_and_replaced():
    with running(os._exit) as pool:
        for _ in range(2):
            with pytest.raises(ProcessLost, match="ended with status 7"):
                run(pool.ask(7, stays))


def test_who_comes_when_all_places_are_taken_is_refused():
    with running(abs, waiting=1) as pool, pool.place():
        with pool.place(), pytest.raises(Busy), pool.place():
            pass
        with pool.place():
            assert run(pool.ask(-1, stays)) == 1
