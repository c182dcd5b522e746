"""Rows in files of every kind: kept, found again, mended after a kill, and never added to what is something else."""

from __future__ import annotations

import csv
import json
import sqlite3

import pytest

from autoplay.errors import BadOutput, NotWritable
from autoplay.items.rows import KINDS, READINGS, SOLUTIONS, open_rows

KIND = pytest.mark.parametrize("ending", KINDS)
TEXT = pytest.mark.parametrize("ending", [".jsonl", ".csv"])
ANSWER = {"id": 1, "puzzle": "star-battle", "cells": [[0, 1], [1, 3]], "seconds": 0.5}
ERROR = {"file": "a\n,b", "line": 2, "error": "bad-notation", "message": 'no "board"', "try": "a board"}
LAMPS = {"id": "x", "puzzle": "lights-out", "solvable": True, "solutions": 2**70, "seconds": 1.0, "note": None}


def boards(file, number):
    return [
        {"file": file, "board": board, "puzzle": "pegs", "confidence": 1.0, "seconds": 0.1}
        for board in range(1, number + 1)
    ]


@pytest.fixture
def keep(tmp_path):
    """Adds the rows of some items to a file of this ending, and gives its path."""

    def keep(ending, *items, table=SOLUTIONS, **options):
        path = tmp_path / f"rows{ending}"
        rows = open_rows(str(path), table, **options)
        for item in items:
            rows.add(item if isinstance(item, list) else [item])
        rows.close()
        return path

    return keep


def cells(path, table=SOLUTIONS):
    """The rows in a file as text, nothing left out where there is none."""
    if path.suffix == ".jsonl":
        return [{key: str(value) for key, value in json.loads(line).items()} for line in path.open()]
    if path.suffix == ".csv":
        with path.open(newline="") as file:
            return [{key: value for key, value in row.items() if value} for row in csv.DictReader(file)]
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row
    found = [dict(row) for row in db.execute(f"SELECT * FROM {table.name}")]
    db.close()
    return [{key: str(value) for key, value in row.items() if value is not None} for row in found]


@KIND
def test_what_is_added_in_several_runs_is_there_with_every_column(keep, ending):
    keep(ending, ANSWER)
    path = keep(ending, ERROR, LAMPS, resume=True)
    first, second, third = cells(path)
    assert first["id"] == "1"
    assert json.loads(first["cells"]) == ANSWER["cells"]
    assert second == {key: str(value) for key, value in ERROR.items()}
    assert third["solutions"] == str(2**70)
    assert third["solvable"].lower() in ("true", "1")


@KIND
def test_items_that_are_there_are_skipped_as_often_as_they_are_there(keep, ending, tmp_path):
    keep(ending, ANSWER, ERROR, ANSWER, {**ANSWER, "id": None})
    rows = open_rows(str(tmp_path / f"rows{ending}"), SOLUTIONS, resume=True)
    labels = [{"id": 1}, {"id": 2}, {"id": 1}, {"id": 1}, {"file": "a\n,b", "line": 2}, {"file": "a", "line": 2}, {}]
    assert [rows.holds(label) for label in labels] == [True, False, True, False, True, False, True]
    assert rows.skipped == 4
    rows.close()


@KIND
def test_a_picture_with_several_boards_is_one_item(keep, ending, tmp_path):
    keep(ending, boards("a.png", 3), boards("b.png", 2), [{"file": "c", "error": "no-board"}], table=READINGS)
    rows = open_rows(str(tmp_path / f"rows{ending}"), READINGS, resume=True)
    assert [rows.holds({"file": name}) for name in ("a.png", "a.png", "b.png")] == [True, False, True]
    rows.close()


@TEXT
def test_wherever_a_file_was_torn_it_is_gone_on_with_by_whole_items(keep, ending, tmp_path):
    whole = keep(ending, boards("a.png", 1), boards("b\n.png", 3), table=READINGS)
    data = whole.read_bytes()
    for length in range(len(data)):
        torn = tmp_path / f"torn{ending}"
        torn.write_bytes(data[:length])
        rows = open_rows(str(torn), READINGS, resume=True)
        for file, number in (("a.png", 1), ("b\n.png", 3)):
            if not rows.holds({"file": file}):
                rows.add(boards(file, number))
        rows.close()
        assert torn.read_bytes() == data, length


def test_a_last_line_that_only_lacks_its_end_is_whole(keep):
    path = keep(".jsonl", ANSWER, ERROR)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    keep(".jsonl", LAMPS, resume=True)
    assert [json.loads(line).get("id") for line in path.open()] == [1, None, "x"]


@KIND
def test_a_file_that_is_there_is_left_alone_and_named(keep, ending):
    path = keep(ending, ANSWER)
    before = path.read_bytes()
    with pytest.raises(BadOutput, match=path.name) as caught:
        keep(ending, ANSWER)
    assert "--resume" in caught.value.hint
    assert path.read_bytes() == before


@KIND
@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n" * 99, b"hello", b"1,2\n3,4\n", b'{"a": 1}\n', b"[1]\n"])
def test_a_file_of_another_kind_is_left_alone(keep, tmp_path, ending, data):
    path = tmp_path / f"rows{ending}"
    path.write_bytes(data)
    with pytest.raises(BadOutput, match=path.name) as caught:
        keep(ending, ANSWER, resume=True)
    assert caught.value.hint
    assert path.read_bytes() == data


@TEXT
def test_rows_of_another_verb_are_left_alone(keep, ending):
    path = keep(ending, *boards("a.png", 1), table=READINGS)
    before = path.read_bytes()
    with pytest.raises(BadOutput, match=path.name):
        keep(ending, ANSWER, resume=True)
    assert path.read_bytes() == before


def test_both_verbs_have_a_table_of_their_own_in_a_database(keep):
    path = keep(".db", *boards("a.png", 1), table=READINGS)
    keep(".db", ANSWER, resume=True)
    assert (len(cells(path)), len(cells(path, READINGS))) == (1, 1)


def test_a_database_with_such_a_table_of_other_columns_is_left_alone(keep, tmp_path):
    db = sqlite3.connect(tmp_path / "rows.db")
    db.execute("CREATE TABLE solutions (mine)")
    db.close()
    with pytest.raises(BadOutput, match="has not the columns id, file, line"):
        keep(".db", ANSWER, resume=True)


@pytest.mark.parametrize("line", ["1,2,3", 'x,"y"z', "id,file"])
def test_a_csv_line_that_is_none_of_ours_is_no_torn_one(keep, line):
    path = keep(".csv", ANSWER)
    path.write_text(f"{path.read_text()}{line}\n{path.read_text().splitlines()[1]}\n")
    before = path.read_text()
    with pytest.raises(BadOutput, match=r"cells stand under|is no CSV"):
        keep(".csv", ANSWER, resume=True)
    assert path.read_text() == before


def test_rows_of_puzzles_are_no_rows_of_answers(keep, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": 1, "puzzle": "star-battle", "grid": ["AB", "AB"]}\n')
    with pytest.raises(BadOutput, match="none of these answers"):
        keep(".jsonl", ANSWER, resume=True)


@pytest.mark.parametrize("name", ["rows.xlsx", "rows", "rows.json"])
def test_an_ending_that_is_not_known_names_those_that_are(name):
    with pytest.raises(BadOutput) as caught:
        open_rows(name, READINGS)
    assert all(ending in caught.value.hint for ending in KINDS)


@KIND
def test_a_folder_that_is_not_there_is_named(tmp_path, ending):
    with pytest.raises(NotWritable, match="nowhere"):
        open_rows(str(tmp_path / "nowhere" / f"rows{ending}"), READINGS)
