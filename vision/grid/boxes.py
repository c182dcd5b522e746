"""Positions of readings in a picture: overlaps and reading order."""

from __future__ import annotations

from collections.abc import Iterable

from vision.reading import Reading

Box = tuple[int, int, int, int]


def distinct(found: list[Reading]) -> list[Reading]:
    """Return the readings without those that lie inside or overlap a larger one."""
    kept: list[Reading] = []
    for reading in sorted(found, key=lambda r: -area(r.box)):
        if not hidden(reading.box, (other.box for other in kept)):
            kept.append(reading)
    return kept


def hidden(box: Box, others: Iterable[Box]) -> bool:
    """Return True if at least half of a box lies in one of the others."""
    return any(shared(box, other) >= 0.5 * area(box) for other in others)


def in_reading_order(found: list[Reading]) -> list[Reading]:
    """Sort readings from top to bottom, and boards side by side from left to right."""
    ordered: list[Reading] = []
    left = sorted(found, key=lambda r: r.box[1])
    while left:
        bottom = left[0].box[3]
        row = [reading for reading in left if (reading.box[1] + reading.box[3]) / 2 < bottom]
        ordered += sorted(row, key=lambda r: r.box[0])
        left = [reading for reading in left if reading not in row]
    return ordered


def area(box: Box) -> int:
    """Return the area of a box (x0, y0, x1, y1), in square pixels."""
    return (box[2] - box[0]) * (box[3] - box[1])


def shared(a: Box, b: Box) -> int:
    """Return the area that two boxes have in common."""
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
