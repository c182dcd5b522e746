"""Processes that answer items: a pool used by batches, by `play --jobs` and by the web page, and ordered batches on it.

The pool is our own because none of the libraries that we tried ends a process at once at a deadline, goes on after an
idle process was killed, and names the item that was lost while it answers the others of the same chunk.
"""

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

SPAWN: Final = get_context("spawn")
AHEAD: Final = 100
"""Items to take per process before the first is delivered: enough to continue behind a slow one."""
AT_ONCE: Final = 25
"""Maximum items to send to a process at once if many wait: sending them one by one would take as long as the work."""
MANY: Final = 30
"""Number of pictures from which more processes are used: starting one takes as long as reading about ten pictures."""
POLL_S: Final = 0.1
"""Seconds between checks for Ctrl-C on systems that don't interrupt a wait for it."""


def cores() -> int:
    """Return how many cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def jobs_for(pictures: int) -> int:
    """Return the default number of processes for this many pictures."""
    return cores() if pictures >= MANY else 1


class ProcessDied(Exception):
    """The process that worked on an item died; ``how`` completes the sentence "the process …"."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Task(Generic[Item, Answer]):
    """An item and the future of its answer, whose exception is ProcessDied or what answering raised."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.future: Future[Answer] = Future()

    def settle(self, answer: Answer | None, error: Exception | None) -> None:
        """Give the future its answer, or the exception raised instead."""
        self.future.set_exception(error) if error else self.future.set_result(answer)  # type: ignore[arg-type]


class WorkerPool(Generic[Item, Answer]):
    """Up to ``size`` processes that answer items, each started when it is needed. For use by one thread.

    ``answer``, its argument and its result have to be picklable. Ctrl-C does not reach the processes.
    """

    def __init__(self, answer: Callable[[Item], Answer], size: int) -> None:
        self._answer, self._size = answer, size
        self._idle: list[WorkerProcess] = []
        self._busy: dict[Pipe, tuple[WorkerProcess, deque[Task[Item, Answer]]]] = {}

    @property
    def has_room(self) -> bool:
        """True if not all processes are busy."""
        return len(self._busy) < self._size

    @property
    def is_ready(self) -> bool:
        """True if an idle process is alive, so that `start` need not start one."""
        return any(not worker.has_ended() for worker in self._idle)

    def start(self, tasks: Iterable[Task[Item, Answer]]) -> None:
        """Have a free process answer these tasks, in their order. Raises OSError if no process can be started."""
        todo = deque(tasks)
        worker = self._free_worker()
        self._busy[worker.pipe] = worker, todo
        with suppress(OSError):  # if the process is dead already, `wait` reports it
            worker.pipe.send([task.item for task in todo])

    def wait(self, timeout_s: float | None = None, bell: Pipe | None = None) -> list[Task[Item, Answer]]:
        """Wait until a task is settled or ``bell`` can be read; settle the futures of finished tasks.

        Returns the tasks that a process left unstarted when it died, to be given to another.
        """
        ready = wait([*([bell] if bell else ()), *self._busy], timeout_s)
        return [task for pipe in list(self._busy) if pipe in ready for task in self._collect(pipe)]

    def close(self) -> None:
        """End all processes, whatever they are doing. The pool can be used again."""
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()
        self._idle.clear()
        self._busy.clear()

    def _free_worker(self) -> WorkerProcess:
        while self._idle:
            worker = self._idle.pop()
            if not worker.has_ended():
                return worker
            worker.end()
        return WorkerProcess(self._answer)

    def _collect(self, pipe: Pipe) -> deque[Task[Item, Answer]]:
        """Settle the next task of a process; return the tasks that are left over if it died."""
        worker, todo = self._busy[pipe]
        task = todo.popleft()
        try:
            answer, error = pipe.recv()
        except (EOFError, OSError):
            del self._busy[pipe]
            task.settle(None, ProcessDied(worker.end()))
            return todo
        task.settle(answer, error)
        if not todo:
            del self._busy[pipe]
            self._idle.append(worker)
        return deque()


class WorkerProcess:
    """A process that answers each item sent through its pipe with a pair of answer and exception."""

    def __init__(self, answer: Callable[[Any], object]) -> None:
        self.pipe, end = SPAWN.Pipe()
        self._process = SPAWN.Process(target=_serve, args=(answer, end), daemon=True)
        with ctrl_c_blocked():
            self._process.start()
        end.close()

    def has_ended(self) -> bool:
        """Return True if the process died while it was idle: only then is there anything to read from its pipe."""
        try:
            return self.pipe.poll()
        except OSError:
            return True

    def end(self) -> str:
        """End the process if it is still alive; return how it ended, for example "was killed by signal 9"."""
        self._process.kill()
        self._process.join()
        self.pipe.close()
        code = self._process.exitcode or 0
        return f"was killed by signal {-code}" if code < 0 else f"ended with status {code}"


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Keep Ctrl-C from threads and processes started in the block; if it came meanwhile, it is raised after the block.

    Ctrl-C is for the process that a person started, which then ends the others.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # otherwise its start would unblock Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(answer: Callable[[Any], object], pipe: Pipe) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # stdout is for answers only, so accidental prints go to stderr
    Thread(target=_exit_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the other end is closed: no more answers are needed
        while True:
            for item in pipe.recv():
                pipe.send(answer_or_error(answer, item))


def _exit_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(0)  # even in the middle of an answer


def answer_or_error(answer: Callable[[Item], Answer], item: Item) -> tuple[Answer | None, Exception | None]:
    """Return the answer to an item and None, or None and the exception that was raised."""
    try:
        return answer(item), None
    except Exception as error:
        return None, error


def answer_in_order(
    items: Iterable[Item],
    answer: Callable[[Item], Answer],
    deliver: Callable[[Answer], object],
    lost: Callable[[Item, str], Answer],
    jobs: int = 1,
) -> None:
    """Answer the items, and deliver the answers one by one in the order of the items.

    With one job everything happens in this process. With more, ``deliver`` is called in a thread, and ``answer``, its
    argument and its result have to be picklable. ``lost`` makes the answer to an item whose process died; its second
    argument says how. An exception from ``items``, ``answer`` or ``deliver`` ends the batch, and is raised once all
    processes have ended.
    """
    if jobs == 1:
        for item in items:
            deliver(answer(item))
        return
    ProcessBatch(answer, deliver, lost, jobs).run(items)


class OrderedBatch(ABC, Generic[Item, Answer]):
    """Items answered elsewhere, and a thread that hands them out and delivers the answers in order.

    The caller of `run` shares no lock with that thread, as Ctrl-C could leave it locked.
    """

    def __init__(self, deliver: Callable[[Answer], object], lost: Callable[[Item, str], Answer], room: int) -> None:
        self._deliver, self._lost, self._size = deliver, lost, room
        self._items: SimpleQueue[Item] = SimpleQueue()
        self._room: SimpleQueue[None] = SimpleQueue()
        for _ in range(room):
            self._room.put(None)
        self._todo: deque[Task[Item, Answer]] = deque()
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._manage, daemon=True)

    def run(self, items: Iterable[Item]) -> None:
        """Answer all items. Raises what ``items``, an answer or ``deliver`` raises, once everything has ended."""
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
        """Tell the thread that an item has arrived."""

    @abstractmethod
    def _hang_up(self) -> None:
        """Make ``_wait`` raise EOFError in the thread."""

    @abstractmethod
    def _wait(self) -> None:
        """Wait until an item has arrived or a task is done, and settle the futures of finished tasks."""

    @abstractmethod
    def _hand_out(self) -> None:
        """Start as many of the waiting tasks as possible."""

    @abstractmethod
    def _end(self) -> None:
        """Abandon all unfinished work."""

    def _take_room(self) -> None:
        while not self._failure:
            with suppress(Empty):
                return self._room.get(timeout=POLL_S)
        raise self._failure

    def _manage(self) -> None:
        unfinished: deque[Task[Item, Answer]] = deque()
        try:
            while True:
                self._wait()
                while not self._items.empty():
                    unfinished.append(Task(self._items.get()))
                    self._todo.append(unfinished[-1])
                self._hand_out()
                while unfinished and unfinished[0].future.done():
                    self._deliver(self._answer_of(unfinished.popleft()))
                    self._room.put(None)
        except BaseException as error:  # EOFError if `run` has ended
            self._failure = error
        finally:
            self._end()

    def _answer_of(self, task: Task[Item, Answer]) -> Answer:
        try:
            return task.future.result()
        except ProcessDied as error:
            return self._lost(task.item, error.how)

    def _next_share(self, workers: int, most: int) -> list[Task[Item, Answer]]:
        """Take the next tasks for one of the workers: a part of its fair share, so that all finish together."""
        number = min(1 + len(self._todo) // (4 * workers), most, len(self._todo))
        return [self._todo.popleft() for _ in range(number)]


class ProcessBatch(OrderedBatch[Item, Answer]):
    """Batch answered by a pool of up to ``jobs`` processes."""

    def __init__(
        self,
        answer: Callable[[Item], Answer],
        deliver: Callable[[Answer], object],
        lost: Callable[[Item, str], Answer],
        jobs: int,
    ) -> None:
        super().__init__(deliver, lost, AHEAD * jobs)
        self._jobs = jobs
        self._pool = WorkerPool(answer, jobs)
        self._heard, self._bell = SPAWN.Pipe(duplex=False)

    def _ring(self) -> None:
        self._bell.send_bytes(b"!")

    def _hang_up(self) -> None:
        self._bell.close()

    def _wait(self) -> None:
        unstarted = self._pool.wait(bell=self._heard)
        self._todo.extendleft(reversed(unstarted))
        while self._heard.poll():
            self._heard.recv_bytes()

    def _hand_out(self) -> None:
        while self._todo and self._pool.has_room:
            self._pool.start(self._next_share(self._jobs, AT_ONCE))

    def _end(self) -> None:
        self._pool.close()
