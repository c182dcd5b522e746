"""Rows that are merged, or exported as CSV."""

import csv
import json

import pytest

from autoplay.errors import BadOutput
from autoplay.extras.batch.export import export_csv, merge_rows
from autoplay.extras.batch.rows import open_rows, read_rows


@pytest.fixture
def keep(tmp_path):
    """Write the rows of items into a new file, and return its path."""

    def keep(name, *items, command="solve"):
        with open_rows(str(tmp_path / name), command) as rows:
            for item in items:
                rows.add(item if isinstance(item, list) else [item])
        return tmp_path / name

    return keep


def export(source):
    """Return the exported rows without empty cells."""
    out = source.with_suffix(".csv")
    export_csv(source, str(out), force=True)
    with out.open(newline="", encoding="utf-8") as file:
        return [{key: cell for key, cell in row.items() if cell} for row in csv.DictReader(file)]


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.sqlite"])
def test_all_columns_are_exported_those_of_the_command_first(keep, name):
    source = keep(
        name, {"item": "1", "puzzle": "pegs"}, {"item": "2", "cells": [[0, 1]], "id": "a\nb"}
    )
    first, second = export(source)
    assert first == {"item": "1", "puzzle": "pegs", "command": "solve"}
    assert second == {"item": "2", "id": "a\nb", "cells": "[[0,1]]", "command": "solve"}
    head = source.with_suffix(".csv").read_text().splitlines()[0].split(",")
    assert head[:6] == ["item", "id", "file", "line", "puzzle", "seconds"]


@pytest.mark.parametrize(
    "text", ["=1+1", "+x", "@a", "-x", "\t=1", "'=1", "''=1", "\r", "\n=1", "＝1"]
)
def test_csv_formulas_get_an_apostrophe(keep, text):
    (row,) = export(keep("rows.jsonl", {"item": "1", "file": text}))
    assert row["file"] == f"'{text}"


@pytest.mark.parametrize("text", ["-", "-1.5", "-2e-07", "a=b", "'tis"])
def test_other_csv_cells_are_what_they_are(keep, text):
    (row,) = export(keep("rows.jsonl", {"item": "1", "file": text}))
    assert row["file"] == text


def test_an_existing_csv_is_replaced_only_if_forced(keep, tmp_path):
    source = keep("rows.jsonl", {"item": "1"})
    target, link = tmp_path / "target.csv", tmp_path / "out.csv"
    target.write_text("mine")
    link.symlink_to(target)
    with pytest.raises(BadOutput, match="exists already"):
        export_csv(source, str(link))
    assert target.read_text() == "mine"
    export_csv(source, str(link), force=True)
    assert link.is_symlink()
    assert target.read_text().startswith("item,")


def test_a_torn_journal_is_finished_before_it_is_exported(keep):
    source = keep("rows.jsonl", {"item": "1"}, {"item": "2"})
    source.write_bytes(source.read_bytes()[:-3])
    with pytest.raises(BadOutput, match="torn line") as caught:
        export(source)
    assert "--resume" in caught.value.hint


def test_parts_of_different_commands_or_kinds_are_refused(keep, tmp_path):
    one = keep("1.jsonl", {"item": "a"})
    other = keep("2.jsonl", {"item": "b"}, command="solve --fewest")
    database = keep("3.db", {"item": "c"})
    with pytest.raises(BadOutput, match="holds rows of 'solve --fewest', not of 'solve'"):
        merge_rows([one, other], str(tmp_path / "all.jsonl"))
    with pytest.raises(BadOutput, match="is a database"):
        merge_rows([one, database], str(tmp_path / "all.jsonl"))
    merge_rows([one, database], str(tmp_path / "all.db"))
    assert [row["item"] for row in read_rows(tmp_path / "all.db")] == ["a", "c"]


def test_a_file_of_another_program_is_refused(tmp_path):
    (tmp_path / "rows.jsonl").write_text(json.dumps({"id": 1}) + "\n")
    with pytest.raises(BadOutput, match="not one of its rows"):
        export(tmp_path / "rows.jsonl")
    with pytest.raises(BadOutput, match="no such file"):
        export(tmp_path / "missing.jsonl")
