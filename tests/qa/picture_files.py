"""Picture files that no usual encoder writes: odd PNGs, inks, orientations, sizes."""

import struct
import zlib
from collections.abc import Iterable, Sequence

import cv2
import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
PASSES = (
    (0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2),
    (1, 0, 2, 1),
)  # fmt: skip
"""Adam7: (first row, first column, rows apart, columns apart)."""

Chunk = tuple[bytes, bytes]


def encoded(image: np.ndarray, ending: str, *options: int) -> bytes:
    """Return the bytes of a picture file, encoded with OpenCV's options."""
    return bytes(cv2.imencode(ending, image, options)[1])


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def chunks(png: bytes) -> list[Chunk]:
    """Return the chunks of a whole PNG."""
    found, at = [], 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


def joined(parts: Iterable[Chunk]) -> bytes:
    """Return the PNG of these chunks, with correct checksums."""
    return SIGNATURE + b"".join(chunk(*part) for part in parts)


def with_chunks(png: bytes, *added: Chunk) -> bytes:
    """Return a PNG with more chunks before its pixels."""
    head, *rest = chunks(png)
    return joined([head, *added, *rest])


def png(samples, colours, depth=8, added=(), interlaced=False):
    """Return a PNG of raw samples, (H, W) or (H, W, channels); of one channel below 8 bits."""
    height, width = samples.shape[:2]
    shapes = PASSES if interlaced else ((0, 0, 1, 1),)
    data = b"".join(_rows(samples[y::dy, x::dx], depth) for y, x, dy, dx in shapes)
    head = struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, int(interlaced))
    return joined([(b"IHDR", head), *added, (b"IDAT", zlib.compress(data, 1)), (b"IEND", b"")])


def _rows(samples: np.ndarray, depth: int) -> bytes:
    """Return rows without a filter, each after its filter's number."""
    if not samples.size:
        return b""
    flat = samples.reshape(samples.shape[0], -1)
    if depth == 16:
        packed = flat.astype(">u2").view(np.uint8)
    elif depth == 8:
        packed = flat.astype(np.uint8)
    else:
        bits = np.unpackbits(flat.astype(np.uint8)[..., None], axis=2)[..., 8 - depth :]
        packed = np.packbits(bits.reshape(flat.shape[0], -1), axis=1)
    return np.hstack([np.zeros((flat.shape[0], 1), np.uint8), packed]).tobytes()


def declared(width: int, height: int) -> bytes:
    """Return a PNG that declares this size and has almost no data."""
    head = struct.pack(">IIBBBBB", width, height, 8, RGB, 0, 0, 0)
    return joined([(b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b"")])


def exif(orientation: int, order: str = ">") -> bytes:
    """Return EXIF data with an orientation and nothing else."""
    mark = b"MM\0*" if order == ">" else b"II*\0"
    return mark + struct.pack(f"{order}IHHHIHHI", 8, 1, 0x112, 3, 1, orientation, 0, 0)


def tiff(samples: np.ndarray, tags: dict[int, int] | None = None, order: str = ">") -> bytes:
    """Return a TIFF of samples (H, W, N) as they are stored, with more tags or other values."""
    count = samples.shape[2]
    depths = np.full(count, 8 * samples.itemsize, f"{order}u2").tobytes()
    colours = 1 if count == 1 else 2
    lead = (b"MM\0*" if order == ">" else b"II*\0") + struct.pack(f"{order}I", 16 + samples.nbytes)
    entries = {256: samples.shape[1], 257: samples.shape[0], 259: 1, 262: colours, 273: 16}
    entries |= {277: count, 278: samples.shape[0], 279: samples.nbytes}
    entries |= tags or {}
    packed = {tag: struct.pack(f"{order}HHII", tag, 4, 1, entries[tag]) for tag in entries}
    where = depths.ljust(4, b"\0") if count < 3 else struct.pack(f"{order}I", 8)
    packed[258] = struct.pack(f"{order}HHI", 258, 3, count) + where
    directory = struct.pack(f"{order}H", len(packed)) + b"".join(
        packed[tag] for tag in sorted(packed)
    )
    return lead + depths.ljust(8, b"\0") + samples.tobytes() + directory + bytes(4)


def jpeg_with(jpeg: bytes, marker: int, body: bytes) -> bytes:
    """Return a JPEG with one more segment at its beginning."""
    return jpeg[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def webp_with_exif(webp: bytes, width: int, height: int, data: bytes) -> bytes:
    """Return a plain WebP of this size in the extended form, with EXIF data."""
    canvas = (
        struct.pack("<I", 8)
        + (width - 1).to_bytes(3, "little")
        + (height - 1).to_bytes(3, "little")
    )
    body = riff(b"VP8X", canvas) + webp[12:] + riff(b"EXIF", data)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def riff(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a WebP."""
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def stored(image: np.ndarray, orientation: int) -> np.ndarray:
    """Return the samples that a camera stores for a picture that EXIF says to turn."""
    turned = image.swapaxes(0, 1) if orientation > 4 else image
    down, across = {1: (1, 1), 2: (1, -1), 3: (-1, -1), 4: (-1, 1)}[(orientation - 1) % 4 + 1]
    if orientation in (6, 8):
        down, across = across, down
    return np.ascontiguousarray(turned[::down, ::across])


def inks(channels: Sequence[np.ndarray], transform: int | None) -> bytes:
    """Return a JPEG of raw channels, each in its own scan; ``transform`` is for Adobe's segment."""
    parts = [
        _segments(encoded(channel, ".jpg", cv2.IMWRITE_JPEG_QUALITY, 95)) for channel in channels
    ]
    height, width = channels[0].shape
    number = len(channels)
    planes = b"".join(bytes([plane + 1, 0x11, 0]) for plane in range(number))
    frame = struct.pack(">BHHB", 8, height, width, number) + planes
    scans = (
        part[0xC4] + segment(0xDA, bytes([1, plane + 1, 0, 0, 63, 0])) + part[0]
        for plane, part in enumerate(parts)
    )
    plain = b"\xff\xd8" + parts[0][0xDB] + segment(0xC0, frame) + b"".join(scans) + b"\xff\xd9"
    if transform is None:
        return plain
    return jpeg_with(plain, 0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, transform))


def segment(marker: int, body: bytes) -> bytes:
    """Return a segment of a JPEG."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def _segments(jpeg: bytes) -> dict[int, bytes]:
    """Return the segments of a plain JPEG by marker, those of a kind joined; 0 is the scan."""
    found: dict[int, bytes] = {}
    at, marker = 2, 0
    while marker != 0xDA:
        marker, length = struct.unpack_from(">xBH", jpeg, at)
        found[marker] = found.get(marker, b"") + jpeg[at : at + 2 + length]
        at += 2 + length
    return found | {0: jpeg[at:-2]}


def sized(data: bytes, width: int, height: int) -> bytes:
    """Return a picture file with another size in its header; unchanged if it has none."""
    if data.startswith(SIGNATURE):
        (head, body), *rest = chunks(data)
        return joined([(head, struct.pack(">II", width, height) + body[8:]), *rest])
    if data.startswith(b"GIF"):
        at = 13 + 3 * (2 << (data[10] & 7)) * (data[10] >> 7)
        at = next(k for k in range(at, len(data)) if data[k] == 0x2C)
        size = struct.pack("<HH", width & 0xFFFF, height & 0xFFFF)
        return data[:6] + size + data[10 : at + 5] + size + data[at + 9 :]
    if data.startswith(b"BM"):
        return data[:18] + struct.pack("<II", width, height) + data[26:]
    if data[8:16] == b"WEBPVP8L":
        size = struct.pack(
            "<I", (width - 1 & 0x3FFF) | (height - 1 & 0x3FFF) << 14 | data[24] >> 4 << 28
        )
        return data[:21] + size + data[25:]
    if data[8:16] == b"WEBPVP8 ":
        return data[:26] + struct.pack("<HH", width & 0x3FFF, height & 0x3FFF) + data[30:]
    frame = next(
        k for k in range(len(data)) if data[k] == 0xFF and data[k + 1] in (0xC0, 0xC1, 0xC2)
    )
    return (
        data[: frame + 5] + struct.pack(">HH", height & 0xFFFF, width & 0xFFFF) + data[frame + 9 :]
    )
