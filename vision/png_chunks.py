"""Chunks of PNG files, and which of them hold the pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import pack, unpack_from
from typing import Final, NamedTuple
from zlib import crc32

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
PIXELS: Final = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""Chunks that are decoded; the others could hold an animation or text that unpacks to gigabytes."""


class Chunk(NamedTuple):
    """Chunk of a PNG: ``kind`` is its name of four letters, ``whole`` its bytes with length, name and checksum."""

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
