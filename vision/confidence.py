"""Thresholds for refusing readings, of all games, each with the measurements that it rests on.

A reading is refused if its confidence is too low, or if a measurement shows that it may be something else. Confidences
and fractions are numbers 0…1, differences of colour are distances in L*a*b*.
"""

from __future__ import annotations

from typing import Final

# All games

LEAST_CONFIDENCE: Final = 0.85
"""Minimum confidence of regions and of lamps: lines alone must be 1.6 times as strong between regions as inside.

Correct readings of whole boards in real pictures have 0.92 and more, of spoilt copies 0.76 and more. Wrong ones have up
to 0.58, of boards covered on purpose up to 0.84. Boards that may go on beyond the picture have exactly this minimum
(``UNFRAMED_CONFIDENCE``): cropped ones are correct, and a few of those cut off on purpose pass.
"""
LINE_FLOOR: Final = 0.1
"""Differences in line strength (pixels of black) below this are meaningless: anti-aliasing and JPEG noise."""
COLOUR_FLOOR: Final = 2.0
"""Differences in colour (L*a*b*) below this are meaningless: an eye can just tell them."""

# Star Battle

LEAST_MARGIN: Final = (1 - LEAST_CONFIDENCE) ** -0.25
"""Minimum margin of a border that is not doubtful: a smaller one alone gives less than the minimum confidence."""
DOUBTFUL_CONFIDENCE: Final = 0.5
"""Confidence of a board with two certain readings, or with one that is certain except for a few borders."""
UNFRAMED_CONFIDENCE: Final = 0.85
"""Maximum confidence of a board that may go on beyond the picture: cut along a line, every fifth shows N regions."""
MOST_DIVIDED_CELLS: Final = 0.2
"""Maximum fraction of cells with several colours, as under a toast; real boards have up to 0.04.

A board that lost every second line has 0.44 in the cells that are left.
"""
BARE_BORDER: Final = 0.1
"""Minimum line of any border, in medians; a border with less is covered. Badly drawn boards have 0.14."""
MOST_FIGURES: Final = 4
"""Maximum number of different figures among the stars: tiny real stars have up to 3, digits 5 and more."""
MOST_STARRED_CELLS: Final = 0.5
"""Maximum fraction of open cells with stars: without touching, a quarter can; pegs and lamps are in nearly all."""
MOST_NUMBERED_CELLS: Final = 0.15
"""Maximum fraction of numbered open cells on a board with walls: 0.09 by marks, crosswords from 0.23."""
TINTED_REGION: Final = 12.0
"""Minimum distance (L*a*b*) of a region's colour from grey, and from the median colour on tinted paper, to rule out
headings: these are white or grey, and a pale pink is 14 away."""

# Lights Out

MOST_ODD_LAMPS: Final = 0.25
"""Largest part of the lamps that may show something else than others of their state."""
FAR_APART: Final = 25.0
"""Least difference (L*a*b*) of two states whose lamps show different things, as small drawings of what they flip."""
FEWEST_LAMPS_ALIKE: Final = 3
"""Lamps for each state of more than two: a palette has as many colours as cells."""
FEWEST_VARIED: Final = 2
"""Lamps of each state if they show different things: the only day that stands out in a calendar is not a state."""
VARIED_CONFIDENCE: Final = 0.9
"""Most confidence in lamps that show different things."""
SURELY_LIT: Final = 0.2
"""Least difference of brightness between two states, as part of their distance, by which one is surely lit."""
LIT_ALONE, UNLIT_ALONE = 95.0, 45.0
"""Brightness from which, and up to which, lamps that are all alike are lit or unlit."""
FEW_ODD_LAMPS: Final = 0.05
"""Largest part of odd lamps if the puzzle is not given: in a binairo, white pieces stand in a tenth of the cells."""
FARTHER_APART: Final = 50.0
"""Least difference (L*a*b*) of varied states if the puzzle is not given: letters on green and on grey are 46 apart."""
LEAST_VARIED: Final = 0.15
"""Least part of the lamps in each varied state if the puzzle is not given: few days of a month stand out."""
LEAST_CHEQUERED: Final = 16
"""Cells from which strict alternation is a chess board: 3x3 lamps may happen to show that."""
FEWEST_RULED: Final = 4
"""Least number of lines of each of two widths between cells of regions."""
LEAST_RULED: Final = 0.15
"""Least number of lines of each of two widths between cells of regions, as part of all lines."""
TWICE_AS_WIDE: Final = 1.8
"""Least ratio of the two widths: gaps of five and a half pixels are five or six wide."""
LEAST_TURNED: Final = 81
"""Cells from which a pattern that looks the same upside down is taken for a crossword's."""

# Peg solitaire

LEAST_USUAL_CONFIDENCE: Final = 0.77
"""Least confidence in a usual board if the puzzle is not given: cells in a photo of a sudoku make for 0.70,
grey pegs on dark holes for 0.84."""
FEWEST_SITES: Final = 8
"""Sites of a board: a triangle of four rows has ten, and smaller own shapes are rare."""
MOST_BLANK_SITES: Final = 0.2
"""Largest part of a usual board's sites at which nothing may be seen, if its holes are not drawn."""
MOST_STRANGE_THINGS: Final = 0.15
"""Largest number of strange things on the lattice that are as large as those on the sites, as part of the sites."""
FEWEST_PEGS_ALIKE: Final = 2
"""Least sites of a peg's usual appearance if there are more than two appearances: a chosen peg and a hint are rare."""
SURELY_PEGS: Final = 1.5
"""Least sum of signs by which one appearance is a peg's and the other a hole's."""
LAST_PEG: Final = 2.0
"""Factor on that sum for a single remaining peg: a start with one hole is far more frequent."""
UNSURE_PEGS: Final = 0.3
"""Missing confidence if the signs are only just sufficient."""
