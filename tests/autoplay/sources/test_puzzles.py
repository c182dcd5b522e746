"""Sources of puzzles: how arguments, files and pipes are interpreted before anything is solved."""

import json
import os
from pathlib import Path

import pytest

from autoplay.games.star_battle.adapter import parse_puzzle
from autoplay.sources.puzzles import find_sources, read_argument
from solvers.errors import BadNotation
from tests.systems import SIGNALS

FIXTURES = Path(__file__).parents[3] / "fixtures"
PICTURE = FIXTURES / "practice" / "5x5.png"
ROWS = "stars 1\nAABB\nCABB\nCCDB\nCDDD\n"
LINE = json.dumps({"id": "a", "stars": 1, "grid": ROWS.split()[2:]}) + "\n"
GRID = ("AABB", "CABB", "CCDB", "CDDD")


@pytest.fixture
def keep(tmp_path):
    """Write bytes to a file and return its path."""

    def keep(data, name="puzzle.txt"):
        (tmp_path / name).write_bytes(data)
        return str(tmp_path / name)

    return keep


def refusal(argument):
    """Return the message of the only source, which is refused."""
    (source,) = read_argument(argument)
    with pytest.raises(BadNotation) as caught:
        parse_puzzle(source)
    assert caught.value.hint
    assert "\n" not in caught.value.message
    return caught.value.message


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    "text", [ROWS, ROWS.replace("\n", "\r\n"), LINE, LINE.replace("\n", "\r\n")]
)
def test_text_is_read_in_the_encodings_that_shells_write(keep, encoding, text):
    (source,) = read_argument(keep(text.encode(encoding)))
    assert parse_puzzle(source).grid == GRID


@pytest.mark.parametrize("name", ["junk.txt", "junk.jsonl", "junk"])
@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 40, b"\0\n" * 99, b"\x7fELF\xfd\xfc\n" * 9, b"AB\0CD"]
)
def test_a_file_that_is_not_text_is_refused_once(keep, name, data):
    path = keep(data, name)
    assert refusal(path) == f"{path} is not a text"


def test_a_pdf_is_for_read(keep):
    path = keep(b"%PDF-1.7\n\xfe\n", "book.pdf")
    assert refusal(path) == f"{path} is a PDF"


def test_folders_and_patterns_stand_for_their_puzzles(keep, monkeypatch, tmp_path):
    for name in ("b.txt", "a.jsonl", "c.png", "notes.md", ".d.txt"):
        keep(b"*.*\n", name)
    monkeypatch.chdir(tmp_path)
    expected = ["a.jsonl", "b.txt", "c.png"]
    assert [Path(name).name for name in find_sources([str(tmp_path)])] == expected
    found = find_sources(["*.txt", "./[ab].*", "*.*\n.*.", "*.*/*", "b.txt"], output="a.jsonl")
    assert found == [*("b.txt", "./b.txt", "*.*\n.*.", "*.*/*", "b.txt")]


@pytest.mark.parametrize("name", ["empty.txt", "empty.jsonl"])
@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_holds_no_puzzles(keep, name, data):
    path = keep(data, name)
    assert refusal(path) == f"{path} contains no puzzles"


def test_a_directory_and_a_missing_file_are_not_taken_for_text(tmp_path):
    assert refusal(str(tmp_path)) == f"{tmp_path} is a directory"
    for name in ("nowhere.txt", "nowhere.jsonl", "[1].txt", "no/where", f"{tmp_path}/nowhere"):
        assert refusal(name) == f"{name}: no such file"
    assert refusal("nowhere") == "'nowhere' is neither a file nor the text of a puzzle"


def test_a_missing_picture_is_still_a_picture():
    (source,) = read_argument("nowhere.png")
    assert (source.is_picture, source.picture) == (True, Path("nowhere.png"))


def test_an_object_is_the_same_as_an_argument_and_in_a_file(keep):
    (source,), (other,) = read_argument(LINE.strip()), read_argument(keep(LINE.encode()))
    assert parse_puzzle(source) == parse_puzzle(other)
    assert source.label == other.label == {"id": "a"}
    (source,) = read_argument("{broken")
    assert source.label == {"line": 1}


@pytest.mark.parametrize("name", ["picture", "picture.txt"])
def test_a_picture_is_recognised_by_its_first_bytes(keep, name):
    (source,) = read_argument(keep(PICTURE.read_bytes(), name))
    assert (source.is_picture, source.picture) == (True, PICTURE.read_bytes())


def test_a_board_may_begin_as_a_webp_does(keep):
    (source,) = read_argument(keep(b"RIFF\nRRFF\nRRFE\nREEE\n"))
    assert not source.is_picture
    assert source.text.split() == ["RIFF", "RRFF", "RRFE", "REEE"]


@SIGNALS
def test_a_named_pipe_is_read_as_a_file_is():
    reader, writer = os.pipe()
    os.write(writer, ROWS.encode())
    os.close(writer)
    (source,) = read_argument(f"/dev/fd/{reader}")
    os.close(reader)
    assert parse_puzzle(source).grid == GRID
