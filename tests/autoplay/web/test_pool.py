"""Processes that answer: each within its time, and none that holds up the others."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from autoplay.errors import ProcessLost
from autoplay.web import pool as pools
from autoplay.web.errors import Busy, TookTooLong
from autoplay.web.limits import Limits
from autoplay.web.pool import Pool

LONG_S = 600


def run(coroutine):
    """What a coroutine comes to; in a thread, as that of the tests has a browser's event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def stays():
    return False


async def leaves():
    return True


@contextmanager
def running(answer, **limits):
    pool = Pool(answer, Limits(**{"at_once": 1, **limits}))
    try:
        yield pool
    finally:
        pool.close()


def test_what_is_asked_is_answered():
    with running(abs) as pool:
        assert run(pool.ask(-3, stays)) == 3
        with pytest.raises(TypeError):
            run(pool.ask("three", stays))


def test_what_takes_too_long_is_ended_and_the_next_is_answered(monkeypatch):
    monkeypatch.setattr(pools, "GRACE_S", 0.0)
    with running(time.sleep, timeout_s=1.0) as pool:
        with pytest.raises(TookTooLong, match="longer than 1 s"):
            run(pool.ask(LONG_S, stays))
        assert run(pool.ask(0, stays)) is None


def test_what_nobody_waits_for_is_ended():
    with running(time.sleep) as pool, pytest.raises(TookTooLong):
        run(pool.ask(LONG_S, leaves))


def test_a_process_that_dies_is_told_and_replaced():
    with running(os._exit) as pool:
        for _ in range(2):
            with pytest.raises(ProcessLost, match="ended with status 7"):
                run(pool.ask(7, stays))


def test_more_than_may_wait_are_refused():
    async def crowd(pool):
        waiting = [asyncio.create_task(pool.ask(LONG_S, stays)) for _ in range(2)]
        await asyncio.sleep(0)  # so that both are asked
        with pytest.raises(Busy):
            await pool.ask(0, stays)
        pool.close()
        return await asyncio.gather(*waiting, return_exceptions=True)

    with running(time.sleep, waiting=1) as pool:
        found = run(crowd(pool))
    assert [type(one) for one in found] == [Busy, Busy]
