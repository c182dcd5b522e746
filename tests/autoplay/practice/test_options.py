import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.practice.options import BadOption, StarOptions, parse_options

TABLES = tomllib.loads(Path(__file__).with_name("options.toml").read_text("utf-8"))

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


@pytest.mark.parametrize(("query", "line"), TABLES["refused"].items())
def test_a_bad_option_is_named_with_what_it_takes(query, line):
    with pytest.raises(BadOption) as error:
        parse_options(query, StarOptions)
    assert str(error.value) == line
