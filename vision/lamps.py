"""Lights Out: which of a picture's grids are lamps, and the state of each of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from solvers.lights_out import NO_LAMP, STATES
from vision.attempt import WHOLE_HINT, Attempt, Known
from vision.doubts import CROP_HINT
from vision.edging import goes_beyond, ground_colour
from vision.errors import AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError
from vision.faces import ACROSS, lamp_faces
from vision.image import Floats, Image
from vision.lit import number_states
from vision.outlines import CONTRASTS, find_outlines
from vision.reading import Colour, Reading
from vision.sites import Sites, distinct_sites, find_sites, grown
from vision.states import WIDE_GAP, States, tell_states
from vision.verdict import LEAST_CONFIDENCE

SAME_FACE: Final = (3.0, 10.0)
"""Largest difference (L*a*b*) of what lamps of one state show, where it is largest: half of what parts the states,
within these limits. A digit makes for 5 and more."""
WHERE_LARGEST: Final = 0.97
"""How far up among the differences at all places of a lamp; some hundredths are all that a small digit fills."""
RIM: Final = 1
"""Places at the rim of a lamp that are not compared: half a pixel of it may be seen or not."""
MOST_ODD: Final = 0.25
"""Largest part of the lamps that may show something else than others of their state."""
FAR_APART: Final = 25.0
"""Least difference (L*a*b*) of two states whose lamps show different things, as small drawings of what they flip."""
FEWEST_ALIKE: Final = 3
"""Lamps for each state of more than two: a palette has as many colours as cells."""
FEWEST_VARIED: Final = 2
"""Lamps of each state where they show different things: the only day that stands out in a calendar is no state."""
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

    @property
    def confidence(self) -> float:
        """0…1: a state is as sure as it is far from the others, compared with how far its own lamps are apart."""
        most = VARIED_CONFIDENCE if self.odd > MOST_ODD else 1.0
        return min(1 - 1 / self.states.gap**2, most)


def attempt_lamps(image: Image, known: Known, lit: str) -> list[Attempt]:
    """What the grids of lamps in a picture show."""
    attempts: list[Attempt] = []
    read: list[tuple[int, Attempt]] = []
    for sites in _candidates(image):
        box = sites.lattice.moved(known.x, known.y).box
        what = f"the {sites.lattice.rows}x{sites.lattice.cols} lamps at {box[0]},{box[1]}"
        try:
            lamps = _whole(what, image, sites, known)
            read.append((lamps.rank, Attempt(lamps.sites.lattice, reading=_reading(what, image, lamps, lit))))
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
    while beyond := goes_beyond(what, image, sites, _lamps(what, image, sites).states):
        sites = grown(sites, *beyond)
    if known.size not in (None, sites.lattice.rows):
        raise BoardNotFound(f"{what} are not in {known.size} rows", hint=CROP_HINT)
    lamps = _lamps(what, image, sites)
    if lamps.confidence < LEAST_CONFIDENCE:
        raise AmbiguousBoard(f"the states of {what} are not sure", hint=WHOLE_HINT)
    return lamps


def _lamps(what: str, image: Image, sites: Sites) -> _Lamps:
    faces = lamp_faces(image, sites.lattice)
    if np.isnan(faces[sites.there]).any():
        raise BoardCutOff(f"{what} run out of the picture", hint=WHOLE_HINT)
    states = tell_states(faces, sites.there)
    if states is None or len(states.looks) > max(2, sites.lamps / FEWEST_ALIKE):
        raise BoardNotFound(f"{what} have too many looks for states", hint=CROP_HINT)
    if len(states.looks) > 2 and states.gap < WIDE_GAP:
        raise BoardNotFound(f"{what} have looks that are no clear states", hint=CROP_HINT)
    odd = float(np.mean(_strangeness(faces, states)[sites.there] > np.clip(states.apart / 2, *SAME_FACE)))
    fewest = int(np.bincount(states.labels[sites.there]).min())
    if odd > MOST_ODD and (states.apart < FAR_APART or fewest < FEWEST_VARIED):
        raise BoardNotFound(f"{what} all show something else", hint=CROP_HINT)
    return _Lamps(sites, states, odd)


def _strangeness(faces: Floats, states: States) -> Floats:
    """How far each face (rows, cols) is from what its state usually shows, where it is farthest."""
    usual = np.stack(states.faces)[states.labels]
    off = np.linalg.norm(faces - usual, axis=4)[:, :, RIM : ACROSS - RIM, RIM : ACROSS - RIM]
    return np.asarray(np.quantile(off, WHERE_LARGEST, axis=(2, 3)), np.float32)


def _reading(what: str, image: Image, lamps: _Lamps, lit: str) -> Reading:
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
