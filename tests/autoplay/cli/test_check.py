"""`autoplay check`: the page of --report, with failures first, and the redrawn boards of --mutate."""

import json

import cv2
import pytest

from tests.autoplay.cli.test_fixture_verbs import spoil_wall
from vision import load_image, read_board


def test_the_report_opens_from_disk_with_failures_first(run, root, page):
    # Its first row is now of another region: A, B, A, A, C, C.
    spoil_wall(root / "practice" / "6x6.grid.txt")
    report = root / "report.html"
    run("check", root, "--report", report)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(report.as_uri())
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert page.locator("h3").all_inner_texts() == ["practice/6x6", "practice/5x5-solved"]
    assert page.locator("figcaption").all_inner_texts() == ["picture", "reading", "expected", "got"]
    assert page.locator(".framed").count() == 2
    sizes = page.evaluate(
        """() => Promise.all([...document.images].map(async (image) => {
            await image.decode()
            return [image.naturalWidth, image.naturalHeight]
        }))"""
    )
    x0, y0, x1, y1 = json.loads((root / "practice" / "6x6.json").read_text())["box"]
    assert len(sizes) == 3
    assert sizes[0] == sizes[1]  # the board with a margin, not the whole window
    assert all(side < 1.2 * max(x1 - x0, y1 - y0) for side in sizes[0])
    expected, got = (
        board.locator("text").all_text_contents() for board in page.locator("figure svg").all()
    )
    # The letters of the expected regions, two of which the wrong wall cut into pieces.
    assert ("".join(expected), "".join(got)) == ("AABBCDEF", "BACDEF")
    check_phone(page)


def check_phone(page):
    """Check the layout on a phone, in light and dark."""
    page.set_viewport_size({"width": 380, "height": 800})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= 380
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, ground[4:-1].split(","))) < 200) == (scheme == "dark")


def test_refused_boards_show_their_stage_and_best_guess(run, root, page, board):
    cut_off, painted = root / "practice" / "5x5-solved.png", root / "practice" / "6x6.png"
    image, (x0, _, x1, _) = board
    cv2.imwrite(str(cut_off), image[:, : (x0 + x1) // 2 - 7])
    image = cv2.imread(str(painted))
    x0, y0, x1, _ = json.loads(painted.with_suffix(".json").read_text())["box"]
    step = (x1 - x0) // 6
    image[y0 + step - 9 : y0 + 3 * step + 9, x0 + step - 9 : x0 + 3 * step + 9] = 255
    cv2.imwrite(str(painted), image)
    report = root / "report.html"
    assert run("check", root, "--report", report).status == 1
    page.goto(report.as_uri())
    refused, guessed = page.locator("article").all()
    assert "cut-off: " in refused.inner_text()
    assert "Try: take a picture of the whole board" in refused.inner_text()
    expected = ["picture", "reading", "expected", "got"]
    assert refused.locator("figcaption").all_inner_texts() == expected
    assert refused.locator("img").count() == 2
    assert refused.locator("figure").last.inner_text().split() == ["got", "refused"]
    assert "refused; the best guess" in guessed.inner_text()
    assert guessed.locator("svg").count() == 2


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

    monkeypatch.setattr("autoplay.fixtures.mutations.inspect", Blind)
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
