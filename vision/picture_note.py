"""Note in a PNG that the program wrote: the puzzle that it shows and, on a drawing, the boards that
were drawn.

A note is a ``tEXt`` chunk with the keyword ``autoplay`` and ASCII JSON, right after the header of
the PNG. The boards count only as long as the pixels are those that they were drawn on. Notes come
with files from anywhere: one that is not exactly as it should be is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from struct import pack, unpack_from
from typing import Any, Final, NamedTuple, NoReturn, TypeVar
from zlib import crc32

from vision.reading import Colour, Mark, Reading

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

T = TypeVar("T")


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
    puzzles = {reading.puzzle for reading in drawn}
    return PictureNote(puzzles.pop() if len(puzzles) == 1 else AUTO, drawn) if drawn else None


def with_note(png: bytes, note: PictureNote | None) -> bytes:
    """Return a whole PNG with this note instead of any that it has; None is no note."""
    head, *rest = (
        part for part in chunks(png) if not (part.kind == KIND and part.body.startswith(KEYWORD))
    )
    if note is None:
        return joined([head, *rest])
    body = _body(note, pixel_checksum(png))
    if len(body) > MOST_BYTES:
        body = _body(PictureNote(note.puzzle, lit=note.lit), 0)
    return joined([head]) + chunk(KIND, body) + joined(rest).removeprefix(SIGNATURE)


def pixel_checksum(png: bytes) -> int:
    """Return the CRC-32 of a PNG without the chunks that hold no pixels."""
    return crc32(joined(part for part in chunks(png) if part.kind in PIXELS))


def parse_note(body: bytes, pixels: bytes) -> PictureNote | None:
    """Return the note in the body of a tEXt chunk; None if it is not a note, or not a valid one.

    ``pixels`` is the PNG without the chunks that hold no pixels. Its size limits the positions of
    the boards, and the note is returned without any if they were drawn on other pixels.
    """
    if len(body) > MOST_BYTES or not body.startswith(KEYWORD):
        return None
    try:
        content = json.loads(body.removeprefix(KEYWORD).decode("ascii"), parse_constant=_refuse)
        return _note(content, pixels)
    except (ValueError, TypeError, KeyError, IndexError, ZeroDivisionError, RecursionError):
        return None


def _body(note: PictureNote, checksum: int) -> bytes:
    content: dict[str, object] = {"version": VERSION, "puzzle": note.puzzle}
    if note.lit != AUTO:
        content["lit"] = note.lit
    if note.readings:
        content |= {"pixels": checksum, "readings": [_row(reading) for reading in note.readings]}
    return KEYWORD + json.dumps(content, separators=(",", ":")).encode("ascii")


def _row(reading: Reading) -> dict[str, object]:
    """Return a reading as JSON, without the measurements of its borders."""
    return {
        "puzzle": reading.puzzle,
        "grid": reading.grid,
        "xs": [float(x) for x in reading.xs],
        "ys": [float(y) for y in reading.ys],
        "box": [int(side) for side in reading.box],
        "marks": [(int(mark.row), int(mark.col), mark.kind) for mark in reading.marks],
        "confidence": float(reading.confidence),
        "evidence": reading.evidence,
        "whole": bool(reading.whole),
        "stars": None if reading.stars is None else int(reading.stars),
        "warp": None if reading.warp is None else [float(number) for number in reading.warp],
        "looks": [
            None if look is None else [float(level) for level in look] for look in reading.looks
        ],
        "part": float(reading.part),
    }


def _note(content: Any, pixels: bytes) -> PictureNote:
    """Return the note of a JSON value; raise one of several built-in errors if anything in it is
    wrong."""
    row = _object(content)
    _check(type(row["version"]) is int and row["version"] == VERSION)
    note = PictureNote(_text(row["puzzle"]), lit=_text(row.get("lit", AUTO)))
    if "readings" not in row:
        return note
    width, height = unpack_from(">II", pixels, 16)
    readings = _each(
        row["readings"], lambda one: _reading(_object(one), width, height), MOST_BOARDS
    )
    _check(
        type(row["pixels"]) is int
        and all(note.puzzle in (AUTO, reading.puzzle) for reading in readings)
    )
    return PictureNote(note.puzzle, readings, note.lit) if row["pixels"] == crc32(pixels) else note


def _reading(row: Mapping[str, Any], width: int, height: int) -> Reading:
    """Return a reading of a picture of this size; raise one of several built-in errors if anything
    in it is wrong."""
    xs, ys = (_each(row[axis], _number, MOST_CELLS + 1) for axis in ("xs", "ys"))
    for lines in (xs, ys):
        _check(len(lines) >= 2 and all(low < high for low, high in pairwise(lines)))
    grid = _each(row["grid"], _text, MOST_CELLS)
    _check(len(grid) == len(ys) - 1 and all(len(line) == len(xs) - 1 for line in grid))
    x0, y0, x1, y1 = _each(row["box"], _whole, 4)
    _check(x0 < x1 and y0 < y1)
    marks = _each(row["marks"], _mark, len(xs) * len(ys))
    _check(all(0 <= mark.row < len(grid) and 0 <= mark.col < len(grid[0]) for mark in marks))
    warp = None if row["warp"] is None else _each(row["warp"], _number, 9)
    confidence, part = _number(row["confidence"]), _number(row["part"])
    _check((warp is None or len(warp) == 9) and 0 <= confidence <= 1 and 0 < part <= 1)
    _check(type(row["whole"]) is bool)
    reading = Reading(
        _text(row["puzzle"]),
        grid,
        xs,
        ys,
        (x0, y0, x1, y1),
        marks,
        confidence,
        _each(row["evidence"], _text, MOST_CELLS),
        whole=row["whole"],
        stars=None if row["stars"] is None else _whole(row["stars"]),
        warp=warp,
        looks=_each(row["looks"], lambda look: None if look is None else _colour(look), MOST_CELLS),
        part=part,
    )
    _check(reading.stars is None or 0 < reading.stars <= MOST_CELLS)
    ends = [reading.place(row, col) for row in (0, reading.rows) for col in (0, reading.cols)]
    for x, y in (
        *ends,
        *reading.corners,
        (x0, y0),
        (x1, y1),
    ):  # a part of the board may lie outside of the picture
        _check(-width <= x <= 2 * width and -height <= y <= 2 * height)
    return reading


def _check(is_valid: bool) -> None:
    if not is_valid:
        raise ValueError


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _object(value: Any) -> Mapping[str, Any]:
    _check(type(value) is dict)
    return dict(value)


def _each(value: Any, parse: Callable[[Any], T], most: int) -> tuple[T, ...]:
    _check(type(value) is list and len(value) <= most)
    return tuple(map(parse, value))


def _text(value: Any) -> str:
    """Return a text that is safe to print: it can't hold what a terminal would obey."""
    _check(type(value) is str and len(value) <= MOST_LETTERS and value.isprintable())
    return str(value)


def _number(value: Any) -> float:
    _check(type(value) in (int, float) and -FARTHEST <= value <= FARTHEST)
    return float(value)


def _whole(value: Any) -> int:
    _check(type(value) is int and -FARTHEST <= value <= FARTHEST)
    return int(value)


def _mark(value: Any) -> Mark:
    _check(type(value) is list)
    row, col, kind = value
    _check(kind in MARKS)
    return Mark(_whole(row), _whole(col), str(kind))


def _colour(value: Any) -> Colour:
    lightness, a, b = _each(value, _number, 3)
    return lightness, a, b


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


def chunks(png: bytes) -> Iterator[Chunk]:
    """Yield the chunks of a PNG up to its end; raise struct.error if the file is incomplete."""
    at, kind = len(SIGNATURE), b""
    while kind != b"IEND":
        length, kind = unpack_from(">I4s", png, at)
        end = at + 12 + length
        unpack_from(">I", png, end - 4)  # raises if the file ends before
        yield Chunk(kind, png[at + 8 : end - 4], png[at:end])
        at = end


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return a chunk as bytes."""
    return pack(">I", len(body)) + kind + body + pack(">I", crc32(body, crc32(kind)))


def joined(parts: Iterable[Chunk]) -> bytes:
    """Return the PNG that consists of these chunks."""
    return SIGNATURE + b"".join(part.whole for part in parts)
