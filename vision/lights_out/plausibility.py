"""Whether cells are lamps: what they show, alike in each state, and what tells them from cells of other things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.blobs.patches import ACROSS, insets, lamp_faces
from vision.blobs.states import WIDE_GAP, States, tell_states
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound
from vision.grid.board import Lattice
from vision.grid.cells import cell_colours, line_borders
from vision.image import Floats, Image
from vision.lights_out.lamp_grid import Sites
from vision.reading import Colour
from vision.star_battle.classify import LINE_FLOOR

SAME_FACE: Final = (3.0, 10.0)
"""Largest difference (L*a*b*) of what lamps of one state show, where it is largest: half of what parts the states,
within these limits. A digit makes for 5 and more."""
WHERE_LARGEST: Final = 0.97
"""How far up among the differences at all places of a lamp; some hundredths are all that a small digit fills."""
RIM: Final = 1
"""Places at the rim of a lamp that are not compared: half a pixel of it may be seen or not."""
MOST_ODD: Final = 0.25
"""Largest part of the lamps that may show something else than others of their state."""
FAR_APART: Final = 25.0
"""Least difference (L*a*b*) of two states whose lamps show different things, as small drawings of what they flip."""
FEWEST_ALIKE: Final = 3
"""Lamps for each state of more than two: a palette has as many colours as cells."""
FEWEST_VARIED: Final = 2
"""Lamps of each state where they show different things: the only day that stands out in a calendar is no state."""
VARIED_CONFIDENCE: Final = 0.9
"""Most confidence in lamps that show different things."""
FEW_ODD: Final = 0.05
"""Likewise where nobody said that these are lamps: in a binairo, white pieces stand in a tenth of the cells."""
FARTHER_APART: Final = 50.0
"""Likewise where nobody said that these are lamps: letters on green and on grey are 46 apart."""
LEAST_VARIED: Final = 0.15
"""Likewise, the least part of the lamps in each state: few days of a month stand out."""
LEAST_CHEQUERED: Final = 16
"""Cells from which strict alternation is a chess board: 3x3 lamps may happen to show that."""
FEWEST_RULED: Final = 4
"""Least lines of each of two widths by which cells are those of regions."""
LEAST_RULED: Final = 0.15
"""Likewise, as part of all."""
TWICE: Final = 1.8
"""Likewise, least ratio of the widths: gaps of five and a half pixels are five or six wide."""
LEAST_TURNED: Final = 81
"""Cells from which a pattern that looks the same upside down is taken for a crossword's."""
TWO_COLOURS: Final = 10.0
"""Least difference (L*a*b*) of two colours; those of cells with lines or marks in them vary by less."""
LINES_TELL: Final = 1.5
"""Least ratio of lines between regions and inside them by which lines, not colours alone, tell the regions."""
LEAST_LINE: Final = 0.4
"""Least line (pixels of black) by which regions are told: beside gaps between lamps there seem to be fainter ones."""
WIDE: Final = 0.02
"""Part of a cell from which what parts a lamp from its border is a gap; half of a thin line is less."""
COLOURED: Final = 20.0
"""Chroma from which a cell is coloured; walls are black or grey, and what is open white."""
BORDER_PX: Final = 1
"""How far from the picture's border a board may end that goes on beyond it, for all that is seen."""
LAMPS_HINT: Final = "if they are lamps: --puzzle lights-out"


@dataclass(frozen=True, slots=True)
class Lamps:
    """Sites, the states seen there, and the part of the lamps that show something else than others of their state."""

    sites: Sites
    states: States
    odd: float

    @property
    def rank(self) -> int:
        """What grid is taken for lamps where there are several: two states before one, alike before varied."""
        return 2 * (len(self.states.looks) == 1) + (self.odd > MOST_ODD)

    @property
    def confidence(self) -> float:
        """0…1: a state is as sure as it is far from the others, compared with how far its own lamps are apart."""
        most = VARIED_CONFIDENCE if self.odd > MOST_ODD else 1.0
        return min(1 - 1 / self.states.gap**2, most)


def measure_lamps(what: str, image: Image, sites: Sites) -> Lamps:
    """The states of what stands at these sites; raises BoardNotFound where they are none, BoardCutOff at the border."""
    faces = lamp_faces(image, sites.lattice)
    if np.isnan(faces[sites.there]).any():
        raise BoardCutOff(f"{what} run out of the picture", hint=WHOLE_HINT)
    states = tell_states(faces, sites.there)
    if states is None or len(states.looks) > max(2, sites.lamps / FEWEST_ALIKE):
        raise BoardNotFound(f"{what} have too many looks for states", hint=CROP_HINT)
    if len(states.looks) > 2 and states.gap < WIDE_GAP:
        raise BoardNotFound(f"{what} have looks that are no clear states", hint=CROP_HINT)
    odd = float(np.mean(_strangeness(faces, states)[sites.there] > np.clip(states.apart / 2, *SAME_FACE)))
    fewest = int(np.bincount(states.labels[sites.there]).min())
    if odd > MOST_ODD and (states.apart < FAR_APART or fewest < FEWEST_VARIED):
        raise BoardNotFound(f"{what} all show something else", hint=CROP_HINT)
    return Lamps(sites, states, odd)


def _strangeness(faces: Floats, states: States) -> Floats:
    """How far each face (rows, cols) is from what its state usually shows, where it is farthest."""
    usual = np.stack(states.faces)[states.labels]
    off = np.linalg.norm(faces - usual, axis=4)[:, :, RIM : ACROSS - RIM, RIM : ACROSS - RIM]
    return np.asarray(np.quantile(off, WHERE_LARGEST, axis=(2, 3)), np.float32)


def assure(what: str, image: Image, lamps: Lamps) -> None:
    """Raise a ReadingError for lamps that may as well be the cells of a crossword, a calendar, a part of a board."""
    (height, width), (x0, y0, x1, y1) = image.shape[:2], lamps.sites.lattice.box
    if min(x0, y0, width - x1, height - y1) <= BORDER_PX:
        raise BoardCutOff(f"{what} end where the picture does", hint=f"{WHOLE_HINT}; {LAMPS_HINT}")
    drawn = _all_drawn(lamp_faces(image, lamps.sites.lattice))
    if like_walls(lamps.sites.lattice, lamps.states.looks) and not (drawn and lamps.sites.there.all()):
        raise AmbiguousBoard(f"{what} may be the cells of a board with walls, or a drawing", hint=LAMPS_HINT)
    states, lit = lamps.states, lamps.states.labels == 1
    turned = lit.size >= LEAST_TURNED and np.array_equal(lit, lit[::-1, ::-1])
    striped = any((lit == lit.take([0], axis)).all() for axis in (0, 1))
    rare = np.bincount(states.labels[lamps.sites.there]).min() < LEAST_VARIED * lamps.sites.lamps
    near = rare or states.apart < FARTHER_APART or not drawn
    varied = lamps.odd > FEW_ODD and near
    if len(states.looks) != 2 or turned or striped or varied:
        raise AmbiguousBoard(f"{what} may be cells of something else", hint=LAMPS_HINT)


def refuse_others(what: str, image: Image, lamps: Lamps) -> None:
    """Raise BoardNotFound for what is no board of lamps, whatever was said: a chess board, regions between lines."""
    labels, there = lamps.states.labels, lamps.sites.there
    row, col = np.indices(labels.shape)
    whole = len(lamps.states.looks) == 2 and there.all() and labels.size >= LEAST_CHEQUERED
    if whole and len(np.unique((labels + row + col) % 2)) == 1:
        raise BoardNotFound(f"{what} are the squares of a chess board", hint=CROP_HINT)
    if _unevenly_ruled(image, lamps):
        raise BoardNotFound(f"{what} have lines of two widths between them, as regions have", hint=CROP_HINT)


def refuse_parted(what: str, image: Image, lamps: Lamps) -> None:
    """Raise BoardNotFound for lamps that do not run together: where something parts or fills them, they are cells."""
    lattice, labels = lamps.sites.lattice, lamps.states.labels
    lines = line_borders(image, lattice, cell_colours(image, lattice)[0])[0]
    inside = [lines.right[labels[:, 1:] == labels[:, :-1]], lines.below[labels[1:] == labels[:-1]]]
    parted = max((float(part.max()) for part in inside if part.size), default=0.0) > LINE_FLOOR
    if parted or lamps.odd or len(lamps.states.looks) != 2:
        raise BoardNotFound(f"{what} are cells of something else", hint=CROP_HINT)


def _unevenly_ruled(image: Image, lamps: Lamps) -> bool:
    """Whether the lines between lamps of some state are of two widths, each of them often."""
    lattice, labels = lamps.sites.lattice, lamps.states.labels
    lines = line_borders(image, lattice, cell_colours(image, lattice)[0])[0]
    for state in range(len(lamps.states.looks)):
        here = labels == state
        right, below = here[:, 1:] & here[:, :-1], here[1:] & here[:-1]
        if _two_widths(np.sort(lines.right[right])) or _two_widths(np.sort(lines.below[below])):
            return True
    return False


def _two_widths(strength: Floats) -> bool:
    """Whether sorted strengths of lines fall into two groups that lie farther apart than either is wide."""
    fewest = max(FEWEST_RULED, round(LEAST_RULED * len(strength)))
    if len(strength) < 2 * fewest:
        return False
    at = int(np.diff(strength).argmax()) + 1
    thin, thick = strength[:at], strength[at:]
    spread = max(float(np.ptp(thin)), float(np.ptp(thick)))
    apart = float(thick[0]) > max(TWICE * float(thin[-1]), float(thin[-1]) + max(LEAST_LINE, spread))
    return apart and min(len(thin), len(thick)) >= fewest and float(thin[0]) > LINE_FLOOR


def like_walls(lattice: Lattice, looks: Iterable[Colour | None]) -> bool:
    """Whether lamps touch but for thin lines, and are black, grey or white."""
    chroma = max(float(np.hypot(look[1], look[2])) for look in looks if look)
    return max(insets(lattice)) < WIDE and chroma < COLOURED


def _all_drawn(faces: Floats) -> bool:
    """Whether something is drawn in every lamp, as no crossword has."""
    off = np.linalg.norm(faces - np.median(faces, axis=(2, 3), keepdims=True), axis=4)
    inner = off[:, :, RIM : ACROSS - RIM, RIM : ACROSS - RIM]
    return bool(np.quantile(inner, WHERE_LARGEST, axis=(2, 3)).min() > SAME_FACE[0])
