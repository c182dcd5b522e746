"""Evidence that the cells of a grid are lamps, or those of a chess board, a crossword, a calendar
or a drawing."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import Final

import numpy as np

from vision.blobs import find_break
from vision.box_grids import WIDE
from vision.confidence import (
    COLOURED,
    FEW_ODD_LAMPS,
    FEWEST_RULED,
    GIVEN,
    LEAST_CHEQUERED,
    LEAST_RULED,
    LEAST_TURNED,
    LINE_FLOOR,
    RULED_OUT,
)
from vision.errors import (
    CROP_HINT,
    WHOLE_HINT,
    AmbiguousBoard,
    BoardCutOff,
    BoardNotFound,
    ReadingError,
)
from vision.game_reader import Sign, weigh
from vision.grid.borders import LEAST_LINE, are_two_widths, line_borders, pair_cells
from vision.grid.cell_patches import ACROSS, measure_insets, sample_sides
from vision.grid.cells import cell_colours, place_in_cells, sample
from vision.grid.clues import (
    has_clues_beside,
    has_names_beside_rows,
    has_small_clues_beside,
)
from vision.grid.lattice import Lattice
from vision.image import Bools, Doubles, Floats, Image, Places
from vision.ink import OTHER_INK, are_drawn_on, compare_drawings, find_ink
from vision.lights_out.measured_lamps import MeasuredLamps
from vision.lights_out.states import INNER, LampStates, are_steps
from vision.lights_out.surroundings import (
    FARTHEST_ROW,
    has_cells_beside,
    has_lamps_beside,
)
from vision.reading import Colour

PUZZLE: Final = "lights-out"
BORDER_PX: Final = 1
"""Maximum distance from the picture's border at which a board may continue beyond the picture."""
COMMON_GROUND: Final = 12.0
"""Maximum difference (L*a*b*) between the rims of two states with a common ground: bulbs that reach
the rim give 11, lamps that light up as a whole 33 and more."""
DRAWN: Final = 7.0
"""Minimum difference (L*a*b*) between a thing in a cell and the ground."""
LEAST_COMMON: Final = 0.8
"""Minimum common part of the outlines of one thing in two states: lit and unlit bulbs have 0.9."""
CLEAR_OF_LINES: Final = 0.1
"""Distance from a cell's border, in cells, that no line reaches: half of the thickest is 0.085."""
RIM: Final = 0.12
"""Part of a lamp at each side that may be its rim or round corner."""
FEWEST_FIGURES, LEAST_FIGURES = 3, 0.1
"""Minimum number of lamps of a state with figures, and the same as a fraction: a pointer may be
over one or two."""
MOST_SINGLED_OUT: Final = 1
"""Maximum number of lamps beside those with a hint that look different: the one with the focus."""
PATTERN: Final = "stripes or symmetry"
LAMPS_HINT: Final = "if they are lamps: --puzzle lights-out"


def find_signs(what: str, image: Image, lamps: MeasuredLamps) -> tuple[Sign, ...]:
    """Return the signs that the cells of ``what`` are lamps, or that they are not."""
    colours = lamps.states.colours
    is_whole = bool(lamps.grid.there.all())
    lines = _measure_lines_within(image, lamps)
    sides = sample_sides(image, lamps.grid.lattice)
    something_else = f"{what} may be the cells of something else"
    evidence = (
        (True, weigh(PUZZLE, "equal cells in rows and columns")),
        (is_whole, weigh(PUZZLE, "cells that fill a rectangle")),
        (measure_chroma(colours) >= COLOURED, weigh(PUZZLE, "cells in colour")),
        (
            _are_chess_squares(lamps),
            _rule_out("squares of a chess board", f"{what} are the squares of a chess board"),
        ),
        (
            any(are_unlike(part) for part in chain.from_iterable(lines)),
            _rule_out(
                "lines of two widths between lamps",
                f"{what} have lines of two widths between them, like regions",
            ),
        ),
        (
            _hold_other_things(lamps.states),
            _doubt(
                "things of different shapes on one ground",
                f"{what} hold things of different shapes",
            ),
        ),
        (
            len(colours) > 1 and not are_steps(colours),
            _doubt("colours that are no steps of one light", something_else),
        ),
        (
            has_clues_beside(sides) or has_small_clues_beside(image, lamps.grid.lattice),
            _doubt(
                "clues beside rows and columns",
                f"{what} have clues beside them, like those of another puzzle",
            ),
        ),
        (
            has_names_beside_rows(image, lamps.grid.lattice),
            _doubt("names beside rows", f"{what} have names beside their rows, like a table"),
        ),
        (_has_pattern(lamps), _doubt(PATTERN, something_else)),
        (
            _is_varied(image, lamps),
            _doubt("cells of one state that differ", something_else),
        ),
        (
            not is_whole and _are_discs(lamps.states),
            _doubt(
                "discs that fill no rectangle",
                f"{what} are round and fill no rectangle, like pegs",
            ),
        ),
    )
    return tuple(sign for is_found, sign in evidence if is_found)


def keep_told_signs(signs: Sequence[Sign]) -> tuple[Sign, ...]:
    """Return the signs that count if a person has said that there are lamps: against them, only
    what rules them out; none if no board could be formed."""
    if not signs:
        return ()
    kept = [sign for sign in signs if sign.weight > 0 or sign.weight == RULED_OUT]
    kept.append(weigh(PUZZLE, GIVEN))
    return tuple(kept)


def find_doubt(
    what: str,
    image: Image,
    outside: Places,
    lamps: MeasuredLamps,
    *,
    is_told: bool,
    leaves_out: bool,
) -> ReadingError | None:
    """Return the reason why a grid of lamps may be a part of a board, or None.

    ``outside`` are the boxes (N, 4) of other things in the picture. If ``leaves_out``, some were
    left out of the grid, and the lines and cells that go on are theirs. A person who has said that
    there are lamps has seen those that are farther away, or at the picture's border.
    """
    lattice = lamps.grid.lattice
    if has_lamps_beside(image, outside, lamps.grid, lamps.states):
        return BoardCutOff(f"{what} are in line with further lamps", hint=WHOLE_HINT)
    if leaves_out:
        return None
    hint = WHOLE_HINT if is_told else f"{WHOLE_HINT}; {LAMPS_HINT}"
    next_row = float(lattice.ys[-1]) + lattice.pitches[1]
    if find_break(image) < next_row:
        return BoardCutOff(f"{what} continue where they are cut off or covered", hint=hint)
    if has_cells_beside(outside, lattice, 1 if is_told else FARTHEST_ROW):
        return BoardCutOff(f"{what} are in line with other cells of their size", hint=hint)
    if is_told:
        return None
    if _may_be_cut_off(image, lattice):
        return BoardCutOff(f"{what} end at the border of the picture", hint=hint)
    return None


def _are_discs(states: LampStates) -> bool:
    """Return True if lamps are round: their corners look like each other in all states, and unlike
    their middles."""
    middle = slice(ACROSS // 2 - 1, ACROSS // 2 + 1)
    patches = np.stack(states.patches)
    corners = patches[:, [0, 0, -1, -1], [0, -1, 0, -1]]
    grounds = np.median(corners, axis=1, keepdims=True)
    # Just inside each side, in its middle.
    sides = np.concatenate([patches[:, [1, -2], middle], patches[:, middle, [1, -2]]], axis=1)
    off_corners = np.linalg.norm(corners - grounds, axis=2).max()
    off_sides = np.median(np.linalg.norm(sides - grounds[:, None], axis=3), axis=(1, 2)).min()
    return bool(off_corners <= DRAWN < off_sides)


def _doubt(name: str, message: str) -> Sign:
    return weigh(PUZZLE, name, AmbiguousBoard(message, hint=LAMPS_HINT))


def _rule_out(name: str, message: str) -> Sign:
    return weigh(PUZZLE, name, BoardNotFound(message, hint=CROP_HINT))


def _are_chess_squares(lamps: MeasuredLamps) -> bool:
    """Return True if two states alternate strictly on a whole rectangle of cells that touch: a
    puzzle may begin so, but squares with a gap between them are no chess board."""
    if max(measure_insets(lamps.grid.lattice)) > WIDE:
        return False
    labels = lamps.states.labels
    row, col = np.indices(labels.shape)
    is_whole = len(lamps.states.colours) == 2 and lamps.grid.there.all()
    alternates = len(np.unique((labels + row + col) % 2)) == 1
    return bool(is_whole and labels.size >= LEAST_CHEQUERED and alternates)


def _measure_lines_within(image: Image, lamps: MeasuredLamps) -> list[tuple[Floats, Floats]]:
    """Return the strengths of the upright and of the level lines between lamps of each state."""
    lattice = lamps.grid.lattice
    states = range(len(lamps.states.colours))
    if min(measure_insets(lattice)) > CLEAR_OF_LINES:
        # Lines are drawn on the ground between lamps, not on the lamps.
        ground = _measure_ground_between(image, lattice)
        colours = np.broadcast_to(ground, (*lamps.states.labels.shape, 3))
    else:
        colours = cell_colours(image, lattice)[0]
        # Drawings may be taken for the colour of some lamps of a state.
        for state in states:
            of_state = lamps.states.labels == state
            colours[of_state] = np.median(colours[of_state], axis=0)
    lines = line_borders(image, lattice, colours).usual.strengths
    first, second = pair_cells(lamps.states.labels)
    is_upright = np.arange(len(lines)) < lattice.rows * (lattice.cols - 1)
    found = []
    for state in states:
        within = (first == state) & (second == state)
        found.append((lines[within & is_upright], lines[within & ~is_upright]))
    return found


def _measure_ground_between(image: Image, lattice: Lattice) -> Floats:
    """Return the usual colour (L*a*b*) in the corners of cells, beside the lines between them."""
    inside = np.array([CLEAR_OF_LINES, 1 - CLEAR_OF_LINES], np.float32)
    rows = place_in_cells(lattice.ys, inside)
    cols = place_in_cells(lattice.xs, inside)
    corners = sample(image, rows, cols).reshape(-1, 3)
    return np.asarray(np.median(corners, axis=0), np.float32)


def are_unlike(strength: Floats) -> bool:
    """Return True if lines have two widths, or many widths of which the larger ones are twice the
    smaller ones; lines between lamps of one state are alike."""
    if are_two_widths(np.sort(strength)):
        return True
    if len(strength) < 2 * FEWEST_RULED:
        return False
    thin = max(float(np.quantile(strength, LEAST_RULED)), LINE_FLOOR)
    thick = float(np.quantile(strength, 1 - LEAST_RULED))
    return thick > 2 * thin + LEAST_LINE


def find_separated(what: str, image: Image, lamps: MeasuredLamps) -> tuple[Sign, ...]:
    """Return the sign that touching cells are not lamps: lines between them, or things in them."""
    lines = np.concatenate(list(chain.from_iterable(_measure_lines_within(image, lamps))))
    are_separated = lines.max(initial=0) > LINE_FLOOR
    if are_separated or lamps.odd or len(lamps.states.colours) != 2:
        message = f"{what} are the cells of something else"
        return (_rule_out("lines or things in cells that touch", message),)
    return ()


def _may_be_cut_off(image: Image, lattice: Lattice) -> bool:
    """Return True if the picture's border may hide a row or a column.

    A cut along one axis alone would leave fewer columns than rows, or more.
    """
    (height, width), (x0, y0, x1, y1) = image.shape[:2], lattice.box
    is_at_side = min(x0, width - x1) <= BORDER_PX
    is_at_end = min(y0, height - y1) <= BORDER_PX
    if is_at_side and is_at_end:
        return True
    return (is_at_side or is_at_end) and lattice.rows != lattice.cols


def _hold_other_things(states: LampStates) -> bool:
    """Return True if the cells of two states have one ground, but things of different outlines on
    it, or nothing: tents on a meadow, not bulbs that are lit or not."""
    seen = [_find_thing(patch[INNER, INNER]) for patch in states.patches]
    for (ground, thing), (other_ground, other) in combinations(seen, 2):
        has_common_ground = np.linalg.norm(ground - other_ground) <= COMMON_GROUND
        if has_common_ground and (thing & other).sum() < LEAST_COMMON * (thing | other).sum():
            return True
    return False


def _find_thing(inner: Floats) -> tuple[Floats, Bools]:
    """Return the usual colour near the rim of a lamp, and a mask of the samples of a thing on this
    ground, and of what it encloses."""
    ring = np.concatenate([inner[0], inner[-1], inner[:, 0], inner[:, -1]])
    ground = np.median(ring, axis=0)
    drawn = np.linalg.norm(inner - ground, axis=-1) > DRAWN
    begun = np.logical_or.accumulate(drawn, axis=1)
    not_ended = np.logical_or.accumulate(drawn[:, ::-1], axis=1)[:, ::-1]
    return ground, begun & not_ended


def _has_pattern(lamps: MeasuredLamps) -> bool:
    """Return True for stripes, and for large grids that look the same upside down."""
    lit = lamps.states.labels == 1
    turned = lit.size >= LEAST_TURNED and np.array_equal(lit, lit[::-1, ::-1])
    striped = any((lit == lit.take([0], axis)).all() for axis in (0, 1))
    return turned or striped


def _is_varied(image: Image, lamps: MeasuredLamps) -> bool:
    """Return True if lamps of one state differ, as cells with letters or numbers do; all lamps may
    have the same hint."""
    inks = find_ink(image, _measure_inner_boxes(lamps))
    labels = lamps.states.labels[lamps.grid.there]
    count = len(labels)
    hints = _count_hints(inks, labels)
    if hints > 0 and lamps.odd * count <= hints + MOST_SINGLED_OUT:
        return False
    if lamps.odd > FEW_ODD_LAMPS:
        return True
    of_states = [inks[labels == state] for state in np.unique(labels)]
    return any(
        _count_figures(own) >= max(FEWEST_FIGURES, LEAST_FIGURES * len(own)) for own in of_states
    )


def _count_hints(inks: Floats, labels: Places) -> int:
    """Return the number of lamps with a drawing (N, samples), if all have the same one, and lamps
    of several states have it: those to press next. Things that fill cells are those of one state."""
    drawn = are_drawn_on(inks)
    if len(np.unique(labels[drawn])) < 2:
        return 0
    are_alike = compare_drawings(inks[drawn]).max() <= OTHER_INK
    return int(drawn.sum()) if are_alike else 0


def _count_figures(inks: Floats) -> int:
    """Return the number of lamps of one state with a drawing (N, samples) that no other one has, or
    that have any if most have none: the days of a calendar, the numbers of a crossword.

    What is drawn is sharp, so that it can be told from a glow at each pixel, however thin it is.
    """
    drawn = are_drawn_on(inks)
    if 2 * drawn.sum() < len(drawn):
        return int(drawn.sum())
    is_other = compare_drawings(inks) > OTHER_INK
    np.fill_diagonal(is_other, val=True)
    return int((is_other.all(axis=1) & drawn).sum())


def _measure_inner_boxes(lamps: MeasuredLamps) -> Doubles:
    """Return the boxes (N, 4) of the lamps without their rims, in pixels."""
    lattice = lamps.grid.lattice
    rows, cols = np.nonzero(lamps.grid.there)
    start = np.stack([lattice.xs[cols], lattice.ys[rows]], axis=1)
    pitches = np.array(lattice.pitches)
    insets = np.array(measure_insets(lattice))
    rim = insets + RIM * (1 - 2 * insets)
    return np.concatenate([start + rim * pitches, start + (1 - rim) * pitches], axis=1)


def measure_chroma(colours: Iterable[Colour | None]) -> float:
    """Return the chroma of the most colourful of some colours."""
    return max(float(np.hypot(colour[1], colour[2])) for colour in colours if colour)
