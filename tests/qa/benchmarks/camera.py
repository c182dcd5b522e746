"""Simulated photos of flat things: boards on newspaper and on screens, under uneven light."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from tests.qa.benchmarks.pictures import Picture
from vision import read_board
from vision.errors import ReadingError
from vision.reading import Box

WORDS = "Ministers met on Tuesday to talk about rain while the price of onions rose again"
PITCH = (26, 46)
"""Pixels per cell in the middle of a photo; the camera moves closer or away to get there."""
DESK = (70, 95, 120)
"""Colour of the surface below a page or a screen."""
RIM_PX = 40
"""Width of the rim of a screen."""


@dataclass(frozen=True)
class Scene:
    """Flat thing to photograph: the board's box in it, and the expected grid; None if it must be
    refused.

    ``corners`` are those of the grid, as read in the screenshot from which the scene is made.
    """

    name: str
    image: np.ndarray
    box: Box
    grid: tuple[str, ...] | None
    cells: int
    corners: np.ndarray


@dataclass(frozen=True)
class Shot:
    """Camera position: degrees of tilt, the direction that is further away, degrees of rotation in
    the plane."""

    tilt: float
    towards: float
    turn: float
    seed: int
    bend: float = -0.02
    blur: float = 0.8
    grain: float = 4.0
    quality: int = 80


def photograph(
    scene: Scene, shot: Shot, *, off: tuple[float, float] = (0, 0)
) -> tuple[np.ndarray, np.ndarray]:
    """Return the photo, and the grid's corners in it; ``off`` moves the view, in widths of the
    board."""
    rng = np.random.default_rng(shot.seed)
    x0, y0, x1, y1 = scene.box
    side = max(x1 - x0, y1 - y0)
    zoom = float(np.clip(side / scene.cells, *PITCH)) * scene.cells / side
    width, height = round(side * zoom * 1.9), round(side * zoom * 1.6)
    focal = 1.15 * width
    # The plane in units of the scene's pixels, with its origin where the camera points.
    plane = np.array(
        [[1, 0, -(x0 + x1) / 2 - off[0] * side], [0, 1, -(y0 + y1) / 2 - off[1] * side], [0, 0, 1]]
    )
    axis = np.radians(shot.towards + 90)
    tilt, _ = cv2.Rodrigues(np.array([math.cos(axis), math.sin(axis), 0]) * np.radians(shot.tilt))
    turn, _ = cv2.Rodrigues(np.array([0, 0, 1.0]) * np.radians(shot.turn))
    turned = tilt @ turn
    view = np.column_stack([turned[:, 0], turned[:, 1], [0, 0, focal / zoom]])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    forward = lens @ view @ plane
    middle = np.array([width / 2, height / 2])
    pixels = (
        np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2) + 0.5
    )
    straight = _bent(pixels, middle, width, shot.bend)
    source = (
        _through(np.linalg.inv(forward), straight).reshape(height, width, 2).astype(np.float32)
        - 0.5
    )
    ground = cv2.GaussianBlur(scene.image, (0, 0), 0.4 / zoom) if zoom < 1 else scene.image
    photo = cv2.remap(ground, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderValue=DESK)
    return _developed(photo, shot, rng), _unbent(
        _through(forward, scene.corners), middle, width, shot.bend
    )


def _through(homography: np.ndarray, points: np.ndarray) -> np.ndarray:
    moved = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return moved[:, :2] / moved[:, 2:]


def _bent(points: np.ndarray, middle: np.ndarray, width: int, bend: float) -> np.ndarray:
    """Return these points of a photo as a lens without distortion shows them (Brown's model, first
    term)."""
    away = points - middle
    return middle + away * (1 + bend * (away**2).sum(axis=1, keepdims=True) / (width / 2) ** 2)


def _unbent(points: np.ndarray, middle: np.ndarray, width: int, bend: float) -> np.ndarray:
    found = points
    for _ in range(10):
        found = found + points - _bent(found, middle, width, bend)
    return found


def _developed(photo: np.ndarray, shot: Shot, rng: np.random.Generator) -> np.ndarray:
    """Return the photo with uneven light, a soft shadow, blur, grain and JPEG compression."""
    height, width = photo.shape[:2]
    y, x = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j]
    towards, across = rng.uniform(0, 2 * np.pi, 2)
    light = 0.8 + 0.35 * (np.cos(towards) * x + np.sin(towards) * y)
    edge = np.cos(across) * x + np.sin(across) * y + rng.uniform(-0.15, 0.15)
    light *= 1 - 0.25 / (1 + np.exp(edge * 40))
    lit = cv2.GaussianBlur(photo, (0, 0), shot.blur).astype(np.float32) * light[..., None].astype(
        np.float32
    )
    lit += rng.normal(0, shot.grain, (height, width, 1)) + rng.normal(0, shot.grain / 2, lit.shape)
    _, jpeg = cv2.imencode(
        ".jpg", np.clip(lit, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, shot.quality]
    )
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR))


def on_paper(image: np.ndarray, box: Box, seed: int) -> tuple[np.ndarray, Box]:
    """Print the board of a screenshot on a page of a newspaper; return the page, and the board's
    box in it."""
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = box
    side, rim = max(x1 - x0, y1 - y0), 3
    page = np.full((side * 3, side * 3, 3), 255, np.uint8)
    size = max(0.35, side / 900)
    for top in np.arange(0.04, 2.97, 0.07 * 900 / max(side, 400)):
        beside = 0.9 < top < 2.1
        for left, right in ((0.05, 0.9), (2.1, 2.95)) if beside else ((0.05, 1.45), (1.55, 2.95)):
            text = " ".join(rng.choice(WORDS.split(), 30))[
                : int((right - left) * side / (size * 18))
            ]
            place = (int(left * side), int((top + 0.03) * side))
            cv2.putText(
                page, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, (40, 40, 40), 1, cv2.LINE_AA
            )
    board = image[max(0, y0 - rim) : y1 + rim, max(0, x0 - rim) : x1 + rim]
    page[side - rim : side - rim + board.shape[0], side - rim : side - rim + board.shape[1]] = board
    texture = sum(
        cv2.resize(rng.normal(0, 5, (n, n)).astype(np.float32), page.shape[1::-1])
        for n in (12, 80, side)
    )
    tint = np.array([205, 222, 228]) / 255
    return np.clip(page * tint + texture[..., None] - 8, 0, 255).astype(np.uint8), (
        side,
        side,
        side + x1 - x0,
        side + y1 - y0,
    )


def on_screen(image: np.ndarray) -> np.ndarray:
    """Show a screenshot on a screen with a dark rim and a little less contrast."""
    return cv2.copyMakeBorder(
        (image * 0.9 + 12).astype(np.uint8), *[RIM_PX] * 4, cv2.BORDER_CONSTANT, value=(25, 25, 25)
    )


def scenes(pictures: Iterable[Picture]) -> Iterator[Scene]:
    """Yield the board of every picture, alternately on paper and on a screen."""
    for number, picture in enumerate(pictures):
        image, board = picture.image(), picture.boards[0]
        box, grid, corners = board.box, board.grid, _corners(image, board.box)
        if number % 2 and image[box[1] + 4 : box[3] - 4, box[0] + 4 : box[2] - 4].mean() > 128:
            page, place = on_paper(image, box, number)
            yield Scene(
                f"{picture.name} on paper",
                page,
                place,
                grid,
                len(grid),
                corners - box[:2] + place[:2],
            )
        else:
            x0, y0, x1, y1 = (v + RIM_PX for v in box)
            name = f"{picture.name} on a screen"
            yield Scene(name, on_screen(image), (x0, y0, x1, y1), grid, len(grid), corners + RIM_PX)


def _corners(image: np.ndarray, box: Box) -> np.ndarray:
    """Return the corners of the grid in a screenshot; of the box if it can't be read."""
    try:
        reading = read_board(image)
    except ReadingError:
        return np.array([box[:2], (box[2], box[1]), box[2:], (box[0], box[3])], float)
    size = reading.rows
    return np.array([reading.place(*at) for at in ((0, 0), (0, size), (size, size), (size, 0))])


def no_boards() -> Iterator[Scene]:
    """Yield printed grids that are not boards: a calendar and a sudoku."""
    for name, rows, cols, thick in (
        ("calendar", 5, 7, ()),
        ("sudoku", 9, 9, (0, 3, 6, 9)),
        ("plain grid", 8, 8, ()),
    ):
        pitch = 40
        image = np.full((rows * pitch + 80, cols * pitch + 80, 3), 255, np.uint8)
        for i in range(max(rows, cols) + 1):
            wide = 4 if i in thick else 1
            at = 40 + i * pitch
            if i <= rows:
                cv2.line(image, (40, at), (40 + cols * pitch, at), (0, 0, 0), wide)
            if i <= cols:
                cv2.line(image, (at, 40), (at, 40 + rows * pitch), (0, 0, 0), wide)
        for k in range(0, rows * cols, 2):
            place = (50 + k % cols * pitch, 66 + k // cols * pitch)
            cv2.putText(
                image,
                str(k % 9 + 1),
                place,
                cv2.FONT_HERSHEY_SIMPLEX,
                0.7,
                (0, 0, 0),
                2,
                cv2.LINE_AA,
            )
        page, place = on_paper(image, (40, 40, 40 + cols * pitch, 40 + rows * pitch), rows)
        yield Scene(name, page, place, None, max(rows, cols), np.zeros((4, 2)))
