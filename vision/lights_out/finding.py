"""Lights Out: which of a picture's grids are lamps, and the state of each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.attempt import Attempt, Hints
from vision.blobs.foreground import number_states
from vision.blobs.outlines import CONTRASTS, find_outlines
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError
from vision.grid.board import Lattice
from vision.image import Image, Places
from vision.lights_out.holes import settled
from vision.lights_out.lamp_grid import FEWEST, MOST, Sites, cut_short, distinct_sites, find_sites, goes_on, grown
from vision.lights_out.plausibility import (
    LAMPS_HINT,
    MOST_ODD,
    Lamps,
    assure,
    measure_lamps,
    refuse_others,
    refuse_parted,
)
from vision.lights_out.surroundings import goes_beyond, ground_colour
from vision.reading import Colour, Reading
from vision.star_battle.classify import LEAST_CONFIDENCE


def attempt_touching(image: Image, lattices: Iterable[Lattice], known: Hints, lit: str) -> list[Attempt]:
    """What grids of lamps show that touch, so that those of one state run together and only states have outlines."""
    attempts: list[Attempt] = []
    for lattice in lattices:
        if not all(FEWEST <= count <= MOST for count in (lattice.rows, lattice.cols)):
            continue
        box = lattice.moved(known.x, known.y).box
        what = f"the {lattice.rows}x{lattice.cols} lamps at {box[0]},{box[1]}"
        try:
            lamps = _whole(what, image, Sites(lattice, np.ones((lattice.rows, lattice.cols), np.bool_)), known)
            refuse_others(what, image, lamps)
            refuse_parted(what, image, lamps)
            attempts.append(Attempt(lamps.sites.lattice, reading=_reading(what, image, lamps, lit)))
        except ReadingError as refusal:
            refusal.box = box
            attempts.append(Attempt(lattice, refusal=refusal))
    return attempts


def attempt_lamps(image: Image, known: Hints, lit: str, *, surely: bool = False) -> list[Attempt]:
    """What the grids of lamps in a picture show; where nobody said that there are any, only what ``surely`` is one."""
    attempts: list[Attempt] = []
    read: list[tuple[int, Attempt]] = []
    outlines = [find_outlines(image, contrast) for contrast in CONTRASTS]
    for sites in _candidates(outlines):
        box = sites.lattice.moved(known.x, known.y).box
        what = f"the {sites.lattice.rows}x{sites.lattice.cols} lamps at {box[0]},{box[1]}"
        try:
            lamps = _whole(what, image, settled(what, image, sites, lit), known)
            if cut_short(np.concatenate(outlines), lamps.sites.lattice):
                raise BoardCutOff(f"{what} go on where they are cut off or covered", hint=WHOLE_HINT)
            refuse_others(what, image, lamps)
            if surely:
                if goes_on(np.concatenate(outlines), lamps.sites.lattice):
                    raise AmbiguousBoard(f"{what} stand beside other cells of their size", hint=LAMPS_HINT)
                assure(what, image, lamps)
            read.append((lamps.rank, Attempt(lamps.sites.lattice, reading=_reading(what, image, lamps, lit))))
        except ReadingError as refusal:
            refusal.box = box
            attempts.append(Attempt(sites.lattice, refusal=refusal))
    best = min((rank for rank, _ in read), default=0)
    for rank, done in read:
        other = BoardNotFound("other cells in the picture are more like lamps", hint=CROP_HINT)
        attempts.append(done if rank == best else replace(done, reading=None, refusal=other))
    return attempts


def _candidates(outlines: Iterable[Places]) -> list[Sites]:
    """The grids of outlines of every contrast, those with most lamps first, each once."""
    return distinct_sites([sites for boxes in outlines for sites in find_sites(boxes)])


def _whole(what: str, image: Image, sites: Sites, known: Hints) -> Lamps:
    """The lamps at these sites and beside them; raises a ReadingError for what is no board, or a part of one."""
    while beyond := goes_beyond(what, image, sites, measure_lamps(what, image, sites).states):
        sites = grown(sites, *beyond)
    if known.size not in (None, sites.lattice.rows):
        raise BoardNotFound(f"{what} are not in {known.size} rows", hint=CROP_HINT)
    lamps = measure_lamps(what, image, sites)
    if lamps.confidence < LEAST_CONFIDENCE:
        raise AmbiguousBoard(f"the states of {what} are not sure", hint=WHOLE_HINT)
    return lamps


def _reading(what: str, image: Image, lamps: Lamps, lit: str) -> Reading:
    sites, states = lamps.sites, lamps.states
    numbers, told = number_states(what, states, ground_colour(image, sites.lattice), lit)
    looks: list[Colour | None] = [None] * (max(numbers) + 1)
    for number, look in zip(numbers, states.looks, strict=True):
        looks[number] = look
    evidence = [f"{sites.lamps} lamps, states {states.gap:.1f} times as far apart as lamps of one state", told]
    if lamps.odd > MOST_ODD:
        evidence.append("lamps of one state show different things")
    return Reading(
        "lights-out",
        tuple("".join(NO_LAMP if s < 0 else STATES[numbers[s]] for s in row) for row in states.labels),
        tuple(map(float, sites.lattice.xs)),
        tuple(map(float, sites.lattice.ys)),
        sites.lattice.box,
        confidence=lamps.confidence,
        evidence=tuple(evidence),
        looks=tuple(looks),
        part=states.part,
    )
