import base64
import json
import tomllib
import zlib
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import BadNotation
from solvers.notation import form_of, parse, write
from solvers.star_battle import Puzzle
from tests.solvers.notation.samples import FIVE, OPEN, SOME_MARKS, WALLED, essence

TABLES = tomllib.loads(Path(__file__).with_name("penpa.toml").read_text("utf-8"))
SITE = "https://swaroopg92.github.io/penpa-edit/"
WIDTH = 9  # of a sheet for a 5x5 board without a margin, two unused cells on each side included


def corner(row, col):
    """Return the number of the upper left corner of a cell."""
    return WIDTH * WIDTH + (row + 1) * WIDTH + col + 1


def borders(grid, style=2):
    """Return the lines between the regions of a grid, by their ends, as in Penpa+."""
    lines = {}
    for row, col in product(range(5), repeat=2):
        if col < 4 and grid[row][col] != grid[row][col + 1]:
            lines[f"{corner(row, col + 1)},{corner(row + 1, col + 1)}"] = style
        if row < 4 and grid[row][col] != grid[row + 1][col]:
            lines[f"{corner(row + 1, col)},{corner(row + 1, col + 1)}"] = style
    return lines


def link(problem=None, *, title="", head="square,5,5", cells=None, start="#m=edit&", change=None):
    """Return a link as Penpa+ might write it, for a 5x5 board that fills its sheet."""
    numbers = square(2) if cells is None else cells
    steps = [after - before for before, after in zip([0, *numbers], numbers, strict=False)]
    problem = {"lineE": borders(FIVE.grid)} if problem is None else problem
    first = f"{head},38,0,1,1,228,228,40,40,0,0,0,0,Title: {title},Author: ,,,OFF,false"
    lines = [first, "[0,0,0,0]", "{}", json.dumps(problem), "{}", json.dumps(steps)]
    text = "\n".join(change(lines) if change else lines)
    for long, short in (("z", "zZ"), ('"lineE"', "zE"), ('"symbol"', "zY"), ("null", "zO")):
        text = text.replace(long, short)
    return f"{SITE}{start}p={packed(text)}"


def packed(text):
    deflate = zlib.compressobj(wbits=-15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def square(first_row):
    """Return the numbers of 5x5 cells of a sheet."""
    return [row * WIDTH + col for row in range(first_row, first_row + 5) for col in range(2, 7)]


def cell(row, col):
    return str((row + 2) * WIDTH + col + 2)


NAMES = st.sampled_from(
    ["", "x", "1,2", "-1,5", "99999999999,1", "90,91", "100,91", *map(str, range(20, 60))]
)


@pytest.mark.parametrize("text", [
    link(),
    link(start="?m=edit&"),
    link(start="#m=solve&") + "&a=c29tZXRoaW5n",
    link().rstrip("="),
    link().replace("+", "%2B").replace("=", "%3D").replace("m%3Dedit&p%3D", "m=edit&p="),
    link({"lineE": borders(FIVE.grid, style=21), "surface": {cell(0, 0): 3}}),
    link({"lineE": borders(FIVE.grid) | {f"{corner(0, 0)},{corner(1, 0)}": 2, "0,1": 2}}),
    link({"lineE": borders(FIVE.grid) | {f"{corner(0, 1)},{corner(1, 1)}": 12, cell(0, 0): 98}}),
    link(title="zzz, by z"),
])  # fmt: skip
def test_links_are_read(text):
    assert essence(parse(text, stars=1)) == essence(FIVE)
    assert form_of(text) == "penpa"


def test_long_lines_are_cut_at_the_corners_they_pass():
    grid = ("AABBC", "AABBC", "AABBC", "DDDDD", "EEEEE")
    ends = (0, 2, 3, 2), (3, 4, 0, 4), (3, 0, 3, 5), (4, 0, 4, 5)
    long = {f"{corner(r, c)},{corner(row, col)}": 2 for r, c, row, col in ends}
    assert parse(link({"freelineE": long}), stars=1).grid == grid
    assert parse(link({"lineE": long}), stars=1).grid == grid


def test_stars_and_small_crosses_of_the_problem_are_known_cells():
    symbols = {cell(0, 4): [2, "star", 2], cell(2, 3): [1, "star", 2], cell(0, 0): [0, "star", 2]}
    symbols |= {cell(4, 4): [0, "star", 1], cell(1, 1): [4, "star", 2]}
    symbols |= {cell(3, 3): [2, "circle_L", 1], "0": None}
    text = link({"lineE": borders(FIVE.grid), "symbol": symbols})
    assert essence(parse(text, stars=1)) == essence(SOME_MARKS)


@pytest.mark.parametrize(("problem", "title", "stars"), TABLES["stars"])
def test_the_only_number_or_the_title_say_the_stars(problem, title, stars):
    text = link({"lineE": borders(FIVE.grid)} | problem, title=title)
    if stars == 2:
        with pytest.raises(BadNotation, match="2 stars per row cannot fit on a 5x5 board"):
            parse(text)
    else:
        assert parse(text).stars == stars


def test_black_cells_are_walls_with_and_without_lines():
    walls = {cell(0, 0): 4, cell(2, 3): 1, cell(4, 4): 3}
    expected = ("#....", ".....", "...#.", ".....", ".....")
    assert parse(link({"surface": walls}), stars=1).grid == expected
    walled = parse(link({"surface": walls, "lineE": borders(FIVE.grid)}), stars=1)
    assert walled.grid == ("#AAAB", "CDAAA", "CCA#A", "CEEAA", "CCEAA")


@pytest.mark.parametrize(
    "puzzle", [WALLED, SOME_MARKS, Puzzle(("#AAAB", "CDAAA", "CCA#A", "CEEAA", "CCEAA"), 1)]
)
def test_reads_back_walls_and_marks(puzzle):
    text = write(puzzle, "penpa")
    assert text.startswith(SITE + "#m=edit&p=")
    assert essence(parse(text)) == essence(puzzle)


def test_a_board_of_cells_alone_cannot_be_written():
    with pytest.raises(BadNotation, match="neither regions nor walls"):
        write(OPEN, "penpa")


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["star", "1", "1,2", "x"])
)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
)
PARTS = st.sampled_from(["lineE", "freelineE", "surface", "symbol", "number"])


@given(
    st.dictionaries(PARTS, st.dictionaries(NAMES, ANYTHING) | ANYTHING),
    st.lists(ANYTHING, max_size=3),
    st.integers(0, 5),
)
def test_any_contents_of_a_link_are_a_puzzle_or_refused(problem, junk, place):
    def change(lines):
        return [*lines[:place], json.dumps(junk), *lines[place + 1 :]] if junk else lines

    try:
        found = parse(link({"lineE": borders(FIVE.grid)} | problem, change=change), stars=1).size
        assert found == 5
    except BadNotation as error:
        refused = error.message
    else:
        refused = "penpa: "
    assert refused.startswith("penpa: ")


@pytest.mark.parametrize(("text", "message"), [
    (f"{SITE}#m=edit&p=!!!", "not deflated text in base64"),
    (f"{SITE}#m=edit&p=/////w==", "not deflated text in base64"),
    (link()[:-40], "not deflated text in base64|ends too early"),
    (link(head="hex,5,5"), "the sheet is of kind 'hex'"),
    (link(head="5,5,5"), "the sheet is of kind '5'"),
    (link(head="square,five,5"), "the columns: 'five' is not a whole number"),
    (link(head="square,5,101"), "a sheet of 101x5 cells"),
    (link(cells=[20, 21, 22]), "not square: 1 row of 3 cells"),
    (link(cells=[0, *(r * WIDTH + c for r in range(2, 7) for c in range(2, 6))]), "not square"),
    (link(cells=[n for n in square(2) if n % (WIDTH + 1)] + [0] * 5), "not square|not form a full"),
    (link(cells=square(20)), "not form a full square"),
    (link({}), "the borders leave 1 region"),
    (link({"lineE": borders(FIVE.grid, style=12)}), "the borders leave 1 region"),
    (link({"lineE": [1, 2]}), "the problem's part 'lineE'"),
    (link({"lineE": {"a,b": 2}}), "the end of a line: 'a' is not a whole number"),
    (link([]), "the problem cannot be read"),
    (link(change=lambda lines: lines[:3]), "the cells in use cannot be read"),
    (link(change=lambda lines: [*lines[:5], "[" * 200_000]), "the cells in use cannot be read"),
    (link(change=lambda lines: [*lines[:5], '[1,"2"]']), "the size of the sheet"),
    (link(change=lambda _: [""]), "the cells in use"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_one_line_with_the_form(text, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(text, stars=1)
    assert caught.value.message.startswith("penpa: ")
    assert "\n" not in caught.value.message


def test_a_link_is_not_unpacked_without_a_limit():
    with pytest.raises(BadNotation, match="holds more than 4000000 bytes") as caught:
        parse(f"{SITE}#m=edit&p={packed('0' * 50_000_000)}", stars=1)
    assert caught.value.message.startswith("penpa: ")
