"""Grids with clear regions that are not boards, and marks that are no stars."""

from itertools import product

import cv2
import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, WALLED, Look, disc, draw, random_grid
from vision import read_board
from vision.errors import AmbiguousBoard, ReadingError, UnsupportedPuzzle
from vision.reading import Mark
from vision.star_battle.marks import Marks
from vision.star_battle.players_marks import crosses_as_stars, has_boxed_labels, may_be_stars

PITCH = MARGIN = 40
STRIPES = ("ABCDE",) * 5
WALLED_ALL_ROUND = ("#.#...", "#....#", "#...##", "......", "###..#", "#....#")


def _write(image, text, row, col, across, down, size):
    """Write a text into a cell; its lower left corner is at this part of the cell."""
    at = round(MARGIN + PITCH * (col + across)), round(MARGIN + PITCH * (row + down))
    cv2.putText(
        image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 1 + (size > 0.85), cv2.LINE_AA
    )


def test_a_jigsaw_sudoku_holds_digits_not_stars() -> None:
    image = draw(random_grid(9, 4), Look(PITCH, margin=MARGIN))
    for k in range(27):
        _write(image, str(1 + k % 9), k % 9, (k * 3 + k // 9) % 9, 0.25, 0.8, 0.9)
    with pytest.raises(ReadingError):
        read_board(image)


def test_shaded_cells_among_numbers_are_those_of_another_puzzle() -> None:
    grid = ("#......#", "...#....", "......#.", "..#.....", ".....#..", ".#......", *["." * 8] * 2)
    image = draw(grid, Look(PITCH, margin=MARGIN))
    assert read_board(image, puzzle="star-battle").grid == grid
    for row, col in product(range(8), repeat=2):
        if grid[row][col] == ".":
            _write(image, str(1 + (3 * row + 5 * col) % 8), row, col, 0.25, 0.8, 0.8)
    with pytest.raises(UnsupportedPuzzle, match="numbers"):
        read_board(image)


@pytest.mark.parametrize("stars", [set(), {(0, 2), (2, 5), (4, 3), (6, 1), (8, 7), (1, 9)}])
def test_letters_of_regions_are_no_marks_but_stars_in_their_place_are(stars) -> None:
    image = draw(PUBLISHED, Look(PITCH, colours=True, margin=MARGIN), dict.fromkeys(stars, "star"))
    for row, col in product(range(10), repeat=2):
        if (row, col) not in stars:
            _write(image, PUBLISHED[row][col], row, col, 0.25, 0.75, 0.8)
    reading = read_board(image)
    assert (reading.grid, {(r, c) for r, c, _ in reading.marks}) == (PUBLISHED, stars)


def test_numbers_in_corners_are_a_sign_of_a_crossword() -> None:
    look = Look(PITCH, thick=1, frame=3, margin=MARGIN)
    for grid in (WALLED, WALLED_ALL_ROUND):
        assert read_board(draw(grid, look), puzzle="star-battle").grid == grid
    image = draw(WALLED, look)
    for k, (row, col) in enumerate(
        [(0, 0), (0, 1), (0, 4), (1, 2), (2, 3), (3, 0), (3, 4), (4, 2), (5, 1), (5, 3)]
    ):
        _write(image, str(k + 1), row, col, 0.15, 0.36, 0.25)
    assert "numbers in corners" in read_board(image, puzzle="star-battle").evidence[0]
    with pytest.raises(ReadingError):
        read_board(image)


def test_a_thin_line_that_the_zoom_swallowed_is_no_cover() -> None:
    image = draw(PUBLISHED, Look(PITCH, colours=True, margin=MARGIN))
    x = MARGIN + 5 * PITCH
    for r in range(10):
        if PUBLISHED[r][4] == PUBLISHED[r][5]:
            inside = slice(MARGIN + r * PITCH + 3, MARGIN + (r + 1) * PITCH - 2)
            image[inside, x - 2 : x + 3] = image[MARGIN + r * PITCH + 10, x - 10]
    assert read_board(image).grid == PUBLISHED


@pytest.mark.parametrize("box", [(0.1, 7.1, 1.9, 8.9), (5.0, 1.8, 5.6, 4.4), (2.9, 5.1, 5.0, 6.4)])
def test_a_patch_of_a_regions_colour_covers_what_is_below(box) -> None:
    image = draw(PUBLISHED, Look(PITCH, colours=True, margin=MARGIN))
    top, left, bottom, right = (MARGIN + round(PITCH * side) for side in box)
    image[top:bottom, left:right] = image[60, 380]
    with pytest.raises(AmbiguousBoard, match="as if something covered it"):
        read_board(image)


def test_hatching_is_neither_stars_nor_figures() -> None:
    image = draw(PUBLISHED, Look(PITCH, colours=True, margin=MARGIN))
    hatched = image.copy()
    end = MARGIN + 10 * PITCH
    for at in range(-end, end, 14):
        cv2.line(hatched, (at, 0), (at + end, end), (60, 60, 60), 1, cv2.LINE_AA)
    only = np.kron(
        np.array([[letter in "BEFGH" for letter in row] for row in PUBLISHED]),
        np.ones((PITCH, PITCH)),
    )
    inside = np.zeros(image.shape[:2], np.bool_)
    inside[MARGIN:end, MARGIN:end] = only.astype(np.bool_)
    image[inside] = np.minimum(image, hatched)[inside]
    reading = read_board(image)
    assert (reading.grid, reading.cells_marked("star")) == (PUBLISHED, frozenset())


def test_discs_in_more_cells_than_stars_can_be_in_are_notes() -> None:
    stars = {(0, 1): "star", (2, 3): "star"}
    image = draw(STRIPES, Look(PITCH, colours=True, margin=MARGIN), stars)
    for row, col in set(product(range(5), repeat=2)) - set(stars):
        disc(image, (MARGIN + PITCH * col + 20, MARGIN + PITCH * row + 20), 9, (40, 40, 40))
    reading = read_board(image, puzzle="star-battle")
    assert (reading.grid, reading.cells_marked("star")) == (STRIPES, set(stars))


def test_a_star_too_many_makes_no_notes_of_all_stars() -> None:
    stars = dict.fromkeys([*SOLUTION, (5, 0)], "star")
    reading = read_board(draw(GRID, Look(PITCH, margin=MARGIN), stars), puzzle="star-battle")
    assert reading.cells_marked("star") == set(stars)


def test_marks_in_the_first_row_and_column_are_no_labels() -> None:
    outer = [*product((0,), range(1, 6)), *product(range(1, 6), (0,))]
    colours = np.zeros((6, 6, 3), np.float32)
    crosses = tuple(Mark(row, col, "cross") for row, col in outer)
    assert has_boxed_labels(colours, Marks(crosses))
    assert not has_boxed_labels(colours, Marks((*crosses, Mark(3, 3, "cross"))))
    labels = tuple(Mark(row, col, "star") for row, col in (*outer, (3, 3)))
    figures = {cell: sum(cell) for cell in outer}
    assert has_boxed_labels(colours, Marks(labels, {**figures, (3, 3): 9}))
    assert not has_boxed_labels(colours, Marks(labels, dict.fromkeys([*outer, (3, 3)], 0)))


def test_colours_prove_equal_boxes_that_lines_do_not() -> None:
    assert read_board(draw(STRIPES, Look(PITCH, colours=True))).grid == STRIPES
    with pytest.raises(UnsupportedPuzzle, match="divided into rectangles"):
        read_board(draw(STRIPES, Look(PITCH)), puzzle="star-battle")


GRID = ("AAABBC", "AAABBD", "AAAAAD", "EEADDD", "EEEDDD", "EEFFFF")
SOLUTION = [(0, 5), (1, 3), (2, 1), (3, 4), (4, 0), (5, 2)]


def test_stars_may_be_apart_but_not_touch_or_share_a_unit():
    for cells in ([], SOLUTION[:3], [(0, 0), (2, 5)]):
        assert may_be_stars(GRID, cells)
    for cells in ([(0, 0), (1, 1)], [(0, 0), (0, 4)], [(0, 0), (3, 0)], [(0, 0), (2, 3)]):
        assert not may_be_stars(GRID, cells)


def test_crosses_that_solve_the_board_are_its_stars():
    crosses = tuple(Mark(r, c, "cross") for r, c in SOLUTION)
    assert {mark.kind for mark in crosses_as_stars(GRID, Marks(crosses)).found} == {"star"}
    moved = (*crosses[:-1], Mark(5, 3, "cross"))
    for others in (crosses[:-1], moved):
        assert crosses_as_stars(GRID, Marks(others)).found == others
    with_a_dot = (*crosses, Mark(0, 0, "dot"))
    assert crosses_as_stars(GRID, Marks(with_a_dot)).found == with_a_dot


def test_two_colours_of_cells_that_merge_are_not_regions_by_their_faint_lines() -> None:
    grid = ("AAABB", "ACAAB", "BDBBB", "BBBBB", "BBEEE")
    two = tuple(row.translate(str.maketrans("CDE", "BAA")) for row in grid)
    image = draw(
        two, Look(pitch=60, thin=0.5, thick=0, frame=0, thin_line=(240, 240, 240), colours=True)
    )
    with pytest.raises(UnsupportedPuzzle, match="2 colours"):
        read_board(image, puzzle="star-battle")


@pytest.mark.parametrize("side", ["corner", "row"])
def test_what_covers_the_frame_of_a_board_is_seen(side) -> None:
    grid = ("AABBCC", "ABBBCC", "DDDBCB", "DDBBBB", "DEEBBB", "EEBBFF")
    image = draw(grid, Look(pitch=40, thick=4, colours=True))
    if side == "corner":
        image[248:300, 210:300] = 255
    else:
        for col in range(6):
            cv2.rectangle(image, (43 + 40 * col, 243), (77 + 40 * col, 277), (16, 16, 16), -1)
    with pytest.raises(AmbiguousBoard, match="covered it"):
        read_board(image)


def test_a_dark_region_with_the_shadows_of_its_cells_is_no_bar_over_a_side() -> None:
    grid = ("ABBBB", "AAACC", "AADCC", "AAACE", "AAAEE")
    colours = ((92, 57, 49), (186, 130, 68), (85, 148, 90), (60, 60, 180), (90, 180, 220))
    image = np.full((420, 420, 3), (40, 24, 20), np.uint8)
    for row, col in product(range(5), repeat=2):
        tile = image[40 + 68 * row : 108 + 68 * row, 40 + 68 * col : 108 + 68 * col]
        fill = np.array(colours["ABCDE".index(grid[row][col])])
        tile[:] = (0.7 * fill).astype(np.uint8)
        tile[:-6, :-6] = fill
    assert read_board(image).grid == grid


def test_a_square_part_of_a_longer_board_without_a_frame_there_is_none() -> None:
    image = draw(PUBLISHED, Look(pitch=40, thick=5))
    image[40 + 8 * 40 + 6 : 40 + 9 * 40 - 6] = np.roll(image, 25, axis=1)[366:394]
    with pytest.raises(ReadingError):
        read_board(image[:400])


def test_clues_beside_rows_and_columns_are_those_of_another_puzzle() -> None:
    grid = random_grid(6, 4)
    image = draw(grid, Look(pitch=PITCH, margin=MARGIN, thick=4))
    assert read_board(image, puzzle="star-battle").grid == grid
    for number, clue in enumerate("314212"):
        _write(image, clue, -1, number, 0.3, 0.7, 0.7)
        _write(image, clue, number, -1, 0.3, 0.7, 0.7)
    with pytest.raises(UnsupportedPuzzle, match="clues beside it"):
        read_board(image)
    names = draw(grid, Look(pitch=PITCH, margin=MARGIN, thick=4))
    for number, name in enumerate("ABCDEF"):
        _write(names, name, -1, number, 0.3, 0.7, 0.7)
        _write(names, str(number + 1), number, -1, 0.3, 0.7, 0.7)
    assert read_board(names, puzzle="star-battle").grid == grid


def test_rectangles_alone_are_no_star_battle() -> None:
    grid = ("AABBBCC", "AABBBCC", "AADDDCC", "EEDDDCC", "EEFFFGG", "EEFFFGG", "EEFFFGG")
    with pytest.raises(UnsupportedPuzzle, match="divided into rectangles"):
        read_board(draw(grid, Look(pitch=PITCH, thick=4)))


OPEN = ("AAABBB", "AAABBB", "CCCBDD", "CCCDDD", "EEEDFF", "EEEFFF")
"""A grid with several solutions."""


@pytest.mark.parametrize("count", [2, 12])
def test_shades_across_regions_are_those_of_another_puzzle(count) -> None:
    image = draw(OPEN, Look(pitch=PITCH, margin=MARGIN, thick=4))
    for row, col in list(product(range(1, 6, 2), range(1, 5)))[:count]:
        part = image[MARGIN + PITCH * row :, MARGIN + PITCH * col :][:PITCH, :PITCH]
        part[part.min(axis=2) > 200] = 150
    if count == 2:
        assert read_board(image).grid == OPEN
    else:
        with pytest.raises(UnsupportedPuzzle, match="two shades"):
            read_board(image)


@pytest.mark.parametrize(("grid", "is_read"), [(OPEN, False), (GRID, True)])
def test_numbers_in_the_corners_of_regions_count_only_without_one_solution(grid, is_read) -> None:
    image = draw(grid, Look(pitch=PITCH, margin=MARGIN, thick=4))
    corners = {letter: divmod("".join(grid).index(letter), 6) for letter in "ABCDEF"}
    for number, (row, col) in enumerate(corners.values()):
        _write(image, str(number + 2), row, col, 0.15, 0.36, 0.25)
    if is_read:
        assert read_board(image).grid == grid
    else:
        with pytest.raises(UnsupportedPuzzle, match="corner"):
            read_board(image)
