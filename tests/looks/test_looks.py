"""The reader on boards that a browser draws in many looks: exact, or refused."""

from random import Random

import pytest

from tests.qa.looks.around import AROUND
from tests.qa.looks.lamps import LAMPS
from tests.qa.looks.looks import ALONE
from tests.qa.looks.mixed import MIXED
from tests.qa.looks.mixed_pages import MIXED_PAGES
from tests.qa.looks.negatives import NEGATIVES
from tests.qa.looks.rare import RARE
from vision import inspect
from vision.errors import ReadingError
from vision.reading import Mark

SELDOM_READ = {"hatched", "jigsaw digits", "merged"}
"""Looks that are refused mostly: stripes, digits in cells, adjacent lamps without lines."""
MAY_BE_LAMPS = {"no seats", "no sequencer", "no led matrix", "no othello", "no pixel editor"}
"""Pages whose cells could be lamps, by all that is measured: names of rows, letters made of lamps."""
GROUPS = {"alone": ALONE, "rare": RARE, "around": AROUND, "mixed": (*MIXED, *MIXED_PAGES)}


def draw(name, look):
    """Return the scene that tests use of a look; other seeds are for the benchmark of looks."""
    return look(Random(f"{name} 0"))


def named(looks):
    return {look.__name__.replace("_", " "): look for look in looks}


def readings_of(taker, scene, **options):
    try:
        return inspect(taker.take(scene), **options).readings
    except ReadingError:
        return []


def is_exact(scene, readings):
    """Return True if the readings are those of the scene's boards; of one board, its marks too."""
    grids = sorted(board.grid for board in scene.boards)
    if sorted(reading.grid for reading in readings) != grids:
        return False
    if len(grids) > 1:
        return True
    (board,) = scene.boards
    marks = {Mark(*cell, "star") for cell in board.stars}
    marks |= {Mark(*cell, "cross") for cell in board.crosses}
    seen = {mark for mark in readings[0].marks if mark.kind in scene.kinds}
    return seen == {mark for mark in marks if mark.kind in scene.kinds}


@pytest.mark.parametrize("group", GROUPS)
def test_boards_of_these_looks_are_read_with_their_marks(taker, group):
    misread = []
    for name, look in named(GROUPS[group]).items():
        scene = draw(name, look)
        if name not in SELDOM_READ and not is_exact(scene, readings_of(taker, scene)):
            misread.append(name)
    assert misread == []


def test_lamps_of_these_looks_are_read(taker):
    misread = []
    for name, look in named(LAMPS).items():
        scene = draw(name, look)
        readings = readings_of(taker, scene, puzzle="lights-out")
        if name not in SELDOM_READ and [one.grid for one in readings] != [scene.boards[0].grid]:
            misread.append(name)
    assert misread == []


def test_boards_of_hard_looks_are_never_read_wrong(taker):
    lamps = named(LAMPS)
    looks = named((*ALONE, *RARE, *AROUND)) | lamps
    for name in SELDOM_READ:
        scene = draw(name, looks[name])
        options = {"puzzle": "lights-out"} if name in lamps else {}
        grids = {board.grid for board in scene.boards}
        assert {reading.grid for reading in readings_of(taker, scene, **options)} <= grids, name


@pytest.mark.parametrize("part", range(6))
def test_nothing_is_read_where_there_is_no_whole_board(taker, part):
    looks = named(NEGATIVES[part::6])
    read = {name for name, look in looks.items() if readings_of(taker, draw(name, look))}
    assert read <= MAY_BE_LAMPS
