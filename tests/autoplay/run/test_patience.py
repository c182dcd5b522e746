"""Pauses after failures of the network."""

from hypothesis import given
from hypothesis import strategies as st

from autoplay.errors import NoReply, SiteNotReached
from autoplay.run.patience import FIRST_S, REST_S, Patience

ERRORS = st.sampled_from([SiteNotReached("x"), NoReply("x")])


@given(st.floats(0, 7200), st.lists(ERRORS, min_size=50, max_size=50))
def test_pauses_grow_and_end_with_the_patience(limit_s, errors):
    patience, spent, usual = Patience(limit_s), 0.0, FIRST_S
    for tries, error in enumerate(errors, 1):
        assert patience.tries == tries
        pause_s = patience.take_pause(error)
        if pause_s is None:
            # What is left is too short for the site's rest, or nothing.
            assert limit_s - spent < (REST_S if isinstance(error, NoReply) else 1e-6)
            break
        spent += pause_s
        assert 0 < spent <= limit_s + 1e-6
        if isinstance(error, NoReply):
            assert pause_s == REST_S
        else:
            assert pause_s == usual or abs(limit_s - spent) < 1e-6
            usual = min(2 * usual, REST_S)
    else:
        assert spent <= limit_s
