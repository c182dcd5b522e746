"""Pictures of the stages of reading (lines, pitch, walls, regions, marks), for refused pictures
too, and of the boards that were considered, side by side.

The text below each describes the outcome for every grid that was tried: the last stage, and why the
reader stopped.
"""

from collections.abc import Iterator
from math import ceil, isqrt
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.confidence import LEAST_ODDS
from vision.drawing.canvas import (
    WHITE,
    Canvas,
    arrange_pictures,
    join_pictures,
    mix_colours,
    print_band,
    print_below,
    write_label,
)
from vision.drawing.overlay import draw_mark
from vision.game_reader import Attempt, ReadResult
from vision.grid.lines import paint_runs
from vision.image import Image
from vision.reading import Border, Box, Reading, is_hidden, keep_first

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

PANEL_PX: Final = 330
"""Width of the panel of a board that was considered."""
MOST_IN_ROW: Final = 4
"""Maximum number of such panels side by side."""
RIM_PX: Final = 6
"""Width of the frame of a panel."""
MOST_SIGNS: Final = 3
"""Maximum number of signs for a board, and of those against it, that are shown."""

Numbered: TypeAlias = tuple[int, Attempt]
"""Number of a grid in the text, and the attempt to read it."""


def stage_pictures(look: ReadResult) -> Iterator[tuple[str, Image]]:
    """Yield the names and pictures of the stages reached, of "lines", "pitch", "walls", "regions",
    "marks".

    Each is drawn on demand, since a large picture needs much memory. Pictures are BGR of dtype
    uint8, as large as the picture that was read or a whole number of times larger, with text below.
    """
    scale = _choose_scale(look)
    outcomes = _describe_outcomes(look)
    ground = _enlarge(_fade(look.image), scale)
    words = "Straight edges: upright ones orange, level ones blue."
    lines = _print_words(ground, words, outcomes)
    _draw_edges(lines[: len(ground)], look, scale)
    yield "lines", lines
    del lines
    every = list(enumerate(look.attempts, 1))
    apart = _drop_overlapping(every)
    # Lines show through each other; filled cells don't, so only one grid is drawn at a place.
    stages = (
        (
            "pitch",
            "Grids of cells that the edges form, with the side of a cell: green was read, "
            "red refused.",
            every,
            _draw_pitch,
        ),
        (
            "walls",
            "Borders between cells: red between two regions, blue inside a region, yellow if "
            "uncertain.",
            apart,
            _draw_borders,
        ),
        (
            "regions",
            "Regions as they were read, or the likeliest ones if the board was refused.",
            apart,
            _draw_regions,
        ),
        (
            "marks",
            "Marks: a circle round stars, a square round crosses, a small circle round dots.",
            apart,
            _draw_marks,
        ),
    )
    for name, words, attempts, draw in stages:
        # One picture at a time: a large one needs much memory.
        picture = _print_words(ground, words, outcomes)
        is_reached = False
        for number, attempt in attempts:
            canvas = Canvas(picture[: len(ground)], _locate_grid(attempt).scale_by(scale))
            is_reached |= draw(canvas, attempt, number)
        if is_reached:
            yield name, picture
        del picture


def _choose_scale(look: ReadResult) -> int:
    """Return the factor by which the picture is enlarged."""
    height, width = look.image.shape[:2]
    pitch = min((attempt.lattice.pitch for attempt in look.attempts), default=LEAST_PITCH)
    # Small print and letters need room, but a large picture is not enlarged.
    wanted: int = max(ceil(LEAST_WIDTH / width), ceil(LEAST_PITCH / pitch))
    return max(1, min(wanted, isqrt(MOST_PIXELS // (height * width))))


def _fade(image: Image) -> Image:
    faded = cv2.addWeighted(image, 1 - FADED, np.full_like(image, 255), FADED, 0)
    return np.asarray(faded, np.uint8)


def _enlarge(image: Image, scale: int) -> Image:
    return image if scale == 1 else image.repeat(scale, axis=0).repeat(scale, axis=1)


def _print_words(picture: Image, words: str, outcomes: str) -> Image:
    """Return a copy of the picture with the words of a stage and the outcomes below it."""
    return print_below(picture, f"{words}\n{outcomes}", max(1.0, picture.shape[1] / PRINT_PX))


def _locate_grid(attempt: Attempt) -> Reading:
    """Return the grid of an attempt at its place in the picture, as a reading of nothing."""
    lattice = attempt.lattice
    xs = tuple(lattice.xs.tolist())
    ys = tuple(lattice.ys.tolist())
    return Reading("", (), xs, ys, lattice.box, warp=attempt.warp)


def _drop_overlapping(attempts: list[Numbered]) -> list[Numbered]:
    """Remove attempts that overlap others; readings take precedence, then later stages, then larger
    grids."""
    ordered = sorted(attempts, key=lambda pair: _rank_attempt(pair[1]))
    return keep_first(ordered, _overlap)


def _overlap(one: Numbered, other: Numbered) -> bool:
    box = _find_box(one[1])
    better = _find_box(other[1])
    return is_hidden(box, [better]) or is_hidden(better, [box])


def _rank_attempt(attempt: Attempt) -> tuple[bool, bool, int]:
    return attempt.reading is None, attempt.regions is None, -attempt.lattice.area


def _find_box(attempt: Attempt) -> Box:
    """Return the box of a grid in the picture."""
    corners = np.array(_locate_grid(attempt).corners).round().astype(int)
    x0, y0 = corners.min(axis=0).tolist()
    x1, y1 = corners.max(axis=0).tolist()
    return x0, y0, x1, y1


def _draw_edges(picture: Image, look: ReadResult, scale: int) -> None:
    """Draw the straight edges on an enlarged picture."""
    height, width = look.image.shape[:2]
    level = paint_runs(look.edges.horizontal, height, width)
    upright = paint_runs(look.edges.vertical, width, height).T
    picture[_enlarge(level, scale) > 0] = LEVEL
    picture[_enlarge(upright, scale) > 0] = UPRIGHT


def _draw_pitch(canvas: Canvas, attempt: Attempt, number: int) -> bool:
    """Draw the lines of a grid with its number and size at a corner."""
    colour = READ if attempt.reading else REFUSED
    canvas.draw_grid(colour, canvas.line_width(1 / 30))
    height = max(10.0, canvas.pitch / 4)
    # Overlapping grids are labelled at different corners.
    lattice = attempt.lattice
    rows = lattice.rows
    cols = lattice.cols
    row, col = ((rows, cols), (0, 0), (rows, 0), (0, cols))[number % 4]
    x, y = canvas.pixel_at(row, col)
    beside = round(y + 2 * height) if row else round(y - height)
    words = f"{number}: {rows}x{cols}, {lattice.pitch:.1f} px"
    write_label(canvas.image, words, (x, beside), height, colour)
    return True


def _draw_borders(canvas: Canvas, attempt: Attempt, _: int) -> bool:
    """Draw the borders between cells, the most doubtful on top; return False if there are none."""
    for border in reversed(_list_borders(attempt)):
        certainty = min(max((border.margin - 1) / (SURE_MARGIN - 1), 0.0), 1.0)
        colour = mix_colours(EITHER, DRAWN if border.drawn else OPEN, certainty)
        width = canvas.line_width(0.12 if border.drawn else 0.06, 2)
        canvas.draw_border((border.row, border.col), border.side, colour, width, 0.12)
    return bool(_list_borders(attempt))


def _list_borders(attempt: Attempt) -> tuple[Border, ...]:
    """Return the measured borders, the most doubtful first."""
    return attempt.regions.borders if attempt.regions else ()


def _draw_regions(canvas: Canvas, attempt: Attempt, _: int) -> bool:
    if attempt.regions:
        canvas.tint_regions(attempt.regions.grid, 0.6)
        canvas.draw_grid(WHITE)
        canvas.draw_letters(attempt.regions.grid)
    return attempt.regions is not None


def _draw_marks(canvas: Canvas, attempt: Attempt, _: int) -> bool:
    if attempt.reading:
        canvas.draw_grid(OPEN)
        for mark in attempt.reading.marks:
            draw_mark(canvas, mark)
    return attempt.reading is not None


def _describe_outcomes(look: ReadResult) -> str:
    """Describe the outcome for each grid, one a line."""
    lines = []
    for number, attempt in enumerate(look.attempts[:MOST_TOLD], 1):
        lines.append(f"{number}. {_describe_outcome(attempt, look)}")
    if len(look.attempts) > MOST_TOLD:
        lines.append(f"and {len(look.attempts) - MOST_TOLD} more grids")
    return "\n".join(lines) or "No grid of cells was found."


def _describe_outcome(attempt: Attempt, look: ReadResult) -> str:
    """Say whether a grid was read or why not, and which of its borders is the most doubtful."""
    words = ""
    refusal = attempt.refusal
    reading = attempt.reading
    if refusal:
        words = f"refused as {refusal.code}: {refusal.message}. Try: {refusal.hint}"
    if reading:
        size = f"{attempt.lattice.rows}x{attempt.lattice.cols}"
        x = reading.box[0] + look.x
        y = reading.box[1] + look.y
        words = f"read: the {size} grid at {x},{y}, confidence {reading.confidence:.2f}"
    borders = _list_borders(attempt)
    if borders:
        border = borders[0]
        beside = "right of" if border.side == "right" else "below"
        cell = f"row {border.row + 1}, column {border.col + 1}"
        words += f". Least margin {border.margin:.2f}, {beside} {cell}"
    return words


def draw_hypotheses(look: ReadResult) -> Image | None:
    """Return a picture of the boards that were considered side by side, None if there are none.

    Each panel shows the grid, its score, the strongest signs for and against it, and the outcome.
    Boards that were read come first, with a green frame, then those of the highest score.
    """
    considered = [pair for pair in enumerate(look.attempts, 1) if pair[1].puzzle]
    considered.sort(key=lambda pair: _rank_hypothesis(pair[1]))
    panels = [_draw_panel(look, number, attempt) for number, attempt in considered[:MOST_TOLD]]
    if not panels:
        return None
    below = arrange_pictures(panels, MOST_IN_ROW)
    words = (
        "Boards that were considered, the likeliest first. The score is the sum of the signs, in "
        f"log-odds: a board is read from {LEAST_ODDS:.1f}, if it leads over those of other games."
    )
    if len(considered) > len(panels):
        words += f" {len(considered) - len(panels)} more grids are not shown."
    return join_pictures([print_band(words, below.shape[1]), below], axis=0)


def _rank_hypothesis(attempt: Attempt) -> tuple[bool, bool, float, int]:
    # Grids of which no board could be formed have no score.
    return attempt.reading is None, not attempt.signs, -attempt.odds, -attempt.lattice.area


def _draw_panel(look: ReadResult, number: int, attempt: Attempt) -> Image:
    """Return the framed picture of a grid in its surroundings, and what was decided below."""
    x0, y0, x1, y1 = _find_box(attempt)
    margin = round(attempt.lattice.pitch)
    left = max(0, x0 - margin)
    top = max(0, y0 - margin)
    part = look.image[top : y1 + margin, left : x1 + margin]
    colour = READ if attempt.reading else REFUSED
    scale = PANEL_PX / max(part.shape[:2])
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    picture = np.full((PANEL_PX, PANEL_PX, 3), 255, np.uint8)
    picture[: small.shape[0], : small.shape[1]] = small
    grid = _locate_grid(attempt).move_by(-left, -top).scale_by(scale)
    canvas = Canvas(picture, grid)
    if attempt.regions:
        canvas.tint_regions(attempt.regions.grid, 0.3)
    canvas.draw_grid(colour, canvas.line_width(1 / 24, 2))
    words = "\n".join(_describe_hypothesis(look, number, attempt))
    panel = print_below(picture, words)
    rim = RIM_PX
    framed = cv2.copyMakeBorder(panel, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=colour)
    # The gap to the next panel.
    return np.pad(framed, ((0, rim), (0, rim), (0, 0)), constant_values=255)


def _describe_hypothesis(look: ReadResult, number: int, attempt: Attempt) -> Iterator[str]:
    lattice = attempt.lattice
    yield f"{number}. {attempt.puzzle}, {lattice.rows}x{lattice.cols}"
    if attempt.signs:
        yield f"score {attempt.odds:+.1f}"
    ordered = sorted(attempt.signs, key=lambda sign: -abs(sign.weight))
    for speaks_for in (True, False):
        signs = [sign for sign in ordered if (sign.weight > 0) == speaks_for]
        for sign in signs[:MOST_SIGNS]:
            yield f"{sign.weight:+.1f} {sign.name}"
    yield _describe_outcome(attempt, look)
