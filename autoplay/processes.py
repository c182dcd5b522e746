"""Many items answered one by one by several processes at once, whatever becomes of a process.

``python -m autoplay.processes`` is such a process: it takes a function and then lists of items from stdin, and
writes an answer for each item to stdout, all of them pickled.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Condition, Thread
from time import monotonic
from typing import IO, Any, BinaryIO, Final, Generic, TypeVar, cast

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Task = tuple[Any, Future[Any]]

AT_ONCE: Final = 25
"""Items that a process is given at once, if they are quick: one by one the way there would take as long as the work."""
QUICK_S: Final = 0.02
LEAVES_S: Final = 1.0
"""How long a process may take to end once nobody wants answers of it."""
ALONE: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


class Processes(Generic[Item, Answer]):
    """Answers in up to ``jobs`` processes, each started when it is needed, and anew when one died."""

    def __init__(self, answer: Callable[[Item], Answer], jobs: int, lost: Callable[[Item, int], Answer]) -> None:
        self._answer = answer
        self._jobs = jobs
        self._lost = lost
        self._changed = Condition()
        self._waiting: deque[Task] = deque()
        self._threads: list[Thread] = []
        self._idle = 0
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def ask(self, item: Item) -> Future[Answer]:
        """The answer, which may take its time."""
        future: Future[Answer] = Future()
        with self._changed:
            self._waiting.append((item, future))
            if len(self._waiting) > self._idle and len(self._threads) < self._jobs:
                thread = Thread(target=self._work)
                thread.start()
                self._threads.append(thread)
            self._changed.notify()
        return future

    def stop(self) -> None:
        """End all processes, whatever they are doing; what is still asked is cancelled."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        for process in tuple(self._running):
            process.kill()
        for thread in self._threads:
            thread.join()
        for _, future in self._waiting:
            future.cancel()
        for process in tuple(self._running):
            self._end(process)

    def _work(self) -> None:
        """Keep one process at work, with more items at once as long as they are quick."""
        process, size = None, 1
        while tasks := self._take(size):
            began = monotonic()
            try:
                process = self._exchange(process or self._start(), tasks)
            except Exception as error:
                for _, future in tasks:
                    future.set_exception(error)
            size = min(2 * size, AT_ONCE) if monotonic() - began < QUICK_S else 1

    def _take(self, size: int) -> deque[Task]:
        """The next items, no more than half the share of a process, so that all end together; none once it is over."""
        with self._changed:
            self._idle += 1
            while not (self._waiting or self._stopped):
                self._changed.wait()
            self._idle -= 1
            share = max(1, len(self._waiting) // (2 * self._jobs))
            number = 0 if self._stopped else min(size, share)
            return deque(self._waiting.popleft() for _ in range(number))

    def _exchange(self, process: subprocess.Popen[bytes], tasks: deque[Task]) -> subprocess.Popen[bytes] | None:
        """Have the tasks answered, and remove those that were; the process, if it still lives."""
        try:
            _send(process, [item for item, _ in tasks])
            while tasks:
                found, error = pickle.load(cast(IO[bytes], process.stdout))
                _, future = tasks.popleft()
                future.set_exception(error) if error else future.set_result(found)
        except (OSError, EOFError, pickle.UnpicklingError):
            code = self._end(process)
            if self._stopped:
                raise CancelledError from None
            item, future = tasks[0]
            future.set_result(self._lost(item, code))
            tasks.popleft()
            with self._changed:
                self._waiting.extendleft(reversed(tasks))
                self._changed.notify_all()
            tasks.clear()
            return None
        return process

    def _start(self) -> subprocess.Popen[bytes]:
        # In a group of its own: Ctrl-C is for the process that a person started, which then ends the others.
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "autoplay.processes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            start_new_session=True,
            creationflags=ALONE,
        )
        self._running.add(process)
        if self._stopped:
            raise CancelledError
        with suppress(OSError):  # a process that is dead already is told by the first exchange
            _send(process, self._answer)
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> int:
        """See a process out, which may be dead already; its exit code."""
        self._running.discard(process)
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # that it does not take what was still on its way
                cast(IO[bytes], pipe).close()
        try:
            return process.wait(LEAVES_S)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _send(process: subprocess.Popen[bytes], thing: object) -> None:
    assert process.stdin
    process.stdin.write(pickle.dumps(thing))
    process.stdin.flush()


def serve() -> None:
    """Answer what comes from stdin until it ends, which is also how a process learns that nobody waits any more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed by accident is no answer
    items: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_take, args=(sys.stdin.buffer, items), daemon=True).start()
    answer = items.get()
    while True:
        for item in items.get():
            pickle.dump(_tried(answer, item), answers)
            answers.flush()


def _take(source: BinaryIO, items: SimpleQueue[Any]) -> None:
    while True:
        try:
            items.put(pickle.load(source))
        except EOFError:
            os._exit(0)  # even in the middle of an answer


def _tried(answer: Callable[[Any], Any], item: object) -> tuple[Any, Exception | None]:
    try:
        return answer(item), None
    except Exception as error:
        return None, error


if __name__ == "__main__":
    serve()
