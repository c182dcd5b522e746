"""From a picture to readings: find grids of cells, read each, and refuse when unsure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from vision.attempt import Attempt, Known, attempt, reading_of
from vision.blobs.foreground import is_way
from vision.corrections import Fixes
from vision.errors import AmbiguousBoard, BoardNotFound, UnsupportedPuzzle
from vision.grid.board import Lattice, find_lattice
from vision.grid.boxes import area, hidden, shared
from vision.grid.collage import cut
from vision.grid.lines import CLEARER, EDGE_CONTRAST, SMALLEST_BOARD_PX, Edges, find_edges, find_meshes
from vision.image import Image
from vision.image_cache import kept, still
from vision.lights_out.finding import attempt_lamps, attempt_touching
from vision.lights_out.plausibility import either, is_sure, may_be_lamps
from vision.lights_out.update import reread_lamps
from vision.peg_solitaire import attempt_pegs, may_be_pegs, pegs_or, reread_pegs
from vision.photos.photo import in_photo, straighten, straightened
from vision.read_result import LARGER_HINT, Look
from vision.reading import Reading
from vision.star_battle.classify import LEAST_CONFIDENCE, Verdict, confirm, measure_cells
from vision.star_battle.marks import find_marks

PUZZLES: Final = ("auto", "star-battle", "lights-out", "pegs")
MOST_OF_COLLAGE: Final = 0.5
"""Least part of touching boards that must be read: fewer are pieces of something else."""
DEEPEST_CUT: Final = 3
"""Cuts within cuts: a frame round all, rows of boards, boards in a row."""

Crop = tuple[int, int, int, int]


def read_board(
    image: Image,
    *,
    puzzle: str = "auto",
    size: int | None = None,
    crop: Crop | None = None,
    fixes: Fixes | None = None,
    slanted: bool = False,
    lit: str = "auto",
) -> Reading:
    """Read the one board in a picture.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3) and dtype uint8, BGR.
    puzzle : "star-battle" or "lights-out", or "auto" to find out.
    size : rows of the board, where they are known.
    crop : (x, y, width, height) in pixels to look at; the reading is in coordinates of the whole picture.
    fixes : letters by (row, col): a person vouches that a cell belongs to the region that has this letter in the
        grid as it is read without them.
    slanted : the board does not stand upright though this is a screenshot: it is straightened as in a photo.
    lit : which of two states of lamps is lit: the "bright" or the "dark" one, the one most like "#rrggbb", "all" or
        "none" where there is only one state, "any" for what is likelier, "auto" for that if it is clear.

    Raises
    ------
    BoardNotFound, AmbiguousBoard, BoardCutOff, UnsupportedPuzzle
        Never a grid that is not sure; several boards are ambiguous too (see ``read_boards``).
    BadFix
        If the fixes leave not N connected regions, or are for cells or letters that the board does not have.
    """
    return look(image, puzzle=puzzle, size=size, crop=crop, fixes=fixes, slanted=slanted, lit=lit).best()


def read_boards(
    image: Image,
    *,
    puzzle: str = "auto",
    size: int | None = None,
    crop: Crop | None = None,
    fixes: Fixes | None = None,
    lit: str = "auto",
) -> list[Reading]:
    """Read every board in a picture, from top to bottom and left to right; as ``read_board``, at least one."""
    return look(image, puzzle=puzzle, size=size, crop=crop, fixes=fixes, lit=lit).all()


def look(
    image: Image,
    *,
    puzzle: str = "auto",
    size: int | None = None,
    crop: Crop | None = None,
    fixes: Fixes | None = None,
    slanted: bool = False,
    lit: str = "auto",
) -> Look:
    """Look for boards in a picture, and keep what was seen on the way; arguments as for ``read_board``.

    Raises
    ------
    UnsupportedPuzzle, BoardNotFound
        Where there is nothing to look at: another ``puzzle``, a crop outside of the picture, too few pixels.
    """
    if puzzle not in PUZZLES:
        raise UnsupportedPuzzle(
            f"boards of {puzzle} can't be read yet", hint=f"--puzzle may be one of {', '.join(PUZZLES[1:])}"
        )
    if not is_way(lit):
        raise UnsupportedPuzzle(f"{lit} tells of no lamp that it is lit", hint="one of auto, bright, dark, '#rrggbb'")
    image, x, y = _part(image, crop) if crop else (image, 0, 0)
    image = still(image)
    if min(image.shape[:2]) < SMALLEST_BOARD_PX:
        raise BoardNotFound(f"a picture of {image.shape[1]}x{image.shape[0]} pixels is too small", hint=LARGER_HINT)
    known = Known(size, fixes or {}, x, y)
    if puzzle == "lights-out":
        return _look_at_lamps(image, known, lit)
    if puzzle == "pegs":
        return Look(image, x, y, find_edges(image), (), tuple(attempt_pegs(image, known, lit)))
    seen = Look(image, x, y, find_edges(image), (), ()) if slanted else _look(image, known)
    if puzzle == "auto" and not slanted and all(may_be_lamps(done) for done in seen.attempts if is_sure(done)):
        seen = replace(seen, attempts=either(seen.attempts, attempt_lamps(image, known, lit, surely=True)))
    if puzzle == "auto" and not slanted and all(may_be_pegs(image, done) for done in seen.attempts):
        seen = replace(seen, attempts=pegs_or(image, seen.attempts, attempt_pegs(image, known, lit, surely=True)))
    if not seen.readings:
        seen = replace(seen, attempts=(*seen.attempts, *_photographed(image, known, slanted=slanted)))
    return seen


def reread(image: Image, reading: Reading, *, learn: bool = False) -> Reading:
    """Look at a board again that was read before: its marks or its lamps may have changed, and its place.

    Cheaper than ``read_board`` and not misled by marks, since only the known grid has to be confirmed. A lamp that
    looks as none did becomes a new state if it is to ``learn``.

    Raises
    ------
    BoardNotFound, AmbiguousBoard, BoardCutOff, UnsupportedPuzzle
        If no board is there any more, or another one, or a lamp looks as none did.
    """
    if reading.puzzle == "lights-out":
        return reread_lamps(image, reading, learn=learn)
    if reading.puzzle == "pegs":
        return reread_pegs(image, reading, learn=learn)
    if reading.warp is not None:
        return _reread_slanted(image, reading)
    lattice = Lattice(np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), reading.box)
    again = _confirmed(image, lattice, reading)
    if again is not None:
        return again
    for lattice in _lattices(image):
        if (lattice.rows, lattice.cols) == (reading.rows, reading.cols):
            again = _confirmed(image, lattice, reading)
            if again is not None:
                return again
    return _same(reading, read_board(image, puzzle=reading.puzzle))


def _reread_slanted(image: Image, reading: Reading) -> Reading:
    box = (round(reading.xs[0]), round(reading.ys[0]), round(reading.xs[-1]), round(reading.ys[-1]))
    lattice = Lattice(np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), box)
    again = _confirmed(straightened(image, reading), lattice, reading)
    if again is not None:
        return replace(again, box=reading.box, warp=reading.warp)
    return _same(reading, read_board(image, puzzle=reading.puzzle, slanted=True))


def _same(before: Reading, now: Reading) -> Reading:
    if now.grid != before.grid:
        raise AmbiguousBoard("another board is there than before", hint="start over with the new board")
    return now


def _look(image: Image, known: Known) -> Look:
    """What is seen of upright boards in a picture; where no grid is seen, among clearer edges alone."""
    attempts = _attempts(image, EDGE_CONTRAST, known)
    for contrast in CLEARER:
        if not any(done.reading or not isinstance(done.refusal, BoardNotFound) for done in attempts):
            clearer = _attempts(image, contrast, known)
            # Part of a grid that was seen and was no board is none, though fewer lines are left of it.
            before = [done.lattice.box for done in attempts]
            attempts += [done for done in clearer if not hidden(done.lattice.box, before)]
    return Look(image, known.x, known.y, find_edges(image), _meshes(image), tuple(attempts))


def _look_at_lamps(image: Image, known: Known, lit: str) -> Look:
    """What is seen of boards of lamps; of such as touch only where no others are seen."""
    attempts = attempt_lamps(image, known, lit)
    if not any(done.reading for done in attempts):
        touching = attempt_touching(image, _lattices(image), known, lit)
        attempts += [done for done in touching if done.reading or not attempts]
    return Look(image, known.x, known.y, find_edges(image), (), tuple(attempts))


def _attempts(image: Image, contrast: int, known: Known) -> list[Attempt]:
    """What the grids of cells show whose lines have this contrast, and boards that touch."""
    attempts: list[Attempt] = []
    found: list[Reading] = []
    for lattice in _lattices(image, contrast):
        if not hidden(lattice.box, (reading.box for reading in found)):
            done = attempt(image, find_edges(image), lattice, known)
            attempts.append(done)
            if done.reading:
                found.append(done.reading)
    return [*attempts, *_collage(image, _meshes(image, contrast), known, found)]


def _photographed(image: Image, known: Known, *, slanted: bool) -> Iterator[Attempt]:
    """Attempts at what may be boards in a photo, each in a straightened picture of its own."""
    for straight, warp in straighten(image, slanted=slanted):
        straight = still(straight)
        for lattice in _lattices(straight):
            done = attempt(straight, find_edges(straight), lattice, replace(known, x=0, y=0))
            yield in_photo(done, warp, image, (known.x, known.y))


def _part(image: Image, crop: Crop) -> tuple[Image, int, int]:
    """The part of a picture inside a crop, and where it begins; raises BoardNotFound if there is none."""
    x, y, width, height = crop
    left, top = max(0, x), max(0, y)
    part = image[top : y + height, left : x + width]
    if part.size:
        return part, left, top
    size = f"{image.shape[1]}x{image.shape[0]} pixels"
    raise BoardNotFound(
        f"the crop {x},{y},{width},{height} lies outside the picture of {size}",
        hint="X,Y,W,H count pixels from the upper left corner",
    )


@kept
def _meshes(image: Image, contrast: int = EDGE_CONTRAST) -> tuple[Edges, ...]:
    return tuple(find_meshes(find_edges(image, contrast)))


@kept
def _lattices(image: Image, contrast: int = EDGE_CONTRAST) -> list[Lattice]:
    """Every grid of cells in the picture, largest first, each once."""
    found: dict[tuple[int, int, int, int], Lattice] = {}
    for mesh in _meshes(image, contrast):
        lattice = find_lattice(mesh)
        if lattice is not None:
            found.setdefault(lattice.box, lattice)
    return sorted(found.values(), key=lambda lattice: -lattice.area)


def _collage(image: Image, meshes: Iterable[Edges], known: Known, read: list[Reading]) -> list[Attempt]:
    """The boards that touch in a mesh that is no known board: several, which fill most of it."""
    for mesh in meshes:
        most = MOST_OF_COLLAGE * area(mesh.box)
        if any(shared(mesh.box, reading.box) > most for reading in read):
            continue
        pieces = list(_pieces(image, mesh, known, DEEPEST_CUT))
        found = [piece.reading for piece in pieces if piece.reading]
        if len(found) > 1 and sum(area(reading.box) for reading in found) > most:
            return pieces
    return []


def _pieces(image: Image, mesh: Edges, known: Known, depth: int) -> Iterator[Attempt]:
    for piece in cut(mesh) if depth else ():
        lattice = find_lattice(piece)
        if lattice is not None:
            done = attempt(image, piece, lattice, known)
            if done.reading:
                yield done
                continue
        yield from _pieces(image, piece, known, depth - 1)


def _confirmed(image: Image, lattice: Lattice, before: Reading) -> Reading | None:
    """The known grid at this place with the marks that are there now, or None if it is not there."""
    x0, y0, x1, y1 = lattice.box
    if x0 < 0 or y0 < 0 or x1 > image.shape[1] or y1 > image.shape[0]:
        return None
    cells = measure_cells(image, lattice)
    confidence = confirm(cells, before.grid)
    if confidence < LEAST_CONFIDENCE:
        return None
    verdict = Verdict(before.grid, confidence, ("the grid known before is still there",))
    return reading_of(lattice, verdict, find_marks(image, lattice, cells.colours).found, before.whole)
