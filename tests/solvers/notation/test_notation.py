import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.cells import LETTERS
from solvers.errors import BadNotation
from solvers.notation import FORMS, form_of, from_row, parse, write
from solvers.star_battle import Puzzle
from solvers.star_battle.generator import generate
from tests.solvers.boards import PUBLISHED, bundled_puzzles
from tests.solvers.notation.samples import FIVE, SOME_MARKS, essence

ROWS = "AAABB\nACCBB\nACDBB\nACDDD\nCCEEE\n"
GRID = tuple(ROWS.split())
NINE = "\n".join(["........."] * 9)
LARGE = ("letters", "numbers", "task", "puzz.link", "pzprv3", "penpa")


@pytest.mark.parametrize("text", [
    ROWS,
    "stars 1\n" + ROWS,
    "\n\n  stars 1\r\n" + ROWS.replace("\n", "  \r\n") + "\n\n",
    *("stars 1\n" + "\n".join(between.join(row) for row in GRID) for between in (" ", "\t", "  ")),
])  # fmt: skip
def test_rows_of_letters_are_read_with_any_blanks(text):
    assert parse(text, stars=1) == Puzzle(GRID, 1)


@pytest.mark.parametrize(
    "text",
    [
        "7 7 3 3\n7 7 3 3\n100 100 0 0\n100 100 0 0",
        "7, 7, 3, 3,\n7, 7, 3, 3,\n100, 100, 0, 0,\n100, 100, 0, 0",
        "[[7, 7, 3, 3], [7, 7, 3, 3], [100, 100, 0, 0], [100, 100, 0, 0]]",
        "[[  7   7   3   3]\n [  7   7   3   3]\n [100 100   0   0]\n [100 100   0   0]]",
        "a = array([[7., 7., 3., 3.], [7., 7., 3., 3.],\n [99., 99., 0., 0.], [99., 99., 0., 0.]])",
        "[7 7 3 3; 7 7 3 3; 100 100 0 0; 100 100 0 0]",
        "[['A', 'A', 'B', 'B'], ['A', 'A', 'B', 'B'], ['C', 'C', 'D', 'D'], ['C', 'C', 'D', 'D']]",
        "7 7 -1\t-1\n7 7 -1 -1\n100 100 0 0\n100 100 0 0",
        "0011\n0011\n2233\n2233\n",
        "stars 1\n0011\n0011\n2233\n2233\n",
    ],
)
def test_numbers_are_separated_by_spaces_or_commas_or_lists(text):
    assert parse(text, stars=1).grid == ("AABB", "AABB", "CCDD", "CCDD")
    assert form_of(text) == "numbers"


def test_shapeless_boards_are_recognised():
    assert parse("stars 1\n#" + NINE[1:]).grid[0] == "#........"


def test_stars_come_from_argument_then_text_then_inference():
    puzzle = generate(8, 1, seed=2)
    rows = "\n".join(puzzle.grid)
    assert parse("stars 2\n" + rows, stars=2).stars == 2
    assert parse("stars 2\n" + rows).stars == 2
    assert parse(rows).stars == 1


@pytest.mark.parametrize(("text", "stars", "message"), [
    ("", None, "does not contain a board"),
    (" \n\n", 1, "does not contain a board"),
    ("stars 1\n", None, "does not contain a board"),
    ("stars 1\n" + ROWS, 2, "the text says 1 star, --stars says 2"),
    (NINE, None, "no single number of stars"),
    ("AAAB\nAABB\nCC1C\nDDDD", 1, "row 3, column 3: unknown character '1'"),
    ("0011\n0011\n223\n2233", 1, "4 rows that begin '0011' are not a square of digits"),
    ("0011\nAABB\nAABB\nAABB", 1, "not a square of digits"),
    ("A A B\nAA B B", 1, "row 2 has 6 cells, but row 1 has 3"),
    ("0 0 1 1\n0 0 1 1\n2 2 x 3\n2 2 3 3", 1, "row 3, column 3: not a whole number: 'x'"),
    ("0 0 1 1\n0 0 1 1\n2 2 3\n2 2 3 3", 1, "row 3 has 3 cells, but row 1 has 4"),
    ("0 0 1 1\n0 0 1 1\n2 2 2 2\n2 2 2 2", 1, "3 regions on a 4x4 board"),
    (" ".join(map(str, range(60))), 1, "row 1, column 53: more than 52 different regions"),
    ("[[0, 0, 1, 1], [0, 0, 1, 1]", 1, "the brackets of the list do not match"),
    ("[[0, 0], {1: 1}]", 1, "something other than rows"),
    ("[[[0, 0]], [[1, 1]]]", 1, "more than rows and columns"),
    ("[[0 0]\n ...\n [1 1]]", 1, "'...' in place of some values"),
    ("[[0, 0]]\n[[1, 1]]", 1, "2 lists of rows"),
    ("0 0 1 1\n0 0 1 1\n2 2 3 3\n2 2 3 " + "3" * 5000, 1, "row 4, column 4: not a whole number: '33333333333333333333'"),
    ("stars 9\n" + ROWS, None, "9 stars per row cannot fit on a 5x5 board"),
    ("stars many\n" + ROWS, None, "'stars many' does not say how many stars"),
    (f"stars 1\n{ROWS}stars 1\n{ROWS}", None, "more than one puzzle"),
    (f"stars 1\n{ROWS}\r\n{ROWS}", None, "more than one puzzle"),
    (f"{ROWS} \n{ROWS}", 1, "more than one puzzle"),
    ("0 0,1 1\n0 0 1 1\n2 2 3 3\n2 2 3 3\n\n0", 1, "more than one puzzle"),
    (ROWS.replace("\n", "\n\n") * 2, 1, "the board is not square: 10 rows of 5 cells"),
])  # fmt: skip
def test_text_that_is_not_a_board_is_refused_in_one_line(text, stars, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(text, stars)
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("size", range(4, 8))
def test_where_only_one_star_a_row_can_fit_it_is_one(size):
    assert parse("\n".join(["." * size] * size)).stars == 1


def test_walls_with_blanks_between_are_not_a_comment():
    assert parse("# . . .\n. . . .\n. . # .\n. . . .", 1).grid == ("#...", "....", "..#.", "....")


@pytest.mark.parametrize(
    "text", ["# my puzzle\n" + ROWS, "# from the paper\nstars 1\n" + ROWS, "#1 easy\n0 0 1\n"]
)
def test_a_comment_is_distinguished_from_a_row_of_walls(text):
    with pytest.raises(BadNotation, match="is not a row of a board") as caught:
        parse(text)
    assert "'#' is a wall" in caught.value.hint


@pytest.mark.parametrize(("address", "message", "hint"), [
    ("https://example.com/a/board.PNG?w=5", "the address of a picture", "download the picture"),
    ("https://tinyurl.com/2p8abcd", "a shortened address", "copy the long address"),
    ("https://puzz.link/p?slither/10/10/g2g", "not a Star Battle puzzle but slither", "starbattle/"),
    ("puzz.link/p?nurikabe/5/5/g2g", "not a Star Battle puzzle but nurikabe", "starbattle/"),
    ("http://pzv.jp/p.html?lits/5/5/g2g", "not a Star Battle puzzle but lits", "starbattle/"),
    ("https://www.puzzle-star-battle.com/?size=5", "does not contain a Star Battle puzzle itself", "autoplay play"),
])  # fmt: skip
def test_addresses_of_something_else_say_what_to_do_with_them(address, message, hint):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(address)
    assert hint in caught.value.hint


def test_a_row_of_json_is_a_puzzle():
    assert from_row({"id": "x", "stars": 1, "grid": list(GRID)}) == Puzzle(GRID, 1)
    assert from_row({"grid": list(GRID)}) == Puzzle(GRID, 1)
    for pair in ([7, 3], ["7", "3"]):
        numbers = [[pair[0]] * 2 + [pair[1]] * 2] * 2 + [[0, 0, -1, -1]] * 2
        assert from_row({"grid": numbers, "stars": 1}).grid == ("AABB", "AABB", "CCDD", "CCDD")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({}, '"grid" must be a list'),
        ({"grid": "AAAA"}, '"grid" must be a list'),
        ({"grid": [1, 2]}, '"grid" must be a list'),
        ({"grid": list(GRID), "stars": "1"}, "\"stars\" must be a whole number, not '1'"),
        ({"grid": list(GRID), "stars": True}, '"stars" must be a whole number, not True'),
        ({"grid": list(GRID), "stars": 7}, "7 stars per row cannot fit"),
    ],
)
def test_a_row_of_json_that_is_not_a_puzzle_is_refused(row, message):
    with pytest.raises(BadNotation, match=message):
        from_row(row)


@pytest.mark.parametrize("value", [None, 1.5, [], {}, True, "x"])
def test_a_list_item_that_is_not_a_number_is_named_with_its_place(value):
    with pytest.raises(BadNotation, match="row 1, column 2: "):
        from_row({"grid": [[1, value, 2, 2], *[[1, 1, 2, 2]] * 3], "stars": 1})


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_recognised_and_ends_with_a_line_feed(form):
    text = write(FIVE, form)
    assert text.endswith("\n")
    # Without marks, a grid is rows of letters.
    seen = "letters" if form == "grid" else form
    assert form_of(text) == form_of(text.strip()) == seen
    assert essence(parse(text)) == essence(FIVE)


def test_an_unknown_form_is_refused_with_those_there_are():
    with pytest.raises(BadNotation, match="'morse' is not a text form") as caught:
        write(FIVE, "morse")
    assert "puzz.link" in caught.value.hint


@pytest.mark.parametrize("form", ["puzz.link", "penpa", "sbn", "compact"])
def test_several_puzzles_in_lines_are_refused_as_such(form):
    with pytest.raises(BadNotation, match="3 lines, and the first one is a whole puzzle"):
        parse(3 * write(FIVE, form))


def test_a_text_too_long_to_be_a_puzzle_is_refused_at_once():
    with pytest.raises(BadNotation, match="the text has 1000001 characters"):
        parse("A" * 1_000_001)


@pytest.mark.parametrize(
    ("form", "size"), [("sbn", 25), ("compact", 26), *[(form, 30) for form in LARGE]]
)
def test_the_largest_board_of_a_form_comes_back(form, size):
    puzzle = Puzzle((LETTERS[:size],) * size, 2)
    assert essence(parse(write(puzzle, form), 2)) == essence(puzzle)


@pytest.mark.parametrize("form", FORMS)
def test_bundled_puzzles_come_back_as_they_were_written(form):
    for puzzle in bundled_puzzles().values():
        stars = puzzle.stars if form == "task" else None
        assert essence(parse(write(puzzle, form), stars)) == essence(puzzle)


WRITTEN = [write(FIVE, form) for form in FORMS] + [
    write(SOME_MARKS, form) for form in ("pzprv3", "sbn", "penpa")
]
LIST = "[[7,7,3,3],[7,7,3,3],[0,0,1,1],[0,0,1,1]]"


@st.composite
def mutants(draw):
    """Draw the text of a puzzle with a few parts lost, doubled, replaced or moved."""
    text = draw(st.sampled_from([*WRITTEN, ROWS, PUBLISHED, LIST]))
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        part = draw(
            st.sampled_from(["", 2 * text[start:end], text[start:end][::-1]]) | st.text(max_size=4)
        )
        text = text[:start] + part + text[end:]
    return text


def outcome(text, stars):
    """Return the puzzle of a text, or its error; unexpected errors fail the test."""
    try:
        return parse(text, stars)
    except BadNotation as error:
        return error


def is_answer(found):
    return isinstance(found, Puzzle) or bool(
        found.hint and found.message and "\n" not in found.message
    )


@given(st.text() | st.text("0123456789,[] -\n/AB#.x") | mutants(), st.sampled_from([None, 1, 2]))
def test_any_text_is_a_puzzle_or_refused_in_one_line(text, stars):
    assert is_answer(outcome(text, stars))


@pytest.mark.parametrize("start", [
    "starbattle/", "pzprv3/starbattle/5/5/1/5/", "551e", "5x1.", "1,2,", "[[1,", "task='1,",
    "https://x/#m=edit&p=",
])  # fmt: skip
@given(rest=st.text(max_size=60) | st.text("0123456789ABCabc/,. +#%\n", max_size=120))
def test_any_text_that_begins_like_a_form_is_a_puzzle_or_refused(start, rest):
    assert is_answer(outcome(start + rest, 1))


@pytest.mark.parametrize(
    "piece", ["[", "{", " ", "?v:", "task=", "1,", "1 ", "?p=&m=edit&", "z", "pzprv3/", "\n", "9"]
)
def test_long_texts_of_one_piece_are_refused(piece):
    with pytest.raises(BadNotation):
        parse(piece * (900_000 // len(piece)), 1)


@pytest.mark.parametrize("number", ["9" * 5000, "\u0663"])
def test_unusual_numbers_of_stars_are_refused_briefly(number):
    with pytest.raises(BadNotation) as refused:
        parse(f"stars {number}\nAAAA\nAAAA\nBBCC\nDDDD")
    assert len(refused.value.message) < 120
