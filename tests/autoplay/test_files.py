"""Files written whole or not at all."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from autoplay.files import STALE_S, finish, write_together, write_whole
from tests.systems import SIGNALS


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_file_is_written_and_nothing_else(tmp_path):
    write_whole(tmp_path / "new" / "a", b"1")
    write_whole(tmp_path / "new" / "a", b"2")
    assert files(tmp_path) == {"new/a": b"2"}


def test_a_file_that_cannot_be_replaced_leaves_no_part(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(tmp_path / "folder", b"1")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_the_error_names_the_obstacle_and_not_a_part(tmp_path):
    file = tmp_path / "file"
    file.touch()
    for write in (
        lambda: write_whole(file / "b", b"2"),
        lambda: write_together(file, "group", {"b": b"2"}),
    ):
        with pytest.raises((FileExistsError, NotADirectoryError)) as caught:
            write()
        assert caught.value.filename == str(file)
    assert list(tmp_path.iterdir()) == [file]


def test_a_group_is_written_and_nothing_else(tmp_path):
    write_together(tmp_path / "new", "group", {"a": b"1", "b": b"2"})
    write_together(tmp_path / "new", "group", {"b": b"3", "c": b"4"})
    assert files(tmp_path) == {"new/a": b"1", "new/b": b"3", "new/c": b"4"}
    assert [path.name for path in tmp_path.rglob(".*")] == []


def test_a_group_of_which_one_cannot_be_written_is_not_written(tmp_path):
    (tmp_path / "b").mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        write_together(tmp_path, "group", {"a": b"1", "b": b"2"})
    assert caught.value.filename == str(tmp_path / "b")
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_a_full_disk_names_the_file(tmp_path, monkeypatch):
    def fail(_path, _data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    monkeypatch.setattr(Path, "write_bytes", fail)
    for write in (
        lambda: write_whole(tmp_path / "a", b"1"),
        lambda: write_together(tmp_path, "group", {"a": b"1"}),
    ):
        with pytest.raises(OSError, match="No space left") as caught:
            write()
        assert caught.value.filename == str(tmp_path / "a")
        assert list(tmp_path.iterdir()) == []


def test_what_was_whole_when_the_program_was_killed_is_moved_out(tmp_path):
    (tmp_path / "a").write_bytes(b"new")
    (tmp_path / "b").write_bytes(b"old")
    (tmp_path / ".group.whole").mkdir()
    (tmp_path / ".group.whole" / "b").write_bytes(b"new")
    finish(tmp_path)
    assert files(tmp_path) == {"a": b"new", "b": b"new"}
    assert not (tmp_path / ".group.whole").exists()


def test_what_was_half_written_long_ago_is_removed(tmp_path):
    (tmp_path / ".old.1.part").mkdir()
    (tmp_path / ".old.1.part" / "a").touch()
    (tmp_path / ".b.2.part").touch()
    running = f".c.{os.getpid()}.part"
    (tmp_path / running).touch()
    for name in (".old.1.part", ".b.2.part"):
        long_ago = (tmp_path / name).stat().st_mtime - STALE_S - 60
        os.utime(tmp_path / name, (long_ago, long_ago))
    write_together(tmp_path, "group", {"d": b"1"})
    assert files(tmp_path) == {running: b"", "d": b"1"}


@pytest.mark.usefixtures("process")
@SIGNALS
@pytest.mark.parametrize("write", [lambda folder: write_whole(folder / "a", b"1"), finish])
def test_what_a_program_that_ended_had_half_written_is_removed_at_once(tmp_path, write):
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    part = tmp_path / f".a.{ended.pid}.part"
    part.write_bytes(b"half")
    write(tmp_path)
    assert not part.exists()
