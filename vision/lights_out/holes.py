"""Places of a lattice in which no lamp was seen: holes, or lamps in the colour of the page or of the lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from vision.blobs.foreground import TWO_HINT
from vision.blobs.patches import lamp_faces
from vision.errors import AmbiguousBoard
from vision.image import Bools, Floats, Image
from vision.lights_out.lamp_grid import Sites
from vision.lights_out.plausibility import SAME_FACE, measure_lamps
from vision.lights_out.surroundings import ground_colour

BARE: Final = 2.5
"""Largest difference (L*a*b*) of a place from the page around the lamps where nothing stands in it."""
GLOW: Final = 25.0
"""Largest difference of a hole's colour from the page's: lamps beside it may glow."""
ONE_STATE: Final = ("all", "none")
"""What a person says of lamps that are in one state."""


def settled(what: str, image: Image, sites: Sites, lit: str) -> Sites:
    """The sites with lamps that no outline shows, and without holes that the gaps between lamps outline.

    Raises AmbiguousBoard where a place may be a hole or a lamp: with one state seen, the other may look like the page.
    """
    if sites.there.all():
        return sites
    states = measure_lamps(what, image, sites).states
    faces, ground = lamp_faces(image, sites.lattice), ground_colour(image, sites.lattice)
    usual = np.stack(states.faces)
    plain = _off(usual, ground) <= BARE
    off, off_page = np.stack([_off(faces, face) for face in usual]), _off(faces, ground)
    like = (off <= np.clip(states.apart / 2, *SAME_FACE)) & (off < off_page) & ~plain[:, None, None]
    there = _without_bare(what, sites.there | like.any(axis=0), off_page <= BARE, int((~plain).sum()), lit)
    odd = ~there & (np.linalg.norm(np.median(faces, axis=(2, 3)) - ground, axis=2) > GLOW)
    if odd.any():
        row, col = np.argwhere(odd)[0].tolist()
        doubt = f"what stands in row {row + 1}, column {col + 1} of {what} may be a lamp or none"
        raise AmbiguousBoard(doubt, hint=TWO_HINT)
    return replace(sites, there=there)


def _without_bare(what: str, there: Bools, bare: Bools, states: int, lit: str) -> Bools:
    """Which places have a lamp if all bare ones are alike: where so many states are seen besides, or a person says."""
    if there.all():
        return there
    if states > 1 or lit in ONE_STATE:
        return np.asarray(there & ~bare, np.bool_)
    if lit in ("auto", "any"):
        raise AmbiguousBoard(f"places without a lamp among {what} may be lamps in the page's colour", hint=TWO_HINT)
    return np.asarray(there | bare, np.bool_)


def _off(faces: Floats, usual: Floats) -> Floats:
    """How far faces (…, places, places, 3) are from one or from a colour, where they are farthest."""
    return np.asarray(np.linalg.norm(faces - usual, axis=-1).max(axis=(-2, -1)), np.float32)
