from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.practice.options import (
    BadOption,
    LampOptions,
    PageOptions,
    PegOptions,
    StarOptions,
    option_rows,
    parse_options,
)

VALUES = {
    "size": st.integers(0, 17),
    "seed": st.none() | st.integers(0, 10**9),
    "skin": st.sampled_from(["star-battle", "queens", "canvas", "mobile"]),
    "zoom": st.just("auto") | st.floats(0.15, 4),
    "date": st.just("") | st.dates().map(str),
    "specid": st.none() | st.integers(0, 10**9),
    "draw": st.sampled_from(["auto", "black", "rotate", "cross", "dot", "tools"]),
    "pagezoom": st.floats(0.25, 4),
    "consent": st.sampled_from(["0", "1", "reject", "frame"]),
    "errors": st.none() | st.booleans(),
    "submit": st.sampled_from(["post", "ajax"]),
    "ad": st.sampled_from(["early", "late"]),
    "rename": st.booleans(),
    "auto": st.booleans(),
    "slow": st.integers(0, 60_000),
}


@given(st.fixed_dictionaries(VALUES))
def test_a_query_string_gives_back_the_options_it_was_made_from(values):
    options = StarOptions(**values)
    assert parse_options(options.query, StarOptions) == options


def test_nothing_asked_for_is_the_default():
    assert parse_options("", StarOptions) == StarOptions()
    assert StarOptions().query == ""


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("colour=red", "unknown option 'colour'; /options lists them all"),
        ("size=18", "option size='18': give 0 to 17"),
        ("size=", "option size='': give 0 to 17"),
        ("zoom=huge", "option zoom='huge': give auto or 0.15 to 4"),
        ("zoom=nan", "option zoom='nan': give auto or 0.15 to 4"),
        ("rename=yes", "option rename='yes': give 0 or 1"),
        ("draw=red", "option draw='red': give auto or black or rotate or cross or dot or tools"),
        ("date=soon", "option date='soon': give a date such as 2026-11-21"),
    ],
)
def test_a_bad_option_is_named_with_what_it_takes(query, line):
    with pytest.raises(BadOption) as error:
        parse_options(query, StarOptions)
    assert str(error.value) == line


def test_the_tables_name_every_option_with_its_default():
    shared = {name: default for name, _, default, _ in option_rows(PageOptions)}
    for kind in (StarOptions, LampOptions, PegOptions):
        own = {name: default for name, _, default, _ in option_rows(kind)}
        assert set(own) | set(shared) == {field.name for field in fields(kind)}
    assert (shared["auto"], shared["seed"], shared["zoom"], own["board"]) == ("1", "none", "auto", "triangle5")


def test_each_game_takes_its_own_options_only():
    assert parse_options("rule=knight&wrap=1", LampOptions) == LampOptions(rule="knight", wrap=True)
    assert LampOptions(submit="post").query == "submit=post"
    with pytest.raises(BadOption, match="unknown option 'stars'"):
        parse_options("stars=2", LampOptions)
