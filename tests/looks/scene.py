"""A page to take a picture of, and the boards that it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np
from playwright.sync_api import Browser, Page

from tests.looks.boards import Board
from vision.image import load_image

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Scene:
    """HTML, the boards to be read in it (none: refuse), and the kinds of marks that the reader must tell apart.

    ``crop`` is the margin of the picture around the first board, in CSS pixels at the left, top, right and bottom;
    None for the whole page. ``jpeg`` is the quality of a compressed picture.
    """

    html: str
    boards: tuple[Board, ...] = ()
    viewport: tuple[int, int] = (900, 800)
    scale: float = 1.0
    kinds: frozenset[str] = frozenset({"star"})
    crop: tuple[float, float, float, float] | None = None
    jpeg: int | None = None


def page(body: str, ground: str = "#fff", font: str = "Liberation Sans") -> str:
    """Return a page of HTML."""
    return (
        f'<!doctype html><meta charset="utf-8"><style>body{{margin:24px;background:{ground};'
        f'font:15px "{font}"}}td{{box-sizing:border-box}}</style>{body}'
    )


@contextmanager
def camera(browser: Browser) -> Iterator[Camera]:
    """Yield a camera for scenes; pages of one scale share a context."""
    made = Camera(browser)
    yield made
    made.close()


class Camera:
    """Camera with one page per device scale factor."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: dict[float, Page] = {}

    def take(self, scene: Scene) -> np.ndarray:
        """Return the picture of a scene, shape (H, W, 3), BGR."""
        return self.take_with_boxes(scene)[0]

    def take_with_boxes(self, scene: Scene) -> tuple[np.ndarray, list[Box]]:
        """Return the picture, and the box (x0, y0, x1, y1) of each board in it, without the outer half of the frame."""
        page = self._shown(scene)
        boxes = page.evaluate("""() => [...document.querySelectorAll('.board')].map(board => {
            const box = board.getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom];
        })""")
        placed = [tuple(round(v * scene.scale) for v in box) for box in boxes]
        image = load_image(page.screenshot())
        if scene.crop:
            image, placed = _cropped(image, placed, [round(v * scene.scale) for v in scene.crop])
        if scene.jpeg:
            image = load_image(cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, scene.jpeg))[1].tobytes())
        return image, placed

    def _shown(self, scene: Scene) -> Page:
        if scene.scale not in self._pages:
            self._pages[scene.scale] = self._browser.new_page(device_scale_factor=scene.scale)
        page = self._pages[scene.scale]
        width, height = scene.viewport
        page.set_viewport_size({"width": width, "height": height})
        page.set_content(scene.html)
        return page

    def close(self) -> None:
        """Close the pages."""
        for page in self._pages.values():
            page.close()


def _cropped(image: np.ndarray, boxes: list[Box], kept: list[int]) -> tuple[np.ndarray, list[Box]]:
    """Return the part of a picture round its first board, and the boxes in it."""
    x0, y0, x1, y1 = boxes[0]
    left, top = max(0, x0 - kept[0]), max(0, y0 - kept[1])
    moved = [(a - left, b - top, c - left, d - top) for a, b, c, d in boxes]
    return np.ascontiguousarray(image[top : y1 + kept[3], left : x1 + kept[2]]), moved
