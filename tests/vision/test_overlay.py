"""The overlay shows what was read, and leaves the rest of the picture alone."""

from __future__ import annotations

import numpy as np

from tests.vision.drawing import PUBLISHED, draw
from vision import draw_overlay, read_board


def test_overlay_changes_the_board_only() -> None:
    image = draw(PUBLISHED)
    reading = read_board(image)
    before = image.copy()
    drawn = draw_overlay(image, reading, [(0, 3)])
    assert np.array_equal(image, before)
    assert np.array_equal(drawn[:35], image[:35])
    x, y = (round(v) for v in reading.centre(0, 3))
    assert drawn[y, x].tolist() == [20, 150, 20]


def test_cells_of_one_region_have_one_tint() -> None:
    reading = read_board(draw(PUBLISHED))
    drawn = draw_overlay(draw(PUBLISHED), reading)
    tints: dict[str, set[tuple[int, ...]]] = {}
    for r in range(10):
        for c in range(10):
            x, y = (round(v) for v in reading.centre(r, c))
            tints.setdefault(PUBLISHED[r][c], set()).add(tuple(drawn[y, x].tolist()))
    assert all(len(seen) == 1 for seen in tints.values())
    assert len(set.union(*tints.values())) == 10
