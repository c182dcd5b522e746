"""Reader for Star Battle boards that are upright, touch one another, or appear in a photo."""
# ruff: noqa: ARG002 (the interface of all games)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Final

import cv2
import numpy as np

from solvers.cells import LETTERS, PLAIN, WALL
from vision.confidence import FILLING_CONFIDENCE, LEAST_CONFIDENCE, UNFRAMED_CONFIDENCE
from vision.decision import decide
from vision.errors import WHOLE_HINT, BoardNotFound
from vision.game_reader import Attempt, GameReader, Hints, RegionResult, most_odds
from vision.grid.continuation import cut_mesh
from vision.grid.lattice import (
    LARGEST_SKEW,
    UNEVEN,
    Lattice,
    find_lattice,
    find_lattices,
    picture_meshes,
)
from vision.grid.lines import CLEARER, EDGE_CONTRAST, Edges, find_edges
from vision.image import Floats, Image, read_only_view
from vision.photos.photo import map_to_photo, straighten_boards, straighten_like
from vision.reading import Reading, box_area, is_hidden, shared_area
from vision.star_battle.classify import confirm, measure_cells
from vision.star_battle.evidence import PUZZLE
from vision.star_battle.extent import has_same_colours_beside, stands_alone
from vision.star_battle.grid_attempt import FILLS_PICTURE, attempt_grid, reading_of
from vision.star_battle.marks import find_marks


class StarBattleReader(GameReader):
    """Reader for boards of N rows, N columns and N regions, or with walls; upright, or in a
    photo."""

    puzzle = PUZZLE
    title = "Star Battle"
    most_odds = most_odds(PUZZLE)
    reads_photos = True
    symbols = LETTERS + WALL + PLAIN

    def attempts(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the attempts to read upright boards; if none is read, use clearer edges alone
        too."""
        attempts = _attempts(image, EDGE_CONTRAST, hints)
        for contrast in CLEARER:
            if any(attempt.stands for attempt in attempts):
                break
            clearer = _attempts(image, contrast, hints)
            # A part of a refused grid is not a board either, even if fewer of its lines remain.
            before = [attempt.lattice.box for attempt in attempts]
            attempts += [one for one in clearer if not is_hidden(one.lattice.box, before)]
        return attempts or _attempts_with_edges(image, hints)

    def attempts_in_photo(self, image: Image, hints: Hints, *, slanted: bool) -> Iterable[Attempt]:
        """Yield the attempts to read boards, each in its own straightened picture."""
        for straight, warp in straighten_boards(image, slanted=slanted):
            straight = read_only_view(straight)
            for lattice in find_lattices(straight):
                upright = replace(hints, x=0, y=0)
                attempt = attempt_grid(straight, find_edges(straight), lattice, upright)
                (decided,) = decide([attempt], {PUZZLE: self.title})
                yield map_to_photo(decided, warp, image, (hints.x, hints.y))

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading | None:
        """Return the known grid, at its old or a new position, with its present marks."""
        xs = np.array(reading.xs, np.float32)
        ys = np.array(reading.ys, np.float32)
        if reading.warp is not None:
            box = (
                round(reading.xs[0]),
                round(reading.ys[0]),
                round(reading.xs[-1]),
                round(reading.ys[-1]),
            )
            again = _confirm_at(straighten_like(image, reading), Lattice(xs, ys, box), reading)
            return replace(again, box=reading.box, warp=reading.warp) if again else None
        again = _confirm_at(image, Lattice(xs, ys, reading.box), reading)
        if again is not None:
            return again
        for lattice in find_lattices(image):
            if (lattice.rows, lattice.cols) == (reading.rows, reading.cols):
                again = _confirm_at(image, lattice, reading)
                if again is not None:
                    return again
        return None


def _confirm_at(image: Image, lattice: Lattice, before: Reading) -> Reading | None:
    """Return the known grid at this position with its present marks, or None if it is not there."""
    x0, y0, x1, y1 = lattice.box
    if x0 < 0 or y0 < 0 or x1 > image.shape[1] or y1 > image.shape[0]:
        return None
    cells = measure_cells(image, lattice)
    confidence = confirm(cells, before.grid)
    if confidence < LEAST_CONFIDENCE:
        return None
    regions = RegionResult(before.grid, confidence, ("the grid known before is still there",))
    extent = 1.0 if before.whole else UNFRAMED_CONFIDENCE
    return reading_of(lattice, regions, find_marks(image, lattice, cells.colours).found, extent)


MOST_OF_COLLAGE: Final = 0.5
"""Minimum fraction of touching boards that must be read: fewer are pieces of something else."""
EDGE_MARGIN_PX: Final = 30
"""Width of the margin that makes the picture's edge a line."""
DEEPEST_CUT: Final = 3
"""Maximum depth of nested cuts: a frame round everything, rows of boards, boards in a row."""


def _attempts_with_edges(image: Image, hints: Hints) -> list[Attempt]:
    """Return the attempt to read a board that fills the picture, whose edges are its outer lines.

    A small board without them has too few lines for a grid.
    """
    height, width = image.shape[:2]
    if not 1 / LARGEST_SKEW < width / height < LARGEST_SKEW:
        return []
    # The colour of eight that is most unlike all colours at the picture's edge.
    rim = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]]).astype(np.int32)
    colours = np.array(list(product((0, 255), repeat=3)))
    apart = np.abs(rim[:, None] - colours).sum(axis=2).min(axis=0)
    colour = colours[apart.argmax()].tolist()
    margin = EDGE_MARGIN_PX
    framed = read_only_view(
        np.asarray(
            cv2.copyMakeBorder(
                image, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=colour
            ),
            np.uint8,
        )
    )
    attempts = []
    for lattice in find_lattices(framed):
        attempt = attempt_grid(framed, find_edges(framed), lattice, replace(hints, x=0, y=0))
        reading = attempt.reading
        fills = _end_evenly(lattice.xs, width) and _end_evenly(lattice.ys, height)
        if reading is not None and attempt.stands and fills:
            reading = reading.move_by(-margin, -margin)
            # The picture may have been cut off exactly there.
            confidence = min(reading.confidence, FILLING_CONFIDENCE)
            evidence = (*reading.evidence, FILLS_PICTURE)
            reading = replace(reading, confidence=confidence, evidence=evidence)
            moved = lattice.move_by(-margin, -margin)
            attempts.append(replace(attempt, lattice=moved, reading=reading))
    return attempts


def _end_evenly(lines: Floats, length: int) -> bool:
    """Return True if the outermost cells reach the picture's edges and are as wide as the others.

    A wider cell includes a part of the next one, which the picture cuts off. ``lines`` (N,) are
    positions in the picture of this length with its margin, in pixels.
    """
    pitch = float(np.median(np.diff(lines[1:-1])))
    outer = np.array([lines[1] - EDGE_MARGIN_PX, EDGE_MARGIN_PX + length - lines[-2]])
    return bool(np.abs(outer - pitch).max() <= UNEVEN * pitch)


def _attempts(image: Image, contrast: int, hints: Hints) -> list[Attempt]:
    """Return the attempts to read grids whose lines have this contrast, and boards that touch."""
    attempts: list[Attempt] = []
    found: list[Reading] = []
    for whole in find_lattices(image, contrast):
        for lattice in (whole, *_cut_out_squares(whole)):
            if is_hidden(lattice.box, (reading.box for reading in found)):
                continue
            attempt = attempt_grid(image, find_edges(image), lattice, hints)
            attempt = _refuse_part(image, attempt, attempts)
            attempts.append(attempt)
            if attempt.reading and attempt.stands:
                found.append(attempt.reading)
    return [*attempts, *_collage(image, picture_meshes(image, contrast), hints, found)]


MOST_BARS: Final = 2
"""Maximum number of rows or columns beside a board that count as bars of buttons in line with it."""


def _cut_out_squares(lattice: Lattice) -> Iterator[Lattice]:
    """Yield the square grids in one that has a few more rows than columns, or fewer: the others may
    be buttons or headings."""
    size = min(lattice.rows, lattice.cols)
    down = lattice.rows - size
    right = lattice.cols - size
    if 0 < down + right <= MOST_BARS:
        for row, col in product(range(down + 1), range(right + 1)):
            yield lattice.cut_out(row, col, size, size)


def _refuse_part(image: Image, attempt: Attempt, attempts: Iterable[Attempt]) -> Attempt:
    """Return the attempt, refused if its board is only a part of one of the larger grids."""
    # Boxes of labels beside a board are no longer part of the attempt's own grid.
    lattice = attempt.lattice
    larger = [other.lattice for other in attempts if lattice.is_part_of(other.lattice)]
    if attempt.reading is None or not larger:
        return attempt
    continues = any(has_same_colours_beside(image, other, lattice) for other in larger)
    if not continues and stands_alone(image, lattice, attempt.reading.grid):
        return attempt
    part = BoardNotFound(
        f"the {lattice.rows}x{lattice.cols} grid is a part of a larger one", hint=WHOLE_HINT
    )
    return replace(attempt, reading=None, refusal=part, signs=())


def _collage(
    image: Image, meshes: Iterable[Edges], hints: Hints, read: list[Reading]
) -> list[Attempt]:
    """Return the touching boards in meshes without a board so far; there must be several that fill
    most of the mesh."""
    for mesh in meshes:
        most = MOST_OF_COLLAGE * box_area(mesh.box)
        if any(shared_area(mesh.box, reading.box) > most for reading in read):
            continue
        pieces = list(_pieces(image, mesh, hints, DEEPEST_CUT))
        found = [piece.reading for piece in pieces if piece.reading and piece.stands]
        if len(found) > 1 and sum(box_area(reading.box) for reading in found) > most:
            return pieces
    return []


def _pieces(image: Image, mesh: Edges, hints: Hints, depth: int) -> Iterator[Attempt]:
    for piece in cut_mesh(mesh) if depth else ():
        lattice = find_lattice(piece)
        if lattice is not None:
            attempt = attempt_grid(image, piece, lattice, hints)
            if attempt.stands:
                yield attempt
                continue
        yield from _pieces(image, piece, hints, depth - 1)
