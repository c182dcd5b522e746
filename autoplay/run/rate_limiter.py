"""Many jobs: one at a time at each host, several hosts at once, each job in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from autoplay.batch.workers import ProcessDied, Task, WorkerPool
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
    pool = WorkerPool(_play, number)
    running: list[Task[Job, list[Found]]] = []
    try:
        while todo or running:
            while pool.has_room and (job := turns.take(todo)):
                todo.remove(job)
                running.append(Task(job))
                pool.start(running[-1:])
            timeout_s = turns.wait_s(todo) if pool.has_room else None
            if running:
                pool.wait(timeout_s)
            else:
                sleep(timeout_s or 0)
            for task in [task for task in running if task.future.done()]:
                running.remove(task)
                turns.give_back(task.item)
                yield from ((task.item, one) for one in _results(task))
    finally:
        pool.close()


def _play(job: Job) -> list[Found]:
    return list(play_job(job))


def _results(task: Task[Job, list[Found]]) -> list[Found]:
    """Return the results of a finished job, or the error that ended it or its process."""
    url = task.item.url
    try:
        return task.future.result()
    except ProcessDied as error:
        hint = "the same command again: it continues from what is on the board"
        return [ProcessLost(f"{url}: the process that played it {error.how}", hint=hint)]
    except Exception as error:
        hint = "the same command without --jobs, with --debug, and report what it prints"
        return [Defect(f"{url}: internal error: {type(error).__name__}: {error}", hint=hint)]
