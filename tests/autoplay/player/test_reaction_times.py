"""Reaction times: how long to wait for a press that may show nothing."""

from hypothesis import given
from hypothesis import strategies as st

from autoplay.player.timing import LEAST_SHOWS_S, SLOWER, ReactionTimes

SECONDS = st.floats(0, 10)


def reactions(seconds):
    """Return reaction times that have noted these."""
    times = ReactionTimes()
    for one in seconds:
        times.note(one)
    return times


def test_before_any_reaction_the_whole_time_is_waited():
    assert (ReactionTimes().limit(1.2), ReactionTimes().usual(1.2)) == (1.2, 0)


@given(st.lists(SECONDS, min_size=1), SECONDS)
def test_limit_is_never_longer_than_allowed_nor_shorter_than_any_reaction(seconds, most_s):
    limit = reactions(seconds).limit(most_s)
    assert limit <= most_s
    assert limit >= min(most_s, max(seconds))


def test_quick_page_is_waited_for_briefly_and_a_slow_one_longer():
    assert reactions([0.05, 0.04]).limit(1.2) == LEAST_SHOWS_S
    assert reactions([0.2, 0.05]).limit(1.2) == SLOWER * 0.2
