import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.practice.options import (
    BadOption,
    StarOptions,
    parse_options,
)

VALUES = {
    "seed": st.none() | st.integers(0, 10**9),
    "skin": st.sampled_from(["star-battle", "queens", "canvas", "mobile"]),
    "zoom": st.just("auto") | st.floats(0.15, 4),
    "date": st.just("") | st.dates().map(str),
    "errors": st.none() | st.booleans(),
    "auto": st.booleans(),
}


@given(st.fixed_dictionaries(VALUES))
def test_a_query_string_gives_back_the_options_it_was_made_from(values):
    options = StarOptions(**values)
    assert parse_options(options.query, StarOptions) == options
    assert parse_options("", StarOptions).query == ""


@pytest.mark.parametrize(("query", "line"), [
    ("colour=red", "unknown option 'colour'; /options lists them all"),
    ("rule=knight", "unknown option 'rule'; /options lists them all"),
    ("size=18", "option size='18': give 0 to 17"),
    ("size=", "option size='': give 0 to 17"),
    ("zoom=nan", "option zoom='nan': give auto or 0.15 to 4"),
    ("rename=yes", "option rename='yes': give 0 or 1"),
    ("submit=get", "option submit='get': give post or ajax"),
    ("date=soon", "option date='soon': give a date such as 2026-11-21"),
])  # fmt: skip
def test_a_bad_option_is_named_with_what_it_takes(query, line):
    with pytest.raises(BadOption) as error:
        parse_options(query, StarOptions)
    assert str(error.value) == line
