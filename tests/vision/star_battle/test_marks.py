"""Marks are in the middle of cells; remains of a border at the rim are not marks."""

import cv2
import numpy as np
import pytest

from vision.grid.lattice import Lattice
from vision.image import to_lab
from vision.reading import Mark
from vision.star_battle.mark_shapes import number_drawings
from vision.star_battle.marks import find_marks

LINES = np.arange(0, 161, 40, dtype=np.float32)
LATTICE = Lattice(LINES, LINES, (0, 0, 160, 160))


def _marks(image: np.ndarray) -> tuple[Mark, ...]:
    ground = np.tile(to_lab(np.full((1, 1, 3), 255, np.uint8))[0, 0], (4, 4, 1))
    return find_marks(image, LATTICE, ground).found


def test_the_shade_of_a_border_is_no_mark() -> None:
    image = np.full((160, 160, 3), 255, np.uint8)
    image[40:80, 40:50] = 150
    image[70:80, 40:80] = 150
    assert _marks(image) == ()


def test_a_ring_inside_the_lines_is_no_mark_but_what_it_holds_is() -> None:
    image = np.full((160, 160, 3), 255, np.uint8)
    cv2.rectangle(image, (45, 5), (75, 35), 0, 3)
    cv2.rectangle(image, (85, 45), (115, 75), 0, 3)
    image[52:68, 92:108] = 0
    assert _marks(image) == (Mark(1, 2, "star"),)


def test_what_stands_in_the_middle_is_a_mark() -> None:
    image = np.full((160, 160, 3), 255, np.uint8)
    image[12:28, 52:68] = 0
    image[98:102, 138:142] = 0
    assert _marks(image) == (Mark(0, 1, "star"), Mark(2, 3, "dot"))


def _turned(radii: tuple[float, ...], turn: float) -> np.ndarray:
    """Draw a shape in the second cell, whose corners have these distances from the middle."""
    angles = turn + np.arange(len(radii)) * 2 * np.pi / len(radii)
    points = np.stack([60 + radii * np.cos(angles), 20 + radii * np.sin(angles)], axis=1)
    image = np.full((160, 160, 3), 255, np.uint8)
    cv2.fillPoly(image, [np.rint(points * 16).astype(np.int32)], (0, 0, 0), cv2.LINE_AA, 4)
    return image


X, POINTED = _turned((10, 2) * 4, np.pi / 4), _turned((10, 2) * 4, 0)
STAR, DISC, BOX = (
    _turned((10, 4) * 5, -np.pi / 2),
    _turned((8,) * 60, 0),
    _turned((10,) * 4, np.pi / 4),
)


@pytest.mark.parametrize("sigma", [0.3, 1.0, 1.5])
@pytest.mark.parametrize(
    ("image", "kind"), [(X, "cross"), (POINTED, "star"), (STAR, "star"), (DISC, "star")]
)
def test_an_x_is_told_from_other_marks_however_blurred(image, kind, sigma):
    assert _marks(cv2.GaussianBlur(image, (0, 0), sigma)) == (Mark(0, 1, kind),)


def test_a_ballot_x_with_one_long_stroke_is_a_cross() -> None:
    image = np.full((160, 160, 3), 255, np.uint8)
    cv2.line(image, (55, 28), (66, 12), 0, 2, cv2.LINE_AA)
    cv2.line(image, (55, 16), (63, 25), 0, 2, cv2.LINE_AA)
    assert _marks(image) == (Mark(0, 1, "cross"),)


@pytest.mark.parametrize("radius", [4.5, 6, 7])
def test_a_small_star_is_told_from_a_dot_by_its_points(radius: float) -> None:
    small = {
        count: _turned(shape, -np.pi / 2)
        for count, shape in (
            (3, (0.5 * radius,) * 3),
            (4, (0.5 * radius,) * 4),
            (5, (radius, 0.4 * radius) * 5),
            (60, (0.5 * radius,) * 60),
        )
    }
    found = [count for count, image in small.items() if _marks(image) == (Mark(0, 1, "star"),)]
    assert found == [5]


def test_a_small_star_in_a_large_cell_is_seen() -> None:
    lines = np.array([0, 140, 280], np.float32)
    image = np.full((280, 280, 3), 255, np.uint8)
    image[60:80, 200:220] = STAR[10:30, 50:70]
    ground = np.tile(to_lab(image[:1, :1])[0, 0], (2, 2, 1))
    expected = (Mark(0, 1, "star"),)
    assert find_marks(image, Lattice(lines, lines, (0, 0, 280, 280)), ground).found == expected


def test_a_box_and_a_slash_are_no_x() -> None:
    slash = np.full((160, 160, 3), 255, np.uint8)
    cv2.line(slash, (53, 27), (67, 13), (0, 0, 0), 3)
    assert _marks(BOX) == _marks(slash) == (Mark(0, 1, "star"),)


def test_a_pointer_off_the_middle_of_cells_is_no_mark() -> None:
    image = X.copy()
    arrow = np.array(((0, 0), (0, 17), (4, 13), (7, 19), (9, 18), (7, 12), (12, 12)), np.int32)
    cv2.fillPoly(image, [np.add(arrow, (90, 75))], (90, 90, 90), cv2.LINE_AA)
    assert _marks(image) == (Mark(0, 1, "cross"),)


def test_a_star_off_the_middle_of_its_cell_is_a_mark() -> None:
    image = X.copy()
    angles = np.deg2rad(36 * np.arange(10) - 90)
    radii = np.where(np.arange(10) % 2, 2.8, 7)
    points = np.stack([67 + radii * np.cos(angles), 66 + radii * np.sin(angles)], axis=1)
    cv2.fillPoly(image, [np.rint(16 * points).astype(np.int32)], (0, 0, 0), cv2.LINE_AA, shift=4)
    assert _marks(image) == (Mark(0, 1, "cross"), Mark(1, 1, "star"))


def test_a_star_in_a_round_cell_is_no_x_with_the_corners_beyond() -> None:
    image = np.full((160, 160, 3), 120, np.uint8)
    for y, x in np.ndindex(4, 4):
        cv2.circle(image, (20 + 40 * x, 20 + 40 * y), 17, (255, 255, 255), -1, cv2.LINE_AA)
    star = STAR[:40, 40:80]
    image[40:80, 40:80][star < 128] = 0
    assert _marks(image) == (Mark(1, 1, "star"),)


def test_stripes_across_a_cell_are_no_mark() -> None:
    image = np.full((160, 160, 3), 255, np.uint8)
    for first in range(-40, 40, 10):
        cv2.line(image[40:80, 40:80], (first, 0), (first + 40, 40), (90, 90, 220), 3, cv2.LINE_AA)
    image[92:108, 52:68] = 0
    assert _marks(image) == (Mark(2, 1, "star"),)


def test_the_light_on_tiles_is_no_part_of_a_mark() -> None:
    light = np.tile(np.linspace(170, 70, 40), 4)
    image = np.repeat(np.repeat(light[:, None], 160, axis=1)[..., None], 3, axis=2).astype(np.uint8)
    cv2.line(image, (53, 13), (67, 27), (255, 255, 255), 2, cv2.LINE_AA)
    cv2.line(image, (53, 27), (67, 13), (255, 255, 255), 2, cv2.LINE_AA)
    ground = np.tile(to_lab(np.full((1, 1, 3), 160, np.uint8))[0, 0], (4, 4, 1))
    assert find_marks(image, LATTICE, ground).found == (Mark(0, 1, "cross"),)


def test_a_box_of_which_more_stands_out_on_one_ground_is_the_same_drawing() -> None:
    masks = np.zeros((3, 20, 20), np.bool_)
    masks[:, 4:16, 4:16] = True
    masks[0, 5:15, 5:15] = False
    inks = np.zeros((3, 20, 20, 3), np.float32)
    inks[:, 5:15, 5:15] = [100, 0, 0]
    inks[2, 5:15, 5:15] = [50, 0, 0]
    # The one that is ticked is another drawing than both.
    assert number_drawings(masks, inks) == (0, 0, 1)
    inks[1, 5:15, 5:15] = [50, 0, 0]
    assert number_drawings(masks, inks) == (0, 1, 1)
