"""Notes in the PNGs that the program writes: the puzzle that a picture shows and, on a drawing, the
boards that were drawn.

A note is a ``tEXt`` chunk with the keyword ``autoplay`` and ASCII JSON, right after the header of
the PNG. The boards count only as long as the pixels are those that they were drawn on. Notes come
with files from anywhere: one that is not exactly as it should be is ignored.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from struct import pack, unpack_from
from types import NoneType
from typing import Any, Final, NamedTuple, NoReturn, get_args, get_type_hints
from zlib import crc32

from vision.reading import Mark, Reading

KIND: Final = b"tEXt"
KEYWORD: Final = b"autoplay\0"
VERSION: Final = 1
MOST_BYTES: Final = 1_000_000
"""Maximum length of a note; that of a large board has some 10 kB."""
MOST_CELLS: Final = 100
"""Maximum rows and columns of a board."""
MOST_BOARDS: Final = 200
MOST_LETTERS: Final = 500
"""Maximum characters of one text."""
MARKS: Final = ("star", "cross", "dot")
FARTHEST: Final = 1e6
"""Maximum size of a number in a note."""
AUTO: Final = "auto"


@dataclass(frozen=True, slots=True)
class PictureNote:
    """Content of a picture, as stated by the program that wrote it.

    ``puzzle`` is the name of the game, "auto" if there are several; ``readings`` are the boards
    that were drawn on it; ``lit`` is the option that reading the pixels needs, as for
    ``vision.read_board``.
    """

    puzzle: str
    readings: tuple[Reading, ...] = ()
    lit: str = AUTO


def drawing_note(readings: Iterable[Reading]) -> PictureNote | None:
    """Return the note of a picture on which these boards were drawn, None if there are none."""
    drawn = tuple(readings)
    if not drawn:
        return None
    is_one_game = all(reading.puzzle == drawn[0].puzzle for reading in drawn)
    return PictureNote(drawn[0].puzzle if is_one_game else AUTO, drawn)


def with_note(png: bytes, note: PictureNote | None) -> bytes:
    """Return a whole PNG with this note instead of any that it has; None is no note."""
    parts = [part for part in read_chunks(png) if not part.is_note]
    if note is not None:
        pixels = join_chunks(part for part in parts if part.kind in PIXELS)
        body = KEYWORD + encode_note(note, crc32(pixels))
        if len(body) > MOST_BYTES:
            body = KEYWORD + encode_note(PictureNote(note.puzzle, lit=note.lit), 0)
        checksum = pack(">I", crc32(body, crc32(KIND)))
        # Right after the header.
        parts.insert(1, Chunk(KIND, body, pack(">I", len(body)) + KIND + body + checksum))
    return join_chunks(parts)


def parse_note(body: bytes, pixels: bytes) -> PictureNote | None:
    """Return the note in the body of a tEXt chunk; None if it is not a note, or not a valid one.

    ``pixels`` is the PNG without the chunks that hold no pixels. Its size limits the positions of
    the boards, and the note is returned without any if they were drawn on other pixels.
    """
    # Nothing large is parsed: notes come with files from anywhere.
    if len(body) > MOST_BYTES or not body.startswith(KEYWORD):
        return None
    try:
        content = json.loads(body.removeprefix(KEYWORD).decode("ascii"), parse_constant=_refuse)
        return _parse_content(content, pixels)
    except (ValueError, TypeError, KeyError, IndexError, ZeroDivisionError, RecursionError):
        return None


def encode_note(note: PictureNote, checksum: int) -> bytes:
    """Return a note as ASCII JSON; ``checksum`` is the CRC-32 of the PNG without the
    chunks that hold no pixels."""
    content: dict[str, object] = {"version": VERSION, "puzzle": note.puzzle}
    if note.lit != AUTO:
        content["lit"] = note.lit
    if note.readings:
        content["pixels"] = checksum
        content["readings"] = [reading.to_dict() for reading in note.readings]
    # Numbers of numpy become plain ones.
    return json.dumps(content, separators=(",", ":"), default=float).encode("ascii")


def _parse_content(content: Any, pixels: bytes) -> PictureNote:
    """Return the note of a JSON value; raise one of several built-in errors if anything in it is
    wrong."""
    _check(type(content) is dict and _parse(int, content["version"]) == VERSION)
    puzzle = _parse(str, content["puzzle"])
    lit = _parse(str, content.get("lit", AUTO))
    if "readings" not in content:
        return PictureNote(puzzle, lit=lit)
    width, height = unpack_from(">II", pixels, 16)
    _check(type(content["readings"]) is list and len(content["readings"]) <= MOST_BOARDS)
    readings = []
    for value in content["readings"]:
        reading = _parse_reading(value, width, height)
        _check(puzzle in (AUTO, reading.puzzle))
        readings.append(reading)
    _check(type(content["pixels"]) is int)
    # The boards are those of other pixels.
    if content["pixels"] != crc32(pixels):
        return PictureNote(puzzle, lit=lit)
    return PictureNote(puzzle, tuple(readings), lit)


def _parse_reading(value: Any, width: int, height: int) -> Reading:
    """Return a reading of a picture of this size; raise one of several built-in errors if anything
    in it is wrong."""
    _check(type(value) is dict)
    reading = Reading(**{name: _parse(kind, value[name]) for name, kind in FIELDS.items()})
    rows = len(reading.grid)
    _check(rows == reading.rows and set(map(len, reading.grid)) == {reading.cols})
    for lines in (reading.xs, reading.ys):
        _check(2 <= len(lines) <= MOST_CELLS + 1 and list(lines) == sorted(set(lines)))
    x0, y0, x1, y1 = reading.box
    _check(x0 < x1 and y0 < y1)
    for mark in reading.marks:
        _check(0 <= mark.row < rows and 0 <= mark.col < reading.cols and mark.kind in MARKS)
    _check(reading.stars is None or 0 < reading.stars <= MOST_CELLS)
    _check(reading.warp is None or len(reading.warp) == 9)
    _check(0 <= reading.confidence <= 1 and 0 < reading.part <= 1)
    places = [reading.place(row, col) for row, col in product((0, rows), (0, reading.cols))]
    places += reading.corners
    places += [(x0, y0), (x1, y1)]
    for x, y in places:
        # A part of the board may lie outside the picture.
        _check(-width <= x <= 2 * width and -height <= y <= 2 * height)
    return reading


def _check(is_valid: bool) -> None:
    if not is_valid:
        raise ValueError


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


FIELDS: Final = {name: kind for name, kind in get_type_hints(Reading).items() if name != "borders"}
"""Types of the fields of a saved reading."""


def _parse(kind: Any, value: Any) -> Any:
    """Return a JSON value as a value of this type, one of those in a reading; raise one of several
    built-in errors if it is none."""
    parts = get_args(kind)
    if NoneType in parts:
        return None if value is None else _parse(parts[0], value)
    if kind in (bool, int, float):
        _check(type(value) is kind or (kind is float and type(value) is int))
        _check(-FARTHEST <= value <= FARTHEST)
        return kind(value)
    if kind is str:
        # A terminal would obey what is not printable.
        _check(type(value) is str and len(value) <= MOST_LETTERS and value.isprintable())
        return value
    _check(type(value) is list and len(value) <= MOST_CELLS**2)
    if kind is Mark:
        return Mark._make(_parse(tuple[int, int, str], value))
    # One type for each value, or the first one for all.
    kinds = parts[:1] * len(value) if parts[-1] is Ellipsis else parts
    return tuple(_parse(part, item) for part, item in zip(kinds, value, strict=True))


SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
PIXELS: Final = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""Chunks that are decoded; the others could hold an animation or text that unpacks to gigabytes."""


class Chunk(NamedTuple):
    """Chunk of a PNG: ``kind`` is its name of four letters, ``whole`` its bytes with length, name
    and checksum."""

    kind: bytes
    body: bytes
    whole: bytes

    @property
    def is_intact(self) -> bool:
        """True if the checksum is right."""
        return self.whole[-4:] == pack(">I", crc32(self.body, crc32(self.kind)))

    @property
    def is_note(self) -> bool:
        """True for text with the keyword of a note."""
        return self.kind == KIND and self.body.startswith(KEYWORD)


def read_chunks(png: bytes) -> Iterator[Chunk]:
    """Yield the chunks of a PNG up to its end; raise struct.error if the file is incomplete."""
    at = len(SIGNATURE)
    kind = b""
    while kind != b"IEND":
        length, kind = unpack_from(">I4s", png, at)
        end = at + 12 + length
        unpack_from(">I", png, end - 4)  # raises if the file ends before
        yield Chunk(kind, png[at + 8 : end - 4], png[at:end])
        at = end


def join_chunks(parts: Iterable[Chunk]) -> bytes:
    """Return the PNG that consists of these chunks."""
    return SIGNATURE + b"".join(part.whole for part in parts)
