"""Many jobs: one at a time at each host, several hosts at once, each job in a process of its own."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import wait

from autoplay.batch.workers import Pipe, Worker, how_lost
from autoplay.errors import Defect, ProcessLost
from autoplay.run.jobs import Found, Job, play_job


class Turns:
    """Whose turn it is: a host is busy with one job at a time, and then rests. This machine itself needs no rest."""

    def __init__(self, interval_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._interval_s = interval_s
        self._clock = clock
        self._busy: set[str] = set()
        self._rested_at: dict[str, float] = {}

    def take(self, jobs: Sequence[Job]) -> Job | None:
        """The first job whose host is free, which is busy from now on."""
        job = next((job for job in jobs if self._wait_s(job.host) == 0), None)
        if job and job.host:
            self._busy.add(job.host)
        return job

    def give_back(self, job: Job) -> None:
        """The job is done, and its host rests from now on."""
        if job.host:
            self._busy.discard(job.host)
            self._rested_at[job.host] = self._clock() + self._interval_s

    def wait_s(self, jobs: Sequence[Job]) -> float | None:
        """Seconds until one of the jobs has its turn; None if that is not before another one is given back."""
        return min((wait_s for job in jobs if (wait_s := self._wait_s(job.host)) is not None), default=None)

    def _wait_s(self, host: str) -> float | None:
        if host in self._busy:
            return None
        return max(0.0, self._rested_at.get(host, 0.0) - self._clock())


def play_all(
    jobs: Sequence[Job], number: int, turns: Turns, sleep: Callable[[float], object] = time.sleep
) -> Iterator[tuple[Job, Found]]:
    """Play the jobs, up to ``number`` at a time, and give what was found as it comes.

    A single one at a time is played here. Several are played in processes: each has an event loop of Playwright's
    and a search for stars, which would stop one another as threads do, and what happens to one is lost alone.
    """
    if number > 1:
        yield from _in_processes(list(jobs), number, turns, sleep)
        return
    for job in jobs:
        sleep(turns.wait_s([job]) or 0)
        turns.take([job])
        for found in play_job(job):
            yield job, found
        turns.give_back(job)


def _in_processes(
    todo: list[Job], number: int, turns: Turns, sleep: Callable[[float], object]
) -> Iterator[tuple[Job, Found]]:
    idle: list[Worker] = []
    busy: dict[Pipe, tuple[Worker, Job]] = {}
    try:
        while todo or busy:
            while len(busy) < number and (job := turns.take(todo)):
                todo.remove(job)
                worker = idle.pop() if idle else _start()
                busy[worker.pipe] = worker, job
                with suppress(OSError):  # a process that is dead already is told when its answer is collected
                    worker.pipe.send([job])
            timeout_s = turns.wait_s(todo) if len(busy) < number else None
            if not busy:
                sleep(timeout_s or 0)
            ready = wait(list(busy), timeout_s) if busy else ()
            for pipe in [pipe for pipe in busy if pipe in ready]:
                worker, job = busy.pop(pipe)
                turns.give_back(job)
                found, is_alive = _collect(worker, job)
                if is_alive:
                    idle.append(worker)
                yield from ((job, one) for one in found)
    finally:
        for worker in (*idle, *(worker for worker, _ in busy.values())):
            worker.end()


def _collect(worker: Worker, job: Job) -> tuple[list[Found], bool]:
    """What became of a job, and whether its process lives on."""
    try:
        found, error = worker.pipe.recv()
    except (EOFError, OSError):
        hint = "the same command again: it continues from what is on the board"
        return [ProcessLost(f"{job.url}: the process that played it {how_lost(worker.end())}", hint=hint)], False
    if error:
        hint = "the same command without --jobs, with --debug, and report what it prints"
        return [Defect(f"{job.url}: internal error: {type(error).__name__}: {error}", hint=hint)], True
    return found, True


def _start() -> Worker:
    with _shielded():
        return Worker(_play)


def _play(job: Job) -> list[Found]:
    return list(play_job(job))


@contextmanager
def _shielded() -> Iterator[None]:
    """Keeps Ctrl-C from a process that is started here: it is for the one that a person started."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
