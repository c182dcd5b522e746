"""`autoplay record` and `autoplay check`: written whole, compared exactly, updated on request."""

import json
from pathlib import Path

import pytest

from autoplay.fixtures import expected_reading
from autoplay.practice import serve

PRACTICE = Path(__file__).parents[3] / "fixtures" / "practice"
PICTURE = PRACTICE / "5x5-solved.png"


def files(root):
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


def test_a_picture_becomes_three_files(run, tmp_path):
    done = run(
        "record", PICTURE, "--output", tmp_path / "f", "--name", "My shot!", "--site", "mine"
    )
    assert (done.status, done.out) == (0, f"{tmp_path}/f/mine/my-shot.png\n")
    expected = ["mine/my-shot.grid.txt", "mine/my-shot.json", "mine/my-shot.png"]
    assert files(tmp_path / "f") == expected
    kept = tmp_path / "f" / "mine"
    assert (kept / "my-shot.png").read_bytes() == PICTURE.read_bytes()
    wanted = expected_reading.parse((PRACTICE / "5x5-solved.grid.txt").read_text())
    got = expected_reading.parse((kept / "my-shot.grid.txt").read_text())
    assert (got.grid, got.marks) == (wanted.grid, wanted.marks)
    origin = json.loads((kept / "my-shot.json").read_text())
    assert origin["file"] == PICTURE.name
    assert {"taken", "version", "box"} <= set(origin)
    assert origin["unreviewed"] is True


def test_a_page_with_its_board_below_becomes_a_fixture(run, elsewhere, tmp_path):
    with serve() as site:
        url = f"{site.url}/?size=5&seed=1&notice=1&pagezoom=2"
        done = elsewhere(run, "record", url, "--output", tmp_path)
    assert done.status == 0, done.err
    assert "10x10, 2 stars" in done.err
    origin = json.loads(next(tmp_path.rglob("*.json")).read_text())
    assert (origin["url"], origin["scale"], origin["viewport"]) == (url, 1, [1280, 1000])
    assert expected_reading.parse(next(tmp_path.rglob("*.grid.txt")).read_text()).stars == 2
    assert run("check", tmp_path).out == "1 of 1 fixtures are as expected; 1 unreviewed\n"


def test_an_existing_fixture_is_replaced_only_by_force(run, tmp_path):
    run("record", PICTURE, "--output", tmp_path)
    kept = next(tmp_path.rglob("*.grid.txt"))
    kept.write_text("mine\n")
    done = run("record", PICTURE, "--output", tmp_path)
    assert done.status == 2
    assert "--force" in done.complaint
    assert kept.read_text() == "mine\n"
    assert run("record", PICTURE, "--output", tmp_path, "--force").status == 0
    assert kept.read_text() != "mine\n"


def test_a_picture_without_a_board_leaves_nothing(run, tmp_path):
    blank = tmp_path / "blank.png"
    blank.write_bytes(b"no picture")
    assert run("record", blank, "--output", tmp_path / "f").status == 2
    assert not (tmp_path / "f").exists()


def test_a_part_of_a_picture_is_saved_and_is_as_expected(run, tmp_path):
    x0, y0, x1, y1 = json.loads(PICTURE.with_suffix(".json").read_text())["box"]
    crop = f"{x0 - 10},{y0 - 10},{x1 - x0 + 20},{y1 - y0 + 20}"
    done = run("record", PICTURE, "--output", tmp_path, "--crop", crop)
    assert (done.status, done.err.split(" marks")[0]) == (0, "read: 5x5, 5")
    origin = json.loads(next(tmp_path.rglob("*.json")).read_text())
    assert origin["box"] == [10, 10, 10 + x1 - x0, 10 + y1 - y0]
    assert run("check", tmp_path).status == 0


def test_page_that_cannot_be_opened_leaves_nothing(run, elsewhere, monkeypatch, tmp_path):
    monkeypatch.setenv("AUTOPLAY_BROWSER", "/no/such/browser")
    done = elsewhere(run, "record", "http://127.0.0.1:9/", "--output", tmp_path / "f")
    assert done.status == 6
    assert "/no/such/browser" in done.complaint
    assert not (tmp_path / "f").exists()


def test_the_expected_reading_can_be_given_and_differences_are_reported(run, tmp_path):
    text = (PRACTICE / "5x5-solved.grid.txt").read_text()
    truth = tmp_path / "truth.txt"
    truth.write_text(text.replace("*", "x", 1))
    done = run("record", PICTURE, "--output", tmp_path / "f", "--grid", truth)
    assert done.status == 1
    assert "1 of 25 cells differ" in done.err
    assert next((tmp_path / "f").rglob("*.grid.txt")).read_text() == truth.read_text()
    assert "unreviewed" not in next((tmp_path / "f").rglob("*.json")).read_text()


def spoil_wall(path):
    text = path.read_text()
    path.write_text(text.replace("A", "B", 1))


def spoil_mark(path):
    path.write_text(path.read_text().replace("*", ".", 1))


@pytest.mark.parametrize(("spoil", "ending", "words"), [
    (spoil_wall, ".grid.txt", "1 of 25 cells differ: row 1 column 1"),
    (spoil_mark, ".grid.txt", "1 of 25 cells differ"),
    (Path.unlink, ".grid.txt", "expected reading 5x5-solved.grid.txt is missing"),
    (Path.unlink, ".png", "bad-image"),
    (lambda path: path.write_bytes(path.read_bytes()[:500]), ".png", "bad-image"),
    (lambda path: path.write_text("AB\nA\n"), ".grid.txt", "bad-notation: 5x5-solved.grid.txt: "),
    (lambda path: path.write_text("AB\nAB\n"), ".grid.txt", "5x5 cells read, 2x2 expected"),
    (lambda path: path.write_bytes(b"\xff\xfe"), ".grid.txt", "cells read"),
    (Path.unlink, ".json", "origin 5x5-solved.json is missing"),
    (lambda path: path.write_text("{"), ".json", "origin 5x5-solved.json is unreadable"),
])  # fmt: skip
def test_a_fixture_that_differs_is_a_line_and_status_1(run, root, spoil, ending, words):
    spoil(root / "practice" / f"5x5-solved{ending}")
    report = root / "report.html"
    done = run("check", root, "--report", report)
    line, *_, summary = done.out.splitlines()
    assert done.status == 1
    assert line.startswith("practice/5x5-solved: ")
    assert words in line
    assert summary == "1 of 2 fixtures are as expected"
    assert words in report.read_text()


def test_only_update_changes_an_expected_reading(run, root):
    path = root / "practice" / "5x5-solved.grid.txt"
    right = path.read_text()
    spoil_mark(path)
    spoilt = path.read_text()
    assert run("check", root).status == 1
    assert path.read_text() == spoilt
    # Without a terminal, nobody can be asked.
    done = run("check", root, "--update")
    assert (done.status, path.read_text()) == (1, spoilt)
    assert "nothing was saved" in done.err
    done = run("check", root, "--update", "--yes")
    assert (done.status, done.out.splitlines()[0].endswith("(updated)")) == (0, True)
    assert path.read_text() == right
    # That the reader has read it is no proof that it is right.
    assert done.out.endswith("1 of 2 fixtures are as expected; 1 unreviewed\n")


def test_update_shows_each_change_and_asks(run, root, monkeypatch):
    monkeypatch.setattr("autoplay.cli.check.is_person_there", lambda: True)
    paths = [root / "practice" / f"{name}.grid.txt" for name in ("5x5-solved", "6x6")]
    rights = [path.read_text() for path in paths]
    spoil_mark(paths[0])
    spoil_wall(paths[1])
    spoilt = paths[0].read_text()
    done = run("check", root, "--update", "--json", stdin=b"n\ny\n")
    assert done.status == 1
    assert [row["result"] for row in done.rows] == ["differs", "updated"]
    assert [paths[0].read_text(), paths[1].read_text()] == [spoilt, rights[1]]
    assert "    expected   got      differing" in done.err.splitlines()
    assert "Expect this of practice/6x6 from now on? [y/N]: " in done.err


def test_what_differs_is_shown_side_by_side(run, root):
    spoil_wall(root / "practice" / "6x6.grid.txt")
    lines = run("check", root).out.splitlines()
    assert lines[2:4] == ["    expected   got      differing", "    ABAACC     BBAACC   ^....."]
    bad = run("check", root, "--json").rows[1]
    assert (bad["expected"]["grid"][0], bad["got"]["grid"][0]) == ("ABAACC", "BBAACC")
    assert bad["expected"]["marks"] == bad["got"]["marks"] == []
    (root / "practice" / "6x6.grid.txt").write_text("AB\nAB\n")
    assert "    AB         AABBCC" in run("check", root).out.splitlines()


def test_verbose_names_the_fixtures_that_are_as_expected(run, root):
    assert run("check", root).out == "2 of 2 fixtures are as expected\n"
    expected = ["practice/5x5-solved: as expected", "practice/6x6: as expected"]
    assert run("check", root, "-v").out.splitlines()[:2] == expected
