"""Lamps in drawn pictures: states, which is lit, what is refused, and looking again."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest

from vision import draw_overlay, inspect, read_board, update_reading
from vision.errors import AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError, UnsupportedPuzzle

YELLOW, DARK, GREY = (40, 210, 255), (70, 50, 40), (200, 200, 200)
GRID = ("*.*..", ".**.*", "..*..", "*...*", ".*.*.")


def drawn(grid, colours=None, at=(30, 40), pitch=40, gap=6, size=(300, 320)):
    """Discs or squares of a colour for each state, on a dark page."""
    colours = colours or {"*": YELLOW, ".": (90, 80, 80)}
    image = np.full((*size, 3), DARK, np.uint8)
    for (r, row), c in product(enumerate(grid), range(len(grid[0]))):
        if row[c] != " ":
            x, y = at[0] + c * pitch, at[1] + r * pitch
            cv2.rectangle(image, (x, y), (x + pitch - gap - 1, y + pitch - gap - 1), colours[row[c]], -1)
    return image


def read(image, **options):
    return read_board(image, puzzle="lights-out", **options)


def test_lamps_are_read_where_they_are():
    reading = read(drawn(GRID))
    assert (reading.puzzle, reading.grid, reading.box) == ("lights-out", GRID, (30, 40, 224, 234))
    assert reading.xs == pytest.approx([27, 67, 107, 147, 187, 227], abs=0.5)
    assert reading.confidence > 0.95


def test_lamps_are_found_without_being_told_that_there_are_any():
    assert inspect(drawn(GRID)).best().grid == GRID


def test_holes_have_no_lamp():
    grid = (" *.* ", "*.*..", ".* *.", "..*.*", " .*. ")
    assert read(drawn(grid)).grid == grid


@pytest.mark.parametrize(("lit", "swapped"), [("bright", False), ("dark", True), ("#ffd228", False), ("#5a5050", True)])
def test_a_person_says_which_is_lit(lit, swapped):
    other = tuple(row.translate(str.maketrans(".*", "*.")) for row in GRID)
    assert read(drawn(GRID), lit=lit).grid == (other if swapped else GRID)


def test_states_that_are_as_bright_are_refused_unless_any_will_do():
    image = drawn(GRID, {"*": (60, 60, 220), ".": (40, 130, 40)})
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit") as refused:
        read(image)
    assert "--lit" in refused.value.hint
    assert read(image, lit="any").grid


@pytest.mark.parametrize(("state", "lit", "grid"), [("*", "auto", "*"), (".", "none", "."), (".", "all", "*")])
def test_a_board_of_one_state_is_said_to_be_one(state, lit, grid):
    reading = read(drawn((state * 4,) * 4), lit=lit)
    assert reading.grid == (grid * 4,) * 4
    assert any("one state" in line for line in reading.evidence)


def test_three_states_are_numbered_from_the_darkest():
    grid = ("*.2.", "2*.*", "..2*", "*2..")
    assert read(drawn(grid, {".": (60, 40, 40), "*": (60, 60, 200), "2": YELLOW})).grid == grid


def test_lamps_that_the_picture_cuts_off_are_refused():
    with pytest.raises(BoardCutOff):
        read(drawn(GRID, at=(-20, 40)))


def test_a_single_row_and_a_bare_page_are_no_board():
    for image in (drawn(("*.*.*",)), np.full((200, 200, 3), 255, np.uint8)):
        with pytest.raises(BoardNotFound):
            read(image)


@pytest.mark.parametrize("puzzle", ["auto", "lights-out"])
def test_a_chess_board_is_no_board(puzzle):
    with pytest.raises(ReadingError):
        read_board(drawn(("*.*.", ".*.*", "*.*.", ".*.*")), puzzle=puzzle)


def test_what_has_whole_rows_of_one_state_is_a_table_unless_somebody_says_so():
    image = drawn(("****", "....", "****", "...."))
    with pytest.raises(ReadingError):
        read_board(image)
    assert read(image).rows == 4


def test_what_is_no_way_to_tell_the_lit_is_refused():
    with pytest.raises(UnsupportedPuzzle):
        read(drawn(GRID), lit="blue")


def test_looking_again_sees_what_changed_and_where_the_board_went():
    before, other = read(drawn(GRID)), (".****", *GRID[1:])
    assert update_reading(drawn(other), before).grid == other
    moved = update_reading(drawn(other, at=(50, 70)), before)
    assert (moved.grid, moved.box) == (other, (50, 70, 244, 264))
    with pytest.raises(BoardNotFound):
        update_reading(np.full((300, 320, 3), 30, np.uint8), before)


def test_a_look_that_was_never_seen_is_told_or_learned():
    before = read(drawn(GRID))
    image = drawn(("2" + GRID[0][1:], *GRID[1:]), {"*": YELLOW, ".": (90, 80, 80), "2": (60, 60, 230)})
    with pytest.raises(AmbiguousBoard, match="row 1, column 1"):
        update_reading(image, before)
    learned = update_reading(image, before, learn=True)
    assert learned.grid == ("2" + GRID[0][1:], *GRID[1:])
    assert (len(learned.looks), learned.looks[:2]) == (3, before.looks)


def test_a_board_of_one_state_learns_the_other():
    before = read(drawn(("****",) * 4))
    assert before.looks[0] is None
    now = update_reading(drawn(("..**", *("****",) * 3)), before, learn=True)
    assert now.grid == ("..**", *("****",) * 3)


def test_the_overlay_rings_lit_lamps_and_draws_presses():
    image = drawn(GRID)
    seen = draw_overlay(image, read(image), [(1, 0)])
    changed = (seen != image).any(axis=2)
    assert changed[80:114, 30:64].mean() > 0.1  # the press
    assert changed[44:70, 34:60].mean() > 0.1  # a ring
    assert not changed[44:70, 76:100].any()  # an unlit lamp


def test_lamps_that_touch_are_read_and_looked_at_again():
    image = drawn(GRID, gap=0)
    reading = read(image)
    assert (reading.grid, reading.box) == (GRID, (30, 40, 230, 240))
    dark = tuple("." * len(row) for row in GRID)
    assert update_reading(drawn(dark, gap=0), reading).grid == dark
    with pytest.raises(BoardNotFound, match="not there"):
        update_reading(drawn(GRID, gap=0, at=(50, 60)), reading)


def test_cells_that_touch_and_hold_something_are_no_lamps():
    image = drawn(GRID, gap=0)
    for c in range(5):
        cv2.putText(image, str(c), (44 + 40 * c, 68), cv2.FONT_HERSHEY_SIMPLEX, 0.6, GREY, 2)
    with pytest.raises(ReadingError):
        read(image)


def test_lamps_that_only_a_sign_tells_apart_are_refused_until_somebody_says_which_are_lit():
    image = drawn(tuple("." * 5 for _ in GRID), {".": GREY})
    for r, row in enumerate(GRID):
        for c in (c for c, state in enumerate(row) if state == "*"):
            cv2.circle(image, (47 + 40 * c, 57 + 40 * r), 8, (40, 40, 40), 2)
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit"):
        read(image)
    assert read(image, lit="dark").grid == GRID
