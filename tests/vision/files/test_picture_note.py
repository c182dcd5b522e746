"""A PNG that the program wrote says what it shows, and a wrong note is ignored."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.qa.picture_files import chunks, exif, joined, with_chunks
from tests.vision.boards import PUBLISHED, draw
from tests.vision.lights_out.lamp_pictures import drawn_lamps
from vision import (
    Mark,
    PictureNote,
    Reading,
    encode_png,
    inspect,
    load_picture,
    read_board,
    read_boards,
    save_image,
)
from vision.errors import ReadingError
from vision.files.picture_note import KEYWORD, KIND, MOST_BYTES, VERSION, drawing_note, with_note
from vision.inspection import SAVED

BLANK = np.full((300, 400, 3), 200, np.uint8)
GRID = (".*.", "**.")
LAMPS = Reading(
    "lights-out", GRID, (10.0, 60.5, 110.0, 160.0), (20.0, 70.0, 120.0), (12, 22, 158, 118)
)
ALL_OFF = ("....",) * 4

numbers = st.floats(-1e6, 1e6)


@st.composite
def readings(draw_from: st.DrawFn) -> Reading:
    """Return a reading inside of ``BLANK``, of any game."""
    rows, cols = draw_from(st.integers(1, 6)), draw_from(st.integers(1, 6))
    puzzle, symbols = draw_from(
        st.sampled_from([("star-battle", "AB#."), ("lights-out", ".*2 "), ("pegs", "o. ")])
    )
    line = st.text(symbols, min_size=cols, max_size=cols)
    lines = []
    for number, most in ((cols + 1, 400), (rows + 1, 300)):
        places = st.lists(st.floats(0, most), min_size=number, max_size=number, unique=True)
        lines.append(tuple(sorted(draw_from(places))))
    x0, y0 = draw_from(st.integers(0, 199)), draw_from(st.integers(0, 149))
    return Reading(
        puzzle,
        tuple(draw_from(st.lists(line, min_size=rows, max_size=rows))),
        *lines,
        (x0, y0, draw_from(st.integers(200, 400)), draw_from(st.integers(150, 300))),
        (Mark(rows - 1, cols - 1, draw_from(st.sampled_from(["star", "cross", "dot"]))),),
        draw_from(st.floats(0, 1)),
        tuple(draw_from(st.lists(st.sampled_from(["lines 3.2 px", "Δ 12"]), max_size=2))),
        whole=draw_from(st.booleans()),
        stars=draw_from(st.none() | st.integers(1, 5)),
        warp=draw_from(st.none() | st.just((1.0, 0.0, 2.5, 0.0, 1.0, -3.0, 0.0, 0.0, 1.0))),
        looks=tuple(
            draw_from(st.lists(st.none() | st.tuples(numbers, numbers, numbers), max_size=3))
        ),
        part=draw_from(st.floats(0.1, 1)),
    )


@given(st.lists(readings(), max_size=3), st.sampled_from(["auto", "bright", "#aabbcc"]))
def test_a_note_comes_back_as_it_was_written(found, lit) -> None:
    note = PictureNote("auto", tuple(found), lit)
    loaded = load_picture(encode_png(BLANK, note))
    assert loaded.note == note
    assert np.array_equal(loaded.pixels, BLANK)


def test_a_note_is_one_chunk_of_text_after_the_header_and_replaces_an_earlier_one() -> None:
    data = with_note(encode_png(BLANK, drawing_note([LAMPS])), PictureNote("lights-out"))
    (head, _), (kind, body), *rest = chunks(data)
    assert (head, kind, body) == (b"IHDR", KIND, KEYWORD + b'{"version":1,"puzzle":"lights-out"}')
    assert KIND not in dict(rest)
    assert with_note(data, None) == encode_png(BLANK)


def test_a_note_that_would_be_too_large_has_no_boards() -> None:
    found = replace(LAMPS, evidence=("x" * MOST_BYTES,))
    assert load_picture(encode_png(BLANK, drawing_note([found]))).note == PictureNote("lights-out")


def noted(**changes: object) -> bytes:
    """Return a blank PNG with a changed note of ``LAMPS``; "reading" changes the board's."""
    body = dict(chunks(encode_png(BLANK, drawing_note([LAMPS]))))[KIND]
    content = json.loads(body.removeprefix(KEYWORD))
    content["readings"][0] |= changes.pop("reading", {})
    return with_text(json.dumps(content | changes).encode())


def with_text(text: bytes) -> bytes:
    """Return a blank PNG with this text as its note."""
    return with_chunks(encode_png(BLANK), (KIND, KEYWORD + text))


WRONG = [
    {"version": VERSION + 1}, {"version": True}, {"puzzle": None}, {"puzzle": "pegs"}, {"puzzle": "\x1b[2J"},
    {"puzzle": "\ud800"}, {"lit": 1}, {"pixels": None}, {"readings": {}}, {"readings": [[]]},
]  # fmt: skip
WRONG_READINGS = [
    {"puzzle": 1}, {"grid": []}, {"grid": ["...", "..", "."]}, {"grid": [".*.", "**"]}, {"grid": "ab"},
    {"grid": [1, 2]}, {"xs": [10, 60, 60, 160]}, {"xs": [10, 60, 110]}, {"xs": [10, 60, 110, "160"]},
    {"xs": [10, 60, 110, 1e999]}, {"xs": [10, 60, 110, float("nan")]}, {"xs": [10, 60, 110, 10**400]},
    {"xs": [10, 60, 110, 5000]}, {"ys": None}, {"box": [158, 22, 12, 118]}, {"box": [12, 22, 158]},
    {"box": [12, 22, 158.5, 118]}, {"box": [12, 22, 158000, 118]}, {"marks": [[2, 0, "star"]]},
    {"marks": [[0, -1, "star"]]}, {"marks": [[0, 0, "heart"]]}, {"marks": [[0, 0]]}, {"confidence": 1.1},
    {"evidence": ["\x1b]0;title\x07"]}, {"evidence": ["x" * 501]}, {"whole": 1}, {"stars": 0},
    {"stars": 1.5}, {"warp": [1, 0, 0]}, {"warp": [0] * 9}, {"looks": [[1, 2]]}, {"part": 0},
]  # fmt: skip


@pytest.mark.parametrize(
    "changes", WRONG + [{"reading": changed} for changed in WRONG_READINGS], ids=str
)
def test_a_note_with_something_wrong_is_ignored(changes) -> None:
    loaded = load_picture(noted(**changes))
    assert loaded.note is None
    assert np.array_equal(loaded.pixels, BLANK)


@pytest.mark.parametrize("text", [
    b"", b"{", b"[]", b"{}", b"null", b"\xff", b"[" * 100_000, b'{"version":1}',
    b'{"version":1,"puzzle":"pegs","more":"' + b"x" * MOST_BYTES + b'"}',
], ids=range(9))  # fmt: skip
def test_what_is_not_a_note_is_ignored(text) -> None:
    assert load_picture(with_text(text)).note is None


@given(st.data())
def test_a_damaged_note_does_no_harm(data) -> None:
    body = bytearray(dict(chunks(encode_png(BLANK, drawing_note([LAMPS]))))[KIND])
    for at in data.draw(st.lists(st.integers(0, len(body) - 1), min_size=1, max_size=4)):
        body[at] = data.draw(st.integers(0, 255))
    picture = load_picture(with_chunks(encode_png(BLANK), (KIND, bytes(body))))
    assert np.array_equal(picture.pixels, BLANK)
    assert all(len(reading.grid) == reading.rows for reading in inspect(picture).readings)


def test_boards_count_only_for_the_pixels_on_which_they_were_drawn() -> None:
    parts = chunks(encode_png(BLANK, drawing_note([LAMPS])))
    other = dict(chunks(encode_png(BLANK[::-1] // 2)))
    changed = joined((kind, other[kind] if kind == b"IDAT" else body) for kind, body in parts)
    assert load_picture(changed).note == PictureNote("lights-out")


def test_boards_do_not_count_in_a_picture_that_is_turned() -> None:
    data = with_chunks(encode_png(BLANK, drawing_note([LAMPS])), (b"eXIf", exif(6)))
    assert load_picture(data).note == PictureNote("lights-out")


def test_a_drawing_is_read_as_the_boards_that_were_drawn() -> None:
    data = encode_png(BLANK, drawing_note([LAMPS]))
    for picture in (data, load_picture(data)):
        assert read_board(picture) == replace(LAMPS, evidence=(SAVED,))
    assert read_boards(data, puzzle="lights-out") == [read_board(data)]
    again = encode_png(BLANK, drawing_note([read_board(data)]))
    assert read_board(again) == read_board(data)


@pytest.mark.parametrize("options", [
    {"puzzle": "pegs"}, {"size": 2}, {"crop": (0, 0, 300, 300)}, {"fixes": {(0, 0): "A"}},
    {"lit": "dark"},
], ids=str)  # fmt: skip
def test_options_that_say_how_to_read_it_have_it_read_from_the_pixels(options) -> None:
    assert inspect(encode_png(BLANK, drawing_note([LAMPS])), **options).readings == []


@pytest.mark.parametrize("changed", [{"grid": ("AAA", "BBB")}, {"puzzle": "sudoku"}], ids=str)
def test_boards_that_no_reader_could_have_read_are_ignored(changed) -> None:
    note = PictureNote("auto", (replace(LAMPS, **changed),))
    assert inspect(encode_png(BLANK, note)).readings == []


def test_a_screenshot_is_read_by_the_reader_that_its_note_names(tmp_path) -> None:
    image = drawn_lamps(ALL_OFF)
    with pytest.raises(ReadingError):
        read_board(image)
    expected = read_board(image, puzzle="lights-out", lit="none")
    save_image(tmp_path / "noted.png", image, PictureNote("lights-out", lit="none"))
    path = tmp_path / "noted.png"
    for source in (path, str(path), path.read_bytes()):
        assert read_board(source) == expected
    with path.open("rb") as file:
        assert read_board(file).grid == ALL_OFF
    assert set("".join(read_board(tmp_path / "noted.png", lit="all").grid)) == {"*"}


def test_an_explicit_puzzle_overrides_the_note() -> None:
    data = encode_png(draw(PUBLISHED), PictureNote("pegs"))
    with pytest.raises(ReadingError):
        read_board(data)
    expected = read_board(draw(PUBLISHED), puzzle="star-battle")
    assert read_board(data, puzzle="star-battle") == expected


@pytest.mark.parametrize(
    "note", [PictureNote("sudoku"), PictureNote("star-battle", lit="green"), PictureNote("auto")]
)
def test_a_note_that_names_what_there_is_not_changes_nothing(note) -> None:
    assert read_board(encode_png(draw(PUBLISHED), note)) == read_board(draw(PUBLISHED))
