"""`autoplay check --mutate`: redrawn fixtures, read again."""

import pytest

from vision import load_image, read_board


def test_our_reader_notices_the_changes(run, root, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    done = run("check", root, "--mutate", "--mutations", "1", "--seed", "2")
    assert done.status == 0, done.out
    summary, *_, damage = done.out.splitlines()
    assert summary.startswith("3 of 3 changes noticed (100.00 %): ")
    assert "mark: 1 of 1 change noticed (100.00 %): 1 read, 0 refused, 1 more not possible" in (
        done.out
    )
    assert "smallest change noticed: " in done.out
    assert damage.startswith("harmless damage: 4 of 4 did not mislead the reader: ")
    assert not (tmp_path / "missed").exists()


def test_a_missed_change_is_saved_and_status_1(run, root, monkeypatch, tmp_path):
    folder = tmp_path / "seen as before"
    (root / "practice" / "6x6.png").unlink()
    known = read_board(load_image(root / "practice" / "5x5-solved.png"))

    class Blind:
        def __init__(self, image, **options):
            pass

        def best(self):
            return known

    monkeypatch.setattr("autoplay.fixtures.mutation_check.inspect", Blind)
    options = ("--mutate", "--mutations", "1", "--missed", folder)
    done = run("check", root, *options, "--json")
    blind, missing = done.rows
    assert done.status == 1
    assert blind["noticed"] == 0
    assert blind["kinds"]["region"] | {"tried": 1, "old_board": 1} == blind["kinds"]["region"]
    assert [row["result"] for row in blind["missed"]] == ["old-board", "old-board"]
    assert sorted(map(str, folder.iterdir())) == sorted(row["picture"] for row in blind["missed"])
    region = blind["missed"][0]
    read = read_board(load_image(region["picture"]))
    assert list(read.grid) == region["expected"]["grid"] != region["got"]["grid"]
    assert missing["problem"].startswith("bad-image")
    done = run("check", root, *options)
    assert "but the old board is read" in done.out
    assert "practice/6x6: not redrawn: bad-image" in done.out
    assert f"pictures that were read wrongly: 2 in {folder}" in done.err


@pytest.mark.parametrize("other", ["--update", "--report=page.html", "--apply=file"])
def test_it_is_a_command_of_its_own(run, root, other):
    done = run("check", root, "--mutate", other)
    assert (done.status, "--mutate does not go with" in done.complaint) == (2, True)
