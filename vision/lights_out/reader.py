"""Reader for Lights Out boards, and the tests that distinguish them from boards of regions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.blobs import CONTRASTS, find_outlines
from vision.confidence import (
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
from vision.game_reader import THUMBNAIL, Attempt, GameReader, Hints, most_odds
from vision.grid.lattice import Lattice, find_lattices
from vision.image import Bools, Floats, Image, Places
from vision.lights_out.evidence import (
    LAMPS_HINT,
    PATTERN,
    PUZZLE,
    WIDE,
    find_doubt,
    find_separated,
    find_signs,
    keep_told_signs,
)
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
from vision.lights_out.states import measure_mean_colours, number_states
from vision.lights_out.surroundings import (
    ends_too_soon,
    find_extension,
    ground_colour,
    is_cut_short,
    panel_colour,
)
from vision.reading import Colour, Reading

LIKELY_RANK: Final = 4
"""Rank of grids that are unlikely to be lamps by themselves, after all others."""


class LightsOutReader(GameReader):
    """Reader for lamps in rows and columns, apart from each other or touching.

    Their signs tell them from boards of regions and walls, from pegs, and from the cells of other
    things.
    """

    puzzle = PUZZLE
    title = "Lights Out"
    most_odds = most_odds(PUZZLE)
    rescales = True
    symbols = STATES + NO_LAMP

    def attempts(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the attempts to read boards of lamps; lamps that touch are tried only if a person
        has said that there are lamps, and no others are read."""
        attempts = attempt_lamps(image, hints)
        if hints.is_told and not any(attempt.stands for attempt in attempts):
            touching = attempt_touching(image, find_lattices(image), hints)
            attempts += [attempt for attempt in touching if attempt.stands or not attempts]
        return attempts

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return the reading with the present states of the known lamps."""
        return update_lamps(image, reading, learn=learn)


def attempt_lamps(image: Image, hints: Hints) -> list[Attempt]:
    """Read the grids of separate lamps in a picture.

    If there are several grids, only those of the best rank (see ``MeasuredLamps.rank``) and equal
    ones are returned as readings.
    """
    outlines = np.unique(
        np.concatenate([find_outlines(image, contrast) for contrast in CONTRASTS]), axis=0
    )
    grids = find_lamp_grids(outlines)
    ranked: list[tuple[int, Attempt]] = []
    for grid in grids:
        outside = outlines
        for other in grids:
            # Two grids of equal cells may be pieces of one board.
            if not _are_as_large(other.lattice, grid.lattice):
                outside = _outside_of(other.lattice, outside)
        ranked.append(_attempt(image, grid, outside, hints))
    if not hints.is_told:
        ranked = _doubt_pieces(ranked, grids, hints)
    return _refuse_less_likely(ranked, hints)


def _refuse_less_likely(ranked: list[tuple[int, Attempt]], hints: Hints) -> list[Attempt]:
    """Return the attempts with their ranks, less those boards that are less like lamps than
    others."""
    best = min((rank for rank, attempt in ranked if attempt.stands), default=0)
    if any(attempt.signs and rank < LIKELY_RANK for rank, attempt in ranked):
        # Something about the likely lamps may be open: unlikely ones are no answer even then.
        best = min(best, LIKELY_RANK - 1)
    first = [attempt.lattice for rank, attempt in ranked if attempt.stands and rank <= best]
    kept: list[Attempt] = []
    for rank, attempt in ranked:
        if any(_are_equal(attempt.lattice, lattice) for lattice in first):
            # Beside a board, an equal one may be solved: its one state is no pattern.
            signs = tuple(sign for sign in attempt.signs if sign.name != PATTERN)
            attempt = replace(attempt, signs=signs)
        elif attempt.stands and rank > best:
            other = BoardNotFound("other cells in the picture are more like lamps", hint=CROP_HINT)
            attempt = _refused(attempt.lattice, other, hints)
        kept.append(attempt)
    return kept


def _attempt(image: Image, grid: LampGrid, outside: Places, hints: Hints) -> tuple[int, Attempt]:
    """Return the rank of a grid of lamps and the attempt to read it; ``outside`` are the boxes of
    other things in the picture."""
    what = _describe(grid.lattice, hints)
    try:
        grid = resolve_holes(what, image, grid, hints.foreground)
        lamps = _whole(what, image, grid, hints)
        if is_cut_short(outside, lamps.grid.lattice):
            raise BoardCutOff(f"{what} continue where they are cut off or covered", hint=WHOLE_HINT)
    except ReadingError as refusal:
        return 0, _refused(grid.lattice, refusal, hints)
    attempt = _read(what, image, lamps, hints)
    rank = lamps.rank
    if hints.is_told:
        # One board is said to be lamps: what is likely to be lamps by itself comes first.
        rank += LIKELY_RANK * (not attempt.is_likely)
        attempt = replace(attempt, signs=keep_told_signs(attempt.signs))
    # Where things were left out, the lines that go on are theirs.
    leaves_out = hints.is_told and lamps.grid.count < grid.count
    if attempt.refusal is None and not leaves_out:
        doubt = find_doubt(what, image, outside, lamps, is_told=hints.is_told)
        if doubt:
            doubt.box = lamps.grid.lattice.move_by(hints.x, hints.y).box
            attempt = replace(attempt, refusal=doubt)
    return rank, attempt


def _are_equal(one: Lattice, other: Lattice) -> bool:
    """Return True for two grids of as many rows and columns, neither of them a small picture of the
    other: both are boards, even if the lamps of one are all alike."""
    if (one.rows, one.cols) != (other.rows, other.cols):
        return False
    small, large = sorted([one.area, other.area])
    return small > THUMBNAIL * large


def _outside_of(lattice: Lattice, boxes: Places) -> Places:
    """Return the boxes (N, 4) whose middles are not in a lattice."""
    left, top, right, bottom = lattice.box
    x = (boxes[:, 0] + boxes[:, 2]) / 2
    y = (boxes[:, 1] + boxes[:, 3]) / 2
    return boxes[~((left < x) & (x < right) & (top < y) & (y < bottom))]


def _are_as_large(one: Lattice, other: Lattice) -> bool:
    """Return True if the cells of two lattices are of the same size, so that both may be pieces of
    one board."""
    ratios = np.array(measure_pitches(one)) / measure_pitches(other)
    return bool(np.abs(ratios - 1).max() <= EVEN / 2)


def _doubt_pieces(
    ranked: list[tuple[int, Attempt]], grids: list[LampGrid], hints: Hints
) -> list[tuple[int, Attempt]]:
    """Return the attempts at these grids with a doubt about each beside a larger grid of cells of
    the same size that was refused: both may be pieces of one."""
    refused = [grid for grid, (_, attempt) in zip(grids, ranked, strict=True) if not attempt.stands]
    doubted: list[tuple[int, Attempt]] = []
    for rank, attempt in ranked:
        lattice = attempt.lattice
        is_piece = any(
            other.count > lattice.rows * lattice.cols and _are_as_large(other.lattice, lattice)
            for other in refused
        )
        if attempt.stands and is_piece:
            message = f"{_describe(lattice, hints)} may be a piece of a larger board"
            piece = AmbiguousBoard(message, hint=f"{WHOLE_HINT}; {LAMPS_HINT}")
            piece.box = lattice.move_by(hints.x, hints.y).box
            attempt = replace(attempt, refusal=piece)
        doubted.append((rank, attempt))
    return doubted


def attempt_touching(image: Image, lattices: Iterable[Lattice], hints: Hints) -> list[Attempt]:
    """Read grids of lamps that touch: lamps of one state merge, and only groups of them have
    outlines."""
    attempts: list[Attempt] = []
    for lattice in lattices:
        if not all(FEWEST <= count <= MOST for count in (lattice.rows, lattice.cols)):
            continue
        what = _describe(lattice, hints)
        grid = LampGrid(lattice, np.ones((lattice.rows, lattice.cols), np.bool_))
        try:
            lamps = _whole(what, image, grid, hints)
        except ReadingError as refusal:
            attempts.append(_refused(lattice, refusal, hints))
            continue
        attempt = _read(what, image, lamps, hints)
        signs = (*keep_told_signs(attempt.signs), *find_separated(what, image, lamps))
        attempts.append(replace(attempt, signs=signs))
    return attempts


def _describe(lattice: Lattice, hints: Hints) -> str:
    x, y = lattice.move_by(hints.x, hints.y).box[:2]
    return f"the {lattice.rows}x{lattice.cols} lamps at {x},{y}"


def _refused(lattice: Lattice, refusal: ReadingError, hints: Hints) -> Attempt:
    refusal.box = lattice.move_by(hints.x, hints.y).box
    return Attempt(lattice, PUZZLE, refusal=refusal)


def _whole(what: str, image: Image, grid: LampGrid, hints: Hints) -> MeasuredLamps:
    """Return the lamps of a grid and of the rows and columns that extend it.

    Raises a ReadingError if they are not a board, or only a part of one.
    """
    lamps = measure_lamps(what, image, grid)
    while side := _foreign_side(lamps):
        grid = grid.change_end(*side)
        lamps = measure_lamps(what, image, grid)
    while beyond := find_extension(what, image, grid, lamps.states):
        grid = grid.change_end(*beyond)
        lamps = measure_lamps(what, image, grid)
    if hints.size not in (None, grid.lattice.rows):
        raise BoardNotFound(f"{what} are not in {hints.size} rows", hint=CROP_HINT)
    if lamps.confidence < LEAST_CONFIDENCE:
        raise AmbiguousBoard(f"the states of {what} are not certain", hint=WHOLE_HINT)
    return lamps


def _foreign_side(lamps: MeasuredLamps) -> tuple[int, int] | None:
    """Return the side (axis 0 for a row, 1 for a column, and end 0 or -1) without a lamp in a state
    of the other lamps: something else beside the board; None if there is none."""
    grid = lamps.grid
    for axis, end in product((0, 1), (0, -1)):
        if grid.there.shape[axis] <= FEWEST:
            continue
        outer = np.asarray(grid.there.take(end, axis), np.bool_)
        labels = np.asarray(lamps.states.labels.take(end, axis), np.intp)
        rest = np.delete(lamps.states.labels, end, axis=axis)
        there = np.delete(grid.there, end, axis=axis)
        is_foreign = not np.isin(labels[outer], rest[there]).any()
        # The lamps of a whole row may all be lit, and no other ones.
        if is_foreign and (not outer.all() or len(np.unique(rest[there])) > 1):
            return axis, end
    return None


def _read(what: str, image: Image, lamps: MeasuredLamps, hints: Hints) -> Attempt:
    """Return the attempt with a reading, or with the doubt that neither of two states is clearly
    lit."""
    grid = lamps.grid
    states = lamps.states
    signs = find_signs(what, image, lamps)
    try:
        numbers, reason = number_states(
            what,
            states,
            ground_colour(image, grid.lattice),
            panel_colour(image, grid.lattice, states.labels == 0),
            hints.foreground,
            is_uniform=lamps.odd <= MOST_ODD_LAMPS,
        )
    except AmbiguousBoard as doubt:
        doubt.box = grid.lattice.move_by(hints.x, hints.y).box
        return Attempt(grid.lattice, PUZZLE, refusal=doubt, signs=signs)
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
        PUZZLE,
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
    return Attempt(grid.lattice, PUZZLE, reading=reading, signs=signs)


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
    left, top, right, bottom = lattice.box
    if left < 0 or top < 0 or right > image.shape[1] or bottom > image.shape[0]:
        return False
    left = max(0, left - 2)
    top = max(0, top - 2)
    part = image[top : bottom + 2, left : right + 2]
    near = lattice.move_by(-left, -top)
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
    known = list(reading.looks)
    seen = colours[there]
    states = _nearest_states(seen, known)
    for number in np.flatnonzero(states < 0).tolist():
        # The same colour may have been learned from a lamp before.
        state = int(_nearest_states(seen[number : number + 1], known)[0])
        if state < 0:
            if not learn or (None not in known and len(known) == len(STATES)):
                row, col = np.argwhere(there)[number].tolist()
                raise AmbiguousBoard(
                    f"the lamp in row {row + 1}, column {col + 1} has an unknown colour",
                    hint="take the picture again once the page has stopped changing",
                )
            state = _add_state(known, seen[number])
        states[number] = state
    shown = np.full(there.shape, NO_LAMP)
    shown[there] = np.array([*STATES])[states]
    return replace(reading, grid=tuple("".join(row) for row in shown), looks=tuple(known))


def _nearest_states(colours: Floats, known: list[Colour | None]) -> Places:
    """Return the state with each of these colours (N, 3); -1 for an unknown colour."""
    missing = (np.inf, np.inf, np.inf)
    looks = np.array([colour or missing for colour in known], np.float32)
    distances = np.linalg.norm(colours[:, None] - looks, axis=2)
    ordered = np.sort(distances, axis=1)
    most = np.full(len(colours), STRANGE_ALONE)
    if np.isfinite(looks[:, 0]).sum() > 1:
        most = STRANGE * ordered[:, 1]
    return np.where(ordered[:, 0] <= most, distances.argmin(axis=1), -1)


def _add_state(known: list[Colour | None], colour: Floats) -> int:
    """Add a new state to ``known`` and return its number: that of a state not seen yet, or the next
    number."""
    if None not in known:
        known.append(None)
    state = known.index(None)
    lightness, a, b = colour.tolist()
    known[state] = (lightness, a, b)
    return state
