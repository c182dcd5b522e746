"""Damaged and odd picture files: each kind takes a random generator and a picture, and returns
bytes."""

import zlib
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from tests.qa import picture_files as files
from tests.qa.picture_files import GREY, GREY_ALPHA, PALETTE, RGB, RGBA, encoded

Rng = np.random.Generator
Maker = Callable[[Rng, np.ndarray], bytes]

FORMATS = {
    "png": (".png", ()),
    "jpeg": (".jpg", (cv2.IMWRITE_JPEG_QUALITY, 92)),
    "progressive": (".jpg", (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)),
    "webp": (".webp", (cv2.IMWRITE_WEBP_QUALITY, 90)),
    "lossless webp": (".webp", (cv2.IMWRITE_WEBP_QUALITY, 101)),
    "bmp": (".bmp", ()),
    "gif": (".gif", ()),
}
LARGEST_SIDE = 200_000
ICC = b"\xff" * 3000


def kinds() -> dict[str, Maker]:
    """Return every kind by its name."""
    found: dict[str, Maker] = {}
    for name, (ending, options) in FORMATS.items():
        whole = partial(_encoded, ending=ending, options=options)
        found[f"{name}, as it is"] = whole
        for damage in (bits, header_bytes, cut, hole, swapped, size, trailing):
            found[f"{name}, {damage.__name__.replace('_', ' ')}"] = partial(
                _damaged, whole=whole, damage=damage
            )
        found[f"{name}, cut and ended"] = partial(_damaged, whole=whole, damage=cut_and_ended)
    found |= {f"png, {name}": maker for name, maker in PNGS.items()}
    found |= {f"jpeg, {name}": maker for name, maker in JPEGS.items()}
    for name in (".png", ".webp", ".gif"):
        if hasattr(cv2, "Animation"):
            found[f"{name[1:]}, animated"] = partial(animated, ending=name)
    found |= {f"other, {name[1:]}": partial(_encoded, ending=name, options=()) for name in OTHERS}
    return found | RANDOM


def _encoded(_: Rng, image: np.ndarray, ending: str, options: tuple[int, ...]) -> bytes:
    return encoded(image, ending, *options)


def _damaged(
    rng: Rng, image: np.ndarray, whole: Maker, damage: Callable[[Rng, bytes], bytes]
) -> bytes:
    return damage(rng, whole(rng, image))


def bits(rng: Rng, data: bytes) -> bytes:
    """Flip a few bits anywhere."""
    spoilt = bytearray(data)
    for at in rng.integers(0, len(data), int(rng.integers(1, 20))):
        spoilt[at] ^= 1 << int(rng.integers(8))
    return bytes(spoilt)


def header_bytes(rng: Rng, data: bytes) -> bytes:
    """Replace some of the first hundred bytes by random ones; the checksums of a PNG are
    updated."""
    spoilt = bytearray(data)
    for at in rng.integers(0, 100, int(rng.integers(1, 4))):
        spoilt[at] = int(rng.integers(256))
    try:
        return (
            files.joined(files.chunks(bytes(spoilt)))
            if data.startswith(files.SIGNATURE)
            else bytes(spoilt)
        )
    except Exception:  # its chunks can no longer be found
        return bytes(spoilt)


def cut(rng: Rng, data: bytes) -> bytes:
    """Cut the file off anywhere."""
    return data[: int(rng.integers(0, len(data)))]


def cut_and_ended(rng: Rng, data: bytes) -> bytes:
    """Cut the file off anywhere, and append its last bytes."""
    return cut(rng, data) + data[-12 if data.startswith(files.SIGNATURE) else -2 :]


def hole(rng: Rng, data: bytes) -> bytes:
    """Remove or clear some bytes, as if a packet were lost."""
    at, length = int(rng.integers(0, len(data))), int(2 ** rng.uniform(0, 13))
    return data[:at] + bytes(length) * int(rng.integers(2)) + data[at + length :]


def swapped(rng: Rng, data: bytes) -> bytes:
    """Exchange two parts."""
    first, second, third = sorted(int(at) for at in rng.integers(0, len(data), 3))
    return data[:first] + data[second:third] + data[first:second] + data[third:]


def size(rng: Rng, data: bytes) -> bytes:
    """Declare another size: from zero to far too large."""
    width, height = (int(2 ** rng.uniform(0, np.log2(LARGEST_SIDE))) - 1 for _ in range(2))
    return files.sized(data, width, height)


def trailing(rng: Rng, data: bytes) -> bytes:
    """Append other data."""
    return data + rng.bytes(int(rng.integers(1, 5000)))


def grey(image: np.ndarray) -> np.ndarray:
    """Return the picture with one channel."""
    return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


def palette(rng: Rng, image: np.ndarray) -> bytes:
    """Return the picture with a palette, whose brightest colour may be transparent over black."""
    levels = np.asarray(image[..., ::-1] // 52, int)
    table = (
        np.array([(r, g, b) for r in range(5) for g in range(5) for b in range(5)], np.uint8) * 63
    )
    added = [(b"PLTE", table.tobytes())]
    if rng.integers(2):
        table[-1], clear = 0, b"\xff" * 124 + b"\0"
        added = [(b"PLTE", table.tobytes()), (b"tRNS", clear)]
    return files.png(levels @ np.array([25, 5, 1]), PALETTE, 8, added, bool(rng.integers(2)))


def clear_ground(image: np.ndarray, full: int) -> np.ndarray:
    """Return RGBA whose white has become transparent black."""
    white = (image >= 250).all(axis=2)
    colours = np.where(white[..., None], 0, image[..., ::-1]).astype(np.uint16) * (full // 255)
    return np.dstack([colours, np.where(white, 0, full).astype(np.uint16)])


def clear_grey(image: np.ndarray) -> bytes:
    """Return grey whose white is transparent, by its level."""
    return files.png(grey(image), GREY, 8, [(b"tRNS", b"\0\xff")])


def with_orientation(rng: Rng, image: np.ndarray, ending: str) -> bytes:
    """Return the picture in one of the eight orientations in which a camera may store it."""
    orientation = int(rng.integers(1, 9))
    turned, tag = (
        files.stored(image, orientation),
        files.exif(orientation, "<>"[int(rng.integers(2))]),
    )
    data = encoded(turned, ending, *((cv2.IMWRITE_WEBP_QUALITY, 101) if ending == ".webp" else ()))
    if ending == ".png":
        return files.with_chunks(data, (b"eXIf", tag))
    if ending == ".jpg":
        return files.jpeg_with(data, 0xE1, b"Exif\0\0" + tag)
    return files.webp_with_exif(data, turned.shape[1], turned.shape[0], tag)


def inks(rng: Rng, image: np.ndarray) -> bytes:
    """Return CMYK or YCCK, with or without the segment that Adobe writes."""
    full = np.full(image.shape[:2], 255, np.uint8)
    if rng.integers(2):
        opposite = cv2.cvtColor(255 - image, cv2.COLOR_BGR2YCrCb)
        return files.inks([*(np.ascontiguousarray(opposite[..., k]) for k in (0, 2, 1)), full], 2)
    transform = 0 if rng.integers(2) else None
    return files.inks([*(np.ascontiguousarray(image[..., k]) for k in (2, 1, 0)), full], transform)


def animated(_: Rng, image: np.ndarray, ending: str) -> bytes:
    """Return an animation whose later frames are different."""
    film = cv2.Animation()
    opaque = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    film.frames, film.durations = (
        [opaque, np.ascontiguousarray(opaque[::-1]), 255 - opaque],
        [100] * 3,
    )
    return bytes(cv2.imencodeanimation(ending, film)[1])


def bomb(rng: Rng, _: np.ndarray) -> bytes:
    """Return few bytes that unpack to many pixels, perhaps too many."""
    width, height = (int(2 ** rng.uniform(9, 15)) // 8 * 8 for _ in range(2))
    rows = zlib.compress(bytes((width // 8 + 1) * height), 9)
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\1\0\0\0\0"
    return files.joined([(b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")])


def text_bomb(rng: Rng, image: np.ndarray) -> bytes:
    """Add texts and profiles that unpack to much or to nothing."""
    much = zlib.compress(bytes(10_000_000), 9)
    junk = [
        (b"zTXt", b"k\0\0" + much),
        (b"iCCP", b"k\0\0" + much),
        (b"iTXt", rng.bytes(50)),
        (b"gAMA", rng.bytes(4)),
    ]
    return files.with_chunks(encoded(image, ".png"), *junk)


def stretched(_: Rng, image: np.ndarray) -> bytes:
    """Return the pixels of a PNG with a declared width one larger."""
    data = encoded(image, ".png")
    return files.sized(data, image.shape[1] + 1, image.shape[0])


PNGS: dict[str, Maker] = {
    "16 bits": lambda _, im: files.png(im[..., ::-1].astype(np.uint16) * 257, RGB, 16),
    "interlaced": lambda _, im: files.png(im[..., ::-1], RGB, 8, (), True),
    "grey": lambda _, im: files.png(grey(im), GREY),
    "grey of 4 bits": lambda rng, im: files.png(grey(im) >> 4, GREY, 4, (), bool(rng.integers(2))),
    "1 bit": lambda rng, im: files.png(grey(im) >> 7, GREY, 1, (), bool(rng.integers(2))),
    "16 bits grey": lambda _, im: files.png(grey(im).astype(np.uint16) * 257, GREY, 16),
    "grey and alpha": lambda _, im: files.png(
        np.dstack([0 * grey(im), 255 - grey(im)]), GREY_ALPHA
    ),
    "alpha": lambda _, im: files.png(clear_ground(im, 255), RGBA),
    "16 bits and alpha": lambda _, im: files.png(clear_ground(im, 65535), RGBA, 16),
    "clear grey": lambda _, im: clear_grey(im),
    "palette": palette,
    "orientation": partial(with_orientation, ending=".png"),
    "webp orientation": partial(with_orientation, ending=".webp"),
    "bomb": bomb,
    "text bomb": text_bomb,
    "stretched": stretched,
}
JPEGS: dict[str, Maker] = {
    "orientation": partial(with_orientation, ending=".jpg"),
    "inks": inks,
    "grey": lambda _, im: encoded(grey(im), ".jpg"),
    "profile": lambda _, im: files.jpeg_with(encoded(im, ".jpg"), 0xE2, b"ICC_PROFILE\0\1\1" + ICC),
}
OTHERS = (".tiff", ".ppm", ".jp2", ".hdr", ".ras", ".avif")
SIGNATURES = (
    files.SIGNATURE,
    b"\xff\xd8\xff\xe0",
    b"GIF89a",
    b"BM",
    b"RIFF\x99\x99\0\0WEBPVP8 ",
    b"",
)
WORDS = (
    b"<!doctype html><h1>404",
    b"%PDF-1.7\n",
    b"PK\3\4",
    b"<svg xmlns='",
    b"AAB\nABB\n",
    b"v/1\1",
    b"8BPS",
    b"P6\n",
)
RANDOM: dict[str, Maker] = {
    "random, bytes": lambda rng, _image: (
        SIGNATURES[int(rng.integers(6))] + rng.bytes(int(2 ** rng.uniform(0, 16)))
    ),
    "random, words": lambda rng, _image: (
        WORDS[int(rng.integers(8))] + rng.bytes(int(rng.integers(0, 999)))
    ),
    "random, noise": lambda rng, _image: encoded(
        rng.integers(0, 256, (400, 400, 3)).astype(np.uint8), ".png"
    ),
}
