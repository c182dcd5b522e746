"""Pegs in drawn pictures: both lattices, which look is a peg, what is refused, and looking again."""

from __future__ import annotations

from math import hypot

import cv2
import numpy as np
import pytest

from solvers.peg_solitaire import BOARDS, Board, named_board
from vision import draw_overlay, inspect, read_board, update_reading
from vision.errors import AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError

PAGE, WOOD = (240, 240, 240), (60, 105, 160)
LOOKS = {
    "flat discs": (PAGE, (205, 205, 205), (60, 60, 220)),
    "dark page": ((34, 34, 34), (60, 60, 60), (200, 200, 200)),
    "dark holes in wood": (WOOD, (20, 40, 70), (60, 200, 240)),
}
"""Colours of the page, of holes and of pegs, BGR."""
TRIANGLE = ("    .    ", "   o o   ", "  o . o  ", " o o o o ", "o o o . o")
ENGLISH = ("  ooo  ", "  o.o  ", "ooo.ooo", "ooooooo", "ooo..oo", "  ooo  ", "  ooo  ")


def drawn(grid, colours=LOOKS["flat discs"], step=40, squeeze=1.0, at=(60, 60), dot=1.0, margin=60):
    """Discs where the text has sites; text columns are half a step wide where it is staggered."""
    staggered = len({(r + c) % 2 for r, row in enumerate(grid) for c, s in enumerate(row) if s != " "}) == 1
    across, down = (step / 2, step * 0.866 * squeeze) if staggered else (step, step * squeeze)
    page, hole, peg = colours
    high = int(at[1] + down * (len(grid) - 1) + margin)
    wide = int(at[0] + across * (max(map(len, grid)) - 1) + margin)
    image = np.full((high, wide, 3), page, np.uint8)
    near = min(step, hypot(across, down) if staggered else down)
    for r, row in enumerate(grid):
        for c, site in enumerate(row):
            middle = tuple(round(16 * v) for v in (at[0] + c * across, at[1] + r * down))
            if site != " ":
                radius = 0.36 * near * (dot if site == "." else 1)
                cv2.circle(image, middle, round(16 * radius), peg if site == "o" else hole, -1, cv2.LINE_AA, 4)
    return image


def start(name, hole):
    """The text rows of a usual board with one hole."""
    board = named_board(name)
    return rows(board, {board.sites[hole]})


def rows(board: Board, holes):
    grid = [[" "] * board.cols for _ in range(board.rows)]
    for r, c in board.sites:
        grid[r][c] = "." if (r, c) in holes else "o"
    return tuple("".join(row) for row in grid)


def read(image, **options):
    return read_board(image, puzzle="pegs", **options)


@pytest.mark.parametrize("look_", LOOKS)
@pytest.mark.parametrize("grid", [TRIANGLE, ENGLISH], ids=["triangle", "english"])
def test_pegs_and_holes_are_told_in_several_looks(grid, look_):
    assert read(drawn(grid, LOOKS[look_])).grid == grid


@pytest.mark.parametrize("name", BOARDS)
def test_every_usual_board_is_read_without_being_told_that_there_is_one(name):
    grid = start(name, 0)
    assert read_board(drawn(grid, dot=0.5)).grid == grid


@pytest.mark.parametrize("squeeze", [0.65, 1.2])
def test_the_middle_of_each_character_is_that_of_its_site(squeeze):
    reading = read(drawn(TRIANGLE, squeeze=squeeze))
    assert reading.grid == TRIANGLE
    down = 40 * 0.866 * squeeze
    assert reading.centre(0, 4) == pytest.approx((60 + 80, 60), abs=1)
    assert reading.centre(4, 8) == pytest.approx((60 + 160, 60 + 4 * down), abs=1)


def test_a_triangle_upside_down_is_read():
    assert read(drawn(TRIANGLE[::-1])).grid == TRIANGLE[::-1]


def test_rows_that_begin_at_the_left_are_a_triangle():
    stairs = tuple(row.replace(" ", "").ljust(5) for row in TRIANGLE)
    reading = read(drawn(stairs))
    assert reading.grid == TRIANGLE
    assert reading.centre(2, 6) == pytest.approx((60 + 2 * 40, 60 + 2 * 40), abs=1.5)
    assert update_reading(drawn(stairs), reading).grid == TRIANGLE


def test_a_board_that_stands_on_its_corner_is_read():
    image = cv2.copyMakeBorder(drawn(ENGLISH), 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=PAGE)
    turn = cv2.getRotationMatrix2D((image.shape[1] / 2, image.shape[0] / 2), 45, 1)
    turned = cv2.warpAffine(image, turn, image.shape[1::-1], flags=cv2.INTER_CUBIC, borderValue=PAGE)
    reading = read(turned)
    quarters = [tuple("".join(row) for row in np.rot90([list(r) for r in ENGLISH], k)) for k in range(4)]
    assert reading.grid in quarters
    assert reading.warp is not None


def test_a_board_of_its_own_shape_is_read_where_somebody_says_that_it_is_pegs():
    grid = ("ooo  ", "o.ooo", "ooooo", " o.oo")
    assert read(drawn(grid)).grid == grid
    assert inspect(drawn(grid)).readings == []


def test_a_button_on_the_net_beside_the_board_is_no_site():
    image = drawn(ENGLISH)
    cv2.rectangle(image, (60 - 14, 100 - 14), (60 + 14, 100 + 14), (120, 60, 20), 2)
    assert read(image).grid == ENGLISH


@pytest.mark.parametrize("grid", [start("english", 16), start("triangle5", 0)], ids=["english", "triangle5"])
def test_a_part_of_a_board_is_cut_off(grid):
    image = drawn(grid)
    for part in (image[: -(60 + 20)], image[80:], image[:, 80:]):
        with pytest.raises(ReadingError):
            read(part)


def test_a_full_board_is_read_only_as_somebody_says():
    full = rows(named_board("triangle5"), set())
    with pytest.raises(AmbiguousBoard, match="all look alike") as refused:
        read(drawn(full))
    assert "--peg" in refused.value.hint
    assert read(drawn(full), lit="any").grid == read(drawn(full), lit="all").grid == full
    assert read(drawn(full), lit="none").grid == tuple(row.replace("o", ".") for row in full)


def test_looks_that_may_be_either_are_refused_and_settled_by_a_person():
    image = drawn(ENGLISH, (PAGE, (90, 140, 60), (60, 60, 190)))
    with pytest.raises(AmbiguousBoard, match="not clear which is a peg"):
        read(image)
    assert read(image, lit="#be3c3c").grid == ENGLISH
    assert read(image, lit="#3c8c5a").grid == tuple(row.translate(str.maketrans("o.", ".o")) for row in ENGLISH)


@pytest.mark.parametrize("image", [np.full((200, 200, 3), 255, np.uint8), drawn(("ooo",))])
def test_a_bare_page_and_a_single_row_are_no_board(image):
    with pytest.raises(BoardNotFound):
        read(image)


def test_looking_again_sees_the_jump_and_where_the_board_went():
    before = read(drawn(TRIANGLE))
    after = ("    o    ", "   . o   ", "  . . o  ", *TRIANGLE[3:])
    assert update_reading(drawn(after), before).grid == after
    assert update_reading(drawn(after, at=(70, 81)), before).grid == after
    assert update_reading(drawn(after, at=(60, 77)), before).centre(0, 4) == pytest.approx((140, 77), abs=1)
    with pytest.raises(BoardNotFound):
        update_reading(np.full((300, 300, 3), 240, np.uint8), before)


def test_a_chosen_peg_is_told_or_learned_and_a_peg_on_its_way_refused():
    before, image = read(drawn(ENGLISH)), drawn(ENGLISH)
    cv2.circle(image, (60 + 2 * 40, 60), 14, (200, 120, 20), -1, cv2.LINE_AA)
    with pytest.raises(AmbiguousBoard, match="row 1, column 3"):
        update_reading(image, before)
    learned = update_reading(image, before, learn=True)
    assert (learned.grid, len(learned.looks)) == (ENGLISH, len(before.looks) + 1)
    assert update_reading(image, learned).grid == ENGLISH


def test_the_overlay_rings_pegs_and_draws_jumps():
    image = drawn(TRIANGLE)
    seen = draw_overlay(image, read(image), [(2, 2), (0, 4)])
    changed = (seen != image).any(axis=2)
    assert changed[60:130, 100:140].mean() > 0.1  # the jump
    assert changed[180:215, 45:75].mean() > 0.1  # a ring


def test_a_hint_in_a_hole_in_the_colour_of_the_chosen_peg_is_no_peg():
    image, blue = drawn(ENGLISH), (255, 0, 0)
    before = read(image)
    cv2.circle(image, (60 + 3 * 40, 60), 14, blue, -1, cv2.LINE_AA)
    learned = update_reading(image, before, learn=True)
    cv2.circle(image, (60 + 3 * 40, 60 + 40), 8, blue, -1, cv2.LINE_AA)
    assert update_reading(image, learned).grid == ENGLISH


def test_a_board_that_runs_out_of_the_picture_is_cut_off():
    with pytest.raises(BoardCutOff):
        read(drawn(TRIANGLE)[:, 55:])
