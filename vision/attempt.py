"""What one grid of cells in a picture shows: a reading, or the reason against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from solvers.cells import Cell
from vision.corrections import MOST_ASKED, Fixes, by_appearance, proposal, to_ask
from vision.errors import AmbiguousBoard, BadFix, BoardCutOff, BoardNotFound, ReadingError, UnsupportedPuzzle
from vision.grid.board import Lattice
from vision.grid.ends import goes_on
from vision.grid.lines import Edges
from vision.grid.surroundings import at_border, runs_on, runs_out
from vision.image import Image
from vision.reading import Mark, Reading
from vision.star_battle.classify import LEAST_CONFIDENCE, LEAST_MARGIN, Cells, Verdict, judge, measure_cells
from vision.star_battle.marks import find_marks
from vision.star_battle.rejections import CROP_HINT, doubt, headed, without_letters

UNFRAMED_CONFIDENCE: Final = 0.85
"""Most confidence in a board that may go on beyond the picture: cut along a line, every fifth still shows N regions."""
MOST_DIVIDED: Final = 0.2
"""Largest part of the cells that may have several colours, as under a toast; real boards have up to 0.04.

A board whose every second line vanished has 0.44 in the cells that are left.
"""
WHOLE_HINT: Final = "take a picture of the whole board, with a margin round it"
BETTER_HINT: Final = "use a larger or cleaner picture"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a board before it is looked at: its rows, some cells' regions.

    (x, y) is where the part of the picture begins that is looked at.
    """

    size: int | None = None
    fixes: Fixes = field(default_factory=dict)
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """A grid of cells that was looked at, as far as that went; either ``reading`` or ``refusal`` is not None.

    ``warp`` is, in a photo, the homography from the straightened picture, where the lattice is, to the picture.
    """

    lattice: Lattice
    cells: Cells | None = None
    verdict: Verdict | None = None
    reading: Reading | None = None
    refusal: ReadingError | BadFix | None = None
    warp: tuple[float, ...] | None = None


def attempt(image: Image, edges: Edges, lattice: Lattice, known: Known) -> Attempt:
    """Read one grid of cells."""
    box = lattice.moved(known.x, known.y).box
    what = f"the {lattice.rows}x{lattice.cols} grid at {box[0]},{box[1]}"
    done = _attempt(what, image, edges, lattice, known)
    if isinstance(done.refusal, ReadingError):
        done.refusal.box = box
    return done


def _attempt(what: str, image: Image, edges: Edges, lattice: Lattice, known: Known) -> Attempt:
    ends = at_border(edges, lattice)
    if runs_out(edges, lattice) or (lattice.rows != lattice.cols and any(ends)):
        return Attempt(lattice, refusal=BoardCutOff(f"{what} runs out of the picture", hint=WHOLE_HINT))
    if runs_on(edges, lattice) or lattice.rows != lattice.cols or known.size not in (None, lattice.rows):
        return Attempt(lattice, refusal=BoardNotFound(f"{what} is no board of N rows and N columns", hint=CROP_HINT))
    return _judged(what, image, lattice, known, ends)


def _judged(what: str, image: Image, lattice: Lattice, known: Known, ends: tuple[bool, ...]) -> Attempt:
    """``ends`` tells of the left, the top, the right and the bottom whether the picture ends there too."""
    cells = measure_cells(image, lattice)
    if cells.divided > MOST_DIVIDED:
        several = BoardNotFound(f"cells of {what} have several colours", hint=CROP_HINT)
        return Attempt(lattice, cells, refusal=several)
    try:
        verdict = judge(cells, known.fixes)
    except BadFix as bad:
        return Attempt(lattice, cells, refusal=bad)
    if verdict.confidence < LEAST_CONFIDENCE:
        return Attempt(lattice, cells, verdict, refusal=_unsure(what, verdict, known.fixes))
    marks = without_letters(verdict.grid, find_marks(image, lattice, cells.colours))
    headings = headed(verdict.grid, marks, cells.colours) if known.size is None else None
    if headings and headings.sure:
        return _judged(what, image, _without(lattice, headings.row, headings.col), known, ends)
    loose = tuple(end and not framed for framed, end in zip(verdict.framed, ends, strict=True))
    whole = not any(loose)
    seen_on = verdict.frame_expected or goes_on(image, lattice, cells, verdict.grid, loose)
    refusal: ReadingError | None
    if headings:
        refusal = AmbiguousBoard(f"the first row and column of {what} may be headings", hint=CROP_HINT)
    elif not whole and seen_on:
        refusal = BoardCutOff(f"{what} has no frame where the picture ends", hint=WHOLE_HINT)
    else:
        refusal = doubt(what, verdict.grid, cells, marks, known.fixes)
    if refusal:
        return Attempt(lattice, cells, verdict, refusal=refusal)
    return Attempt(lattice, cells, verdict, reading_of(lattice, verdict, marks.found, whole))


def _without(lattice: Lattice, row: int, col: int) -> Lattice:
    """The lattice without an outer row and column."""
    xs, ys = (lines[1:] if at == 0 else lines[:-1] for lines, at in ((lattice.xs, col), (lattice.ys, row)))
    (x0, y0, x1, y1), first = lattice.box, (row == 0, col == 0)
    left, right = (round(float(xs[0])), x1) if first[1] else (x0, round(float(xs[-1])))
    top, bottom = (round(float(ys[0])), y1) if first[0] else (y0, round(float(ys[-1])))
    return Lattice(xs, ys, (left, top, right, bottom))


def _unsure(what: str, verdict: Verdict, fixes: Fixes) -> ReadingError | BadFix:
    """Why the regions of a board are not sure, and which cells would settle them."""
    size = len(verdict.grid)
    if verdict.confidence > 0:
        cells = to_ask(border for border in verdict.borders if border.margin < LEAST_MARGIN)
        where, detail = _named(cells[:MOST_ASKED]), "; ".join(verdict.evidence)
        few = 0 < len(cells) <= MOST_ASKED
        hint = f"{BETTER_HINT}, or say which regions they belong to: {proposal(verdict.grid, (*fixes, *cells))}"
        return AmbiguousBoard(f"the regions of {what} are not sure{where}: {detail}", hint=hint if few else BETTER_HINT)
    if fixes:
        return BadFix(
            f"with these cells {what} has not {size} connected regions", hint="check --fix, or fix more cells"
        )
    if verdict.regions:
        return UnsupportedPuzzle(
            f"{what} shows {verdict.regions} regions where a Star Battle board has {size}",
            hint="show the whole Star Battle; for covered cells --fix R,C=LETTER, with letters as --debug DIR draws",
        )
    return BoardNotFound(f"no regions can be seen in {what}", hint=CROP_HINT)


def _named(cells: Iterable[Cell]) -> str:
    """at … and …; rows and columns from 1."""
    names = [f"row {row + 1}, column {col + 1}" for row, col in cells]
    return " at " + " and ".join(names) if names else ""


def reading_of(lattice: Lattice, verdict: Verdict, marks: tuple[Mark, ...], whole: bool) -> Reading:
    """The reading of a lattice; ``whole`` is whether the board surely ends where the grid does."""
    confidence, evidence = verdict.confidence, verdict.evidence
    if not whole:
        confidence = min(confidence, UNFRAMED_CONFIDENCE)
        evidence = (*evidence, "the picture ends where the board does, and no frame is seen")
    return Reading(
        "star-battle",
        by_appearance(verdict.grid),
        tuple(float(x) for x in lattice.xs),
        tuple(float(y) for y in lattice.ys),
        lattice.box,
        marks,
        confidence,
        evidence,
        verdict.borders,
        whole,
    )
