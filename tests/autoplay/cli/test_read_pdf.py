"""`autoplay read BOOK.pdf`: pages of a document, selected as users do."""

import pytest

from solvers.drawing import draw_regions
from tests.autoplay.sources.test_pdf import FIVE, SIX, blank


@pytest.fixture(scope="module")
def book(browser, tmp_path_factory):
    """Write a document with two boards on the first page, and words on the second."""
    path = tmp_path_factory.mktemp("book") / "BOOK.pdf"
    with browser.new_page() as page:
        boards = f"{draw_regions(FIVE).svg()}<br><br>{draw_regions(SIX).svg()}"
        page.set_content(f"{boards}<p style='break-before:page'>The end</p>")
        page.pdf(path=path, format="A4")
    return path


def test_a_line_for_each_board_and_each_page_without_one(run, book):
    done = run("read", book, "--json")
    assert [row["file"] for row in done.rows] == [f"{book}#1", f"{book}#1", f"{book}#2"]
    assert [tuple(row.get("grid", ())) for row in done.rows] == [FIVE, SIX, ()]
    assert (done.status, done.rows[2]["error"]) == (3, "no-board")
    assert "2 pictures: 1 read (2 boards), 1 refused (1 no-board)" in done.err


def test_pages_are_chosen_and_drawn_each_into_its_file(run, book, tmp_path):
    done = run("read", book, "--pages", "1", "--solve", "--overlay", tmp_path / "seen")
    assert done.status == 0
    assert "[[0,4],[1,1],[2,3],[3,0],[4,2]]" in done.out
    assert [path.name for path in (tmp_path / "seen").iterdir()] == ["BOOK-1.png"]


def test_a_document_may_come_through_a_pipe(run, book):
    done = run("read", "-", "--pages", "1", "--json", stdin=book.read_bytes())
    assert [row["file"] for row in done.rows] == ["-#1", "-#1"]


def test_a_page_beyond_the_end_is_named(run, tmp_path):
    path = tmp_path / "thin.pdf"
    path.write_bytes(blank((72, 72)))
    done = run("read", path, "--pages", "2-4")
    assert done.status == 2
    assert "there is no page 2. Try: --pages from 1 to 1" in done.complaint
