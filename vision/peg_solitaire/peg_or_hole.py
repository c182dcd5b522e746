"""Decision which appearances are pegs and which are holes, by signs in their patches or by the
``lit`` keyword."""

from dataclasses import dataclass
from itertools import product
from math import log2
from typing import Final

import numpy as np

from vision.blobs import lab_of
from vision.confidence import FEWEST_PEGS_ALIKE, LONE_HOLE, SURELY_PEGS, UNSURE_PEGS
from vision.errors import AmbiguousBoard
from vision.image import Bools, Doubles, Floats
from vision.peg_solitaire.patches import (
    RADII,
    RINGS,
    ZONES,
    Appearances,
    measure_peg_width,
    select_rim,
    within,
)

INNER: Final = within(0.3)
"""The part of a patch that is compared."""
NEAR_MIDDLE: Final = within(0.2)
"""The part of a patch that may show a highlight, within the ring round a hole."""
AROUND_MIDDLE: Final = within(0.3, 0.2)
"""The part round it: the page round a dark hole is no highlight."""
BARE: Final = 7.0
"""Maximum difference (L*a*b*) between the middle of an empty site and the page around it."""
INVISIBLE: Final = 3.0
"""Difference (L*a*b*) that is added to two that are compared: smaller ones can hardly be seen."""
SHADOW: Final = 14.0
"""Difference (a*b*) of a colour from the page's at the same lightness that counts as one sign
against a hole's."""
MOST_OFF_SHADE: Final = 20.0
"""Maximum difference (a*b*) of a hole's colour from the page's at the same lightness."""
FEWEST_COLOURS: Final = 3
"""Minimum number of colours of the pegs of a full board, or of the last pegs: with two, one may be
the holes' or that of a hint."""
SAME_OUTLINE: Final = 0.85
"""Minimum fraction of the area of all outlines that is common to them."""
DARK: Final = 30.0
"""Maximum lightness of what may be the dark inside of a hole."""
OUTLINE_SIGN: Final = 1.5
"""Weight of an object that is filled: as much as that of the larger object."""
EMPTIER: Final = 0.5
"""Difference of the filled parts of two objects that counts as the whole sign: a thin outline with
a number in it fills 0.4."""
LEAST_DRAWN: Final = 0.5
"""Minimum part of a ring of samples that differs from the page for the object to reach it: lines
that lead to an object cross less."""
LEAST_USUAL: Final = 0.5
"""Minimum number of pegs of a usual colour, as a fraction of those of the most frequent one: boards
have their colours by turns, and hints are few."""
LEAST_OFF_HOLE: Final = 0.3
"""Minimum difference of a peg from a hole, as a fraction of that of the usual peg most like it;
holes with a hint drawn in them differ less."""
LEAST_OFF_RIM: Final = 0.2
"""The same near the rim of what differs from a hole in its middle as pegs do."""
SURELY_OFF_HOLE: Final = 0.55
"""Difference, as a fraction of the same, from which an appearance is no hole."""
LEAST_OFF_PEG: Final = 0.5
"""Difference of an appearance from a usual peg, as a fraction of that from a hole, up to
which it is a peg of another shade."""
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
    # What a person says comes before all signs.
    if count > 1 and (foreground.startswith("#") or foreground in ("bright", "dark")):
        return _decide_as_requested(appearances, foreground)
    # A full board shows no hole to compare its pegs with.
    if count == 1 or (foreground != "none" and _are_all_pegs(appearances, ground)):
        if foreground in ("all", "none", "any"):
            reason = "all sites have one outline"
            return PegDecision((foreground != "none",) * count, reason, 1 - UNSURE_PEGS)
        if count == 1:
            message = f"{what} all look alike: either all are pegs or all are holes"
            raise AmbiguousBoard(message, hint=ONE_HINT)
        message = f"{what} have {count} colours and one outline: all of them may be pegs"
        raise AmbiguousBoard(message, hint=ALL_HINT)
    if foreground in ("all", "none"):
        raise AmbiguousBoard(f"{what} have {count} appearances", hint=PEG_HINT)
    signs = _weigh_pairs(appearances, ground)
    if count == 2:
        hole, total = _find_hole_of_two(appearances, signs)
        pegs = [number != hole for number in range(count)]
    else:
        hole = int(np.argmax(_find_least_signs(signs)))
        pegs = _find_pegs_of_several(what, appearances, hole)
        _refuse_odd_holes(what, appearances, hole, pegs, ground)
        total = float(signs[pegs, hole].min()) if any(pegs) else 0.0
    if total >= SURELY_PEGS:
        reason = f"pegs stand out by {total:.1f}, and {SURELY_PEGS} is enough"
        return PegDecision(tuple(pegs), reason, 1 - UNSURE_PEGS * SURELY_PEGS / total)
    # A guess between two is accepted only if a person said that any answer will do.
    if foreground == "any" and count == 2:
        return PegDecision(tuple(pegs), "this is likelier", 1 - UNSURE_PEGS)
    raise AmbiguousBoard(
        f"{what} have {count} appearances, and it is not clear which is a peg", hint=PEG_HINT
    )


def _are_all_pegs(appearances: Appearances, ground: Floats) -> bool:
    """Return True if there are several appearances, all with one outline, and none is a hole's.

    A hole is smaller than a peg, or dark, or a darker shade of the page's colour.
    """
    if len(appearances.patches) < FEWEST_COLOURS:
        return False
    if not _have_one_outline(np.stack(appearances.patches), ground):
        return False
    for colour in _measure_inner_colours(appearances):
        if colour[0] <= DARK or _measure_off_shade(colour, ground) <= SHADOW:
            return False
    return True


def _have_one_outline(patches: Floats, ground: Floats) -> bool:
    """Return True if patches (N, …) differ from the ground, a colour or another patch, in about the
    same samples."""
    outlines = np.linalg.norm(patches - ground, axis=-1) > BARE
    return bool(outlines.all(axis=0).sum() >= SAME_OUTLINE * outlines.any(axis=0).sum())


def _measure_inner_colours(appearances: Appearances) -> Floats:
    """Return the usual colour (N, 3) of the inner part of each appearance."""
    return np.stack([np.median(patch[INNER], axis=0) for patch in appearances.patches])


def _weigh_pairs(appearances: Appearances, ground: Floats) -> Doubles:
    """Return the sums of signs (N, N) for each row's appearance to be a peg's and each column's to
    be a hole's."""
    pairs = product(appearances.patches, repeat=2)
    signs = [_weigh_signs(peg, hole, ground) for peg, hole in pairs]
    return np.array(signs).reshape(2 * (len(appearances.patches),))


def _find_least_signs(signs: Doubles) -> list[float]:
    """Return, for each appearance, the minimum sum of signs for it to be a hole's and another one
    to be a peg's."""
    least = signs.copy()
    np.fill_diagonal(least, np.inf)
    return list(map(float, least.min(axis=0)))


def _find_hole_of_two(appearances: Appearances, signs: Doubles) -> tuple[int, float]:
    """Return the number of the hole's appearance if there are two, and the sum of signs for it.

    A single site is likelier the hole of a starting board than the last peg.
    """
    least = np.array(_find_least_signs(signs))
    lone = LONE_HOLE * (appearances.counts == 1)
    least += lone - lone[::-1]
    hole = int(least.argmax())
    return hole, float(least[hole])


def _weigh_signs(one: Floats, other: Floats, ground: Floats) -> float:
    """Return how much likelier the first patch is a peg's and the other a hole's than the other way
    round.

    Each sign is scaled to 1 for a plain difference, and limited, so that no single one decides
    alone what others contradict. On 482 boards of fixtures, open corpora and drawn looks they
    decide all rightly; without brightness too, which leaves a doubt where holes differ most.
    """
    peg = np.median(one[INNER], axis=0)
    hole = np.median(other[INNER], axis=0)
    # Pegs differ more from the page's colour, and are the larger objects.
    off_peg = _measure_usual_difference(one[INNER], ground) + INVISIBLE
    off_hole = _measure_usual_difference(other[INNER], ground) + INVISIBLE
    total = _limit(1.5 * log2(off_peg / off_hole), 1.75)
    off_one = _measure_off_page(one, ground)
    off_other = _measure_off_page(other, ground)
    larger = _measure_extent(off_one) - _measure_extent(off_other)
    total += 1.5 * _limit(3 * larger / 0.3, 1)
    # They are more colourful, and often brighter; the colour of a bare site is the page's.
    if min(off_one.max(), off_other.max()) > INVISIBLE:
        total += _limit((np.hypot(peg[1], peg[2]) - np.hypot(hole[1], hole[2])) / 30, 2)
        total += _limit((peg[0] - hole[0]) / 50, 1)
    total += _weigh_shadow(peg, hole, ground)
    # Balls have a highlight.
    total += _limit((_measure_gloss(one, off_one) - _measure_gloss(other, off_other)) / 12, 3)
    return total + OUTLINE_SIGN * _limit(_compare_filled(one, other, ground) / EMPTIER, 1)


def _limit(sign: float, most: float) -> float:
    """Return a sign, limited to -most…most."""
    return float(min(max(sign, -most), most))


def _weigh_shadow(peg: Floats, hole: Floats, ground: Floats) -> float:
    """Return how much more the second of two colours is a darker shade of the page's, like that of
    a hole in it."""
    off_peg = _measure_off_shade(peg, ground)
    off_hole = _measure_off_shade(hole, ground)
    nearer = peg if off_peg < off_hole else hole
    if min(off_peg, off_hole) > MOST_OFF_SHADE or nearer[0] > 0.8 * ground[0]:
        return 0.0
    return _limit((off_peg - off_hole) / SHADOW, 1.5)


def _measure_off_shade(colour: Floats, ground: Floats) -> float:
    """Return the difference (a*b*) between a colour and the page's at the same lightness."""
    shade = ground[1:] * colour[0] / max(float(ground[0]), 1.0)
    return float(np.linalg.norm(colour[1:] - shade))


def _measure_gloss(patch: Floats, off_page: Floats) -> float:
    """Return how much brighter the brightest sample near the middle is than most others there and
    round them; 0 for a small dot on the bare page, which is no highlight.

    ``off_page`` is the difference of its zones from the page.
    """
    # A dot ends in the second zone, and a highlight fades.
    if off_page[1] <= BARE and off_page[2:].max() <= INVISIBLE:
        return 0.0
    light = patch[NEAR_MIDDLE][:, 0]
    usual = max(float(np.median(light)), float(np.median(patch[AROUND_MIDDLE][:, 0])))
    return max(float(np.quantile(light, 0.97)) - usual, 0.0)


def _compare_filled(one: Floats, other: Floats, ground: Floats) -> float:
    """Return how much more of its object the first patch fills: a disc is a peg, and its outline
    alone a hole, whatever small is drawn in it. 0 if one of them shows nothing."""
    shares = []
    for patch in (one, other):
        differs = np.linalg.norm(patch - ground, axis=2) > BARE
        drawn = np.flatnonzero([differs[ring].mean() >= LEAST_DRAWN for ring in RINGS])
        if not len(drawn):
            return 0.0
        shares.append(float(differs[within(RADII[int(drawn[-1])])].mean()))
    return shares[0] - shares[1]


def _measure_extent(off_page: Floats) -> float:
    """Return the distance from the middle, in steps, up to which the zones of a patch differ from
    the page."""
    differs = np.flatnonzero(off_page > BARE)
    return 0.44 * float(differs.max(initial=-1) + 1) / len(ZONES)


def _measure_middles(appearances: Appearances) -> Floats:
    """Return the mean colour (N, 3) of the middle of each appearance."""
    return np.stack([patch[ZONES[0]].mean(axis=0) for patch in appearances.patches])


def _measure_off_page(patch: Floats, ground: Floats) -> Floats:
    """Return the usual difference (L*a*b*) of the samples of each zone from the page's colour."""
    return np.array([_measure_usual_difference(patch[zone], ground) for zone in ZONES])


def _measure_usual_difference(samples: Floats, ground: Floats) -> float:
    """Return the usual difference (L*a*b*) of samples (N, 3) from the page's colour.

    A ball is brighter than the page at one side and darker at the other, and may have the page's
    colour on average.
    """
    return float(np.median(np.linalg.norm(samples - ground, axis=1)))


def _find_pegs_of_several(what: str, appearances: Appearances, hole: int) -> list[bool]:
    """Return a list that is True for the pegs among several appearances.

    A peg differs from a hole about as much as the usual pegs do, which may have several colours,
    near its rim and in its middle; a hole with a hint differs less in one of both: a dot leaves its
    rim, and a ring its middle.
    Raises AmbiguousBoard if an appearance is between pegs and holes, or if all pegs differ.
    """
    counts = appearances.counts
    counts[hole] = 0
    others = np.delete(np.stack(appearances.patches), hole, axis=0)
    # The last pegs may all differ in colour, but a hint has another outline.
    are_last = len(others) >= FEWEST_COLOURS and _have_one_outline(
        others, appearances.patches[hole]
    )
    if counts.max() < FEWEST_PEGS_ALIKE and not are_last:
        raise AmbiguousBoard(
            f"{what} have {len(counts)} appearances, and all but one of them are rare",
            hint=PEG_HINT,
        )
    is_usual = counts >= LEAST_USUAL * counts.max()
    most = appearances.patches[int(counts.argmax())]
    width = float(measure_peg_width(most, appearances.patches[hole]))
    rim = select_rim(width)
    colours = np.stack([np.median(patch[rim], axis=0) for patch in appearances.patches])
    off_hole = np.linalg.norm(colours - colours[hole], axis=1)
    off_usual = np.linalg.norm(colours[:, None] - colours[is_usual], axis=2).min(axis=1)
    least = off_hole[is_usual].min()
    from_middle = _compare_middles(appearances, hole, is_usual)
    has_middle = from_middle >= LEAST_OFF_HOLE
    # A dot in a hole leaves its rim as it is, at least as much as its middle.
    least_doubt = np.where(from_middle >= SURELY_OFF_HOLE, LEAST_OFF_RIM, LEAST_OFF_HOLE) * least
    is_between = (off_hole > least_doubt) & (off_hole < SURELY_OFF_HOLE * least)
    if (has_middle & is_between & (off_usual > LEAST_OFF_PEG * off_hole)).any():
        raise AmbiguousBoard(f"some of {what} look neither like pegs nor like holes", hint=PEG_HINT)
    is_peg = has_middle & (off_hole > LEAST_OFF_HOLE * least)
    is_peg[hole] = False
    return list(map(bool, is_peg))


def _compare_middles(appearances: Appearances, hole: int, is_usual: Bools) -> Floats:
    """Return how much the middle of each appearance differs from the hole's, relative to those of
    the usual pegs; 1 for all if theirs are like the hole's, as those of rings."""
    middles = _measure_middles(appearances)
    off_hole = np.linalg.norm(middles - middles[hole], axis=1)
    least = off_hole[is_usual].min()
    return np.asarray(
        off_hole / least if least >= INVISIBLE else np.ones(len(off_hole)), np.float32
    )


def _refuse_odd_holes(
    what: str, appearances: Appearances, hole: int, pegs: list[bool], ground: Floats
) -> None:
    """Raise AmbiguousBoard if pegs are smaller than holes, or if something else than the usual hole
    has a peg's colour in its middle.

    In a grey copy, pegs of one colour may look like the page, and real holes are smaller dots.
    """
    extents = [_measure_extent(_measure_off_page(patch, ground)) for patch in appearances.patches]
    middles = _measure_middles(appearances)
    of_pegs = middles[np.array(pegs)]
    for number, is_peg in enumerate(pegs):
        is_small = is_peg and extents[number] < extents[hole]
        off = np.linalg.norm(of_pegs - middles[number], axis=1)
        has_peg = not is_peg and number != hole and off.min(initial=np.inf) < BARE
        if is_small or has_peg:
            raise AmbiguousBoard(
                f"{what} have {len(pegs)} appearances, and it is not clear which is a peg",
                hint=PEG_HINT,
            )


def _decide_as_requested(appearances: Appearances, foreground: str) -> PegDecision:
    """Return the decision for the colour of pegs that the keyword names, or the brightest or
    darkest."""
    colours = _measure_inner_colours(appearances)
    if foreground.startswith("#"):
        off = np.linalg.norm(colours - np.array(lab_of(foreground)), axis=1)
    elif foreground == "bright":
        off = -colours[:, 0]
    else:
        off = colours[:, 0]
    pegs = tuple((np.arange(len(off)) == off.argmin()).tolist())
    return PegDecision(pegs, f"the {foreground} sites are pegs, as requested")
