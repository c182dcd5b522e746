"""Headers of pictures, which are read before decoding: they give the format, the size and the
orientation, and show that the file is complete.

PNG, JPEG, WebP, BMP, GIF and TIFF are read. Every other kind of file is refused, so no unnecessary
decoder runs. The decoder gets a single still picture: the chunks of a PNG that hold pixels, the
first picture of a GIF.
"""

import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from struct import unpack_from
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.errors import BadImage
from vision.files.picture_note import (
    KIND,
    PIXELS,
    SIGNATURE,
    PictureNote,
    join_chunks,
    parse_note,
    read_chunks,
)

BYTE_ORDERS: Final = {b"II": "<", b"MM": ">"}
JPEG_MARKER: Final = re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]")
"""Start of a JPEG segment; the excluded markers occur inside data or have no length."""
JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
JPEG_END: Final = 0xD9
JPEG_SCAN: Final = 0xDA
JPEG_EXIF: Final = 0xE1
JPEG_ADOBE: Final = 0xEE
MOST_SCANS: Final = 50
"""Maximum number of scans in one JPEG. Progressive files have about 10; a scan can cost time with
hardly any bytes."""
BMP_PLAIN: Final = (0, 3, 6)
TAGS: Final = {
    256: "width",
    257: "height",
    258: "depths",
    259: "packing",
    262: "colours",
    273: "strips",
    274: "orientation",
    277: "samples",
    279: "strip bytes",
    338: "extra samples",
}
"""Tags of a TIFF or EXIF that count here."""
TAG_TYPES: Final = {1: "B", 3: "H", 4: "I"}
MOST_VALUES: Final = 65_535
"""Maximum number of values of a tag that counts here: one for each strip of a high picture."""
TIFF_PACKINGS: Final = frozenset({1, 2, 3, 4, 5, 7, 8, 32773, 32946})
"""Compressions of TIFF that OpenCV can undo."""
TIFF_DEFLATE: Final = frozenset({8, 32946})
"""Compressions of TIFF with a checksum of each strip, which OpenCV ignores."""
TIFF_PIXELS: Final = frozenset(
    {
        ((1,), 0),  # black and white, as scanners store it
        ((1,), 1),
        ((8,), 0),  # grey; with 0, black is the highest level
        ((8,), 1),
        ((8,), 3),  # palette
        ((8, 8, 8), 2),  # RGB
        ((8, 8, 8), 6),  # brightness and two differences of colour, as in JPEG
        ((8, 8, 8, 8), 2),  # RGB and alpha
    }
)
"""Depths of the samples of a pixel in bits, and their meaning, that OpenCV decodes correctly: it
confuses the colours of small palettes and does not know the inks of a printer."""

AGAIN_HINT: Final = "save or download it again"


@dataclass(frozen=True, slots=True)
class Header:
    """Header of one still picture: its format, its stored size in pixels, and the bytes for the
    decoder.

    ``orientation`` is that of EXIF, 1 to 8; ``clear`` is the transparent level of grey, or None;
    ``note`` says what the picture shows if this program wrote it, otherwise it is None.
    """

    format: str
    width: int
    height: int
    data: bytes
    orientation: int = 1
    clear: int | None = None
    note: PictureNote | None = None


def read_header(data: bytes) -> Header:
    """Return the header of a picture; raise BadImage if it is unsupported, damaged, or
    incomplete."""
    if not data:
        raise BadImage("the picture is empty", hint=AGAIN_HINT)
    fitting = [read for pattern, read in FORMATS if pattern.match(data)]
    if not fitting:
        raise make_kind_error(data)
    try:
        header = fitting[0](data)
    except (struct.error, IndexError):
        raise _make_incomplete_error() from None
    if min(header.width, header.height) < 1:
        raise BadImage(
            f"the picture is only {header.width}x{header.height} pixels", hint=AGAIN_HINT
        )
    return header


def _make_incomplete_error() -> BadImage:
    return BadImage("the picture file is incomplete", hint=AGAIN_HINT)


def make_damage_error(format: str) -> BadImage:
    """Return the error for a picture that is complete but damaged."""
    return BadImage(f"the picture is a damaged {format}", hint=AGAIN_HINT)


def _read_png(data: bytes) -> Header:
    width, height, depth, colours = unpack_from(">IIBB", data, 16)
    if not data.startswith(SIGNATURE) or data[12:16] != b"IHDR":
        raise make_damage_error("PNG")
    kept = []
    texts = []
    orientation = 1
    clear = None
    for part in read_chunks(data):
        if part.kind in PIXELS:
            # The decoder does not check the sums, and would show what a damaged chunk holds.
            if not part.is_intact:
                raise make_damage_error("PNG")
            kept.append(part)
        if part.kind == KIND and part.is_intact:
            texts.append(part.body)
        if part.kind == b"eXIf":
            orientation = _find_orientation(part.body)
        if part.kind == b"tRNS" and colours == 0 and depth in (1, 2, 4, 8, 16):
            (clear,) = unpack_from(">H", part.body)
            # The decoder scales levels of fewer than 8 bits to 8 bits.
            if depth < 8:
                clear *= 255 // ((1 << depth) - 1)
    pixels = join_chunks(kept)
    notes = [parse_note(text, pixels) for text in texts]
    note = next(filter(None, notes), None)
    # The boards of a note are in the coordinates of the stored pixels.
    if note and orientation != 1:
        note = replace(note, readings=())
    return Header("PNG", width, height, pixels, orientation, clear, note)


def _read_jpeg(data: bytes) -> Header:
    width = height = channels = scans = 0
    orientation = 1
    is_adobe = False
    at = 2
    while True:
        found = JPEG_MARKER.search(data, at)
        if found is None:
            raise _make_incomplete_error()
        at = found.end()
        kind = data[at - 1]
        if kind == JPEG_END:
            break
        (length,) = unpack_from(">H", data, at)
        body = data[at + 2 : at + length]
        if kind in JPEG_FRAMES:
            height, width, channels = unpack_from(">xHHB", body)
        if kind == JPEG_EXIF and body.startswith(b"Exif\0\0"):
            orientation = _find_orientation(body[6:])
        if kind == JPEG_ADOBE and body.startswith(b"Adobe"):
            is_adobe = True
        if kind == JPEG_SCAN:
            scans += 1
        at += length
    if scans > MOST_SCANS:
        raise make_damage_error("JPEG")
    # The decoder assumes Adobe's inks, which are inverted.
    if channels == 4 and not is_adobe:
        raise BadImage(
            "the picture is a CMYK JPEG that does not declare its inks", hint=CONVERT_HINT
        )
    return Header("JPEG", width, height, data, orientation)


def _read_webp(data: bytes) -> Header:
    (length,) = unpack_from("<I", data, 4)
    end = 8 + length
    at = 12
    width = height = 0
    orientation = 1
    while at + 8 <= end:
        kind, length = unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + length]
        if kind in WEBP_SIZES:
            place, bits, lowest, more = WEBP_SIZES[kind]
            sides = int.from_bytes(unpack_from(place, body)[0], "little")
            width = max(width, sides % (1 << bits) + more)
            height = max(height, (sides >> lowest) % (1 << bits) + more)
        if kind == b"EXIF":
            orientation = _find_orientation(body.removeprefix(b"Exif\0\0"))
        at += 8 + length
        if at > len(data):
            raise _make_incomplete_error()
        # Chunks of an odd length are followed by a byte that belongs to none.
        at += length % 2
    return Header("WebP", width, height, data, orientation)


WEBP_SIZES: Final = {
    b"VP8X": ("4x6s", 24, 24, 1),  # the canvas of an animation, which is larger than its pictures
    b"VP8 ": ("6x4s", 14, 16, 0),
    b"VP8L": ("1x4s", 14, 14, 1),  # without loss
}
"""Where a chunk has the size of a picture: the bytes, the number of bits of a side, that of the
lowest bit of the height, and what is added to both sides."""


def _read_bmp(data: bytes) -> Header:
    start, size = unpack_from("<II", data, 10)
    if size == 12:
        width, height, bits = unpack_from("<HHxxH", data, 18)
        packing = 0
    else:
        width, height, bits, packing = unpack_from("<iixxHI", data, 18)
    height = abs(height)  # negative if the rows go from top to bottom
    row_bytes = (width * bits + 31) // 32 * 4
    if packing in BMP_PLAIN and start + row_bytes * height > len(data):
        raise _make_incomplete_error()
    return Header("BMP", width, height, data)


def _read_gif(data: bytes) -> Header:
    """Return the header and the bytes of the first picture of an animation."""
    width, height, flags = unpack_from("<HHB", data, 6)
    at = 13 + _measure_table(flags)
    while data[at] == 0x21:
        at = _skip_blocks(data, at + 2)
    if data[at] != 0x2C:
        raise make_damage_error("GIF")
    left, top, wide, high, flags = unpack_from("<HHHHB", data, at + 1)
    end = _skip_blocks(data, at + 11 + _measure_table(flags))
    # A picture may reach beyond the screen that the file declares.
    width = max(width, left + wide)
    height = max(height, top + high)
    return Header("GIF", width, height, data[:end] + b";")


def _read_tiff(data: bytes) -> Header:
    """Return the header of the first page; raise BadImage for pixels that can't be decoded."""
    tags = _read_tags(data)
    depths = tags.get("depths", (1,))
    colours = tags.get("colours", (-1,))[0]
    is_plain = (
        (depths, colours) in TIFF_PIXELS
        and len(depths) == tags.get("samples", (1,))[0]
        and tags.get("extra samples") != (0,)  # a fourth sample of unknown meaning
        and tags.get("packing", (1,))[0] in TIFF_PACKINGS
    )
    if not is_plain:
        raise make_kind_error(data)
    width = tags.get("width", (0,))[0]
    height = tags.get("height", (0,))[0]
    # The decoder turns the page upright itself.
    return Header("TIFF", width, height, data)


def check_strips(data: bytes, most_bytes: int) -> None:
    """Raise BadImage if a strip of a TIFF does not pass its checksum, or if all strips together are
    larger than ``most_bytes``; without checksums nothing is known."""
    tags = _read_tags(data)
    if tags.get("packing", (1,))[0] not in TIFF_DEFLATE:
        return
    bytes_left = most_bytes
    for start, length in zip(tags.get("strips", ()), tags.get("strip bytes", ()), strict=False):
        unpacker = zlib.decompressobj()
        try:
            unpacked = unpacker.decompress(data[start : start + length], max(1, bytes_left))
        except zlib.error:
            raise make_damage_error("TIFF") from None
        bytes_left -= len(unpacked)
        if not unpacker.eof or bytes_left < 0:
            raise make_damage_error("TIFF")


def _measure_table(flags: int) -> int:
    """Return the length in bytes of the colour table that follows, 0 if there is none."""
    return 3 * (2 << (flags & 7)) if flags & 0x80 else 0


def _skip_blocks(data: bytes, at: int) -> int:
    """Return the position after the GIF blocks that begin at ``at``."""
    while length := data[at]:
        at += length + 1
    return at + 1


def _find_orientation(exif: bytes) -> int:
    """Return the orientation in EXIF data, 1 to 8; 1 if it has none."""
    if exif[:2] not in BYTE_ORDERS:
        return 1
    try:
        value = _read_tags(exif).get("orientation", (1,))[0]
    except struct.error:
        return 1
    return value if 1 <= value <= 8 else 1


def _read_tags(data: bytes) -> dict[str, tuple[int, ...]]:
    """Return the values of the first tags of a TIFF or EXIF, of those in ``TAGS``; raise
    struct.error if they are incomplete."""
    order = BYTE_ORDERS[data[:2]]
    (at,) = unpack_from(f"{order}I", data, 4)
    (entries,) = unpack_from(f"{order}H", data, at)
    tags: dict[str, tuple[int, ...]] = {}
    for start in range(at + 2, at + 2 + 12 * entries, 12):
        tag, kind, count = unpack_from(f"{order}HHI", data, start)
        if tag not in TAGS or kind not in TAG_TYPES or not 1 <= count <= MOST_VALUES:
            continue
        values = f"{order}{count}{TAG_TYPES[kind]}"
        place = start + 8
        # Values of more than four bytes are somewhere else.
        if struct.calcsize(values) > 4:
            (place,) = unpack_from(f"{order}I", data, place)
        tags[TAGS[tag]] = unpack_from(values, data, place)
    return tags


FORMATS: Final[tuple[tuple[re.Pattern[bytes], Callable[[bytes], Header]], ...]] = (
    (re.compile(rb"\x89PNG"), _read_png),
    (re.compile(rb"\xff\xd8\xff"), _read_jpeg),
    (re.compile(rb"GIF8[79]a"), _read_gif),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), _read_webp),
    (re.compile(rb"II\*\0|MM\0\*"), _read_tiff),
    # The length of its second header: 12, 40, 52, 56, 64, 108 or 124.
    (re.compile(rb"BM.{12}[\x0c(48@l|]\0\0\0", re.DOTALL), _read_bmp),
)
"""Beginnings of supported pictures, and the functions that read their headers."""
KINDS: Final = "PNG, JPEG, WebP, BMP, GIF or TIFF"
"""Supported picture formats, for use in messages."""
KINDS_HINT: Final = f"use a picture as {KINDS}"
CONVERT_HINT: Final = "save it as PNG"
SHOW_HINT: Final = "open it and take a screenshot"
HEAD: Final = 2000
"""Number of bytes examined at the beginning: the first tag of a page or a drawing may come after
comments."""

PAGE: Final = re.compile(rb"[^\0]*<(!doctype\s+html|html|head|body)\b", re.IGNORECASE)
OTHERS: Final = (
    (re.compile(rb"%PDF"), "a PDF document", "autoplay read takes a file whose name ends in .pdf"),
    (re.compile(rb"II\*\0|MM\0\*|II\+\0|MM\0\+"), "a TIFF or a camera's raw picture", CONVERT_HINT),
    (re.compile(rb"....ftypavi[fs]", re.DOTALL), "an AVIF picture", CONVERT_HINT),
    (re.compile(rb"....ftyp(he|mif1|msf1)", re.DOTALL), "a HEIC picture", CONVERT_HINT),
    (re.compile(rb"....ftyp|\x1aE\xdf\xa3|RIFF....AVI ", re.DOTALL), "a film", SHOW_HINT),
    (re.compile(rb"\x00\x00\x00\x0cjP  |\xffO\xffQ"), "a JPEG 2000 picture", CONVERT_HINT),
    (re.compile(rb"\x00\x00\x00\x0cJXL |\xff\n"), "a JPEG XL picture", CONVERT_HINT),
    (re.compile(rb"P[1-7fF]\s"), "a PNM picture", CONVERT_HINT),
    (re.compile(rb"#\?R"), "an HDR picture", CONVERT_HINT),
    (re.compile(rb"v/1\x01"), "an OpenEXR picture", CONVERT_HINT),
    (re.compile(rb"8BPS"), "a Photoshop document", CONVERT_HINT),
    (re.compile(rb"\x00\x00[\x01\x02]\x00"), "an icon", CONVERT_HINT),
    (re.compile(rb"Y\xa6j\x95"), "a Sun raster picture", CONVERT_HINT),
    (re.compile(rb"PK\x03\x04|\x1f\x8b|7z\xbc\xaf|Rar!"), "an archive", "unpack it first"),
    (PAGE, "a web page", SHOW_HINT),
    (re.compile(rb"[^\0]*<svg", re.IGNORECASE), "an SVG drawing", SHOW_HINT),
    (re.compile(rb"[\t\n\r -~\x80-\xff]+\Z"), "text", "if it is a puzzle: autoplay solve FILE"),
)
"""Beginnings of other files, their type, and a hint; the first match counts."""


def is_page(data: bytes) -> bool:
    """Return True if bytes received instead of a picture are a web page."""
    return bool(PAGE.match(data[:HEAD]))


def make_kind_error(data: bytes) -> BadImage:
    """Return the error for bytes that are not a supported picture."""
    beginning = data[:HEAD]
    for pattern, name, hint in OTHERS:
        if pattern.match(beginning):
            return BadImage(f"this is {name}, not a supported picture", hint=hint)
    return BadImage("this is not a supported picture", hint=KINDS_HINT)


BLOCK: Final = 8
"""Width of a block in pixels."""
UNITS: Final = (BLOCK, 2 * BLOCK)
"""Possible heights, in pixels, of the units in which blocks are stored."""
MISSING: Final = 128
"""Level of all channels where data is missing."""
STEP_ROWS: Final = 2
"""Number of rows of units in which missing data may begin: data that is not understood may end in
grey too."""


def ends_in_grey(image: npt.NDArray[np.uint8]) -> bool:
    """Return True if a decoded JPEG, shape (H, W, 3), ends in the colour of missing data.

    It is not the colour of the page, which would also be beside what the picture shows.
    """
    return any(_are_last_units_grey(image, height) for height in UNITS)


def _are_last_units_grey(image: npt.NDArray[np.uint8], height: int) -> bool:
    """Return True if units of this height are grey from some place to the end of the picture."""
    rows = image.shape[0] // height
    cols = image.shape[1] // BLOCK
    # The last pixel alone rules out most pictures.
    if (image[max(0, rows * height - 1), cols * BLOCK - 1] != MISSING).any():
        return False
    grey = (image[: rows * height, : cols * BLOCK] == MISSING).all(axis=2)
    units = grey.reshape(rows, height, cols, BLOCK).all(axis=(1, 3)).ravel()
    first_grey = int(np.flatnonzero(~units).max(initial=-1)) + 1
    if first_grey == 0 or first_grey == len(units):
        return False
    return not units[: max(0, first_grey - STEP_ROWS * cols)].any()
