"""A picture of what was read: grid, regions, marks and solution drawn over the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from vision.image import Image
from vision.reading import Reading

TINTS: Final = (
    (66, 135, 245), (245, 167, 66), (80, 200, 120), (170, 90, 220), (60, 200, 230), (230, 100, 160),
    (150, 170, 60), (110, 110, 240), (220, 200, 80), (130, 150, 170), (90, 60, 200), (40, 170, 200),
)  # fmt: skip
"""BGR tints of regions, taken in turn."""
WALL: Final = (30, 30, 200)
MARK: Final = (200, 60, 0)
SOLUTION: Final = (20, 150, 20)


def draw_overlay(image: Image, reading: Reading, cells: Iterable[tuple[int, int]] = ()) -> Image:
    """A copy of the picture with the reading drawn on it: tinted regions, their borders, marks (blue rings)
    and, as green discs, the (row, col) cells of a solution."""
    drawn = image.copy()
    _tint(drawn, reading)
    _borders(drawn, reading)
    pitch = (reading.xs[-1] - reading.xs[0]) / reading.cols
    for mark in reading.marks:
        centre = _pixel(reading.centre(mark.row, mark.col))
        cv2.circle(drawn, centre, max(2, round(pitch * 0.42)), MARK, max(1, round(pitch / 25)), cv2.LINE_AA)
    for row, col in cells:
        centre = _pixel(reading.centre(row, col))
        cv2.circle(drawn, centre, max(2, round(pitch * 0.26)), SOLUTION, -1, cv2.LINE_AA)
        cv2.circle(
            drawn,
            centre,
            max(2, round(pitch * 0.26)),
            (255, 255, 255),
            max(1, round(pitch / 25)),
            cv2.LINE_AA,
        )
    return drawn


def _pixel(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _tint(drawn: Image, reading: Reading) -> None:
    names = sorted({letter for row in reading.grid for letter in row})
    for r, row in enumerate(reading.grid):
        for c, letter in enumerate(row):
            (x0, y0), (x1, y1) = (
                _pixel((reading.xs[c], reading.ys[r])),
                _pixel((reading.xs[c + 1], reading.ys[r + 1])),
            )
            cell = drawn[max(0, y0) : y1, max(0, x0) : x1]
            tint = np.array((40, 40, 40) if letter == "#" else TINTS[names.index(letter) % len(TINTS)])
            cell[:] = (cell * 0.7 + tint * 0.3).astype(np.uint8)


def _borders(drawn: Image, reading: Reading) -> None:
    width = max(1, round((reading.xs[-1] - reading.xs[0]) / reading.cols / 14))
    for r, row in enumerate(reading.grid):
        for c, letter in enumerate(row):
            corner = _pixel((reading.xs[c + 1], reading.ys[r + 1]))
            if c + 1 < reading.cols and row[c + 1] != letter:
                cv2.line(drawn, _pixel((reading.xs[c + 1], reading.ys[r])), corner, WALL, width)
            if r + 1 < reading.rows and reading.grid[r + 1][c] != letter:
                cv2.line(drawn, _pixel((reading.xs[c], reading.ys[r + 1])), corner, WALL, width)
    x0, y0, x1, y1 = reading.box
    cv2.rectangle(drawn, (x0, y0), (x1, y1), WALL, width)
