"""The reader on boards that a browser draws in many looks: exact, or refused if nothing is to be read."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.looks import LOOKS
from tests.looks.boards import some_board
from tests.looks.scene import Camera, camera
from vision import inspect
from vision.errors import ReadingError
from vision.reading import Mark

SELDOM_READ = {"hatched", "jigsaw digits"}
"""Looks that are refused, always or mostly: striped regions, and digits in the cells as in other puzzles."""
NOTHING = [name for name in LOOKS if name.startswith("no ")]
READ = [name for name in LOOKS if name not in NOTHING and name not in SELDOM_READ]


@pytest.fixture(scope="module")
def taker(browser: Browser) -> Iterator[Camera]:
    with camera(browser) as made:
        yield made


def read(taker, name, seed=0):
    """Return a scene of a look, and the readings of its picture."""
    scene = LOOKS[name](Random(f"{name} {seed}"))
    try:
        return scene, inspect(taker.take(scene)).readings
    except ReadingError:
        return scene, []


def marked(board, kinds):
    """Return the marks of these kinds on a board."""
    marks = {Mark(*cell, "star") for cell in board.stars} | {Mark(*cell, "cross") for cell in board.crosses}
    return {mark for mark in marks if mark.kind in kinds}


@pytest.mark.parametrize("name", READ)
def test_a_board_of_this_look_is_read_with_its_marks(taker, name):
    scene, readings = read(taker, name)
    assert sorted(reading.grid for reading in readings) == sorted(board.grid for board in scene.boards)
    if len(scene.boards) == 1:
        seen = {mark for mark in readings[0].marks if mark.kind in scene.kinds}
        assert seen == marked(scene.boards[0], scene.kinds)


@pytest.mark.parametrize("name", sorted(SELDOM_READ))
def test_a_board_of_a_hard_look_is_never_read_wrong(taker, name):
    scene, readings = read(taker, name)
    assert {reading.grid for reading in readings} <= {board.grid for board in scene.boards}


@pytest.mark.parametrize("name", NOTHING)
def test_nothing_is_read_where_there_is_no_whole_board(taker, name):
    _, readings = read(taker, name)
    assert readings == []


def test_seed_determines_the_drawing():
    for name, draw in LOOKS.items():
        assert draw(Random(name)) == draw(Random(name))
        assert len({draw(Random(f"{name} {seed}")).html for seed in range(6)}) > 1, name


def test_a_turned_board_keeps_its_solution():
    for seed in range(20):
        board = some_board(Random(seed), largest=8, marked=1)
        by_row = {sum(r == row for r, _ in board.stars) for row in range(board.size)}
        by_region = {sum(board.grid[r][c] == letter for r, c in board.stars) for letter in set("".join(board.grid))}
        assert len(by_row | by_region) == 1
