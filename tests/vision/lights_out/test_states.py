"""States of lamps: lit or not, by brightness or as the user says, and their numbers."""

from itertools import product

import cv2
import numpy as np
import pytest

from tests.vision.lights_out.lamp_pictures import (
    GREY,
    GRID,
    NIGHT,
    WHITE,
    YELLOW,
    drawn_lamps,
    read_lamps,
    ruled_lamps,
)
from vision import read_board
from vision.errors import AmbiguousBoard


@pytest.mark.parametrize(
    ("lit", "swapped"), [("bright", False), ("dark", True), ("#ffd228", False), ("#5a5050", True)]
)
def test_the_lit_keyword_decides_which_state_is_lit(lit, swapped):
    other = tuple(row.translate(str.maketrans(".*", "*.")) for row in GRID)
    assert read_lamps(drawn_lamps(GRID), lit=lit).grid == (other if swapped else GRID)


def test_equally_bright_states_are_refused_but_for_any():
    image = drawn_lamps(GRID, {"*": (60, 60, 220), ".": (40, 130, 40)})
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit") as refused:
        read_lamps(image)
    assert "--lit" in refused.value.hint
    assert read_lamps(image, lit="any").grid


@pytest.mark.parametrize(
    ("state", "lit", "grid"), [("*", "auto", "*"), (".", "none", "."), (".", "all", "*")]
)
def test_a_board_of_one_state_is_reported_as_such(state, lit, grid):
    reading = read_lamps(drawn_lamps((state * 4,) * 4), lit=lit)
    assert reading.grid == (grid * 4,) * 4
    assert any("one state" in line for line in reading.evidence)


def test_three_states_are_numbered_from_the_darkest():
    grid = ("*.2.", "2*.*", "..2*", "*2..")
    found = read_lamps(drawn_lamps(grid, {".": (60, 40, 40), "*": (60, 60, 200), "2": YELLOW})).grid
    assert found == grid


def test_three_states_of_which_the_darkest_may_be_places_without_a_lamp_are_refused():
    dead = {"#": (66, 66, 66), ".": (64, 128, 64), "*": (192, 255, 192)}
    with pytest.raises(AmbiguousBoard, match="places without one"):
        read_lamps(drawn_lamps(("##*.", "**#.", "*.**", ".**."), dead))


def test_a_shade_over_some_dark_lamps_is_no_light():
    several = drawn_lamps(("*.*.*", ".*...") * 2, {".": (52, 44, 40), "*": (66, 58, 54)})
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit"):
        read_lamps(several)


@pytest.mark.parametrize("opacity", [0.6, 0.7, 0.8])
def test_a_faded_lamp_under_the_pointer_is_in_no_state_of_its_own(opacity):
    image = drawn_lamps(GRID)
    lamp = image[40:74, 30:64]
    lamp[:] = (opacity * lamp + (1 - opacity) * image[0, 0]).round()
    assert read_lamps(image).grid == GRID


def test_a_colour_that_shines_is_lit_whatever_is_drawn_round_it():
    image = np.full_like(drawn_lamps(GRID), 255)
    for row, col in product(range(5), repeat=2):
        fill, rim = ((50, 195, 255), 0) if GRID[row][col] == "*" else (WHITE, 120)
        cv2.circle(image, (47 + 40 * col, 57 + 40 * row), 15, fill, -1)
        cv2.circle(image, (47 + 40 * col, 57 + 40 * row), 15, (rim,) * 3, 4)
    assert read_lamps(image).grid == GRID


@pytest.mark.parametrize("bulb", [(90, 90, 90), (200, 200, 200)], ids=["dark", "pale"])
def test_bulbs_that_are_all_alike_say_nothing_about_light(bulb):
    image = drawn_lamps(("****",) * 4, {"*": WHITE})
    for row, col in product(range(4), repeat=2):
        cv2.circle(image, (57 + 40 * col, 47 + 40 * row), 9, bulb, -1)
    with pytest.raises(AmbiguousBoard, match="either all are lit or all are unlit"):
        read_lamps(image)
    assert read_lamps(image, lit="none").grid == ("....",) * 4


def test_lamps_that_only_a_sign_distinguishes_need_the_lit_keyword():
    image = drawn_lamps(tuple("." * 5 for _ in GRID), {".": GREY})
    for r, row in enumerate(GRID):
        for c in (c for c, state in enumerate(row) if state == "*"):
            cv2.circle(image, (47 + 40 * c, 57 + 40 * r), 8, (40, 40, 40), 2)
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit"):
        read_lamps(image)
    assert read_lamps(image, lit="dark").grid == GRID


@pytest.mark.parametrize("colour", [(166, 166, 12), (255, 99, 41)], ids=["teal", "blue"])
def test_the_only_colour_is_lit_beside_cells_as_bare_as_the_page(colour):
    bare = 252, 251, 247
    image = ruled_lamps(GRID, {"*": colour, ".": bare}, line=(180, 180, 170), page=WHITE)
    assert read_lamps(image).grid == GRID


def test_grey_cells_that_stand_out_from_ones_as_bright_as_the_page_need_the_lit_keyword():
    colours = {"*": (150, 150, 150), ".": WHITE}
    image = ruled_lamps(GRID, colours, line=(180, 180, 170), page=(247, 247, 247))
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit"):
        read_lamps(image)
    assert read_lamps(image, lit="any").grid == GRID


@pytest.mark.parametrize("line", [(0, 0, 0), (230,) * 3])
def test_white_lamps_on_a_bright_page_are_lit_beside_dark_ones(line):
    image = ruled_lamps(GRID, {"*": WHITE, ".": (90, 60, 30)}, line=line, page=(230,) * 3)
    assert read_lamps(image).grid == GRID


def test_cells_as_white_as_the_page_may_be_unlit_beside_dark_ones():
    image = ruled_lamps(GRID, {"*": WHITE, ".": (90, 60, 30)})
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit"):
        read_lamps(image)
    assert read_lamps(image, lit="any").grid == GRID


@pytest.mark.parametrize(
    ("shade", "page"),
    [
        ((156, 188, 26), (133, 160, 22)),
        ((18, 156, 243), (34, 126, 230)),
        ((71, 160, 67), (50, 125, 46)),
    ],
    ids=["teal", "orange", "green"],
)
def test_white_lamps_on_a_coloured_page_are_lit_beside_its_shades(shade, page):
    image = ruled_lamps(GRID, {"*": WHITE, ".": shade}, line=page, page=page, width=4)
    assert read_lamps(image).grid == GRID


def test_balls_of_which_some_lie_a_pixel_beside_their_places_are_alike():
    grid = ("*.*..*", ".**..*", "..*.*.", "*...*.", ".*...*")
    image = np.full((330, 400, 3), (74, 64, 56), np.uint8)
    dark = (30, 80, 28), (60, 110, 60)
    lit = (74, 255, 118), (220, 255, 230)
    for row, col in np.ndindex(5, 6):
        x = 50 + 52 * col + (2 * row + col) % 3 // 2
        y = 60 + 46 * row + (row + 2 * col) % 3 // 2
        ball, light = lit if grid[row][col] == "*" else dark
        cv2.circle(image, (x, y + 4), 17, (30, 26, 22), -1, cv2.LINE_AA)
        cv2.circle(image, (x, y), 17, ball, -1, cv2.LINE_AA)
        cv2.ellipse(image, (x - 5, y - 8), (8, 4), 0, 0, 360, light, -1, cv2.LINE_AA)
    assert read_board(image).grid == grid


def test_two_drawings_on_one_ground_do_not_say_which_is_lit():
    image = drawn_lamps(GRID, {"*": YELLOW, ".": YELLOW}, pitch=48, gap=8, size=(330, 330))
    for (r, row), c in product(enumerate(GRID), range(5)):
        x, y = 30 + 48 * c, 40 + 48 * r
        if row[c] == "*":
            cv2.rectangle(image, (x + 8, y + 25), (x + 31, y + 31), (250, 240, 190), -1)
        else:
            cv2.rectangle(image, (x + 8, y + 8), (x + 31, y + 14), (30, 50, 90), -1)
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit"):
        read_lamps(image)


def test_a_bright_state_of_the_panel_s_colour_may_be_unlit():
    colours = {"*": (15, 188, 155), ".": (15, 56, 15)}
    grid = ("*.*..", ".**..", "..*..", "*...*", ".*...")
    image = ruled_lamps(grid, colours, line=(15, 172, 139), page=(15, 56, 15), width=6)
    with pytest.raises(AmbiguousBoard, match="neither is clearly lit"):
        read_lamps(image)
    assert read_lamps(image, lit="bright").grid == grid


def test_glow_around_lit_lamps_is_no_bright_panel():
    grid = ("*.*..", ".**..", "..*..", "*...*", ".*...")
    image = drawn_lamps(grid, {"*": YELLOW, ".": (50, 40, 35)})
    lit = cv2.inRange(image, YELLOW, YELLOW)
    near = cv2.dilate(lit, np.ones((5, 5), np.uint8))
    image[(near > 0) & (lit == 0)] = (50, 190, 235)
    assert read_lamps(image).grid == grid


def test_the_page_between_check_boxes_is_no_panel():
    grid = ("**.*.", ".*..*", "..***", ".****", "*..*.")
    image = drawn_lamps(grid, {"*": (13, 72, 217), ".": WHITE}, gap=12)
    image[(image == NIGHT).all(axis=2)] = 250
    for (row, line), col in product(enumerate(grid), range(5)):
        x, y = 30 + 40 * col, 40 + 40 * row
        if line[col] == "*":
            tick = np.array([(x + 5, y + 14), (x + 11, y + 20), (x + 22, y + 7)])
            cv2.polylines(image, [tick], False, WHITE, 5)
        else:
            cv2.rectangle(image, (x, y), (x + 27, y + 27), (118, 118, 118), 2)
    assert read_lamps(image).grid == grid
