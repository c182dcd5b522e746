#!/usr/bin/env python3
"""Make the pictures in the documents.

usage: pictures.py run FOLDER OUT.png       the pictures of `autoplay play --output FOLDER`, side by side
       pictures.py stages PICTURE OUT.png   the stages of the reader for a picture
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision import inspect, load_image, read_board, save_image
from vision.drawing.stages import stage_pictures
from vision.image import Image

MARGIN_PX, GAP_PX = 8, 32


def run(folder: Path) -> list[Image]:
    """Return the board before the run, with its overlay, and after the run."""
    before, overlay, after = (
        load_image(folder / f"{name}.png") for name in ("before", "overlay", "after")
    )
    box = read_board(before).box
    return [cut(before, box), cut(overlay, box), cut(after, read_board(after).box)]


def stages(picture: Path) -> list[Image]:
    """Return the board at each stage."""
    seen = inspect(load_image(picture))
    return [cut(drawn, seen.best().box) for _, drawn in stage_pictures(seen)]


def cut(image: Image, box: tuple[int, int, int, int]) -> Image:
    """Return the part of a picture around a box (x0, y0, x1, y1)."""
    x0, y0, x1, y1 = box
    return image[y0 - MARGIN_PX : y1 + MARGIN_PX, x0 - MARGIN_PX : x1 + MARGIN_PX]


def in_a_row(parts: Sequence[Image]) -> Image:
    """Join pictures of the same height on white."""
    gap = np.full((parts[0].shape[0], GAP_PX, 3), 255, np.uint8)
    return np.hstack([parts[0], *(piece for part in parts[1:] for piece in (gap, part))])


if __name__ == "__main__":
    what, given, out = sys.argv[1:]
    save_image(Path(out), in_a_row({"run": run, "stages": stages}[what](Path(given))))
