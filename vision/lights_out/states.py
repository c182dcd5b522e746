"""States of lamps: groups of similar lamps, their appearances, and the choice of the lit group."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.blobs import (
    NOISE,
    as_colour,
    brightness,
    cluster_labels,
    find_last_within_group,
    lab_of,
    spanning_tree,
)
from vision.confidence import LIT_ALONE, SURELY_LIT, UNLIT_ALONE
from vision.errors import AmbiguousBoard
from vision.grid.cell_patches import ACROSS, measure_mean_colours
from vision.image import Bools, Floats, Places
from vision.reading import Colour

MOST_STATES: Final = 10
PARTS: Final = (1.0, 0.4)
"""Central fractions of a lamp's sides whose mean colour may show its state: over the whole lamp, a
small sign is lost.
"""
DISTINCT: Final = 4.0
"""Minimum difference (L*a*b*) between the mean colours of two states; the eye can see a difference
of 2."""
CLEAR_GAP: Final = 2.0
"""Minimum ratio of the differences between lamps of two states to those between lamps of one
state."""
WIDE_GAP: Final = 4.0
"""Ratio of a clear gap between states; all smaller differences are within one state, such as
hovering or a hint."""
LEAST_APART: Final = 10.0
"""Minimum difference (L*a*b*) between lamps for some to be lit: a shade gives up to 7, icons 22."""
SMALL_OBJECT: Final = 0.5
"""Maximum fraction of a lamp that changes for what changes to be a thing on it."""
STANDS_OUT: Final = 0.25
"""Weight, relative to brightness, of one state standing out from the page while the other resembles
it."""
SHADE: Final = 0.44
"""Maximum difference of a lone lamp with a shade from its state, as a fraction of that between two
states: a lamp of 60 % opacity gives up to 0.43, a state half-way between two others 0.48."""
SIGN: Final = 0.25
"""Maximum difference in most of a lamp, as a fraction of that in a sign, if only the sign
distinguishes two states."""
ONE_INK: Final = 0.2
"""Maximum difference of two inks, as a fraction of that from the ground: thin strokes are paler."""
PLAINER: Final = 0.5
"""Maximum contrast within a lamp without a sign, as a fraction of that with a sign: buttons may
have rims."""
GREY: Final = 8.0
"""Maximum chroma of a grey state: in a grey copy of a picture brightness alone is left, and colours
lose theirs."""
STRONG, LIGHT, LEAST_SHINING = 45.0, 60.0, 0.25
"""Minimum chroma and lightness of a colour that shines, and least fraction of what changes with
it: teal paint has 36 and 60, light 47 and more."""
LIKE_PANEL: Final = 12.0
"""Maximum difference (L*a*b*) between a state and the panel that it is nearly alike."""
FAR_FROM_PANEL: Final = 4.0
"""Minimum ratio of the other state's difference to that."""
SAME_BRIGHTNESS: Final = 5.0
"""Maximum difference in lightness between a state and the page for the state not to shine: white
cells on a page of 96 % white differ by 4."""
BESIDE: Final = 0.25
"""Maximum distance of a state's colour from the line between the outer two, as a fraction of their
distance."""
MOST_STEPS: Final = 3
"""Maximum number of such states."""
ONE_HUE: Final = 0.87
"""Minimum cosine of the angle between the hues of two tones of one colour: that of 30 degrees;
green and dark green differ by 2, yellow and red by 50."""
INNER: Final = slice(1, ACROSS - 1)
"""Rows or columns of the samples of a lamp that are compared: its rim may be off by half a
pixel."""
HOLES_HINT: Final = "write the board as text, with the places without a lamp as spaces"
TWO_HINT: Final = "say which is lit: --lit bright, --lit dark or --lit '#rrggbb'"
ONE_HINT: Final = "say so: --lit all or --lit none"


@dataclass(frozen=True, slots=True)
class LampStates:
    """State of each lamp, and appearance of each state.

    Attributes
    ----------
    labels : number of each lamp's state, shape (rows, cols), from the darkest; -1 if there is no
        lamp.
    colours : mean colour of each state (L*a*b*) over the middle ``part`` of its lamps.
    patches : typical patch (ACROSS, ACROSS, 3) of each state.
    part : central fraction of a lamp's sides that shows its state.
    gap : ratio of the distance between states to that between lamps of one state.
    distance : minimum distance (L*a*b*) between lamps of two states; 0 for one state.
    """

    labels: Places
    colours: tuple[Colour, ...]
    patches: tuple[Floats, ...]
    part: float
    gap: float
    distance: float


def find_states(patches: Floats, there: Bools) -> LampStates | None:
    """Return the states of the lamps in patches (rows, cols, …); None if there are more than
    ten."""
    candidates: list[LampStates] = []
    for part in PARTS:
        found = _find_states_by_part(part, patches, there)
        if found is None:
            continue
        if len(found.colours) > 1 and found.gap >= WIDE_GAP:
            return found
        candidates.append(found)
    several = [states for states in candidates if len(states.colours) > 1]
    # Of lamps that are all alike, a pointer or a shadow may cover the rim of some.
    return max(several or candidates, key=lambda states: states.gap, default=None)


def _find_states_by_part(part: float, patches: Floats, there: Bools) -> LampStates | None:
    """Return the states by the colour of a central part; the nearest lamps are joined first, up to
    a clear gap."""
    points = measure_mean_colours(patches, part)[there]
    edges = sorted(spanning_tree(points))
    lengths = np.array([length for length, _, _ in edges])
    last = find_last_within_group(lengths, DISTINCT, CLEAR_GAP, WIDE_GAP)
    if len(edges) - last > MOST_STATES:
        return None
    groups = _join_shades(points, cluster_labels(len(points), edges[: last + 1]))
    lamps = patches[there]
    typical = [np.median(lamps[groups == group], axis=0) for group in range(groups.max() + 1)]
    # States are numbered from the darkest.
    order = np.argsort([brightness(patch).mean() for patch in typical])
    labels = np.full(there.shape, -1, np.intp)
    labels[there] = np.argsort(order)[groups]
    colours = [as_colour(points[groups == group].mean(axis=0)) for group in order]
    between = [length for length, one, other in edges if groups[one] != groups[other]]
    distance = min(between, default=0.0)
    return LampStates(
        labels=labels,
        colours=tuple(colours),
        patches=tuple(typical[group] for group in order),
        part=part,
        gap=max(distance, DISTINCT) / max(float(lengths[last]), NOISE),
        distance=distance,
    )


def _join_shades(points: Floats, groups: Places) -> Places:
    """Return the groups of lamps with each lone lamp that only has a shade of its state in the
    group of that state.

    A pointer, a press or the focus lightens or fades one lamp; a further state differs as much as
    the others do.
    """
    sizes = np.bincount(groups)
    usual = np.flatnonzero(sizes > 1)
    if len(usual) < 2:
        return groups
    middles = np.stack([points[groups == group].mean(axis=0) for group in usual])
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    joined = groups.copy()
    for lone in np.flatnonzero(sizes == 1):
        off = np.linalg.norm(middles - points[groups == lone], axis=1)
        nearest = int(off.argmin())
        if off[nearest] <= SHADE * np.delete(apart[nearest], nearest).min():
            joined[groups == lone] = usual[nearest]
    _, labels = np.unique(joined, return_inverse=True)
    return np.asarray(labels, np.intp)


def number_states(
    what: str,
    states: LampStates,
    ground: Floats,
    panel: Floats | None,
    foreground: str,
    *,
    is_uniform: bool,
) -> tuple[list[int], str]:
    """Return the number of each state, from the darkest, and the reason: 0 is unlit and 1 lit if
    there are two.

    ``ground`` is the colour around the lamps and ``panel`` that between dark ones, in L*a*b*;
    ``foreground`` is the value of the ``lit`` keyword. ``is_uniform`` if the lamps of a state are
    alike: figures in some of them may be states. Raises AmbiguousBoard if neither state is clearly
    lit and ``foreground`` does not decide.
    """
    count = len(states.colours)
    if count == 1:
        return _number_one_state(what, states.patches[0], ground, foreground)
    if count > 2:
        if _may_have_holes(states):
            raise AmbiguousBoard(
                f"the darkest cells of {what} may be lamps in a third state, or places without one",
                hint=HOLES_HINT,
            )
        return list(range(count)), "states are ordered by brightness, the darkest first"
    if foreground in ("bright", "dark"):
        numbers = [0, 1] if foreground == "bright" else [1, 0]
        return numbers, f"the {foreground} state is lit, as requested"
    if foreground.startswith("#"):
        wanted = lab_of(foreground)
        off = np.linalg.norm(np.subtract(states.colours, wanted), axis=1)
        numbers = [1, 0] if off[0] < off[1] else [0, 1]
        return numbers, f"the state most like {foreground} is lit"
    luminous = _find_luminous(states)
    if is_uniform and luminous is not None:
        return [1 - luminous, luminous], "the lit state alone has a colour that shines"
    if foreground == "auto" and panel is not None and _is_panel(states, panel, ground):
        raise AmbiguousBoard(f"{what} show two states, and neither is clearly lit", hint=TWO_HINT)
    return _number_two_states(what, states, ground, only_certain=foreground == "auto")


def _number_two_states(
    what: str, states: LampStates, ground: Floats, *, only_certain: bool
) -> tuple[list[int], str]:
    """Return the numbers of two states by their brightness.

    Raises AmbiguousBoard if neither is clearly lit, with ``only_certain``.
    """
    lead = _measure_brightness_lead(states, ground)
    lit = 1 if lead >= 0 else 0
    is_blank = _is_blank(states, lit, ground)
    apart = max(states.distance, _measure_small_object(states))
    is_slight = apart < LEAST_APART or abs(lead) < SURELY_LIT
    if only_certain and (is_blank or is_slight or _differ_by_sign(states, lit)):
        raise AmbiguousBoard(f"{what} show two states, and neither is clearly lit", hint=TWO_HINT)
    if is_blank:
        return [lit, 1 - lit], "the lit state stands out, the other one is like the page"
    return [1 - lit, lit], f"the lit state leads in brightness by {abs(lead):.2f}"


def _find_luminous(states: LampStates) -> int | None:
    """Return the one of two states with a bright and strong colour, such as yellow, if the other
    has no colour at all, whatever is drawn in dark round it; None otherwise."""
    changing = _find_changing_samples(states)
    shining = []
    for number, patch in enumerate(states.patches):
        chroma = np.hypot(patch[..., 1], patch[..., 2])[changing]
        if float(np.mean((chroma >= STRONG) & (patch[..., 0][changing] >= LIGHT))) >= LEAST_SHINING:
            shining.append(number)
        elif float(np.quantile(chroma, 1 - LEAST_SHINING)) >= GREY:
            return None
    return shining[0] if len(shining) == 1 else None


def _may_have_holes(states: LampStates) -> bool:
    """Return True for three states if the darkest is grey and the others alone would be unlit and
    lit lamps.

    Those are two tones of one colour, or grey and a colour. Three steps of one light are no such
    case, and neither are two different colours.
    """
    if len(states.colours) != 3:
        return False
    darkest, middle, brightest = sorted(states.colours)
    if not _is_grey(darkest):
        return False
    if _is_grey(middle) or _is_grey(brightest):
        return _is_grey(middle) != _is_grey(brightest)
    return _have_one_hue(middle, brightest) and not are_steps(states.colours)


def _is_grey(colour: Colour) -> bool:
    """Return True for a colour in L*a*b* that may be grey."""
    return float(np.hypot(colour[1], colour[2])) < GREY


def are_steps(colours: Sequence[Colour]) -> bool:
    """Return True for two states, and for more that lie between two of them, as if lamps shone more
    or less.

    The colours of other puzzles and games are chosen to differ, and maps of numbers have more
    shades.
    """
    if not 2 <= len(colours) <= MOST_STEPS:
        return False
    points = np.array(colours)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    most = float(apart.max())
    first, last = np.unravel_index(int(apart.argmax()), apart.shape)
    axis = (points[last] - points[first]) / max(most, 1.0)
    off = points - points[first]
    beside = np.linalg.norm(off - (off @ axis)[:, None] * axis, axis=1)
    # The outer two in colour have to be the darkest and the brightest too.
    lightness = points[:, 0]
    darker, brighter = sorted((lightness[first], lightness[last]))
    is_between = darker <= lightness.min() and lightness.max() <= brighter
    return bool(is_between and beside.max() <= BESIDE * most)


def _have_one_hue(one: Colour, other: Colour) -> bool:
    """Return True for two tones of about one colour, by the angle between their hues."""
    chroma = float(np.hypot(one[1], one[2]) * np.hypot(other[1], other[2]))
    return one[1] * other[1] + one[2] * other[2] > ONE_HUE * chroma


def _measure_brightness_lead(states: LampStates, ground: Floats) -> float:
    """Return how much more the second state looks lit than the first, relative to their distance:
    about -1 to 1."""
    changing = _find_changing_samples(states)
    first = states.patches[0][changing]
    second = states.patches[1][changing]
    distance = float(np.linalg.norm(second - first, axis=1).mean())
    brighter = float(brightness(second).mean() - brightness(first).mean())
    off_first = float(np.linalg.norm(first - ground, axis=1).mean())
    off_second = float(np.linalg.norm(second - ground, axis=1).mean())
    return (brighter + STANDS_OUT * (off_second - off_first)) / max(distance, 1.0)


def _find_changing_samples(states: LampStates) -> Bools:
    """Return a mask of the samples (ACROSS, ACROSS) that change between two states: the object that
    shines, such as a bulb, without the ground of its cell."""
    step = np.linalg.norm(states.patches[1] - states.patches[0], axis=2)
    return np.asarray(step >= step.max() / 2, np.bool_)


def _measure_object_colours(states: LampStates) -> Floats:
    """Return the usual colour of the object that shines in each of two states, shape (2, 3)."""
    changing = _find_changing_samples(states)
    return np.stack([np.median(patch[changing], axis=0) for patch in states.patches])


def _measure_small_object(states: LampStates) -> float:
    """Return the difference (L*a*b*) of what shines in a lamp between two states, if it is less
    than half of the lamp, as a diode on a button; otherwise 0."""
    step = np.linalg.norm((states.patches[1] - states.patches[0])[INNER, INNER], axis=2)
    changing = step >= step.max() / 2
    return float(np.median(step[changing])) if changing.mean() <= SMALL_OBJECT else 0.0


def _is_panel(states: LampStates, panel: Floats, ground: Floats) -> bool:
    """Return True if the brighter state is nearly the colour of the panel and the darker one is
    drawn on it, as on the screen of a pocket calculator.

    The page is no panel.
    """
    off = np.linalg.norm(_measure_object_colours(states) - panel, axis=1)
    is_page = float(np.linalg.norm(panel - ground)) < LIKE_PANEL
    return bool(not is_page and off[1] < LIKE_PANEL and off[0] > FAR_FROM_PANEL * off[1])


def _is_blank(states: LampStates, number: int, ground: Floats) -> bool:
    """Return True if a state is grey and no brighter than the page, and the other is not dark
    enough to be off.

    That one stands out and is more likely lit than what can't be told from the page.
    """
    colours = _measure_object_colours(states)
    lightness, a, b = colours[number].tolist()
    is_as_page = np.hypot(a, b) < GREY and lightness - float(ground[0]) < SAME_BRIGHTNESS
    return bool(is_as_page and float(colours[1 - number, 0]) > UNLIT_ALONE)


def _differ_by_sign(states: LampStates, brightest: int) -> bool:
    """Return True if the darker state is the brighter one with a sign drawn on it, or both have
    signs of one ink, such as digits: then either one may be lit."""
    step = np.linalg.norm(states.patches[1] - states.patches[0], axis=2)
    if np.median(step) >= SIGN * step.max():
        return False
    if _have_signs_of_one_ink(states):
        return True
    blank = float(np.ptp(states.patches[brightest], axis=(0, 1)).max())
    signed = float(np.ptp(states.patches[1 - brightest], axis=(0, 1)).max())
    return blank < PLAINER * signed


def _have_signs_of_one_ink(states: LampStates) -> bool:
    """Return True if the drawings in the lamps of both states differ from their ground in one way: a
    bulb that shines differs more from it, or in another colour."""
    inks = []
    for patch in states.patches:
        off = (patch - np.median(patch, axis=(0, 1))).reshape(-1, 3)
        inks.append(off[np.linalg.norm(off, axis=1).argmax()])
    first, second = np.linalg.norm(inks, axis=1)
    apart = np.linalg.norm(np.subtract(inks[0], inks[1]))
    return bool(apart <= ONE_INK * max(first, second))


def _number_one_state(
    what: str, patch: Floats, ground: Floats, foreground: str
) -> tuple[list[int], str]:
    """Return the number of the only state, by its light or as requested."""
    number = _number_by_light(patch, ground)
    if foreground == "all" or (foreground != "none" and number == 1):
        return [1], "one state: all lamps look alike, lit"
    if foreground in ("none", "any") or number == 0:
        return [0], "one state: all lamps look alike, unlit"
    raise AmbiguousBoard(
        f"{what} all look alike: either all are lit or all are unlit", hint=ONE_HINT
    )


def _number_by_light(patch: Floats, ground: Floats) -> int | None:
    """Return 1 for a lamp that is bright all over, 0 for a dark one, None for others.

    A dark bulb on a bright cell says nothing about light, and neither does a cell that looks like
    the page.
    """
    inner = patch[INNER, INNER]
    light = brightness(inner)
    colour = np.median(inner, axis=(0, 1))
    off_page = float(np.linalg.norm(colour - ground))
    # A white cell on a page as white may be a hole, or empty.
    is_coloured = float(np.hypot(colour[1], colour[2])) >= GREY
    if light.min() >= LIT_ALONE and (is_coloured or off_page >= SAME_BRIGHTNESS):
        return 1
    return 0 if light.max() <= UNLIT_ALONE else None
