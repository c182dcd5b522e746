"""Printed sheets: they hold the whole puzzle, and fit on A4 and on Letter."""

from dataclasses import replace

import pytest

from autoplay.answers import solve_puzzle
from autoplay.extras.printing.sheets import draw_pages
from autoplay.games import GAMES, SolveRequest
from autoplay.report.sheets import Sheet, check_size, draw_sheets
from autoplay.sources.puzzles import read_argument
from solvers.drawing import CELL, Drawing
from solvers.errors import BadNotation

STARS = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n"
PX_PER_MM = 96 / 25.4
SMALLEST_PAGE = {"width": 210 - 30, "height": 279.4 - 30}
"""Millimetres between margins of 15: as wide as A4, as high as Letter."""


def sheets(text, **said):
    request = SolveRequest(**said)
    return [
        sheet
        for source in read_argument(text)
        for sheet in draw_sheets(solve_puzzle(source, request).result)
    ]


def plain(width, height):
    """Return a drawing with this many cells."""
    return Drawing((), width * CELL, height * CELL, "BoardReport & pieces")


@pytest.mark.parametrize(("text", "title", "caption"), [
    (STARS, "Star Battle 5x5, 1 star", "The only solution"),
    ("*.*\n.*.\n*.*\n", "Lights Out 3x3, to be all off", "Press the lamps with a dot: 9 presses, the fewest"),
    ("triangle4", "Peg solitaire, 9 pegs on 10 holes", "no solution"),
    ("  .\n o o\no . .\n", "Peg solitaire, 3 pegs on 6 holes", "2 jumps in 1 move, the fewest: 1.\u00a03\u20110\u20115"),
], ids=["stars", "lamps", "unsolvable", "pegs"])  # fmt: skip
def test_a_sheet_says_what_the_puzzle_is_and_how_its_solution(text, title, caption):
    (sheet,) = sheets(text)
    assert sheet.board.title == title
    assert sheet.caption.startswith(caption)
    assert (sheet.solution is None) == sheet.caption.startswith("no solution")


def test_two_solutions_are_drawn_as_one():
    (sheet,) = sheets("stars 1\nAAAA\nBBBB\nCCCC\nDDDD\n")
    assert "several solutions" in sheet.caption
    assert any("either" in shape for shape in sheet.solution.shapes)


def test_every_start_of_a_board_has_a_sheet():
    options = GAMES["pegs"].solver.parse_options({"all_starts": True})
    assert len(sheets("triangle4", options=options)) == 3


def test_listed_steps_name_lettered_regions():
    (sheet,) = sheets(STARS, puzzle="star-battle", steps="all")
    assert sheet.notes[-1].endswith("a star at row 5, column 3.")
    assert all(
        any(f">{letter}</text>" in shape for shape in sheet.board.shapes) for letter in "ABCDE"
    )
    assert f"<li>{sheet.notes[0]}</li>" in draw_pages([sheet])


SIZES = {(5, 5): (5, 5), (25, 25): (25, 25), (9, 9): (60, 50), (100, 2): (100, 2), (2, 100): (2, 100)}  # fmt: skip
BOXES = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"


def test_boards_of_any_size_fit_on_a_page_with_their_words(page):
    found = []
    for caption in ("as few as can be", "1. jump over it, " * 20):
        for board, solution in [*SIZES.items()] * 3:
            found.append(Sheet(plain(*board), plain(*solution), caption))
    page.emulate_media(media="print")
    for answers, per_page in (("same", 1), ("end", 1), ("end", 4), ("end", 12)):
        page.set_content(draw_pages(found, answers, per_page))
        boxes = page.locator("section").evaluate_all(BOXES)
        assert len(boxes) >= len(found) / per_page
        for width, height in boxes:
            assert width / PX_PER_MM <= SMALLEST_PAGE["width"]
            assert height / PX_PER_MM <= SMALLEST_PAGE["height"]


def test_large_solutions_and_steps_have_pages_of_their_own():
    small, large = Sheet(plain(5, 5), plain(5, 5), ""), Sheet(plain(5, 5), plain(50, 50), "")
    assert draw_pages([small] * 6, "end", 6).count("<section") == 2
    assert draw_pages([large] * 6, "end", 6).count("<section") == 7
    assert draw_pages([replace(small, notes=["a step"])] * 6, "end", 6).count("<section") == 7


def test_a_board_too_large_for_paper_is_refused():
    check_size(100, 100)
    with pytest.raises(BadNotation, match="101x3"):
        check_size(101, 3)
