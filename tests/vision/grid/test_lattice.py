"""Grids of cells are found whatever they look like, and nothing else is."""

import cv2
import numpy as np
import pytest

from tests.vision.boards import PUBLISHED, Look, draw, random_grid
from vision import read_board
from vision.errors import ReadingError
from vision.files.loading import load_image
from vision.grid.cells import cell_colours
from vision.grid.lattice import Lattice, find_lattice, have_even_cells, space_evenly
from vision.grid.lines import find_edges, find_meshes


def lattices(image: np.ndarray) -> list[Lattice]:
    """Return every grid of cells in a picture."""
    found = (find_lattice(mesh) for mesh in find_meshes(find_edges(image)))
    return [lattice for lattice in found if lattice]


def test_striped_regions_are_read() -> None:
    image, colours = (
        draw(PUBLISHED, Look(pitch=44, thick=4, colours=coloured)) for coloured in (False, True)
    )
    rows, cols = np.indices(image.shape[:2])
    striped = np.where(colours.mean(axis=2) < 190, rows % 8 < 4, cols % 7 < 3)
    image[(image.min(axis=2) == 255) & (colours.min(axis=2) < 255) & striped] = (241, 241, 241)
    assert lattices(image) == []
    assert read_board(image).grid == PUBLISHED


@pytest.mark.parametrize("quality", [80, 40])
def test_the_noise_of_a_jpeg_hides_no_grid(quality: int) -> None:
    marks = {(r, c): "cross" for r in range(10) for c in range(10) if (r + c) % 2}
    image = draw(PUBLISHED, Look(pitch=31), marks)
    coded = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, quality))[1]
    assert read_board(load_image(coded.tobytes())).grid == PUBLISHED


def test_cells_of_several_colours_are_told() -> None:
    image = draw(random_grid(8, 5), Look(pitch=32, colours=True))
    (lattice, *_) = lattices(image)
    coarse = Lattice(lattice.xs[::2], lattice.ys[::2], lattice.box)
    assert not cell_colours(image, lattice)[1].any()
    assert cell_colours(image, coarse)[1].mean() > 0.3


@pytest.mark.parametrize("gap", [12, 16, 20])
def test_a_line_of_the_page_above_a_board_gives_way_to_its_own(gap: int) -> None:
    image = draw(PUBLISHED, Look(pitch=54, thin=2, thick=4, margin=80))
    board = read_board(image)
    page = np.pad(image, ((0, 0), (300, 300), (0, 0)), mode="edge")
    cv2.line(page, (0, board.box[1] - gap), (page.shape[1], board.box[1] - gap), (225, 225, 225), 1)
    reading = read_board(page)
    assert reading.grid == PUBLISHED
    assert reading.marks == ()
    assert np.ptp(np.diff(reading.ys)) < 5


@pytest.mark.parametrize("beyond", [(230, 235), (120, 160), (40, 0)])
def test_a_bar_behind_a_board_is_no_part_of_it(beyond: tuple[int, int]) -> None:
    board = draw(("ABCDE",) * 5, Look(pitch=53, colours=True, thick=2, margin=0))
    bar = np.pad(board, ((4, 4), beyond, (0, 0)))
    page = np.pad(bar, ((60, 60), (30, 30), (0, 0)), constant_values=243)
    assert read_board(page).grid == ("ABCDE",) * 5


def test_buttons_in_line_with_a_board_are_no_column_of_it() -> None:
    image = draw(PUBLISHED, Look(pitch=32, margin=60))
    for top in range(60, 380, 32):
        cv2.rectangle(image, (22, top), (54, top + 32), (90, 90, 90), 1)
    assert read_board(image).grid == PUBLISHED


def test_buttons_above_a_board_are_no_row_of_it() -> None:
    grid = ("AAAAB", "AACAB", "DDCAA", "DDCEA", "DDEEE")
    board = draw(grid, Look(pitch=50, margin=0))
    page = np.pad(board, ((80, 40), (30, 60), (0, 0)), constant_values=250)
    # Some of their sides are where lines of the board would go on.
    for left, right in ((34, 129), (137, 229), (237, 329)):
        cv2.rectangle(page, (left, 37), (right, 73), (110, 110, 110), 1)
    assert read_board(page).grid == grid


def test_lines_that_were_not_found_lie_evenly_among_those_that_were():
    assert space_evenly([None, (332, 333), (410, 411), (488, 489)]) == (
        [254.5, 332.5, 410.5, 488.5],
        78.0,
    )
    assert space_evenly([(20, 21), (98, 99), (176, 177)]) is None
    assert space_evenly([(20, 21), None, (176, 177)]) is None


def test_a_cell_of_two_pixels_is_none() -> None:
    assert have_even_cells(np.array([10, 35, 62, 88, 112], np.float32))
    assert not have_even_cells(np.array([10, 35, 60, 62, 88, 112], np.float32))


def test_wide_cells_are_read_only_if_they_hold_a_puzzle() -> None:
    look = Look(pitch=24, thick=1, colours=True, thin_line=(180, 180, 180))
    wide = cv2.resize(draw(PUBLISHED, look), None, fx=2.5, fy=1, interpolation=cv2.INTER_NEAREST)
    xs = read_board(wide).xs
    # A cross is as wide as it is high.
    x = round((xs[3] + xs[4]) / 2)
    cv2.line(wide, (x - 5, 47), (x + 5, 57), (0, 0, 204), 2)
    cv2.line(wide, (x - 5, 57), (x + 5, 47), (0, 0, 204), 2)
    reading = read_board(wide)
    assert reading.grid == PUBLISHED
    assert reading.marks == ((0, 3, "cross"),)
    table = draw(random_grid(8, 5), look)
    table = cv2.resize(table, None, fx=2.5, fy=1, interpolation=cv2.INTER_NEAREST)
    with pytest.raises(ReadingError, match="wide cells"):
        read_board(table, puzzle="star-battle")


def test_hatchings_tell_regions_apart() -> None:
    image = draw(PUBLISHED, Look(pitch=40, thick=1))
    row, col = np.indices(image.shape[:2])
    dots = (row % 8 - 4) ** 2 + (col % 8 - 4) ** 2
    strokes = (
        row % 6 == 0, col % 6 == 0, (row + col) % 7 == 0, (row - col) % 7 == 0, row < 0,
        (row % 6 == 0) | (col % 6 == 0), ((row + col) % 8 == 0) | ((row - col) % 8 == 0),
        dots <= 1, dots <= 6, row % 10 == 0,
    )  # fmt: skip
    for r, c in np.ndindex(10, 10):
        cell = np.s_[40 + 40 * r : 80 + 40 * r, 40 + 40 * c : 80 + 40 * c]
        image[cell][strokes["ABCDEFGHIJ".index(PUBLISHED[r][c])][cell]] = 0
    reading = read_board(image)
    assert reading.grid == PUBLISHED
    assert reading.marks == ()
