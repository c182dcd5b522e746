"""Expected readings: the text form, and the comparison of two of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.testing import expected_reading
from autoplay.testing.expected_reading import ExpectedReading
from solvers.errors import BadNotation
from vision.reading import Mark

SMALL = ExpectedReading(("ZZY", "ZXX", "XX#"), (Mark(2, 1, "cross"), Mark(0, 0, "star"), Mark(1, 2, "dot")), 2)


@st.composite
def readings(draw):
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    letters = st.text("ABCabcz#.", min_size=cols, max_size=cols)
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    marks = draw(st.dictionaries(cells, st.sampled_from(["star", "cross", "dot"])))
    grid = tuple(draw(letters) for _ in range(rows))
    return ExpectedReading(
        grid, tuple(Mark(*cell, kind) for cell, kind in marks.items()), draw(st.sampled_from([None, 1, 6]))
    )


def test_the_text_is_what_a_person_would_write():
    assert expected_reading.format(SMALL) == "stars 2\nAAB\nACC\nCC#\n\n*..\n..o\n.x.\n"


@given(readings())
def test_text_and_back_is_the_same(wanted):
    assert expected_reading.parse(expected_reading.format(wanted)) == wanted


@given(readings())
def test_a_reading_does_not_differ_from_itself(same):
    assert expected_reading.differing(same, same) == frozenset()


@given(readings(), readings())
def test_cells_differ_exactly_if_readings_do(one, other):
    bare = (one.grid, one.marks) == (other.grid, other.marks)
    assert (expected_reading.differing(one, other) == frozenset()) == bare


def test_letters_do_not_matter_but_regions_do():
    renamed = ExpectedReading(("QQr", "Qss", "ss#"), SMALL.marks)
    assert expected_reading.differing(SMALL, renamed) == frozenset()
    assert expected_reading.differing(SMALL, ExpectedReading(("ZZY", "ZXX", "ZX#"), SMALL.marks)) == {(2, 0)}


def test_one_wrong_wall_counts_as_one_wrong_cell():
    wanted = ExpectedReading(("ABCD", "ABCD", "ABCD", "ABCD"))
    got = ExpectedReading(("EBCD", "ABCD", "ABCD", "ABCD"))
    assert expected_reading.differing(wanted, got) == {(0, 0)}


def test_a_mark_of_another_kind_differs():
    other = ExpectedReading(SMALL.grid, (*SMALL.marks[1:], Mark(0, 0, "cross")))
    assert expected_reading.differing(SMALL, other) == {(0, 0)}


def test_a_wall_is_never_a_region():
    assert expected_reading.differing(ExpectedReading(("##", "..")), ExpectedReading(("AA", ".."))) == {(0, 0), (0, 1)}


def test_another_size_differs_everywhere():
    assert len(expected_reading.differing(SMALL, ExpectedReading(("AB", "CD")))) == 9


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "same length"),
        ("stars 2\n", "same length"),
        ("AAB\nAB\n", "same length"),
        ("AB\nAB\n\n*.\n", "as many rows"),
        ("AB\nAB\n*.\n..\n", "a row of marks"),
        ("AB\nAB\n\n*.\n.?\n", "row 2, column 2: '?' is not a mark"),
    ],
)
def test_the_error_of_a_broken_text_names_the_place(text, words):
    with pytest.raises(BadNotation, match=words.replace("?", r"\?")):
        expected_reading.parse(text)
