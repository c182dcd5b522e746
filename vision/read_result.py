"""Result of reading a picture: its straight edges, the grids of cells that were tried, boards, and refusals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final

import numpy as np

from vision.attempt import Attempt
from vision.errors import (
    LARGER_HINT,
    AmbiguousBoard,
    BadFix,
    BoardCutOff,
    BoardNotFound,
    ReadingError,
    UnsupportedPuzzle,
)
from vision.grid.boxes import area, distinct, in_reading_order
from vision.grid.lines import Edges
from vision.image import Image
from vision.reading import Reading

THUMBNAIL: Final = 0.5
"""Maximum area of another picture of the main board, as a fraction of it: of two as large, either may be meant."""


@dataclass(frozen=True, slots=True, repr=False)
class ReadResult:
    """All results of reading a picture; ``image`` is the part of it at (x, y) that was read.

    ``edges`` are the straight edges, ``meshes`` the parts of the picture whose edges are connected, ``attempts`` the
    grids that were tried. These use coordinates of that part; the readings use coordinates of the whole picture.
    """

    image: Image
    x: int
    y: int
    edges: Edges
    meshes: tuple[Edges, ...]
    attempts: tuple[Attempt, ...]

    def __repr__(self) -> str:
        """Return a line with the boards that were read, or the reason why there are none."""
        height, width = self.image.shape[:2]
        found = ", ".join(map(repr, self.readings)) or next((str(error) for error in self.refusals), "no board")
        return f"<ReadResult: {width}x{height} pixels, {found}>"

    def _repr_html_(self) -> str:
        """Return the drawings of the boards for Jupyter, or the representation if there are none."""
        return "".join(reading._repr_svg_() for reading in self.readings) or escape(repr(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the readings and the messages of the refusals as plain data."""
        return {
            "readings": [reading.to_dict() for reading in self.readings],
            "refusals": [refusal.message for refusal in self.refusals],
        }

    @property
    def readings(self) -> list[Reading]:
        """Boards, from top to bottom and left to right."""
        found = [attempt.reading for attempt in self.attempts if attempt.reading]
        return in_reading_order([_moved(reading, self.x, self.y) for reading in distinct(found)])

    @property
    def refusals(self) -> list[ReadingError | BadFix]:
        """Refusals, the most important first: that of the largest board that is cut off or ambiguous."""
        given = [attempt.refusal for attempt in self.attempts if attempt.refusal]
        kinds = (BoardCutOff, AmbiguousBoard, BadFix, UnsupportedPuzzle, BoardNotFound)
        return [refusal for kind in kinds for refusal in given if isinstance(refusal, kind)]

    def all(self) -> list[Reading]:
        """Return the boards; raise the most important refusal if there are none."""
        if readings := self.readings:
            return readings
        raise (*self.refusals, BoardNotFound("the picture shows no grid of cells", hint=LARGER_HINT))[0]

    def best(self) -> Reading:
        """Return the only board, or the main one of several pictures of it.

        Raises AmbiguousBoard if there are several boards, and the same errors as ``all`` if there are none.
        """
        found = self.all()
        main = max(found, key=lambda reading: area(reading.box))
        if all(reading is main or _is_thumbnail(reading, main) for reading in found):
            return main
        where = ", ".join(f"{r.rows}x{r.cols} at {r.box[0]},{r.box[1]}" for r in found)
        raise AmbiguousBoard(
            f"the picture shows {len(found)} boards: {where}", hint="use --all, or --crop X,Y,W,H for one"
        )


def _is_thumbnail(reading: Reading, main: Reading) -> bool:
    """Return True if a reading is a small picture of the main board, such as its printed solution."""
    same = (reading.puzzle, reading.grid) == (main.puzzle, main.grid)
    return same and area(reading.box) <= THUMBNAIL * area(main.box)


def _moved(reading: Reading, x: int, y: int) -> Reading:
    """Return the reading of the part at (x, y), converted to coordinates of the whole picture."""
    x0, y0, x1, y1 = reading.box
    box = (x0 + x, y0 + y, x1 + x, y1 + y)
    if reading.warp is None:
        return replace(reading, xs=tuple(v + x for v in reading.xs), ys=tuple(v + y for v in reading.ys), box=box)
    shift = np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])
    warp = shift @ np.reshape(reading.warp, (3, 3))
    return replace(reading, box=box, warp=tuple(float(v) for v in warp.ravel()))
