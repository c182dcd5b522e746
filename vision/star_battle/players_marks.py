"""Marks of a player: what is drawn in cells, without hatching, letters, headings and notes."""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np

from solvers.cells import WALL, Cell
from vision.confidence import SAME_COLOUR
from vision.grid.borders import along_two_sides, label_regions
from vision.grid.lattice import Lattice
from vision.grid.textures import Textures
from vision.image import Bools, Floats, Image
from vision.reading import Mark
from vision.star_battle.classify import Cells, has_one_solution
from vision.star_battle.marks import Marks, find_marks

LETTERED: Final = 0.6
"""Minimum fraction of cells that show the most frequent figure of their region in a board with
lettered regions."""
MOST_LABELS: Final = 0.6
"""Minimum fraction of boxes of labels with something in them; a hyphen or a dot may be too small to
see."""
TINTED_LABELS: Final = 15.0
"""Minimum difference (L*a*b*) between empty boxes of labels and every cell of the board."""
MANY_STARS: Final = 1.5
"""Minimum number of notes, as a multiple of the stars of a solved board: a star too many is a
mistake, which a person may make once or twice."""
FEWEST_LETTERS: Final = 3
"""Minimum number of different figures for letters, since B and D may count as one; stars and pieces
are one or two."""
FEWEST_PLACED: Final = 3
"""Minimum number of marks whose places are evidence, and of regions in which a figure is a star in
place of a letter: two letters may look alike."""


def find_players_marks(
    image: Image, lattice: Lattice, cells: Cells, grid: tuple[str, ...]
) -> Marks:
    """Return the marks on a board that are neither walls nor the letters of its regions."""
    seen = find_marks(image, lattice, cells.colours).remove_from(grid, WALL)
    if cells.textures is not None:
        seen = without_hatching(grid, seen, cells.textures)
    return without_letters(grid, seen)


def without_hatching(grid: tuple[str, ...], marks: Marks, textures: Textures) -> Marks:
    """Return the marks in cells that don't look like most cells of their regions: the others show
    nothing but the strokes of a hatching."""
    usual = np.zeros_like(textures.shown)
    for region in list_regions(grid):
        usual[region] = np.median(textures.ground[region], axis=0)
    is_other = np.linalg.norm(textures.shown - usual, axis=2) > SAME_COLOUR
    return replace(marks, found=tuple(mark for mark in marks.found if is_other[mark.row, mark.col]))


def without_letters(grid: tuple[str, ...], marks: Marks) -> Marks:
    """Return the marks without the letters of the regions, if nearly every cell shows its region's
    figure, of several."""
    by_region: dict[str, Counter[int | str]] = defaultdict(Counter)
    for (row, col), look in marks.looks.items():
        by_region[grid[row][col]][look] += 1
    usual = [looks.most_common(1)[0] for looks in by_region.values()]
    letters = {look for look, _ in usual}
    number = sum(times for _, times in usual)
    if number <= LETTERED * sum(map(len, grid)) or len(letters) < FEWEST_LETTERS:
        return marks
    return _find_stars_among_letters(grid, marks)


def _find_stars_among_letters(grid: tuple[str, ...], marks: Marks) -> Marks:
    """Return the stars that are drawn in place of letters: one figure in several regions, in cells
    where stars may be."""
    by_figure: dict[int, list[Cell]] = defaultdict(list)
    for cell in marks.stars:
        by_figure[marks.figures[cell]].append(cell)
    found = []
    for cells in by_figure.values():
        regions = {grid[row][col] for row, col in cells}
        if len(regions) >= FEWEST_PLACED and may_be_stars(grid, cells):
            found.append(cells)
    if len(found) != 1:
        return Marks(())
    alike = dict.fromkeys(found[0], 0)
    return Marks(tuple(Mark(row, col, "star") for row, col in found[0]), alike, alike)


def find_headings(grid: tuple[str, ...], marks: Marks) -> Cell | None:
    """Return the first row and column beside boxed headings, as in a spreadsheet, or None.

    Headings form a region of their own, along two sides, so the count of regions does not reveal
    them. Regions of real puzzles may have that shape too, but a player's marks have fewer different
    figures than labels, and only without headings is there exactly one solution.
    """
    for row, col, cells in along_two_sides(grid):
        first = int(row == 0), int(col == 0)
        labels = [marks.figures[cell] for cell in marks.stars if cells[cell]]
        if len(labels) > len(grid) and len(set(labels)) >= FEWEST_LETTERS:
            return first
        rest = _cut_off(grid, first)
        if has_one_solution(grid) is False and has_one_solution(rest):
            return first
    return None


def _cut_off(grid: tuple[str, ...], first: Cell) -> tuple[str, ...]:
    """Return the board without a row and a column, from this first row and column on."""
    size = len(grid) - 1
    row, col = first
    return tuple(line[col : col + size] for line in grid[row : row + size])


def has_boxed_labels(colours: Floats, marks: Marks) -> bool:
    """Return True if the cells of the first row and column have one colour, and labels or a colour
    of their own.

    ``colours`` are the background colours in L*a*b*, shape (rows, cols, 3). The corner may be
    empty. What is also drawn inside the board is a mark, not a label.
    """
    outer = np.concatenate([colours[0, 1:], colours[1:, 0]])
    usual = np.median(outer, axis=0)
    if np.linalg.norm(outer - usual, axis=1).max() > SAME_COLOUR:
        return False
    inside = {look for (row, col), look in marks.looks.items() if row and col}
    outside = [look for (row, col), look in marks.looks.items() if bool(row) != bool(col)]
    apart = float(np.linalg.norm(colours[1:, 1:] - usual, axis=2).min())
    labels = sum(look not in inside for look in outside)
    return apart > TINTED_LABELS or labels >= MOST_LABELS * len(outer)


def list_regions(grid: tuple[str, ...]) -> list[Bools]:
    """Return a mask of the cells of each region."""
    labels = label_regions(grid)
    return [labels == label for label in range(int(labels.max()) + 1)]


def may_be_stars(grid: tuple[str, ...], cells: Collection[Cell], most: int = 0) -> bool:
    """Return True if no two of the cells touch, and no row, column or region has more than ``most``
    of them; by default as many as fit."""
    for (r, c), (row, col) in combinations(cells, 2):
        if max(abs(r - row), abs(c - col)) == 1:
            return False
    counts: Counter[tuple[str, int | str]] = Counter()
    for row, col in cells:
        counts.update([("row", row), ("col", col), ("region", grid[row][col])])
    # Open cells are no region.
    del counts["region", "."]
    return max(counts.values(), default=0) <= (most or max(1, len(grid) // 4))


def frequent_as_notes(grid: tuple[str, ...], marks: Marks) -> Marks:
    """Return the marks, with drawings that occur far more often than stars can as dots: they are a
    player's notes."""
    most = MANY_STARS * len(grid) * max(1, len(grid) // 4)
    count = Counter(marks.drawings[cell] for cell in marks.stars)
    notes = {cell for cell in marks.stars if count[marks.drawings[cell]] > most}
    found = [
        mark._replace(kind="dot") if (mark.row, mark.col) in notes else mark for mark in marks.found
    ]
    return replace(marks, found=tuple(found))


def crosses_as_stars(grid: tuple[str, ...], marks: Marks) -> Marks:
    """Return the marks, with crosses as stars if there are no other stars and the crosses solve the
    puzzle."""
    cells = [(mark.row, mark.col) for mark in marks.found]
    number, rest = divmod(len(cells), len(grid))
    are_crosses = number > 0 and {mark.kind for mark in marks.found} == {"cross"}
    # As many in all as every row, column and region may have.
    if not are_crosses or rest or not may_be_stars(grid, cells, number):
        return marks
    alike = dict.fromkeys(cells, 0)
    found = tuple(mark._replace(kind="star") for mark in marks.found)
    return Marks(found, alike, alike, marks.numbered)
