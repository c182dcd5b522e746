"""`autoplay print`: books as a person prints them, and what can't be printed."""

import json
import os
import signal

import pypdfium2
import pytest

from tests.systems import SIGNALS
from vision import read_boards

STARS = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n"
GRID = ("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA")


def test_a_pdf_has_a_page_for_each_puzzle_and_one_for_solutions(run, elsewhere, tmp_path):
    rows = tmp_path / "puzzles.jsonl"
    rows.write_text(json.dumps({"id": 1, "stars": 1, "grid": GRID}) + '\n{"id": 2}\n')
    done = elsewhere(run, "print", rows, "5x5", "--output", tmp_path / "print.pdf")
    assert (done.status, done.out) == (2, "")
    assert f"drawn: {tmp_path / 'print.pdf'}" in done.err
    assert done.err.startswith("autoplay: 2: ")
    pdf = pypdfium2.PdfDocument(tmp_path / "print.pdf")
    assert [page.get_size() for page in pdf] == [pytest.approx((595, 842), abs=2)] * 3  # A4
    pictures = [page.render(scale=200 / 72).to_numpy()[..., :3] for page in pdf]
    for picture, marks in ((pictures[0], 0), (pictures[2], 5)):
        (board,) = read_boards(picture, puzzle="star-battle")
        assert (board.grid, len(board.marks)) == (GRID, marks)


def test_a_page_of_html_needs_nothing_but_itself(run, page, tmp_path):
    path = tmp_path / "print.html"
    assert run("print", STARS, "triangle5", "--output", path).status == 0
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    assert asked == [path.as_uri()]
    puzzles = ["1. Star Battle 5x5, 1 star", "2. Peg solitaire, 14 pegs on 15 holes"]
    assert page.locator("h1").all_inner_texts() == [*puzzles, "Solution 1", "Solution 2"]
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(("layout", "boards", "pages"), [
    ((), 4, 3),
    (("--answers", "same"), 4, 2),
    (("--answers", "none"), 2, 2),
    (("--answers", "none", "--per-page", 2), 2, 1),
], ids=["end", "same", "none", "none, two a page"])  # fmt: skip
def test_the_solutions_are_where_they_are_wanted(layout, boards, pages, run, tmp_path):
    assert run("print", STARS, "5x5", "--output", tmp_path / "print.html", *layout).status == 0
    html = (tmp_path / "print.html").read_text()
    assert (html.count("<svg"), html.count("<section")) == (boards, pages)
    assert ("The only solution" in html) == (boards == 4)


def test_a_puzzle_without_a_solution_is_printed_and_reported(run, tmp_path):
    done = run("print", "stars 1\nAAAA\nABBA\nACCD\nDDDD\n", "--output", tmp_path / "one.html")
    assert done.status == 4
    assert "no solution (4x4, 1 star)" in done.err
    assert (tmp_path / "one.html").read_text().count("<svg") == 1


def test_puzzles_are_not_solved_if_no_browser_can_draw_them(run, elsewhere, tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOPLAY_BROWSER", str(tmp_path / "none"))
    monkeypatch.setattr("autoplay.answers.solve_puzzle", None)
    done = elsewhere(run, "print", STARS, STARS, "--output", tmp_path / "all.pdf")
    assert (done.status, done.out) == (6, "")
    assert "is not a browser that can be started" in done.complaint


@SIGNALS
def test_what_was_solved_before_an_interrupt_is_printed(begin, tmp_path):
    row = json.dumps({"grid": GRID, "stars": 1}) + "\n"
    printing = begin("print", "nowhere.txt", "-", "--output", tmp_path / "all.html")
    printing.stderr.readline()  # it is past the first puzzle, and waits for stdin
    printing.stdin.write(3 * row + '{"id": 4}\n')
    printing.stdin.flush()
    assert "4: " in printing.stderr.readline()  # the puzzles before this one are solved
    os.killpg(printing.pid, signal.SIGINT)
    assert printing.wait(60) == 130
    assert (tmp_path / "all.html").read_text().count("<h1>Solution ") == 3
