"""Many items answered, and handed over in their order as soon as they and all before them are ready."""

from __future__ import annotations

import os
import signal
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
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
    lost: Callable[[Item, str], Answer],
    jobs: int = 1,
) -> None:
    """Answer the items, and deliver the answers one by one in the order of the items.

    With one job all is done here. With more, ``deliver`` is called in a thread, and ``answer`` and what it takes
    and gives have to be picklable; ``lost`` gives the answer to an item whose process died, and is told how. An
    exception of ``items``, ``answer`` or ``deliver`` ends the batch, and is raised once no process is left.
    """
    if jobs == 1:
        for item in items:
            deliver(answer(item))
        return
    Processes(answer, deliver, lost, jobs).run(items)


class Batch(ABC, Generic[Item, Answer]):
    """Items that others answer, looked after by one thread, which delivers the answers in order.

    Whoever puts items in shares no lock with that thread that Ctrl-C could leave behind.
    """

    def __init__(self, deliver: Callable[[Answer], object], lost: Callable[[Item, str], Answer], room: int) -> None:
        self._deliver, self._lost, self._size = deliver, lost, room
        self._items: SimpleQueue[Item] = SimpleQueue()
        self._room: SimpleQueue[None] = SimpleQueue()
        for _ in range(room):
            self._room.put(None)
        self._todo: deque[Task] = deque()
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._look_after, daemon=True)

    def run(self, items: Iterable[Item]) -> None:
        """Have all items answered; raises what ``items``, an answer or ``deliver`` raises, once all is ended."""
        self._thread.start()
        try:
            for item in items:
                self._take_room()
                self._items.put(item)
                self._ring()
            for _ in range(self._size):
                self._take_room()
        finally:
            self._hang_up()
            self._thread.join()

    @abstractmethod
    def _ring(self) -> None:
        """Tell the thread that an item came."""

    @abstractmethod
    def _hang_up(self) -> None:
        """Have ``_wait`` raise EOFError in the thread."""

    @abstractmethod
    def _wait(self) -> None:
        """Wait until an item came or something was answered, and settle the futures of that."""

    @abstractmethod
    def _ask(self) -> None:
        """Have as much as fits of what is to do answered."""

    @abstractmethod
    def _end(self) -> None:
        """End all that is not answered yet, whatever it is doing."""

    def _take_room(self) -> None:
        while not self._failure:
            with suppress(Empty):
                return self._room.get(timeout=POLL_S)
        raise self._failure

    def _look_after(self) -> None:
        shield()
        answers: deque[Future[Answer]] = deque()
        try:
            while True:
                self._wait()
                while not self._items.empty():
                    answers.append(Future())
                    self._todo.append((self._items.get(), answers[-1]))
                self._ask()
                while answers and answers[0].done():
                    self._deliver(answers.popleft().result())
                    self._room.put(None)
        except BaseException as error:  # EOFError where nobody waits any more
            self._failure = error
        finally:
            self._end()


class Processes(Batch[Item, Answer]):
    """Answers items in up to ``jobs`` processes, each started when it is needed."""

    def __init__(
        self,
        answer: Callable[[Item], Answer],
        deliver: Callable[[Answer], object],
        lost: Callable[[Item, str], Answer],
        jobs: int,
    ) -> None:
        super().__init__(deliver, lost, AHEAD * jobs)
        self._answer, self._jobs = answer, jobs
        self._heard, self._bell = SPAWN.Pipe(duplex=False)
        self._idle: list[Worker] = []
        self._busy: dict[Pipe, tuple[Worker, deque[Task]]] = {}

    def _ring(self) -> None:
        self._bell.send_bytes(b"!")

    def _hang_up(self) -> None:
        self._bell.close()

    def _wait(self) -> None:
        for pipe in wait([self._heard, *self._busy]):
            self._collect(pipe) if pipe in self._busy else self._heard.recv_bytes()

    def _ask(self) -> None:
        while self._todo and len(self._busy) < self._jobs:
            tasks = share_of(self._todo, self._jobs, AT_ONCE)
            worker = self._idle.pop() if self._idle else Worker(self._answer)
            self._busy[worker.pipe] = worker, tasks
            with suppress(OSError):  # a process that is dead already is told when its answer is collected
                worker.pipe.send([item for item, _ in tasks])

    def _collect(self, pipe: Pipe) -> None:
        worker, tasks = self._busy[pipe]
        item, future = tasks.popleft()
        try:
            found, error = pipe.recv()
        except (EOFError, OSError):
            future.set_result(self._lost(item, how_lost(worker.end())))
            self._todo.extendleft(reversed(tasks))
            del self._busy[pipe]
        else:
            settle(future, found, error)
            if not tasks:
                self._idle.append(worker)
                del self._busy[pipe]

    def _end(self) -> None:
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()


def share_of(todo: deque[Task], workers: int, most: int) -> deque[Task]:
    """What one of so many workers is to do next: its share, or a part of it, so that all end together."""
    number = min(1 + len(todo) // (4 * workers), most, len(todo))
    return deque(todo.popleft() for _ in range(number))


def settle(future: Future[Answer], found: Answer, error: Exception | None) -> None:
    """Give a future its answer, or the exception that came instead."""
    future.set_exception(error) if error else future.set_result(found)


def tried(answer: Callable[[Item], Answer], item: Item) -> tuple[Answer | None, Exception | None]:
    """The answer to an item, or the exception that came instead."""
    try:
        return answer(item), None
    except Exception as error:
        return None, error


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


def shield() -> None:
    """Keep Ctrl-C from the processes that this thread starts: it is for the one that a person started."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # it would let Ctrl-C through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


@contextmanager
def shielded() -> Iterator[None]:
    """Keep Ctrl-C from the threads and processes that are started in the block; if it came, it is raised behind it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    shield()
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(answer: Callable[[Any], object], pipe: Pipe) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # what is printed by accident is no answer
    Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # nobody wants answers any more
        while True:
            for item in pipe.recv():
                pipe.send(tried(answer, item))


def _leave_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(0)  # even in the middle of an answer
