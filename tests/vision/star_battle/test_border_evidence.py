"""Regions from borders: the evidence of one source, and its agreement with the other."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.boards import PUBLISHED, Look, disc, draw, random_grid
from vision import read_board
from vision.confidence import FILLING_CONFIDENCE
from vision.errors import AmbiguousBoard, ReadingError
from vision.grid.borders import Borders, borders_inside, label_regions
from vision.image import Image, to_lab
from vision.star_battle.border_evidence import (
    find_natural_groups,
    join_weakest_borders,
    measure_groups,
)
from vision.star_battle.cell_colours import recolour_lone_cells, remove_shades


def _borders(grid, weak, strong, seed=0):
    """Return borders whose strengths are ``weak`` inside regions and ``strong`` between them."""
    rng = np.random.default_rng(seed)
    inside = borders_inside(label_regions(grid))
    strengths = np.where(
        inside, rng.uniform(*weak, len(inside)), rng.uniform(*strong, len(inside))
    ).astype(np.float32)
    return Borders(len(grid), len(grid), strengths, np.ones_like(inside))


@given(size=st.integers(4, 12), seed=st.integers(0, 999))
def test_two_kinds_of_border_give_the_regions_back(size: int, seed: int) -> None:
    grid = random_grid(size, seed)
    found = join_weakest_borders(_borders(grid, (0.9, 1.1), (1.3, 5), seed), size)
    assert found.rows() == grid
    assert found.between > found.inside
    assert found.inside < 1.2 < found.between  # the strengths are rounded


@given(size=st.integers(5, 10), seed=st.integers(0, 999))
def test_one_kind_of_border_separates_nothing(size: int, seed: int) -> None:
    found = join_weakest_borders(_borders(("A" * size,) * size, (1, 1.2), (1, 1), seed), size)
    assert found.between / found.inside < 1.2
    assert find_natural_groups(_borders(("A" * size,) * size, (1, 1.2), (1, 1), seed), 0.1) is None


def test_a_border_drawn_inside_a_region_is_noticed() -> None:
    borders = _borders(PUBLISHED, (1, 1), (3, 3))
    borders.strengths[8 * 9 + 8] = 3
    found = join_weakest_borders(borders, 10)
    assert found.between <= found.inside


def test_lines_that_show_only_borders_between_regions_are_no_evidence() -> None:
    borders = _borders(PUBLISHED, (0, 0), (1, 1))
    labels = label_regions(PUBLISHED)
    shown = measure_groups(borders, labels)
    assert shown.between > shown.inside
    assert measure_groups(borders.hide(borders_inside(labels)), labels).inside == np.inf


def test_every_border_is_told_the_most_doubtful_first() -> None:
    reading = read_board(draw(PUBLISHED, Look(pitch=40)))
    assert len(reading.borders) == 180
    margins = [border.margin for border in reading.borders]
    assert margins == sorted(margins)
    assert margins[0] > 1.6
    labels = label_regions(PUBLISHED)
    for border in reading.borders:
        r, c = (
            (border.row, border.col + 1) if border.side == "right" else (border.row + 1, border.col)
        )
        assert border.drawn == (labels[border.row, border.col] != labels[r, c])
        assert border.line == pytest.approx(3 if border.drawn else 1, abs=0.3)
        assert border.colour == 0


def _coloured() -> np.ndarray:
    return draw(PUBLISHED, Look(pitch=40, colours=True))


def test_a_line_too_many_changes_no_region_and_comes_first() -> None:
    image = _coloured()
    image[242:278, 239:242] = 0
    reading = read_board(image)
    assert reading.grid == PUBLISHED
    first = reading.borders[0]
    assert (first.row, first.col, first.side, first.drawn) == (5, 4, "right", False)
    assert first.margin < 1 < reading.borders[1].margin


def test_discs_that_nearly_touch_dashed_lines_are_no_lines() -> None:
    image = draw(PUBLISHED, Look(pitch=24, thin=0, thick=2, margin=10))
    for at, dash in product(range(34, 250, 24), range(10, 250, 6)):
        image[at, dash : dash + 4] = image[dash : dash + 4, at] = 0
    for row in range(10):
        disc(image, (22 + 24 * ((row * 3 + 1) % 10), 22 + 24 * row), 9, (0, 0, 0), 1)
    assert read_board(image).grid == PUBLISHED


@pytest.mark.parametrize(("frame", "framed"), [(6, True), (2, False)])
def test_a_thick_frame_counts_if_colours_show_the_regions(frame: int, framed: bool) -> None:
    look = Look(pitch=40, thin=2, thick=2, frame=frame, colours=True, margin=frame // 2)
    assert (read_board(draw(PUBLISHED, look)).confidence > FILLING_CONFIDENCE) is framed


GREEN, BLUE = (160, 223, 179), (255, 190, 150)


def board(shaded: dict[tuple[int, int], float], size: int = 5) -> np.ndarray:
    """Return colours of a board of two regions, left and right, with some cells darker."""
    pixels = np.full((size, size, 3), GREEN, np.float64)
    pixels[:, 3:] = BLUE
    for cell, part in shaded.items():
        pixels[cell] *= part
    return to_lab(np.asarray(np.rint(pixels), np.uint8))


@pytest.mark.parametrize("cell", [(1, 1), (0, 0), (2, 4), (1, 2), (3, 3)])
@pytest.mark.parametrize("part", [0.6, 0.8, 0.9])
def test_a_darker_cell_gets_the_colour_of_its_neighbours(cell, part):
    (repaired,) = remove_shades(board({cell: part}))
    assert np.abs(repaired - board({})).max() < 1


@pytest.mark.parametrize("cell", [(1, 1), (0, 4)])
@pytest.mark.parametrize("part", [0.1, 0.3])
def test_a_cell_nearer_to_white_gets_the_colour_of_its_neighbours(cell, part):
    ground = GREEN if cell[1] < 3 else BLUE
    colours = board({})
    colours[cell] = to_lab(np.asarray([[[round(c + part * (255 - c)) for c in ground]]], np.uint8))[
        0, 0
    ]
    (repaired,) = remove_shades(colours)
    assert np.abs(repaired - board({})).max() < 1


@pytest.mark.parametrize(
    "colours",
    [board({}), board({(1, 1): 0.8, (3, 0): 0.8}), board({(1, 1): 0.3}), board({(1, 1): 1.1})],
    ids=["no shade", "two", "nearly black", "brighter"],
)
def test_all_other_colours_stay(colours):
    assert remove_shades(colours) == []


def test_a_region_of_one_cell_keeps_its_colour():
    colours = board({})
    colours[1, 1] = colours[0, 4]
    assert remove_shades(colours) == []


def shown_with(cells: dict[tuple[int, int], tuple[int, int, int]]) -> Image:
    """Return a board whose regions only colours show, with some cells in other colours."""
    image = draw(PUBLISHED, Look(pitch=40, thin=2, thick=2, colours=True))
    for (row, col), colour in cells.items():
        image[42 + 40 * row : 79 + 40 * row, 42 + 40 * col : 79 + 40 * col] = colour
    return image


@pytest.mark.parametrize("colour", [(60, 60, 60), (250, 250, 250), (40, 40, 220)])
def test_a_cell_under_the_mouse_belongs_where_the_puzzle_has_one_solution(colour):
    assert read_board(shown_with({(3, 4): colour})).grid == PUBLISHED


@pytest.mark.parametrize("towards", [0, 255])
@pytest.mark.parametrize("part", [0.1, 0.3])
def test_a_darker_or_paler_cell_is_a_shade_of_a_colour_beside_it(towards, part):
    ground = shown_with({})[45, 45]
    shade = tuple((ground + part * (towards - ground.astype(float))).tolist())
    assert read_board(shown_with({(0, 0): shade})).grid == PUBLISHED


def test_a_cell_that_may_belong_to_two_regions_is_named():
    with pytest.raises(AmbiguousBoard, match="row 1, column 1: a cell has a colour of its own"):
        read_board(shown_with({(0, 0): (40, 40, 220)}))


def test_two_cells_of_other_colours_are_not_both_under_the_mouse():
    with pytest.raises(ReadingError):
        read_board(shown_with({(0, 0): (60, 60, 60), (5, 9): (40, 40, 220)}))


def test_many_cells_unlike_their_neighbours_are_regions_or_something_else():
    colours = np.zeros((6, 6, 3), np.float32)
    colours[[0, 2, 4, 0], [0, 2, 4, 4], 0] = 90
    assert recolour_lone_cells(colours) == []


@pytest.mark.parametrize("page", [(0, 0, 0), (18, 18, 18), (255, 255, 255), (120, 60, 30)])
@pytest.mark.parametrize(("part", "first"), [(0.7, 0), (0.85, 1), (0.93, 0)])
def test_the_shade_of_every_other_cell_is_taken_away(page, part, first):
    shown = np.array([(60, 120, 40), (150, 40, 90), (30, 90, 160), (140, 130, 20), (90, 30, 120)])
    labels = np.array([list(row) for row in ("00112", "03312", "03442", "03342", "00000")], int)
    pixels = shown[labels].astype(np.float64)
    shaded = np.indices((5, 5)).sum(axis=0) % 2 == first
    pixels[shaded] = np.array(page) + part * (pixels[shaded] - page)
    repaired = remove_shades(to_lab(np.asarray(np.rint(pixels), np.uint8)))[0]
    assert max(np.ptp(repaired[labels == k], axis=0).max() for k in range(5)) < 3
