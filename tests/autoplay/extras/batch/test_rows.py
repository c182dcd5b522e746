"""Files of rows: resumed after a kill, and never added to other files."""

import json
import os
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from autoplay.errors import BadOutput, NotWritable
from autoplay.extras.batch.rows import open_rows, read_rows
from tests.systems import SIGNALS

KIND = pytest.mark.parametrize("ending", [".jsonl", ".sqlite"])
ANSWER = {"item": "1", "id": 1, "puzzle": "star-battle", "cells": [[0, 1], [1, 3]], "seconds": 0.5}
ERROR = {"item": "2", "line": 2, "error": "bad-notation", "message": 'no "board"', "try": "a board"}


def boards(item, number):
    return [{"item": item, "board": board, "puzzle": "pegs"} for board in range(1, number + 1)]


@pytest.fixture
def keep(tmp_path):
    """Add the rows of items that a file with this ending lacks, and return its path."""

    def keep(ending, *items, command="solve", **options):
        path = tmp_path / f"rows{ending}"
        with open_rows(str(path), command, **options) as rows:
            add_missing(rows, items)
        return path

    return keep


def add_missing(rows, items):
    for item in items:
        item = item if isinstance(item, list) else [item]
        if not rows.done[item[0]["item"]]:
            rows.add(item)


def cells(path):
    """Return the rows of a file without missing values and without the command, as text."""
    return [
        {
            key: as_text(value)
            for key, value in row.items()
            if key != "command" and value is not None
        }
        for row in read_rows(path)
    ]


def as_text(value):
    return value if isinstance(value, str) else json.dumps(value)


@KIND
@pytest.mark.parametrize("error", ["process-lost", "solve-timeout", "unreachable", "not-writable"])
def test_items_with_transient_errors_are_made_again(keep, ending, error):
    lost = {"item": "l", "error": error, "message": "", "try": ""}
    half = [*boards("b", 1), {**lost, "item": "b", "board": 2}]
    keep(ending, lost, boards("a", 2), half, ERROR)
    path = keep(ending, boards("l", 1), boards("a", 2), boards("b", 2), ERROR, resume=True)
    found = [(row["item"], row.get("board")) for row in cells(path)]
    assert found == [("a", "1"), ("a", "2"), ("2", None), ("l", "1"), ("b", "1"), ("b", "2")]


def test_a_journal_torn_anywhere_is_continued_by_whole_items(keep, tmp_path):
    items = boards("a", 1), boards("b", 3)
    data = keep(".jsonl", *items).read_bytes()
    for length in range(len(data)):
        torn = tmp_path / "torn.jsonl"
        torn.write_bytes(data[:length])
        with open_rows(str(torn), "solve", resume=True) as rows:
            assert rows.was_torn == (length > 0 and data[length - 1 : length] != b"\n")
            add_missing(rows, items)
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


def test_a_full_disk_leaves_the_journal_as_it_was(keep, full, tmp_path):
    path = keep(".jsonl", ANSWER)
    before = path.read_bytes()
    with open_rows(str(path), "solve", resume=True) as rows:
        with full(len(before) + 20), pytest.raises(NotWritable, match=r"rows\.jsonl"):
            rows.add([ERROR])
        assert path.read_bytes() == before
        rows.add([ERROR])
    assert [row["item"] for row in cells(path)] == ["1", "2"]
    assert [part.name for part in tmp_path.iterdir()] == [path.name]


def test_a_locked_database_is_an_error(keep, monkeypatch):
    monkeypatch.setattr("autoplay.extras.batch.rows.LOCKED_S", 0.1)
    path = keep(".db", ANSWER)
    with open_rows(str(path), "solve", resume=True) as rows:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotWritable, match="locked"):
                rows.add([ERROR])
        rows.add([ERROR])
    assert len(cells(path)) == 2


@KIND
@pytest.mark.parametrize("link", ["", "symlink_to", "hardlink_to"])
def test_a_file_that_another_run_writes_is_refused(keep, tmp_path, ending, link):
    path = keep(ending, ANSWER)
    name = path
    if link:
        name = tmp_path / f"other{ending}"
        getattr(name, link)(path)
    with open_rows(str(path), "solve", resume=True) as rows:
        for resume in (True, False):
            with (
                pytest.raises(BadOutput, match="is being written by another run"),
                open_rows(str(name), "solve", resume=resume),
            ):
                pass
        rows.add([ERROR])
    assert len(cells(path)) == 2
    assert not list(tmp_path.glob(".*"))


def truncate(path):
    os.truncate(path, 1)


def replace_by_file(path):
    path.unlink()
    path.write_bytes(b"")


def replace_by_folder(path):
    path.unlink()
    path.mkdir()


@SIGNALS
@KIND
@pytest.mark.parametrize(
    "change", [Path.unlink, replace_by_file, replace_by_folder, truncate], ids=lambda c: c.__name__
)
@pytest.mark.parametrize("last", [[], [ANSWER]])
def test_rows_that_would_be_lost_are_an_error(keep, ending, change, last):
    def write() -> None:
        with open_rows(str(path), "solve", resume=True) as rows:
            rows.add([ERROR])
            change(path)
            for row in last:
                rows.add([row])

    path = keep(ending, ANSWER)
    with pytest.raises(NotWritable, match="was removed, replaced or cut during the run"):
        write()


@SIGNALS
@KIND
def test_a_pipe_is_refused(keep, tmp_path, ending):
    os.mkfifo(tmp_path / f"rows{ending}")
    with pytest.raises(BadOutput, match="is not a regular file"):
        keep(ending, ANSWER)


@KIND
def test_names_that_are_not_utf_8_are_kept_with_escapes(keep, ending):
    name = os.fsdecode(b"caf\xe9.png")
    (row,) = cells(keep(ending, {**ANSWER, "file": name, "cells": [name]}))
    assert row["file"] == r"caf\xe9.png"
    assert r"caf\\xe9.png" in row["cells"]


@KIND
@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n" * 99, b"hello", b'{"a": 1}\n', b"[1]\n", b'{"item": 1}\n']
)
def test_a_file_of_another_kind_is_left_alone(keep, tmp_path, ending, data):
    path = tmp_path / f"rows{ending}"
    path.write_bytes(data)
    with pytest.raises(BadOutput, match=path.name) as caught:
        keep(ending, ANSWER, resume=True)
    assert caught.value.hint
    assert path.read_bytes() == data


@KIND
@pytest.mark.parametrize("command", ["read", "solve --fewest"])
def test_rows_of_another_command_are_left_alone(keep, ending, command):
    path = keep(ending, ANSWER)
    before = cells(path)
    with pytest.raises(BadOutput, match="can't be continued"):
        keep(ending, ERROR, command=command, resume=True)
    assert cells(path) == before


def test_a_database_with_other_columns_is_left_alone(keep, tmp_path):
    with closing(sqlite3.connect(tmp_path / "rows.db")) as db:
        db.execute("CREATE TABLE solutions (mine)")
    with pytest.raises(BadOutput, match="its table solutions has other columns"):
        keep(".db", ANSWER, resume=True)


@KIND
def test_a_link_is_followed_and_kept(keep, tmp_path, ending):
    target = tmp_path / f"target{ending}"
    (tmp_path / f"rows{ending}").symlink_to(target)
    lost = {"item": "l", "error": "process-lost"}
    keep(ending, lost, ANSWER)
    path = keep(ending, boards("l", 1), resume=True)
    assert path.is_symlink()
    assert [row["item"] for row in cells(target)] == ["1", "l"]
