"""File types that are not supported pictures: their first bytes, and a hint for each."""

from __future__ import annotations

import re
from typing import Final

from vision.errors import BadImage

KINDS: Final = "PNG, JPEG, WebP, BMP or GIF"
"""Supported picture formats, for use in messages."""
KINDS_HINT: Final = f"use a picture as {KINDS}"
CONVERT_HINT: Final = "save it as PNG"
SHOW_HINT: Final = "open it and take a screenshot"
HEAD: Final = 2000
"""Number of bytes examined at the beginning: the first tag of a page or a drawing may come after comments."""

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
    (re.compile(rb"[\t\n\r -~\x80-\xff]+\Z"), "text", "autoplay solve reads puzzles that are text"),
)
"""Beginnings of other files, their type, and a hint; the first match counts."""


def is_page(data: bytes) -> bool:
    """Return True if bytes received instead of a picture are a web page."""
    return bool(PAGE.match(data[:HEAD]))


def refused(data: bytes) -> BadImage:
    """Return the error for bytes that are not a supported picture."""
    beginning = data[:HEAD]
    for pattern, name, hint in OTHERS:
        if pattern.match(beginning):
            return BadImage(f"this is {name}, not a supported picture", hint=hint)
    return BadImage("this is not a supported picture", hint=KINDS_HINT)
