from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given

from solvers.errors import BadNotation
from solvers.notation import FORMS, form_of, parse
from tests.solvers.notation.samples import FIVE, MARKED, WALLED, essence, puzzles

FORM = FORMS["pzprv3"]
HEAD = "pzprv3\nstarbattle\n5\n5\n1\n5\n"
REGIONS = "0 0 0 0 1 \n2 3 0 0 0 \n2 2 0 0 0 \n2 4 4 0 0 \n2 2 4 0 0 \n"
MARKS = "+ . . . # \n. . . . . \n. . . # . \n. . . . . \n. . . . + \n"
FILE = HEAD + REGIONS + MARKS


def test_it_is_written_as_the_engine_writes_it():
    assert FORM.format(MARKED) == FILE
    assert FORM.format(FIVE) == HEAD + REGIONS + ". . . . . \n" * 5


@pytest.mark.parametrize(
    "text",
    [
        FILE,
        FILE.replace("\n", "\r\n"),
        FILE.replace("\n", "/"),
        FILE.replace(" \n", "\n"),
        FILE.replace("pzprv3", "pzprv3.1"),
        FILE + 'info:{\n "metadata": {\n  "author": "a/b"\n }\n}',
        FILE + "history:{}",
        FILE + "TrialData(1)\n",
        "https://puzz.link/p?" + quote(FILE.replace("\n", "/"), safe="/"),
        "https://puzz.link/p?type=player&" + quote(FILE.replace("\n", "/")),
    ],
)
def test_files_and_addresses_with_files_are_read(text):
    assert essence(parse(text)) == essence(MARKED)
    assert form_of(text) == "pzprv3"


@pytest.mark.parametrize("end", ["", "\n", "info:{}", "http://pzv.jp/p.html?starbattle/5/5/1/"])
def test_a_file_may_end_above_the_marks(end):
    assert essence(parse(HEAD + REGIONS + end)) == essence(FIVE)


def test_regions_are_what_borders_enclose_whatever_their_numbers():
    assert essence(parse(HEAD + REGIONS.replace("4", "1").replace("3", "77"))) == essence(FIVE)


@given(puzzles(marks=True))
def test_reads_back_what_it_writes(puzzle):
    assert essence(parse(FORM.format(puzzle))) == essence(puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FILE.replace("starbattle", "nurikabe"), "line 2 is 'nurikabe', not starbattle"),
        ("pzprv3/starbattle/5/5/1", "the file ends after line 5"),
        (FILE.replace("5\n5\n1", "5\n6\n1"), "not square"),
        (FILE.replace("5\n5\n1", "5\n5\nx"), "line 5: 'x' is not a whole number"),
        (HEAD.replace("1\n5\n", "1\n6\n") + REGIONS, "line 6 says 6 regions"),
        (HEAD + "0 0 0 0 1\n", "the regions take 5 rows, not 1"),
        (HEAD + REGIONS.replace("2 3 0", "2 0"), "row 2 of the regions has 4 of them, not 5"),
        (HEAD + REGIONS.replace("3", "."), "row 2, column 2 of the regions: '.'"),
        (HEAD + REGIONS.replace("3", "2"), "the borders leave 4 regions"),
        (FILE.replace("#", "##"), "row 1, column 5 of the marks: '##'"),
        (FILE.replace("#", "+."), "row 1, column 5 of the marks: '\\+\\.'"),
        (FILE[:-11], "the marks take 5 rows, not 4"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_the_form(text, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(text)
    assert caught.value.message.startswith("pzprv3: ")


def test_walls_cannot_be_written():
    with pytest.raises(BadNotation, match="walls cannot be written"):
        FORM.format(WALLED)
