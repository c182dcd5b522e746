"""Worker processes: none outlives its parent, and one that dies takes only its own call with it."""

import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import wait
from threading import Event

import pytest

from autoplay.limits import lift_memory_limit
from autoplay.workers import CallStopped, PoolClosed, ProcessDied, WorkerPool
from tests.autoplay.cli.processes import is_running
from tests.systems import PROC, SIGNALS

pytestmark = pytest.mark.usefixtures("process")

LONG_S = 600
PARENT = """
import time
from autoplay.workers import WorkerPool
if __name__ == "__main__":
    pool = WorkerPool(1)
    busy = pool.submit(time.sleep, 600)
    while not pool._workers:
        time.sleep(0.01)
    (worker,) = pool._workers
    print(worker._process.pid, flush=True)
    time.sleep(600)
"""


@pytest.fixture(scope="module")
def pool():
    """Yield a pool of two processes for tests that leave it usable."""
    with WorkerPool(2) as pool:
        yield pool


def test_calls_are_answered_and_their_errors_raised(pool):
    assert [pool.submit(abs, number).result() for number in (-1, 2)] == [1, 2]
    assert pool.submit(int, "11", base=2).result() == 3
    with pytest.raises(ValueError, match="many"):
        pool.submit(int, "many").result()


@PROC
def test_what_takes_too_much_memory_costs_only_its_call(pool):
    with pytest.raises(MemoryError):
        pool.submit(bytearray, 1 << 40).result()
    assert pool.submit(abs, -1).result() == 1


@PROC
def test_a_browser_of_a_worker_has_no_limit_of_memory(pool):
    assert pool.submit(memory_limits).result() == (True, False, True)


def memory_limits():
    """Return True for each moment at which a limit holds: before, in and after a start."""

    def is_limited() -> bool:
        return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY

    import resource

    before = is_limited()
    with lift_memory_limit():
        within = is_limited()
    return before, within, is_limited()


def test_a_process_that_dies_loses_only_its_call(pool):
    calls = [pool.submit(os._exit, 3), pool.submit(os._exit, 0), pool.submit(abs, -1)]
    for call, how in zip(calls, ("ended with status 3", "ended with status 0"), strict=False):
        with pytest.raises(ProcessDied, match=how):
            call.result()
    assert calls[2].result() == 1


@SIGNALS
def test_an_idle_process_that_was_killed_is_replaced():
    with WorkerPool(1) as pool:
        killed = pool.submit(os.getpid).result()
        (worker,) = pool._workers
        os.kill(killed, signal.SIGKILL)
        wait([worker._pipe])
        assert pool.submit(os.getpid).result() != killed


def test_a_call_is_stopped_at_its_limit_or_when_given_up(pool):
    given_up = Event()
    long = pool.submit_limited(time.sleep, LONG_S, LONG_S, given_up)
    with pytest.raises(CallStopped):
        pool.submit_limited(time.sleep, LONG_S, 0.2, Event()).result()
    given_up.set()
    with pytest.raises(CallStopped):
        long.result()
    with pytest.raises(CallStopped):
        pool.submit_limited(abs, -1, LONG_S, given_up).result()
    assert pool.submit_limited(abs, -1, LONG_S, Event()).result() == 1


def test_a_closed_pool_ends_what_runs_and_what_waits():
    with WorkerPool(1) as pool:
        calls = [pool.submit(time.sleep, LONG_S) for _ in range(2)]
        pool.start_process()
    for call in calls:
        with pytest.raises(PoolClosed):
            call.result()


def test_accidental_output_is_not_an_answer(capfd):
    # A process that an earlier test has started writes to that test's files.
    with WorkerPool(1) as pool:
        assert pool.submit(print, "noise").result() is None
    assert capfd.readouterr() == ("", "noise\n")


@PROC
def test_processes_end_with_a_parent_that_is_killed(tmp_path):
    program = tmp_path / "parent.py"
    program.write_text(PARENT)
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True) as parent:
        worker = int(parent.stdout.readline())
        parent.kill()
    while is_running(worker):
        pass
