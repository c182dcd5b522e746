"""Many items answered, and handed over in their order as soon as they and all before them are ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Final, Generic, TypeVar

from autoplay.processes import Processes

Item = TypeVar("Item")
Answer = TypeVar("Answer")

AHEAD: Final = 100
"""Items for each process that are taken before the first of them is handed over: enough to go on behind a slow one."""
POLL_S: Final = 0.5
"""Windows lets Ctrl-C through only at the end of a wait."""


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
    answers = Here(answer) if jobs == 1 else Processes(answer, jobs, lost)
    outlet = Outlet(deliver, AHEAD * jobs)
    try:
        for item in items:
            outlet.put(answers.ask(item))
        outlet.close()
    finally:
        answers.stop()
        outlet.stop()


class Outlet(Generic[Answer]):
    """Delivers answers in the order in which they are put in; no more than ``room`` may be under way."""

    def __init__(self, deliver: Callable[[Answer], object], room: int) -> None:
        self._deliver = deliver
        self._room = Semaphore(room)
        self._queue: SimpleQueue[Future[Answer] | None] = SimpleQueue()
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._run)
        self._thread.start()

    def put(self, answer: Future[Answer]) -> None:
        """Deliver this answer next; waits for room, and raises what an earlier one met."""
        while not self._room.acquire(timeout=POLL_S):
            pass
        if self._failure:
            raise self._failure
        self._queue.put(answer)

    def close(self) -> None:
        """Wait until all is delivered; raises what one of the answers met."""
        self._queue.put(None)
        while self._thread.is_alive():
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
