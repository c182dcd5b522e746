"""Reader for Star Battle boards that are upright or appear in a photo: for each grid of cells, a
reading or the reason to refuse it."""
# ruff: noqa: ARG002 (the interface of all games)

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Final

import cv2
import numpy as np

from solvers.cells import LETTERS, PLAIN, WALL, Cell
from vision.box_grids import find_picture_grids
from vision.confidence import (
    COLOUR_FLOOR,
    DRAWN_LINE,
    FILLING_CONFIDENCE,
    LEAST_CONFIDENCE,
    LEAST_MARGIN,
    UNFRAMED_CONFIDENCE,
)
from vision.decision import decide
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
from vision.game_reader import Attempt, GameReader, Hints, RegionResult, most_odds
from vision.grid.borders import (
    along_two_sides,
    colour_borders,
    has_blocked_cells,
    line_borders,
    side_strengths,
)
from vision.grid.cell_patches import sample_sides
from vision.grid.cells import cell_colours
from vision.grid.clues import has_clues_beside
from vision.grid.lattice import (
    FEWEST_CELLS,
    LARGEST_SKEW,
    UNEVEN,
    Lattice,
    find_lattice,
    find_lattices,
    picture_meshes,
)
from vision.grid.lines import CLEARER, EDGE_CONTRAST, Edges, cut_mesh, find_edges
from vision.image import Bools, Floats, Image, read_only_view
from vision.photos.photo import (
    find_bounds,
    map_to_photo,
    name_grid,
    straighten_boards,
    straighten_like,
)
from vision.reading import (
    Box,
    Corrections,
    Mark,
    Reading,
    box_area,
    is_hidden,
    map_box,
    shared_area,
)
from vision.star_battle.border_evidence import (
    MOST_ASKED,
    cells_to_confirm,
    find_natural_groups,
    fix_options,
    letters_by_appearance,
)
from vision.star_battle.classify import (
    Cells,
    classify,
    confirm,
    find_textured_regions,
    has_one_solution,
    measure_cells,
)
from vision.star_battle.evidence import PUZZLE, find_doubt, find_signs
from vision.star_battle.extent import (
    ONE_GROUND,
    at_border,
    extent_confidence,
    find_continuation,
    has_frame_where_cut,
    has_same_colours_beside,
    is_corner_of_frame,
)
from vision.star_battle.marks import find_marks
from vision.star_battle.players_marks import (
    crosses_as_stars,
    find_headings,
    find_players_marks,
    frequent_as_notes,
    has_boxed_labels,
)


class StarBattleReader(GameReader):
    """Reader for boards of N rows, N columns and N regions, or with walls; upright, or in a
    photo."""

    puzzle = PUZZLE
    title = "Star Battle"
    most_odds = most_odds(PUZZLE)
    reads_photos = True
    symbols = LETTERS + WALL + PLAIN

    def attempts(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the attempts to read upright boards; if none is read, use clearer edges alone too,
        and then cells that don't touch."""
        attempts = _attempts(image, EDGE_CONTRAST, hints)
        for contrast in CLEARER:
            if any(attempt.stands for attempt in attempts):
                break
            clearer = _attempts(image, contrast, hints)
            # A part of a refused grid is not a board either, even if fewer of its lines remain.
            before = [attempt.lattice.box for attempt in attempts]
            attempts += [one for one in clearer if not is_hidden(one.lattice.box, before)]
        if not any(attempt.stands for attempt in attempts):
            attempts += _attempts_with_boxes(image, hints)
        return attempts or _attempts_with_edges(image, hints)

    def attempts_in_photo(self, image: Image, hints: Hints, *, slanted: bool) -> Iterable[Attempt]:
        """Yield the attempts to read boards, each in its own straightened picture."""
        for straight, warp in straighten_boards(image, slanted=slanted):
            straight = read_only_view(straight)
            for lattice in find_lattices(straight):
                box = map_box(find_bounds(lattice, warp), 1, hints.x, hints.y)
                what = name_grid(lattice, box)
                attempt = attempt_grid(straight, find_edges(straight), lattice, hints, what)
                (decided,) = decide([attempt], {PUZZLE: self.title})
                # In a photo, the gap between a board and its frame may look like a row of cells.
                if decided.reading and any(along_two_sides(decided.reading.grid)):
                    message = f"{what} may be a smaller one in a frame"
                    framed = AmbiguousBoard(message, hint=CROP_HINT)
                    decided = replace(decided, reading=None, refusal=framed)
                yield map_to_photo(decided, what, warp, image, box)

    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading | None:
        """Return the known grid, at its old or a new position, with its present marks."""
        if reading.warp is not None:
            straight = straighten_like(image, reading)
            again = _confirm_at(straight, Lattice.of_reading(reading), reading)
            return again and replace(again, warp=reading.warp)
        for lattice in _list_places(image, reading):
            again = _confirm_at(image, lattice, reading)
            if again is not None:
                return again
        return None


def _list_places(image: Image, reading: Reading) -> Iterator[Lattice]:
    """Yield the grids that may be that of a reading: the one in its place, and those of its size."""
    yield Lattice.of_reading(reading)
    for lattice in find_lattices(image):
        if (lattice.rows, lattice.cols) == (reading.rows, reading.cols):
            yield lattice


def _confirm_at(image: Image, lattice: Lattice, before: Reading) -> Reading | None:
    """Return the known grid at this position with its present marks, or None if it is not there."""
    height, width = image.shape[:2]
    if min(lattice.xs[0], lattice.ys[0], width - lattice.xs[-1], height - lattice.ys[-1]) < 0:
        return None
    cells = measure_cells(image, lattice)
    confidence = confirm(cells, before.grid)
    if confidence < LEAST_CONFIDENCE:
        return None
    regions = RegionResult(before.grid, confidence, ("the grid known before is still there",))
    extent = 1.0 if before.whole else UNFRAMED_CONFIDENCE
    marks = find_players_marks(image, lattice, cells, before.grid)
    return reading_of(lattice, regions, frequent_as_notes(before.grid, marks).found, extent)


MOST_ROWS: Final = 25
"""Maximum number of rows of a board without lines between cells."""
MOST_OF_COLLAGE: Final = 0.5
"""Minimum fraction of touching boards that must be read: fewer are pieces of something else."""
DEEPEST_CUT: Final = 3
"""Maximum depth of nested cuts: a frame round everything, rows of boards, boards in a row."""
EDGE_MARGIN_PX: Final = 30
"""Width of the margin that makes the picture's edge a line."""


def _attempts_with_boxes(image: Image, hints: Hints) -> list[Attempt]:
    """Return the attempts that read a board whose cells have gaps between them, such as discs."""
    edges = find_edges(image)
    whole = [grid.lattice for grid in find_picture_grids(image) if grid.there.all()]
    attempts = [attempt_grid(image, edges, lattice, hints) for lattice in whole]
    return [attempt for attempt in attempts if attempt.stands]


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
            # The picture may have been cut off exactly there.
            reading = reading.move_by(-margin, -margin).limit(FILLING_CONFIDENCE, FILLS_PICTURE)
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
    found: list[Box] = []
    wholes = find_lattices(image, contrast, with_wide=True)
    for number, whole in enumerate(wholes):
        if any(_is_part_of(whole, larger) for larger in wholes[:number]):
            continue
        for lattice in _cut_out_squares(image, whole):
            if is_hidden(lattice.box, found):
                continue
            attempt = attempt_grid(image, find_edges(image), lattice, hints)
            if attempt.regions and attempt.regions.count > lattice.rows:
                attempt = _attempt_redivided(image, lattice, hints) or attempt
            attempts.append(attempt)
            if attempt.reading and attempt.stands:
                found.append(attempt.reading.box)
        if not is_hidden(whole.box, found) and (inner := _attempt_in_sheet(image, whole, hints)):
            attempts.append(inner)
            found.append(inner.lattice.box)
    return attempts + _read_collage(image, picture_meshes(image, contrast), hints, found)


def _attempt_in_sheet(image: Image, sheet: Lattice, hints: Hints) -> Attempt | None:
    """Return the attempt that reads a board of coloured cells in a larger grid of one colour, as in
    a spreadsheet, if its puzzle has exactly one solution; otherwise None.

    The lines go on around it, so that only colours and the solution show where it ends.
    """
    colours = cell_colours(image, sheet)[0]
    rim = np.concatenate([colours[0], colours[-1], colours[:, 0], colours[:, -1]])
    is_coloured = np.linalg.norm(colours - np.median(rim, axis=0), axis=2) > ONE_GROUND
    rows = np.flatnonzero(is_coloured.any(axis=1))
    cols = np.flatnonzero(is_coloured.any(axis=0))
    if min(len(rows), len(cols)) < FEWEST_CELLS or np.ptp(rows) != np.ptp(cols):
        return None
    if min(rows[0], cols[0], sheet.rows - 1 - rows[-1], sheet.cols - 1 - cols[-1]) == 0:
        return None
    size = int(np.ptp(rows)) + 1
    board = sheet.cut_out(int(rows[0]), int(cols[0]), size, size)
    what = name_grid(board, board.move_by(hints.x, hints.y).box)
    attempt = _attempt_square(what, image, board, hints, np.zeros(4, np.bool_))
    reading = attempt.reading
    if not (attempt.stands and reading and has_one_solution(reading.grid)):
        return None
    return replace(attempt, reading=reading.limit(FILLING_CONFIDENCE, IN_SHEET))


SMALLEST_CELL_PX: Final = 12
"""Minimum side of a readable cell, in pixels."""


def _attempt_redivided(image: Image, lattice: Lattice, hints: Hints) -> Attempt | None:
    """Return the attempt to read a square of more rows in the same place, if as many one-coloured
    regions show and make a puzzle, otherwise None.

    Without lines between cells, the borders of regions may leave out every second one.
    """
    lines = line_borders(image, lattice, cell_colours(image, lattice)[0])
    if np.median(lines.most) >= DRAWN_LINE:
        return None
    for size in range(lattice.rows + 1, MOST_ROWS + 1):
        xs = np.linspace(lattice.xs[0], lattice.xs[-1], size + 1, dtype=np.float32)
        ys = np.linspace(lattice.ys[0], lattice.ys[-1], size + 1, dtype=np.float32)
        other = Lattice(xs, ys, lattice.box)
        if other.pitch < SMALLEST_CELL_PX:
            break
        colours, have_several = cell_colours(image, other)
        groups = find_natural_groups(colour_borders(colours), COLOUR_FLOOR)
        if have_several.any() or groups is None or groups.regions != size:
            continue
        attempt = attempt_grid(image, find_edges(image), other, hints)
        if attempt.reading and attempt.stands and has_one_solution(attempt.reading.grid):
            return attempt
    return None


def _is_part_of(part: Lattice, larger: Lattice) -> bool:
    """Return True if a grid lies in a larger square one and has cells of the same size.

    Boards beside or below each other may seem to form a grid too, but seldom a square one.
    """
    is_alike = abs(part.pitch - larger.pitch) <= UNEVEN * larger.pitch
    is_square = larger.rows == larger.cols
    return is_square and is_alike and is_hidden(part.box, [larger.box])


def _read_collage(
    image: Image, meshes: Iterable[Edges], hints: Hints, read: list[Box]
) -> list[Attempt]:
    """Return the touching boards in meshes without a board so far; there must be several that fill
    most of the mesh."""
    for mesh in meshes:
        most = MOST_OF_COLLAGE * box_area(mesh.box)
        if any(shared_area(mesh.box, box) > most for box in read):
            continue
        pieces = list(_read_pieces(image, mesh, hints, DEEPEST_CUT))
        if len(pieces) > 1 and sum(box_area(piece.lattice.box) for piece in pieces) > most:
            return pieces
    return []


def _read_pieces(image: Image, mesh: Edges, hints: Hints, depth: int) -> Iterator[Attempt]:
    """Yield the attempts that read a board in a part of a mesh, cut up to ``depth`` times."""
    for piece in cut_mesh(mesh) if depth else ():
        lattice = find_lattice(piece)
        if lattice is not None:
            attempt = attempt_grid(image, piece, lattice, hints)
            if attempt.reading and attempt.stands:
                yield attempt
                continue
        yield from _read_pieces(image, piece, hints, depth - 1)


MOST_BARS: Final = 2
"""Maximum number of rows or columns beside a board that count as bars of buttons in line with
it."""


def _cut_out_squares(image: Image, lattice: Lattice) -> Iterator[Lattice]:
    """Yield a grid and, if it has a few more rows than columns, or fewer, the square grids in it:
    the others may be buttons or headings."""
    yield lattice
    size = min(lattice.rows, lattice.cols)
    down = lattice.rows - size
    right = lattice.cols - size
    # Rows that are missing at the picture's edge are cut off, and those of its colours are its own.
    if not 0 < down + right <= MOST_BARS or at_border(find_edges(image), lattice).any():
        return
    colours = cell_colours(image, lattice)[0]
    for row, col in product(range(down + 1), range(right + 1)):
        part = lattice.cut_out(row, col, size, size)
        if has_same_colours_beside(colours, lattice, part):
            continue
        sides = side_strengths(image, part, colours[row : row + size, col : col + size])
        if has_frame_where_cut(sides, lattice, part):
            yield part


BETTER_HINT: Final = "use a larger or cleaner picture"
FILLS_PICTURE: Final = "the picture ends where the board does, as if it were cut along a line"
IN_SHEET: Final = "the lines go on around the coloured cells, as in a spreadsheet"
"""Evidence that lowers the confidence."""


def attempt_grid(
    image: Image, edges: Edges, lattice: Lattice, hints: Hints, what: str = ""
) -> Attempt:
    """Read one grid of cells; messages call it ``what``, or by its position."""
    what = what or name_grid(lattice, lattice.move_by(hints.x, hints.y).box)
    ends = at_border(edges, lattice)
    refusal = _refuse_shape(what, edges, lattice, hints.size, ends)
    if refusal:
        return Attempt(lattice, PUZZLE, refusal=refusal)
    attempt = _attempt_square(what, image, lattice, hints, ends)
    # Tables have wide cells too, but no puzzle in them.
    if lattice.is_wide and attempt.reading and not _is_surely_puzzle(attempt.reading):
        doubt = AmbiguousBoard(f"{what} has wide cells, like a table", hint=CROP_HINT)
        return replace(attempt, refusal=doubt)
    return attempt


def _is_surely_puzzle(reading: Reading) -> bool:
    """Return True if a grid has exactly one solution, and no region of marked cells along two sides:
    small headings of a table look like notes."""
    for _, _, cells in along_two_sides(reading.grid):
        marked = sum(cells[mark.row, mark.col] for mark in reading.marks)
        if marked > reading.rows:
            return False
    return bool(has_one_solution(reading.grid))


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
        textured = None
        if regions.confidence < LEAST_CONFIDENCE:
            textured = find_textured_regions(image, lattice, hints.corrections)
    except BadFix as bad:
        return Attempt(lattice, PUZZLE, refusal=bad)
    if textured:
        textures, regions = textured
        # Under hatching, quarters of a cell show strokes or the ground by chance.
        cells = replace(cells, textures=textures, divided=0.0)
    is_sure = regions.confidence >= LEAST_CONFIDENCE
    # Boxes of labels may look like blocked cells beside N regions.
    if may_have_labels and (not is_sure or has_blocked_cells(regions.grid)):
        inner = _inside_labels(what, image, lattice, cells, hints, ends)
        if inner and inner.stands and inner.reading and not has_blocked_cells(inner.reading.grid):
            return inner
    if not is_sure:
        unsure = _unsure(what, regions, hints.corrections)
        return Attempt(lattice, PUZZLE, regions, refusal=unsure)
    marks = find_players_marks(image, lattice, cells, regions.grid)
    marks = frequent_as_notes(regions.grid, crosses_as_stars(regions.grid, marks))
    first = find_headings(regions.grid, marks) if hints.size is None else None
    if first:
        rest = lattice.cut_out(first[0], first[1], lattice.rows - 1, lattice.cols - 1)
        return _attempt_square(what, image, rest, hints, ends)
    extent = extent_confidence(image, lattice, cells, regions, ends)
    if extent == 0:
        cut_off = BoardCutOff(f"{what} has no frame at the picture's edge", hint=WHOLE_HINT)
        return Attempt(lattice, PUZZLE, regions, refusal=cut_off)
    return Attempt(
        lattice,
        PUZZLE,
        regions,
        reading_of(lattice, regions, marks.found, extent),
        refusal=find_doubt(what, regions.grid, cells, hints.corrections),
        signs=find_signs(
            what,
            regions.grid,
            cells,
            marks,
            is_told=hints.is_told,
            has_clues=has_clues_beside(sample_sides(image, lattice)),
        ),
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
    if regions.confidence > 0 or regions.count == size:
        doubtful = [border for border in regions.borders if border.margin < LEAST_MARGIN]
        cells = cells_to_confirm(doubtful)
        hint = BETTER_HINT
        if 0 < len(cells) <= MOST_ASKED:
            options = fix_options(regions.grid, list(corrections) + cells)
            hint += f", or say which regions they belong to: {options}"
        where = _name_cells(cells[:MOST_ASKED])
        detail = "; ".join(regions.evidence)
        return AmbiguousBoard(f"regions of {what} are uncertain{where}: {detail}", hint=hint)
    if corrections:
        return BadFix(
            f"with these cells {what} does not have {size} connected regions",
            hint="check --fix, or fix more cells",
        )
    if regions.count:
        return UnsupportedPuzzle(
            f"{what} shows {regions.count} regions, but a Star Battle board of its size has {size}",
            hint="show the whole Star Battle; for covered cells --fix R,C=LETTER, "
            "with letters as --stages DIR draws",
        )
    return BoardNotFound(f"{what} has no visible regions", hint=CROP_HINT)


def _name_cells(cells: Iterable[Cell]) -> str:
    """Return " at … and …" with rows and columns from 1, or "" for no cells."""
    names = [f"row {row + 1}, column {col + 1}" for row, col in cells]
    return " at " + " and ".join(names) if names else ""


def reading_of(
    lattice: Lattice, regions: RegionResult, marks: tuple[Mark, ...], extent: float
) -> Reading:
    """Return the reading of a lattice; ``extent`` is the confidence that the board ends where the
    grid does."""
    reading = Reading(
        PUZZLE,
        letters_by_appearance(regions.grid),
        tuple(lattice.xs.tolist()),
        tuple(lattice.ys.tolist()),
        lattice.box,
        marks,
        regions.confidence,
        regions.evidence,
        regions.borders,
        extent > UNFRAMED_CONFIDENCE,
    )
    return reading if extent == 1 else reading.limit(extent, FILLS_PICTURE)
