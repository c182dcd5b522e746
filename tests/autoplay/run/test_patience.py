"""Pauses after failures of the network."""

from hypothesis import given
from hypothesis import strategies as st

from autoplay.errors import NoReply, SiteNotReached
from autoplay.run.session import FIRST_S, REST_S, Patience

ERRORS = st.sampled_from([SiteNotReached("x"), NoReply("x")])


@given(st.floats(0, 7200), st.lists(ERRORS, min_size=1))
def test_pauses_grow_and_end_with_the_patience(limit_s, errors):
    patience, left_s, usual_s = Patience(limit_s), limit_s, FIRST_S
    for error in errors:
        if isinstance(error, NoReply):
            expected = REST_S if left_s >= REST_S else None
        else:
            expected = min(usual_s, left_s) or None
            usual_s = min(2 * usual_s, REST_S)
        assert patience.take_pause(error) == expected
        left_s -= expected or 0
