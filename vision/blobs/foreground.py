"""Which state of lamps is the lit one, as far as brightness and colour tell, or a person does."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from vision.blobs.states import States, brightness
from vision.errors import AmbiguousBoard
from vision.image import Floats, to_lab

WAYS: Final = ("auto", "any", "bright", "dark", "all", "none")
"""What may be said of it besides a colour."""
SURE: Final = 0.2
"""Least difference of brightness between two states, as part of their distance, by which one is surely lit."""
STANDS_OUT: Final = 0.25
"""What it counts beside brightness that a state stands out from the page while the other one is like it."""
ONE_WAY: Final = 0.8
"""Least part of what parts two states that is of one colour: two letters are each brighter somewhere."""
SIGN: Final = 0.25
"""Largest difference in most of a lamp, as part of that in a sign, where nothing but the sign tells two states."""
PLAINER: Final = 0.5
"""Largest contrast within a lamp without a sign, as part of that with one: buttons have rims of their own."""
LIT_ALONE, UNLIT_ALONE = 95.0, 45.0
"""Brightness from which, and up to which, lamps that are all alike are lit or unlit."""
TWO_HINT: Final = "say which is lit: --lit bright, --lit dark or --lit '#rrggbb'"
ONE_HINT: Final = "say so: --lit all or --lit none"


def is_way(lit: str) -> bool:
    """Whether this is a way to tell which state is lit."""
    return lit in WAYS or re.fullmatch(r"#[0-9a-fA-F]{6}", lit) is not None


def number_states(what: str, states: States, ground: Floats, lit: str) -> tuple[list[int], str]:
    """The number of each state, darkest first, and what tells so: 0 is unlit and 1 lit where there are two.

    ``ground`` is the colour around the lamps, in L*a*b*. Raises AmbiguousBoard if it is not clear and has to be.
    """
    if len(states.looks) > 2:
        return list(range(len(states.looks))), "states are by brightness, the darkest first"
    if len(states.looks) == 1:
        return _alone(what, float(brightness(states.faces[0]).mean()), lit)
    if lit in ("bright", "dark"):
        return ([0, 1] if lit == "bright" else [1, 0]), f"lit is the {lit} state, as told"
    if lit.startswith("#"):
        off = [float(np.linalg.norm(np.subtract(look, lab_of(lit)))) for look in states.looks]
        return ([1, 0] if off[0] < off[1] else [0, 1]), f"lit is what looks most like {lit}"
    brighter = _brighter(states, ground)
    if lit == "auto" and (abs(brighter) < SURE or _mixed(states) or _is_sign(states, brightest=brighter >= 0)):
        raise AmbiguousBoard(f"{what} show two states, and neither is clearly lit", hint=TWO_HINT)
    return ([0, 1] if brighter >= 0 else [1, 0]), f"lit is brighter by {abs(brighter):.2f} of what parts the states"


def _brighter(states: States, ground: Floats) -> float:
    """How much more the second state looks lit than the first, as part of their distance, -1 to 1 or a bit beyond."""
    first, second = states.faces
    distance = float(np.linalg.norm(second - first, axis=2).mean())
    brighter = float(brightness(second).mean() - brightness(first).mean())
    off = [float(np.linalg.norm(face - ground, axis=2).mean()) for face in (first, second)]
    return (brighter + STANDS_OUT * (off[1] - off[0])) / max(distance, 1.0)


def _mixed(states: States) -> bool:
    """Whether one state is brighter in some places and the other in others, as two letters are."""
    step = states.faces[1] - states.faces[0]
    return bool(np.linalg.norm(step.sum(axis=(0, 1))) < ONE_WAY * np.linalg.norm(step, axis=2).sum())


def _is_sign(states: States, *, brightest: bool) -> bool:
    """Whether the darker state is the brighter one with a sign drawn on it, and as well may be the lit one."""
    step = np.linalg.norm(states.faces[1] - states.faces[0], axis=2)
    blank, signed = (float(np.ptp(states.faces[i], axis=(0, 1)).max()) for i in (brightest, not brightest))
    return bool(np.median(step) < SIGN * step.max() and blank < PLAINER * signed)


def _alone(what: str, bright: float, lit: str) -> tuple[list[int], str]:
    if lit == "all" or (lit != "none" and bright >= LIT_ALONE):
        return [1], "one state: all lamps look alike, lit"
    if lit in ("none", "any") or bright <= UNLIT_ALONE:
        return [0], "one state: all lamps look alike, unlit"
    raise AmbiguousBoard(f"{what} all look alike, be they lit or unlit", hint=ONE_HINT)


def lab_of(colour: str) -> tuple[float, float, float]:
    """The L*a*b* of a colour #rrggbb."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    lightness, a, b = to_lab(np.array([[[blue, green, red]]], np.uint8))[0, 0].tolist()
    return lightness, a, b
