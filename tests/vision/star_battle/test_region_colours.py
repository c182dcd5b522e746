"""Regions that are in several pieces, or beside blocked cells."""

import random

import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, Look, draw
from vision import inspect, read_board, update_reading
from vision.errors import AmbiguousBoard, BadFix, ReadingError

PIECES = ("ABCDEFF", "ABCDEEE", "ABCDDDD", "ABCDCCG", "ABBDBBG", "AAAAAAG", "GGGGGGG")
SEVERAL = ("AABBCC", "AABBCC", "ADDECC", "FDDEEC", "FFDEEA", "FFFEAA")
COLOURS = Look(40, thick=1, colours=True)
SIGNS = "in several pieces, as the colours show"


def test_colours_show_regions_in_several_pieces() -> None:
    stars = {(0, 6): "star", (4, 3): "cross"}
    reading = read_board(draw(PIECES, COLOURS, stars))
    assert reading.grid == PIECES
    assert {(mark.row, mark.col): mark.kind for mark in reading.marks} == stars
    assert any(SIGNS in line for line in reading.evidence)
    again = update_reading(draw(PIECES, COLOURS), reading)
    assert (again.grid, again.marks) == (PIECES, ())


def test_pieces_with_several_solutions_need_the_puzzle_s_name() -> None:
    image = draw(SEVERAL, COLOURS)
    with pytest.raises(AmbiguousBoard, match="exactly one solution"):
        read_board(image)
    assert read_board(image, puzzle="star-battle").grid == SEVERAL


def test_a_lone_cell_may_hide_that_two_regions_share_a_colour() -> None:
    grid = [row.replace("J", "A") for row in PUBLISHED]
    grid[4] = grid[4][:5] + "J" + grid[4][6:]
    with pytest.raises(AmbiguousBoard):
        read_board(draw(tuple(grid), COLOURS), puzzle="star-battle")


def test_lines_show_no_pieces_and_cells_of_any_colours_no_regions() -> None:
    with pytest.raises(ReadingError):
        read_board(draw(PIECES, Look(40)), puzzle="star-battle")
    rng = random.Random(1)
    for size in (6, 7, 8):
        grid = tuple("".join(rng.choices("ABCDEFGH"[:size], k=size)) for _ in range(size))
        with pytest.raises(ReadingError):
            read_board(draw(grid, COLOURS), puzzle="star-battle")


def test_a_person_may_correct_a_cell_of_a_piece() -> None:
    image = draw(PIECES, COLOURS)
    fixed = read_board(image, puzzle="star-battle", fixes={(3, 4): "D"})
    assert fixed.grid[3] == "ABCDDCG"
    with pytest.raises(BadFix):
        read_board(image, fixes={(3, 4): "F"})


def test_a_gradient_of_the_page_shows_no_regions() -> None:
    image = draw(PUBLISHED, Look(40))
    shaded = image * np.linspace(1, 0.7, image.shape[1])[:, None]
    assert read_board(np.asarray(shaded, np.uint8)).grid == PUBLISHED


BLOCKED = (
    "AABBCCDD",
    "AAABBCD#",
    "A#ACCCDD",
    "CCCCCDDD",
    "EEE#FDG#",
    "EFEFF#GG",
    "EFEFFFHG",
    "#FFF#FHG",
)


@pytest.mark.parametrize("look", [COLOURS, Look(40)], ids=["colours", "lines"])
def test_regions_are_read_beside_blocked_cells(look) -> None:
    # A drawing on blocked cells, such as hatching, is no mark.
    reading = read_board(draw(BLOCKED, look, {(0, 4): "star", (2, 1): "cross"}))
    assert reading.grid == BLOCKED
    assert [mark.kind for mark in reading.marks] == ["star"]
    assert any("beside blocked cells" in line for line in reading.evidence)


def test_lamps_beside_places_without_one_are_no_regions_beside_blocked_cells() -> None:
    colours = {"#": (34, 34, 34), "A": (60, 60, 60), "B": (0, 230, 250)}
    image = np.full((280, 280, 3), 34, np.uint8)
    for row, line in enumerate(("AABAB", "AABBB", "BB#AA", "ABABA", "AAABA")):
        for col, state in enumerate(line):
            image[40 * row + 42 : 40 * row + 78, 40 * col + 42 : 40 * col + 78] = colours[state]
    assert all(reading.puzzle != "star-battle" for reading in inspect(image).readings)


def test_seams_at_every_second_line_are_no_lattice_of_regions_without_lines() -> None:
    image = draw(PUBLISHED, Look(80, thin=0, thick=0, frame=0, colours=True))
    for at in range(40, 841, 160):
        image[at] = 64 + image[at] // 4 * 3
        image[:, at] = 64 + image[:, at] // 4 * 3
    assert read_board(image).grid == PUBLISHED


def test_shaded_cells_of_coloured_regions_belong_where_their_lines_are_weak() -> None:
    image = draw(PUBLISHED, Look(40, thin=1.5, thick=3, colours=True))
    for row, col in ((0, 9), (4, 3), (7, 5)):
        inside = image[40 * row + 43 : 40 * row + 78, 40 * col + 43 : 40 * col + 78]
        inside[:] = inside // 4 + np.array((0, 0, 90), np.uint8)
    reading = read_board(image)
    assert (reading.grid, "3 cells of other colours" in reading.evidence[1]) == (PUBLISHED, True)


def test_as_many_shaded_cells_as_regions_are_none_if_the_lines_show_a_puzzle() -> None:
    grid = ("AABBC", "AABDC", "BBBDD", "EBBDD", "EEEDD")
    image = draw(grid, Look(40))
    for row, col in ((0, 1), (2, 2), (3, 4), (4, 0)):
        image[40 * row + 42 : 40 * row + 78, 40 * col + 42 : 40 * col + 78] = (160, 230, 250)
    assert read_board(image).grid == grid


@pytest.mark.parametrize(
    "grid",
    [
        (*(row.replace("H", "G") for row in BLOCKED[:7]), "#FFF#FHH"),
        ("AABCCC", "ADBCCC", "DDBBEE", "GFFBEE", "FFBBEE", "FFBBEE"),
    ],
    ids=["several solutions", "a region too many"],
)
def test_cells_are_only_blocked_if_that_gives_one_solution(grid) -> None:
    with pytest.raises(ReadingError):
        read_board(draw(grid, COLOURS), puzzle="star-battle")


def test_a_coloured_board_in_a_spreadsheet_ends_where_its_colours_do() -> None:
    sheet = np.full((460, 540, 3), 255, np.uint8)
    sheet[20:441:40, 20:500] = sheet[20:440, 20:501:40] = 200
    board = draw(("AABBCC", "AABCCD", "AAECCD", "AAECCD", "AAFCDD", "AFFCDD"), COLOURS)[
        40:-40, 40:-40
    ]
    sheet[100:340, 140:380] = board
    reading = read_board(sheet)
    assert (reading.grid[1], reading.box[0] // 10, reading.rows) == ("AABCCD", 14, 6)
    assert any("spreadsheet" in line for line in reading.evidence)
    sheet[100:340, 140:380] = draw(SEVERAL, COLOURS)[40:-40, 40:-40]
    with pytest.raises(ReadingError):
        read_board(sheet, puzzle="star-battle")


def test_small_cells_of_many_colours_are_not_divided_further() -> None:
    image = np.full((120, 120, 3), 255, np.uint8)
    colours = np.random.default_rng(0).integers(0, 256, (5, 5, 3))
    image[30:90, 30:90] = colours.repeat(12, axis=0).repeat(12, axis=1)
    with pytest.raises(ReadingError):
        read_board(image, puzzle="star-battle")
