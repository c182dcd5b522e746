"""Overlays and stages that `autoplay read` writes, and never over a picture."""

import shutil

import numpy as np
import pytest

from tests.autoplay.cli.test_read import BOARD, MARKED

BLANK = np.full((200, 200, 3), 255, np.uint8)


def test_overlay_of_a_refused_picture_shows_the_progress(run, tmp_path, save, board):
    image, (x0, _, x1, _) = board
    part, out = save(image[:, : (x0 + x1) // 2 - 7]), tmp_path / "overlay.png"
    done = run("read", "--overlay", out, "--stages", tmp_path / "stages", part)
    last = sorted((tmp_path / "stages").iterdir())[-2]
    assert done.status == 3
    assert f"overlay: {out}, showing how far the reader got" in done.err
    assert out.read_bytes() == last.read_bytes()


@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize("verb", [["read"], ["solve"]])
def test_a_picture_is_never_drawn_over(run, tmp_path, verb, link):
    picture = tmp_path / "board.png"
    shutil.copy(MARKED, picture)
    out = tmp_path / "same.png" if link else picture
    if link:
        out.hardlink_to(picture)
    done = run(*verb, picture, "--overlay", out)
    assert (done.status, done.out, picture.read_bytes()) == (2, "", MARKED.read_bytes())
    assert "would be overwritten" in done.complaint
    assert "--overlay" in done.complaint


def test_no_picture_of_a_folder_is_drawn_over(run, tmp_path):
    (tmp_path / "more").mkdir()
    for path in (tmp_path / "b.png", tmp_path / "more" / "a.png"):
        shutil.copy(MARKED, path)
    for out in (tmp_path, tmp_path / "more"):
        assert run("read", tmp_path, "--overlay", out).status == 2
    assert run("read", tmp_path / "b.png", "--overlay", tmp_path / "more").status == 0
    assert (tmp_path / "more" / "a.png").read_bytes() == MARKED.read_bytes()


@pytest.mark.parametrize("option", ["--overlay", "--stages"])
def test_a_picture_that_cannot_be_written_costs_no_reading(run, tmp_path, option):
    for name in ("5x5-solved.png", "5x5-solved-1-lines.png"):
        (tmp_path / "out" / name).mkdir(parents=True)
    done = run("read", "--json", option, tmp_path / "out", MARKED)
    board, error = done.rows
    assert (done.status, board["rows"], error["error"]) == (2, 5, "not-writable")
    assert option in error["try"]
    # No part of a picture is left.
    assert all(path.is_dir() for path in (tmp_path / "out").iterdir())


def test_a_name_of_any_letters_is_written(run, tmp_path):
    picture = tmp_path / ("星" * 83 + ".png")
    shutil.copy(MARKED, picture)
    done = run("read", "--overlay", tmp_path / "seen", "--stages", tmp_path / "stages", picture)
    assert done.status == 0
    assert len(list((tmp_path / "stages").iterdir())) == 6


def test_the_stages_are_named_by_their_picture(run, tmp_path):
    expected = f"stages: {tmp_path / '5x5-solved-*.png'}\n"
    assert run("read", "--stages", tmp_path, MARKED).err == expected


def test_stages_show_the_traceback_of_a_defect_only(run, tmp_path, monkeypatch, save):
    (tmp_path / "file").write_text("")
    for folder, picture in (
        (tmp_path, "no.png"),
        (tmp_path, save(BLANK)),
        (tmp_path / "file", BOARD),
    ):
        assert "Traceback" not in run("read", "--stages", folder, picture).err
    monkeypatch.setattr("vision.inspect", lambda *_, **__: 1 / 0)
    assert "Traceback" in run("read", f"--stages={tmp_path}", BOARD).err
    assert "Traceback" not in run("read", BOARD).err
