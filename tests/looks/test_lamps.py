"""Lamps that a browser draws in many looks: read exactly, and other grids refused."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.looks import LOOKS
from tests.looks.lamps import LAMPS
from tests.looks.scene import Camera, camera
from vision import inspect, read_board

SELDOM_READ = {"merged"}
"""Adjacent lamps of one state without a line between them: refused."""
OTHERS = ["no calendar", "no crossword", "no chess", "no minesweeper", "no wordle", "no keyboard", "no heatmap"]


@pytest.fixture(scope="module")
def taker(browser: Browser) -> Iterator[Camera]:
    with camera(browser) as made:
        yield made


@pytest.mark.parametrize("name", [name for name in LAMPS if name not in SELDOM_READ])
def test_lamps_of_this_look_are_read(taker, name):
    scene = LAMPS[name](Random(f"{name} 0"))
    assert read_board(taker.take(scene), puzzle="lights-out").grid == scene.boards[0].grid


@pytest.mark.parametrize("name", sorted(SELDOM_READ))
def test_lamps_of_a_hard_look_are_never_read_wrong(taker, name):
    scene = LAMPS[name](Random(f"{name} 0"))
    readings = inspect(taker.take(scene), puzzle="lights-out").readings
    assert {reading.grid for reading in readings} <= {scene.boards[0].grid}


@pytest.mark.parametrize("name", OTHERS)
def test_cells_of_something_else_are_no_lamps(taker, name):
    scene = LOOKS[name](Random(f"{name} 0"))
    assert inspect(taker.take(scene)).readings == []
