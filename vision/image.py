"""Pictures in and out: the one place that decodes, encodes and touches files, and that casts OpenCV's wide types."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.errors import BadImage

MAX_PIXELS: Final = 64_000_000
"""Largest picture that is decoded: above the 50 megapixels of today's phone cameras."""
MAX_BYTES: Final = 4 * MAX_PIXELS
"""Largest file that is read: that many pixels without compression."""

# Read by OpenCV when it is loaded: a header that declares more is refused before anything is allocated.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")

import cv2  # noqa: E402

Image: TypeAlias = npt.NDArray[np.uint8]
Mask: TypeAlias = npt.NDArray[np.uint8]
Floats: TypeAlias = npt.NDArray[np.float32]


def load_image(source: Path | bytes) -> Image:
    """Decode a picture file or its bytes.

    Returns
    -------
    ndarray of shape (H, W, 3) and dtype uint8, BGR; transparent pixels lie on white, and the
    orientation that a camera noted is applied.

    Raises
    ------
    BadImage
        If the file can't be read, is empty, no picture, broken off, or above ``MAX_PIXELS``.
    """
    name = str(source) if isinstance(source, Path) else "the picture"
    data = _read_bytes(source) if isinstance(source, Path) else source
    if not data:
        raise BadImage(f"{name} is empty", hint="save the screenshot again")
    if _broken_off(data):
        raise BadImage(f"{name} is broken off before its end", hint="save or download it again")
    image = _decode(data)
    if image is None:
        raise BadImage(
            f"{name} is no picture that can be decoded, or has over {MAX_PIXELS // 1_000_000} megapixels",
            hint="use a PNG, JPEG or WebP screenshot",
        )
    return _to_bgr(image)


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadImage(f"{path}: {error.strerror or error}", hint="check the file's name") from error
    if len(data) > MAX_BYTES:
        raise BadImage(f"{path} has over {MAX_BYTES >> 20} MiB", hint="use a PNG, JPEG or WebP screenshot")
    return data


def _broken_off(data: bytes) -> bool:
    """Whether a PNG lacks its end: OpenCV decodes such a file and leaves the rest of the picture black."""
    return data.startswith(b"\x89PNG") and b"IEND\xaeB`\x82" not in data


def _decode(data: bytes) -> npt.NDArray[Any] | None:
    # Only UNCHANGED keeps the transparency of a PNG or WebP; only COLOR turns a photo upright.
    keeps_alpha = data.startswith(b"\x89PNG") or data[8:12] == b"WEBP"
    flags = cv2.IMREAD_UNCHANGED if keeps_alpha else cv2.IMREAD_COLOR
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None


def _to_bgr(image: npt.NDArray[Any]) -> Image:
    if image.dtype != np.uint8:
        image = cv2.convertScaleAbs(image, alpha=255 / np.iinfo(np.uint16).max)
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.shape[2] == 4:
        alpha = image[..., 3:].astype(np.uint16)
        over_white = image[..., :3] * alpha + 255 * (255 - alpha)
        return ((over_white + 127) // 255).astype(np.uint8)
    return np.ascontiguousarray(image[..., :3], np.uint8)


def encode_png(image: Image) -> bytes:
    """The bytes of a PNG file of the picture."""
    return bytes(cv2.imencode(".png", image)[1].tobytes())


def save_image(path: Path, image: Image) -> None:
    """Write the picture as PNG, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.write_bytes(encode_png(image))
    part.replace(path)


def to_lab(image: Image) -> Floats:
    """The picture in CIE L*a*b*, float32, where equal distances look about equally different."""
    return np.asarray(cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def to_bgr(colour: Floats) -> Floats:
    """One colour, shape (3,), from CIE L*a*b* to blue, green and red of 0…1."""
    return np.asarray(cv2.cvtColor(colour.reshape(1, 1, 3), cv2.COLOR_LAB2BGR), np.float32).reshape(3)


def morph(mask: Mask, operation: int, size: tuple[int, int]) -> Mask:
    """A morphological operation of OpenCV with a rectangle of (width, height) pixels."""
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, size)
    return np.asarray(cv2.morphologyEx(mask, operation, kernel), np.uint8)


def components(mask: Mask) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Label image and (x, y, width, height, area) rows of the 8-connected components; row 0 is the background."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return np.asarray(labels, np.int32), np.asarray(stats, np.int32)
