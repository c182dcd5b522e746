"""Choice of the lit state: by light and colour, by what the page's colour is, or as a person says."""

from typing import Final

import numpy as np

from vision.blobs import brightness, lab_of
from vision.confidence import LIT_ALONE, SURELY_LIT, UNLIT_ALONE
from vision.errors import AmbiguousBoard
from vision.image import Bools, Floats
from vision.lights_out.states import INNER, LampStates, are_steps
from vision.reading import Colour

LEAST_APART: Final = 10.0
"""Minimum difference (L*a*b*) between lamps for some to be lit: a shade gives up to 7, icons 22."""
SMALL_OBJECT: Final = 0.5
"""Maximum fraction of a lamp that changes for what changes to be a thing on it."""
STANDS_OUT: Final = 0.25
"""Weight, relative to brightness, of one state standing out from the page while the other resembles
it."""
SIGN: Final = 0.25
"""Maximum difference in most of a lamp, as a fraction of that in a sign, if only the sign
distinguishes two states."""
ONE_INK: Final = 0.2
"""Maximum difference of two inks, as a fraction of that from the ground: thin strokes are paler."""
WITHIN_OTHER: Final = 0.85
"""Minimum part of the smaller of two drawings that lies within the larger one, if they are one thing:
a small sun in a large one gives 0.9, a sleeping face and a laughing one 0.7 to 0.8."""
DRAWN: Final = 7.0
"""Minimum difference (L*a*b*) between such a drawing and the rest of the lamp."""
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
MUCH_FARTHER: Final = 4.0
"""Minimum ratio of the differences of two states from the panel or the page, if one is a shade of
it: tiles on a page of a colour give 4.6 to 5.3."""
SAME_BRIGHTNESS: Final = 5.0
"""Maximum difference in lightness between a state and the page for the state not to shine: white
cells on a page of 96 % white differ by 4."""
ONE_HUE: Final = 0.87
"""Minimum cosine of the angle between the hues of two tones of one colour: that of 30 degrees;
green and dark green differ by 2, yellow and red by 50."""
HOLES_HINT: Final = "write the board as text, with the places without a lamp as spaces"
TWO_HINT: Final = "say which is lit: --lit bright, --lit dark or --lit '#rrggbb'"
ONE_HINT: Final = "say so: --lit all or --lit none"


def number_states(
    what: str,
    states: LampStates,
    ground: Floats,
    panel: Floats | None,
    foreground: str,
    *,
    is_uniform: bool,
    shows_page: bool,
) -> tuple[list[int], str]:
    """Return the number of each state, from the darkest, and the reason: 0 is unlit and 1 lit if
    there are two.

    ``ground`` is the colour around the lamps and ``panel`` that between dark ones, in L*a*b*;
    ``foreground`` is the value of the ``lit`` keyword. ``is_uniform`` if the lamps of a state are
    alike: figures in some of them may be states. ``shows_page`` if there is a page round them all.
    Raises AmbiguousBoard if neither state is clearly lit and ``foreground`` does not decide.
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
    shade = _find_shade_of_page(states, ground)
    # The shade of a coloured page may be strong and bright too.
    if is_uniform and luminous not in (None, shade):
        return [1 - luminous, luminous], "the lit state alone has a colour that shines"
    is_drawn_dark = panel is not None and _is_panel(states, panel, ground)
    is_filled_in = shows_page and _is_bare(states, ground)
    only_certain = foreground == "auto"
    if only_certain and (is_drawn_dark or is_filled_in):
        raise AmbiguousBoard(f"{what} show two states, and neither is clearly lit", hint=TWO_HINT)
    return _number_two_states(what, states, ground, shade, only_certain=only_certain)


def _number_two_states(
    what: str, states: LampStates, ground: Floats, shade: int | None, *, only_certain: bool
) -> tuple[list[int], str]:
    """Return the numbers of two states by the page's colour, or by their brightness; ``shade`` is
    the one that is a shade of the page.

    Raises AmbiguousBoard if neither is clearly lit, with ``only_certain``.
    """
    lead = _measure_brightness_lead(states, ground)
    lit = 1 if lead >= 0 else 0
    if shade is not None:
        lit = 1 - shade
    colours = _measure_object_colours(states)
    for blank, coloured in ((0, 1), (1, 0)):
        if _is_blank(states, blank, ground) and not _is_grey(colours[coloured]):
            return [blank, coloured], "the lit state has a colour, the other one is like the page"
    is_blank = _is_blank(states, lit, ground)
    apart = max(states.distance, _measure_small_object(states))
    is_slight = apart < LEAST_APART or (shade is None and abs(lead) < SURELY_LIT)
    if only_certain and (is_blank or is_slight or _differ_by_sign(states, lit)):
        raise AmbiguousBoard(f"{what} show two states, and neither is clearly lit", hint=TWO_HINT)
    if is_blank:
        return [lit, 1 - lit], "the lit state stands out, the other one is like the page"
    if shade is not None:
        return [1 - lit, lit], "the lit state stands out, the other one is a shade of the page"
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
    return bool(not is_page and off[1] < LIKE_PANEL and off[0] > MUCH_FARTHER * off[1])


def _is_blank(states: LampStates, number: int, ground: Floats) -> bool:
    """Return True if a state is grey and no brighter than the page, and the other is not dark
    enough to be off.

    That one stands out and is more likely lit than what can't be told from the page.
    """
    colours = _measure_object_colours(states)
    lightness, a, b = colours[number].tolist()
    is_as_page = np.hypot(a, b) < GREY and lightness - float(ground[0]) < SAME_BRIGHTNESS
    return bool(is_as_page and float(colours[1 - number, 0]) > UNLIT_ALONE)


def _is_bare(states: LampStates, ground: Floats) -> bool:
    """Return True if nothing of what changes in the brighter of two states can be told from the
    page, and the other one is dark.

    In a book cells are filled in to show that they are lit, and on a screen dark ones are off.
    """
    dark, bright = (patch[_find_changing_samples(states)] for patch in states.patches)
    is_dark = float(np.median(dark[:, 0])) <= UNLIT_ALONE
    return is_dark and bool(np.linalg.norm(bright - ground, axis=1).max() < SAME_BRIGHTNESS)


def _find_shade_of_page(states: LampStates, ground: Floats) -> int | None:
    """Return the one of two states that is a shade of the page's colour, if the other is far from
    it and at least as light; None otherwise."""
    colours = _measure_object_colours(states)
    off = np.linalg.norm(colours - ground, axis=1)
    shade = int(off.argmin())
    is_far = off[1 - shade] > MUCH_FARTHER * off[shade]
    return shade if is_far and colours[1 - shade, 0] >= colours[shade, 0] else None


def _differ_by_sign(states: LampStates, brightest: int) -> bool:
    """Return True if the darker state is the brighter one with a sign drawn on it, or both have
    signs of one ink, such as digits, or of two shapes, such as faces: then either one may be
    lit."""
    step = np.linalg.norm(states.patches[1] - states.patches[0], axis=2)
    if np.median(step) >= SIGN * step.max():
        return False
    if _have_signs_of_one_ink(states) or _have_signs_of_two_shapes(states):
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


def _have_signs_of_two_shapes(states: LampStates) -> bool:
    """Return True if each state has something drawn where the other one has its bare ground: a bulb
    that shines may be larger, but it does not become another drawing."""
    first, second = (_find_drawn_samples(patch[INNER, INNER]) for patch in states.patches)
    smaller = min(first.sum(), second.sum())
    return bool((first & second).sum() < WITHIN_OTHER * smaller)


def _find_drawn_samples(inner: Floats) -> Bools:
    """Return a mask of the samples of a lamp that differ from most of it."""
    ground = np.median(inner, axis=(0, 1))
    return np.asarray(np.linalg.norm(inner - ground, axis=2) > DRAWN, np.bool_)


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
