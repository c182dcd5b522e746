"""Each text form: what it writes, what it reads, and what it refuses."""

from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.errors import BadNotation
from solvers.notation import FORMS, MARKED, form_of, parse, write
from solvers.star_battle import Puzzle
from tests.solvers.notation.samples import FIVE, OPEN, SOME_MARKS, WALLED, essence, puzzles

TASK = "1,1,1,1,2,3,4,1,1,1,3,3,1,1,1,3,5,5,1,1,3,3,5,1,1"
COMPACT = "5x1.AAAABCDAAACCAAACEEAACCEAA"
BODY = "starbattle/5/5/1/3h56p8c8"
LINK = f"https://puzz.link/p?{BODY}"
HEAD = "pzprv3\nstarbattle\n5\n5\n1\n5\n"
REGIONS = "0 0 0 0 1 \n2 3 0 0 0 \n2 2 0 0 0 \n2 4 4 0 0 \n2 2 4 0 0 \n"
FILE = HEAD + REGIONS + "+ . . . # \n. . . . . \n. . . # . \n. . . . . \n. . . . + \n"
GRID = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n\nx...*\n.....\n...*.\n.....\n....x"
SBN = "551W1nAQF88"
SBN_MARKED = "551e1nAQF8810W00W001"
FOUR = Puzzle(("AABB", "AABB", "CCDD", "CCDD"), 1)
SIX = Puzzle(("AABBCC", "AABBCC", "AABBCC", "DDEEFF", "DDEEFF", "DDEEFF"), 1, {(0, 1)}, {(5, 5)})
PIECES = Puzzle(("AAAAB", "CDACA", "CCAAA", "CEEAD", "CCEAA"), 1)
STRIPES = Puzzle(tuple(letter * 27 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZa"), 1)
WITH_REGIONS = ["numbers", "task", "puzz.link", "pzprv3", "sbn", "compact"]


@pytest.mark.parametrize(("form", "puzzle", "text"), [
    ("task", FIVE, TASK),
    ("compact", FIVE, COMPACT),
    ("puzz.link", FIVE, LINK),
    ("grid", SOME_MARKS, GRID),
    ("pzprv3", SOME_MARKS, FILE.rstrip("\n")),
    ("pzprv3", FIVE, HEAD + REGIONS + ". . . . . \n" * 4 + ". . . . . "),
    ("sbn", FIVE, SBN),
    ("sbn", SOME_MARKS, SBN_MARKED),
])  # fmt: skip
def test_a_form_is_written_as_other_programs_write_it(form, puzzle, text):
    assert write(puzzle, form) == text + "\n"


READ = {
    "task": [
        TASK,
        f"  {TASK},\n",
        TASK.replace(",", ", "),
        f"stars 1\n{TASK}\n",
        f"var task = '{TASK}';",
        f'<script>var stop=1, task="{TASK}";\n</script>',
        f'{{"task": "{TASK}"}}',
        TASK.replace("1", "907").replace("2", "-4").replace("5", "0"),
        f"task = ''; task = '{TASK}'; task = '{TASK}'",
    ],
    "compact": [
        COMPACT,
        f" {COMPACT}\r\n",
        COMPACT.lower(),
        f"{COMPACT}.s42d7l4c12",
        COMPACT + ".",
        COMPACT.replace("AAAAB", "AaaAb"),
    ],
    "puzz.link": [
        BODY,
        LINK,
        LINK + "/",
        f"  {LINK}\n",
        f"{LINK}#anything",
        f"http://pzv.jp/p.html?{BODY}",
        f"https://pzprxs.vercel.app/p?{BODY}",
        f"https://pzprxs.net/p?{BODY}",
        f"https://puzz.link/p?type=editor&{BODY}",
        f"https://swaroopg92.github.io/penpa-edit/?m=edit&p={LINK}",
        "https://puzz.link/p?starbattle_edit/5/5/1/3h56p8c8",
        "https://puzz.link/p?starbattle_play/5/5/1/3H56P8C8",
        "https://puzz.link/p?starbattle/d/5/5/1/3h56p8c8",
    ],
    "pzprv3": [
        HEAD + REGIONS,
        HEAD + REGIONS + "\n",
        HEAD + REGIONS + "info:{}",
        HEAD + REGIONS + "http://pzv.jp/p.html?starbattle/5/5/1/",
        # Regions are what borders enclose, whatever their numbers.
        HEAD + REGIONS.replace("4", "1").replace("3", "77"),
    ],
    "sbn": [SBN, f" {SBN}\n", f"{SBN}~h:0001:1", "551e1nAQF88"],
}
READ_WITH_MARKS = {
    "grid": [
        GRID,
        GRID.replace("x", "o"),
        GRID.replace("\n", "\r\n") + "\r\n\r\n",
        GRID.removeprefix("stars 1\n").replace("x...*", "x . . . *"),
    ],
    "pzprv3": [
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
    "sbn": [SBN_MARKED, f"{SBN_MARKED}~h:0001:1"],
}


@pytest.mark.parametrize(("texts", "puzzle"), [(READ, FIVE), (READ_WITH_MARKS, SOME_MARKS)])
def test_every_way_to_write_a_form_is_read(texts, puzzle):
    for form, ways in texts.items():
        for text in ways:
            assert essence(parse(text)) == essence(puzzle), text
            assert form_of(text) == form, text


def test_marks_of_old_sbn_files_are_recognised():
    borders = write(SIX, "sbn").strip()[:-13]
    assert essence(parse(f"{borders}8{'0' * 10}1")) == essence(SIX)
    first = Puzzle(FIVE.grid, 1, frozenset({(0, 0)}))
    assert essence(parse("551e1nAQF88W00000000")) == essence(first)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=15)
@given(st.data())
def test_a_form_reads_back_what_it_writes(form, data):
    walls = form in ("letters", "grid") and data.draw(st.booleans())
    marks = form in MARKED
    puzzle = data.draw(puzzles(smallest=5 if form == "sbn" else 4, walls=walls, marks=marks))
    stars = puzzle.stars if form == "task" else None
    assert essence(parse(write(puzzle, form), stars)) == essence(puzzle)


REFUSED = {
    "grid": [(GRID[:-2], "the marks do not have the size of the grid")],
    "task": [
        (TASK + ",1", "the task has 26 numbers, which do not form a square board"),
        (f"task='{TASK[:-1]}B'", "row 5, column 5: not a whole number: 'B'"),
        ("task=''", "row 1, column 1: not a whole number: ''"),
        (f"{TASK[:-1]}9{'0' * 30}", "row 5, column 5: not a whole number"),
        ("1,2,3,4,5,6,7,8,9", "3x3 cells: sizes from 4"),
        (TASK.replace("3", "2"), "4 regions on a 5x5 board"),
        (f"task = '{TASK}'; task = '{TASK}0'", "the page's source has 2 tasks"),
    ],
    "compact": [
        (COMPACT[:-1], "24 letters, but a 5x5 board has 25 cells"),
        (COMPACT.replace("D", "1"), "row 2, column 2: no letter A-Z: '1'"),
        (COMPACT.replace("D", "Ä"), "row 2, column 2: no letter A-Z: 'Ä'"),
        (COMPACT + ".S!", "after the letters comes 'S!'"),
        ("3x1.AABBCCABC", "3x3 cells: sizes from 4"),
        ("99999999999x1.A", "the size: '99999999999' is not a whole number"),
        (COMPACT.replace("x1", "x2"), "2 stars per row cannot fit"),
        (COMPACT.replace("D", "C"), "4 regions on a 5x5 board"),
    ],
    "puzz.link": [
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
        ("starbattle/5/5/1/3h56p8cw", "'w' is not a digit"),
        ("starbattle/5/5/1/00000000", "the borders leave 1 region on a 5x5 board, which needs 5"),
        ("starbattle/5/5/1/vvvvvvvv", "the borders leave 25 regions"),
        ("v:1/starbattle/5/5/1/3h56p8c8", "variant"),
        ("starbattle/v:1/5/5/1/3h56p8c8", "variant"),
    ],
    "pzprv3": [
        (FILE.replace("starbattle", "nurikabe"), "line 2 is 'nurikabe', not starbattle"),
        ("pzprv3/starbattle/5/5/1", "the file ends after line 5"),
        (FILE.replace("5\n5\n1", "5\n6\n1"), "not square"),
        (FILE.replace("5\n5\n1", "5\n5\nx"), "line 5: 'x' is not a whole number"),
        (HEAD.replace("1\n5\n", "1\n6\n") + REGIONS, "line 6 says 6 regions"),
        (HEAD + "0 0 0 0 1\n", "the regions take 5 rows, not 1"),
        (HEAD + REGIONS.replace("2 3 0", "2 0"), "row 2 of the regions has 4 of them, not 5"),
        (HEAD + REGIONS.replace("3", "."), "row 2, column 2: unknown region '.'"),
        (HEAD + REGIONS.replace("3", "2"), "the borders leave 4 regions"),
        (FILE.replace("#", "##"), "row 1, column 5: unknown mark '##'"),
        (FILE.replace("#", "+."), "row 1, column 5: unknown mark '+.'"),
        (FILE[:-11], "the marks take 5 rows, not 4"),
    ],
    "sbn": [
        (SBN[:-1], "the borders of a 5x5 board take 7 digits, not 6"),
        (SBN + "0", "the borders of a 5x5 board take 7 digits, not 8"),
        (SBN.replace("Q", "!"), "'!' is not a digit"),
        (SBN.replace("1W", "1X"), "the fourth character is 'X'"),
        (SBN.replace("551", "559"), "9 stars per row cannot fit"),
        (SBN.replace("551", "661"), "the borders of a 6x6 board take 10 digits, not 7"),
        (SBN_MARKED + "0", "the marks of a 5x5 board take 9 digits, not 10"),
        (SBN_MARKED.replace("W001", "WF01"), "something other than stars and crosses"),
        ("551W0000000", "the borders leave 1 region"),
    ],
}


@pytest.mark.parametrize("form", REFUSED)
def test_what_is_wrong_is_said_in_one_line_with_the_form(form):
    for text, message in REFUSED[form]:
        with pytest.raises(BadNotation) as caught:
            parse(text, 1 if form == "task" else None)
        assert message in caught.value.message
        assert caught.value.message.startswith(f"{form}: ")
        assert "\n" not in caught.value.message
        assert caught.value.hint


@pytest.mark.parametrize("form", ["letters", "grid", "numbers", "task", "compact"])
def test_regions_in_several_pieces_keep_their_cells(form):
    assert essence(parse(write(PIECES, form), 1)) == essence(PIECES)


@pytest.mark.parametrize("text", [COMPACT, LINK, SBN, f"Stars: 1\n{TASK}"])
def test_stars_of_a_text_and_of_the_user_may_not_disagree(text):
    assert parse(text, stars=1).stars == 1
    with pytest.raises(BadNotation, match="the text says 1 star, --stars says 2"):
        parse(text, stars=2)


@pytest.mark.parametrize(("puzzle", "forms", "what"), [
    (SOME_MARKS, sorted(FORMS.keys() - MARKED), "marked stars and crosses"),
    (WALLED, WITH_REGIONS, "a board with walls"),
    (OPEN, WITH_REGIONS, "a board without regions"),
    (FOUR, ["sbn"], "4x4"),
    (PIECES, ["puzz.link", "pzprv3", "penpa", "sbn"], "region C in 2 pieces"),
    (STRIPES, ["compact"], "more than 26 regions"),
])  # fmt: skip
def test_what_a_form_cannot_hold_is_refused(puzzle, forms, what):
    for form in forms:
        with pytest.raises(BadNotation, match="cannot be written in this form") as caught:
            write(puzzle, form)
        assert caught.value.message.startswith(f"{form}: {what}")
