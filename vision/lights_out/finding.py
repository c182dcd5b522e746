"""Attempts to read boards of Lights Out: each grid in a picture that may be lamps, and the state of each lamp."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.attempt import Attempt, Hints
from vision.blobs.outlines import CONTRASTS, find_outlines
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError
from vision.grid.lattice import Lattice
from vision.image import Image
from vision.lights_out.lamp_grid import FEWEST, MOST, LampGrid, distinct_grids, find_lamp_grids
from vision.lights_out.measured_lamps import MOST_ODD, MeasuredLamps, measure_lamps, resolve_holes
from vision.lights_out.plausibility import LAMPS_HINT, refuse_other_things, refuse_separated, refuse_uncertain
from vision.lights_out.states import number_states
from vision.lights_out.surroundings import find_extension, ground_colour, has_cells_beside, is_cut_short
from vision.reading import Colour, Reading
from vision.star_battle.classify import LEAST_CONFIDENCE


def attempt_touching(image: Image, lattices: Iterable[Lattice], hints: Hints, lit: str) -> list[Attempt]:
    """Read grids of lamps that touch: lamps of one state run together, and only groups of them have outlines."""
    attempts: list[Attempt] = []
    for lattice in lattices:
        if not all(FEWEST <= count <= MOST for count in (lattice.rows, lattice.cols)):
            continue
        box = lattice.moved(hints.x, hints.y).box
        what = f"the {lattice.rows}x{lattice.cols} lamps at {box[0]},{box[1]}"
        try:
            lamps = _whole(what, image, LampGrid(lattice, np.ones((lattice.rows, lattice.cols), np.bool_)), hints)
            refuse_other_things(what, image, lamps)
            refuse_separated(what, image, lamps)
            attempts.append(Attempt(lamps.grid.lattice, reading=_reading(what, image, lamps, lit)))
        except ReadingError as refusal:
            refusal.box = box
            attempts.append(Attempt(lattice, refusal=refusal))
    return attempts


def attempt_lamps(image: Image, hints: Hints, lit: str, *, surely: bool = False) -> list[Attempt]:
    """Read the grids of lamps in a picture; with ``surely``, only those that can't be anything else."""
    attempts: list[Attempt] = []
    read: list[tuple[int, Attempt]] = []
    outlines = [find_outlines(image, contrast) for contrast in CONTRASTS]
    for grid in distinct_grids([grid for boxes in outlines for grid in find_lamp_grids(boxes)]):
        box = grid.lattice.moved(hints.x, hints.y).box
        what = f"the {grid.lattice.rows}x{grid.lattice.cols} lamps at {box[0]},{box[1]}"
        try:
            lamps = _whole(what, image, resolve_holes(what, image, grid, lit), hints)
            if is_cut_short(np.concatenate(outlines), lamps.grid.lattice):
                raise BoardCutOff(f"{what} continue where they are cut off or covered", hint=WHOLE_HINT)
            refuse_other_things(what, image, lamps)
            if surely:
                if has_cells_beside(np.concatenate(outlines), lamps.grid.lattice):
                    raise AmbiguousBoard(f"{what} stand beside other cells of their size", hint=LAMPS_HINT)
                refuse_uncertain(what, image, lamps)
            read.append((lamps.rank, Attempt(lamps.grid.lattice, reading=_reading(what, image, lamps, lit))))
        except ReadingError as refusal:
            refusal.box = box
            attempts.append(Attempt(grid.lattice, refusal=refusal))
    best = min((rank for rank, _ in read), default=0)
    for rank, done in read:
        other = BoardNotFound("other cells in the picture are more like lamps", hint=CROP_HINT)
        attempts.append(done if rank == best else replace(done, reading=None, refusal=other))
    return attempts


def _whole(what: str, image: Image, grid: LampGrid, hints: Hints) -> MeasuredLamps:
    """Return the lamps of a grid and of the rows and columns that extend it.

    Raises a ReadingError if they are not a board, or only a part of one.
    """
    while beyond := find_extension(what, image, grid, measure_lamps(what, image, grid).states):
        grid = grid.extended(*beyond)
    if hints.size not in (None, grid.lattice.rows):
        raise BoardNotFound(f"{what} are not in {hints.size} rows", hint=CROP_HINT)
    lamps = measure_lamps(what, image, grid)
    if lamps.confidence < LEAST_CONFIDENCE:
        raise AmbiguousBoard(f"the states of {what} are not certain", hint=WHOLE_HINT)
    return lamps


def _reading(what: str, image: Image, lamps: MeasuredLamps, lit: str) -> Reading:
    grid, states = lamps.grid, lamps.states
    numbers, reason = number_states(what, states, ground_colour(image, grid.lattice), lit)
    looks: list[Colour | None] = [None] * (max(numbers) + 1)
    for number, colour in zip(numbers, states.colours, strict=True):
        looks[number] = colour
    evidence = [f"{grid.count} lamps, states {states.gap:.1f} times as far apart as lamps of one state", reason]
    if lamps.odd > MOST_ODD:
        evidence.append("lamps of one state show different things")
    return Reading(
        "lights-out",
        tuple("".join(NO_LAMP if s < 0 else STATES[numbers[s]] for s in row) for row in states.labels),
        tuple(map(float, grid.lattice.xs)),
        tuple(map(float, grid.lattice.ys)),
        grid.lattice.box,
        confidence=lamps.confidence,
        evidence=tuple(evidence),
        looks=tuple(looks),
        part=states.part,
    )
