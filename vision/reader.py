"""From a picture to a reading: find grids of cells, ask for the regions of each, and refuse when unsure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

import numpy as np

from vision.board import Lattice, find_lattice
from vision.boxes import area, distinct, in_reading_order, shared
from vision.cells import ACROSS
from vision.collage import cut
from vision.errors import AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError, UnsupportedPuzzle
from vision.image import Floats, Image, to_lab
from vision.lines import SMALLEST_BOARD_PX, Edges, Mesh, find_edges, find_meshes
from vision.marks import find_marks
from vision.reading import Mark, Reading
from vision.surroundings import at_border, runs_on, runs_out
from vision.verdict import LEAST_CONFIDENCE, Verdict, confirm, judge, measure_cells

PUZZLES: Final = ("auto", "star-battle")
UNFRAMED_CONFIDENCE: Final = 0.85
"""Most confidence in a board that may go on beyond the picture: cut along a line, every fifth still shows N regions."""
MOST_OF_COLLAGE: Final = 0.5
"""Least part of touching boards that must be read: fewer are pieces of something else."""
DEEPEST_CUT: Final = 3
"""Cuts within cuts: a frame round all, rows of boards, boards in a row."""
CROP_HINT: Final = "use --crop X,Y,W,H or --size N"
WHOLE_HINT: Final = "take a picture of the whole board, with a margin round it"
LARGER_HINT: Final = "show the whole board, at 12 pixels a cell or more"

Crop = tuple[int, int, int, int]


def read_board(image: Image, *, puzzle: str = "auto", size: int | None = None, crop: Crop | None = None) -> Reading:
    """Read the one board in a picture.

    Parameters
    ----------
    image : ndarray of shape (H, W, 3) and dtype uint8, BGR.
    puzzle : "star-battle", or "auto" to find out.
    size : rows of the board, where they are known.
    crop : (x, y, width, height) in pixels to look at; the reading is in coordinates of the whole picture.

    Raises
    ------
    BoardNotFound, AmbiguousBoard, BoardCutOff, UnsupportedPuzzle
        Never a grid that is not sure; several boards are ambiguous too (see ``read_boards``).
    """
    found = read_boards(image, puzzle=puzzle, size=size, crop=crop)
    if len(found) > 1:
        where = ", ".join(f"{r.rows}x{r.cols} at {r.box[0]},{r.box[1]}" for r in found)
        raise AmbiguousBoard(
            f"{len(found)} boards are in the picture: {where}", hint="use --all, or --crop X,Y,W,H for one"
        )
    return found[0]


def read_boards(
    image: Image, *, puzzle: str = "auto", size: int | None = None, crop: Crop | None = None
) -> list[Reading]:
    """Read every board in a picture, from top to bottom and left to right; as ``read_board``, at least one."""
    if puzzle not in PUZZLES:
        raise UnsupportedPuzzle(f"boards of {puzzle} can't be read yet", hint="use --puzzle star-battle")
    if crop is not None:
        x, y, width, height = crop
        part = image[max(0, y) : y + height, max(0, x) : x + width]
        if not part.size:
            raise BoardNotFound(
                f"the crop {x},{y},{width},{height} lies outside the picture of "
                f"{image.shape[1]}x{image.shape[0]} pixels",
                hint="X,Y,W,H count pixels from the upper left corner",
            )
        found = read_boards(part, puzzle=puzzle, size=size)
        return [_moved(reading, max(0, x), max(0, y)) for reading in found]
    if min(image.shape[:2]) < SMALLEST_BOARD_PX:
        raise BoardNotFound(f"a picture of {image.shape[1]}x{image.shape[0]} pixels is too small", hint=LARGER_HINT)
    found, refusals = [], []
    edges = find_edges(image)
    meshes = find_meshes(edges)
    for lattice in _lattices(meshes):
        try:
            found.append(_read(image, edges, lattice, size))
        except ReadingError as refusal:
            refusals.append(refusal)
    found = distinct(found + _collage(image, meshes, size, found))
    if not found:
        raise _gravest(refusals)
    return in_reading_order(found)


def reread(image: Image, reading: Reading) -> Reading:
    """Look at a board again that was read before: its marks may have changed, and its place.

    Cheaper than ``read_board`` and not misled by marks, since only the known grid has to be confirmed.

    Raises
    ------
    BoardNotFound, AmbiguousBoard, BoardCutOff, UnsupportedPuzzle
        If no board is there any more, or another one.
    """
    lattice = Lattice(np.array(reading.xs, np.float32), np.array(reading.ys, np.float32), reading.box)
    again = _confirmed(image, lattice, reading)
    if again is not None:
        return again
    for lattice in _lattices(find_meshes(find_edges(image))):
        if (lattice.rows, lattice.cols) == (reading.rows, reading.cols):
            again = _confirmed(image, lattice, reading)
            if again is not None:
                return again
    other = read_board(image, puzzle=reading.puzzle)
    if other.grid != reading.grid:
        raise AmbiguousBoard("another board is there than before", hint="start over with the new board")
    return other


def _lattices(meshes: list[Mesh]) -> list[Lattice]:
    """Every grid of cells in the picture, largest first, each once."""
    found: dict[tuple[int, int, int, int], Lattice] = {}
    for mesh in meshes:
        lattice = find_lattice(mesh.edges)
        if lattice is not None:
            lattice = lattice.moved(mesh.x, mesh.y)
            found.setdefault(lattice.box, lattice)
    return sorted(found.values(), key=lambda lattice: -lattice.area)


def _collage(image: Image, meshes: list[Mesh], size: int | None, known: list[Reading]) -> list[Reading]:
    """The boards that touch in a mesh that is no known board: several, which fill most of it."""
    for mesh in meshes:
        height, width = mesh.edges.vertical.shape
        most = MOST_OF_COLLAGE * height * width
        box = (mesh.x, mesh.y, mesh.x + width, mesh.y + height)
        if any(shared(box, reading.box) > most for reading in known):
            continue
        found = list(_pieces(image, mesh, size, DEEPEST_CUT))
        if len(found) > 1 and sum(area(reading.box) for reading in found) > most:
            return found
    return []


def _pieces(image: Image, mesh: Mesh, size: int | None, depth: int) -> Iterator[Reading]:
    for piece in cut(mesh) if depth else ():
        lattice = find_lattice(piece.edges)
        if lattice is not None:
            with suppress(ReadingError):
                yield _read(image, piece.alone(image), lattice.moved(piece.x, piece.y), size)
                continue
        yield from _pieces(image, piece, size, depth - 1)


def _read(image: Image, edges: Edges, lattice: Lattice, size: int | None) -> Reading:
    """The reading of one grid of cells, or the reason against it."""
    what = f"the {lattice.rows}x{lattice.cols} grid at {lattice.box[0]},{lattice.box[1]}"
    ends = at_border(edges, lattice)
    if runs_out(edges, lattice) or (lattice.rows != lattice.cols and any(ends)):
        raise BoardCutOff(f"{what} runs out of the picture", hint=WHOLE_HINT)
    if runs_on(edges, lattice) or lattice.rows != lattice.cols or size not in (None, lattice.rows):
        raise BoardNotFound(f"{what} is no board of N rows and N columns", hint=CROP_HINT)
    lab, inner = _ground(image, lattice)
    cells = measure_cells(lab, inner)
    verdict = judge(cells)
    if verdict.confidence < LEAST_CONFIDENCE:
        raise _refusal(what, lattice, verdict)
    if _all_boxes(verdict.grid):
        raise UnsupportedPuzzle(f"{what} is divided into equal boxes, as a sudoku or a table", hint=CROP_HINT)
    marks = find_marks(lab, inner, cells.colours)
    if _headings(verdict.grid, marks):
        raise AmbiguousBoard(f"the first row and column of {what} may be headings", hint=CROP_HINT)
    if verdict.covered:
        row, col = verdict.covered
        seen = f"no line is seen at row {row + 1}, column {col + 1} of {what}, as if something covered it"
        raise AmbiguousBoard(seen, hint="take the picture again with nothing over the board")
    whole = all(framed or not end for framed, end in zip(verdict.framed, ends, strict=True))
    if not whole and verdict.frame_expected:
        raise BoardCutOff(f"{what} has no frame where the picture ends", hint=WHOLE_HINT)
    return _reading(lattice, verdict, marks, whole)


def _refusal(what: str, lattice: Lattice, verdict: Verdict) -> ReadingError:
    if verdict.confidence > 0:
        detail = "; ".join(verdict.evidence)
        return AmbiguousBoard(f"the regions of {what} are not sure ({detail})", hint="use a larger or cleaner picture")
    if verdict.regions:
        return UnsupportedPuzzle(
            f"{what} shows {verdict.regions} regions where a Star Battle board has {lattice.rows}",
            hint="check that the picture shows the whole board and that it is a Star Battle",
        )
    return BoardNotFound(f"no regions can be seen in {what}", hint=CROP_HINT)


def _confirmed(image: Image, lattice: Lattice, before: Reading) -> Reading | None:
    """The known grid at this place with the marks that are there now, or None if it is not there."""
    x0, y0, x1, y1 = lattice.box
    if x0 < 0 or y0 < 0 or x1 > image.shape[1] or y1 > image.shape[0]:
        return None
    lab, inner = _ground(image, lattice)
    cells = measure_cells(lab, inner)
    confidence = confirm(cells, before.grid)
    if confidence < LEAST_CONFIDENCE:
        return None
    verdict = Verdict(before.grid, confidence, ("the grid known before is still there",))
    return _reading(lattice, verdict, find_marks(lab, inner, cells.colours), before.whole)


def _ground(image: Image, lattice: Lattice) -> tuple[Floats, Lattice]:
    """The board's part of the picture in L*a*b*, with the frame, and the lattice in its coordinates."""
    x0, y0, x1, y1 = lattice.box
    rim = round(ACROSS * lattice.pitch) + 1
    x0, y0 = max(0, x0 - rim), max(0, y0 - rim)
    return to_lab(image[y0 : y1 + rim, x0 : x1 + rim]), lattice.moved(-x0, -y0)


def _reading(lattice: Lattice, verdict: Verdict, marks: tuple[Mark, ...], whole: bool) -> Reading:
    confidence, evidence = verdict.confidence, verdict.evidence
    if not whole:
        confidence = min(confidence, UNFRAMED_CONFIDENCE)
        evidence = (*evidence, "the picture ends where the board does, and no frame is seen")
    return Reading(
        "star-battle",
        verdict.grid,
        tuple(float(x) for x in lattice.xs),
        tuple(float(y) for y in lattice.ys),
        lattice.box,
        marks,
        confidence,
        evidence,
        whole,
    )


def _moved(reading: Reading, x: int, y: int) -> Reading:
    x0, y0, x1, y1 = reading.box
    xs, ys = tuple(v + x for v in reading.xs), tuple(v + y for v in reading.ys)
    return replace(reading, xs=xs, ys=ys, box=(x0 + x, y0 + y, x1 + x, y1 + y))


def _headings(grid: tuple[str, ...], marks: tuple[Mark, ...]) -> bool:
    """Whether a region that fills an outer row and an outer column may be boxed headings, as round a spreadsheet.

    One region more on one row more: the count does not tell. Regions of real puzzles do that too, but seldom at
    the upper left, where headings are, and none of them holds labels in most of its cells.
    """
    size = len(grid)
    labelled = {(mark.row, mark.col) for mark in marks if mark.kind != "cross"}
    for row, col in ((0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1)):
        cells = {(row, c) for c in range(size)} | {(r, col) for r in range(size)}
        if {grid[r][c] for r, c in cells} in ({"."}, {"#"}):
            continue
        if len({grid[r][c] for r, c in cells}) == 1 and ((row, col) == (0, 0) or len(cells & labelled) > size):
            return True
    return False


def _all_boxes(grid: tuple[str, ...]) -> bool:
    """Whether all regions are rectangles of one shape: no puzzle has that, a sudoku and a table do."""
    shapes = set()
    for name in {letter for row in grid for letter in row}:
        cells = [(r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter == name]
        height = max(r for r, _ in cells) - min(r for r, _ in cells) + 1
        width = max(c for _, c in cells) - min(c for _, c in cells) + 1
        shapes.add((height, width, height * width == len(cells)))
    return len(shapes) == 1 and all(full for _, _, full in shapes)


def _gravest(refusals: list[ReadingError]) -> ReadingError:
    """The refusal to report of a picture without a reading: the largest board that was cut off or not sure."""
    for kind in (BoardCutOff, AmbiguousBoard, UnsupportedPuzzle, BoardNotFound):
        for refusal in refusals:
            if isinstance(refusal, kind):
                return refusal
    return BoardNotFound("no grid of cells is in the picture", hint=LARGER_HINT)
