"""Many items in several processes: results stay in order if a process dies or the reader goes away."""

from __future__ import annotations

import os
import signal
import threading
from itertools import count
from pickle import PicklingError

import pytest

from autoplay.batch.workers import AHEAD, answer_in_order
from tests.systems import SIGNALS

pytestmark = pytest.mark.usefixtures("process")

JOBS = pytest.mark.parametrize("jobs", [1, 3])


def lost(item, how):
    return item, how


def answers(items, answer, **options):
    found = []
    answer_in_order(items, answer, found.append, lost, **options)
    return found


@JOBS
def test_answers_come_in_the_order_of_the_items(jobs):
    assert answers(range(1000), str, jobs=jobs) == [str(number) for number in range(1000)]


@JOBS
def test_no_items_have_no_answers(jobs):
    assert answers([], str, jobs=jobs) == []


@JOBS
def test_an_answer_is_delivered_before_the_next_item_is_there(jobs):
    came = threading.Event()

    def items():
        yield 1
        assert came.wait(60)
        yield 2

    delivered = []
    answer_in_order(items(), str, lambda answer: (delivered.append(answer), came.set()), lost, jobs=jobs)
    assert delivered == ["1", "2"]


@JOBS
def test_items_are_not_taken_far_ahead(jobs):
    taken, go_on = [], threading.Event()

    def items():
        for number in range(10 * AHEAD * jobs):
            taken.append(number)
            yield number

    def deliver(answer):
        if answer == "0":
            go_on.wait(60)
        most.append(len(taken) - int(answer))

    most = []
    threading.Timer(0.2, go_on.set).start()
    answer_in_order(items(), str, deliver, lost, jobs=jobs)
    assert max(most) <= AHEAD * jobs + 2


@JOBS
def test_what_an_answer_raises_is_raised(jobs):
    with pytest.raises(ValueError, match="many"):
        answers(["1", "many", "3"], int, jobs=jobs)


@JOBS
def test_what_a_listener_raises_ends_an_endless_batch(jobs):
    def deliver(_):
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        answer_in_order(count(), str, deliver, lost, jobs=jobs)


@SIGNALS
@JOBS
@pytest.mark.parametrize("number", [0, 1, 50, 250])
def test_an_interrupt_ends_an_endless_batch(jobs, number):
    def deliver(answer):
        if answer == str(number):
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        answer_in_order(count(), str, deliver, lost, jobs=jobs)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_dead_process_costs_only_its_item():
    items = [("b", 2), ("exit", 3), ("b", 1), ("exit", 4), ("b", 0)]
    found = answers(items, die_or_answer, jobs=2)
    assert found == [2, (("exit", 3), "ended with status 3"), 1, (("exit", 4), "ended with status 4"), 0]


def test_items_after_a_lost_one_go_to_another_process():
    items = [("exit", 7) if number % 97 == 96 else ("b", number) for number in range(500)]
    found = answers(items, die_or_answer, jobs=2)
    assert found == [(item, "ended with status 7") if item[0] == "exit" else item[1] for item in items]


def test_what_cannot_be_sent_to_a_process_ends_the_batch():
    with pytest.raises((AttributeError, TypeError, PicklingError)):
        answers([lambda: 1], str, jobs=2)


def test_accidental_output_is_not_an_answer(capfd):
    assert answers([1, 2], print, jobs=2) == [None, None]
    assert sorted(capfd.readouterr().err.split()) == ["1", "2"]


def die_or_answer(item):
    kind, number = item
    if kind == "exit":
        os._exit(number)
    return number
