"""Runs a batch on any executor, and writes its rows in the order of the items."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, Final, Generic

from autoplay.errors import ClusterUnusable, ProcessLost
from autoplay.extras.batch.jobs import BatchJob, Item, ItemAnswer
from autoplay.extras.batch.rows import ITEM, Row, RowFile, open_rows
from autoplay.report.json_text import error_row
from autoplay.workers import POLL_S, ProcessDied, WorkerPool

AHEAD: Final = 100
"""Items to take per process before the first is written: enough to continue behind a slow one."""
FAR_AHEAD: Final = 200
"""The same for another executor, whose items contain their pictures."""
RESUME_HINT: Final = "the same command with --resume, once it is running again"


@dataclass(frozen=True, slots=True)
class Shard:
    """Part ``number`` (from 1) of ``count``; the id of an item decides to which one it belongs."""

    number: int = 1
    count: int = 1

    def holds(self, item: str) -> bool:
        """Return True if the item with this id belongs to this part."""
        return int(item, 16) % self.count == self.number - 1


WHOLE: Final = Shard()


@dataclass(slots=True)
class BatchSummary:
    """Results of a run: items by the kind of their result, the highest exit status of all.

    ``skipped`` counts the items that the file had before; ``was_torn`` is as for RowFile.
    """

    output: str
    outcomes: Counter[str] = field(default_factory=Counter)
    exit_status: int = 0
    skipped: int = 0
    was_torn: bool = False


class SerialExecutor(Executor):
    """Executor that calls each function at once, in this process."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function; what it raises is raised here."""
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


def run_batch(
    job: BatchJob[Item],
    output: str,
    *,
    executor: Executor | None = None,
    jobs: int = 1,
    ahead: int | None = None,
    resume: bool = False,
    shard: Shard = WHOLE,
    each: Callable[[], object] = lambda: None,
) -> BatchSummary:
    """Answer the items of a job, and write their rows to a file in the order of the items.

    They are answered by the ``executor``, perhaps on other machines, otherwise by ``jobs``
    processes of this one. At most ``ahead`` items are taken before the first of them is written.
    An item whose process dies is tried once more, then its row says so. ``each`` is called once an
    item is done, skipped or left to another shard.

    Raises
    ------
    BadOutput, NotWritable
        As ``open_rows``, and if the rows can't be written.
    ClusterUnusable
        The executor does not answer any more.
    """
    summary = BatchSummary(output)
    with open_rows(output, job.command, resume=resume) as rows, ExitStack() as stack:
        summary.was_torn = rows.was_torn
        is_far = executor is not None
        if executor is None and jobs > 1:
            executor = stack.enter_context(WorkerPool(jobs))
        run = BatchRun(job, rows, summary, executor or SerialExecutor(), each, is_far=is_far)
        run.answer_all(shard, ahead or (FAR_AHEAD if is_far else AHEAD * jobs))
    return summary


class BatchRun(Generic[Item]):
    """Items on their way through an executor, in order."""

    def __init__(
        self,
        job: BatchJob[Item],
        rows: RowFile,
        summary: BatchSummary,
        executor: Executor,
        each: Callable[[], object],
        *,
        is_far: bool,
    ) -> None:
        self._job = job
        self._rows = rows
        self._summary = summary
        self._executor = executor
        self._each = each
        self._is_far = is_far
        self._waiting: deque[tuple[Item, Row, Future[ItemAnswer]]] = deque()

    def answer_all(self, shard: Shard, ahead: int) -> None:
        """Answer all items of a shard that have no rows yet, and write their rows."""
        for item, columns in self._find_items(shard):
            self._waiting.append((item, columns, self._submit(item)))
            while self._waiting and (self._is_first_done() or len(self._waiting) >= ahead):
                self._write_first()
        while self._waiting:
            self._write_first()

    def _find_items(self, shard: Shard) -> Iterator[tuple[Item, Row]]:
        """Yield the items that are to be answered, with their first columns.

        Of several items with the same id, as many are skipped as the file held.
        """
        done = self._rows.done
        for item in self._job.items:
            columns = self._job.identify(item)
            if not shard.holds(columns[ITEM]):
                self._each()
            elif done[columns[ITEM]]:
                done[columns[ITEM]] -= 1
                self._summary.skipped += 1
                self._each()
            else:
                yield item, columns

    def _submit(self, item: Item) -> Future[ItemAnswer]:
        packed = self._job.pack(item, self._is_far)
        try:
            return self._executor.submit(self._job.answer, packed)
        except (OSError, RuntimeError) as error:  # BrokenExecutor, or it was shut down
            raise _make_executor_error(error) from error

    def _is_first_done(self) -> bool:
        _, _, future = self._waiting[0]
        return future.done()

    def _write_first(self) -> None:
        item, columns, future = self._waiting.popleft()
        answer = self._wait_for_answer(item, future)
        self._rows.add([{**columns, **row} for row in answer.rows])
        self._summary.outcomes[answer.outcome] += 1
        self._summary.exit_status = max(self._summary.exit_status, answer.exit_status)
        self._each()

    def _wait_for_answer(self, item: Item, future: Future[ItemAnswer]) -> ItemAnswer:
        """Return the answer to an item. One whose process died is submitted again, but only once.

        By then it is the first in line: an item that kills its worker has been found, or is found
        now, so that it no longer takes others with it, which a cluster takes for culprits too.
        """
        with suppress(ItemLost):
            return _read_answer(future)
        try:
            return _read_answer(self._submit(item))
        except ItemLost as error:
            message = f"the process that worked on this {error}"
            lost = ProcessLost(message, hint="this item alone, without batch")
            row = error_row(lost, **self._job.label(item))
            return ItemAnswer([row], lost.exit_status, lost.code)


class ItemLost(Exception):
    """The process that worked on an item died; the text completes the sentence "the process …"."""


def _read_answer(future: Future[ItemAnswer]) -> ItemAnswer:
    """Wait for an answer. Raises ItemLost, or ClusterUnusable if the executor can't go on."""
    while not future.done():  # on Windows, Ctrl-C does not interrupt a longer wait
        wait([future], timeout=POLL_S)
    try:
        return future.result()
    except (OSError, CancelledError, BrokenExecutor) as error:
        raise _make_executor_error(error) from error
    except ProcessDied as error:
        raise ItemLost(str(error)) from error
    except Exception as error:  # each executor has errors of its own for a worker that died
        raise ItemLost(f"failed ({type(error).__name__})") from error


def _make_executor_error(error: BaseException) -> ClusterUnusable:
    message = f"the executor no longer answers ({type(error).__name__})"
    return ClusterUnusable(message, hint=RESUME_HINT)
