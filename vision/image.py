"""Input and output of pictures: the only module that decodes, encodes and writes them and casts
OpenCV's wide types."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, BinaryIO, Concatenate, Final, ParamSpec, TypeAlias, TypeVar
from weakref import finalize

import cv2
import numpy as np
import numpy.typing as npt

from solvers.errors import about
from vision.errors import BadImage
from vision.formats import KINDS_HINT, Header, damaged, ends_in_grey, inspect
from vision.picture_note import PictureNote, with_note

MAX_PIXELS: Final = 64_000_000
"""Maximum number of pixels in a picture: more than the 50 megapixels of today's phone cameras."""
MAX_BYTES: Final = 4 * MAX_PIXELS
"""Maximum file size in bytes: that many pixels without compression."""
SOURCE_HINT: Final = (
    "give a path, bytes, a file opened in binary mode, or an array of uint8: BGR, BGRA or grey"
)
STRIP_PIXELS: Final = 1 << 20
"""Number of pixels converted at a time."""

# OpenCV reads this when it is loaded, and refuses a header that declares more before it allocates
# anything.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")

Image: TypeAlias = npt.NDArray[np.uint8]
Mask: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]
Places: TypeAlias = npt.NDArray[np.intp]
Floats: TypeAlias = npt.NDArray[np.float32]


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
    """Load a picture: a file, PNG, JPEG, WebP, BMP or GIF, the first picture of an animation; or an
    array of shape (H, W), (H, W, 3) or (H, W, 4) and dtype uint8.

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
            return _decoded(inspect(read_bytes(path)))
    if isinstance(source, bytes | bytearray | memoryview):
        return _decoded(inspect(bytes(source)))
    data = source.read(MAX_BYTES + 1) if hasattr(source, "read") else None
    if not isinstance(data, bytes):
        raise BadImage(f"a picture can't be read from {type(source).__name__}", hint=SOURCE_HINT)
    check_length(data, "the file")
    return _decoded(inspect(data))


def _take_array(array: Image, *, rgb: bool) -> Image:
    """Return an array as BGR; raise BadImage if it is not a picture."""
    channels = array.shape[2] if array.ndim == 3 else 1
    is_picture = array.ndim in (2, 3) and channels in (1, 3, 4) and array.size > 0
    if array.dtype != np.uint8 or not is_picture:
        shape = "x".join(map(str, array.shape))
        raise BadImage(
            f"an array of {array.dtype} with the shape {shape} is not a picture", hint=SOURCE_HINT
        )
    if rgb and channels > 2:
        order = [2, 1, 0, 3][:channels]
        array = np.ascontiguousarray(array[..., order])
    return _to_bgr(array[..., 0] if array.ndim == 3 and channels == 1 else array, None)


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


def _decoded(header: Header) -> LoadedPicture:
    if header.width * header.height > MAX_PIXELS:
        size = f"{header.width}x{header.height} pixels, over {MAX_PIXELS // 1_000_000} megapixels"
        raise BadImage(
            f"the picture has {size}", hint="save the part with the board as a separate picture"
        )
    # Only UNCHANGED keeps transparency, but it returns a JPEG's inks as channels and a BMP's
    # padding as alpha.
    opaque = header.format in ("JPEG", "BMP")
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION if opaque else cv2.IMREAD_UNCHANGED
    try:
        image: npt.NDArray[Any] | None = cv2.imdecode(np.frombuffer(header.data, np.uint8), flags)
    except cv2.error:
        image = None
    if image is None or (header.format == "JPEG" and ends_in_grey(image)):
        raise damaged(header.format)
    return LoadedPicture(upright(_to_bgr(image, header.clear), header.orientation), header.note)


def upright(image: Image, orientation: int) -> Image:
    """Return the picture rotated and mirrored according to the EXIF orientation, 1 to 8."""
    if orientation == 1:
        return image
    turned = image.swapaxes(0, 1) if orientation > 4 else image
    quarter = (orientation - 1) % 4
    flipped = turned[:: -1 if quarter in (2, 3) else 1, :: -1 if quarter in (1, 2) else 1]
    return np.ascontiguousarray(flipped)


def _to_bgr(image: npt.NDArray[Any], clear: int | None) -> Image:
    """Return 8-bit BGR with transparency blended with white; ``clear`` is a transparent level of
    grey."""
    if image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3:
        return image
    whole = np.empty((*image.shape[:2], 3), np.uint8)
    for rows in _strips(image):
        whole[rows] = _on_white(image[rows], clear)
    return whole


def _strips(image: npt.NDArray[Any]) -> Iterator[slice]:
    """Yield slices of a few rows of a picture, to limit the memory of computations on them."""
    rows = max(1, STRIP_PIXELS // image.shape[1])
    return (slice(first, first + rows) for first in range(0, image.shape[0], rows))


def _on_white(image: npt.NDArray[Any], clear: int | None) -> Image:
    hidden = image == clear if image.ndim == 2 and clear is not None else None
    if image.dtype != np.uint8:
        image = cv2.convertScaleAbs(image, alpha=255 / np.iinfo(np.uint16).max)
    if image.ndim == 2:
        grey = image if hidden is None else np.where(hidden, np.uint8(255), image)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.shape[2] == 3 or image[..., 3].min() == 255:
        return np.asarray(image[..., :3], np.uint8)
    alpha = cv2.cvtColor(np.ascontiguousarray(image[..., 3]), cv2.COLOR_GRAY2BGR)
    colours = cv2.cvtColor(image, cv2.COLOR_BGRA2BGR)
    return np.asarray(
        cv2.add(cv2.multiply(colours, alpha, scale=1 / 255), cv2.bitwise_not(alpha)), np.uint8
    )


def encode_png(image: Image, note: PictureNote | None = None) -> bytes:
    """Return the picture as the bytes of a PNG file, with a note of what it shows if there is
    one."""
    data = bytes(cv2.imencode(".png", image)[1].tobytes())
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


def to_lab(image: Image) -> Floats:
    """Convert a picture to CIE L*a*b*, float32, in which equal distances look about equally
    different."""
    lab = np.empty(image.shape, np.float32)
    for rows in _strips(image):
        lab[rows] = cv2.cvtColor(image[rows].astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return lab


def to_bgr(colours: Floats) -> Floats:
    """Convert colours, shape (…, 3), from CIE L*a*b* to blue, green and red of 0…1."""
    levels = cv2.cvtColor(colours.reshape(-1, 1, 3), cv2.COLOR_LAB2BGR)
    return np.asarray(levels, np.float32).reshape(colours.shape)


def visible_quantiles(values: Floats, share: float) -> Floats:
    """Return the quantile, 0…1, of each row of values (N, M) without its NaN; NaN for a row of
    nothing else.

    `numpy.nanquantile` does the same row by row, which takes a hundred times as long.
    """
    ordered = np.sort(values, axis=1)  # NaN comes last
    last = np.isfinite(ordered).sum(axis=1, keepdims=True) - 1
    place = share * np.maximum(last, 0)
    below = np.floor(place).astype(np.intp)
    low = np.take_along_axis(ordered, below, axis=1)
    high = np.take_along_axis(ordered, np.minimum(below + 1, np.maximum(last, 0)), axis=1)
    return np.asarray((low + (high - low) * (place - below))[:, 0], np.float32)


def morph(mask: Mask, operation: int, size: tuple[int, int]) -> Mask:
    """Apply a morphological operation of OpenCV with a rectangle of (width, height) pixels."""
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, size)
    return np.asarray(cv2.morphologyEx(mask, operation, kernel), np.uint8)


def components(
    mask: Mask, connectivity: int = 8
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the label image and the (x, y, width, height, area) rows of its components; row 0 is
    the background."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=connectivity)
    return np.asarray(labels, np.int32), np.asarray(stats, np.int32)


P = ParamSpec("P")
T = TypeVar("T")


def cached_per_image(
    measure: Callable[Concatenate[Image, P], T],
) -> Callable[Concatenate[Image, P], T]:
    """Cache results per read-only image and hashable arguments.

    An omitted argument equals its default. The results must not be changed.
    """
    known: dict[int, dict[Hashable, T]] = {}
    arguments = signature(measure)

    @wraps(measure)
    def measured(image: Image, /, *given: P.args, **named: P.kwargs) -> T:
        if image.flags.writeable:
            return measure(image, *given, **named)
        if id(image) not in known:
            known[id(image)] = {}
            finalize(image, known.pop, id(image))
        bound = arguments.bind(image, *given, **named)
        bound.apply_defaults()
        of_it, key = known[id(image)], tuple(bound.arguments.values())[1:]
        if key not in of_it:
            of_it[key] = measure(image, *given, **named)
        return of_it[key]

    return measured


def read_only_view(image: Image) -> Image:
    """Return the picture itself if nothing can write to it, otherwise a read-only view."""
    if image.base is None and not image.flags.writeable:
        return image
    view = image.view()
    view.setflags(write=False)
    return view
