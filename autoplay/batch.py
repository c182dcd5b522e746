"""Many items answered by several processes, handed over in their order as soon as they and all before them are ready.

``python -m autoplay.batch`` is such a process: it takes a function and then items from stdin, and writes an
answer for each to stdout, all of them pickled.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, BinaryIO, Final, Generic, TypeVar, cast

Item = TypeVar("Item")
Answer = TypeVar("Answer")

AHEAD: Final = 100
"""Items for each process that are taken before the first of them is handed over: enough to go on behind a slow one."""
POLL_S: Final = 0.5
LEAVES_S: Final = 1.0
"""How long a process may take to end once nobody wants answers of it."""
ALONE: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


class Stopped(Exception):
    """The batch is over, and no answer is awaited any more."""


def answer_in_order(
    items: Iterable[Item],
    answer: Callable[[Item], Answer],
    deliver: Callable[[Answer], object],
    *,
    jobs: int = 1,
    lost: Callable[[Item, int], Answer] | None = None,
) -> None:
    """Answer the items, and deliver the answers one by one in the order of the items.

    With one job all is answered here. With more, ``answer`` and what it takes and gives have to be picklable;
    ``lost`` gives the answer to an item whose process died with an exit code, by default that is a RuntimeError.
    An exception of ``items``, ``answer`` or ``deliver`` ends the batch, and is raised once no process is left.
    """
    answers = Here(answer) if jobs == 1 else Processes(answer, jobs, lost or _raise_lost)
    outlet, delivered = ThreadPoolExecutor(1), deque[Future[object]]()
    try:
        for item in items:
            if len(delivered) == AHEAD * jobs:
                _await(delivered.popleft())
            delivered.append(outlet.submit(_hand_over, answers.ask(item), deliver))
        while delivered:
            _await(delivered.popleft())
    finally:
        outlet.shutdown(wait=False, cancel_futures=True)
        answers.stop()
        outlet.shutdown()


def _hand_over(answer: Future[Answer], deliver: Callable[[Answer], object]) -> None:
    deliver(answer.result())


def _await(delivered: Future[object]) -> None:
    # Windows lets Ctrl-C through only at the end of a wait.
    while not delivered.done():
        wait([delivered], POLL_S)
    delivered.result()


def _raise_lost(item: object, code: int) -> Any:
    raise RuntimeError(f"the process that had {item!r} ended with {code}")


class Here(Generic[Item, Answer]):
    """Answers in this process, at once."""

    def __init__(self, answer: Callable[[Item], Answer]) -> None:
        self._answer = answer

    def ask(self, item: Item) -> Future[Answer]:
        """The answer, which is ready."""
        future: Future[Answer] = Future()
        future.set_result(self._answer(item))
        return future

    def stop(self) -> None:
        """Nothing is under way."""


class Processes(Generic[Item, Answer]):
    """Answers in up to ``jobs`` processes, each started when it is needed, and anew when one died."""

    def __init__(self, answer: Callable[[Item], Answer], jobs: int, lost: Callable[[Item, int], Answer]) -> None:
        self._answer = answer
        self._lost = lost
        self._threads = ThreadPoolExecutor(jobs)
        self._idle: deque[subprocess.Popen[bytes]] = deque()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def ask(self, item: Item) -> Future[Answer]:
        """The answer, which may take its time."""
        return self._threads.submit(self._ask, item)

    def stop(self) -> None:
        """End all processes, whatever they are doing; what is still asked then raises Stopped."""
        self._stopped = True
        for process in tuple(self._running):
            process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in tuple(self._running):
            self._end(process)

    def _ask(self, item: Item) -> Answer:
        try:
            process = self._idle.pop()
        except IndexError:
            process = self._start()
        try:
            found, error = _exchange(process, item)
        except (OSError, EOFError, pickle.UnpicklingError):
            if self._stopped:
                raise Stopped from None
            return self._lost(item, self._end(process))
        self._idle.append(process)
        if error:
            raise error
        return cast(Answer, found)

    def _start(self) -> subprocess.Popen[bytes]:
        # In a group of its own: Ctrl-C is for the process that a person started, which then ends the others.
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "autoplay.batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            start_new_session=True,
            creationflags=ALONE,
        )
        self._running.add(process)
        if self._stopped:
            raise Stopped
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


def _exchange(process: subprocess.Popen[bytes], item: object) -> tuple[Any, Exception | None]:
    """The answer of a process to an item, or the exception that it raised instead."""
    assert process.stdout
    _send(process, item)
    answer: tuple[Any, Exception | None] = pickle.load(process.stdout)
    return answer


def serve() -> None:
    """Answer what comes from stdin until it ends, which is also how a process learns that nobody waits any more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed by accident is no answer
    items: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_take, args=(sys.stdin.buffer, items), daemon=True).start()
    answer = items.get()
    while True:
        pickle.dump(_tried(answer, items.get()), answers)
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
