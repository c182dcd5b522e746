"""`autoplay record FOLDER`, and the review of what it read: a page, and the file that it saves."""

import json
import re
import shutil

import pytest

from autoplay.fixtures.fixture import Fixture
from tests.autoplay.cli.test_fixture_verbs import PRACTICE


@pytest.fixture
def shots(tmp_path):
    """Return a folder with two boards and a picture without one."""
    folder = tmp_path / "shots"
    (folder / "below").mkdir(parents=True)
    shutil.copy(PRACTICE / "5x5-solved.png", folder / "first.png")
    shutil.copy(PRACTICE / "6x6.png", folder / "below" / "first.png")
    (folder / "broken.png").write_bytes(b"no picture")
    return folder


@pytest.fixture
def recorded(run, shots, tmp_path):
    """Return the folder of the fixtures that were recorded from those pictures."""
    (shots / "broken.png").unlink()
    run("record", shots, "--output", tmp_path / "f")
    return tmp_path / "f"


def decide(folder, page, **changes):
    """Save a review of the fixtures of the page, as the page does, with these keys changed."""
    rows = [dict(re.findall(r'data-(\w+)="(.*?)"', line)) for line in page.read_text().splitlines()]
    rows = [row for row in rows if "fixture" in row]
    for row in rows:
        row["expected"] = (folder / f"{row['fixture']}.grid.txt").read_text()
        row.update(changes)
    path = folder / "review.json"
    path.write_text(json.dumps({"reviewed": rows}))
    return path


def test_a_folder_is_recorded_and_what_is_refused_is_said(run, shots, tmp_path):
    done = run("record", shots, "--output", tmp_path / "f")
    kept = tmp_path / "f" / "shots"
    assert done.status == 2
    assert done.out.splitlines() == [f"{kept}/below-first.png", f"{kept}/first.png"]
    assert f"{shots}/below/first.png: read: 6x6, 0 marks" in done.err
    assert f"autoplay: {shots}/broken.png: " in done.err
    assert "3 pictures: 2 recorded, 1 refused\n2 unreviewed; to accept or correct" in done.err
    assert (tmp_path / "f" / "review.html").read_text().count("<article ") == 2
    rows = run("record", shots, "--output", tmp_path / "g", "--json").rows
    assert [row.get("error") for row in rows] == [None, "bad-image", None]


def test_a_folder_that_grew_is_recorded_again(run, shots, recorded):
    shutil.copy(PRACTICE / "10x10.png", shots / "first.bmp")  # comes before first.png
    done = run("record", shots, "--output", recorded)
    assert done.out.splitlines() == [f"{recorded}/shots/first-2.png"]
    assert "3 pictures: 2 recorded before, 1 recorded" in done.err
    # The folder of fixtures is in the folder of pictures: they are not recorded from each other.
    done = run("record", recorded.parent, "--output", recorded, "--site", "all")
    assert len(done.out.splitlines()) == 3
    assert run("record", shots, "--output", recorded, "--name", "one").status == 2


def test_what_a_person_accepts_is_reviewed(run, recorded):
    page = recorded / "page.html"
    summary = "2 of 2 fixtures are as expected; 2 unreviewed\n"
    assert run("check", recorded, "--review", page).out == summary
    review = decide(recorded, page)
    done = run("check", recorded, "--apply", review)
    assert (done.status, done.out) == (0, "2 of 2 fixtures are as expected\n")
    assert f"{review}: 2 accepted, 0 corrected" in done.err
    origin = json.loads((recorded / "shots" / "first.json").read_text())
    assert (origin["file"], "unreviewed" in origin) == ("first.png", False)
    page.unlink()
    assert "every fixture is reviewed" in run("check", recorded, "--review", page).err
    assert not page.exists()


def test_a_correction_is_what_is_expected_from_then_on(run, recorded):
    page = recorded / "review.html"
    text = (recorded / "shots" / "below-first.grid.txt").read_text().replace("AA", "BA", 1)
    review = decide(recorded, page, fixture="shots/below-first", expected=text)
    first, _ = json.loads(review.read_text())["reviewed"]
    review.write_text(json.dumps({"reviewed": [first]}))
    done = run("check", recorded, "--apply", review)
    assert "0 accepted, 1 corrected" in done.err
    assert done.status == 1
    assert "below-first: 1 of 36 cells differ" in done.out
    assert done.out.endswith("1 of 2 fixtures are as expected; 1 unreviewed\n")
    # The same file again, as after a second look at the page, changes nothing.
    assert "1 accepted, 0 corrected" in run("check", recorded, "--apply", review).err


@pytest.mark.parametrize(("changes", "message"), [
    ({"picture": "00"}, "has changed since the page was made"),
    ({"read": "00", "expected": "AB\nAB\n"}, "has changed since the page was made"),
    ({"fixture": "../elsewhere"}, "there is no such fixture"),
    ({"expected": "AAB\nAB\n"}, "must have the same length"),
])  # fmt: skip
def test_a_decision_that_does_not_fit_leaves_the_fixture_unreviewed(
    run, recorded, changes, message
):
    before = (recorded / "shots" / "first.grid.txt").read_text()
    done = run("check", recorded, "--apply", decide(recorded, recorded / "review.html", **changes))
    assert (done.status, done.err.count(message)) == (1, 2)
    assert "2 left" in done.err
    assert (recorded / "shots" / "first.grid.txt").read_text() == before
    assert Fixture(recorded / "shots", "first").is_unreviewed


@pytest.mark.parametrize("content", [None, "{", '{"reviewed": [{"fixture": 1}]}'])
def test_a_file_that_is_no_review_is_one_clear_error(run, recorded, content):
    path = recorded / "review.json"
    if content:
        path.write_text(content)
    done = run("check", recorded, "--apply", path)
    assert (done.status, done.out) == (2, "")
    assert "review.json" in done.complaint


def test_the_page_is_used_by_keys_alone(run, recorded, page):
    page.goto((recorded / "review.html").as_uri())
    for key in ("j", "e", "Control+Home", "Delete"):
        page.keyboard.press(key)
    second = page.locator("article").nth(1)
    assert second.locator(".bad").inner_text() == "row 2 has 5 cells, row 1 has 4"
    page.keyboard.press("Control+Enter")
    assert page.locator("output").inner_text() == "0 of 2 accepted"
    page.keyboard.type("Z")
    page.keyboard.press("Control+Enter")
    assert second.locator("h2").inner_text() == "shots/first ✓ corrected"
    page.keyboard.press("k")
    page.keyboard.press("a")
    assert page.locator("output").inner_text() == "2 of 2 accepted, 1 of them corrected"
    assert page.locator("nav a.done").count() == 2
    page.get_by_role("button", name="Save the review").click()
    assert "autoplay check" in page.locator("footer code").inner_text()
    review = recorded / "saved.json"
    review.write_text(page.evaluate("listDecisions()"))
    assert "1 accepted, 1 corrected" in run("check", recorded, "--apply", review).err
