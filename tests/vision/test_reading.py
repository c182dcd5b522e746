"""Readings and results in a console, in a notebook and as plain data."""

import json
from pathlib import Path

import numpy as np
import pytest

from vision import inspect, read_board

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAMES = {
    "star-battle": "practice/5x5.png",
    "lights-out": "lights-out-practice/3x3.png",
    "pegs": "pegs-practice/triangle5.png",
}


@pytest.fixture(params=GAMES.items(), ids=GAMES)
def game(request):
    """Return the name of a game and its reading."""
    puzzle, path = request.param
    return puzzle, read_board(str(FIXTURES / path))


def test_representation_is_a_line_that_tells_boards_apart(game):
    puzzle, reading = game
    assert puzzle in repr(reading)
    assert f"{reading.rows}x{reading.cols} at {reading.box[0]},{reading.box[1]}" in repr(reading)
    assert len(repr(reading)) < 120


def test_notebook_shows_a_drawing(game):
    assert game[1]._repr_svg_().startswith("<svg ")


def test_reading_survives_json(game):
    puzzle, reading = game
    row = reading.to_dict()
    assert json.loads(json.dumps(row)) == row
    assert (row["puzzle"], row["rows"], row["grid"]) == (puzzle, reading.rows, [*reading.grid])
    assert "borders" not in row


def test_result_names_its_boards():
    found = inspect(str(FIXTURES / "practice/5x5.png"))
    assert repr(found) == f"<ReadResult: 1280x800 pixels, {found.best()!r}>"
    assert found._repr_html_() == found.best()._repr_svg_()
    assert found.to_dict()["readings"] == [found.best().to_dict()]


def test_result_without_a_board_says_so():
    empty = inspect(np.full((50, 80, 3), 255, np.uint8))
    assert repr(empty) == "<ReadResult: 80x50 pixels, no board>"
    assert empty._repr_html_() == "&lt;ReadResult: 80x50 pixels, no board&gt;"
    assert empty.to_dict() == {"readings": [], "refusals": []}
