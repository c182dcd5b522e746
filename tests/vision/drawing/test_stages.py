"""Pictures of each stage of a reading, also for refused boards, with the reason below."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, draw
from vision import inspect
from vision.drawing.stages import (
    LEVEL,
    READ,
    REFUSED,
    UPRIGHT,
    draw_hypotheses,
    stage_pictures,
)
from vision.game_reader import Sign

ALL = ["lines", "pitch", "walls", "regions", "marks"]


@pytest.fixture(scope="module")
def stages():
    return dict(stage_pictures(inspect(draw(PUBLISHED))))


def has(picture, colour):
    return bool((picture == colour).all(axis=2).any())


def test_a_board_that_was_read_shows_all_stages(stages):
    assert list(stages) == ALL
    assert has(stages["lines"], UPRIGHT)
    assert has(stages["lines"], LEVEL)
    assert has(stages["pitch"], READ)
    assert not has(stages["pitch"], REFUSED)
    assert len({picture.shape for picture in stages.values()}) == 1


def test_a_refused_board_is_shown_as_far_as_it_came():
    sudoku = tuple("".join("ABCD"[r // 2 * 2 + c // 2] for c in range(4)) for r in range(4))
    stages = dict(stage_pictures(inspect(draw(sudoku))))
    assert list(stages) == ALL[:4]
    assert has(stages["pitch"], REFUSED)


def test_a_picture_without_a_board_shows_its_lines_only():
    assert list(dict(stage_pictures(inspect(np.full((300, 300, 3), 255, np.uint8))))) == ["lines"]


def test_a_refused_grid_of_a_photo_is_drawn_where_it_lies():
    seen = inspect(draw(PUBLISHED))
    warp = cv2.getRotationMatrix2D((195.0, 195.0), 20, 0.7)
    (attempt,) = [attempt for attempt in seen.attempts if attempt.reading]
    leaning = replace(attempt, warp=(*warp.ravel().tolist(), 0.0, 0.0, 1.0))
    pitch = dict(stage_pictures(replace(seen, attempts=(leaning,))))["pitch"]
    scale = pitch.shape[1] // seen.image.shape[1]
    x, y = (round(v * scale) for v in warp @ (*attempt.reading.place(5, 5), 1))
    near = pitch[y - 3 : y + 4, x - 3 : x + 4].astype(int)
    assert np.abs(near - READ).sum(axis=2).min() < 60


def test_boards_are_shown_side_by_side_with_the_winner_first():
    seen = inspect(draw(PUBLISHED))
    (read,) = [attempt for attempt in seen.attempts if attempt.reading]
    against = (Sign("things in cells", -5.0),)
    refused = replace(read, puzzle="lights-out", reading=None, signs=against)
    picture = draw_hypotheses(replace(seen, attempts=(refused, read)))
    frames = [
        np.flatnonzero((picture == colour).all(axis=2).any(axis=0)) for colour in (READ, REFUSED)
    ]
    assert frames[0].max() < frames[1].min()
    alone = draw_hypotheses(replace(seen, attempts=(read,)))
    assert alone.shape[1] < picture.shape[1]


def test_a_picture_without_a_grid_has_no_boards_to_compare():
    assert draw_hypotheses(inspect(np.full((300, 300, 3), 255, np.uint8))) is None
