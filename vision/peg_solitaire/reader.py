"""Reader for boards of peg solitaire: the point lattices in a picture, the best board in each
place, and the signs that its sites are pegs and holes, not lamps or the cells of something else."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Final

import cv2
import numpy as np

from solvers.peg_solitaire import HOLE, NO_SITE, PEG, Cell
from vision.blobs import (
    CONTRASTS,
    DOT_PX,
    LARGEST,
    LIKE_SIZE_RATIO,
    are_as_large,
    find_outlines,
    find_touching,
)
from vision.confidence import GIVEN, WEIGHTS
from vision.errors import CROP_HINT, AmbiguousBoard, BoardNotFound, ReadingError
from vision.game_reader import Attempt, GameReader, Hints, Sign, most_odds, weigh
from vision.image import Bools, Doubles, Image, Places, cache_per_image
from vision.ink import OTHER_INK, SAME_INK, are_drawn_on, compare_drawings, find_ink
from vision.peg_solitaire.board_reading import lattice_of, read_pegs, update_pegs
from vision.peg_solitaire.board_sites import PEGS_HINT, BoardSites, find_board
from vision.peg_solitaire.frames import CoordinateFrame, find_frames
from vision.peg_solitaire.patches import LEAST_DISC, SQUARE, measure_filled_shares
from vision.point_lattices import PointLattice, find_point_lattices
from vision.reading import Reading

PUZZLE: Final = "pegs"
USUAL: Final = "the shape of a usual board"
CROSS: Final = "corners without sites"
SMALLEST: Final = 0.12
"""Minimum side of an object on a site, in steps: a hole may be a dot."""
LARGEST_DOT: Final = 0.45
"""Maximum side of dots that are holes beside larger pegs, in steps."""
LARGEST_ALONE: Final = 0.9
"""Maximum side of an object that is not the cell round it, in steps."""
WITHOUT_RIM: Final = 0.7
"""Part of an object on a site, from its middle, that its rim does not reach."""
MOSTLY_CLEAR: Final = 0.85
"""Minimum fraction of the pairs of pegs with figures that are clearly the same or others: numbers and
words have 0.87 to 1, wood and pictures 0.75 at the most."""
MOSTLY_OTHER: Final = 0.5
"""Minimum fraction of the pairs that are others: one or two pegs may be selected."""
FEWEST_OUT_OF_LINE: Final = 3
"""Minimum number of objects as large as pegs that lie beside all places for them to be pegs too:
one or two may be other things."""
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
    # No board has both round pegs and the sign of those that are not.
    most_odds = most_odds(PUZZLE) - WEIGHTS[PUZZLE][CROSS]
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
        return update_pegs(image, reading, find_boards(image), learn=learn)


def attempt_pegs(image: Image, hints: Hints, *, touching: bool) -> list[Attempt]:
    """Return the best attempt in each place; of objects that touch, or of those with an outline."""
    boxes, places = _lattices_by_place(image, touching)
    found = [_best_attempt(image, lattices, boxes, hints) for lattices in places]
    return [attempt for attempt in found if attempt is not None]


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
            # A person reads an upright board in level rows, or not at all.
            if frame.level and _is_usual(attempt):
                break
    return best


def _attempt(image: Image, frame: CoordinateFrame, boxes: Places, hints: Hints) -> Attempt:
    """Return the attempt to read the board that a frame shows."""
    alike = frame.convert_places(frame.points.places)
    lattice = lattice_of(frame, alike)
    x, y = lattice.move_by(hints.x, hints.y).box[:2]
    what = f"the {len(alike)} pegs or holes at {x},{y}"
    reading: Reading | None = None
    refusal: ReadingError | None = None
    try:
        board = _board(what, image, frame, boxes, may_be_custom=hints.is_told)
        lattice = lattice_of(board.frame, board.cells)
        if hints.size not in (None, lattice.rows):
            raise BoardNotFound(f"{what} are not in {hints.size} rows", hint=CROP_HINT)
    except ReadingError as error:
        return Attempt(lattice, PUZZLE, refusal=error)
    try:
        reading = read_pegs(what, image, board, hints.foreground)
    except ReadingError as doubt:
        refusal = doubt
    signs = find_signs(what, image, board, reading.grid if reading else (), is_told=hints.is_told)
    attempt = Attempt(lattice, PUZZLE, reading=reading, refusal=refusal, signs=signs)
    if hints.is_told and not attempt.is_likely:
        refusal = BoardNotFound(
            f"{what} are no discs, and don't have the shape of a usual board", hint=CROP_HINT
        )
    if isinstance(refusal, BoardNotFound):
        return Attempt(lattice, PUZZLE, refusal=refusal)
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
    frame, seen = _find_objects(frame, boxes)
    alike = frozenset(frame.convert_places(frame.points.places))
    board = find_board(what, image, frame, alike, seen, may_be_custom=may_be_custom)
    if not board.usual and _count_out_of_line(board, boxes) >= FEWEST_OUT_OF_LINE:
        raise AmbiguousBoard(
            f"{what} have others as large between and beside their rows and columns",
            hint="show the board from above, or with --crop X,Y,W,H",
        )
    return board


def _count_out_of_line(board: BoardSites, boxes: Places) -> int:
    """Return the number of objects in the outlines ``boxes`` (N, 4), between the sites of a board
    and a place farther out, that are as large as its pegs but beside all places."""
    points = board.frame.points
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    sites = board.frame.locate_cells(board.cells)
    is_near = np.all(
        (middles > sites.min(axis=0) - 2 * points.step)
        & (middles < sites.max(axis=0) + 2 * points.step),
        axis=1,
    )
    _, on = points.find_nearest_places(middles)
    beside = middles[is_near & are_as_large(boxes, points.side) & ~on]
    # An object has an outline in each contrast.
    return len(np.unique(np.rint(beside / points.step), axis=0))


def _find_objects(frame: CoordinateFrame, boxes: Places) -> tuple[CoordinateFrame, frozenset[Cell]]:
    """Return the frame with the side of the largest objects on it, and its cells with objects of
    any size: those that form the lattice may be the dots of holes alone."""
    points = frame.points
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1) / points.step
    places, on = points.find_nearest_places((boxes[:, :2] + boxes[:, 2:]) / 2)
    low = points.places.min(axis=0) - 2
    high = points.places.max(axis=0) + 2
    near = on & np.all((places >= low) & (places <= high), axis=1)
    fit = near & (sides >= SMALLEST) & (sides <= LARGEST)
    filled = np.concatenate([np.unique(places[fit], axis=0), points.places])
    # Farther out there may be other things than sites.
    beside = on & np.all((places > low) & (places < high), axis=1)
    largest = points.step * float(sides[beside & (sides <= LARGEST_ALONE)].max(initial=0))
    if points.side <= LARGEST_DOT * points.step and largest > LIKE_SIZE_RATIO * points.side:
        frame = replace(frame, points=replace(points, sizes=np.full((2, 2), largest)))
    return frame, frozenset(frame.convert_places(filled))


def find_signs(
    what: str, image: Image, board: BoardSites, grid: Sequence[str], *, is_told: bool
) -> tuple[Sign, ...]:
    """Return the signs that the sites of a board are pegs and holes, or that they are not; all
    sites count if no rows of the ``grid`` say what are pegs, or if there are none."""
    shares = measure_filled_shares(board.patches, board.grounds)
    # Sites are in the order of the rows of a text.
    sites = "".join(grid).replace(NO_SITE, "")
    is_peg = np.array([site == PEG for site in sites], np.bool_)
    if board.usual:
        # The shape says that figures are pegs.
        are_discs = np.median(shares[is_peg] if is_peg.any() else shares) < SQUARE
    else:
        # Without it they may be letters, and what is between them the cells of anything.
        least, most = np.quantile(shares, (0.1, 0.9))
        are_discs = least >= LEAST_DISC and most < SQUARE
    is_cross = board.usual and board.frame.kind == "square" and board.frame.level
    # Discs in any usual shape are pegs, whatever its corners are.
    evidence = (
        (board.usual, USUAL),
        (is_cross and not are_discs, CROSS),
        (is_told, GIVEN),
        (are_discs, "round pegs"),
    )
    signs = [weigh(PUZZLE, name) for is_found, name in evidence if is_found]
    if not is_told and is_peg.any() and _have_repeated_figures(image, board, is_peg):
        doubt = AmbiguousBoard(f"{what} have figures, some of them alike", hint=PEGS_HINT)
        signs.append(weigh(PUZZLE, "figures of which some are alike", doubt))
    return tuple(signs)


def _have_repeated_figures(image: Image, board: BoardSites, is_peg: Bools) -> bool:
    """Return True if several kinds of figures are drawn on the pegs, and some of one kind: the
    numbers or words of something else. Holes show what is drawn on the page.

    Names of sites all differ, and a decoration is the same on all. One peg may be selected.
    """
    points = board.frame.points
    middles = board.frame.locate_cells(board.cells)[is_peg]
    reach = WITHOUT_RIM * points.side / 2
    inks = find_ink(image, np.concatenate([middles - reach, middles + reach], axis=1))
    apart = compare_drawings(inks[are_drawn_on(inks)])
    pairs = apart[np.triu_indices(len(apart), 1)]
    are_same = pairs <= SAME_INK
    are_other = pairs > OTHER_INK
    # The grain of wood, and rims that are drawn between pixels, are alike in part.
    are_clear = (are_same | are_other).mean() >= MOSTLY_CLEAR if len(pairs) else False
    return bool(are_clear and are_same.any() and are_other.mean() >= MOSTLY_OTHER)
