"""A page to take a picture of, and the boards that it shows."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np
from playwright.sync_api import Browser, Page

from tests.qa.looks.boards import Board
from vision.files.loading import load_image

Box = tuple[int, int, int, int]
BOXES = """() => [...document.querySelectorAll('.board')]
    .map((board) => board.getBoundingClientRect())
    .map((box) => [box.left, box.top, box.right, box.bottom])"""


@dataclass(frozen=True)
class Scene:
    """HTML, the boards to be read in it (none: refuse), and the kinds of marks that the reader must
    tell apart.

    ``crop`` is the margin of the picture around the first board, in CSS pixels at the left, top,
    right and bottom; None for the whole page. ``jpeg`` is the quality of a compressed picture.
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
    """Yield a camera for scenes, which closes its page at the end."""
    page = browser.new_page()
    yield Camera(page)
    page.close()


class Camera:
    """Camera with one page, which takes the window and the pixel ratio of each scene."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)

    def take(self, scene: Scene) -> np.ndarray:
        """Return the picture of a scene, shape (H, W, 3), BGR."""
        return self.take_with_boxes(scene)[0]

    def take_with_boxes(self, scene: Scene) -> tuple[np.ndarray, list[Box]]:
        """Return the picture, and the box (x0, y0, x1, y1) of each board without the outer half of
        its frame."""
        self._show(scene)
        boxes = self._page.evaluate(BOXES)
        placed = [tuple(round(v * scene.scale) for v in box) for box in boxes]
        picture = self._session.send("Page.captureScreenshot", {"format": "png"})
        image = load_image(base64.b64decode(picture["data"]))
        if scene.crop:
            kept = [round(v * scene.scale) for v in scene.crop]
            image, placed = _cropped(image, placed, kept)
        if scene.jpeg:
            how = (cv2.IMWRITE_JPEG_QUALITY, scene.jpeg)
            image = load_image(cv2.imencode(".jpg", image, how)[1].tobytes())
        return image, placed

    def _show(self, scene: Scene) -> None:
        """Show a scene. A context for each pixel ratio would take longer than most scenes."""
        width, height = scene.viewport
        screen = {
            "width": width,
            "height": height,
            "deviceScaleFactor": scene.scale,
            "mobile": False,
        }
        self._session.send("Emulation.setDeviceMetricsOverride", screen)
        self._page.set_content(scene.html)


def _cropped(image: np.ndarray, boxes: list[Box], kept: list[int]) -> tuple[np.ndarray, list[Box]]:
    """Return the part of a picture round its first board, and the boxes in it."""
    x0, y0, x1, y1 = boxes[0]
    left, top = max(0, x0 - kept[0]), max(0, y0 - kept[1])
    moved = [(a - left, b - top, c - left, d - top) for a, b, c, d in boxes]
    return np.ascontiguousarray(image[top : y1 + kept[3], left : x1 + kept[2]]), moved
