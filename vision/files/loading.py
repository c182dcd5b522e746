"""Loading and saving of pictures: the only module that decodes, encodes and writes them."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from solvers.errors import about
from vision.errors import BadImage
from vision.files.formats import (
    KINDS_HINT,
    Header,
    check_strips,
    ends_in_grey,
    make_damage_error,
    read_header,
)
from vision.files.picture_note import PictureNote, with_note
from vision.image import Image, cut_strips

MAX_PIXELS: Final = 64_000_000
"""Maximum number of pixels in a picture: more than the 50 megapixels of today's phone cameras."""
MAX_BYTES: Final = 4 * MAX_PIXELS
"""Maximum file size in bytes: that many pixels without compression."""
SOURCE_HINT: Final = (
    "give a path, bytes, a file opened in binary mode, or an array of uint8: BGR, BGRA or grey"
)

# Damage is reported as an error; OpenCV would print it too.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

FLIPS: Final = {1: 1, 2: -1, 3: 0}
"""OpenCV's codes for mirroring left and right, both ways, and top and bottom, by orientation less
1."""

PictureFile: TypeAlias = str | os.PathLike[str] | bytes | BinaryIO
"""Picture file: its path, its content, or an open file."""


@dataclass(frozen=True, slots=True, eq=False)
class LoadedPicture:
    """Decoded picture: ``pixels`` of shape (H, W, 3) and dtype uint8, BGR, and the note in its
    file, None without."""

    pixels: Image
    note: PictureNote | None = None


def load_image(source: PictureFile | Image | LoadedPicture) -> Image:
    """Load a picture without its note; see ``load_picture``.

    Returns
    -------
    ndarray of shape (H, W, 3) and dtype uint8, BGR.
    """
    return load_picture(source).pixels


def load_picture(
    source: PictureFile | Image | LoadedPicture, *, rgb: bool = False
) -> LoadedPicture:
    """Load a picture: a file, PNG, JPEG, WebP, BMP, GIF or TIFF, of which the first picture of an
    animation and the first page are taken; or an array of shape (H, W), (H, W, 3) or (H, W, 4) and
    dtype uint8.

    Transparent pixels are blended with white, and the EXIF orientation is applied. A PNG that the
    program wrote has a note. ``rgb`` says that the colours of an array are in the order of RGB,
    as those of Pillow and scikit-image are, instead of OpenCV's BGR.

    Raises
    ------
    BadImage
        If the file can't be read, is empty, truncated, damaged, in another format, or larger than
        ``MAX_PIXELS``; or if the source is something else.
    """
    if isinstance(source, LoadedPicture):
        return source
    if isinstance(source, np.ndarray):
        return LoadedPicture(_take_array(source, rgb=rgb))
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        with about(path):
            return _decode(read_header(read_bytes(path)))
    if isinstance(source, bytes | bytearray | memoryview):
        return _decode(read_header(bytes(source)))
    data = source.read(MAX_BYTES + 1) if hasattr(source, "read") else None
    if not isinstance(data, bytes):
        raise BadImage(f"a picture can't be read from {type(source).__name__}", hint=SOURCE_HINT)
    check_length(data, "the file")
    return _decode(read_header(data))


def _take_array(array: Image, *, rgb: bool) -> Image:
    """Return an array as BGR; raise BadImage if it is not a picture."""
    channels = array.shape[2] if array.ndim == 3 else 1
    is_picture = array.ndim in (2, 3) and channels in (1, 3, 4) and array.size > 0
    if array.dtype != np.uint8 or not is_picture:
        shape = "x".join(map(str, array.shape))
        raise BadImage(
            f"an array of {array.dtype} with the shape {shape} is not a picture", hint=SOURCE_HINT
        )
    if channels == 1:
        array = array.reshape(array.shape[:2])
    elif rgb:
        order = [2, 1, 0, 3][:channels]
        array = np.ascontiguousarray(array[..., order])
    return _convert_to_bgr(array, None)


def read_bytes(path: Path) -> bytes:
    """Return the content of a file; raise BadImage if it can't be read or exceeds ``MAX_BYTES``."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadImage(
            f"{path}: {error.strerror or error}", hint="check the file's name"
        ) from error
    check_length(data, str(path))
    return data


def check_length(data: bytes | bytearray, name: str) -> None:
    """Raise BadImage if there are more than ``MAX_BYTES`` bytes; ``name`` is used in the
    message."""
    if len(data) > MAX_BYTES:
        raise BadImage(f"{name} is larger than {MAX_BYTES >> 20} MiB", hint=KINDS_HINT)


def _decode(header: Header) -> LoadedPicture:
    if header.width * header.height > MAX_PIXELS:
        size = f"{header.width}x{header.height} pixels, over {MAX_PIXELS // 1_000_000} megapixels"
        raise BadImage(
            f"the picture has {size}", hint="save the part with the board as a separate picture"
        )
    if header.format == "TIFF":
        check_strips(header.data, MAX_BYTES)
    flags = cv2.IMREAD_UNCHANGED
    # Only UNCHANGED keeps transparency, but it returns a JPEG's inks as channels and a BMP's
    # padding as alpha.
    if header.format in ("JPEG", "BMP"):
        flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        image: npt.NDArray[Any] | None = cv2.imdecode(np.frombuffer(header.data, np.uint8), flags)
    except cv2.error:
        image = None
    if image is None or (header.format == "JPEG" and ends_in_grey(image)):
        raise make_damage_error(header.format)
    if header.format == "TIFF" and image.ndim == 3 and image.shape[2] == 4:
        # The decoder of TIFF has multiplied the colours by alpha.
        white = cv2.cvtColor(cv2.bitwise_not(image[..., 3]), cv2.COLOR_GRAY2BGR)
        image = cv2.add(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), white)
    pixels = turn_upright(_convert_to_bgr(image, header.clear), header.orientation)
    return LoadedPicture(pixels, header.note)


def turn_upright(image: Image, orientation: int) -> Image:
    """Return the picture rotated and mirrored according to the EXIF orientation, 1 to 8."""
    # 5 to 8 are 1 to 4 with rows and columns exchanged.
    if orientation > 4:
        image = np.asarray(cv2.transpose(image), np.uint8)
    if turned := (orientation - 1) % 4:
        image = np.asarray(cv2.flip(image, FLIPS[turned]), np.uint8)
    return image


def _convert_to_bgr(image: npt.NDArray[Any], clear: int | None) -> Image:
    """Return 8-bit BGR with transparency blended with white; ``clear`` is a transparent level of
    grey."""
    if image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3:
        return image
    height, width = image.shape[:2]
    whole = np.empty((height, width, 3), np.uint8)
    for rows in cut_strips(image):
        whole[rows] = _blend_with_white(image[rows], clear)
    return whole


def _blend_with_white(image: npt.NDArray[Any], clear: int | None) -> Image:
    if image.ndim == 2 and clear is not None:
        white = np.iinfo(image.dtype).max
        image = np.where(image == clear, image.dtype.type(white), image)
    if image.dtype != np.uint8:
        image = cv2.convertScaleAbs(image, alpha=255 / np.iinfo(np.uint16).max)
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.shape[2] == 3 or image[..., 3].min() == 255:
        return np.asarray(image[..., :3], np.uint8)
    alpha = cv2.cvtColor(np.ascontiguousarray(image[..., 3]), cv2.COLOR_GRAY2BGR)
    colours = cv2.cvtColor(image, cv2.COLOR_BGRA2BGR)
    seen = cv2.multiply(colours, alpha, scale=1 / 255)
    return np.asarray(cv2.add(seen, cv2.bitwise_not(alpha)), np.uint8)


def encode_png(image: Image, note: PictureNote | None = None) -> bytes:
    """Return the picture as the bytes of a PNG file, with a note of what it shows if there is
    one."""
    _, encoded = cv2.imencode(".png", image)
    data = bytes(encoded.tobytes())
    return with_note(data, note) if note else data


def save_image(path: str | os.PathLike[str], image: Image, note: PictureNote | None = None) -> None:
    """Write the picture as PNG, whole or not at all, with a note of what it shows if there is one;
    raise OSError."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(encode_png(image, note))
        part.replace(path)
    finally:
        with suppress(OSError):  # it exists only if the picture could not be written
            part.unlink()
