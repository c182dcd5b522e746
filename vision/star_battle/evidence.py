"""Evidence that a board with clear regions is a Star Battle or another puzzle, and doubts about its
regions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from itertools import combinations, pairwise
from typing import Final

import numpy as np

from solvers.cells import Cell, find_pieces
from vision.confidence import (
    BARE_BORDER,
    CHANCE_ROWS,
    LEAST_CONFIDENCE,
    LINE_FLOOR,
    MOST_FIGURES,
    MOST_NUMBERED_CELLS,
)
from vision.corrections import Corrections
from vision.errors import CROP_HINT, AmbiguousBoard, UnsupportedPuzzle
from vision.game_reader import Sign
from vision.grid.borders import FAINT, along_two_sides, label_regions, line_colour, off_mixtures
from vision.grid.lattice import Lattice
from vision.image import Bools, Floats, Image
from vision.reading import Mark
from vision.star_battle.cell_colours import measure_remainders
from vision.star_battle.classify import (
    MOST_ROWS_SOLVED,
    PROVEN,
    Cells,
    colours_alone,
    has_one_solution,
    lines_alone,
)
from vision.star_battle.marks import Marks
from vision.weights import GIVEN, weigh

PUZZLE: Final = "star-battle"
REGIONS: Final = "N regions in N rows"
BESIDE_BLOCKED: Final = "N regions beside blocked cells"
FEW_ROWS: Final = "few rows"
WALLS: Final = "walls and open cells"
POSSIBLE_STARS: Final = "marks where stars may be"
IMPOSSIBLE_STARS: Final = "marks where no stars may be"
UNSOLVED: Final = "regions without exactly one solution"
UNSOLVED_WALLS: Final = "walls without exactly one solution"
UNSOLVED_PIECES: Final = "regions in pieces without exactly one solution"
FEW_COLOURS: Final = "few colours, no lines"
COLOURED_WALLS: Final = "coloured cells, unlike walls"
LARGE_REGION: Final = "nearly all one region"
DIGITS: Final = "many different figures"
NUMBERS: Final = "numbers in corners"
BOXES: Final = "equal boxes"
COLOURED: Final = 20.0
"""Minimum chroma of a coloured cell; walls are black or grey, and open cells white."""
MOST_OF_ONE: Final = 0.6
"""Maximum fraction of the cells in one region; a larger region is the page with objects on it."""
ONE_COLOUR: Final = 16.0
"""Maximum difference (L*a*b*) between cells of one colour, some of which may be in the glow of
others."""
FEWEST_PROVING: Final = 4
"""Minimum number of colours for that proof: two or three may be states of lamps, or of a
picture."""
LETTERED: Final = 0.6
"""Minimum fraction of cells that show the most frequent figure of their region in a board with
lettered regions."""
COLOUR_OF_LABELS: Final = 4.0
"""Maximum difference (L*a*b*) between boxes of labels."""
MOST_LABELS: Final = 0.6
"""Minimum fraction of those boxes with something in them; a hyphen or a dot may be too small to
see."""
TINTED_LABELS: Final = 15.0
"""Minimum difference (L*a*b*) between empty boxes of labels and every cell of the board."""
MANY_STARS: Final = 1.5
"""Minimum number of notes, as a multiple of the stars of a solved board: a star too many is a
mistake, which a person may make once or twice."""
FEWEST_LETTERS: Final = 3
"""Minimum number of different figures for letters, since B and D may count as one; stars and pieces
are one or two."""
FEWEST_TELLING: Final = 5
"""Minimum number of rows for N regions to be hardly ever there by chance: 4x4 cells in a few
colours may form 4."""
FEWEST_PLACED: Final = 3
"""Minimum number of marks whose places are evidence."""
FEWEST_STARRED_REGIONS: Final = 3
"""Minimum number of regions in which a figure is a star in place of a letter: two letters may look
alike."""


def find_signs(
    what: str, grid: tuple[str, ...], cells: Cells, marks: Marks, *, is_told: bool
) -> tuple[Sign, ...]:
    """Return the signs that the grid of ``what`` is a Star Battle board, or that it is not."""
    has_walls = is_without_regions(grid)
    kind = REGIONS
    if has_walls:
        kind = WALLS
    elif has_blocked_cells(grid):
        kind = BESIDE_BLOCKED
    signs = [weigh(PUZZLE, kind)]
    if not has_walls and len(grid) < FEWEST_TELLING:
        signs.append(weigh(PUZZLE, FEW_ROWS))
    if is_told:
        signs.append(weigh(PUZZLE, GIVEN))
    by_colours = max(colours_alone(cells, grid))
    is_proven = _are_colours_proof(cells, grid, by_colours)
    few = _few_colours(cells, grid, by_colours)
    if few:
        signs.append(
            _against(
                FEW_COLOURS, f"{what} has cells of {few} colours, but no lines between regions"
            )
        )
    if has_walls and _are_coloured(cells):
        signs.append(_against(COLOURED_WALLS, f"{what} has cells of other colours than walls"))
    if not has_walls and _largest_region(grid) > MOST_OF_ONE:
        signs.append(_against(LARGE_REGION, f"{what} is nearly all one region"))
    signs += _signs_of_marks(what, grid, marks, is_proven=is_proven)
    # Things that can be seen explain a refusal better than those that were computed.
    is_explained = any(sign.refusal for sign in signs)
    return (*signs, *_signs_of_solution(what, grid, is_explained=is_explained))


def _against(name: str, message: str) -> Sign:
    return weigh(PUZZLE, name, UnsupportedPuzzle(message, hint=CROP_HINT))


def _signs_of_solution(what: str, grid: tuple[str, ...], *, is_explained: bool) -> list[Sign]:
    """Return the sign of a board that no number of stars gives exactly one solution.

    Nearly all real puzzles have one, and hardly any other grid of cells has.
    """
    if len(grid) > MOST_ROWS_SOLVED or has_one_solution(grid) is not False:
        return []
    kind = UNSOLVED
    if is_without_regions(grid):
        kind = UNSOLVED_WALLS
    elif is_in_pieces(grid):
        kind = UNSOLVED_PIECES
    if is_explained:
        return [weigh(PUZZLE, kind)]
    refusal = AmbiguousBoard(
        f"no number of stars gives {what} exactly one solution, as puzzles have",
        hint="if it is a Star Battle: --puzzle star-battle, in a picture without anything over it",
    )
    return [weigh(PUZZLE, kind, refusal)]


def _signs_of_marks(
    what: str, grid: tuple[str, ...], marks: Marks, *, is_proven: bool
) -> list[Sign]:
    """Return the signs of other puzzles that the marks and the shapes of the regions show."""
    signs = []
    has_walls = is_without_regions(grid)
    # What occurs more often than stars can is a note, but its figures count.
    found = frequent_as_notes(grid, marks)
    stars = [(mark.row, mark.col) for mark in found if mark.kind == "star"]
    open_cells = sum(letter != "#" for row in grid for letter in row)
    figures = len(set(marks.figures))
    possible = may_be_stars(grid, stars)
    if len(stars) >= FEWEST_PLACED and possible:
        signs.append(weigh(PUZZLE, POSSIBLE_STARS))
    elif len(stars) >= FEWEST_PLACED:
        message = f"{what} has marks where no stars may be"
        signs.append(_against(IMPOSSIBLE_STARS, message))
    if figures > MOST_FIGURES and not possible:
        signs.append(_against(DIGITS, f"{what} holds {figures} different figures, like digits"))
    if has_walls and marks.numbered > MOST_NUMBERED_CELLS * open_cells:
        message = f"{what} has something in the corner of {marks.numbered} cells, like the numbers of a crossword"
        signs.append(_against(NUMBERS, message))
    if not has_walls and not is_proven and _all_boxes(grid):
        message = f"{what} is divided into equal boxes, like a sudoku or a table"
        signs.append(_against(BOXES, message))
    return signs


def find_doubt(
    what: str,
    image: Image,
    lattice: Lattice,
    grid: tuple[str, ...],
    cells: Cells,
    corrections: Corrections,
) -> AmbiguousBoard | None:
    """Return the reason to doubt the regions of ``what``, or None."""
    # Two regions may share a colour while a lone cell has one of its own, as under the mouse.
    if is_in_pieces(grid) and _has_lone_cell(grid) and has_one_solution(grid) is False:
        return AmbiguousBoard(
            f"a single cell of {what} has a colour of its own, and another colour is in several "
            "pieces",
            hint="take the picture again without a cell under the mouse",
        )
    covered = _covered(image, lattice, grid, cells, corrections)
    if covered:
        row, col = covered
        return AmbiguousBoard(
            f"a line at row {row + 1}, column {col + 1} of {what} is missing, as if something covered it",
            hint="take the picture again without anything over the board",
        )
    return None


def _are_coloured(cells: Cells) -> bool:
    """Return True if some cells are coloured, unlike walls, which are black, and open cells, which
    are white or grey."""
    return float(np.hypot(cells.colours[..., 1], cells.colours[..., 2]).max()) >= COLOURED


def _largest_region(grid: tuple[str, ...]) -> float:
    """Return the fraction of the cells in the largest region."""
    letters = "".join(grid)
    return max(Counter(letters).values()) / len(letters)


def has_blocked_cells(grid: tuple[str, ...]) -> bool:
    """Return True if no star may be in some cells."""
    return any("#" in row for row in grid)


def is_without_regions(grid: tuple[str, ...]) -> bool:
    """Return True for a board of walls and open cells alone."""
    return set("".join(grid)) <= {"#", "."}


def is_in_pieces(grid: tuple[str, ...]) -> bool:
    """Return True if a region has several pieces."""
    found = find_pieces(grid)
    return any(len(pieces) > 1 for letter, pieces in found.items() if letter != "#")


def _has_lone_cell(grid: tuple[str, ...]) -> bool:
    return min(Counter("".join(grid)).values()) == 1


def _are_colours_proof(cells: Cells, grid: tuple[str, ...], by_colours: float) -> bool:
    """Return True if cells of four or more colours alone show N regions beyond doubt.

    ``by_colours`` is the confidence that colours alone give the grid.

    No other puzzle colours a board so, so what is drawn in its cells and the shape of its regions
    are weak evidence against it.
    """
    if has_blocked_cells(grid) or by_colours < PROVEN:
        return False
    # With one colour less, some cell is unlike all of them.
    return measure_remainders(cells.colours, FEWEST_PROVING - 1)[-1] >= ONE_COLOUR


def _few_colours(cells: Cells, grid: tuple[str, ...], by_colours: float) -> int:
    """Return the number of colours if so few alone show the regions that they may be states of
    lamps, otherwise 0.

    Two colours may form N connected regions by chance, as in 1 of 11 random boards of 6 rows; three
    only on the smallest boards.
    """
    are_alone = by_colours >= LEAST_CONFIDENCE and lines_alone(cells, grid) == 0
    if not are_alone or has_blocked_cells(grid):
        return 0
    most = 3 if len(grid) < CHANCE_ROWS else 2
    remainders = measure_remainders(cells.colours, most)
    for count in range(2, most + 1):
        apart = remainders[count - 2]
        if remainders[count - 1] < min(ONE_COLOUR, apart / 4):
            return count
    return 0


def without_letters(grid: tuple[str, ...], marks: Marks) -> Marks:
    """Return the marks without the letters of the regions, if nearly every cell shows its region's
    figure, of several."""
    figures = iter(marks.figures)
    by_region: dict[str, Counter[int | str]] = defaultdict(Counter)
    for mark in marks.found:
        by_region[grid[mark.row][mark.col]][
            next(figures) if mark.kind == "star" else mark.kind
        ] += 1
    usual = sum(max(figures.values()) for figures in by_region.values())
    letters = {figures.most_common(1)[0][0] for figures in by_region.values()}
    if usual <= LETTERED * sum(map(len, grid)) or len(letters) < FEWEST_LETTERS:
        return marks
    return _stars_among_letters(grid, marks)


def _stars_among_letters(grid: tuple[str, ...], marks: Marks) -> Marks:
    """Return the stars that are drawn in place of letters: one figure in several regions, in cells
    where stars may be."""
    stars = [mark for mark in marks.found if mark.kind == "star"]
    by_figure: dict[int, list[Mark]] = defaultdict(list)
    for star, figure in zip(stars, marks.figures, strict=True):
        by_figure[figure].append(star)
    found = []
    for same in by_figure.values():
        cells = [(star.row, star.col) for star in same]
        regions = {grid[row][col] for row, col in cells}
        if len(regions) >= FEWEST_STARRED_REGIONS and may_be_stars(grid, cells):
            found.append(same)
    if len(found) != 1:
        return Marks(())
    alike = (0,) * len(found[0])
    return Marks(tuple(found[0]), alike, alike)


def _covered(
    image: Image, lattice: Lattice, grid: tuple[str, ...], cells: Cells, corrections: Corrections
) -> Cell | None:
    """Return a cell beside a line that something seems to cover, or None.

    A cell with the colour of the lines hides them. If the colours show all regions, one line may
    vanish, as with a fractional zoom, but not all four that meet at a point.
    """
    pairs = _bare(cells, grid)
    if not pairs:
        return None
    line = line_colour(image, lattice, cells.colours)
    faint = FAINT * np.median(np.linalg.norm(cells.colours - line, axis=2))
    coloured = max(colours_alone(cells, grid)) >= LEAST_CONFIDENCE
    bare = {frozenset(pair) for pair in pairs}
    for one, other in pairs:
        if one in corrections or other in corrections:
            continue
        if off_mixtures(line, cells.colours[one], cells.colours[other]) < faint:
            continue
        if not coloured or _around_a_point(one, other, bare):
            return one
    return None


def _around_a_point(one: Cell, other: Cell, bare: set[frozenset[Cell]]) -> bool:
    """Return True if all four borders that meet at an end of this one are bare."""
    (row, col), upright = one, one[0] == other[0]
    corners = [(row - 1, col), (row, col)] if upright else [(row, col - 1), (row, col)]
    for r, c in corners:
        square = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        if all(frozenset(pair) in bare for pair in pairwise([*square, square[0]])):
            return True
    return False


def _bare(cells: Cells, grid: tuple[str, ...]) -> list[tuple[Cell, Cell]]:
    """Return the two cells at each border without a trace of line, if lines are drawn between all
    others.

    Two patterns don't count as covered: a line of the grid that is bare at all borders inside
    regions, as with a fractional zoom, and regions that are bare inside, as their colours may
    cause, and together are not a rectangle. No cover has exactly such a shape.
    """
    usual = float(np.median(cells.trace.values()))
    if usual < LINE_FLOOR * 3 or is_without_regions(grid):
        return []
    labels, least = label_regions(grid), BARE_BORDER * usual
    right, below = cells.trace.right < least, cells.trace.below < least
    # Blocked cells may be drawn without lines.
    blocked = np.array([[letter == "#" for letter in row] for row in grid])
    right &= ~(blocked[:, 1:] | blocked[:, :-1])
    below &= ~(blocked[1:] | blocked[:-1])
    regions = [labels == k for k in range(int(labels.max()) + 1)]
    pale = sum(
        (region for region in regions if _all_bare(region, right, below)),
        start=np.zeros_like(regions[0]),
    )
    if _rectangle(pale):
        pale[:] = False
    right &= ~(
        pale[:, 1:]
        | pale[:, :-1]
        | _vanished(cells.line.right < least, labels[:, 1:] == labels[:, :-1], 0)
    )
    below &= ~(
        pale[1:] | pale[:-1] | _vanished(cells.line.below < least, labels[1:] == labels[:-1], 1)
    )
    return [((int(r), int(c)), (int(r), int(c) + 1)) for r, c in np.argwhere(right)] + [
        ((int(r), int(c)), (int(r) + 1, int(c))) for r, c in np.argwhere(below)
    ]


def _vanished(bare: Bools, inside: Bools, axis: int) -> Bools:
    """Return True for the lines of the grid that are bare at all borders inside regions, and only
    there."""
    return np.asarray((bare == inside).all(axis=axis, keepdims=True))


def _all_bare(region: Bools, right: Bools, below: Bools) -> bool:
    """Return True if all borders inside a region are bare, and there are some."""
    across, down = region[:, 1:] & region[:, :-1], region[1:] & region[:-1]
    return bool(region.sum() > 1 and right[across].all() and below[down].all())


def _rectangle(region: Bools) -> bool:
    return bool(region.sum() == region.any(axis=0).sum() * region.any(axis=1).sum())


def headings(grid: tuple[str, ...], marks: Marks) -> Cell | None:
    """Return the outer row and column (0 or the last) that are boxed headings, as in a spreadsheet,
    or None.

    They form a region of their own, so the count of regions does not reveal them. Regions of real
    puzzles may have that shape too, but a player's marks have fewer different figures than labels.
    """
    stars = [mark for mark in marks.found if mark.kind == "star"]
    figures = {
        (mark.row, mark.col): figure for mark, figure in zip(stars, marks.figures, strict=True)
    }
    for row, col, cells in along_two_sides(grid):
        labelled = [figures[cell] for cell in cells if cell in figures]
        if len(labelled) > len(grid) and len(set(labelled)) >= FEWEST_LETTERS:
            return row, col
    return None


def has_boxed_labels(colours: Floats, marks: Marks) -> bool:
    """Return True if the cells of the first row and column have one colour, and labels or a colour
    of their own.

    ``colours`` are the background colours in L*a*b*, shape (rows, cols, 3). The corner may be
    empty. What is also drawn inside the board is a mark, not a label.
    """
    outer = np.concatenate([colours[0, 1:], colours[1:, 0]])
    usual = np.median(outer, axis=0)
    if np.linalg.norm(outer - usual, axis=1).max() > COLOUR_OF_LABELS:
        return False
    figures = iter(marks.figures)
    outside = []
    inside = set()
    for mark in marks.found:
        look = (mark.kind, next(figures) if mark.kind == "star" else None)
        if mark.row and mark.col:
            inside.add(look)
        elif mark.row or mark.col:
            outside.append(look)
    labels = sum(look not in inside for look in outside)
    apart = float(np.linalg.norm(colours[1:, 1:] - usual, axis=2).min())
    return labels >= MOST_LABELS * len(outer) or apart > TINTED_LABELS


def _all_boxes(grid: tuple[str, ...]) -> bool:
    """Return True if all regions are rectangles of one shape, as in a sudoku or a table but never
    in a Star Battle."""
    labels = label_regions(grid)
    regions = [labels == k for k in range(int(labels.max()) + 1)]
    shapes = {(int(region.any(axis=1).sum()), int(region.any(axis=0).sum())) for region in regions}
    return len(shapes) == 1 and all(_rectangle(region) for region in regions)


def may_be_stars(grid: tuple[str, ...], cells: Collection[Cell]) -> bool:
    """Return True if no two of the cells touch, and no row, column or region has more of them than
    fit."""
    return not _touch(cells) and max(_counts(grid, cells).values(), default=0) <= max(
        1, len(grid) // 4
    )


def is_solution(grid: tuple[str, ...], cells: Collection[Cell]) -> bool:
    """Return True if no two of the cells touch, and all rows, columns and regions have the same
    number of them."""
    counts = _counts(grid, cells)
    units = 2 * len(grid) + len(set("".join(grid)) - set(".#"))
    return len(counts) == units and len(set(counts.values())) == 1 and not _touch(cells)


def frequent_as_notes(grid: tuple[str, ...], marks: Marks) -> tuple[Mark, ...]:
    """Return the marks, with drawings that occur far more often than stars can as dots: they are a
    player's notes."""
    most = MANY_STARS * len(grid) * max(1, len(grid) // 4)
    count = Counter(marks.drawings)
    drawings = iter(marks.drawings)
    found = []
    for mark in marks.found:
        if mark.kind == "star" and count[next(drawings)] > most:
            mark = mark._replace(kind="dot")
        found.append(mark)
    return tuple(found)


def crosses_as_stars(grid: tuple[str, ...], marks: Marks) -> Marks:
    """Return the marks, with crosses as stars if there are no other stars and the crosses solve the
    puzzle."""
    kinds = {mark.kind for mark in marks.found}
    if kinds != {"cross"} or not is_solution(grid, [(mark.row, mark.col) for mark in marks.found]):
        return marks
    found = tuple(mark._replace(kind="star") for mark in marks.found)
    same = (0,) * len(found)
    return Marks(found, same, same, marks.numbered)


def _touch(cells: Iterable[Cell]) -> bool:
    return any(
        max(abs(r - row), abs(c - col)) == 1 for (r, c), (row, col) in combinations(cells, 2)
    )


def _counts(grid: tuple[str, ...], cells: Iterable[Cell]) -> Counter[tuple[str, int | str]]:
    """Return the number of cells in each row, column and region; open cells are no region."""
    counts: Counter[tuple[str, int | str]] = Counter()
    for row, col in cells:
        counts["row", row] += 1
        counts["col", col] += 1
        if grid[row][col] != ".":
            counts["region", grid[row][col]] += 1
    return counts
