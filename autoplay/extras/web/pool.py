"""Processes that answer requests, each ended if an answer takes too long or its client has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Final, Generic, TypeVar

from autoplay.errors import ProcessLost
from autoplay.extras.web.limits import Busy, Limits, TookTooLong
from autoplay.workers import POLL_S, CallStopped, PoolClosed, ProcessDied, WorkerPool

Request = TypeVar("Request")
Answer = TypeVar("Answer")

GRACE_S: Final = 3.0
"""Extra time beyond the limit that the process itself applies, so that it can report how far it
got."""


class RequestPool(Generic[Request, Answer]):
    """Pool that answers requests in as many processes as the limits allow.

    ``answer``, its argument and its result have to be picklable; what it raises is raised by `ask`.
    """

    def __init__(self, answer: Callable[[Request], Answer], limits: Limits) -> None:
        self._answer = answer
        self._limits = limits
        self._taken = 0
        self._workers = WorkerPool(limits.at_once, preload=answer)
        for _ in range(limits.at_once):  # so that the first visitor doesn't wait for a process
            self._workers.start_process()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Reserve a place among the running and waiting requests.

        Raises Busy if all places are taken.
        """
        if self._taken >= self._limits.at_once + self._limits.waiting:
            raise Busy(
                f"{self._taken} requests are already being answered",
                hint="the same again in a moment",
            )
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1

    async def ask(self, request: Request, is_left: Callable[[], Awaitable[bool]]) -> Answer:
        """Return the answer to a request that has a place.

        ``is_left`` returns True if its client has gone. Raises Busy, TookTooLong, ProcessLost.
        """
        left = Event()
        try:
            limit_s = self._limits.timeout_s + GRACE_S
            call = self._workers.submit_limited(self._answer, request, limit_s, left)
            future = asyncio.wrap_future(call)
            while not future.done():
                await asyncio.wait({future}, timeout=POLL_S)
                if await is_left():
                    left.set()
            return future.result()
        except CallStopped:
            if left.is_set():
                raise TookTooLong("the client has gone") from None
            raise TookTooLong(
                f"this took longer than {self._limits.timeout_s:g} s",
                hint="a smaller picture or puzzle, or autoplay web --timeout",
            ) from None
        except ProcessDied as error:
            raise ProcessLost(
                f"the process that worked on this {error}", hint="the same again"
            ) from None
        except PoolClosed:
            raise Busy("the server is stopping", hint="start it again") from None

    def close(self) -> None:
        """End all processes, whatever they do; `ask` raises Busy for unanswered requests."""
        self._workers.shutdown()
