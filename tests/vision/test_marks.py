"""Marks stand in the middle of cells; what a border leaves at their rim is none."""

from __future__ import annotations

import numpy as np

from vision.board import Lattice
from vision.image import to_lab
from vision.marks import find_marks
from vision.reading import Mark

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


def test_what_stands_in_the_middle_is_a_mark() -> None:
    image = np.full((160, 160, 3), 255, np.uint8)
    image[12:28, 52:68] = 0
    image[98:102, 138:142] = 0
    assert _marks(image) == (Mark(0, 1, "star"), Mark(2, 3, "dot"))
