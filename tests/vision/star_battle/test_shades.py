import numpy as np
import pytest

from vision.image import to_lab
from vision.star_battle.cell_colours import remove_shades

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
