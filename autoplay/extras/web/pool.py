"""Processes that answer requests, each ended if an answer takes too long or its client has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Event, local
from time import monotonic
from typing import Any, Final, Generic, TypeAlias, TypeVar

from autoplay.batch.workers import POLL_S, ProcessDied, Task, WorkerPool
from autoplay.errors import ProcessLost
from autoplay.extras.web.limits import Busy, Limits, TookTooLong

Request = TypeVar("Request")
Answer = TypeVar("Answer")
Process: TypeAlias = WorkerPool[Any, Any]
"""Pool of a single process, which can be ended alone."""

GRACE_S: Final = 3.0
"""Extra time beyond the limit that the process itself applies, so that it can report how far it got."""
START_S: Final = 60.0
"""Time that a process may take to start, which doesn't count for its first request: on a busy machine it is seconds."""


class RequestPool(Generic[Request, Answer]):
    """Pool that answers requests in as many processes as the limits allow, with one thread for each process.

    ``answer``, its argument and its result have to be picklable; what it raises is raised by `ask`.
    """

    def __init__(self, answer: Callable[[Request], Answer], limits: Limits) -> None:
        self._answer, self._limits = answer, limits
        self._taken = 0
        self._closed = False
        self._own = local()
        self._processes: list[Process] = []
        self._threads = ThreadPoolExecutor(limits.at_once)
        for _ in range(limits.at_once):  # so that the first visitor doesn't wait for a process to start
            self._threads.submit(self._process)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Reserve a place among the running and waiting requests, before anything of a request is read.

        Raises Busy if all places are taken.
        """
        if self._taken >= self._limits.at_once + self._limits.waiting:
            raise Busy(f"{self._taken} requests are already being answered", hint="the same again in a moment")
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1

    async def ask(self, request: Request, is_left: Callable[[], Awaitable[bool]]) -> Answer:
        """Return the answer to a request that has a place; ``is_left`` returns True if its client has gone.

        Raises Busy, TookTooLong, ProcessLost.
        """
        left = Event()
        future = asyncio.wrap_future(self._threads.submit(self._answered, request, left))
        while not future.done():
            await asyncio.wait({future}, timeout=POLL_S)
            if await is_left():
                left.set()
        return future.result()

    def close(self) -> None:
        """End all processes, whatever they are doing; `ask` raises Busy for requests without an answer."""
        self._closed = True
        self._threads.shutdown()
        for process in self._processes:
            process.close()

    def _answered(self, request: Request, left: Event) -> Answer:
        process = self._process()
        if left.is_set():
            raise TookTooLong("the client has gone")
        answer: Answer = self._run(process, request, left, self._limits.timeout_s)
        return answer

    def _process(self) -> Process:
        """Return the process of this thread, started if necessary and ready. Raises ProcessLost."""
        process: Process | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = WorkerPool(partial(answer_unless_none, self._answer), 1)
            self._processes.append(process)
        if not process.is_ready:
            self._run(process, None, Event(), START_S)
        return process

    def _run(self, process: Process, request: Request | None, left: Event, limit_s: float) -> Any:
        """Return the answer of a process. Raises ProcessLost if it dies, and as ``_wait`` does."""
        self._check_open()
        task: Task[Any, Any] = Task(request)
        try:
            process.start([task])
        except OSError as error:
            what = f"no process can be started for this ({error.strerror})"
            raise ProcessLost(what, hint="the same again, with fewer programs running") from error
        self._wait(process, task, left, limit_s)
        try:
            return task.future.result()
        except ProcessDied as error:
            raise ProcessLost(f"the process that worked on this {error.how}", hint="the same again") from None

    def _wait(
        self,
        process: Process,
        task: Task[Any, Any],
        left: Event,
        limit_s: float,
    ) -> None:
        """Wait for an answer. If it doesn't come in time, end the process and raise TookTooLong, or Busy at the end.

        A process that still has to answer is never reused: its answer would be taken for the next request's.
        """
        end = monotonic() + limit_s + GRACE_S
        while not task.future.done():
            process.wait(POLL_S)
            if not task.future.done() and (self._closed or left.is_set() or monotonic() > end):
                process.close()
                self._check_open()
                what = f"this took longer than {limit_s:g} s"
                raise TookTooLong(what, hint="a smaller picture or puzzle, or autoplay web --timeout")

    def _check_open(self) -> None:
        if self._closed:
            raise Busy("the server is stopping", hint="start it again")


def answer_unless_none(answer: Callable[[Request], Answer], request: Request | None) -> Answer | None:
    """Return the answer to a request. The request None only checks that a process is ready."""
    return None if request is None else answer(request)
