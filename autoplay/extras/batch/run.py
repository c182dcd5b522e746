"""Runs a batch on any executor, and writes its rows in the order of the items."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, Generic

from autoplay.errors import ClusterUnusable, ProcessLost, explain_exception
from autoplay.extras.batch.jobs import BatchJob, Item, ItemAnswer
from autoplay.extras.batch.rows import ITEM, Row, RowFile, open_rows
from autoplay.output import error_row
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


@dataclass(frozen=True, slots=True)
class TakenItem(Generic[Item]):
    """Item that is being answered, and the first columns of its rows."""

    item: Item
    columns: Row


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
        self._at_once = job.at_once if is_far else 1
        self._waiting: deque[tuple[list[TakenItem[Item]], Future[list[ItemAnswer]]]] = deque()

    def answer_all(self, shard: Shard, ahead: int) -> None:
        """Answer all items of a shard that have no rows yet, and write their rows."""
        items = self._find_items(shard)
        while taken := list(islice(items, self._at_once)):
            self._waiting.append((taken, self._submit(taken)))
            while self._waiting:
                _, first = self._waiting[0]
                if not first.done() and len(self._waiting) * self._at_once < ahead:
                    break
                self._write_first()
        while self._waiting:
            self._write_first()

    def _find_items(self, shard: Shard) -> Iterator[TakenItem[Item]]:
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
                yield TakenItem(item, columns)

    def _submit(self, taken: Sequence[TakenItem[Item]]) -> Future[list[ItemAnswer]]:
        packed = [self._job.pack(one.item, self._is_far) for one in taken]
        try:
            return self._executor.submit(answer_items, self._job.answer, packed)
        except (OSError, RuntimeError) as error:  # BrokenExecutor, or it was shut down
            raise _make_executor_error(error) from error

    def _write_first(self) -> None:
        """Write the rows of the items that were sent first, and wait for them if necessary."""
        taken, future = self._waiting.popleft()
        try:
            answers = _read_answers(future)
        except ItemLost:
            answers = [self._try_again(one) for one in taken]
        for one, answer in zip(taken, answers, strict=True):
            self._rows.add([{**one.columns, **row} for row in answer.rows])
            self._summary.outcomes[answer.outcome] += 1
            self._summary.exit_status = max(self._summary.exit_status, answer.exit_status)
            self._each()

    def _try_again(self, one: TakenItem[Item]) -> ItemAnswer:
        """Return the answer to an item whose process died, perhaps because of another one.

        It is sent alone now, and it is the first in line: an item that kills its worker has been
        found by then, or is found now.
        """
        try:
            (answer,) = _read_answers(self._submit([one]))
        except ItemLost as error:
            lost = ProcessLost(
                f"the process that worked on this {error}", hint="this item alone, without batch"
            )
            row = error_row(lost, **self._job.label(one.item))
            return ItemAnswer([row], lost.exit_status, lost.code)
        return answer


class ItemLost(Exception):
    """The process that worked on an item died; the text completes the sentence "the process …"."""


def answer_items(answer: Callable[[Item], ItemAnswer], items: Sequence[Item]) -> list[ItemAnswer]:
    """Return the answers to several items, also those that are defects, in another process."""
    answers = []
    for item in items:
        try:
            found = answer(item)
        except Exception as error:
            defect = explain_exception(error, "this item alone, without batch and with --debug")
            found = ItemAnswer([error_row(defect)], defect.exit_status, defect.code)
        answers.append(found)
    return answers


def _read_answers(future: Future[list[ItemAnswer]]) -> list[ItemAnswer]:
    """Wait for answers. Raises ItemLost, or ClusterUnusable if the executor can't go on."""
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
    return ClusterUnusable(
        f"the executor no longer answers ({type(error).__name__})", hint=RESUME_HINT
    )
