"""Reports of boards that were read, and counts of pictures."""

from dataclasses import replace
from math import inf

import pytest

from autoplay.errors import PageUnreachable, ProcessLost
from autoplay.games import GAMES
from autoplay.games.results import BoardReport
from autoplay.games.star_battle.adapter import describe_left_out
from autoplay.games.star_battle.options import StarCount
from autoplay.report.read_report import ReadReport, ReadTally
from vision import Border, Mark, Reading
from vision.errors import AmbiguousBoard, BadImage, BoardNotFound

LINES = tuple(range(0, 60, 10))
GRID = ("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA")
BORDERS = tuple(Border(row, 0, "right", row > 0, 1.234, 0.5, 1 + row / 10) for row in range(4)) * 5
STAR = (Mark(0, 4, "star"),)
READING = Reading("star-battle", GRID, LINES, LINES, (1, 2, 51, 52), STAR, 0.98765, borders=BORDERS)
BOARD = BoardReport(
    READING, {"stars": 1, "stars_from": "inferred"}, "5x5, 1 star (inferred), 1 mark"
)
REPORT = ReadReport("board.png", (BOARD,), seconds=0.25)


@pytest.mark.parametrize(("stars", "words"), [
    (StarCount(2, "given"), "2 stars"),
    (StarCount(1, "picture"), "1 star"),
    (StarCount(2, "inferred"), "2 stars (inferred)"),
    (StarCount(2, "usual"), "2 stars (as usual)"),
    (StarCount(), "stars not known"),
])  # fmt: skip
def test_origin_of_unseen_stars_is_reported(stars, words):
    assert stars.description == words


def test_a_board_is_described_with_its_stars_and_marks():
    line = next(REPORT.board_lines(BOARD))
    assert line == "board.png: 5x5, 1 star (inferred), 1 mark, 99% sure (0.25 s)"
    described = GAMES["star-battle"].reader.describe
    assert described(replace(READING, stars=2)) == "5x5, 2 stars, 1 mark"
    assert described(replace(READING, marks=())) == "5x5, 0 marks"


def test_all_borders_are_listed_if_they_are_asked_for():
    assert "evidence" not in REPORT.board_row(BOARD)
    every = REPORT.board_row(BOARD, evidence=True)["evidence"]
    assert len(every) == 20
    place = {"cell": [1, 0], "side": "right", "wall": True}
    assert every[1] == place | {"line": 1.23, "colour": 0.5, "margin": 1.1}


def test_corrected_border_has_a_finite_margin_in_json():
    sure = replace(READING, borders=(BORDERS[0]._replace(margin=inf),))
    board = replace(BOARD, reading=sure)
    assert REPORT.board_row(board, evidence=True)["evidence"][0]["margin"] == 99.99
    assert "100.0 times as sure" in list(REPORT.board_lines(board, evidence=True))[1]


def test_only_a_photo_has_corners():
    assert "corners" not in REPORT.board_row(BOARD)
    tilted = replace(READING, warp=(1, 0, 100, 0.5, 1, 0, 0, 0, 1))
    row = REPORT.board_row(replace(BOARD, reading=tilted))
    assert row["corners"] == [[100, 0], [150, 25], [150, 75], [100, 50]]


def test_marks_are_left_out_if_the_form_cannot_hold_them():
    assert describe_left_out(READING, "compact") == "1 mark left out: compact can't hold marks"
    assert describe_left_out(READING, "pzprv3") == describe_left_out(READING, None) == ""
    assert describe_left_out(replace(READING, marks=()), "compact") == ""


def tally(*sights):
    found = ReadTally()
    for sight in sights:
        found.add(sight)
    return str(found)


def test_pictures_are_counted_by_their_outcome():
    none = ReadReport("a", errors=(BoardNotFound("x"),))
    unsure = ReadReport("b", errors=(AmbiguousBoard("x"),))
    bad = ReadReport("c", errors=(BadImage("x"),))
    away = ReadReport("d", errors=(PageUnreachable("x"),))
    lost = ReadReport("e", errors=(ProcessLost("x"),))
    assert tally(REPORT) == "1 picture: 1 read"
    expected = "7 pictures: 3 read, 3 refused (2 ambiguous, 1 no-board), 1 not pictures"
    assert tally(REPORT, REPORT, unsure, none, unsure, bad, REPORT) == expected
    assert tally(away, lost) == "2 pictures: 1 unreachable, 1 process-lost"


def test_board_is_read_beside_a_refused_one():
    several = replace(REPORT, boards=(BOARD, BOARD), errors=(AmbiguousBoard("x"),))
    assert tally(several, REPORT) == "2 pictures: 2 read (3 boards)"
