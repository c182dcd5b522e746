"""Classification of sites as pegs or holes, by their appearance or as the user says."""

from itertools import pairwise, permutations
from pathlib import Path

import cv2
import numpy as np
import pytest

from solvers.peg_solitaire import named_board
from tests.vision.boards import disc
from tests.vision.peg_solitaire.peg_pictures import (
    APPEARANCES,
    ENGLISH,
    PAGE,
    TRIANGLE,
    WOOD,
    drawn_pegs,
    read_pegs,
    rows,
    site_middles,
    start,
)
from vision import inspect, load_image, read_board, update_reading
from vision.errors import AmbiguousBoard
from vision.peg_solitaire.patches import RADIUS, Appearances
from vision.peg_solitaire.peg_or_hole import decide_pegs

ENGLISH_START = start("english", 16)


@pytest.mark.parametrize("appearance", APPEARANCES)
@pytest.mark.parametrize("grid", [TRIANGLE, ENGLISH], ids=["triangle", "english"])
def test_pegs_and_holes_of_several_appearances_are_distinguished(grid, appearance):
    assert read_pegs(drawn_pegs(grid, APPEARANCES[appearance])).grid == grid


def test_a_full_board_needs_the_lit_keyword():
    full = rows(named_board("triangle5"), set())
    with pytest.raises(AmbiguousBoard, match="all look alike") as refused:
        read_pegs(drawn_pegs(full))
    assert "--peg" in refused.value.hint
    for lit in ("any", "all"):
        assert read_pegs(drawn_pegs(full), lit=lit).grid == full
    expected = tuple(row.replace("o", ".") for row in full)
    assert read_pegs(drawn_pegs(full), lit="none").grid == expected


COLOURS = {"a": (40, 60, 220), "b": (230, 130, 60), "c": (60, 200, 90), "d": (40, 220, 240)}


def test_pegs_of_a_full_board_may_have_several_colours():
    full = rows(named_board("triangle5"), set())
    grid = ("    a    ", "   b c   ", "  d a b  ", " c d a b ", "b c d a c")
    image = drawn_pegs(full, (WOOD, WOOD, (255, 255, 255)))
    for letter, colour in COLOURS.items():
        these = tuple("".join("o" if site == letter else " " for site in row) for row in grid)
        drawn = drawn_pegs(these, (WOOD, WOOD, colour))
        image = np.where((drawn != WOOD).any(axis=2, keepdims=True), drawn, image)
    with pytest.raises(AmbiguousBoard, match="4 colours and one outline: all of them may be pegs"):
        read_pegs(image)
    assert read_pegs(image, lit="any").grid == read_pegs(image, lit="all").grid == full


def test_pegs_may_have_nine_colours_if_these_repeat():
    grid = start("triangle6", 12)
    image = drawn_pegs(grid, ((30, 80, 30), (10, 40, 10), PAGE), dot=0.3)
    sites = np.argwhere(np.array([[*row] for row in grid]) == "o").tolist()
    for number, (row, col) in enumerate(sites):
        colour = cv2.applyColorMap(np.uint8([[number % 9 * 25]]), cv2.COLORMAP_HSV)[0, 0]
        disc(image, (60 + 20 * col, 60 + round(34.64 * row)), 14, colour.tolist())
    assert read_pegs(image).grid == grid


@pytest.mark.parametrize("last", [0.36, 0.12], ids=["peg", "dot of a hint"])
def test_the_last_pegs_may_all_differ_in_colour_but_not_in_outline(last):
    few = rows(named_board("triangle5"), set(named_board("triangle5").sites))
    image = drawn_pegs(few, (WOOD, (20, 40, 70), PAGE), dot=0.4)
    places = [(0, 4), (2, 4), (4, 2)]
    for (row, col), radius, colour in zip(
        places, (0.36, 0.36, last), COLOURS.values(), strict=False
    ):
        disc(image, (60 + 20 * col, 60 + round(34.64 * row)), round(40 * radius), colour)
    if last < 0.36:
        with pytest.raises(AmbiguousBoard, match="all but one of them are rare"):
            read_pegs(image)
    else:
        assert read_pegs(image).grid == (
            "    o    ",
            "   . .   ",
            "  . o .  ",
            " . . . . ",
            ". o . . .",
        )


def test_unclear_appearances_need_the_lit_keyword():
    image = drawn_pegs(ENGLISH, (PAGE, (90, 140, 60), (60, 60, 190)))
    with pytest.raises(AmbiguousBoard, match="not clear which is a peg"):
        read_pegs(image)
    assert read_pegs(image, lit="#be3c3c").grid == ENGLISH
    assert read_pegs(image, lit="#3c8c5a").grid == tuple(
        row.translate(str.maketrans("o.", ".o")) for row in ENGLISH
    )


def test_glossy_grey_balls_in_the_colour_of_the_page_are_not_holes():
    image = drawn_pegs(ENGLISH_START, ((120,) * 3, (45,) * 3, (120,) * 3), step=50)
    for r, row in enumerate(ENGLISH_START):
        for c in (c for c, site in enumerate(row) if site == "o"):
            for radius, grey in ((18, 70), (15, 105), (12, 120), (7, 160), (3, 235)):
                off = (18 - radius) // 3
                disc(image, (60 + 50 * c - off, 60 + 50 * r - off), radius, (grey,) * 3)
    found = {reading.grid for reading in inspect(image, puzzle="pegs").readings}
    assert found <= {ENGLISH_START}


def test_holes_in_a_damaged_part_of_the_picture_are_not_pegs():
    image = drawn_pegs(ENGLISH, APPEARANCES["dark holes in wood"])
    damaged = image[60 + 40 * 6 - 20 :]
    damaged[:] = np.clip(damaged + np.array([120, -60, 150]), 0, 255)
    with pytest.raises(AmbiguousBoard, match="damaged"):
        read_pegs(image)


def test_the_ground_under_a_peg_is_no_part_of_it():
    image = drawn_pegs(ENGLISH, ((255, 255, 255), (255, 255, 255), (20, 130, 190)))
    for row, col in np.ndindex(7, 7):
        corner, opposite = (40 + 40 * col, 40 + 40 * row), (80 + 40 * col, 80 + 40 * row)
        if ENGLISH[row][col] != " ":
            cv2.rectangle(image, corner, opposite, (0, 0, 0), 2)
    # The last jump ended on a cell that is grey since then.
    cv2.rectangle(image, (122, 202), (158, 238), (170, 170, 170), -1)
    cv2.circle(image, (140, 220), 14, (20, 130, 190), -1, cv2.LINE_AA)
    assert read_pegs(image).grid == ENGLISH


def test_pieces_on_the_squares_of_a_chess_board_are_pegs_on_both_shades():
    image = np.full((400, 400, 3), (44, 56, 48), np.uint8)
    for row, col in np.ndindex(7, 7):
        if ENGLISH[row][col] != " ":
            square = image[60 + 40 * row : 100 + 40 * row, 60 + 40 * col : 100 + 40 * col]
            square[:] = ((181, 217, 240), (99, 136, 181))[(row + col) % 2]
        if ENGLISH[row][col] == "o":
            cv2.circle(image, (80 + 40 * col, 80 + 40 * row), 15, (34, 34, 34), -1, cv2.LINE_AA)
    reading = read_pegs(image)
    assert reading.grid == ENGLISH
    cv2.circle(image, (80 + 40 * 3, 80 + 40 * 1), 15, (34, 34, 34), -1, cv2.LINE_AA)
    assert update_reading(image, reading).grid[1] == "  ooo  "


def test_a_doubt_about_shaded_balls_is_not_settled_by_taking_them_apart():
    picture = Path(__file__).parents[3] / "fixtures/pegs-practice/english.png"
    grey = cv2.cvtColor(load_image(picture), cv2.COLOR_BGR2GRAY)
    readings = inspect(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), puzzle="pegs").readings
    assert all(reading.grid == ENGLISH_START for reading in readings)


def test_hexagons_that_nearly_touch_cover_nothing():
    image = np.full((400, 420, 3), (38, 38, 38), np.uint8)
    grid = start("triangle5", 0)
    turns = np.pi / 3 * np.arange(6) + np.pi / 6
    for row, line in enumerate(grid):
        for col, site in enumerate(line):
            middle = (102 + 27 * col, 80 + 48 * row)
            corners = np.rint(middle + 27 * np.stack([np.cos(turns), np.sin(turns)], axis=1))
            colour = {"o": (241, 102, 99), ".": (64, 64, 64)}.get(site, (38, 38, 38))
            if site != " ":
                cv2.fillPoly(image, [corners.astype(np.int32)], colour, cv2.LINE_AA)
    assert read_pegs(image).grid == grid


@pytest.mark.parametrize(
    "colours",
    [
        ((104, 160, 200), (31, 74, 107), (31, 31, 107)),
        ((215, 236, 248), (150, 190, 222), (20, 60, 140)),
    ],
)
def test_a_single_site_in_a_shade_of_the_board_is_the_hole(colours):
    assert read_pegs(drawn_pegs(ENGLISH_START, colours)).grid == ENGLISH_START


GROUND = (60, 0, 0)
DOT = ((0.1, (20, 0, 0)),)
GREY_COPY = (DOT, ((0.3, (95, 0, 0)),), ((0.3, (30, 0, 0)),), ((0.2, (75, 0, 0)), (0.16, GROUND)))


def patch_of(rings, ground=GROUND):
    patch = np.full((*RADIUS.shape, 3), ground, np.float32)
    for radius, colour in rings:
        patch[radius >= RADIUS] = colour
    return patch


def test_rings_of_a_grey_copy_are_no_pegs_beside_larger_holes():
    labels = np.repeat(np.arange(len(GREY_COPY)), 7)
    patches = tuple(map(patch_of, GREY_COPY))
    with pytest.raises(AmbiguousBoard):
        decide_pegs("sites", Appearances(labels, patches, 3.0), np.float32(GROUND), "auto")


def test_pegs_of_usual_colours_are_told_in_any_order():
    wood = (68, 12, 35)
    hole = patch_of(((0.1, (20, 5, 8)),), wood)
    colours = ((75, 5, 70), (92, 0, 5), (40, 10, -45), (45, 55, 35))
    labels = np.array([0] + [1, 2, 3, 4] * 4)
    for order in permutations(patch_of(((0.3, colour),), wood) for colour in colours):
        appearances = Appearances(labels, (hole, *order), 3.0)
        decided = decide_pegs("sites", appearances, np.float32(wood), "auto")
        assert decided.pegs == (False, *[True] * 4)


def test_holes_with_a_ring_round_them_are_no_pegs():
    image = drawn_pegs(ENGLISH)
    for row, col in ((1, 3), (2, 3), (4, 3)):
        cv2.circle(image, (60 + 40 * col, 60 + 40 * row), 14, (80, 200, 80), 3, cv2.LINE_AA)
    assert read_pegs(image).grid == ENGLISH


def test_buttons_larger_than_pegs_do_not_change_their_size():
    image = np.full((400, 640, 3), PAGE, np.uint8)
    pegs = drawn_pegs(TRIANGLE, margin=40)
    image[: pegs.shape[0], : pegs.shape[1]] = pegs
    for y in (90, 260):
        disc(image, (480, y), 60, (120, 120, 120))
    assert read_pegs(image).part == read_pegs(pegs).part


WOODEN = (78, 8, 25)


@pytest.mark.parametrize(
    ("pegs", "holes", "is_sure"), [(14, 1, True), (8, 7, False), (1, 14, False)]
)
def test_a_single_site_is_likelier_a_hole_than_the_last_peg(pegs, holes, is_sure):
    peg = patch_of(((0.4, (82, 12, 28)),), WOODEN)
    hole = patch_of(((0.15, (30, 10, 20)),), WOODEN)
    appearances = Appearances(np.repeat([0, 1], [pegs, holes]), (peg, hole), 3.0)
    if is_sure:
        assert decide_pegs("sites", appearances, np.float32(WOODEN), "auto").pegs == (True, False)
    else:
        with pytest.raises(AmbiguousBoard):
            decide_pegs("sites", appearances, np.float32(WOODEN), "auto")


@pytest.mark.parametrize("sign", ["number", "plus", "line"])
def test_an_outline_is_a_hole_whatever_small_is_drawn_in_it(sign):
    image = np.full((320, 320, 3), 255, np.uint8)
    if sign == "line":
        middles = [middle for _, middle in site_middles(TRIANGLE, step=50)]
        for one, other in pairwise(middles):
            cv2.line(image, one, other, (0, 0, 0), 1, cv2.LINE_AA)
    for number, (site, middle) in enumerate(site_middles(TRIANGLE, step=50)):
        fill = (255, 255, 255) if site == "." else (160, 160, 160)
        cv2.circle(image, middle, 16, fill, -1, cv2.LINE_AA)
        cv2.circle(image, middle, 16, (0, 0, 0), 1, cv2.LINE_AA)
        at = middle[0] - 8, middle[1] + 5
        if sign == "number":
            cv2.putText(image, str(number), at, 0, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
        if sign == "plus" and site == ".":
            cv2.putText(image, "+", at, 0, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    assert read_pegs(image).grid == TRIANGLE


def test_words_on_discs_are_no_decoration_of_pegs():
    grid = start("triangle5", 0)
    image = drawn_pegs(grid, step=60, margin=80)
    for number, (_, (x, y)) in enumerate(site_middles(grid, step=60)):
        cv2.putText(image, str(number + 10), (x - 9, y + 5), 0, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    assert read_board(image).grid == grid
    image = np.full_like(image, 255)
    for number, (site, (x, y)) in enumerate(site_middles(grid, step=60)):
        cv2.circle(image, (x, y), 22, (60, 60, 220) if site == "o" else (205, 205, 205), -1)
        word = ("fat", "meat", "milk", "bread")[number % 4]
        cv2.putText(image, word, (x - 16, y + 5), 0, 0.45, (255, 255, 255), 1, cv2.LINE_AA)
    seen = inspect(image)
    assert not seen.readings
    assert any("figures" in str(attempt.refusal) for attempt in seen.attempts)
    assert read_pegs(image).grid == grid
