"""Star Battle: which of a picture's grids are boards, upright, touching one another, or in a photo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from vision.attempt import Attempt, Hints
from vision.errors import BoardNotFound
from vision.grid.board import find_lattice, find_lattices, picture_meshes
from vision.grid.boxes import area, hidden, shared
from vision.grid.collage import cut
from vision.grid.lines import CLEARER, EDGE_CONTRAST, Edges, find_edges
from vision.image import Image
from vision.image_cache import still
from vision.photos.photo import in_photo, straighten
from vision.reading import Reading
from vision.star_battle.grid_attempt import attempt_grid

MOST_OF_COLLAGE: Final = 0.5
"""Least part of touching boards that must be read: fewer are pieces of something else."""
DEEPEST_CUT: Final = 3
"""Cuts within cuts: a frame round all, rows of boards, boards in a row."""


def attempt_boards(image: Image, hints: Hints) -> list[Attempt]:
    """Return the attempts at upright boards; if no grid is seen, at those among clearer edges alone."""
    attempts = _attempts(image, EDGE_CONTRAST, hints)
    for contrast in CLEARER:
        if not any(attempt.reading or not isinstance(attempt.refusal, BoardNotFound) for attempt in attempts):
            clearer = _attempts(image, contrast, hints)
            # Part of a grid that was refused is not a board either, though fewer of its lines are left.
            before = [attempt.lattice.box for attempt in attempts]
            attempts += [attempt for attempt in clearer if not hidden(attempt.lattice.box, before)]
    return attempts


def attempt_photographed(image: Image, hints: Hints, *, slanted: bool) -> Iterator[Attempt]:
    """Yield the attempts at boards in a photo, each in a straightened picture of its own."""
    for straight, warp in straighten(image, slanted=slanted):
        straight = still(straight)
        for lattice in find_lattices(straight):
            attempt = attempt_grid(straight, find_edges(straight), lattice, replace(hints, x=0, y=0))
            yield in_photo(attempt, warp, image, (hints.x, hints.y))


def _attempts(image: Image, contrast: int, hints: Hints) -> list[Attempt]:
    """Return the attempts at the grids whose lines have this contrast, and at boards that touch."""
    attempts: list[Attempt] = []
    found: list[Reading] = []
    for lattice in find_lattices(image, contrast):
        if not hidden(lattice.box, (reading.box for reading in found)):
            attempt = attempt_grid(image, find_edges(image), lattice, hints)
            attempts.append(attempt)
            if attempt.reading:
                found.append(attempt.reading)
    return [*attempts, *_collage(image, picture_meshes(image, contrast), hints, found)]


def _collage(image: Image, meshes: Iterable[Edges], hints: Hints, read: list[Reading]) -> list[Attempt]:
    """Return the boards that touch in a mesh without a known board: several, which fill most of it."""
    for mesh in meshes:
        most = MOST_OF_COLLAGE * area(mesh.box)
        if any(shared(mesh.box, reading.box) > most for reading in read):
            continue
        pieces = list(_pieces(image, mesh, hints, DEEPEST_CUT))
        found = [piece.reading for piece in pieces if piece.reading]
        if len(found) > 1 and sum(area(reading.box) for reading in found) > most:
            return pieces
    return []


def _pieces(image: Image, mesh: Edges, hints: Hints, depth: int) -> Iterator[Attempt]:
    for piece in cut(mesh) if depth else ():
        lattice = find_lattice(piece)
        if lattice is not None:
            attempt = attempt_grid(image, piece, lattice, hints)
            if attempt.reading:
                yield attempt
                continue
        yield from _pieces(image, piece, hints, depth - 1)
