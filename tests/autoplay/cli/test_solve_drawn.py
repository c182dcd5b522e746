"""`autoplay solve --to svg|png|pdf|html`: files as a person prints them, and what can't be drawn."""

from __future__ import annotations

import json
import os
import signal
from xml.etree import ElementTree

import pypdfium2
import pytest

from autoplay.click_options import DRAWINGS
from autoplay.report.printing import KINDS
from tests.systems import SIGNALS
from vision import load_image, read_board, read_boards

STARS = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n"
GRID = ("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA")


def test_the_help_names_the_kinds_there_are():
    assert DRAWINGS == KINDS


def test_an_svg_goes_to_stdout_for_every_game(run):
    for puzzle in (STARS, "*.*\n.*.\n*.*\n", "triangle5"):
        done = run("solve", puzzle, "--to", "svg")
        assert (done.status, done.err) == (0, "")
        assert ElementTree.fromstring(done.out).tag.endswith("svg")


def test_a_pdf_has_a_page_for_each_puzzle_and_one_for_solutions(run, elsewhere, tmp_path):
    rows = tmp_path / "puzzles.jsonl"
    rows.write_text('{"id": 1, "stars": 1, "grid": ["AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA"]}\n{"id": 2}\n')
    done = elsewhere(run, "solve", rows, "5x5", "--output", tmp_path / "print.pdf")
    assert done.status == 2
    assert done.out == ""
    assert f"drawn: {tmp_path / 'print.pdf'}" in done.err
    assert done.err.startswith("autoplay: 2: ")
    pdf = pypdfium2.PdfDocument(tmp_path / "print.pdf")
    assert [page.get_size() for page in pdf] == [pytest.approx((595, 842), abs=2)] * 3  # A4
    pictures = [page.render(scale=200 / 72).to_numpy()[..., :3] for page in pdf]
    found = [read_boards(picture, puzzle="star-battle") for picture in (pictures[0], pictures[2])]
    assert [[(board.grid, len(board.marks)) for board in boards] for boards in found] == [[(GRID, 0)], [(GRID, 5)]]


def test_a_png_is_a_picture_of_the_sheet(run, elsewhere, tmp_path):
    done = elsewhere(run, "solve", STARS, "--to", "png", "--output", tmp_path / "new" / "one.png")
    assert done.status == 0
    found = read_boards(load_image(tmp_path / "new" / "one.png"), puzzle="star-battle")
    assert [board.grid for board in found] == [GRID, GRID]


@pytest.mark.parametrize(
    ("puzzle", "name", "rows"),
    [
        (STARS, "star-battle", GRID),
        ("*.*\n.*.\n*.*\n", "lights-out", ("*.*", ".*.", "*.*")),
        ("triangle4", "pegs", ("   .   ", "  o o  ", " o o o ", "o o o o")),
        ("diamond", "pegs", None),
    ],
    ids=["star-battle", "lights-out", "triangle", "diamond"],
)
def test_a_png_is_read_without_options_as_the_puzzle_on_it(puzzle, name, rows, run, elsewhere, tmp_path):
    elsewhere(run, "solve", puzzle, "--output", tmp_path / "one.png", "--timeout", 5)
    reading, image = read_board(tmp_path / "one.png"), load_image(tmp_path / "one.png")
    assert reading.puzzle == name
    assert rows in (None, reading.grid)
    assert reading.marks == ()
    levels = {state: [] for state in "*o."}
    for row, line in enumerate(reading.grid):
        for col, state in enumerate(line):
            x, y = map(round, reading.centre(row, col))
            levels.get(state, []).append(image[y - 9 : y + 10, x - 9 : x + 10].mean())
    assert max(levels["*"] + levels["o"], default=0) < min(levels["."], default=255)  # they lie where they are drawn


def test_a_page_of_html_needs_nothing_but_itself(run, page, tmp_path):
    path = tmp_path / "print.html"
    assert run("solve", STARS, "triangle5", "--to", "html", "--output", path, "--explain").status == 2
    assert run("solve", STARS, "triangle5", "--to", "html", "--output", path).status == 0
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    assert asked == [path.as_uri()]
    puzzles = ["1. Star Battle 5x5, 1 star", "2. Peg solitaire, 14 pegs on 15 holes"]
    assert page.locator("h1").all_inner_texts() == [*puzzles, "Solution 1", "Solution 2"]
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(
    ("layout", "boards", "pages"),
    [
        ((), 4, 3),
        (("--answers", "same"), 4, 2),
        (("--answers", "none"), 2, 2),
        (("--answers", "none", "--per-page", 2), 2, 1),
    ],
    ids=["end", "same", "none", "none, two a page"],
)
def test_the_solutions_are_where_they_are_wanted(layout, boards, pages, run, tmp_path):
    assert run("solve", STARS, "5x5", "--output", tmp_path / "print.html", *layout).status == 0
    html = (tmp_path / "print.html").read_text()
    assert (html.count("<svg"), html.count("<section")) == (boards, pages)
    assert ("The only solution" in html) == (boards == 4)


def test_a_picture_can_do_without_the_solution(run):
    assert 'class="star"' in run("solve", STARS, "--to", "svg").out
    assert 'class="star"' not in run("solve", STARS, "--to", "svg", "--answers", "none").out


def test_the_rows_go_to_stdout_and_the_drawing_into_its_file(run, tmp_path):
    done = run("solve", STARS, "--json", "--output", tmp_path / "one.svg")
    assert done.rows[0]["cells"] == [[0, 4], [1, 1], [2, 3], [3, 0], [4, 2]]
    assert (tmp_path / "one.svg").read_text().startswith("<svg")


def test_a_puzzle_without_a_solution_is_drawn_and_reported(run, tmp_path):
    done = run("solve", "stars 1\nAAAA\nABBA\nACCD\nDDDD\n", "--to", "html", "--output", tmp_path / "one.html")
    assert done.status == 4
    assert "no solution (4x4, 1 star)" in done.err
    assert (tmp_path / "one.html").read_text().count("<svg") == 1


def test_nothing_is_written_if_there_is_nothing_to_draw(run, tmp_path):
    done = run("solve", tmp_path / "nowhere.txt", "--output", tmp_path / "one.pdf")
    assert done.status == 2
    assert "no such file" in done.complaint
    assert not (tmp_path / "one.pdf").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((STARS, STARS, "--to", "svg"), "svg holds one puzzle, not 2. Try: --to pdf or html"),
        (("one.txt", "*", "--to", "svg"), "svg holds one puzzle, not 2"),
        ((STARS, "--to", "svg", "--answers", "end"), "svg has no pages. Try: --to pdf or html"),
        ((STARS, "--to", "svg", "--per-page", "2"), "svg has no pages. Try: --to pdf or html"),
        (
            (STARS, "--to", "html", "--answers", "same", "--per-page", "2"),
            "Try: --answers end or none",
        ),
        ((STARS, "--per-page", "2"), "--per-page lay out a drawing: add --to pdf or html"),
        ((STARS, "--output", "rows.jsonl"), "--output is for a drawing, but rows.jsonl does not end"),
        ((STARS, "--to", "html", "--json"), "would both go to stdout. Try: --output FILE"),
        ((STARS, "--to", "svg", "--hint"), "--hint shows only the next step"),
        ((STARS, "--to", "svg", "--output", "one.pdf"), "one.pdf ends in .pdf, but svg was requested"),
        ((STARS, "--to", "svg", "--output", "."), ". is a folder"),
        pytest.param(
            (STARS, "--to", "svg", "--output", "/dev/null/one.svg"), "/dev/null can't be written to", marks=SIGNALS
        ),
        (("*" * 101, "--to", "svg", "--puzzle", "lights-out"), "a board of 1x101 cells is too large to draw"),
        (("5x5", "--to", "puzz.link"), "star-battle was requested"),
        (("5x5", "--to", "gif"), "'gif' is not one of"),
    ],
)
def test_what_can_not_be_drawn_is_said_in_one_line(run, words, message):
    done = run("solve", *words)
    assert done.status == 2
    assert message in done.complaint
    assert done.out == ""


@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_binary_output_is_not_written_to_a_terminal(kind, begin):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = begin("solve", STARS, "--to", kind, stdout=theirs)
    os.close(theirs)
    said = process.stderr.read()
    os.close(ours)
    assert process.wait() == 2
    assert f"a terminal can't show {kind}. Try: --output FILE.{kind}" in said


def test_without_a_browser_a_pdf_ends_with_the_status_of_that(run, elsewhere, tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOPLAY_BROWSER", str(tmp_path / "none"))
    done = elsewhere(run, "solve", STARS, "--output", tmp_path / "one.pdf")
    assert (done.status, (tmp_path / "one.pdf").exists()) == (6, False)
    assert "is not a browser that can be started" in done.complaint


def test_puzzles_are_not_solved_if_no_browser_can_draw_them(run, elsewhere, tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOPLAY_BROWSER", str(tmp_path / "none"))
    done = elsewhere(run, "solve", STARS, STARS, "--json", "--output", tmp_path / "all.pdf")
    assert (done.status, done.out) == (6, "")


@SIGNALS
def test_what_was_solved_before_an_interrupt_is_drawn(begin, tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"id": number, "grid": GRID, "stars": 1}) + "\n" for number in range(3)))
    solving = begin("solve", rows, "-", "--json", "--output", tmp_path / "all.html")
    for _ in range(3):
        solving.stdout.readline()
    os.killpg(solving.pid, signal.SIGINT)
    assert solving.wait(60) == 130
    assert (tmp_path / "all.html").read_text().count("<h1>Solution ") == 3
