"""Board reader as in tutorials: threshold, largest square contour, warp, equal cells, dark lines,
flood fill."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from solvers.cells import LETTERS
from vision.grid.borders import Labels, number_groups
from vision.image import Floats, Image, Mask

SIDE_PX = 600
LARGEST_SKEW = 1.2
CLOSE = 0.02
"""Maximum deviation of a contour from four straight sides, as a share of its length."""
FEWEST, MOST = 4, 30


def read(image: Image) -> tuple[str, ...] | None:
    """Return the regions of a picture's largest square, as rows of letters; None if there is
    none."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners = _largest_square(_inked(grey))
    if corners is None:
        return None
    target = np.array([(0, 0), (SIDE_PX, 0), (SIDE_PX, SIDE_PX), (0, SIDE_PX)], np.float32)
    board = cv2.warpPerspective(
        grey, cv2.getPerspectiveTransform(corners, target), (SIDE_PX, SIDE_PX)
    )
    ink = _inked(np.asarray(board, np.uint8))
    size = _cells(ink)
    return _regions(ink, size) if FEWEST <= size <= MOST else None


def _inked(grey: npt.NDArray[np.generic]) -> Mask:
    """Return 255 for each pixel that is darker than its surroundings."""
    method, kind = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV
    return np.asarray(cv2.adaptiveThreshold(grey, 255, method, kind, 11, 5), np.uint8)


def _largest_square(ink: Mask) -> Floats | None:
    """Return the corners of the largest contour with four corners and even sides, from the upper
    left clockwise."""
    contours, _ = cv2.findContours(ink, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:20]:
        corners = cv2.approxPolyDP(contour, CLOSE * cv2.arcLength(contour, True), True).reshape(
            -1, 2
        )
        _, _, width, height = cv2.boundingRect(corners)
        if len(corners) == 4 and 1 / LARGEST_SKEW < width / height < LARGEST_SKEW:
            total, difference = corners.sum(axis=1), corners[:, 0] - corners[:, 1]
            order = [total.argmin(), difference.argmax(), total.argmax(), difference.argmin()]
            return corners[order].astype(np.float32)
    return None


def _cells(ink: Mask) -> int:
    """Return the number of cells per side, from the lines that cross most of the board."""
    dark = np.flatnonzero(ink.mean(axis=0) > 255 / 2)
    lines = np.split(dark, np.flatnonzero(np.diff(dark) > 5) + 1)
    return len(lines) - 1


def _regions(ink: Mask, size: int) -> tuple[str, ...]:
    """Group the cells, separated by borders that are darker than the mean of all."""
    pitch = SIDE_PX / size
    labels: Labels = np.full((size, size), -1, np.intp)

    def darkness(row: int, col: int, down: int, right: int) -> float:
        y, x = (row + 0.5 + down / 2) * pitch, (col + 0.5 + right / 2) * pitch
        return float(
            ink[
                round(y - pitch / 5) : round(y + pitch / 5),
                round(x - pitch / 5) : round(x + pitch / 5),
            ].mean()
        )

    usual = np.mean([darkness(r, c, 0, 1) for r in range(size) for c in range(size - 1)])
    for group, start in enumerate(np.ndindex(size, size)):
        waiting = [start] if labels[start] < 0 else []
        while waiting:
            row, col = waiting.pop()
            labels[row, col] = group
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                there = row + down, col + right
                new = min(there) >= 0 and max(there) < size and labels[there] < 0
                if new and darkness(row, col, down, right) < usual:
                    waiting.append(there)
    return tuple("".join(LETTERS[k % len(LETTERS)] for k in row) for row in number_groups(labels))
