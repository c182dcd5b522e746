"""A few processes that answer requests, each ended where an answer takes too long or nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Event, local
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from autoplay.batch.workers import POLL_S, Worker, how_lost, shield
from autoplay.errors import ProcessLost
from autoplay.web.errors import Busy, TookTooLong
from autoplay.web.limits import Limits

Task = TypeVar("Task")
Answer = TypeVar("Answer")

GRACE_S: Final = 3.0
"""What the process gets beyond the limit that it keeps to itself, so that it can tell how far it came."""
START_S: Final = 60.0
"""How long a process may take to start, which is none of the time for a task: on a busy machine it is seconds."""


class Pool(Generic[Task, Answer]):
    """Answers tasks in as many processes as the limits say, each looked after by a thread of its own.

    ``answer`` and what it takes and gives have to be picklable; what it raises is raised by ``ask``.
    """

    def __init__(self, answer: Callable[[Task], Answer], limits: Limits) -> None:
        self._answer, self._limits = answer, limits
        self._taken = 0
        self._closed = False
        self._own = local()
        self._workers: set[Worker] = set()
        self._threads = ThreadPoolExecutor(limits.at_once, initializer=shield)
        for _ in range(limits.at_once):  # the first visitor need not wait for a process to start
            self._threads.submit(self._worker)

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place among the requests that are answered or wait, to be had before anything is taken of one.

        Raises Busy where there is none.
        """
        if self._taken >= self._limits.at_once + self._limits.waiting:
            raise Busy(f"{self._taken} requests are being answered already", hint="the same again in a moment")
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1

    async def ask(self, task: Task, is_left: Callable[[], Awaitable[bool]]) -> Answer:
        """The answer to a task for which there is a place; ``is_left`` tells whether nobody waits for it any more.

        Raises Busy, TookTooLong, ProcessLost.
        """
        left = Event()
        future = asyncio.wrap_future(self._threads.submit(self._answered, task, left))
        while not future.done():
            await asyncio.wait({future}, timeout=POLL_S)
            if await is_left():
                left.set()
        return future.result()

    def close(self) -> None:
        """End all processes, whatever they are doing; who waits for an answer is told so."""
        self._closed = True
        self._threads.shutdown()
        for worker in self._workers:
            worker.end()

    def _answered(self, task: Task, left: Event) -> Answer:
        worker = self._worker()
        if left.is_set():
            raise TookTooLong("nobody waits for this any more")
        found, error = self._said(worker, task, left, self._limits.timeout_s)
        if error:
            raise error
        answer: Answer = found
        return answer

    def _said(self, worker: Worker, task: Task | None, left: Event, limit_s: float) -> tuple[Any, Exception | None]:
        """What a process says to a task; raises ProcessLost where it dies, and what ``_wait`` raises."""
        try:
            worker.pipe.send([task])
            self._wait(worker, left, limit_s)
            said: tuple[Any, Exception | None] = worker.pipe.recv()
        except (EOFError, OSError):
            lost = ProcessLost(f"the process that worked on this {how_lost(self._end(worker))}", hint="the same again")
            raise lost from None
        return said

    def _wait(self, worker: Worker, left: Event, limit_s: float) -> None:
        """Wait for an answer; where there is none in time, end the process and raise TookTooLong, or Busy at the end.

        A process that has still to answer is never kept: its answer would be taken for that to the next task.
        """
        end = monotonic() + limit_s + GRACE_S
        while not worker.pipe.poll(POLL_S):
            if self._closed or left.is_set() or monotonic() > end:
                self._end(worker)
                self._check_open()
                what = f"this took longer than {limit_s:g} s"
                raise TookTooLong(what, hint="a smaller picture or puzzle, or autoplay web --timeout")

    def _check_open(self) -> None:
        if self._closed:
            raise Busy("the server is ending", hint="start it again")

    def _worker(self) -> Worker:
        """The process of this thread, started where there is none that lives, and ready; raises ProcessLost."""
        worker: Worker | None = getattr(self._own, "worker", None)
        if worker and has_ended(worker):
            self._end(worker)
            worker = None
        if not worker:
            worker = self._start()
            self._said(worker, None, Event(), START_S)
        return worker

    def _start(self) -> Worker:
        self._check_open()
        try:
            worker = Worker(partial(answer_to, self._answer))
        except OSError as error:
            what = f"no process can be started for this ({error.strerror})"
            raise ProcessLost(what, hint="the same again, with fewer programs running") from error
        self._own.worker = worker
        self._workers.add(worker)
        return worker

    def _end(self, worker: Worker) -> int:
        self._own.worker = None
        self._workers.discard(worker)
        return worker.end()


def answer_to(answer: Callable[[Task], Answer], task: Task | None) -> Answer | None:
    """The answer to a task; a process that was just started is given None, to tell that it is ready."""
    return None if task is None else answer(task)


def has_ended(worker: Worker) -> bool:
    """Whether an idle process was ended by somebody else: its pipe has something to say only then."""
    try:
        return worker.pipe.poll()
    except OSError:
        return True
