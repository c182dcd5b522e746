"""What one grid of cells in a picture shows: a reading, or the reason against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.board import Lattice
from vision.cells import ACROSS
from vision.errors import AmbiguousBoard, BoardCutOff, BoardNotFound, ReadingError, UnsupportedPuzzle
from vision.image import Floats, Image, to_lab
from vision.lines import Edges
from vision.marks import find_marks
from vision.reading import Mark, Reading
from vision.surroundings import at_border, runs_on, runs_out
from vision.verdict import LEAST_CONFIDENCE, Cells, Verdict, judge, measure_cells

UNFRAMED_CONFIDENCE: Final = 0.85
"""Most confidence in a board that may go on beyond the picture: cut along a line, every fifth still shows N regions."""
CROP_HINT: Final = "use --crop X,Y,W,H or --size N"
WHOLE_HINT: Final = "take a picture of the whole board, with a margin round it"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A grid of cells that was looked at, as far as that went; either ``reading`` or ``refusal`` is not None."""

    lattice: Lattice
    cells: Cells | None = None
    verdict: Verdict | None = None
    reading: Reading | None = None
    refusal: ReadingError | None = None


def attempt(image: Image, edges: Edges, lattice: Lattice, size: int | None) -> Attempt:
    """Read one grid of cells; ``size`` are its rows, where they are known."""
    what = f"the {lattice.rows}x{lattice.cols} grid at {lattice.box[0]},{lattice.box[1]}"
    ends = at_border(edges, lattice)
    if runs_out(edges, lattice) or (lattice.rows != lattice.cols and any(ends)):
        refusal = BoardCutOff(f"{what} runs out of the picture", hint=WHOLE_HINT)
        return Attempt(lattice, refusal=refusal)
    if runs_on(edges, lattice) or lattice.rows != lattice.cols or size not in (None, lattice.rows):
        return Attempt(lattice, refusal=BoardNotFound(f"{what} is no board of N rows and N columns", hint=CROP_HINT))
    lab, inner = ground(image, lattice)
    cells = measure_cells(lab, inner)
    verdict = judge(cells)
    try:
        marks = _sure_marks(what, lab, inner, cells, verdict)
        whole = all(framed or not end for framed, end in zip(verdict.framed, ends, strict=True))
        if not whole and verdict.frame_expected:
            raise BoardCutOff(f"{what} has no frame where the picture ends", hint=WHOLE_HINT)
    except ReadingError as refusal:
        return Attempt(lattice, cells, verdict, refusal=refusal)
    return Attempt(lattice, cells, verdict, reading_of(lattice, verdict, marks, whole))


def _sure_marks(what: str, lab: Floats, lattice: Lattice, cells: Cells, verdict: Verdict) -> tuple[Mark, ...]:
    """The marks of a board whose regions are sure; raises a ReadingError where there is doubt."""
    if verdict.confidence < LEAST_CONFIDENCE:
        raise _refusal(what, lattice, verdict)
    if _all_boxes(verdict.grid):
        raise UnsupportedPuzzle(f"{what} is divided into equal boxes, as a sudoku or a table", hint=CROP_HINT)
    marks = find_marks(lab, lattice, cells.colours)
    if _headings(verdict.grid, marks):
        raise AmbiguousBoard(f"the first row and column of {what} may be headings", hint=CROP_HINT)
    if verdict.covered:
        row, col = verdict.covered
        seen = f"no line is seen at row {row + 1}, column {col + 1} of {what}, as if something covered it"
        raise AmbiguousBoard(seen, hint="take the picture again with nothing over the board")
    return marks


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


def ground(image: Image, lattice: Lattice) -> tuple[Floats, Lattice]:
    """The board's part of the picture in L*a*b*, with the frame, and the lattice in its coordinates."""
    x0, y0, x1, y1 = lattice.box
    rim = round(ACROSS * lattice.pitch) + 1
    x0, y0 = max(0, x0 - rim), max(0, y0 - rim)
    return to_lab(image[y0 : y1 + rim, x0 : x1 + rim]), lattice.moved(-x0, -y0)


def reading_of(lattice: Lattice, verdict: Verdict, marks: tuple[Mark, ...], whole: bool) -> Reading:
    """The reading of a lattice; ``whole`` is whether the board surely ends where the grid does."""
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
        whole=whole,
    )


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
