"""Pictures inside an HTML page, small."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.image import Image

QUALITY: Final = 80
"""Of WebP, in percent: a fifth of the bytes of PNG, and lines stay sharp."""


def embedded(image: Image, most_px: int, text: str) -> str:
    """The picture as an ``img`` with its data inside, at most so many pixels on its longer side; ``text`` tells it."""
    data = cv2.imencode(".webp", _shrunk(image, most_px), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1].tobytes()
    return f'<img loading="lazy" alt="{escape(text)}" src="data:image/webp;base64,{b64encode(data).decode()}">'


def _shrunk(image: Image, most_px: int) -> Image:
    height, width = image.shape[:2]
    factor = most_px / max(height, width)
    if factor >= 1:
        return image
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
