"""A few processes that answer requests, each ended where an answer takes too long or nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, local
from time import monotonic
from typing import Final, Generic, TypeVar

from autoplay.errors import ProcessLost
from autoplay.items.batch import POLL_S, Worker, how_lost, shield
from autoplay.web.errors import Busy, TookTooLong
from autoplay.web.limits import Limits

Task = TypeVar("Task")
Answer = TypeVar("Answer")

GRACE_S: Final = 3.0
"""What the process gets beyond the limit that it keeps to itself, so that it can tell how far it came."""


class Pool(Generic[Task, Answer]):
    """Answers tasks in as many processes as the limits say, each looked after by a thread of its own.

    ``answer`` and what it takes and gives have to be picklable; what it raises is raised by ``ask``.
    """

    def __init__(self, answer: Callable[[Task], Answer], limits: Limits) -> None:
        self._answer, self._limits = answer, limits
        self._asked = 0
        self._closed = False
        self._own = local()
        self._workers: set[Worker] = set()
        self._threads = ThreadPoolExecutor(limits.at_once, initializer=shield)
        for _ in range(limits.at_once):  # the first visitor need not wait for a process to start
            self._threads.submit(self._worker)

    async def ask(self, task: Task, is_left: Callable[[], Awaitable[bool]]) -> Answer:
        """The answer to a task; ``is_left`` tells whether nobody waits for it any more.

        Raises Busy, TookTooLong, ProcessLost.
        """
        if self._asked >= self._limits.at_once + self._limits.waiting:
            raise Busy(f"{self._asked} requests are being answered already", hint="the same again in a moment")
        self._asked += 1
        left = Event()
        future = asyncio.wrap_future(self._threads.submit(self._answered, task, left))
        try:
            while not future.done():
                await asyncio.wait({future}, timeout=POLL_S)
                if await is_left():
                    left.set()
            return future.result()
        finally:
            self._asked -= 1

    def close(self) -> None:
        """End all processes, whatever they are doing; who waits for an answer is told so."""
        self._closed = True
        self._threads.shutdown()
        for worker in self._workers:
            worker.end()

    def _answered(self, task: Task, left: Event) -> Answer:
        worker = self._worker()
        try:
            worker.pipe.send([task])
            self._wait(worker, left)
            found, error = worker.pipe.recv()
        except (EOFError, OSError):
            lost = ProcessLost(f"the process that worked on this {how_lost(self._end(worker))}", hint="the same again")
            raise lost from None
        if error:
            raise error
        answer: Answer = found
        return answer

    def _wait(self, worker: Worker, left: Event) -> None:
        """Wait for an answer; ends the process, and raises TookTooLong, where that is too long; Busy at the end."""
        end = monotonic() + self._limits.timeout_s + GRACE_S
        while not worker.pipe.poll(POLL_S):
            if self._closed:
                raise Busy("the server is ending", hint="start it again")
            if left.is_set() or monotonic() > end:
                self._end(worker)
                what = f"this took longer than {self._limits.timeout_s:g} s"
                raise TookTooLong(what, hint="a smaller picture or puzzle, or autoplay web --timeout")

    def _worker(self) -> Worker:
        """The process of this thread, started where there is none."""
        if not getattr(self._own, "worker", None):
            self._own.worker = Worker(self._answer)
            self._workers.add(self._own.worker)
        found: Worker = self._own.worker
        return found

    def _end(self, worker: Worker) -> int:
        self._own.worker = None
        self._workers.discard(worker)
        return worker.end()
