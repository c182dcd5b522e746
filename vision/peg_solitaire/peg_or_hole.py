"""Decision which appearances are pegs and which are holes, by signs in their patches or by the
``lit`` keyword."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.blobs.outlines import lab_of
from vision.confidence import FEWEST_PEGS_ALIKE, LAST_PEG, SURELY_PEGS, UNSURE_PEGS
from vision.errors import AmbiguousBoard
from vision.image import Floats
from vision.peg_solitaire.patches import ZONES, Appearances, peg_width, rim_of, within

INNER: Final = within(0.3)
"""The part of a patch that is compared."""
MIDDLE: Final = within(0.2)
"""The part of a patch inside of a hole's rim."""
BARE: Final = 7.0
"""Maximum difference (L*a*b*) between the middle of an empty site and the page around it."""
SHADED: Final = 20.0
"""Minimum range of lightness on an object with a highlight and a shadow; hints drawn in a hole have
less, a ball 30."""
FAINT: Final = 0.25
"""Maximum difference between a faintly drawn hole and the page, as a fraction of that between a peg
and the page."""
SHADOW: Final = 14.0
"""Difference (a*b*) of a colour from the page's at the same lightness that counts as one sign
against a hole's."""
MOST_OFF_SHADE: Final = 20.0
"""Maximum difference (a*b*) of a hole's colour from the page's at the same lightness."""
FEWEST_COLOURS: Final = 3
"""Minimum number of colours of the pegs of a full board: with two, one may be the holes'."""
SAME_OUTLINE: Final = 0.85
"""Minimum fraction of the area of all outlines that is common to them."""
DARK: Final = 30.0
"""Maximum lightness of what may be the dark inside of a hole."""
ONE_HOLE: Final = 0.75
"""Sign for the only site of its appearance to be a hole: half of what is enough. Other signs still
have to agree: a bare hole in wood beside glossy pegs has 1.1, in other sizes 1.2."""
PEG_HINT: Final = "say what pegs look like: --peg bright, --peg dark or --peg '#rrggbb'"
ALL_HINT: Final = "say so: --peg all, or --peg '#rrggbb'"
ONE_HINT: Final = "say so: --peg all or --peg none"


@dataclass(frozen=True, slots=True)
class PegDecision:
    """Classification of each appearance, True for pegs, with the reason."""

    pegs: tuple[bool, ...]
    reason: str
    confidence: float = 1.0


def decide_pegs(
    what: str, appearances: Appearances, ground: Floats, foreground: str
) -> PegDecision:
    """Decide which appearances are pegs'.

    Parameters
    ----------
    what : description of the board in errors.
    appearances : the appearances of the sites.
    ground : colour (3,) of the page in L*a*b*.
    foreground : value of the ``lit`` keyword.

    Raises
    ------
    AmbiguousBoard
        If the signs are not clear and ``foreground`` does not decide.
    """
    count = len(appearances.patches)
    if count == 1:
        return _decide_one(what, foreground)
    if foreground.startswith("#") or foreground in ("bright", "dark"):
        return _decide_as_requested(appearances, foreground)
    if foreground != "none" and _are_all_pegs(appearances, ground):
        return _decide_all(what, count, foreground)
    if foreground in ("all", "none"):
        raise AmbiguousBoard(f"{what} have {count} appearances", hint=PEG_HINT)
    if count == 2:
        hole, total = _hole_of_two(appearances, ground, foreground)
        pegs = [number != hole for number in range(count)]
    else:
        signs = _all_signs(appearances, ground)
        hole = int(np.argmax(_least_signs(signs)))
        pegs = _pegs_of_several(what, appearances, hole)
        total = min(
            (float(signs[number, hole]) for number in range(count) if pegs[number]), default=0.0
        )
    if total < SURELY_PEGS and not (foreground == "any" and count == 2):
        raise AmbiguousBoard(
            f"{what} have {count} appearances, and it is not clear which is a peg", hint=PEG_HINT
        )
    reason = (
        f"pegs stand out by {total:.1f}, and {SURELY_PEGS} is enough"
        if total >= SURELY_PEGS
        else "this is likelier"
    )
    return PegDecision(tuple(pegs), reason, 1 - UNSURE_PEGS * SURELY_PEGS / max(total, SURELY_PEGS))


def _are_all_pegs(appearances: Appearances, ground: Floats) -> bool:
    """Return True if there are several appearances, all with one outline, and none is a hole's.

    A hole is smaller than a peg, or dark, or a darker shade of the page's colour.
    """
    if len(appearances.patches) < FEWEST_COLOURS:
        return False
    outlines = [np.linalg.norm(patch - ground, axis=-1) > BARE for patch in appearances.patches]
    if np.logical_and.reduce(outlines).sum() < SAME_OUTLINE * np.logical_or.reduce(outlines).sum():
        return False
    colours = [np.median(patch[INNER], axis=0) for patch in appearances.patches]
    return all(colour[0] > DARK and _off_shade(colour, ground) > SHADOW for colour in colours)


def _all_signs(appearances: Appearances, ground: Floats) -> Floats:
    """Return the sums of signs (N, N) for each row's appearance to be a peg's and each column's to
    be a hole's."""
    return np.array(
        [
            [_sign(one, other, ground) for other in appearances.patches]
            for one in appearances.patches
        ]
    )


def _least_signs(signs: Floats) -> list[float]:
    """Return, for each appearance, the minimum sum of signs for it to be a hole's and another one
    to be a peg's."""
    return [float(np.delete(signs[:, number], number).min()) for number in range(len(signs))]


def _hole_of_two(appearances: Appearances, ground: Floats, foreground: str) -> tuple[int, float]:
    """Return the number of the hole's appearance if there are two, and the sum of signs for it.

    A single site is likelier the hole of a starting board: a single remaining peg needs clearer
    signs. Without them, the single site is a hole for ``foreground`` "any", and undecided
    otherwise.
    """
    least = _least_signs(_all_signs(appearances, ground))
    hole = int(np.argmax(least))
    if appearances.counts[hole] == 1 and appearances.counts[1 - hole] > 1:
        return hole, least[hole] + ONE_HOLE
    if appearances.counts[1 - hole] == 1 and least[hole] < LAST_PEG * SURELY_PEGS:
        return (1 - hole, least[1 - hole]) if foreground == "any" else (hole, -1.0)
    return hole, least[hole]


def _sign(one: Floats, other: Floats, ground: Floats) -> float:
    """Return how much likelier the first patch is a peg's and the other a hole's than the other way
    round."""
    a, b = (np.median(patch[INNER], axis=0) for patch in (one, other))
    off_a, off_b = float(np.linalg.norm(a - ground)), float(np.linalg.norm(b - ground))
    chroma = (np.hypot(*a[1:]) - np.hypot(*b[1:])) / 30
    bright = (a[0] - b[0]) / 25
    total = (
        np.clip(chroma, -2, 2)
        + np.clip(bright, -1.5, 1.5)
        + np.clip((off_a - off_b) / 25, -0.7, 0.7)
    )
    total += 0.6 * (float(off_b < FAINT * off_a) - float(off_a < FAINT * off_b))
    bare = _is_bare(other, one, ground) - _is_bare(one, other, ground)
    total += 3 * bare if bare else _shadow_sign(a, b, ground)
    total += np.clip((_gloss(one) - _gloss(other)) / 12, -1, 1)
    total += 1.5 * np.clip(3 * (_extent(one, ground) - _extent(other, ground)) / 0.3, -1, 1)
    return float(total + (_lies_within(one, other) - _lies_within(other, one)) * 1.5)


def _is_bare(one: Floats, other: Floats, ground: Floats) -> int:
    """Return 1 if the first patch has the page's colour in its middle, with nothing drawn on it,
    and the other not.

    In a grey copy, a glossy ball may have the page's colour between its highlight and its shadow.
    """
    off, most = (
        float(np.linalg.norm(np.median(patch[ZONES[0]], axis=0) - ground)) for patch in (one, other)
    )
    low, high = np.quantile(one[MIDDLE][:, 0], (0.05, 0.95))
    return int(off < BARE and most > 2 * off + BARE and high - low < SHADED)


def _shadow_sign(a: Floats, b: Floats, ground: Floats) -> float:
    """Return how much more the second of two colours is a darker shade of the page's, like that of
    a hole in it."""
    off_a, off_b = (_off_shade(colour, ground) for colour in (a, b))
    nearer = a if off_a < off_b else b
    if min(off_a, off_b) > MOST_OFF_SHADE or nearer[0] > 0.8 * ground[0]:
        return 0.0
    return float(np.clip((off_a - off_b) / SHADOW, -1.5, 1.5))


def _off_shade(colour: Floats, ground: Floats) -> float:
    """Return the difference (a*b*) between a colour and the page's at the same lightness."""
    return float(np.linalg.norm(colour[1:] - ground[1:] * colour[0] / max(float(ground[0]), 1.0)))


def _gloss(patch: Floats) -> float:
    """Return how much brighter the brightest sample near the middle is than most others."""
    light = patch[INNER][:, 0]
    return float(np.quantile(light, 0.97) - np.median(light))


def _extent(patch: Floats, ground: Floats) -> float:
    """Return the distance from the middle, in steps, up to which a patch differs from the page."""
    off = [float(np.linalg.norm(np.median(patch[zone], axis=0) - ground)) > BARE for zone in ZONES]
    return 0.44 * max((i + 1 for i, seen in enumerate(off) if seen), default=0) / len(ZONES)


def _lies_within(one: Floats, other: Floats) -> bool:
    """Return True if the first patch equals the other, flat one except for something in its
    middle."""
    rims = [np.median(patch[ZONES[-1]], axis=0) for patch in (one, other)]
    inner = [np.median(patch[ZONES[0]], axis=0) for patch in (one, other)]
    flat = np.linalg.norm(inner[1] - rims[1]) < BARE
    return bool(
        flat and np.linalg.norm(rims[0] - rims[1]) < BARE < np.linalg.norm(inner[0] - inner[1])
    )


def _pegs_of_several(what: str, appearances: Appearances, hole: int) -> list[bool]:
    """Return a list that is True for the pegs among several appearances.

    A peg differs from a hole about as much as most other pegs do; a hole with a hint differs less.
    Raises AmbiguousBoard if an appearance is between pegs and holes, or if all pegs differ.
    """
    counts = appearances.counts
    counts[hole] = 0
    usual = int(counts.argmax())
    rim = rim_of(peg_width(appearances.patches[usual], appearances.patches[hole]))
    colours = np.stack([np.median(patch[rim], axis=0) for patch in appearances.patches])
    off_hole = np.linalg.norm(colours - colours[hole], axis=1)
    usual_off = float(off_hole[usual])
    if counts.max() < FEWEST_PEGS_ALIKE:
        raise AmbiguousBoard(
            f"{what} have {len(counts)} appearances, and all but one of them are rare",
            hint=PEG_HINT,
        )
    pegs = []
    for number, distance in enumerate(off_hole):
        off_usual = float(np.linalg.norm(colours[number] - colours[usual]))
        if 0.3 * usual_off < distance < 0.55 * usual_off and off_usual > 0.5 * distance:
            raise AmbiguousBoard(
                f"some of {what} look neither like pegs nor like holes", hint=PEG_HINT
            )
        pegs.append(number != hole and bool(distance > 0.3 * usual_off))
    return pegs


def _decide_as_requested(appearances: Appearances, foreground: str) -> PegDecision:
    colours = np.stack([np.median(patch[INNER], axis=0) for patch in appearances.patches])
    if foreground.startswith("#"):
        off = np.linalg.norm(colours - np.array(lab_of(foreground)), axis=1)
    else:
        off = colours[:, 0] * (-1 if foreground == "bright" else 1)
    pegs = tuple(bool(number == off.argmin()) for number in range(len(off)))
    return PegDecision(pegs, f"the {foreground} sites are pegs, as requested")


def _decide_all(what: str, count: int, foreground: str) -> PegDecision:
    if foreground in ("all", "any"):
        return PegDecision((True,) * count, "all sites have the outline of a peg", 1 - UNSURE_PEGS)
    raise AmbiguousBoard(
        f"{what} have {count} colours and one outline: all of them may be pegs", hint=ALL_HINT
    )


def _decide_one(what: str, foreground: str) -> PegDecision:
    if foreground in ("all", "none", "any"):
        return PegDecision((foreground != "none",), "all sites look alike", 1 - UNSURE_PEGS)
    raise AmbiguousBoard(
        f"{what} all look alike: either all are pegs or all are holes", hint=ONE_HINT
    )
