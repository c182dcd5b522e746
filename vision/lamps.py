"""Lights Out: which of a picture's grids are lamps, and the state of each of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.attempt import WHOLE_HINT, Attempt, Known
from vision.doubts import CROP_HINT
from vision.errors import AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError
from vision.faces import lamp_faces
from vision.image import Bools, Floats, Image
from vision.lit import number_states
from vision.outlines import CONTRASTS, find_outlines
from vision.reading import Colour, Reading
from vision.sites import MOST, Sites, distinct_sites, find_sites, grown
from vision.states import States, tell_states

SAME_FACE: Final = 3.0
"""Largest mean difference (L*a*b*) of what two lamps of one state show."""
LEAST_SEEN: Final = 0.15
"""Least part of a lamp beyond the board that is seen where the picture cuts it off."""
MOST_ODD: Final = 0.25
"""Largest part of the lamps that may show something else than others of their state."""
FAR_APART: Final = 25.0
"""Least difference (L*a*b*) of two states whose lamps show different things, as small drawings of what they flip."""
FEWEST_ALIKE: Final = 4
"""Lamps for each state of more than two: a palette has as many colours as cells."""
VARIED_CONFIDENCE: Final = 0.9
"""Most confidence in lamps that show different things."""


@dataclass(frozen=True, slots=True)
class _Lamps:
    """Sites, the states seen there, and the part of the lamps that show something else than others of their state."""

    sites: Sites
    states: States
    odd: float

    @property
    def rank(self) -> int:
        """What grid is taken for lamps where there are several: two states before one, alike before varied."""
        return 2 * (len(self.states.looks) == 1) + (self.odd > MOST_ODD)


def attempt_lamps(image: Image, known: Known, lit: str) -> list[Attempt]:
    """What the grids of lamps in a picture show."""
    attempts: list[Attempt] = []
    read: list[tuple[int, Attempt]] = []
    for sites in _candidates(image):
        box = sites.lattice.moved(known.x, known.y).box
        what = f"the {sites.lattice.rows}x{sites.lattice.cols} lamps at {box[0]},{box[1]}"
        try:
            lamps = _whole(what, image, sites, known)
            read.append((lamps.rank, Attempt(lamps.sites.lattice, reading=_reading(what, lamps, lit))))
        except ReadingError as refusal:
            refusal.box = box
            attempts.append(Attempt(sites.lattice, refusal=refusal))
    best = min((rank for rank, _ in read), default=0)
    for rank, done in read:
        other = BoardNotFound("other cells in the picture are more like lamps", hint=CROP_HINT)
        attempts.append(done if rank == best else replace(done, reading=None, refusal=other))
    return attempts


def _candidates(image: Image) -> list[Sites]:
    """The grids of outlines of every contrast, those with most lamps first, each once."""
    return distinct_sites([sites for contrast in CONTRASTS for sites in find_sites(find_outlines(image, contrast))])


def _whole(what: str, image: Image, sites: Sites, known: Known) -> _Lamps:
    """The lamps at these sites and beside them; raises a ReadingError for what is no board, or a part of one."""
    lamps = _lamps(what, image, sites)
    while (beyond := _beyond(what, image, lamps)) and max(sites.there.shape) < MOST:
        sites = grown(sites, *beyond)
        lamps = _lamps(what, image, sites)
    if known.size not in (None, sites.lattice.rows):
        raise BoardNotFound(f"{what} are not in {known.size} rows", hint=CROP_HINT)
    return lamps


def _lamps(what: str, image: Image, sites: Sites) -> _Lamps:
    faces = lamp_faces(image, sites.lattice)
    if np.isnan(faces[sites.there]).any():
        raise BoardCutOff(f"{what} run out of the picture", hint=WHOLE_HINT)
    states = tell_states(faces, sites.there)
    if states is None or len(states.looks) > max(2, sites.lamps / FEWEST_ALIKE):
        raise BoardNotFound(f"{what} have too many looks for states", hint=CROP_HINT)
    strange = _strange(faces, _usual(faces, states))[sites.there]
    odd = float(np.mean(strange > SAME_FACE))
    if odd > MOST_ODD and states.apart < FAR_APART:
        raise BoardNotFound(f"{what} all show something else", hint=CROP_HINT)
    return _Lamps(sites, states, odd)


def _usual(faces: Floats, states: States) -> list[Floats]:
    """What lamps of each state show, (ACROSS, ACROSS, 3)."""
    return [np.median(faces[states.labels == state], axis=0) for state in range(len(states.looks))]


def _strange(faces: Floats, usual: list[Floats]) -> Floats:
    """How far what is seen of each face (rows, cols) is from that of the state it is most like; NaN if nothing is."""
    off = [np.linalg.norm(faces - face, axis=4) for face in usual]
    seen = np.isfinite(off[0]).sum(axis=(2, 3))
    total = np.min([np.nansum(one, axis=(2, 3)) for one in off], axis=0)
    return np.asarray(np.where(seen > 0, total / np.maximum(seen, 1), np.nan), np.float32)


def _beyond(what: str, image: Image, lamps: _Lamps) -> tuple[int, int, Bools] | None:
    """The side (axis and 0 or -1) where another row or column of lamps stands, and where in it they are.

    Raises BoardCutOff if the picture ends within them, AmbiguousBoard if only some of them are like lamps.
    """
    faces, there = lamp_faces(image, lamps.sites.lattice, beyond=1), lamps.sites.there
    strange = _strange(faces, _usual(faces[1:-1, 1:-1], lamps.states))
    seen = np.isfinite(faces).all(axis=4).mean(axis=(2, 3))
    for axis in (0, 1):
        for end in (0, -1):
            beside = there.take(end, axis)
            alike = (strange.take(end, axis)[1:-1] <= SAME_FACE) & beside
            shown = seen.take(end, axis)[1:-1]
            if alike.sum() <= beside.sum() / 2 or shown.max() < LEAST_SEEN:
                continue
            if shown.min() < 1:
                raise BoardCutOff(f"{what} run out of the picture", hint=WHOLE_HINT)
            if not np.array_equal(alike, beside):
                raise AmbiguousBoard(f"{what} may go on where only some cells are like lamps", hint=CROP_HINT)
            return axis, end, alike
    return None


def _reading(what: str, lamps: _Lamps, lit: str) -> Reading:
    sites, states = lamps.sites, lamps.states
    numbers, told = number_states(what, states, lit)
    looks: list[Colour | None] = [None] * (max(numbers) + 1)
    for number, look in zip(numbers, states.looks, strict=True):
        looks[number] = look
    confidence = 1 - 1 / states.gap**2
    evidence = [f"{sites.lamps} lamps, states {states.gap:.1f} times as far apart as lamps of one state", told]
    if lamps.odd > MOST_ODD:
        confidence = min(confidence, VARIED_CONFIDENCE)
        evidence.append("lamps of one state show different things")
    return Reading(
        "lights-out",
        tuple("".join(NO_LAMP if s < 0 else STATES[numbers[s]] for s in row) for row in states.labels),
        tuple(map(float, sites.lattice.xs)),
        tuple(map(float, sites.lattice.ys)),
        sites.lattice.box,
        confidence=float(confidence),
        evidence=tuple(evidence),
        looks=tuple(looks),
        part=states.part,
    )
