"""Many items answered, and handed over in their order as soon as they and all before them are ready."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Generic, TypeAlias, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Pipe: TypeAlias = "Connection[Any, Any]"
Task: TypeAlias = tuple[Any, Future[Any]]

SPAWN: Final = get_context("spawn")
AHEAD: Final = 100
"""Items for each process that are taken before the first of them is handed over: enough to go on behind a slow one."""
AT_ONCE: Final = 25
"""Items that a process is given at once, if many wait: one by one the way there would take as long as the work."""
MANY: Final = 30
"""Pictures for which another process pays: to start it takes half a second, in which one reads some ten of them."""
POLL_S: Final = 0.1
"""How often a wait looks whether Ctrl-C came, where the system does not end it by itself."""


def cores() -> int:
    """How many cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def jobs_for(pictures: int) -> int:
    """How many processes to read so many pictures in, if nobody says."""
    return cores() if pictures >= MANY else 1


def how_lost(code: int) -> str:
    """What became of a process that died with this exit code, negative for a signal."""
    return f"was killed by signal {-code}" if code < 0 else f"ended with status {code}"


def answer_in_order(
    items: Iterable[Item],
    answer: Callable[[Item], Answer],
    deliver: Callable[[Answer], object],
    lost: Callable[[Item, int], Answer],
    jobs: int = 1,
) -> None:
    """Answer the items, and deliver the answers one by one in the order of the items.

    With one job all is done here. With more, ``deliver`` is called in a thread, and ``answer`` and what it takes
    and gives have to be picklable; ``lost`` gives the answer to an item whose process died with an exit code,
    negative for a signal. An exception of ``items``, ``answer`` or ``deliver`` ends the batch, and is raised once
    no process is left.
    """
    if jobs == 1:
        for item in items:
            deliver(answer(item))
        return
    batch = Batch(answer, deliver, lost, jobs)
    try:
        for item in items:
            batch.put(item)
        batch.close()
    finally:
        batch.stop()


class Batch(Generic[Item, Answer]):
    """Answers items in up to ``jobs`` processes, each started when it is needed, that one thread looks after.

    Whoever puts items in shares no lock with that thread that Ctrl-C could leave behind.
    """

    def __init__(
        self,
        answer: Callable[[Item], Answer],
        deliver: Callable[[Answer], object],
        lost: Callable[[Item, int], Answer],
        jobs: int,
    ) -> None:
        self._answer, self._deliver, self._lost, self._jobs = answer, deliver, lost, jobs
        self._items: SimpleQueue[Item] = SimpleQueue()
        self._heard, self._bell = SPAWN.Pipe(duplex=False)  # rings for each item, closed at the end
        self._room: SimpleQueue[None] = SimpleQueue()
        for _ in range(AHEAD * jobs):
            self._room.put(None)
        self._idle: list[Worker] = []
        self._todo: deque[Task] = deque()
        self._busy: dict[Pipe, tuple[Worker, deque[Task]]] = {}
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def put(self, item: Item) -> None:
        """Have an item answered; waits for room, and raises what an earlier one met."""
        self._take_room()
        self._items.put(item)
        self._bell.send_bytes(b"!")

    def close(self) -> None:
        """Wait until all is delivered; raises what one of the answers met."""
        for _ in range(AHEAD * self._jobs):
            self._take_room()

    def stop(self) -> None:
        """End all processes, whatever they are doing."""
        self._bell.close()
        self._thread.join()

    def _take_room(self) -> None:
        while not self._failure:
            with suppress(Empty):
                return self._room.get(timeout=POLL_S)
        raise self._failure

    def _run(self) -> None:
        _shield()
        answers: deque[Future[Answer]] = deque()
        try:
            while True:
                for pipe in wait([self._heard, *self._busy]):
                    self._collect(pipe) if pipe in self._busy else self._heard.recv_bytes()
                while not self._items.empty():
                    answers.append(Future())
                    self._todo.append((self._items.get(), answers[-1]))
                while self._todo and len(self._busy) < self._jobs:
                    self._ask()
                while answers and answers[0].done():
                    self._deliver(answers.popleft().result())
                    self._room.put(None)
        except BaseException as error:  # EOFError where the bell is closed
            self._failure = error
        finally:
            for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
                worker.end()

    def _ask(self) -> None:
        """Have a process answer its share of what is to do, or a part of it, so that all end together."""
        worker = self._idle.pop() if self._idle else Worker(self._answer)
        number = min(1 + len(self._todo) // (4 * self._jobs), AT_ONCE)
        tasks = deque(self._todo.popleft() for _ in range(number))
        self._busy[worker.pipe] = worker, tasks
        with suppress(OSError):  # a process that is dead already is told when its answer is collected
            worker.pipe.send([item for item, _ in tasks])

    def _collect(self, pipe: Pipe) -> None:
        worker, tasks = self._busy[pipe]
        item, future = tasks.popleft()
        try:
            found, error = pipe.recv()
        except (EOFError, OSError):
            future.set_result(self._lost(item, worker.end()))
            self._todo.extendleft(reversed(tasks))
            del self._busy[pipe]
        else:
            future.set_exception(error) if error else future.set_result(found)
            if not tasks:
                self._idle.append(worker)
                del self._busy[pipe]


class Worker:
    """A process that answers each item that is sent through its pipe, with a pair: the answer and an exception."""

    def __init__(self, answer: Callable[[Any], object]) -> None:
        self.pipe, end = SPAWN.Pipe()
        self._process = SPAWN.Process(target=_serve, args=(answer, end), daemon=True)
        self._process.start()
        end.close()

    def end(self) -> int:
        """End the process, if it still lives; its exit code, negative for a signal."""
        self._process.kill()
        self._process.join()
        self.pipe.close()
        return self._process.exitcode or 0


def _shield() -> None:
    """Keep Ctrl-C from the processes that this thread starts: it is for the one that a person started."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # it would let Ctrl-C through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _serve(answer: Callable[[Any], object], pipe: Pipe) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # what is printed by accident is no answer
    Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # nobody wants answers any more
        while True:
            for item in pipe.recv():
                try:
                    pipe.send((answer(item), None))
                except Exception as error:
                    pipe.send((None, error))


def _leave_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(0)  # even in the middle of an answer
