"""Batches on executors: in order, each item once, whatever becomes of a worker."""

import os
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor

import pytest

from autoplay.errors import ClusterUnusable
from autoplay.extras.batch.jobs import BatchJob, ItemAnswer, make_read_job
from autoplay.extras.batch.rows import read_rows
from autoplay.extras.batch.run import SerialExecutor, run_batch
from vision.errors import BadImage


def answer_number(number):
    return ItemAnswer(
        [{"square": number * number}], number % 3, "even" if number % 2 == 0 else "odd"
    )


def die_if_negative(number):
    if number < 0:
        os._exit(-number)
    return answer_number(number)


def make_job(items, answer=answer_number):
    return BatchJob(
        command="solve",
        items=items,
        answer=answer,
        identify=lambda number: {"item": f"{(number or 0) & 0xFF:02x}"},
        label=lambda number: {"id": number},
        pack=lambda number, _: number,
        total=None,
        at_once=3,
    )


@pytest.fixture
def squares(tmp_path):
    """Run a job of numbers, and return its summary and its squares, None for an error."""

    def run(items, answer=answer_number, **options):
        out = tmp_path / "rows.jsonl"
        summary = run_batch(make_job(items, answer), str(out), **options)
        return summary, [row.get("square") for row in read_rows(out)]

    return run


@pytest.mark.parametrize("executor", [None, SerialExecutor(), ThreadPoolExecutor(3)])
def test_rows_come_in_the_order_of_the_items(squares, executor):
    summary, found = squares(range(200), executor=executor)
    assert found == [number * number for number in range(200)]
    assert summary.outcomes == {"even": 100, "odd": 100}
    assert summary.exit_status == 2


@pytest.mark.usefixtures("process")
def test_an_item_that_kills_its_process_costs_no_other(squares, tmp_path):
    items = [3, -7, 4, 5]
    summary, found = squares(items, die_if_negative, jobs=2)
    assert found == [9, None, 16, 25]
    assert summary.outcomes["process-lost"] == 1
    lost = list(read_rows(tmp_path / "rows.jsonl"))[1]
    assert (lost["id"], lost["error"]) == (-7, "process-lost")
    assert lost["message"] == "the process that worked on this ended with status 7"


def test_a_defect_is_a_row_of_its_item(squares, tmp_path):
    summary, found = squares([2, None, 3], lambda number: answer_number(number + 0))
    assert (found, summary.exit_status) == ([4, None, 9], 70)
    assert "TypeError" in list(read_rows(tmp_path / "rows.jsonl"))[1]["message"]


def test_resume_skips_an_item_as_often_as_it_was_done(squares):
    squares([1, 2, 1])
    summary, found = squares([1, 1, 1, 2, 3], resume=True)
    assert (found, summary.skipped) == ([1, 4, 1, 1, 9], 3)


def test_items_are_not_taken_far_ahead_of_the_rows(squares):
    taken, written = [], []

    def items():
        for number in range(100):
            taken.append(number)
            assert len(taken) - len(written) <= 6
            yield number

    squares(items(), executor=ThreadPoolExecutor(3), ahead=5, each=lambda: written.append(None))
    assert len(written) == 100


class Failing(SerialExecutor):
    """Executor whose futures fail with these errors, one after the other, and then no more."""

    def __init__(self, *errors):
        self.errors = list(errors)

    def submit(self, function, /, *args):
        if not self.errors:
            return super().submit(function, *args)
        future = Future()
        future.set_exception(self.errors.pop(0))
        return future


class WorkerLost(Exception):
    """Error of an executor that the program doesn't know."""


def test_an_item_whose_worker_died_is_tried_once_more(squares):
    summary, found = squares(range(5), executor=Failing(WorkerLost()))
    assert (found, summary.outcomes["process-lost"]) == ([0, 1, 4, 9, 16], 0)
    summary, found = squares([7, 8, 10], executor=Failing(WorkerLost(), WorkerLost()), resume=True)
    assert found == [0, 1, 4, 9, 16, None, 64, 100]
    assert summary.outcomes["process-lost"] == 1


@pytest.mark.parametrize("error", [BrokenExecutor(), CancelledError(), ConnectionError()])
def test_an_executor_that_is_gone_ends_the_batch(squares, error):
    with pytest.raises(ClusterUnusable, match="no longer answers") as caught:
        squares([1, 2], executor=Failing(error))
    assert "--resume" in caught.value.hint
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    with pytest.raises(ClusterUnusable, match="no longer answers"):
        squares([1, 2], executor=closed, resume=True)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such file there")  # noqa: PTH110
def test_a_file_without_end_is_not_sent_anywhere(monkeypatch):
    monkeypatch.setattr("vision.files.loading.MAX_BYTES", 1 << 20)
    job = make_read_job(["/dev/zero"])
    (picture,) = job.items
    packed = job.pack(picture, True)
    assert isinstance(packed.origin, BadImage)
    assert packed.origin.message == "/dev/zero is larger than 1 MiB"
