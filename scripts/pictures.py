#!/usr/bin/env python3
"""Makes the pictures of the documents.

usage: pictures.py run FOLDER OUT.png       what `autoplay play --output FOLDER` saw, side by side
       pictures.py stages PICTURE OUT.png   what each stage of the reader sees on a picture
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
    """The board before, as it was understood, and as it was played."""
    before, overlay, after = (load_image(folder / f"{name}.png") for name in ("before", "overlay", "after"))
    seen = read_board(before).box
    return [cut(before, seen), cut(overlay, seen), cut(after, read_board(after).box)]


def stages(picture: Path) -> list[Image]:
    """The board as each stage sees it."""
    seen = inspect(load_image(picture))
    return [cut(drawn, seen.best().box) for _, drawn in stage_pictures(seen)]


def cut(image: Image, box: tuple[int, int, int, int]) -> Image:
    """The part of a picture round a box (x0, y0, x1, y1)."""
    x0, y0, x1, y1 = box
    return image[y0 - MARGIN_PX : y1 + MARGIN_PX, x0 - MARGIN_PX : x1 + MARGIN_PX]


def in_a_row(parts: Sequence[Image]) -> Image:
    """Pictures of one height on white."""
    gap = np.full((parts[0].shape[0], GAP_PX, 3), 255, np.uint8)
    return np.hstack([parts[0], *(piece for part in parts[1:] for piece in (gap, part))])


if __name__ == "__main__":
    what, given, out = sys.argv[1:]
    save_image(Path(out), in_a_row({"run": run, "stages": stages}[what](Path(given))))
