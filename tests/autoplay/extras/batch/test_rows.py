"""Result files of every kind: rows are kept, resumed, repaired after a kill, and never added to other files."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
from contextlib import contextmanager

import pytest

from autoplay.batch.result_files import KINDS, READINGS, SOLUTIONS, open_rows
from autoplay.errors import BadOutput, NotWritable

KIND = pytest.mark.parametrize("ending", KINDS)
TEXT = pytest.mark.parametrize("ending", [".jsonl", ".csv"])
ANSWER = {"item": "1", "id": 1, "puzzle": "star-battle", "cells": [[0, 1], [1, 3]], "seconds": 0.5}
ERROR = {"item": "2", "file": "a\n,b", "line": 2, "error": "bad-notation", "message": 'no "board"', "try": "a board"}
LAMPS = {
    "item": "x",
    "id": "x",
    "puzzle": "lights-out",
    "solvable": True,
    "solutions": 2**70,
    "seconds": 1.0,
    "note": None,
}


def boards(file, number):
    return [
        {"item": file, "file": file, "board": board, "puzzle": "pegs", "confidence": 1.0, "seconds": 0.1}
        for board in range(1, number + 1)
    ]


@pytest.fixture
def keep(tmp_path):
    """Add the rows of some items to a file with this extension, skip those it has, and return its path."""

    def keep(ending, *items, table=SOLUTIONS, **options):
        path = tmp_path / f"rows{ending}"
        with open_rows(str(path), table, **options) as rows:
            add(rows, *items)
        return path

    return keep


def add(rows, *items):
    items = [item if isinstance(item, list) else [item] for item in items]
    for item in rows.left(items, lambda item: {"item": item[0]["item"]}):
        rows.add(item)


def cells(path, table=SOLUTIONS):
    """Return the rows of a file as text, without missing values."""
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
def test_repeated_items_are_skipped_as_often_as_present(keep, ending, tmp_path):
    keep(ending, ANSWER, ERROR, ANSWER)
    with open_rows(str(tmp_path / f"rows{ending}"), SOLUTIONS, resume=True) as rows:
        assert list(rows.left("1211123", lambda item: {"item": item})) == list("1123")
        assert rows.skipped == 3


@KIND
def test_a_picture_with_several_boards_is_one_item(keep, ending, tmp_path):
    failed = {"item": "c", "file": "c", "error": "no-board"}
    keep(ending, boards("a.png", 3), boards("b.png", 2), failed, table=READINGS)
    with open_rows(str(tmp_path / f"rows{ending}"), READINGS, resume=True) as rows:
        assert list(rows.left(["a.png", "a.png", "b.png", "c"], lambda item: {"item": item})) == ["a.png"]


@KIND
@pytest.mark.parametrize("error", ["process-lost", "solve-timeout", "unreachable", "not-writable"])
def test_transient_failures_are_retried_in_their_row(keep, ending, error):
    lost = {"item": "l", "file": "l\n,=", "error": error, "message": "", "try": ""}
    keep(ending, lost, boards("a.png", 2), [*boards("b.png", 1), {**lost, "item": "b.png", "board": 2}], table=READINGS)
    path = keep(ending, *map(boards, ("l", "a.png", "b.png"), (1, 2, 2)), table=READINGS, resume=True)
    assert [(row["item"], row["board"]) for row in cells(path, READINGS)] == [
        ("a.png", "1"),
        ("a.png", "2"),
        ("l", "1"),
        ("b.png", "1"),
        ("b.png", "2"),
    ]


@KIND
def test_an_error_that_would_come_again_stays(keep, ending):
    keep(ending, ERROR)
    assert len(cells(keep(ending, ERROR, resume=True))) == 1


@TEXT
def test_torn_file_is_continued_by_whole_items(keep, ending, tmp_path):
    items = boards("a.png", 1), boards("b\n.png", 3)
    data = keep(ending, *items, table=READINGS).read_bytes()
    for length in range(len(data)):
        torn = tmp_path / f"torn{ending}"
        torn.write_bytes(data[:length])
        with open_rows(str(torn), READINGS, resume=True) as rows:
            add(rows, *items)
        assert torn.read_bytes() == data, length


@pytest.fixture
def full():
    """Limit the size of each file to this many bytes during a block."""
    resource = pytest.importorskip("resource")

    @contextmanager
    def full(size):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return full


@TEXT
@pytest.mark.parametrize("second", [ERROR, LAMPS], ids=["line", "columns"])
def test_full_disk_leaves_the_file_unchanged(keep, full, tmp_path, ending, second):
    path = keep(ending, ANSWER)
    before = path.read_bytes()
    with open_rows(str(path), SOLUTIONS, resume=True) as rows:
        with full(len(before) + 20), pytest.raises(NotWritable, match=path.name):
            add(rows, second)
        assert path.read_bytes() == before
        add(rows, second)
    assert [row["item"] for row in cells(keep(ending, resume=True))] == ["1", second["item"]]
    assert [part.name for part in tmp_path.iterdir()] == [path.name]


def test_a_locked_database_is_an_error(keep, monkeypatch):
    monkeypatch.setattr("autoplay.batch.result_files.database.LOCKED_S", 0.1)
    path = keep(".db", ANSWER)
    with open_rows(str(path), SOLUTIONS, resume=True) as rows:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotWritable, match="locked"):
            add(rows, ERROR)
        other.close()
        add(rows, ERROR)
    assert len(cells(path)) == 2


@KIND
def test_a_file_that_a_run_writes_is_left_to_it(keep, tmp_path, ending):
    with open_rows(str(tmp_path / f"rows{ending}"), SOLUTIONS) as rows:
        for resume in (True, False):
            with pytest.raises(BadOutput, match="is being written by another run"):
                keep(ending, ANSWER, resume=resume)
        add(rows, ANSWER)
    assert len(cells(keep(ending, ERROR, resume=True))) == 2


@KIND
def test_names_that_are_not_utf_8_are_stored_with_escapes(keep, ending):
    name = os.fsdecode(b"caf\xe9.png")
    path = keep(ending, {**ANSWER, "file": name, "cells": [name]})
    (row,) = cells(path)
    assert row["file"] == r"caf\xe9.png"
    assert r"caf\xe9.png" in row["cells"].replace("\\\\", "\\")


@pytest.mark.parametrize("text", ["=1+1", "+x", "@a", "-x", "\t=1", "'=1", "''=1", "\r"])
def test_csv_formulas_get_an_apostrophe(keep, text):
    keep(".csv", {**ANSWER, "item": text})
    path = keep(".csv", LAMPS, {**ANSWER, "item": text}, resume=True)  # rewritten, and recognised
    assert [row["item"] for row in cells(path)] == [f"'{text}", "x"]


@pytest.mark.parametrize("text", ["-", "-1.5", "-2e-07", "a=b", "'tis", ""])
def test_other_csv_cells_are_what_they_are(keep, text):
    (row,) = cells(keep(".csv", {**ANSWER, "file": text}))
    assert row.get("file", "") == text


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


def test_database_with_other_columns_is_left_alone(keep, tmp_path):
    db = sqlite3.connect(tmp_path / "rows.db")
    db.execute("CREATE TABLE solutions (mine)")
    db.close()
    with pytest.raises(BadOutput, match="does not have the columns item, id, file, line"):
        keep(".db", ANSWER, resume=True)


@pytest.mark.parametrize("line", ["1,2,3", 'x,"y"z', "id,file"])
def test_a_csv_line_of_another_program_is_not_removed_as_torn(keep, line):
    path = keep(".csv", ANSWER)
    path.write_text(f"{path.read_text()}{line}\n{path.read_text().splitlines()[1]}\n")
    before = path.read_text()
    with pytest.raises(BadOutput, match=r"cells below|is not CSV"):
        keep(".csv", ANSWER, resume=True)
    assert path.read_text() == before


def test_rows_of_puzzles_are_not_rows_of_answers(keep, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": 1, "puzzle": "star-battle", "grid": ["AB", "AB"]}\n')
    with pytest.raises(BadOutput, match="other rows than these results"):
        keep(".jsonl", ANSWER, resume=True)


@pytest.mark.parametrize("name", ["rows.xlsx", "rows", "rows.json"])
def test_an_ending_that_is_not_known_names_those_that_are(name):
    with pytest.raises(BadOutput) as caught:
        open_rows(name, READINGS).__enter__()
    assert all(ending in caught.value.hint for ending in KINDS)


@KIND
def test_a_folder_that_is_not_there_is_named(tmp_path, ending):
    with pytest.raises(NotWritable, match="nowhere"):
        open_rows(str(tmp_path / "nowhere" / f"rows{ending}"), READINGS).__enter__()
