#!/usr/bin/env python3
"""Makes the README's picture from the three pictures of a run, side by side.

usage: picture.py FOLDER OUT.png     (FOLDER is what `autoplay play --output FOLDER` wrote)
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from vision import load_image, read_board, save_image
from vision.image import Image

MARGIN_PX, GAP_PX = 8, 32


def main(folder: Path, out: Path) -> None:
    """Cut the board out of every picture, and put the parts on white in a row."""
    before, overlay, after = (load_image(folder / f"{name}.png") for name in ("before", "overlay", "after"))
    seen = read_board(before).box
    parts = [cut(before, seen), cut(overlay, seen), cut(after, read_board(after).box)]
    gap = np.full((parts[0].shape[0], GAP_PX, 3), 255, np.uint8)
    save_image(out, np.hstack([parts[0], gap, parts[1], gap, parts[2]]))


def cut(image: Image, box: tuple[int, int, int, int]) -> Image:
    """The part of a picture round a box (x0, y0, x1, y1)."""
    x0, y0, x1, y1 = box
    return image[y0 - MARGIN_PX : y1 + MARGIN_PX, x0 - MARGIN_PX : x1 + MARGIN_PX]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
