from __future__ import annotations

import pytest
from hypothesis import given

from solvers.errors import BadNotation
from solvers.notation import FORMS, form_of, parse
from tests.solvers.notation.samples import FIVE, MARKED, WALLED, essence, puzzles

FORM = FORMS["puzz.link"]
BODY = "starbattle/5/5/1/3h56p8c8"
ADDRESS = f"https://puzz.link/p?{BODY}"


def test_it_is_written_as_an_address():
    assert FORM.format(FIVE) == ADDRESS + "\n"


@pytest.mark.parametrize(
    "text",
    [
        BODY,
        ADDRESS,
        ADDRESS + "/",
        f"  {ADDRESS}\n",
        f"{ADDRESS}#anything",
        f"http://pzv.jp/p.html?{BODY}",
        f"https://pzprxs.vercel.app/p?{BODY}",
        f"https://pzprxs.net/p?{BODY}",
        f"https://puzz.link/p?type=editor&{BODY}",
        f"https://swaroopg92.github.io/penpa-edit/?m=edit&p={ADDRESS}",
        "https://puzz.link/p?starbattle_edit/5/5/1/3h56p8c8",
        "https://puzz.link/p?starbattle_play/5/5/1/3H56P8C8",
        "https://puzz.link/p?starbattle/d/5/5/1/3h56p8c8",
    ],
)
def test_addresses_of_all_sites_and_their_parts_are_read(text):
    assert essence(parse(text)) == essence(FIVE)
    assert form_of(text) == "puzz.link"


@given(puzzles())
def test_reads_back_what_it_writes(puzzle):
    assert essence(parse(FORM.format(puzzle))) == essence(puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("starbattle/5/5/1", "3 fields after starbattle/"),
        ("starbattle/5/5/1/3h56p8c8/9", "5 fields after starbattle/"),
        ("starbattle/", "0 fields after starbattle/"),
        ("starbattle/5/6/1/3h56p8c8", "not square: 6 rows of 5 cells"),
        ("starbattle/3/3/1/000", "3x3 cells: sizes from 4"),
        ("starbattle/99999/99999/1/0", "99999x99999 cells"),
        ("starbattle/5/5/x/3h56p8c8", "stars: 'x' is not a whole number"),
        ("starbattle/5/5/99999999999/3h56p8c8", "stars: '99999999999' is not a whole number"),
        ("starbattle/5/5/2/3h56p8c8", "2 stars per row cannot fit"),
        ("starbattle/5/5/1/3h56p8c", "a 5x5 board take 8 digits, not 7"),
        ("starbattle/5/5/1/3h56p8cw", "digit 8 of the borders is 'w'"),
        ("starbattle/5/5/1/00000000", "the borders leave 1 region on a 5x5 board, which needs 5"),
        ("starbattle/5/5/1/vvvvvvvv", "the borders leave 25 regions"),
        ("v:1/starbattle/5/5/1/3h56p8c8", "variant"),
        ("starbattle/v:1/5/5/1/3h56p8c8", "variant"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_the_form(text, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(f"https://puzz.link/p?{text}")
    assert caught.value.message.startswith("puzz.link: ")
    assert caught.value.hint
    assert "\n" not in caught.value.message


def test_the_address_contains_the_stars():
    assert parse(ADDRESS, stars=1).stars == 1
    with pytest.raises(BadNotation, match="the text says 1 star, --stars says 2"):
        parse(ADDRESS, stars=2)


@pytest.mark.parametrize("puzzle", [MARKED, WALLED])
def test_neither_walls_nor_marks_can_be_written(puzzle):
    with pytest.raises(BadNotation, match="cannot be written in this form"):
        FORM.format(puzzle)
