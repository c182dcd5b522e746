"""Pictures for docs/gallery.md: boards of many looks, each beside what the reader read, and
pictures that it refuses.

usage: python -m tests.qa.gallery FOLDER

A board that is not read exactly, or a picture that is not refused, ends the program with status 1
and writes nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from autoplay.browser.start import start_browser
from tests.qa.looks import LOOKS
from tests.qa.looks.scene import Camera, Scene, camera
from vision import draw_overlay, inspect
from vision.errors import ReadingError
from vision.image import Image

READ = {
    "borders": ("borders", 3),
    "borders-only": ("borders only", 0),
    "dashed": ("dashed", 0),
    "double-lines": ("double lines", 1),
    "coloured-lines": ("coloured lines", 1),
    "white-borders": ("white borders", 2),
    "only-colours": ("only colours", 1),
    "near-colours": ("near colours", 0),
    "four-colours": ("four colours", 3),
    "gradients": ("gradients", 0),
    "tiles": ("tiles", 0),
    "bevelled": ("bevelled", 1),
    "islands": ("islands", 1),
    "dark": ("dark", 3),
    "neon": ("neon", 1),
    "texture": ("on texture", 1),
    "chess-tint": ("chess tint", 0),
    "hover": ("hover", 0),
    "labels": ("labelled", 1),
    "pencil-marks": ("pencilled", 4),
    "crossed-out": ("crossed out", 2),
    "corner-dots": ("vertices", 6),
    "walls": ("walled", 1),
    "phone": ("phone", 0),
    "lamps-flat": ("lamps flat", 1),
    "lamps-glowing": ("lamps glowing", 1),
    "lamps-raised": ("lamps raised", 1),
    "lamps-bulbs": ("lamps bulbs", 2),
    "lamps-discs": ("lamps discs", 1),
    "lamps-rims": ("lamps rims", 0),
    "lamps-diagrams": ("lamps diagrams", 1),
    "lamps-holes": ("lamps holed", 7),
    "pegs-triangle": ("mixed pegs", 6),
    "pegs-panel": ("mixed pegs", 5),
    "pegs-wood": ("mixed pegs", 4),
    "pegs-cross": ("mixed pegs", 2),
    "pegs-diamond": ("mixed pegs", 3),
}
"""The look and the seed of each picture that is read, by the name of its file; "lamps" stands for a
look of lamps."""
REFUSED = {
    "sudoku": ("no sudoku", 0),
    "chess": ("no chess", 0),
    "crossword": ("no crossword", 0),
    "minesweeper": ("no minesweeper", 0),
    "cut-off": ("no whole board", 0),
    "covered": ("no dialog over it", 0),
    "wrong-count": ("no other count", 0),
}
"""The same for pictures that are refused."""
SIDE_PX = 240
"""Height of a picture in the gallery, and its width for each of the two halves."""
MARGIN = 0.12
"""Margin around a board, as a fraction of its longer side."""
GAP_PX = 12
QUALITY = 80
"""Quality of the WebP files: with this one they take a fifth of the space of PNG, and lines stay
sharp."""


def scene_of(name: str, seed: int) -> Scene:
    """Return the scene of a look with this seed."""
    return LOOKS[name](Random(f"{name} {seed}"))


def read(taken: Camera, name: str, seed: int) -> Image:
    """Return the board of a look beside its overlay; raise ValueError unless it is read exactly."""
    scene = scene_of(name, seed)
    image = taken.take(scene)
    readings = inspect(image).readings
    if not readings or [reading.grid for reading in readings] != [
        board.grid for board in scene.boards
    ]:
        raise ValueError(f"{name}: not read exactly")
    overlay = draw_overlay(image, readings[0])
    x0, y0, x1, y1 = readings[0].box
    margin = round(MARGIN * max(x1 - x0, y1 - y0))
    top, left = max(0, y0 - margin), max(0, x0 - margin)
    halves = [fitted(part[top : y1 + margin, left : x1 + margin]) for part in (image, overlay)]
    gap = np.full((SIDE_PX, GAP_PX, 3), 255, np.uint8)
    return np.hstack([halves[0], gap, halves[1]])


def refused(taken: Camera, name: str, seed: int) -> Image:
    """Return the picture of a look without its empty margins; raise ValueError unless it is
    refused."""
    image = taken.take(scene_of(name, seed))
    try:
        if inspect(image).readings:
            raise ValueError(f"{name}: not refused")
    except ReadingError:
        pass
    rows, cols = (np.flatnonzero((image != image[0, 0]).any(axis=(axis, 2))) for axis in (1, 0))
    return fitted(image[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1])


def fitted(image: Image) -> Image:
    """Return the picture scaled to fit the gallery, centred on white."""
    scale = SIDE_PX / max(image.shape[:2])
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    small = cv2.resize(
        image, (width, height), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    )
    top, left = (SIDE_PX - height) // 2, (SIDE_PX - width) // 2
    page = np.full((SIDE_PX, SIDE_PX, 3), 255, np.uint8)
    page[top : top + height, left : left + width] = small
    return page


def main(folder: Path) -> int:
    """Write all pictures; return the exit status."""
    with (
        sync_playwright() as playwright,
        start_browser(playwright) as browser,
        camera(browser) as taken,
    ):
        try:
            pictures = {name: read(taken, *chosen) for name, chosen in READ.items()}
            pictures |= {name: refused(taken, *chosen) for name, chosen in REFUSED.items()}
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.webp"):
        old.unlink()
    for name, picture in pictures.items():
        cv2.imwrite(str(folder / f"{name}.webp"), picture, (cv2.IMWRITE_WEBP_QUALITY, QUALITY))
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
