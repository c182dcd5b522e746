"""Pictures of the stages of reading (lines, pitch, walls, regions, marks), for refused pictures
too.

The text below each describes the outcome for every grid that was tried: the last stage, and why the
reader stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, isqrt
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.drawing.canvas import WHITE, Canvas, band, label, mixed
from vision.drawing.overlay import draw_mark
from vision.game_reader import Attempt, ReadResult
from vision.grid.boxes import area, shared
from vision.grid.lines import paint
from vision.image import Image
from vision.reading import Border, Reading

FADED: Final = 0.65
"""Share of white over the picture, to make drawings stand out."""
UPRIGHT: Final = (0, 110, 255)
LEVEL: Final = (200, 90, 0)
READ: Final = (20, 140, 20)
REFUSED: Final = (30, 30, 200)
DRAWN: Final = (20, 20, 190)
OPEN: Final = (190, 120, 40)
EITHER: Final = (0, 215, 255)
SURE_MARGIN: Final = 3.0
"""Minimum margin of a border in its kind's full colour: three times or a third of the strength
would change the kind.
"""
MOST_TOLD: Final = 12
"""Maximum number of grids described below a picture; a page of tables may have dozens."""
LEAST_WIDTH: Final = 700
"""Width in pixels below which a picture is enlarged to make room for text."""
LEAST_PITCH: Final = 26
"""Cell side in pixels below which a picture is enlarged to make letters legible."""
MOST_PIXELS: Final = 16_000_000
"""Pixels above which nothing is enlarged: a viewer shrinks such pictures anyway."""
PRINT_PX: Final = 1500
"""Width for which small print is right; larger pictures get larger print."""


def stage_pictures(look: ReadResult) -> Iterator[tuple[str, Image]]:
    """Yield the names and pictures of the stages reached, of "lines", "pitch", "walls", "regions",
    "marks".

    Each is drawn on demand, since a large picture needs much memory. Pictures are BGR of dtype
    uint8, as large as the picture that was read or a whole number of times larger, with text below.
    """
    scale, outcomes = _scale(look), _outcomes(look)
    ground = _enlarged(_faded(look.image), scale)
    yield "lines", _lines(_told(ground, f"{LINES_TOLD}\n{outcomes}"), look, scale)
    every = list(enumerate(look.attempts, 1))
    apart = _apart(every)
    for stage in STAGES:
        attempts = [
            pair for pair in (every if stage.draw is _pitch else apart) if stage.reached(pair[1])
        ]
        if attempts:
            picture = _told(ground, f"{stage.words}\n{outcomes}")
            for number, attempt in attempts:
                stage.draw(_canvas(picture[: len(ground)], attempt, scale), attempt, number)
            yield stage.name, picture
            del picture


def _scale(look: ReadResult) -> int:
    """Return the factor by which the picture is enlarged."""
    height, width = look.image.shape[:2]
    pitch = min((attempt.lattice.pitch for attempt in look.attempts), default=LEAST_PITCH)
    wanted: int = max(ceil(LEAST_WIDTH / width), ceil(LEAST_PITCH / pitch))
    return max(1, min(wanted, isqrt(MOST_PIXELS // (height * width))))


def _faded(image: Image) -> Image:
    return np.asarray(
        cv2.addWeighted(image, 1 - FADED, np.full_like(image, 255), FADED, 0), np.uint8
    )


def _enlarged(image: Image, scale: int) -> Image:
    return image if scale == 1 else image.repeat(scale, axis=0).repeat(scale, axis=1)


def _canvas(image: Image, attempt: Attempt, scale: int) -> Canvas:
    lattice = attempt.lattice
    xs, ys = tuple(map(float, lattice.xs)), tuple(map(float, lattice.ys))
    where = Reading("", (), xs, ys, lattice.box, warp=attempt.warp)

    def place(row: float, col: float) -> tuple[float, float]:
        x, y = where.place(row, col)
        return x * scale, y * scale

    return Canvas(image, place, lattice.rows, lattice.cols)


def _apart(attempts: list[tuple[int, Attempt]]) -> list[tuple[int, Attempt]]:
    """Remove attempts that overlap others; readings take precedence, then later stages, then larger
    grids."""
    kept: list[tuple[int, Attempt]] = []
    for number, attempt in sorted(attempts, key=lambda pair: _rank(pair[1])):
        box = _box(attempt)
        others = (_box(other) for _, other in kept)
        if all(shared(box, other) < 0.5 * min(area(box), area(other)) for other in others):
            kept.append((number, attempt))
    return kept


def _rank(attempt: Attempt) -> tuple[bool, bool, int]:
    return attempt.reading is None, attempt.regions is None, -attempt.lattice.area


def _box(attempt: Attempt) -> tuple[int, int, int, int]:
    """Return the box of a grid in the picture."""
    canvas = _canvas(np.empty((0, 0, 3), np.uint8), attempt, 1)
    xs, ys = zip(
        *(canvas.at(r, c) for r in (0, canvas.rows) for c in (0, canvas.cols)), strict=True
    )
    return min(xs), min(ys), max(xs), max(ys)


def _lines(picture: Image, look: ReadResult, scale: int) -> Image:
    height, width = look.image.shape[:2]
    part = picture[: scale * height]
    part[_enlarged(paint(look.edges.horizontal, height, width), scale) > 0] = LEVEL
    part[_enlarged(paint(look.edges.vertical, width, height).T, scale) > 0] = UPRIGHT
    return picture


def _pitch(canvas: Canvas, attempt: Attempt, number: int) -> None:
    colour = READ if attempt.reading else REFUSED
    canvas.grid(colour, canvas.width(1 / 30))
    height = max(10.0, canvas.pitch / 4)
    # Overlapping grids are labelled at different corners.
    row, col = ((0, 0), (canvas.rows, 0), (0, canvas.cols), (canvas.rows, canvas.cols))[
        number % 4 - 1
    ]
    x, y = canvas.at(row, col)
    words = (
        f"{number}: {attempt.lattice.rows}x{attempt.lattice.cols}, {attempt.lattice.pitch:.1f} px"
    )
    label(canvas.image, words, (x, round(y + 2 * height if row else y - height)), height, colour)


def _walls(canvas: Canvas, attempt: Attempt, _: int) -> None:
    for border in reversed(_borders(attempt)):  # the most doubtful on top
        share = min(max((border.margin - 1) / (SURE_MARGIN - 1), 0.0), 1.0)
        width = canvas.width(0.12 if border.drawn else 0.06, 2)
        colour = mixed(EITHER, DRAWN if border.drawn else OPEN, share)
        canvas.border((border.row, border.col), border.side, colour, width, 0.12)


def _borders(attempt: Attempt) -> tuple[Border, ...]:
    return attempt.regions.borders if attempt.regions else ()


def _regions(canvas: Canvas, attempt: Attempt, _: int) -> None:
    if attempt.regions:
        canvas.tint_regions(attempt.regions.grid, 0.6)
        canvas.grid(WHITE)
        canvas.letters(attempt.regions.grid)


def _marks(canvas: Canvas, attempt: Attempt, _: int) -> None:
    if attempt.reading:
        canvas.grid(OPEN)
        for mark in attempt.reading.marks:
            draw_mark(canvas, mark)


def _outcomes(look: ReadResult) -> str:
    """Describe the outcome for each grid, one a line."""
    lines = [
        f"{number}. {_outcome(attempt, look)}" for number, attempt in enumerate(look.attempts, 1)
    ]
    if len(lines) > MOST_TOLD:
        lines[MOST_TOLD:] = [f"and {len(lines) - MOST_TOLD} more grids"]
    return "\n".join(lines) or "No grid of cells was found."


def _outcome(attempt: Attempt, look: ReadResult) -> str:
    words = ""
    if attempt.refusal:
        words = f"refused as {attempt.refusal.code}: {attempt.refusal.message}. Try: {attempt.refusal.hint}"
    if attempt.reading:
        (x, y, *_), size = attempt.reading.box, f"{attempt.lattice.rows}x{attempt.lattice.cols}"
        words = f"read: the {size} grid at {x + look.x},{y + look.y}, confidence {attempt.reading.confidence:.2f}"
    if not _borders(attempt):
        return words
    row, col, side, *_, margin = _borders(attempt)[0]
    beside = "right of" if side == "right" else "below"
    return f"{words}. Least margin {margin:.2f}, {beside} row {row + 1}, column {col + 1}"


def _told(picture: Image, words: str) -> Image:
    """Return a copy of the picture with text below it."""
    return np.vstack(
        [picture, band(words, picture.shape[1], max(1.0, picture.shape[1] / PRINT_PX))]
    )


class Stage(NamedTuple):
    """Stage after the lines: the caption of its picture, the function that draws a grid, and the
    grids that it has."""

    name: str
    words: str
    draw: Callable[[Canvas, Attempt, int], None]
    reached: Callable[[Attempt], object]


LINES_TOLD: Final = "Straight edges: upright ones orange, level ones blue."
PITCH_TOLD: Final = (
    "Grids of cells that the edges form, with the side of a cell: green was read, red refused."
)
WALLS_TOLD: Final = (
    "Borders between cells: red between two regions, blue inside a region, yellow if uncertain."
)
REGIONS_TOLD: Final = "Regions as they were read, or the likeliest ones if the board was refused."
MARKS_TOLD: Final = (
    "Marks: a circle round stars, a square round crosses, a small circle round dots."
)
STAGES: Final = (
    Stage("pitch", PITCH_TOLD, _pitch, lambda attempt: attempt.lattice),
    Stage("walls", WALLS_TOLD, _walls, _borders),
    Stage("regions", REGIONS_TOLD, _regions, lambda attempt: attempt.regions),
    Stage("marks", MARKS_TOLD, _marks, lambda attempt: attempt.reading),
)
