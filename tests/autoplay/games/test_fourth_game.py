"""A fourth game is added by its own files and two lines, as docs/add-a-game.md says."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.answers import read_picture, solve_puzzle
from autoplay.games import GAMES, GenerateRequest, ReadRequest, SolveRequest
from autoplay.report.answers import answer_lines, summarize_answer
from autoplay.report.sheets import draw_sheets
from autoplay.sites import GENERIC
from autoplay.sources.pictures import Picture
from autoplay.sources.puzzles import Source
from examples.find_the_dot import game
from solvers.errors import BadNotation
from tests.playing import play
from vision import encode_png
from vision.errors import BoardNotFound
from vision.inspection import READERS

PITCH, MARGIN = 60, 30
TEXT = "----\n--@-\n----\n----\n"
FOUND = {"puzzle": "find-the-dot", "cells": ((1, 2),)}


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    """Add the game to the reader's list and to the registry."""
    READERS.append(game.DotReader())
    monkeypatch.setitem(GAMES, "find-the-dot", game.FIND_THE_DOT)
    yield
    READERS.pop()


def drawn(dot=(1, 2)):
    """Return a picture of a grid, as PNG, with a dot in one of its cells."""
    side = 2 * MARGIN + game.SIZE * PITCH
    image = np.full((side, side, 3), 255, np.uint8)
    for at in range(MARGIN, side, PITCH):
        cv2.line(image, (at, MARGIN), (at, side - MARGIN), (0, 0, 0), 1)
        cv2.line(image, (MARGIN, at), (side - MARGIN, at), (0, 0, 0), 1)
    if dot:
        x, y = (MARGIN + at * PITCH + PITCH // 2 for at in reversed(dot))
        cv2.circle(image, (x, y), PITCH // 4, game.RED, -1)
    return encode_png(image)


def read(data, puzzle):
    return read_picture(Picture("dot.png", "dot", data), ReadRequest(puzzle, solve=True))


@pytest.mark.parametrize("puzzle", ["find-the-dot", "auto"])
def test_its_boards_are_read_and_solved_and_others_refused(puzzle):
    report = read(drawn(), puzzle)
    (row,) = report.to_rows()
    assert row | FOUND | {"grid": tuple(TEXT.split())} == row
    assert next(report.board_lines(report.boards[0])).startswith(
        "dot.png: 4x4 with a dot, 100% sure"
    )
    assert isinstance(read(drawn(None), puzzle).errors[0], BoardNotFound)
    source = Source("", "-", data=drawn((3, 0)))
    assert solve_puzzle(source, SolveRequest(puzzle)).to_row()["cells"] == ((3, 0),)


@pytest.mark.parametrize("named", [{"puzzle": "find-the-dot"}, {"dot": True}])
def test_its_texts_and_rows_are_detected_and_solved(named):
    row = Source(json.dumps({"id": 7, "grid": TEXT.split(), **named}), line=1)
    assert solve_puzzle(row, SolveRequest()).to_row() == {"id": 7} | FOUND
    hint = solve_puzzle(Source(TEXT), SolveRequest(steps="next")).to_row()
    assert hint["levels"] == ("look", "look well", "it is red", "press it")
    empty = solve_puzzle(Source(TEXT.replace("@", "-")), SolveRequest())
    assert empty.error.message == "there is no dot"
    made = GAMES["find-the-dot"].solver.generate_puzzle(GenerateRequest(), 5)
    assert solve_puzzle(Source(made.text), SolveRequest()).result.cells == ((1, 1),)


def test_its_result_is_printed_without_a_form_of_its_own():
    result = solve_puzzle(Source(TEXT), SolveRequest()).result
    assert list(answer_lines(result)) == ["[[1,2]]"]
    assert summarize_answer(result) == "found"
    with pytest.raises(BadNotation, match="can't be drawn yet"):
        draw_sheets(result)


def test_its_page_is_played(page, tmp_path):
    page.set_content(Path(game.__file__).with_name("page.html").read_text("utf-8"))
    outcome = play(page, GENERIC, tmp_path)
    assert outcome.verdict.message == "the page calls itself 'solved'"
    assert (outcome.verdict.result, outcome.reading.grid) == ("solved", tuple(TEXT.split()))
    assert page.evaluate("presses") == [[1, 2]]
