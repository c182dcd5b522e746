"""Attempts to read boards of Lights Out: grids in a picture that may be lamps, and the state of each lamp."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.attempt import Attempt, Hints
from vision.blobs.outlines import CONTRASTS, find_outlines
from vision.confidence import FILLING_CONFIDENCE, LEAST_CONFIDENCE, MOST_ODD_LAMPS
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError
from vision.grid.lattice import Lattice
from vision.image import Image, Places
from vision.lights_out.lamp_grid import EVEN, FEWEST, MOST, LampGrid, find_lamp_grids
from vision.lights_out.lamp_patches import lattice_pitches
from vision.lights_out.measured_lamps import MeasuredLamps, measure_lamps, resolve_holes
from vision.lights_out.plausibility import LAMPS_HINT, refuse_other_things, refuse_separated, refuse_uncertain
from vision.lights_out.states import number_states
from vision.lights_out.surroundings import (
    ends_too_soon,
    find_extension,
    ground_colour,
    has_cells_beside,
    is_cut_short,
)
from vision.reading import Colour, Reading


def attempt_lamps(image: Image, hints: Hints, *, only_certain: bool = False) -> list[Attempt]:
    """Read the grids of separate lamps in a picture; with ``only_certain``, only those that can't be anything else.

    If there are several grids, only those of the best rank are returned (see ``MeasuredLamps.rank``).
    """
    outlines = np.unique(np.concatenate([find_outlines(image, contrast) for contrast in CONTRASTS]), axis=0)
    attempts: list[Attempt] = []
    read: list[tuple[int, Attempt]] = []
    refused: list[LampGrid] = []
    grids = find_lamp_grids(outlines)
    for grid in grids:
        what = _describe(grid.lattice, hints)
        near = _outside_of(
            [other.lattice for other in grids if not _are_as_large(other.lattice, grid.lattice)], outlines
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
    for rank, attempt in read:
        other = BoardNotFound("other cells in the picture are more like lamps", hint=CROP_HINT)
        keep = rank == best or attempt.reading is None
        attempts.append(attempt if keep else replace(attempt, reading=None, refusal=other))
    return attempts


def _outside_of(lattices: Iterable[Lattice], boxes: Places) -> Places:
    """Return the boxes (N, 4) whose middles are in none of the lattices."""
    for x0, y0, x1, y1 in (lattice.box for lattice in lattices):
        x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
        boxes = boxes[~((x0 < x) & (x < x1) & (y0 < y) & (y < y1))]
    return boxes


def _are_as_large(one: Lattice, other: Lattice) -> bool:
    """Return True if the cells of two lattices are of the same size, so that both may be pieces of one board."""
    ratios = np.array(lattice_pitches(one)) / lattice_pitches(other)
    return bool(np.abs(ratios - 1).max() <= EVEN / 2)


def _refuse_piece(attempt: Attempt, refused: list[LampGrid], hints: Hints) -> Attempt:
    """Return the attempt, refused if a larger grid of cells of the same size was refused: both may be pieces of one."""
    lattice = attempt.lattice
    for other in refused:
        if _are_as_large(other.lattice, lattice) and other.count > lattice.rows * lattice.cols:
            what = _describe(lattice, hints)
            piece = AmbiguousBoard(f"{what} may be a piece of a larger board", hint=f"{WHOLE_HINT}; {LAMPS_HINT}")
            return _refused(lattice, piece, hints)
    return attempt


def attempt_touching(image: Image, lattices: Iterable[Lattice], hints: Hints) -> list[Attempt]:
    """Read grids of lamps that touch: lamps of one state merge, and only groups of them have outlines."""
    attempts: list[Attempt] = []
    for lattice in lattices:
        if not all(FEWEST <= count <= MOST for count in (lattice.rows, lattice.cols)):
            continue
        what = _describe(lattice, hints)
        try:
            lamps = _whole(what, image, LampGrid(lattice, np.ones((lattice.rows, lattice.cols), np.bool_)), hints)
            refuse_other_things(what, image, lamps)
            refuse_separated(what, image, lamps)
            attempts.append(_read(what, image, lamps, hints))
        except ReadingError as refusal:
            attempts.append(_refused(lattice, refusal, hints))
    return attempts


def _describe(lattice: Lattice, hints: Hints) -> str:
    x, y = lattice.moved(hints.x, hints.y).box[:2]
    return f"the {lattice.rows}x{lattice.cols} lamps at {x},{y}"


def _refused(lattice: Lattice, refusal: ReadingError, hints: Hints) -> Attempt:
    refusal.box = lattice.moved(hints.x, hints.y).box
    return Attempt(lattice, refusal=refusal)


def _refuse_doubtful(what: str, image: Image, outlines: Places, lamps: MeasuredLamps, *, only_certain: bool) -> None:
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
    while beyond := find_extension(what, image, grid, measure_lamps(what, image, grid).states):
        grid = grid.extended(*beyond)
    if hints.size not in (None, grid.lattice.rows):
        raise BoardNotFound(f"{what} are not in {hints.size} rows", hint=CROP_HINT)
    lamps = measure_lamps(what, image, grid)
    if lamps.confidence < LEAST_CONFIDENCE:
        raise AmbiguousBoard(f"the states of {what} are not certain", hint=WHOLE_HINT)
    return lamps


def _read(what: str, image: Image, lamps: MeasuredLamps, hints: Hints) -> Attempt:
    """Return the attempt with a reading; raise AmbiguousBoard if neither of two states is clearly lit."""
    grid, states = lamps.grid, lamps.states
    numbers, reason = number_states(what, states, ground_colour(image, grid.lattice), hints.foreground)
    looks: list[Colour | None] = [None] * (max(numbers) + 1)
    for number, colour in zip(numbers, states.colours, strict=True):
        looks[number] = colour
    evidence = [f"{grid.count} lamps, states {states.gap:.1f} times as far apart as lamps of one state", reason]
    if lamps.odd > MOST_ODD_LAMPS:
        evidence.append("lamps of one state look different")
    confidence = lamps.confidence
    if ends_too_soon(image, grid.lattice):
        confidence = min(confidence, FILLING_CONFIDENCE)
        evidence.append("the picture ends at the outer lamps: a cut between lamps would go unnoticed")
    reading = Reading(
        "lights-out",
        tuple("".join(NO_LAMP if s < 0 else STATES[numbers[s]] for s in row) for row in states.labels),
        tuple(map(float, grid.lattice.xs)),
        tuple(map(float, grid.lattice.ys)),
        grid.lattice.box,
        confidence=confidence,
        evidence=tuple(evidence),
        looks=tuple(looks),
        part=states.part,
    )
    return Attempt(grid.lattice, reading=reading)
