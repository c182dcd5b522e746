"""Elements that cover a cell, and lines that move."""

import numpy as np
import pytest

from autoplay.player.board_geometry import fit_lines, is_covered, relocated
from vision import Reading


def cell(side=40, ground=255, line=0):
    picture = np.full((side, side, 3), ground, np.uint8)
    picture[[0, 1, -2, -1]] = picture[:, [0, 1]] = line
    return picture


def changed(part, level):
    picture = cell()
    picture[part] = level
    return picture


MIDDLE, ONE_SIDE, SHADED_BESIDE = np.s_[12:28, 12:28], np.s_[4:36, :4], np.s_[-1:, :]


@pytest.mark.parametrize(("now", "expected"), [
    (cell(), False), (cell(side=60), False), (cell(ground=200, line=20), False),
    (changed(MIDDLE, 0), False), (changed(ONE_SIDE, 255), False),
    (changed(SHADED_BESIDE, 180), False), (cell(line=255), True),
    (cell(ground=230, line=230), True), (cell(ground=40), False), (cell(ground=0), True),
])  # fmt: skip
def test_it_is_the_lines_round_a_cell_that_count(now, expected):
    assert is_covered([cell()], now) is expected
    assert not is_covered([cell(line=250)], cell(line=255)), "nothing stands out"


def test_a_board_of_changed_cells_is_found_by_its_outlines():
    sides = (0.0, 40.0, 80.0)
    reading = Reading("lights-out", ("**", ".."), sides, sides, (0, 0, 80, 80))
    rows = [np.hstack([cell(ground=ground)] * 2) for ground in (240, 40)]
    picture = np.full((200, 80, 3), 40, np.uint8)
    picture[60:140] = np.vstack(rows[::-1])
    assert relocated(reading, picture, np.vstack(rows)).box == (0, 60, 80, 140)


def test_lines_are_found_where_rows_have_grown():
    lines = (0.5, 20.5, 40.5, 60.5)
    reading = Reading("star-battle", ("AAA",) * 3, lines, lines, (0, 0, 61, 61))
    picture = np.full((100, 61, 3), 200, np.uint8)
    assert fit_lines(reading, picture) is None
    picture[[0, 32, 52, 72]] = 190
    picture[:73, [0, 20, 40, 60]] = 190
    fitted = fit_lines(reading, picture)
    assert fitted.xs + fitted.ys == pytest.approx((*lines, 0, 32, 52, 72), abs=1)
    assert fit_lines(fitted, picture) is None
    assert fit_lines(fitted, picture, is_elastic=True).ys == fitted.ys


def test_lines_are_found_where_columns_have_grown_to_both_sides():
    before = (60.5, 80.5, 100.5, 120.5)
    reading = Reading("star-battle", ("AAB",) * 3, before, before, (60, 60, 121, 121))
    grown = (50, 70, 111, 131)
    picture = np.full((200, 200, 3), 255, np.uint8)
    picture[60:121, grown] = picture[[60, 80, 100, 120], 50:132] = 150
    # A border is thick in part, and a heading is as wide as the board.
    picture[60:121, 109:114] = picture[40:50, 50:132:3] = 0
    fitted = fit_lines(reading, picture)
    assert fitted.xs == pytest.approx(np.add(grown, 0.5), abs=1)
    assert fitted.ys == pytest.approx(before, abs=1)


def test_a_line_that_moved_by_a_pixel_is_not_covered():
    now = cell()[:39, :38]
    shifted = [cell()[down : down + 39, right : right + 38] for down in (0, 1) for right in (0, 2)]
    assert is_covered([cell(line=90)], cell(line=255))
    assert not is_covered(shifted, now)
    assert is_covered(shifted, cell(line=255)[:39, :38])
