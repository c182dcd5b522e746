"""Peg solitaire: which of a picture's nets of things are a board, and where its pegs are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from solvers.peg_solitaire import HOLE, NO_SITE, PEG, Cell
from vision.attempt import Attempt, Hints
from vision.blobs.clustering import NOISE
from vision.blobs.outlines import CONTRASTS, find_outlines
from vision.errors import CROP_HINT, WHOLE_HINT, AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError
from vision.grid.board import Lattice
from vision.image import Floats, Image, Places
from vision.image_cache import kept
from vision.peg_solitaire.appearances import INNER, ONE_HINT, Groups, colour_of, group, part_of, tell, zones
from vision.peg_solitaire.frames import Frame, frames, sheared
from vision.peg_solitaire.nets import Net, find_nets
from vision.peg_solitaire.patches import colours_at, resembles, roundness, site_faces
from vision.peg_solitaire.shapes import (
    around,
    beside,
    covered,
    covering,
    from_corner,
    hang_together,
    is_usual,
    staircase,
    start,
)
from vision.reading import Colour, Reading

FEWEST_SITES: Final = 8
"""Sites of a board: a triangle of four rows has ten, and smaller own shapes are rare."""
DOT_PX: Final = 5
"""Least side of a dot that is a hole."""
SMALLEST: Final = 0.12
"""Least side of a thing on a site, in steps: a dot is a hole."""
LARGEST: Final = 1.1
"""Largest side, in steps: a cell between lines fills all of one."""
MOST_BLANK: Final = 0.2
"""Largest part of a usual board's sites in which nothing may be seen, where there are holes that are not drawn."""
BLANK: Final = 4.0
"""Largest difference (L*a*b*) of the middle of a site from the page around it where nothing is drawn."""
STRANGE: Final = 3.0
"""Least difference (L*a*b*, over the zones) of a thing on the net from every site of a board that is none of them."""
SAME: Final = 2.0
"""Largest difference (L*a*b*, over the zones) of things that are the same."""
MOST_STRANGE: Final = 0.15
"""Largest number of strange things on the net that are as large as those on the sites, as part of the sites."""
STRANGER: Final = 2.0
"""Least ratio of that to how far a site is from the one most like it."""
ROUND: Final = 0.85
"""Least roundness of what stands alone in its size on a net where it is a site of a board of its own shape."""
GAPS: Final = (1.0, 0.76)
"""Parts of the way to the middles of the gaps at which the page is looked for: farther out lines may cross."""
ABOUT: Final = np.array([(0, 0), (0.05, 0.05), (-0.05, 0.05), (0.05, -0.05), (-0.05, -0.05)])
"""Where about such a point, in steps."""
MOST_OUTLINES: Final = 1500
"""Outlines of one contrast in a picture above which they are those of noise, or of too much text."""
SLANT: Final = 0.1
"""How far, in steps, a whole row may be off level where the reading has no homography."""
LEAST_USUAL: Final = 0.77
"""Least confidence in a usual board where nobody said that there are pegs: cells in a photo of a sudoku make for 0.70,
grey pegs on dark holes for 0.84."""
MOST_PLACES: Final = 4
"""Places of a picture in which nets are looked at, those with most things first."""
MOST_NETS: Final = 4
"""Nets in one place that are looked at: of pegs, of the rims round them, of the gaps between them."""

PEGS_HINT: Final = "if they are pegs: --puzzle pegs"

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Board:
    """The sites (row, col) of a board, row by row, in a frame, and their faces."""

    frame: Frame
    cells: tuple[Cell, ...]
    faces: Floats
    usual: bool


def attempt_pegs(image: Image, known: Hints, peg: str, *, surely: bool = False) -> list[Attempt]:
    """What the nets of things in a picture show; where nobody said that there are pegs, only usual boards of them."""
    boxes, places = _seen_nets(image)
    tried = (_best(image, nets, boxes, known, peg) for nets in places)
    return [_assured(done) if surely else done for done in tried if done]


@kept
def _seen_nets(image: Image) -> tuple[Places, list[list[Net]]]:
    """What edges of all contrasts surround, and the nets on which that stands, place by place."""
    boxes = np.concatenate([_outlines(image, contrast) for contrast in CONTRASTS])
    return boxes, _places(find_nets(boxes))


def _assured(done: Attempt) -> Attempt:
    """What is read only if it is a usual board, whose looks are clearly parted."""
    if done.reading is None or (is_usual(done.reading.grid) and done.reading.confidence >= LEAST_USUAL):
        return done
    box = done.reading.box
    doubt = AmbiguousBoard(f"the pegs or holes at {box[0]},{box[1]} may be something else", hint=PEGS_HINT)
    doubt.box = box
    return replace(done, reading=None, refusal=doubt)


def _outlines(image: Image, contrast: int) -> Places:
    """What edges surround; where noise makes for too many, after it was smoothed."""
    boxes = find_outlines(image, contrast, DOT_PX)
    if len(boxes) <= MOST_OUTLINES:
        return boxes
    smooth = find_outlines(np.asarray(cv2.medianBlur(image, 5), np.uint8), contrast, DOT_PX)
    return smooth if len(smooth) <= MOST_OUTLINES else smooth[:0]


def _places(nets: list[Net]) -> list[list[Net]]:
    """Nets in different places of a picture, each with those that lie across it."""
    found: list[tuple[Box, list[Net]]] = []
    for net in nets:
        points = net.at(net.places)
        x, y = points.mean(axis=0)
        near = next((others for (x0, y0, x1, y1), others in found if x0 < x < x1 and y0 < y < y1), None)
        if near is not None:
            near.append(net)
        elif len(found) < MOST_PLACES:
            (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
            found.append(((x0, y0, x1, y1), [net]))
    return [near[:MOST_NETS] for _, near in found]


def _best(image: Image, nets: list[Net], boxes: Places, known: Hints, peg: str) -> Attempt | None:
    """The best that nets in one place show: a usual board, held upright, before one of its own shape."""
    attempts: list[tuple[int, Attempt]] = []
    for net in nets:
        for frame in frames(net):
            usual, done = _attempt(image, frame, boxes, known, peg)
            rank = 4 * (done.reading is None) + 2 * (not usual) + (not frame.level)
            if rank == 0:
                return done
            attempts.append((rank, done))
    return min(attempts, key=lambda pair: pair[0])[1] if attempts else None


def _seen(frame: Frame, boxes: Places) -> frozenset[Cell]:
    """The cells of a frame in which something stands, be it of another size."""
    net = frame.net
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1) / net.step
    fit = boxes[(sides >= SMALLEST) & (sides <= LARGEST)]
    places, on = net.nearest((fit[:, :2] + fit[:, 2:]) / 2)
    low, high = net.places.min(axis=0) - 2, net.places.max(axis=0) + 2
    near = on & np.all((places >= low) & (places <= high), axis=1)
    seen = set(frame.cells(np.unique(places[near], axis=0))) | set(frame.cells(net.places))
    return frozenset(seen)


def _attempt(image: Image, frame: Frame, boxes: Places, known: Hints, peg: str) -> tuple[bool, Attempt]:
    """What a frame shows, and whether that is a usual board."""
    alike = frozenset(frame.cells(frame.net.places))
    lattice = _lattice(frame, alike)
    box = lattice.moved(known.x, known.y).box
    what = f"the {len(alike)} pegs or holes at {box[0]},{box[1]}"
    usual = False
    try:
        board = _board(what, image, frame, alike, _seen(frame, boxes))
        if frame.kind == "square" and (right := staircase(frozenset(board.cells))) is not None:
            pushed = sheared(frame, right=right)
            board = _board(what, image, pushed, frozenset(pushed.cells(frame.net.places)), _seen(pushed, boxes))
        usual = board.usual
        return usual, Attempt(_lattice(frame, frozenset(board.cells)), reading=_reading(what, image, board, peg))
    except ReadingError as refusal:
        refusal.box = box
        return usual, Attempt(lattice, refusal=refusal)


def _board(what: str, image: Image, frame: Frame, alike: frozenset[Cell], seen: frozenset[Cell]) -> Board:
    """The board whose sites were seen: a usual one, with strange things beside it or none, or one of its own shape."""
    if len(alike) < FEWEST_SITES:
        raise BoardNotFound(f"{what} are too few for a board", hint=CROP_HINT)
    cells = sorted(cell for cell in seen if _inside(image, frame, cell))
    faces = dict(zip(cells, _faces(image, frame, cells), strict=True))
    for sites in covered(frame.kind, frozenset(cells)):
        others = [cell for cell in cells if cell not in sites]
        beyond = len(alike - sites)
        if (
            len(sites & alike) >= len(sites) / 2
            and beyond <= MOST_STRANGE * len(sites)
            and _all_strange(faces, sites, others)
        ):
            return _checked(what, image, frame, sites, usual=True)
    whole = next((sites for sites in covering(frame.kind, alike) if _blank(image, frame, sites - seen)), None)
    if whole and len(whole - alike) <= MOST_BLANK * len(whole) and not (seen & whole) - alike:
        return _checked(what, image, frame, whole, usual=True)
    if not frame.level:
        raise BoardNotFound(f"{what} have no usual board's shape", hint=CROP_HINT)
    rounds = {cell for cell in cells if cell in alike or roundness(faces[cell]) >= ROUND}
    own, others = (np.stack([faces[cell] for cell in sorted(rounds)]), sorted(set(cells) - rounds))
    rounds |= {cell for cell in others if (np.linalg.norm(zones(faces[cell][None]) - zones(own), axis=1) < SAME).any()}
    sites = around(frame.kind, frozenset(rounds), alike)
    if any(not _any_inside(image, frame, whole - sites) for whole in covering(frame.kind, sites) if whole != sites):
        raise BoardCutOff(f"{what} are a part of a usual board", hint=WHOLE_HINT)
    lacking = min((len(whole - sites) for whole in covering(frame.kind, sites)), default=len(sites))
    enclosed = [cell for cell in beside(frame.kind, sites) if not beside(frame.kind, frozenset([cell])) - sites]
    if 0 < lacking <= MOST_BLANK * len(sites) or enclosed:
        raise AmbiguousBoard(f"{what} are a usual board's but for some that are not seen", hint=WHOLE_HINT)
    return _checked(what, image, frame, sites, usual=False)


def _any_inside(image: Image, frame: Frame, cells: frozenset[Cell]) -> bool:
    return any(_inside(image, frame, cell) for cell in cells)


def _checked(what: str, image: Image, frame: Frame, sites: frozenset[Cell], *, usual: bool) -> Board:
    """A board none of whose sites is cut off, and beside which nothing looks as they do."""
    if not hang_together(frame.kind, sites):
        raise BoardNotFound(f"{what} don't hang together", hint=CROP_HINT)
    cells = sorted(sites)
    if not all(_inside(image, frame, cell) for cell in cells):
        raise BoardCutOff(f"{what} run out of the picture", hint=WHOLE_HINT)
    board = Board(frame, tuple(cells), _faces(image, frame, cells), usual)
    ring = sorted(beside(frame.kind, sites))
    goes_on = resembles(_faces(image, frame, ring), board.faces, _grounds(image, board))
    if goes_on.any():
        row, col = (np.subtract(ring[int(goes_on.argmax())], start(sites)) + 1).tolist()
        doubt = f"{what} may go on in row {row + 1}, column {col + 1}"
        raise BoardCutOff(doubt, hint=WHOLE_HINT)
    return board


def _faces(image: Image, frame: Frame, cells: list[Cell]) -> Floats:
    return site_faces(image, np.array([frame.at(*cell) for cell in cells]), frame.net.step)


def _inside(image: Image, frame: Frame, cell: Cell) -> bool:
    """Whether the thing in a cell lies in the picture."""
    x, y = frame.at(*cell)
    reach = frame.net.side / 2 - 1
    return bool(reach <= x <= image.shape[1] - reach and reach <= y <= image.shape[0] - reach)


def _all_strange(faces: dict[Cell, Floats], sites: frozenset[Cell], others: list[Cell]) -> bool:
    """Whether what stands on other places of the net looks like no site of the board."""
    if not others:
        return True
    own = zones(np.stack([faces[cell] for cell in sorted(sites)]))
    beside_them = zones(np.stack([faces[cell] for cell in others]))
    off = np.linalg.norm(beside_them[:, None] - own[None], axis=2).min(axis=1)
    among = np.linalg.norm(own[:, None] - own[None], axis=2) + np.diag(np.full(len(own), np.inf))
    return bool(off.min() >= max(STRANGE, STRANGER * float(np.quantile(among.min(axis=1), 0.9))))


def _blank(image: Image, frame: Frame, cells: frozenset[Cell]) -> bool:
    """Whether nothing but the page is seen in these cells."""
    if not cells or not all(_inside(image, frame, cell) for cell in cells):
        return not cells
    faces = _faces(image, frame, sorted(cells))
    flat = np.linalg.norm(faces - np.median(faces, axis=(1, 2), keepdims=True), axis=3)[:, INNER]
    return bool(np.quantile(flat, 0.95) <= BLANK)


def _grounds(image: Image, board: Board) -> Floats:
    """The usual colour (N, 3) in L*a*b* round each site, where the page is plainest: not where lines cross."""
    step, middles = board.frame.net.step, np.array([board.frame.at(*cell) for cell in board.cells])
    plainest, found = np.inf, np.zeros((len(middles), 3), np.float32)
    for part in GAPS:
        gaps = middles[:, None] + part * board.frame.gaps
        points = gaps[:, :, None] + ABOUT * step
        colours = colours_at(image, points.reshape(-1, 2), step / 2).reshape(*points.shape[:3], 3)
        varied = float(np.median(np.linalg.norm(colours.std(axis=2), axis=2)))
        if varied < plainest - NOISE:
            plainest, found = varied, np.asarray(np.median(colours, axis=(1, 2)), np.float32)
    return found


def _reading(what: str, image: Image, board: Board, peg: str) -> Reading:
    groups = group(what, board.faces)
    if len(groups.faces) == 1 and not board.usual and peg in ("auto", "any"):
        raise AmbiguousBoard(f"{what} all look alike, in no usual board's shape", hint=ONE_HINT)
    told = tell(what, groups, np.median(_grounds(image, board), axis=0), peg)
    cells = sorted(from_corner(board.cells))
    rows, cols = (max(numbers) + 1 for numbers in zip(*cells, strict=True))
    grid = [[NO_SITE] * cols for _ in range(rows)]
    for (r, c), look in zip(cells, groups.labels.tolist(), strict=True):
        grid[r][c] = PEG if told.pegs[look] else HOLE
    part = _part(groups, told.pegs, board)
    return replace(
        _laid(board),
        grid=tuple("".join(row) for row in grid),
        confidence=min(1 - 1 / groups.gap**2, told.confidence),
        evidence=(f"{len(cells)} sites on a {board.frame.kind} lattice", told.why),
        looks=_colours(groups, told.pegs, part),
        part=part,
    )


def _part(groups: Groups, pegs: tuple[bool, ...], board: Board) -> float:
    """How much of a step a peg fills across."""
    looks = {pegs[look]: groups.faces[look] for look in np.argsort(np.bincount(groups.labels)).tolist()}
    return (
        part_of(looks[True], looks[False]) if len(looks) == 2 else min(board.frame.net.side / board.frame.net.step, 1)
    )


def _colours(groups: Groups, pegs: tuple[bool, ...], part: float) -> tuple[Colour | None, ...]:
    """The colour of holes, and those of pegs, the most frequent first."""
    order = np.argsort(-np.bincount(groups.labels)).tolist()
    holes = [colour_of(groups.faces[look], part) for look in order if not pegs[look]]
    return (holes[0] if holes else None, *(colour_of(groups.faces[look], part) for look in order if pegs[look]))


def _laid(board: Board) -> Reading:
    """Where the text cells lie, with a homography where rows or columns are not level and upright."""
    frame, lattice = board.frame, _lattice(board.frame, frozenset(board.cells))
    off = abs(frame.across[1]) * lattice.cols + abs(frame.down[0]) * lattice.rows
    if off <= SLANT * frame.net.step:
        return Reading("pegs", (), tuple(map(float, lattice.xs)), tuple(map(float, lattice.ys)), lattice.box)
    wide, high = (float(np.linalg.norm(way)) for way in (frame.across, frame.down))
    x, y = frame.at(*start(board.cells))
    ways = np.column_stack([frame.across / wide, frame.down / high, (x, y)])
    xs = tuple((col - 0.5) * wide for col in range(lattice.cols + 1))
    ys = tuple((row - 0.5) * high for row in range(lattice.rows + 1))
    return Reading("pegs", (), xs, ys, lattice.box, warp=(*map(float, ways.ravel()), 0.0, 0.0, 1.0))


def _lattice(frame: Frame, cells: frozenset[Cell]) -> Lattice:
    """The lines between the text cells of these sites, and the box round the things on them."""
    row, col = start(cells)
    rows, cols = max(r for r, _ in cells) - row + 1, max(c for _, c in cells) - col + 1
    x, y = frame.at(row, col)
    xs = x + (np.arange(cols + 1) - 0.5) * frame.across[0]
    ys = y + (np.arange(rows + 1) - 0.5) * frame.down[1]
    middles, reach = np.array([frame.at(*cell) for cell in cells]), frame.net.side / 2
    x0, y0 = np.rint(middles.min(axis=0) - reach).astype(int).tolist()
    x1, y1 = np.rint(middles.max(axis=0) + reach).astype(int).tolist()
    return Lattice(xs.astype(np.float32), ys.astype(np.float32), (x0, y0, x1, y1))
