"""Pictures that arguments stand for, and their order."""

import io
import os
from pathlib import Path

import pytest

from autoplay.sources.pictures import find_pictures
from solvers.errors import AutoplayError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return the current folder, with pictures, other files and hidden ones."""
    files = "b.png a.JPG notes.txt .hidden.png sub/c.webp sub/a.png .git/d.png s/e.png"
    for name in files.split():
        path = tmp_path / "shots" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.chdir(tmp_path)
    return "shots"


def names(*arguments):
    return [Path(picture.name).as_posix() for picture in find_pictures(arguments)]


def refusal(argument):
    (picture,) = find_pictures([argument])
    assert isinstance(picture.origin, AutoplayError)
    with pytest.raises(type(picture.origin)) as caught:
        picture.load()
    assert caught.value.hint
    return caught.value.message


def test_folder_includes_sorted_subfolders_without_hidden_files(folder):
    expected = "shots/a.JPG shots/b.png shots/s/e.png shots/sub/a.png shots/sub/c.webp"
    assert " ".join(names(folder)) == expected


def test_a_folder_stands_for_no_files_that_would_be_refused(folder):
    Path(folder, "d.psd").touch()
    assert f"{folder}/d.psd" not in names(folder)
    assert names(f"{folder}/d.psd") == [f"{folder}/d.psd"]


def test_a_pattern_that_the_shell_left_is_followed(folder):
    assert names(f"{folder}/*.png") == ["shots/b.png"]
    assert names(f"{folder}/**/*.png") == ["shots/b.png", "shots/s/e.png", "shots/sub/a.png"]
    assert names(f"{folder}/s*") == ["shots/s/e.png", "shots/sub/a.png", "shots/sub/c.webp"]
    assert "no file matches" in refusal(f"{folder}/*.gif")


def test_a_file_goes_before_what_its_name_might_mean(folder):
    for name in ("clipboard", "a[1].png", "board:1,2.png"):
        Path(name).touch()
        (picture,) = find_pictures([name])
        assert picture.origin == Path(name)
    assert names(f"{folder}/b.png", "a[1].png", folder)[:2] == ["shots/b.png", "a[1].png"]


def test_a_pattern_stands_for_files_whatever_they_are_called(folder):
    for name in ("-", "clipboard", "x:1,2"):
        Path(folder, "s", name).touch()
    Path(folder, "s", "e.png").unlink()
    os.chdir(Path(folder, "s"))
    expected = [Path("-"), Path("clipboard"), Path("x:1,2")]
    assert [picture.origin for picture in find_pictures(["[-cx]*"])] == expected


@pytest.mark.skipif(os.name == "nt", reason="no such pipes there")
def test_a_pipe_among_pictures_is_not_waited_for(folder):
    os.mkfifo(Path(folder, "c.png"))
    for argument in (folder, f"{folder}/*.png"):
        origins = {picture.name: picture.origin for picture in find_pictures([argument])}
        assert origins[f"{folder}/c.png"].message == f"{folder}/c.png is not a regular file"
        assert origins[f"{folder}/b.png"] == Path(folder, "b.png")
    (named,) = find_pictures([f"{folder}/c.png"])
    assert isinstance(named.origin, Path)


def test_stdin_may_be_closed(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert refusal("-") == "stdin is closed"


def test_a_folder_without_pictures_is_an_error(tmp_path):
    assert refusal(str(tmp_path)) == f"{tmp_path} contains no pictures"


@pytest.mark.skipif(os.name == "nt", reason="no such links without rights there")
def test_a_link_to_the_folder_above_does_not_end_in_a_circle(folder):
    Path(folder, "sub", "up").symlink_to("..")
    assert len(names(folder)) == 5


def test_files_about_pictures_have_names_of_their_own(folder, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"data")))
    Path(folder, "sub", "A-2.png").touch()
    arguments = [folder, f"{folder}/b.png", "https://x.org/a%20b/board.png?w=1", "-"]
    keys = [picture.key for picture in find_pictures(arguments)]
    assert keys == ["a", "b", "e", "A-2", "a-3", "c", "b-2", "board", "picture"]
    assert len({key.casefold() for key in keys}) == len(keys)


def test_files_for_pictures_keep_their_names_and_subfolders(folder):
    def places(*arguments):
        return [picture.place for picture in find_pictures(arguments)]

    Path(folder, "b.jpg").touch()
    Path(folder, "sub", "My board 2.5.png").touch()
    assert places(folder) == ["a", "b", "b-2", "s/e", "sub/My board 2.5", "sub/a", "sub/c"]
    assert places(f"{folder}/*/*.png") == ["s/e", "sub/My board 2.5", "sub/a"]
    assert places(f"{folder}/s/e.png", "https://x.org/e.png?w=1") == ["e", "e-2"]
    assert places(f"{folder}/s", f"{folder}/sub/")[:2] == ["s/e", "sub/My board 2.5"]


def test_the_name_of_a_long_address_is_short():
    (picture,) = find_pictures(["data:image/png;base64," + "A" * 5000])
    assert len(picture.name) < 100
    assert len(picture.key) <= 100


def test_a_password_is_not_part_of_the_name():
    (picture,) = find_pictures(["http://me:secret@127.0.0.1/a@b.png"])
    assert picture.name == "http://127.0.0.1/a@b.png"
