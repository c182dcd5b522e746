"""Many items answered, and handed over in their order as soon as they and all before them are ready."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from itertools import islice
from queue import SimpleQueue
from threading import Semaphore, Thread, current_thread, main_thread
from typing import Final, Generic, TypeVar

from autoplay.processes import Processes

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Result = TypeVar("Result")

AHEAD: Final = 100
"""Items for each process that are taken before the first of them is handed over: enough to go on behind a slow one."""
POLL_S: Final = 0.1
"""How often a wait looks whether Ctrl-C came."""


def answer_in_order(
    items: Iterable[Item],
    answer: Callable[[Item], Answer],
    deliver: Callable[[Answer], object],
    lost: Callable[[Item, int], Answer],
    jobs: int = 1,
) -> None:
    """Answer the items, and deliver the answers one by one, in a thread, in the order of the items.

    With one job all is answered here. With more, ``answer`` and what it takes and gives have to be picklable;
    ``lost`` gives the answer to an item whose process died with an exit code, negative for a signal.
    An exception of ``items``, ``answer`` or ``deliver`` ends the batch, and is raised once no process is left.
    """
    with Interrupts() as interrupts:
        here: Here[Item, Answer] = Here(lambda item: interrupts.during(partial(answer, item)))
        answers = here if jobs == 1 else Processes(answer, jobs, lost)
        outlet = Outlet(deliver, AHEAD * jobs, interrupts.check)
        todo = iter(items)
        try:
            while item := interrupts.during(lambda: list(islice(todo, 1))):
                outlet.put(answers.ask(item[0]))
            outlet.close()
        finally:
            answers.stop()
            outlet.stop()


class Interrupts:
    """Lets Ctrl-C through at some points only; anywhere else it could leave a lock behind that nobody gives back."""

    def __init__(self) -> None:
        self._came = False
        self._is_open = False
        self._is_ours = False

    def __enter__(self) -> Interrupts:
        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        self._is_ours = usual and current_thread() is main_thread()
        if self._is_ours:
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def check(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C came."""
        if self._came:
            raise KeyboardInterrupt

    def during(self, work: Callable[[], Result]) -> Result:
        """Do work that Ctrl-C may end at any point."""
        self._is_open = True
        try:
            self.check()
            return work()
        finally:
            self._is_open = False

    def _note(self, *_: object) -> None:
        self._came = True
        if self._is_open:
            self._is_open = False
            raise KeyboardInterrupt


class Outlet(Generic[Answer]):
    """Delivers answers in the order in which they are put in; no more than ``room`` may be under way.

    ``check`` is called while it waits, and may raise.
    """

    def __init__(self, deliver: Callable[[Answer], object], room: int, check: Callable[[], None]) -> None:
        self._deliver = deliver
        self._check = check
        self._room = Semaphore(room)
        self._queue: SimpleQueue[Future[Answer] | None] = SimpleQueue()
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._run)
        self._thread.start()

    def put(self, answer: Future[Answer]) -> None:
        """Deliver this answer next; waits for room, and raises what an earlier one met."""
        while not self._room.acquire(timeout=POLL_S):
            self._check()
        if self._failure:
            raise self._failure
        self._queue.put(answer)

    def close(self) -> None:
        """Wait until all is delivered; raises what one of the answers met."""
        self._queue.put(None)
        while self._thread.is_alive():
            self._check()
            self._thread.join(POLL_S)
        if self._failure:
            raise self._failure

    def stop(self) -> None:
        """End without delivering more, once the answers that are under way are cancelled."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while answer := self._queue.get():
                self._deliver(answer.result())
                self._room.release()
        except BaseException as error:
            self._failure = error
            self._room.release()


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
