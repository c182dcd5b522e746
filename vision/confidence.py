"""Thresholds for refusing readings of all games, each with the measurements that it is based on,
and the weights of the signs for and against the boards of each game.

A reading is refused if its confidence is too low, or if a measurement shows that it may be
something else. Confidences and fractions range from 0 to 1; colour differences are distances in
L*a*b*.
"""

from collections.abc import Mapping
from math import log
from typing import Final

# All games

LEAST_CONFIDENCE: Final = 0.85
"""Minimum confidence of regions and of lamps: lines alone must be 1.6 times as strong between
regions as inside.

Correct readings of whole boards have 0.92 and more in real pictures, and 0.76 and more in degraded
copies. Wrong ones have up to 0.58, those of boards covered on purpose up to 0.84. Boards that may
extend beyond the picture have exactly this minimum (``UNFRAMED_CONFIDENCE``): cropped ones are
correct, and a few of those cut off on purpose pass.
"""
LEAST_ODDS: Final = log(LEAST_CONFIDENCE / (1 - LEAST_CONFIDENCE))
"""The same as log-odds: that of a board by its signs, and its lead over a board of another game."""
LINE_FLOOR: Final = 0.1
"""Differences in line strength (pixels of black) below this are meaningless: anti-aliasing and JPEG
noise."""
DRAWN_LINE: Final = 3 * LINE_FLOOR
"""Minimum strength (px of black) of a line that is surely drawn."""
COLOUR_FLOOR: Final = 2.0
"""Differences in colour (L*a*b*) below this are meaningless: the eye can barely see them."""
SAME_COLOUR: Final = 4.0
"""Maximum difference (L*a*b*) between pixels, cells or plates of one colour: twice what the eye can
see."""
COLOURED: Final = 20.0
"""Minimum chroma of a coloured cell; walls are black or grey, and open cells white or grey."""

FILLING_CONFIDENCE: Final = 0.94
"""Maximum confidence of a board without a frame that fills the picture, or of lamps at the
picture's edge: they could deceive only if they were cut exactly along a line or between lamps."""

# Star Battle

LEAST_MARGIN: Final = (1 - LEAST_CONFIDENCE) ** -0.25
"""Minimum margin of a border that is not doubtful: a smaller margin alone gives less than the
minimum confidence."""
DOUBTFUL_CONFIDENCE: Final = 0.5
"""Confidence of a board with two certain readings, or with a reading that is certain except for a
few borders."""
UNFRAMED_CONFIDENCE: Final = 0.85
"""Maximum confidence of a board that may extend beyond the picture on both axes: every fifth board
that is cut exactly along a line on both still shows N regions."""
MOST_DIVIDED_CELLS: Final = 0.05
"""Maximum fraction of cells with several colours, as at the edge of a dialog or a toast; real
boards have up to 0.04, one half under a dialog 0.11 and one that lost every second line 0.44."""
BARE_BORDER: Final = 0.1
"""Minimum line strength of any border, in medians; a weaker border is covered. Badly drawn boards
have 0.14."""
MOST_NUMBERED_CELLS: Final = 0.15
"""Maximum fraction of numbered open cells on a board with walls: marks give up to 0.09, crosswords
0.23 and more."""
LEAST_NUMBERED_REGIONS: Final = 0.5
"""Minimum number of numbered cells, as a multiple of the regions, for them to be the sums or
products of another puzzle."""
CHANCE_ROWS: Final = 6
"""Minimum number of rows for cells in two states hardly ever to have one solution as walls and open
cells."""
FEWEST_NOT_HIDING: Final = 8
"""The same if lines show between walls too, as between lamps: of lamps in two states at random,
1 in 6 have one solution with 6 rows, 1 in 9 with 7 and 1 in 30 with 8."""

# Lights Out

MOST_ODD_LAMPS: Final = 0.25
"""Maximum fraction of lamps that may look different from other lamps of their state."""
FAR_APART: Final = 25.0
"""Minimum difference (L*a*b*) between two states whose lamps vary, such as lamps with small
drawings of what they flip."""
FEWEST_LAMPS_ALIKE: Final = 3
"""Minimum number of lamps in each state if there are more than two states: a palette has as many
colours as cells."""
FEWEST_VARIED: Final = 2
"""Minimum number of lamps in each state if lamps vary: a single highlighted day in a calendar is
not a state."""
VARIED_CONFIDENCE: Final = 0.9
"""Maximum confidence in lamps that vary within a state."""
SURELY_LIT: Final = 0.2
"""Minimum difference in brightness between two states, as a fraction of their distance, for one to
be surely lit."""
LIT_ALONE, UNLIT_ALONE = 95.0, 45.0
"""Minimum brightness of lit lamps and maximum brightness of unlit ones if all lamps are alike."""
FEW_ODD_LAMPS: Final = 0.05
"""Maximum fraction of odd lamps if the puzzle is not given: in a binairo, a tenth of the cells have
white pieces."""
LEAST_CHEQUERED: Final = 16
"""Minimum number of cells for strict alternation to be a chess board: 3x3 lamps may alternate by
chance."""
FEWEST_RULED: Final = 4
"""Minimum number of lines of each of two widths between cells of regions."""
LEAST_RULED: Final = 0.15
"""Minimum number of lines of each of two widths between cells of regions, as a fraction of all
lines."""
TWICE_AS_WIDE: Final = 1.8
"""Minimum ratio of the two widths: gaps of five and a half pixels are drawn five or six pixels
wide."""
LEAST_TURNED: Final = 81
"""Minimum number of cells for a pattern that looks the same upside down to count as a crossword."""

# Peg solitaire

FEWEST_SITES: Final = 8
"""Minimum number of sites of a board: a triangle of four rows has ten, and smaller custom shapes
are rare."""
MOST_BLANK_SITES: Final = 0.25
"""Maximum fraction of a usual board's sites that may be blank, if its holes are not drawn: with 7
of 33, all rows and columns are still there."""
MOST_STRANGE_THINGS: Final = 0.15
"""Maximum number of foreign objects on the lattice as large as those on the sites, as a fraction of
the sites."""
FEWEST_PEGS_ALIKE: Final = 2
"""Minimum number of sites with a peg's usual appearance if there are more than two appearances: a
selected peg and a hint are rare."""
SURELY_PEGS: Final = 1.5
"""Minimum sum of signs for one appearance to be a peg's and the other a hole's."""
LONE_HOLE: Final = 1.0
"""Sign for a single site to be a hole's, and against a peg's: starting boards with one hole are far
more frequent than boards with one peg left."""
UNSURE_PEGS: Final = 0.3
"""Reduction of the confidence if the signs are only just sufficient."""

# Signs

GIVEN: Final = "the puzzle is given"
"""Sign of every game: a person has said which puzzle it is."""

RULED_OUT: Final = -12.0
"""Weight of what no board of a game can be, also if the game is given: no picture contradicts
it."""

WEIGHTS: Final[Mapping[str, Mapping[str, float]]] = {
    "star-battle": {
        GIVEN: 2.2,
        "N regions in N rows": 9.5,
        # Not fitted: e**3.5 times less, as the blocked cells are chosen among all colours.
        "N regions beside blocked cells": 6.0,
        # Not fitted: in several pieces, regions hardly count without exactly one solution.
        "N regions in several pieces": 7.1,
        "few rows": -6.9,
        "walls and open cells": 7.1,
        # Not fitted: without more, a board of walls may be lamps, which have 3.7 to 4.4.
        "walls that hide no lines": 6.5,
        # Not fitted: as many lamps in two states have one solution as walls by chance.
        "walls by chance": -2.5,
        "regions without exactly one solution": -5.6,
        "walls without exactly one solution": -7.5,
        "marks where stars may be": 2.8,
        # Fitted as -3.9, and -1.3 for many different figures, which were only ever seen beside it.
        "marks where no stars may be": -5.2,
        # Fitted as -6.2 for both; no real board has two colours alone.
        "two colours, no lines": -9.0,
        "three colours, no lines": -6.2,
        "coloured cells, unlike walls": -5.3,
        # Not fitted: no board of the collections has them, and what covers one may leave N regions.
        "cells of several colours": -10.0,
        # Not fitted: no walled board has them, and a large crossword may have one solution. With
        # one solution, regions may have letters in their corners.
        "numbers in corners": -6.0,
        # Not fitted: no walled board has several figures where no stars may be.
        "numbers in cells": -6.0,
        # Not fitted: with one solution, a player has shaded cells.
        "two shades across regions": -4.0,
        # Not fitted: with one solution, they are no clues.
        "clues beside rows and columns": -5.0,
        # Not fitted: without one solution, which equal boxes never have, stars can't outweigh them.
        "rectangles alone": -5.0,
    },
    "lights-out": {
        GIVEN: 3.0,
        "equal cells in rows and columns": 1.2,
        "cells that fill a rectangle": 2.5,
        "cells in colour": 0.7,
        "squares of a chess board": RULED_OUT,
        "lines of two widths between lamps": RULED_OUT,
        "lines or things in cells that touch": RULED_OUT,
        # Not fitted: drawn after the weights were fitted, as sequencers.
        "names beside rows": -7.0,
        "things of different shapes on one ground": -7.0,
        "colours that are no steps of one light": -6.7,
        # Not fitted: drawn after the weights were fitted, as nonograms.
        "clues beside rows and columns": -7.0,
        "stripes or symmetry": -2.8,
        "discs that fill no rectangle": -2.0,
        "cells of one state that differ": -6.1,
    },
    "pegs": {
        # Not fitted: both together are enough, but neither alone. Cells and letters of all other
        # looks form boards of other shapes; a board that nobody knows has discs.
        GIVEN: 1.0,
        "the shape of a usual board": 1.0,
        # Not fitted: number triangles and pins have the shape of a triangle, but nothing that is
        # drawn has that of a cross.
        "corners without sites": 3.0,
        "round pegs": 6.2,
        # Not fitted: drawn after the weights were fitted, as number triangles.
        "figures of which some are alike": -7.0,
    },
}
"""Weights in log-odds. Fitted on 2026-11-24 by `python -m tests.qa.benchmarks.weights`, which
prints on how many right and wrong boards each sign is."""
