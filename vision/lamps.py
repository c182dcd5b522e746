"""Lights Out: a grid of lamps, the state of each, and which state is lit."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import numpy as np

from vision.attempt import Attempt, Known
from vision.board import Lattice
from vision.doubts import CROP_HINT
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.image import Bools, Floats, Image, to_lab
from vision.outlines import CONTRASTS, find_outlines
from vision.reading import Colour, Reading
from vision.sites import Sites, find_sites, seen_at
from vision.states import States, brightness, lamp_looks, tell_states

STATES: Final = ".*23456789"
"""What stands for each state in a grid of lamps: unlit, lit, or where there are more than two a number."""
NO_LAMP: Final = " "
LIT: Final = ("auto", "any", "bright", "dark", "all", "none")
"""Ways to tell which state is lit, besides a colour."""
SURE_LIT: Final = 14.0
"""Least difference of brightness by which one state is surely the lit one."""
LIT_HINT: Final = "say which is lit: --lit bright, --lit dark or --lit '#rrggbb'"
LIT_ALONE, UNLIT_ALONE = 95.0, 45.0
"""Brightness from which, and up to which, a board of one state is lit or unlit."""
ONE_HINT: Final = "--lit all or --lit none"
STILL_THERE: Final = 0.7
"""Least part of the lamps whose outlines are seen where the board still is in its place."""
STRANGE: Final = 0.4
"""Largest distance of a look from a known one, as part of that to the next known one."""
STRANGE_ALONE: Final = 12.0
"""Largest distance (L*a*b*) of a look from the only known one."""


def attempt_lamps(image: Image, known: Known, lit: str) -> list[Attempt]:
    """What the grids of lamps in a picture show, by the first contrast that shows one."""
    attempts: list[Attempt] = []
    for contrast in CONTRASTS:
        found = find_sites(find_outlines(image, contrast))
        attempts += [_attempt(image, sites, known, lit) for sites in found]
        if any(done.reading for done in attempts):
            break
    return attempts


def _attempt(image: Image, sites: Sites, known: Known, lit: str) -> Attempt:
    lattice = sites.lattice
    box = lattice.moved(known.x, known.y).box
    what = f"the {lattice.rows}x{lattice.cols} lamps at {box[0]},{box[1]}"
    try:
        return Attempt(lattice, reading=_read(what, image, sites, lit))
    except (AmbiguousBoard, BoardNotFound) as refusal:
        refusal.box = box
        return Attempt(lattice, refusal=refusal)


def _read(what: str, image: Image, sites: Sites, lit: str) -> Reading:
    states = tell_states(lamp_looks(image, sites.lattice), sites.there)
    if states is None:
        raise BoardNotFound(f"{what} have too many looks for states", hint=CROP_HINT)
    confidence = float(np.clip(1 - (1 / max(states.gap, 1.0)) ** 2, 0, 1))
    numbers, evidence = _numbered(what, states, lit)
    looks: list[Colour | None] = [None] * (max(numbers) + 1)
    for number, look in zip(numbers, states.looks, strict=True):
        looks[number] = look
    rows = tuple("".join(NO_LAMP if s < 0 else STATES[numbers[s]] for s in row) for row in states.labels)
    lattice = sites.lattice
    return Reading(
        "lights-out",
        rows,
        tuple(map(float, lattice.xs)),
        tuple(map(float, lattice.ys)),
        lattice.box,
        confidence=confidence,
        evidence=(f"{sites.lamps} lamps in {len(states.looks)} states", *evidence),
        looks=tuple(looks),
    )


def _numbered(what: str, states: States, lit: str) -> tuple[list[int], tuple[str, ...]]:
    """The number of each state, of which 1 is lit where there are two, and what tells so."""
    bright = [brightness(look) for look in states.looks]
    if len(bright) > 2:
        return list(range(len(bright))), ("states by brightness, the darkest first",)
    if len(bright) == 1:
        return _one_state(what, bright[0], lit)
    told = f"lit is brighter by {bright[1] - bright[0]:.0f}"
    if lit == "auto" and bright[1] - bright[0] < SURE_LIT:
        raise AmbiguousBoard(f"{what} have two looks that are about as bright", hint=LIT_HINT)
    if lit.startswith("#"):
        colour = lab(lit)
        nearest = int(np.argmin([np.linalg.norm(np.subtract(look, colour)) for look in states.looks]))
        return ([0, 1] if nearest else [1, 0]), (f"lit is what is like {lit}",)
    return ([1, 0], ("lit is the darker, as told",)) if lit == "dark" else ([0, 1], (told,))


def _one_state(what: str, bright: float, lit: str) -> tuple[list[int], tuple[str, ...]]:
    evidence = "all lamps look alike: one state"
    if lit == "all" or (lit != "none" and bright >= LIT_ALONE):
        return [1], (f"{evidence}, lit",)
    if lit in ("none", "any") or bright <= UNLIT_ALONE:
        return [0], (f"{evidence}, unlit",)
    raise AmbiguousBoard(f"{what} all look alike, lit or unlit", hint=ONE_HINT)


def lab(colour: str) -> Floats:
    """The L*a*b* of a colour #rrggbb."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return to_lab(np.array([[[blue, green, red]]], np.uint8))[0, 0]


def is_lit(lit: str) -> bool:
    """Whether this is a way to tell which state is lit."""
    return lit in LIT or re.fullmatch(r"#[0-9a-fA-F]{6}", lit) is not None


def reread_lamps(image: Image, reading: Reading, *, learn: bool = False) -> Reading:
    """The states of known lamps now; a look that is not known becomes a state if it may be learned."""
    lattice = Lattice(np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), reading.box)
    there = np.array([[state != NO_LAMP for state in row] for row in reading.grid])
    if not _still_there(image, lattice, there):
        lattice = _moved(image, lattice, there)
    return _named(lamp_looks(image, lattice), there, replace(reading, **_place(lattice)), learn=learn)


def _place(lattice: Lattice) -> dict[str, object]:
    return {"xs": tuple(map(float, lattice.xs)), "ys": tuple(map(float, lattice.ys)), "box": lattice.box}


def _still_there(image: Image, lattice: Lattice, there: Bools) -> bool:
    x0, y0 = max(0, round(float(lattice.xs[0]))), max(0, round(float(lattice.ys[0])))
    part = image[y0 : round(float(lattice.ys[-1])), x0 : round(float(lattice.xs[-1]))]
    if min(lattice.box) < 0 or lattice.box[2] > image.shape[1] or lattice.box[3] > image.shape[0]:
        return False
    seen = seen_at(find_outlines(part, CONTRASTS[0]), lattice.moved(-x0, -y0))
    return float(seen[there].mean()) >= STILL_THERE


def _moved(image: Image, before: Lattice, there: Bools) -> Lattice:
    """Where lamps in such rows and columns are now."""
    for contrast in CONTRASTS:
        for sites in find_sites(find_outlines(image, contrast)):
            if sites.there.shape == there.shape and np.array_equal(sites.there, there):
                return sites.lattice
    raise BoardNotFound(f"the {before.rows}x{before.cols} lamps are not there any more", hint="start over")


def _named(looks: Floats, there: Bools, reading: Reading, *, learn: bool) -> Reading:
    known = list(reading.looks)
    rows = [[NO_LAMP] * reading.cols for _ in range(reading.rows)]
    for row, col in np.argwhere(there).tolist():
        state = _nearest(looks[row, col], known)
        if state is None:
            if not learn or (None not in known and len(known) == len(STATES)):
                raise AmbiguousBoard(
                    f"the lamp in row {row + 1}, column {col + 1} looks as none did before", hint="look again"
                )
            state = _learned(known, looks[row, col])
        rows[row][col] = STATES[state]
    return replace(reading, grid=tuple("".join(row) for row in rows), looks=tuple(known))


def _nearest(look: Floats, known: list[Colour | None]) -> int | None:
    """The state whose look this is, None where it is none's."""
    ranked = sorted((float(np.linalg.norm(look - np.array(old))), s) for s, old in enumerate(known) if old is not None)
    distance, state = ranked[0]
    most = STRANGE * ranked[1][0] if len(ranked) > 1 else STRANGE_ALONE
    return state if distance <= most else None


def _learned(known: list[Colour | None], look: Floats) -> int:
    state = known.index(None) if None in known else len(known)
    known[state : state + 1] = [(float(look[0]), float(look[1]), float(look[2]))]
    return state
