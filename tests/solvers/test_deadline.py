"""Time limits of solvers."""

import pytest

from solvers.deadline import MORE_TIME, Deadline
from solvers.errors import SolveTimeout


def test_without_a_limit_the_time_is_never_up():
    deadline = Deadline()
    deadline.check(str)
    deadline.spend(10**9)
    assert (deadline.left_s, deadline.is_over) == (None, False)
    assert deadline.elapsed_s > 0


def test_check_describes_the_progress():
    with pytest.raises(SolveTimeout, match="nothing was decided in 0 s: 3 positions"):
        Deadline(0).check(lambda: "3 positions")


def test_spend_checks_the_time_only_after_much_work():
    deadline = Deadline(0)
    deadline.spend(9_999)
    with pytest.raises(SolveTimeout, match="no solution was found in 0 s"):
        deadline.spend(1)


def fail_within(deadline, message):
    with deadline.limit("not solved"):
        raise SolveTimeout(message)


def test_limit_names_the_unfinished_work():
    with pytest.raises(SolveTimeout, match=r"^not solved within 0 s: 3 positions$") as caught:
        fail_within(Deadline(0), "nothing was decided in 0 s: 3 positions")
    assert caught.value.hint == MORE_TIME


def test_limit_passes_errors_on_while_time_is_left():
    with pytest.raises(SolveTimeout, match="out of memory"):
        fail_within(Deadline(60), "out of memory")


@pytest.mark.parametrize(("timeout_s", "left_s"), [(None, None), (0, 0)])
def test_limit_gives_the_seconds_left(timeout_s, left_s):
    with Deadline(timeout_s).limit("not solved") as seconds:
        assert seconds == left_s
