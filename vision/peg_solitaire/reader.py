"""Reader for boards of peg solitaire: the point lattices in a picture, the best board in each place,
and the update of a known board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Final

import cv2
import numpy as np

from solvers.peg_solitaire import HOLE, NO_SITE, PEG, Cell
from vision.blobs import CONTRASTS, LIKE_SIZE_RATIO, find_outlines, find_touching
from vision.errors import CROP_HINT, AmbiguousBoard, BoardNotFound, ReadingError
from vision.game_reader import Attempt, GameReader, Hints
from vision.image import Floats, Image, Places, cache_per_image
from vision.peg_solitaire.board_reading import lattice_of, positions_of, read_pegs
from vision.peg_solitaire.board_sites import BoardSites, find_board
from vision.peg_solitaire.evidence import PUZZLE, USUAL, find_signs
from vision.peg_solitaire.lattices import (
    ON_SITE,
    CoordinateFrame,
    Doubles,
    PointLattice,
    find_frames,
    find_point_lattices,
    shear_frame,
)
from vision.peg_solitaire.patches import as_colour, locate_sites, sample_sites, select_rim
from vision.peg_solitaire.usual_boards import find_staircase, move_to_zero
from vision.reading import Colour, Reading
from vision.weights import most_odds

DOT_PX: Final = 5
"""Minimum side of a dot that is a hole."""
SMALLEST: Final = 0.12
"""Minimum side of an object on a site, in steps: a hole may be a dot."""
LARGEST_PEG: Final = 1.1
"""Maximum side of an object on a site, in steps: a cell between lines fills a whole step."""
LARGEST_ALONE: Final = 0.9
"""Maximum side of an object that is not the cell round it, in steps."""
MOST_OUTLINES: Final = 1500
"""Maximum number of outlines of one contrast; more come from noise, or from too much text."""
MOST_PLACES: Final = 6
"""Maximum number of places searched in a picture, those with the most objects first."""
MOST_LATTICES: Final = 4
"""Maximum number of point lattices tried in one place: those of pegs, of their rims, of the gaps
between them."""


class PegSolitaireReader(GameReader):
    """Reader for pegs and holes on square and triangular lattices.

    Lamps in the shape of a usual board of pegs, and round objects that may be lamps, are refused.
    """

    puzzle = PUZZLE
    title = "peg solitaire"
    most_odds = most_odds(PUZZLE)
    rescales = True
    symbols = PEG + HOLE + NO_SITE

    def attempts(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the attempts to read boards of pegs."""
        return attempt_pegs(image, hints, touching=False)

    def attempts_apart(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the boards of discs that touch."""
        apart = attempt_pegs(image, hints, touching=True)
        return [attempt for attempt in apart if attempt.reading]

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return the reading with the present pegs of the known board."""
        return update_pegs(image, reading, learn=learn)


def attempt_pegs(image: Image, hints: Hints, *, touching: bool) -> list[Attempt]:
    """Return the best attempt in each place; of objects that touch, or of those with an outline."""
    boxes, places = _lattices_by_place(image, touching)
    attempts: list[Attempt] = []
    for lattices in places:
        attempt = _best_attempt(image, lattices, boxes, hints)
        if attempt is not None:
            attempts.append(attempt)
    if any(attempt.reading and _is_usual(attempt) for attempt in attempts):
        # The person who said that there are pegs meant this board, not a calendar beside it.
        attempts = [attempt for attempt in attempts if not attempt.reading or _is_usual(attempt)]
    return attempts


def _is_usual(attempt: Attempt) -> bool:
    return any(sign.name == USUAL for sign in attempt.signs)


@cache_per_image
def _lattices_by_place(
    image: Image, touching: bool = False
) -> tuple[Places, list[list[PointLattice]]]:
    """Return the outlines of all contrasts, and the point lattices that they form, place by place;
    or the objects that touch."""
    if touching:
        boxes = find_touching(image, CONTRASTS[0], DOT_PX)
        boxes = boxes if len(boxes) <= MOST_OUTLINES else boxes[:0]
    else:
        boxes = np.concatenate([_outlines(image, contrast) for contrast in CONTRASTS])
    return boxes, _by_place(find_point_lattices(boxes))


def _outlines(image: Image, contrast: int) -> Places:
    """Return the outlines of a contrast; those of the smoothed picture if noise causes too many."""
    boxes = find_outlines(image, contrast, DOT_PX)
    if len(boxes) <= MOST_OUTLINES:
        return boxes
    smooth = find_outlines(np.asarray(cv2.medianBlur(image, 5), np.uint8), contrast, DOT_PX)
    return smooth if len(smooth) <= MOST_OUTLINES else smooth[:0]


def _by_place(lattices: list[PointLattice]) -> list[list[PointLattice]]:
    """Return the lattices grouped by place: each group overlaps its first lattice."""
    found: list[tuple[Doubles, list[PointLattice]]] = []
    for lattice in lattices:
        points = lattice.locate_places(lattice.places)
        middle = points.mean(axis=0)
        for ends, others in found:
            if np.all((ends[0] < middle) & (middle < ends[1])):
                others.append(lattice)
                break
        else:
            ends = np.array([points.min(axis=0), points.max(axis=0)])
            found.append((ends, [lattice]))
    return [near[:MOST_LATTICES] for _, near in found[:MOST_PLACES]]


def _best_attempt(
    image: Image, lattices: list[PointLattice], boxes: Places, hints: Hints
) -> Attempt | None:
    """Return the best attempt in one place; usual boards with level rows come before custom
    boards."""
    best: Attempt | None = None
    least = np.inf
    for lattice in lattices:
        for frame in find_frames(lattice):
            attempt = _attempt(image, frame, boxes, hints)
            rank = 4 * (attempt.reading is None) + 2 * (not _is_usual(attempt)) + (not frame.level)
            if rank < least:
                best = attempt
                least = rank
            if rank == 0:
                return best
    return best


def _attempt(image: Image, frame: CoordinateFrame, boxes: Places, hints: Hints) -> Attempt:
    """Return the attempt to read the board that a frame shows."""
    alike = frame.convert_places(frame.points.places)
    lattice = lattice_of(frame, alike)
    box = lattice.move_by(hints.x, hints.y).box
    what = f"the {len(alike)} pegs or holes at {box[0]},{box[1]}"
    grid: tuple[str, ...] = ()
    reading: Reading | None = None
    refusal: ReadingError | None = None
    try:
        board = _board(what, image, frame, boxes, may_be_custom=hints.is_told)
        lattice = lattice_of(board.frame, board.cells)
        if hints.size not in (None, lattice.rows):
            raise BoardNotFound(f"{what} are not in {hints.size} rows", hint=CROP_HINT)
    except ReadingError as error:
        error.box = box
        return Attempt(lattice, PUZZLE, refusal=error)
    try:
        reading = read_pegs(what, image, board, hints.foreground)
        grid = reading.grid
    except ReadingError as doubt:
        refusal = doubt
    signs = find_signs(board, grid, is_told=hints.is_told)
    attempt = Attempt(lattice, PUZZLE, reading=reading, refusal=refusal, signs=signs)
    if hints.is_told and not attempt.is_likely:
        refusal = BoardNotFound(
            f"{what} are no discs, and don't have the shape of a usual board", hint=CROP_HINT
        )
        attempt = Attempt(lattice, PUZZLE, refusal=refusal)
    elif isinstance(refusal, BoardNotFound):
        attempt = Attempt(lattice, PUZZLE, refusal=refusal)
    if refusal:
        refusal.box = box
    return attempt


def find_boards(image: Image) -> Iterator[BoardSites]:
    """Yield the boards in a picture, whether or not their pegs can be told from their holes."""
    boxes, places = _lattices_by_place(image)
    for lattice in chain.from_iterable(places):
        for frame in find_frames(lattice):
            with suppress(ReadingError):
                yield _board("the pegs", image, frame, boxes)


def _board(
    what: str, image: Image, frame: CoordinateFrame, boxes: Places, *, may_be_custom: bool = True
) -> BoardSites:
    """Return the board that a frame shows; raise a ReadingError if there is none."""
    frame = _enlarge_side(frame, boxes)
    for _ in range(2):
        alike = frozenset(frame.convert_places(frame.points.places))
        seen = _filled_cells(frame, boxes)
        board = find_board(what, image, frame, alike, seen, may_be_custom=may_be_custom)
        right = find_staircase(frozenset(board.cells)) if frame.kind == "square" else None
        if right is None:
            break
        frame = shear_frame(frame, right=right)
    return board


def _enlarge_side(frame: CoordinateFrame, boxes: Places) -> CoordinateFrame:
    """Return the frame with the side of the largest objects on it: its own may be that of dots for
    holes."""
    points = frame.points
    places, on = points.find_nearest_places((boxes[:, :2] + boxes[:, 2:]) / 2)
    low = points.places.min(axis=0) - 1
    high = points.places.max(axis=0) + 1
    among = on & np.all((places >= low) & (places <= high), axis=1)
    sides = (boxes[among, 2:] - boxes[among, :2]).max(axis=1)
    side = float(sides[sides <= LARGEST_ALONE * points.step].max(initial=0))
    if side <= LIKE_SIZE_RATIO * points.side:
        return frame
    return replace(frame, points=replace(points, side=side))


def _filled_cells(frame: CoordinateFrame, boxes: Places) -> frozenset[Cell]:
    """Return the cells of a frame that contain an object of any size."""
    points = frame.points
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1) / points.step
    fit = boxes[(sides >= SMALLEST) & (sides <= LARGEST_PEG)]
    places, on = points.find_nearest_places((fit[:, :2] + fit[:, 2:]) / 2)
    low = points.places.min(axis=0) - 2
    high = points.places.max(axis=0) + 2
    near = on & np.all((places >= low) & (places <= high), axis=1)
    filled = np.concatenate([np.unique(places[near], axis=0), points.places])
    return frozenset(frame.convert_places(filled))


STRANGE: Final = 0.35
"""Maximum distance of a colour from a known one, as a fraction of that to the nearest colour of the
other kind."""
STRANGE_ALONE: Final = 12.0
"""Maximum distance (L*a*b*) of a colour from the only known colour."""
STILL_THERE: Final = 0.6
"""Minimum fraction of sites with known colours if the board has not moved."""


def update_pegs(image: Image, reading: Reading, *, learn: bool = False) -> Reading:
    """Read the present pegs of a known board.

    With ``learn``, a site with an unknown colour keeps its kind if nothing else changed, and a
    peg's new colour is added to the reading: a selected peg remains a peg, and the hole that it may
    jump to remains a hole.

    Raises
    ------
    BoardNotFound, AmbiguousBoard
        If the board is gone, or a site looks neither like a peg nor like a hole, as during a jump.
    """
    cells, middles, step = locate_sites(reading)
    if (middles < 0).any() or (middles >= (image.shape[1], image.shape[0])).any():
        return _moved(image, reading, learn=learn)
    colours = np.median(sample_sites(image, middles, step)[:, select_rim(reading.part)], axis=1)
    kinds = [_kind(seen, reading.looks) for seen in colours]
    pegs = middles[[kind == PEG for kind in kinds]]
    if np.mean([kind is not None for kind in kinds]) < STILL_THERE or not _has_outlines(
        image, pegs, step
    ):
        return _moved(image, reading, learn=learn)
    before = [reading.grid[r][c] for r, c in cells]
    strange = [i for i, kind in enumerate(kinds) if kind is None]
    looks = list(reading.looks)
    for i in strange:
        if not learn or any(
            kind not in (None, was) for kind, was in zip(kinds, before, strict=True)
        ):
            row, col = cells[i]
            message = f"the site in row {row + 1}, column {col + 1} looks neither like a peg nor like a hole"
            raise AmbiguousBoard(
                message, hint="take the picture again once the page has stopped changing"
            )
        kinds[i] = before[i]
        if before[i] == PEG:
            looks.append(as_colour(colours[i]))
    rows = [[NO_SITE] * reading.cols for _ in range(reading.rows)]
    for (row, col), kind in zip(cells, kinds, strict=True):
        rows[row][col] = kind or NO_SITE
    return replace(reading, grid=tuple("".join(row) for row in rows), looks=tuple(looks))


def _has_outlines(image: Image, pegs: Doubles, step: float) -> bool:
    """Return True if there are pegs, and most of them have outlines in place."""
    if not len(pegs):
        return False
    low = np.maximum(pegs.min(axis=0) - step, 0).astype(np.intp)
    high = np.ceil(pegs.max(axis=0) + step).astype(np.intp)
    part = image[low[1] : high[1], low[0] : high[0]]
    seen = np.zeros(len(pegs), np.bool_)
    for contrast in CONTRASTS:
        boxes = find_outlines(part, contrast, DOT_PX, largest=1.0)
        boxes = boxes[(boxes[:, 2:] - boxes[:, :2]).max(axis=1) <= LARGEST_PEG * step]
        points = (boxes[:, :2] + boxes[:, 2:]) / 2 + low
        seen |= (np.linalg.norm(points[None] - pegs[:, None], axis=2) <= ON_SITE * step).any(axis=1)
        if seen.mean() >= STILL_THERE:
            return True
    return False


def _kind(seen: Floats, looks: tuple[Colour | None, ...]) -> str | None:
    """Return the kind of site, peg or hole, that has this colour; None if the colour is unknown."""
    hole, pegs = looks[0], [np.array(look) for look in looks[1:] if look]
    off_hole = float(np.linalg.norm(seen - np.array(hole))) if hole else np.inf
    off_peg = min((float(np.linalg.norm(seen - peg)) for peg in pegs), default=np.inf)
    near, far = sorted((off_hole, off_peg))
    if near > (STRANGE * far if np.isfinite(far) else STRANGE_ALONE):
        return None
    return HOLE if off_hole < off_peg else PEG


def _moved(image: Image, before: Reading, *, learn: bool) -> Reading:
    """Return the reading of a board of the same sites elsewhere in the picture; a peg still looks
    as it did before."""
    cells, _, _ = locate_sites(before)
    for board in find_boards(image):
        if sorted(move_to_zero(board.cells)) == cells:
            now = positions_of(board)
            if now.box == before.box:
                return read_pegs("the pegs", image, board, "any")
            return update_pegs(
                image,
                replace(before, xs=now.xs, ys=now.ys, box=now.box, warp=now.warp),
                learn=learn,
            )
    raise BoardNotFound(
        "the pegs are no longer there", hint="start again with the board that is there now"
    )
