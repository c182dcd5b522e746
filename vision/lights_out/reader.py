"""Reader for Lights Out boards, and the present states of lamps whose board is known."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.blobs import (
    CONTRASTS,
    STILL_THERE,
    are_in_picture,
    as_colour,
    find_all_outlines,
    find_kinds,
    find_outlines,
    have_outlines,
    locate_sites,
)
from vision.box_grids import (
    EVEN,
    FEWEST,
    MOST,
    WIDE,
    BoxGrid,
    are_within,
    find_box_grids,
    find_picture_grids,
)
from vision.confidence import FILLING_CONFIDENCE, LEAST_CONFIDENCE, MOST_ODD_LAMPS
from vision.decision import decide
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardNotFound, ReadingError
from vision.game_reader import THUMBNAIL, Attempt, GameReader, Hints, most_odds
from vision.grid.cell_patches import (
    measure_insets,
    measure_mean_colours,
    sample_lamps,
)
from vision.grid.lattice import Lattice, find_lattices
from vision.image import Bools, Floats, Image, Places, read_only_view
from vision.lights_out.evidence import (
    PATTERN,
    PUZZLE,
    find_doubt,
    find_separated,
    find_signs,
    keep_told_signs,
)
from vision.lights_out.lit_state import number_states
from vision.lights_out.measured_lamps import MeasuredLamps, measure_lamps, resolve_holes
from vision.lights_out.surroundings import ends_too_soon, find_extension, gap_colour, ground_colour
from vision.photos.photo import (
    find_bounds,
    map_to_photo,
    name_grid,
    straighten_objects,
)
from vision.reading import Colour, Reading, map_box, shared_area


class LightsOutReader(GameReader):
    """Reader for lamps in rows and columns, apart from each other or touching.

    Their signs tell them from boards of regions and walls, from pegs, and from the cells of other
    things.
    """

    puzzle = PUZZLE
    title = "Lights Out"
    most_odds = most_odds(PUZZLE)
    reads_photos = True
    symbols = STATES + NO_LAMP

    def attempts(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the attempts to read boards of lamps.

        What a person says counts if the signs alone show no lamps. Lamps that touch are tried only
        then, and only if no others are read.
        """
        attempts = _accept_equal_boards(attempt_lamps(image, hints))
        if not hints.is_told:
            return attempts
        are_shown = any(attempt.signs and attempt.is_likely for attempt in attempts)
        told = [
            replace(one, signs=keep_told_signs(one.signs))
            if one.is_likely or not are_shown
            else one
            for one in attempts
        ]
        if any(attempt.stands for attempt in told):
            return told
        touching = attempt_touching(image, find_lattices(image), hints)
        return told + [attempt for attempt in touching if attempt.stands or not told]

    def attempts_in_photo(self, image: Image, hints: Hints, *, slanted: bool) -> Iterable[Attempt]:
        """Return the boards of lamps that straightened pictures of a photo show, if a person has
        said that there are lamps, and no two pictures show another board in one place."""
        found: list[Attempt] = []
        if not hints.is_told:
            return found
        for straight, warp in straighten_objects(image, slanted=slanted):
            proposed = self.attempts(read_only_view(straight), replace(hints, x=0, y=0))
            for attempt in decide(proposed, {PUZZLE: self.title}):
                if attempt.reading:
                    box = map_box(find_bounds(attempt.lattice, warp), 1, hints.x, hints.y)
                    what = name_grid(attempt.lattice, box)
                    found.append(map_to_photo(attempt, what, warp, image, box))
        readings = [attempt.reading for attempt in found if attempt.reading]
        for one, other in combinations(readings, 2):
            if shared_area(one.box, other.box) and one.grid != other.grid:
                return []
        return found

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading:
        """Return the reading with the present states of the known lamps."""
        if reading.warp is None:
            return update_lamps(image, reading, learn=learn)
        # Light differs from photo to photo, and with it the colours of a state.
        for attempt in self.attempts_in_photo(image, Hints(is_told=True), slanted=True):
            now = attempt.reading
            if now and (now.rows, now.cols) == (reading.rows, reading.cols):
                return now
        raise _gone(reading)


def _accept_equal_boards(attempts: list[Attempt]) -> list[Attempt]:
    """Return the attempts; a grid as large as a board beside it may be solved, so that its one
    state is no pattern."""
    boards = [attempt.lattice for attempt in attempts if attempt.stands]
    accepted: list[Attempt] = []
    for attempt in attempts:
        if any(_are_equal(attempt.lattice, board) for board in boards):
            signs = tuple(sign for sign in attempt.signs if sign.name != PATTERN)
            attempt = replace(attempt, signs=signs)
        accepted.append(attempt)
    return accepted


def _are_equal(one: Lattice, other: Lattice) -> bool:
    """Return True for grids of as many rows and columns, neither a small picture of the other."""
    small, large = sorted([one.area, other.area])
    return (one.rows, one.cols) == (other.rows, other.cols) and small > THUMBNAIL * large


def attempt_lamps(image: Image, hints: Hints) -> list[Attempt]:
    """Read the grids of separate lamps in a picture."""
    outlines = find_all_outlines(image)
    grids = find_picture_grids(image)
    attempts: list[Attempt] = []
    for grid in grids:
        outside = outlines
        for other in grids:
            # Two grids of equal cells may be pieces of one board.
            if not _are_as_large(other.lattice, grid.lattice):
                outside = outside[~are_within(outside, other.lattice)]
        attempts.append(_attempt(image, grid, outside, hints))
    return attempts


def _attempt(image: Image, grid: BoxGrid, outside: Places, hints: Hints) -> Attempt:
    """Return the attempt to read a grid of lamps; ``outside`` are the boxes of other things in the
    picture."""
    what = _describe(grid.lattice, hints)
    try:
        grid = resolve_holes(what, image, grid, hints.foreground)
        lamps = _whole(what, image, grid, hints)
    except ReadingError as refusal:
        return Attempt(grid.lattice, PUZZLE, refusal=refusal)
    attempt = _read(what, image, lamps, hints)
    if attempt.refusal:
        return attempt
    leaves_out = hints.is_told and lamps.grid.count < grid.count
    doubt = find_doubt(what, image, outside, lamps, is_told=hints.is_told, leaves_out=leaves_out)
    return replace(attempt, refusal=doubt)


def _are_as_large(one: Lattice, other: Lattice) -> bool:
    """Return True if the cells of two lattices are of the same size, so that both may be pieces of
    one board."""
    ratios = np.array(one.pitches) / other.pitches
    return bool(np.abs(ratios - 1).max() <= EVEN / 2)


def attempt_touching(image: Image, lattices: Iterable[Lattice], hints: Hints) -> list[Attempt]:
    """Read grids of lamps that touch: lamps of one state merge, and only groups of them have
    outlines."""
    attempts: list[Attempt] = []
    for lattice in lattices:
        if not all(FEWEST <= count <= MOST for count in (lattice.rows, lattice.cols)):
            continue
        what = _describe(lattice, hints)
        grid = BoxGrid(lattice, np.ones((lattice.rows, lattice.cols), np.bool_))
        try:
            lamps = _whole(what, image, grid, hints)
        except ReadingError as refusal:
            attempts.append(Attempt(lattice, PUZZLE, refusal=refusal))
            continue
        attempt = _read(what, image, lamps, hints)
        signs = keep_told_signs(attempt.signs) + find_separated(what, image, lamps)
        attempts.append(replace(attempt, signs=signs))
    return attempts


def _describe(lattice: Lattice, hints: Hints) -> str:
    x, y = lattice.move_by(hints.x, hints.y).box[:2]
    return f"the {lattice.rows}x{lattice.cols} lamps at {x},{y}"


def _whole(what: str, image: Image, grid: BoxGrid, hints: Hints) -> MeasuredLamps:
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
    if len(lamps.states.colours) == 1:
        lamps = _measure_surroundings(what, image, lamps)
    if hints.size not in (None, grid.lattice.rows):
        raise BoardNotFound(f"{what} are not in {hints.size} rows", hint=CROP_HINT)
    if lamps.confidence < LEAST_CONFIDENCE:
        raise AmbiguousBoard(f"the states of {what} are not certain", hint=WHOLE_HINT)
    return lamps


def _measure_surroundings(what: str, image: Image, alike: MeasuredLamps) -> MeasuredLamps:
    """Return lamps that are all alike together with the gaps round them, if these show states, such
    as flames above candles.

    Things beside the board do not: they are near outer lamps alone.
    """
    lattice = alike.grid.lattice
    first_x, last_x = lattice.xs[[0, -1]].round().astype(int).tolist()
    first_y, last_y = lattice.ys[[0, -1]].round().astype(int).tolist()
    lattice = replace(lattice, box=(first_x, first_y, last_x, last_y))
    try:
        lamps = measure_lamps(what, image, replace(alike.grid, lattice=lattice))
    except ReadingError:
        return alike
    labels = np.where(alike.grid.there, lamps.states.labels, -1)
    inner = np.zeros(labels.shape, np.bool_)
    inner[1:-1, 1:-1] = True
    counts = [len(np.unique(labels[part & (labels >= 0)])) for part in (inner, ~inner)]
    return lamps if min(counts) == len(lamps.states.colours) else alike


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
    ends_soon = ends_too_soon(image, grid.lattice)
    try:
        numbers, reason = number_states(
            what,
            states,
            ground_colour(image, grid.lattice),
            gap_colour(image, grid.lattice, states.labels == 0),
            hints.foreground,
            is_uniform=lamps.odd <= MOST_ODD_LAMPS,
            shows_page=not ends_soon,
        )
    except AmbiguousBoard as doubt:
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
    if ends_soon:
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


PLAIN: Final = 6.0
"""Maximum difference (L*a*b*) between the samples of a lamp without a drawing or a crossing
line."""


def update_lamps(image: Image, reading: Reading, *, learn: bool = False) -> Reading:
    """Read the present states of known lamps.

    With ``learn``, a lamp of an unknown colour adds a state. Raises BoardNotFound if the board is
    gone, AmbiguousBoard if a lamp has an unknown colour that can't be learned.
    """
    there = np.array([[state != NO_LAMP for state in row] for row in reading.grid])
    lattice = Lattice.of_reading(reading)
    patches = sample_lamps(image, lattice)
    if not _are_still_there(image, reading, lattice, patches, there):
        lattice = _find_moved(image, reading, there)
        patches = sample_lamps(image, lattice)
    colours = measure_mean_colours(patches, reading.part)[there]
    xs, ys = tuple(map(float, lattice.xs)), tuple(map(float, lattice.ys))
    reading = replace(reading, xs=xs, ys=ys, box=lattice.box)
    return _with_states(colours, there, reading, learn=learn)


def _are_still_there(
    image: Image, reading: Reading, lattice: Lattice, patches: Floats, there: Bools
) -> bool:
    """Return True if most lamps have outlines; lamps that touch and have none of their own, if they
    are plain and most have known colours."""
    _, middles, step = locate_sites(reading)
    if not are_in_picture(image, middles):
        return False
    if have_outlines(image, middles, step):
        return True
    if max(measure_insets(lattice)) >= WIDE:
        return False
    colours = measure_mean_colours(patches, reading.part)[there]
    is_known = find_kinds(colours, reading.looks, len(reading.looks)) >= 0
    is_plain = np.ptp(patches[there], axis=(1, 2)).max() <= PLAIN
    return bool(is_plain and is_known.mean() >= STILL_THERE)


def _find_moved(image: Image, reading: Reading, there: Bools) -> Lattice:
    """Return the lattice of the lamps' new position, with the same rows and columns as before."""
    for contrast in CONTRASTS:
        for grid in find_box_grids(find_outlines(image, contrast)):
            if np.array_equal(grid.there, there):
                return grid.lattice
    raise _gone(reading)


def _gone(reading: Reading) -> BoardNotFound:
    """Return the error for lamps that are no longer there."""
    return BoardNotFound(
        f"the {reading.rows}x{reading.cols} lamps are no longer there",
        hint="start again with the board that is there now",
    )


def _with_states(colours: Floats, there: Bools, reading: Reading, *, learn: bool) -> Reading:
    """Return the reading with the states given by the colours (N, 3) of its lamps."""
    looks = list(reading.looks)
    states = find_kinds(colours, looks, len(looks))
    while (states < 0).any():
        number = int(states.argmin())
        if None not in looks:
            looks.append(None)
        if not learn or len(looks) > len(STATES):
            row, col = np.argwhere(there)[number].tolist()
            raise AmbiguousBoard(
                f"the lamp in row {row + 1}, column {col + 1} has an unknown colour",
                hint="take the picture again once the page has stopped changing",
            )
        # The first state not seen yet, or the next one, has this colour.
        looks[looks.index(None)] = as_colour(colours[number])
        states = np.where(states < 0, find_kinds(colours, looks, len(looks)), states)
    shown = np.full(there.shape, NO_LAMP)
    shown[there] = np.array(list(STATES))[states]
    return replace(reading, grid=tuple("".join(row) for row in shown), looks=tuple(looks))
