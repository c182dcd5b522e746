"""Files written whole or not at all."""

from __future__ import annotations

import pytest

from autoplay.writing import write_whole


def test_all_files_are_written_and_nothing_else(tmp_path):
    write_whole({tmp_path / "a": b"1", tmp_path / "new" / "b": b"2"})
    assert {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == {"a": b"1", "b": b"2"}


def test_a_file_that_cannot_be_replaced_leaves_no_part(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole({tmp_path / "folder": b"1"})
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_the_error_names_what_is_in_the_way_and_not_a_part(tmp_path):
    file = tmp_path / "file"
    file.touch()
    with pytest.raises((FileExistsError, NotADirectoryError)) as caught:
        write_whole({tmp_path / "a": b"1", file / "b": b"2"})
    assert caught.value.filename == str(file)
    assert list(tmp_path.iterdir()) == [file]
