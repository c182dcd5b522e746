"""The report of a play: what is in its one file, what is left out, and the fixture made from it."""

from pathlib import Path

import numpy as np
import pytest

from autoplay.errors import BadFixture, NotWritable
from autoplay.fixtures import recorder
from autoplay.fixtures.fixture import Fixture
from autoplay.games import GAMES
from autoplay.player.play_request import SILENT, PlayRequest
from autoplay.player.run_report import RunReport, hide_values, load_run
from solvers.errors import NoSolution
from vision import load_image, read_board

PICTURE = Path("fixtures/practice/5x5.png")
ADDRESS = "https://mona:lisa@example.org/play?level=7&access_token=tok-123"


@pytest.fixture
def report():
    """Return the report of a play in which one cell was pressed, and the page spoke."""
    picture = load_image(PICTURE)
    reading = read_board(picture)
    report = RunReport(SILENT, ADDRESS)
    puzzle, solution = GAMES[reading.puzzle].player.solve_reading(reading, None)
    report.show_look(picture, reading)
    report.show_answer(reading, puzzle, solution)
    report.show_look(picture, reading)  # nothing has happened
    report.show_press(reading, solution.cells[0], "left")
    report.show_words(["<b>Well</b> done</script>"])
    changed = picture.copy()
    left, top, right, bottom = map(int, reading.box)
    changed[top + 5 : bottom, left:right] //= 2
    report.show_look(changed, reading)
    return report


def test_a_report_is_one_file_with_all_looks_and_no_secrets(report, tmp_path):
    path = tmp_path / "run.html"
    report.write(path)
    page = path.read_text("utf-8")
    assert not any(secret in page for secret in ("mona", "lisa", "tok-123"))
    assert [name for name in ("src=", "href=", "@import", "url(") if f'{name}"http' in page] == []
    run = load_run(path)
    assert run.url == "https://example.org/play?level=7&access_token=hidden"
    first, last = run.looks
    assert (first.presses, first.heard, first.board) == ([], [], None)
    assert [press.gesture for press in last.presses] == ["left"]
    assert last.heard == ["<b>Well</b> done</script>"]
    assert (last.whole, last.board) == (0, 1)  # only the board's part is kept again
    assert np.array_equal(load_image(run.first_picture), load_image(PICTURE))


def test_an_error_is_in_the_report_and_a_folder_is_no_file(report, tmp_path):
    report.fail(NoSolution(f"{ADDRESS} has no solution", hint="another puzzle"))
    report.write(tmp_path / "run.html")
    assert "tok-123" not in (tmp_path / "run.html").read_text("utf-8")
    run = load_run(tmp_path / "run.html")
    assert (run.result, run.facts) == ("no-solution", {"try": "another puzzle"})
    (tmp_path / "folder").mkdir()
    with pytest.raises(NotWritable):
        report.write(tmp_path / "folder")


def test_a_fixture_is_made_from_a_report(report, tmp_path):
    report.write(tmp_path / "run.html")
    taken = recorder.take_run(tmp_path / "run.html")
    assert (taken.site, taken.name) == ("example-org", "play-level-7-access-token-hidden")
    outcome = recorder.keep(taken, Fixture(tmp_path / "fixtures" / taken.site, taken.name))
    assert outcome.problem == ""
    assert outcome.got.grid == read_board(PICTURE).grid


@pytest.mark.parametrize("text", [
    "<html>", '<script id="run" type="application/json">{"url": 1}</script>',
    '<script id="run" type="application/json">{"url": "", "taken": ""}</script>',
])  # fmt: skip
def test_another_page_is_no_report(text, tmp_path):
    (tmp_path / "page.html").write_text(text)
    with pytest.raises(BadFixture, match="is no report of a play"):
        load_run(tmp_path / "page.html")


@pytest.mark.parametrize(("address", "shown"), [
    ("http://a@b.de/x#/level/3", "http://b.de/x#/level/3"),
    ("https://puzz.link/p?starbattle/6/6/1/0k", "https://puzz.link/p?starbattle/6/6/1/0k"),
    ("https://b.de/?sid=9&size=5", "https://b.de/?sid=hidden&size=5"),
    ("https://b.de/#access_token=abc", "https://b.de/#access_token=hidden"),
])  # fmt: skip
def test_what_may_let_somebody_in_is_hidden(address, shown):
    assert hide_values(address) == shown


def test_each_puzzle_has_a_report_of_its_own():
    request = PlayRequest("", Path(), report=Path("runs/run.html"), count=2)
    assert [request.report_of(number) for number in (1, 2)] == [
        Path("runs/run-1.html"), Path("runs/run-2.html"),
    ]  # fmt: skip
