"""Attempt to read one grid of cells as a Star Battle board: a reading, or the reason to refuse
it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from solvers.cells import WALL, Cell
from vision.confidence import (
    LEAST_CONFIDENCE,
    LEAST_MARGIN,
    UNFRAMED_CONFIDENCE,
)
from vision.corrections import (
    MOST_ASKED,
    Corrections,
    cells_to_confirm,
    fix_options,
    letters_by_appearance,
)
from vision.errors import (
    CROP_HINT,
    WHOLE_HINT,
    AmbiguousBoard,
    BadFix,
    BoardCutOff,
    BoardNotFound,
    ReadingError,
    UnsupportedPuzzle,
)
from vision.game_reader import Attempt, Hints, RegionResult
from vision.grid.continuation import at_border, find_continuation, is_corner_of_frame
from vision.grid.lattice import FEWEST_CELLS, Lattice
from vision.grid.lines import Edges
from vision.image import Bools, Image
from vision.reading import Mark, Reading
from vision.star_battle.classify import Cells, classify, measure_cells
from vision.star_battle.evidence import (
    PUZZLE,
    crosses_as_stars,
    find_doubt,
    find_headings,
    find_signs,
    frequent_as_notes,
    has_blocked_cells,
    has_boxed_labels,
    without_letters,
)
from vision.star_battle.extent import extent_confidence
from vision.star_battle.marks import find_marks

BETTER_HINT: Final = "use a larger or cleaner picture"
FILLS_PICTURE: Final = "the picture ends where the board does, as if it were cut along a line"
"""Evidence that lowers the confidence."""


def attempt_grid(image: Image, edges: Edges, lattice: Lattice, hints: Hints) -> Attempt:
    """Read one grid of cells."""
    box = lattice.move_by(hints.x, hints.y).box
    what = f"the {lattice.rows}x{lattice.cols} grid at {box[0]},{box[1]}"
    ends = at_border(edges, lattice)
    refusal = _refuse_shape(what, edges, lattice, hints.size, ends)
    attempt = Attempt(lattice, PUZZLE, refusal=refusal)
    if refusal is None:
        attempt = _attempt_square(what, image, lattice, hints, ends)
    if isinstance(attempt.refusal, ReadingError):
        attempt.refusal.box = box
    return attempt


def _refuse_shape(
    what: str, edges: Edges, lattice: Lattice, size: int | None, ends: Bools
) -> ReadingError | None:
    """Return the refusal of a grid that is not square, continues, or does not have the requested
    size, otherwise None."""
    is_square = lattice.rows == lattice.cols
    continues, runs_out = find_continuation(edges, lattice)
    if runs_out or (not is_square and ends.any()):
        return BoardCutOff(f"{what} runs out of the picture", hint=WHOLE_HINT)
    if not is_square:
        return BoardNotFound(f"{what} is not square", hint=CROP_HINT)
    if size not in (None, lattice.rows):
        message = f"{what} does not have the requested size, {size}x{size}"
        return BoardNotFound(message, hint=f"--size {lattice.rows}")
    if continues:
        return BoardNotFound(f"{what} is a part of a larger grid", hint=CROP_HINT)
    if is_corner_of_frame(edges, lattice):
        return BoardCutOff(f"the frame of {what} goes on beyond its cells", hint=WHOLE_HINT)
    return None


def _attempt_square(
    what: str,
    image: Image,
    lattice: Lattice,
    hints: Hints,
    ends: Bools,
    *,
    may_have_labels: bool = True,
) -> Attempt:
    """Return the attempt at a square grid; ``ends`` are the sides where the picture ends too.

    With ``may_have_labels``, the first row and column may be boxes of labels. A board has them at
    most once.
    """
    cells = measure_cells(image, lattice)
    try:
        regions = classify(cells, hints.corrections)
    except BadFix as bad:
        return Attempt(lattice, PUZZLE, cells.colours, refusal=bad)
    is_sure = regions.confidence >= LEAST_CONFIDENCE
    # Boxes of labels may look like blocked cells beside N regions.
    if may_have_labels and (not is_sure or has_blocked_cells(regions.grid)):
        inner = _inside_labels(what, image, lattice, cells, hints, ends)
        if inner and inner.stands and inner.reading and not has_blocked_cells(inner.reading.grid):
            return inner
    if not is_sure:
        return Attempt(
            lattice,
            PUZZLE,
            cells.colours,
            regions,
            refusal=_unsure(what, regions, hints.corrections),
        )
    seen = find_marks(image, lattice, cells.colours).remove_from(regions.grid, WALL)
    marks = without_letters(regions.grid, seen)
    marks = frequent_as_notes(regions.grid, crosses_as_stars(regions.grid, marks))
    first = find_headings(regions.grid, marks) if hints.size is None else None
    if first:
        rest = lattice.cut_out(first[0], first[1], lattice.rows - 1, lattice.cols - 1)
        return _attempt_square(what, image, rest, hints, ends)
    extent = extent_confidence(image, lattice, cells, regions, ends)
    if extent == 0:
        cut_off = BoardCutOff(f"{what} has no frame at the picture's edge", hint=WHOLE_HINT)
        return Attempt(lattice, PUZZLE, cells.colours, regions, refusal=cut_off)
    return Attempt(
        lattice,
        PUZZLE,
        cells.colours,
        regions,
        reading_of(lattice, regions, marks.found, extent),
        refusal=find_doubt(what, image, lattice, regions.grid, cells, hints.corrections),
        signs=find_signs(what, regions.grid, cells, marks, is_told=hints.is_told),
    )


def _inside_labels(
    what: str, image: Image, lattice: Lattice, cells: Cells, hints: Hints, ends: Bools
) -> Attempt | None:
    """Return the attempt without the first row and column if they are boxes of labels, otherwise
    None."""
    if lattice.rows <= FEWEST_CELLS or not has_boxed_labels(
        cells.colours, find_marks(image, lattice, cells.colours)
    ):
        return None
    inner = lattice.cut_out(1, 1, lattice.rows - 1, lattice.cols - 1)
    return _attempt_square(what, image, inner, hints, ends, may_have_labels=False)


def _unsure(what: str, regions: RegionResult, corrections: Corrections) -> ReadingError | BadFix:
    """Return why the regions of a board are uncertain, and which cells would settle them."""
    size = len(regions.grid)
    if regions.confidence > 0:
        cells = cells_to_confirm(
            border for border in regions.borders if border.margin < LEAST_MARGIN
        )
        where, detail = _named(cells[:MOST_ASKED]), "; ".join(regions.evidence)
        few = 0 < len(cells) <= MOST_ASKED
        hint = f"{BETTER_HINT}, or say which regions they belong to: {fix_options(regions.grid, (*corrections, *cells))}"
        return AmbiguousBoard(
            f"regions of {what} are uncertain{where}: {detail}", hint=hint if few else BETTER_HINT
        )
    if corrections:
        return BadFix(
            f"with these cells {what} does not have {size} connected regions",
            hint="check --fix, or fix more cells",
        )
    if regions.count:
        return UnsupportedPuzzle(
            f"{what} shows {regions.count} regions, but a Star Battle board of its size has {size}",
            hint="show the whole Star Battle; for covered cells --fix R,C=LETTER, with letters as --stages DIR draws",
        )
    return BoardNotFound(f"{what} has no visible regions", hint=CROP_HINT)


def _named(cells: Iterable[Cell]) -> str:
    """Return " at … and …" with rows and columns from 1, or "" for no cells."""
    names = [f"row {row + 1}, column {col + 1}" for row, col in cells]
    return " at " + " and ".join(names) if names else ""


def reading_of(
    lattice: Lattice, regions: RegionResult, marks: tuple[Mark, ...], extent: float
) -> Reading:
    """Return the reading of a lattice; ``extent`` is the confidence that the board ends where the
    grid does."""
    evidence = regions.evidence
    if extent < 1:
        evidence = (*evidence, FILLS_PICTURE)
    return Reading(
        PUZZLE,
        letters_by_appearance(regions.grid),
        tuple(float(x) for x in lattice.xs),
        tuple(float(y) for y in lattice.ys),
        lattice.box,
        marks,
        min(regions.confidence, extent),
        evidence,
        regions.borders,
        extent > UNFRAMED_CONFIDENCE,
    )
