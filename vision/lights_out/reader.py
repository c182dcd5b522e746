"""Reader for Lights Out boards, and the tests that distinguish them from boards of regions."""

# ruff: noqa: ARG002 (the interface of all games)
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.blobs import CONTRASTS, find_outlines
from vision.confidence import (
    CHANCE_ROWS,
    FARTHER_APART,
    FILLING_CONFIDENCE,
    LEAST_CONFIDENCE,
    MOST_ODD_LAMPS,
)
from vision.errors import (
    CROP_HINT,
    WHOLE_HINT,
    AmbiguousBoard,
    BoardCutOff,
    BoardNotFound,
    ReadingError,
)
from vision.game_reader import THUMBNAIL, Attempt, GameReader, Hints, RegionResult
from vision.grid.borders import LEAST_LINE
from vision.grid.lattice import Lattice, find_lattices
from vision.image import Bools, Floats, Image, Places
from vision.lights_out.lamp_grid import (
    EVEN,
    FEWEST,
    MOST,
    LampGrid,
    find_lamp_grids,
    locate_lamps,
    measure_insets,
    measure_pitches,
    sample_lamps,
)
from vision.lights_out.measured_lamps import MeasuredLamps, measure_lamps, resolve_holes
from vision.lights_out.plausibility import (
    COLOURED,
    LAMPS_HINT,
    WIDE,
    look_like_walls,
    refuse_other_things,
    refuse_separated,
    refuse_uncertain,
)
from vision.lights_out.states import measure_mean_colours, number_states
from vision.lights_out.surroundings import (
    ends_too_soon,
    find_extension,
    ground_colour,
    has_cells_beside,
    is_cut_short,
)
from vision.reading import Colour, Reading

TWO_COLOURS: Final = 10.0
"""Minimum difference (L*a*b*) between two colours; lines or marks change a cell's colour by
less."""
ONE_COLOUR: Final = 16.0
"""Maximum difference (L*a*b*) between lamps of one state, some of which a neighbour's glow
reaches."""
LINES_SHOW: Final = 1.5
"""Minimum ratio of lines between regions to lines inside them for lines, not colours alone, to show
the regions."""


class LightsOutReader(GameReader):
    """Reader for lamps in rows and columns, apart from each other or touching.

    Two colours alone don't make regions, and coloured lamps or lamps with gaps are not walls. Other
    boards that may be both are refused, except for boards with walls, which a solution has to
    confirm.
    """

    puzzle = "lights-out"
    title = "Lights Out"
    rescales = True
    symbols = STATES + NO_LAMP

    def attempts(self, image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
        """Return the attempts to read boards of lamps; lamps that touch are tried only if no others
        are read."""
        attempts = attempt_lamps(image, hints, only_certain=only_certain)
        if not only_certain and not any(attempt.reading for attempt in attempts):
            touching = attempt_touching(image, find_lattices(image), hints)
            attempts += [attempt for attempt in touching if attempt.reading or not attempts]
        return attempts

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return the reading with the present states of the known lamps."""
        return update_lamps(image, reading, learn=learn)

    def is_plausible(self, image: Image, earlier: Sequence[Attempt]) -> bool:
        """Return True if the cells of every board with certain regions may be lamps."""
        return all(_may_be_lamps(attempt) for attempt in earlier if _has_certain_regions(attempt))

    def prevails(self, image: Image, own: Sequence[Attempt]) -> bool:
        """Return True if some lamps are coloured or have gaps between them, unlike walls."""
        return any(
            attempt.reading and not look_like_walls(attempt.lattice, attempt.reading.looks)
            for attempt in own
        )

    def disputes(self, image: Image, attempt: Attempt, own: Sequence[Attempt]) -> bool:
        """Return True unless walls are unlike lamps, or lines show the regions and no lamps were
        read."""
        seen = any(
            lamps.reading or isinstance(lamps.refusal, AmbiguousBoard | BoardCutOff)
            for lamps in own
        )
        walled = attempt.reading is not None and any("#" in row for row in attempt.reading.grid)
        if walled and not self.prevails(image, own) and not (seen and _in_colour(attempt)):
            return False
        return seen or attempt.regions is None or not _shown_by_lines(attempt.regions)


def _has_certain_regions(attempt: Attempt) -> bool:
    """Return True if N regions were read, even if the board was refused as ambiguous for another
    reason.

    Walls that no solution confirms are only cells of two colours, as lamps are.
    """
    if attempt.reading is not None:
        return True
    regions = attempt.regions if isinstance(attempt.refusal, AmbiguousBoard) else None
    walled = regions is not None and any("#" in row for row in regions.grid)
    return regions is not None and regions.confidence >= LEAST_CONFIDENCE and not walled


def _may_be_lamps(attempt: Attempt) -> bool:
    """Return True if the cells have few colours, like lamps and holes, and lines don't show the
    regions.

    Two colours may form N connected regions by chance, three only on the smallest boards. If a
    region contains cells of very different colours, its lines may be the edges of lamps.
    """
    if attempt.colours is None or attempt.regions is None:
        return False
    colours = attempt.colours.reshape(-1, 3)
    off = np.linalg.norm(colours - colours[0], axis=1)
    widest = float(off.max())
    for _ in range(2 if len(attempt.regions.grid) < CHANCE_ROWS else 1):
        off = np.minimum(off, np.linalg.norm(colours - colours[off.argmax()], axis=1))
    few = widest > TWO_COLOURS and float(off.max()) < min(widest / 4, ONE_COLOUR)
    return few and (not _shown_by_lines(attempt.regions) or _varies_inside(attempt.regions))


def _shown_by_lines(regions: RegionResult) -> bool:
    """Return True if lines between regions are plainly stronger than those inside them."""
    drawn, others = (
        [border.line for border in regions.borders if border.drawn is kind]
        for kind in (True, False)
    )
    return bool(drawn and others and np.median(drawn) > LINES_SHOW * np.median(others) + LEAST_LINE)


def _varies_inside(regions: RegionResult) -> bool:
    """Return True if cells of one region differ in colour more than tints of a page do."""
    return any(border.colour > FARTHER_APART for border in regions.borders if not border.drawn)


def _in_colour(attempt: Attempt) -> bool:
    """Return True if cells are coloured, unlike those of a board with walls."""
    if attempt.colours is None:
        return False
    return float(np.hypot(attempt.colours[..., 1], attempt.colours[..., 2]).max()) >= COLOURED


def attempt_lamps(image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
    """Read the grids of separate lamps in a picture; with ``only_certain``, only those that can't
    be anything else.

    If there are several grids, only those of the best rank (see ``MeasuredLamps.rank``) and equal
    ones are returned.
    """
    outlines = np.unique(
        np.concatenate([find_outlines(image, contrast) for contrast in CONTRASTS]), axis=0
    )
    attempts: list[Attempt] = []
    read: list[tuple[int, Attempt]] = []
    refused: list[LampGrid] = []
    grids = find_lamp_grids(outlines)
    for grid in grids:
        what = _describe(grid.lattice, hints)
        near = _outside_of(
            [other.lattice for other in grids if not _are_as_large(other.lattice, grid.lattice)],
            outlines,
        )
        try:
            lamps = _whole(what, image, resolve_holes(what, image, grid, hints.foreground), hints)
            _refuse_doubtful(what, image, near, lamps, only_certain=only_certain)
            read.append((lamps.rank, _read(what, image, lamps, hints)))
        except ReadingError as refusal:
            attempts.append(_refused(grid.lattice, refusal, hints))
            refused.append(grid)
    if only_certain:
        read = [(rank, _refuse_piece(attempt, refused, hints)) for rank, attempt in read]
    best = min((rank for rank, _ in read), default=0)
    first = [attempt.lattice for rank, attempt in read if rank == best]
    for rank, attempt in read:
        other = BoardNotFound("other cells in the picture are more like lamps", hint=CROP_HINT)
        is_best = rank == best or any(_are_equal(attempt.lattice, lattice) for lattice in first)
        keep = is_best or attempt.reading is None
        attempts.append(attempt if keep else replace(attempt, reading=None, refusal=other))
    return attempts


def _are_equal(one: Lattice, other: Lattice) -> bool:
    """Return True for two grids of as many rows and columns, neither of them a small picture of the
    other: both are boards, even if the lamps of one are all alike."""
    if (one.rows, one.cols) != (other.rows, other.cols):
        return False
    small, large = sorted([one.area, other.area])
    return small > THUMBNAIL * large


def _outside_of(lattices: Iterable[Lattice], boxes: Places) -> Places:
    """Return the boxes (N, 4) whose middles are in none of the lattices."""
    for x0, y0, x1, y1 in (lattice.box for lattice in lattices):
        x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
        boxes = boxes[~((x0 < x) & (x < x1) & (y0 < y) & (y < y1))]
    return boxes


def _are_as_large(one: Lattice, other: Lattice) -> bool:
    """Return True if the cells of two lattices are of the same size, so that both may be pieces of
    one board."""
    ratios = np.array(measure_pitches(one)) / measure_pitches(other)
    return bool(np.abs(ratios - 1).max() <= EVEN / 2)


def _refuse_piece(attempt: Attempt, refused: list[LampGrid], hints: Hints) -> Attempt:
    """Return the attempt, refused if a larger grid of cells of the same size was refused: both may
    be pieces of one."""
    lattice = attempt.lattice
    for other in refused:
        if _are_as_large(other.lattice, lattice) and other.count > lattice.rows * lattice.cols:
            what = _describe(lattice, hints)
            piece = AmbiguousBoard(
                f"{what} may be a piece of a larger board", hint=f"{WHOLE_HINT}; {LAMPS_HINT}"
            )
            return _refused(lattice, piece, hints)
    return attempt


def attempt_touching(image: Image, lattices: Iterable[Lattice], hints: Hints) -> list[Attempt]:
    """Read grids of lamps that touch: lamps of one state merge, and only groups of them have
    outlines."""
    attempts: list[Attempt] = []
    for lattice in lattices:
        if not all(FEWEST <= count <= MOST for count in (lattice.rows, lattice.cols)):
            continue
        what = _describe(lattice, hints)
        try:
            lamps = _whole(
                what,
                image,
                LampGrid(lattice, np.ones((lattice.rows, lattice.cols), np.bool_)),
                hints,
            )
            refuse_other_things(what, image, lamps)
            refuse_separated(what, image, lamps)
            attempts.append(_read(what, image, lamps, hints))
        except ReadingError as refusal:
            attempts.append(_refused(lattice, refusal, hints))
    return attempts


def _describe(lattice: Lattice, hints: Hints) -> str:
    x, y = lattice.move_by(hints.x, hints.y).box[:2]
    return f"the {lattice.rows}x{lattice.cols} lamps at {x},{y}"


def _refused(lattice: Lattice, refusal: ReadingError, hints: Hints) -> Attempt:
    refusal.box = lattice.move_by(hints.x, hints.y).box
    return Attempt(lattice, refusal=refusal)


def _refuse_doubtful(
    what: str, image: Image, outlines: Places, lamps: MeasuredLamps, *, only_certain: bool
) -> None:
    """Raise a ReadingError for lamps that are cut off, and for cells that may be something else."""
    if is_cut_short(outlines, lamps.grid.lattice):
        raise BoardCutOff(f"{what} continue where they are cut off or covered", hint=WHOLE_HINT)
    refuse_other_things(what, image, lamps)
    if only_certain:
        if has_cells_beside(outlines, lamps.grid.lattice):
            raise AmbiguousBoard(f"{what} are next to other cells of their size", hint=LAMPS_HINT)
        refuse_uncertain(what, image, lamps)


def _whole(what: str, image: Image, grid: LampGrid, hints: Hints) -> MeasuredLamps:
    """Return the lamps of a grid and of the rows and columns that extend it.

    Raises a ReadingError if they are not a board, or only a part of one.
    """
    while side := _foreign_side(measure_lamps(what, image, grid)):
        grid = grid.remove_line(*side)
    while beyond := find_extension(what, image, grid, measure_lamps(what, image, grid).states):
        grid = grid.add_line(*beyond)
    if hints.size not in (None, grid.lattice.rows):
        raise BoardNotFound(f"{what} are not in {hints.size} rows", hint=CROP_HINT)
    lamps = measure_lamps(what, image, grid)
    if lamps.confidence < LEAST_CONFIDENCE:
        raise AmbiguousBoard(f"the states of {what} are not certain", hint=WHOLE_HINT)
    return lamps


def _foreign_side(lamps: MeasuredLamps) -> tuple[int, int] | None:
    """Return the side (axis 0 for a row, 1 for a column, and end 0 or -1) with gaps and no lamp in a
    state of the other lamps: something else beside the board; None if there is none."""
    grid = lamps.grid
    for axis, end in product((0, 1), (0, -1)):
        if grid.there.shape[axis] <= FEWEST:
            continue
        outer = np.asarray(grid.there.take(end, axis), np.bool_)
        labels = np.asarray(lamps.states.labels.take(end, axis), np.intp)
        rest = np.delete(lamps.states.labels, end, axis=axis)
        there = np.delete(grid.there, end, axis=axis)
        if not outer.all() and not np.isin(labels[outer], rest[there]).any():
            return axis, end
    return None


def _read(what: str, image: Image, lamps: MeasuredLamps, hints: Hints) -> Attempt:
    """Return the attempt with a reading; raise AmbiguousBoard if neither of two states is clearly
    lit."""
    grid, states = lamps.grid, lamps.states
    numbers, reason = number_states(
        what, states, ground_colour(image, grid.lattice), hints.foreground
    )
    looks: list[Colour | None] = [None] * (max(numbers) + 1)
    for number, colour in zip(numbers, states.colours, strict=True):
        looks[number] = colour
    evidence = [
        f"{grid.count} lamps, states {states.gap:.1f} times as far apart as lamps of one state",
        reason,
    ]
    if lamps.odd > MOST_ODD_LAMPS:
        evidence.append("lamps of one state look different")
    confidence = lamps.confidence
    if ends_too_soon(image, grid.lattice):
        confidence = min(confidence, FILLING_CONFIDENCE)
        evidence.append(
            "the picture ends at the outer lamps: a cut between lamps would go unnoticed"
        )
    reading = Reading(
        "lights-out",
        tuple(
            "".join(NO_LAMP if s < 0 else STATES[numbers[s]] for s in row) for row in states.labels
        ),
        tuple(map(float, grid.lattice.xs)),
        tuple(map(float, grid.lattice.ys)),
        grid.lattice.box,
        confidence=confidence,
        evidence=tuple(evidence),
        looks=tuple(looks),
        part=states.part,
    )
    return Attempt(grid.lattice, reading=reading)


STILL_THERE: Final = 0.7
"""Minimum fraction of lamps with visible outlines if the board has not moved."""
PLAIN: Final = 6.0
"""Maximum difference (L*a*b*) between the samples of a lamp without a drawing or a crossing
line."""
STRANGE: Final = 0.4
"""Maximum distance of a colour from the nearest known colour, as a fraction of that to the second
nearest."""
STRANGE_ALONE: Final = 12.0
"""Maximum distance (L*a*b*) of a colour from the only known colour."""


def update_lamps(image: Image, reading: Reading, *, learn: bool = False) -> Reading:
    """Read the present states of known lamps.

    With ``learn``, a lamp of an unknown colour adds a state. Raises BoardNotFound if the board is
    gone, AmbiguousBoard if a lamp has an unknown colour that can't be learned.
    """
    lattice = Lattice(
        np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), reading.box
    )
    there = np.array([[state != NO_LAMP for state in row] for row in reading.grid])
    if not (_has_outlines(image, lattice, there) or _is_plain(image, lattice, there, reading)):
        lattice = _moved(image, lattice, there)
    xs, ys = tuple(map(float, lattice.xs)), tuple(map(float, lattice.ys))
    colours = measure_mean_colours(sample_lamps(image, lattice), reading.part)
    return _with_states(
        colours, there, replace(reading, xs=xs, ys=ys, box=lattice.box), learn=learn
    )


def _has_outlines(image: Image, lattice: Lattice, there: Bools) -> bool:
    """Return True if the outlines of most lamps are in place; edges hidden by a glow need a higher
    contrast."""
    x0, y0, x1, y1 = lattice.box
    if x0 < 0 or y0 < 0 or x1 > image.shape[1] or y1 > image.shape[0]:
        return False
    left, top = max(0, x0 - 2), max(0, y0 - 2)
    part, near = image[top : y1 + 2, left : x1 + 2], lattice.move_by(-left, -top)
    seen = np.zeros_like(there)
    for contrast in CONTRASTS:
        seen |= locate_lamps(find_outlines(part, contrast), near)
        if seen[there].mean() >= STILL_THERE:
            return True
    return False


def _is_plain(image: Image, lattice: Lattice, there: Bools, reading: Reading) -> bool:
    """Return True if touching lamps are plain and most have known colours; touching lamps have no
    own outlines."""
    if max(measure_insets(lattice)) >= WIDE:
        return False
    patches = sample_lamps(image, lattice)
    plain = float(np.nanmax(np.ptp(patches, axis=(2, 3))[there])) <= PLAIN
    colours = measure_mean_colours(patches, reading.part)[there]
    is_known = _nearest_states(colours, list(reading.looks)) >= 0
    return plain and bool(is_known.mean() >= STILL_THERE)


def _moved(image: Image, before: Lattice, there: Bools) -> Lattice:
    """Return the lattice of the lamps' new position, with the same rows and columns as before."""
    for contrast in CONTRASTS:
        for grid in find_lamp_grids(find_outlines(image, contrast)):
            if np.array_equal(grid.there, there):
                return grid.lattice
    what = f"the {before.rows}x{before.cols} lamps"
    raise BoardNotFound(
        f"{what} are no longer there", hint="start again with the board that is there now"
    )


def _with_states(colours: Floats, there: Bools, reading: Reading, *, learn: bool) -> Reading:
    """Return the reading with the states given by the lamps' colours (rows, cols, 3)."""
    known, seen = list(reading.looks), colours[there]
    states = _nearest_states(seen, known)
    for number in np.flatnonzero(states < 0):
        states[number] = _nearest_states(seen[number : number + 1], known)[
            0
        ]  # others may have been learned
        if states[number] < 0:
            if not learn or (None not in known and len(known) == len(STATES)):
                row, col = np.argwhere(there)[number]
                message = f"the lamp in row {row + 1}, column {col + 1} has an unknown colour"
                raise AmbiguousBoard(
                    message, hint="take the picture again once the page has stopped changing"
                )
            states[number] = _add_state(known, seen[number])
    shown = np.full(there.shape, NO_LAMP)
    shown[there] = np.array([*STATES])[states]
    return replace(reading, grid=tuple("".join(row) for row in shown), looks=tuple(known))


def _nearest_states(colours: Floats, known: list[Colour | None]) -> Places:
    """Return the state with each of these colours (N, 3); -1 for an unknown colour."""
    states = [state for state, colour in enumerate(known) if colour is not None]
    looks = np.array([known[state] for state in states], np.float32)
    distances = np.linalg.norm(colours[:, None] - looks[None], axis=2)
    nearest = distances.argmin(axis=1)
    ordered = np.sort(distances, axis=1)
    most = STRANGE * ordered[:, 1] if len(states) > 1 else np.full(len(colours), STRANGE_ALONE)
    return np.where(ordered[:, 0] <= most, np.array(states)[nearest], -1)


def _add_state(known: list[Colour | None], colour: Floats) -> int:
    """Add a new state to ``known`` and return its number: that of a state not seen yet, or the next
    number."""
    state = known.index(None) if None in known else len(known)
    known[state : state + 1] = [(float(colour[0]), float(colour[1]), float(colour[2]))]
    return state
