"""Evidence that a board with clear regions is a Star Battle or another puzzle, and doubts about its
regions."""

from collections import Counter
from typing import Final

import numpy as np

from solvers.cells import WALL, Cell, find_pieces
from vision.confidence import (
    BARE_BORDER,
    CHANCE_ROWS,
    COLOURED,
    DRAWN_LINE,
    FEWEST_NOT_HIDING,
    GIVEN,
    LEAST_CONFIDENCE,
    LEAST_NUMBERED_REGIONS,
    MOST_DIVIDED_CELLS,
    MOST_NUMBERED_CELLS,
)
from vision.errors import CROP_HINT, AmbiguousBoard, UnsupportedPuzzle
from vision.game_reader import Sign, weigh
from vision.grid.borders import (
    borders_beside,
    borders_inside,
    find_hidden_borders,
    has_blocked_cells,
    is_without_regions,
    label_regions,
    mark_letter,
    number_sides,
)
from vision.image import Bools
from vision.reading import Corrections
from vision.star_battle.cell_colours import measure_distances, measure_remainders
from vision.star_battle.classify import (
    PROVEN,
    Cells,
    has_one_solution,
    score_colours,
    score_lines,
)
from vision.star_battle.extent import find_gap_in_frame, has_dark_side
from vision.star_battle.marks import Marks
from vision.star_battle.players_marks import (
    FEWEST_LETTERS,
    FEWEST_PLACED,
    list_regions,
    may_be_stars,
)
from vision.star_battle.walls import hide_lines, measure_usual_chroma

PUZZLE: Final = "star-battle"
ONE_COLOUR: Final = 16.0
"""Maximum difference (L*a*b*) between cells of one colour, some of which may be in the glow of
others."""
MOST_STATES: Final = 3
"""Maximum number of colours that may be states of lamps."""
LEAST_SHADED: Final = 0.2
"""Minimum fraction of cells with the rarer of two shades; shaded puzzles have 0.25 to 0.5."""
LEAST_CROSSED: Final = 0.5
"""Minimum fraction of regions with both shades; in these puzzles 0.67 and more have them."""
FEWEST_TELLING: Final = 5
"""Minimum number of rows for N regions to be hardly ever there by chance: 4x4 cells in a few
colours may form 4."""


def find_signs(
    what: str,
    grid: tuple[str, ...],
    cells: Cells,
    marks: Marks,
    *,
    is_told: bool,
    has_clues: bool,
) -> tuple[Sign, ...]:
    """Return the signs that the grid of ``what`` is a Star Battle board, or that it is not.

    ``has_clues`` if something like clues is drawn beside its rows and columns.
    """
    has_walls = is_without_regions(grid)
    if has_walls:
        signs = _find_signs_of_walls(what, grid, cells)
    else:
        signs = _find_signs_of_regions(what, grid, cells)
    are_telling = len(marks.stars) >= FEWEST_PLACED
    are_allowed = may_be_stars(grid, marks.stars)
    # One number in each region, all different, is no star.
    are_alike = len({marks.figures[cell] for cell in marks.stars}) < FEWEST_LETTERS
    evidence = (
        (is_told, weigh(PUZZLE, GIVEN)),
        (
            cells.divided > MOST_DIVIDED_CELLS,
            _weigh_against("cells of several colours", f"cells of {what} have several colours"),
        ),
        (
            _are_numbered(grid, marks),
            _weigh_against(
                "numbers in corners",
                f"{what} has something in the corner of {marks.numbered} cells, like the numbers "
                "of other puzzles",
            ),
        ),
        (
            has_walls and not are_allowed and not are_alike,
            _weigh_against("numbers in cells", f"{what} has figures in its cells, like numbers"),
        ),
        (
            has_clues,
            _weigh_against(
                "clues beside rows and columns",
                f"{what} has clues beside it, like those of another puzzle",
            ),
        ),
        (
            are_telling and are_allowed and are_alike,
            weigh(PUZZLE, "marks where stars may be"),
        ),
        (
            are_telling and not are_allowed,
            _weigh_against(
                "marks where no stars may be", f"{what} has marks where no stars may be"
            ),
        ),
    )
    signs += [sign for is_found, sign in evidence if is_found]
    # Nearly all real puzzles have one solution, and hardly any other grid of cells has.
    if has_one_solution(grid) is False:
        refusal = AmbiguousBoard(
            f"no number of stars gives {what} exactly one solution, as puzzles have",
            hint="if it is a Star Battle: --puzzle star-battle, "
            "in a picture without anything over it",
        )
        # Things that can be seen explain a refusal better than those that were computed.
        is_explained = any(sign.refusal for sign in signs)
        name = f"{'walls' if has_walls else 'regions'} without exactly one solution"
        signs.append(weigh(PUZZLE, name, None if is_explained else refusal))
    return tuple(signs)


def _weigh_against(name: str, message: str) -> Sign:
    return weigh(PUZZLE, name, UnsupportedPuzzle(message, hint=CROP_HINT))


def _are_numbered(grid: tuple[str, ...], marks: Marks) -> bool:
    """Return True if there are as many numbers as in a crossword, or one in most of the regions."""
    if is_without_regions(grid):
        return marks.numbered > MOST_NUMBERED_CELLS * "".join(grid).count(".")
    return marks.numbered >= LEAST_NUMBERED_REGIONS * len(grid)


def _find_signs_of_walls(what: str, grid: tuple[str, ...], cells: Cells) -> list[Sign]:
    """Return the signs that only a board of walls and open cells can have."""
    wall = mark_letter(grid, WALL)
    are_plain = hide_lines(cells.colours, cells.line, wall)
    evidence = (
        (are_plain, weigh(PUZZLE, "walls and open cells")),
        (not are_plain, weigh(PUZZLE, "walls that hide no lines")),
        # Lamps in two states make a board with one solution by chance.
        (len(grid) < CHANCE_ROWS, weigh(PUZZLE, "few rows")),
        (not are_plain and len(grid) < FEWEST_NOT_HIDING, weigh(PUZZLE, "walls by chance")),
        (
            measure_usual_chroma(cells.colours, wall) >= COLOURED,
            _weigh_against(
                "coloured cells, unlike walls", f"{what} has cells of other colours than walls"
            ),
        ),
    )
    return [sign for is_found, sign in evidence if is_found]


def _find_signs_of_regions(what: str, grid: tuple[str, ...], cells: Cells) -> list[Sign]:
    """Return the signs that only a board of regions can have."""
    kind = "N regions in N rows"
    if has_blocked_cells(grid):
        kind = "N regions beside blocked cells"
    elif is_in_pieces(grid):
        kind = "N regions in several pieces"
    by_colours = score_colours(cells, grid)
    few = _count_few_colours(cells, grid)
    # No other puzzle shows its regions in four or more colours beyond doubt.
    has_many = measure_remainders(cells.colours, MOST_STATES)[-1] >= ONE_COLOUR
    is_proven = by_colours >= PROVEN and has_many and not has_blocked_cells(grid)
    evidence = (
        (True, weigh(PUZZLE, kind)),
        (len(grid) < FEWEST_TELLING, weigh(PUZZLE, "few rows")),
        (
            few > 0,
            _weigh_against(
                "two colours, no lines" if few <= 2 else "three colours, no lines",
                f"{what} has cells of {few} colours, but no lines between regions",
            ),
        ),
        (
            not is_proven and _has_only_rectangles(grid),
            _weigh_against(
                "rectangles alone", f"{what} is divided into rectangles, like a sudoku or a table"
            ),
        ),
        (
            _do_shades_cross_regions(grid, cells),
            _weigh_against(
                "two shades across regions",
                f"{what} has cells of two shades in the same regions, like another puzzle",
            ),
        ),
    )
    return [sign for is_found, sign in evidence if is_found]


def find_doubt(
    what: str, grid: tuple[str, ...], cells: Cells, corrections: Corrections
) -> AmbiguousBoard | None:
    """Return the reason to doubt the regions of ``what``, or None."""
    # Two regions may share a colour while a lone cell has one of its own, as under the mouse.
    has_lone_cell = min(Counter("".join(grid)).values()) == 1
    if is_in_pieces(grid) and has_lone_cell and has_one_solution(grid) is False:
        return AmbiguousBoard(
            f"a single cell of {what} has a colour of its own, and another colour is in several "
            "pieces",
            hint="take the picture again without a cell under the mouse",
        )
    # Under hatching, lines are not told from strokes.
    if cells.textures is not None:
        return None
    uncovered = "take the picture again without anything over the board"
    covered = _find_covered_cell(grid, cells, corrections) or find_gap_in_frame(cells, grid)
    if covered:
        row, col = covered
        return AmbiguousBoard(
            f"a line at row {row + 1}, column {col + 1} of {what} is missing, "
            "as if something covered it",
            hint=uncovered,
        )
    if has_dark_side(cells, grid):
        return AmbiguousBoard(
            f"a side of {what} has the colour of the lines, as if a bar covered it", hint=uncovered
        )
    return None


def is_in_pieces(grid: tuple[str, ...]) -> bool:
    """Return True if a region has several pieces."""
    found = find_pieces(grid)
    return any(len(pieces) > 1 for letter, pieces in found.items() if letter != "#")


def _count_few_colours(cells: Cells, grid: tuple[str, ...]) -> int:
    """Return the number of colours, or of textures, if there are so few, and no lines that show the
    regions, that they may be states of lamps, otherwise 0.

    Two colours may form N connected regions by chance, as in 1 of 11 random boards of 6 rows, and
    three in 1 of 800.
    """
    if score_lines(cells, grid) > 0:
        return 0
    # Places without a lamp may look like blocked cells.
    is_open = ~mark_letter(grid, WALL)
    shown = cells.colours if cells.textures is None else cells.textures.ground
    remainders = measure_remainders(shown[is_open][None], MOST_STATES)
    for count in range(2, MOST_STATES + 1):
        if remainders[count - 1] < min(ONE_COLOUR, remainders[count - 2] / 4):
            return count
    return 0


def _find_covered_cell(
    grid: tuple[str, ...], cells: Cells, corrections: Corrections
) -> Cell | None:
    """Return a cell beside a line that something seems to cover, or None.

    What covers a board lies in one place, where lines are missing or end between corners.
    A cell with the colour of the lines hides them. Dashed lines have gaps everywhere, and where
    colours show all regions single lines may vanish, but not one of four that all end or are missing
    where they meet.
    """
    most = cells.lines.most
    usual = float(np.median(most))
    if usual < DRAWN_LINE or is_without_regions(grid):
        return None
    # A line that is drawn may not be drawn all along.
    is_broken = (most >= usual / 2) & (cells.lines.least < BARE_BORDER * usual)
    bare = _find_bare_borders(most < BARE_BORDER * usual, grid)
    lost = bare | is_broken
    if not lost.any():
        return None
    by_colours = score_colours(cells, grid) >= LEAST_CONFIDENCE
    if by_colours and not _are_beside_several(lost, len(grid)):
        return None
    if not _are_in_one_place(lost, len(grid)):
        lost = bare & _meet_at_points(lost, len(grid)) if by_colours else bare
    corrected = np.zeros((len(grid), len(grid)), np.bool_)
    for cell in corrections:
        corrected[cell] = True
    is_hidden = find_hidden_borders(cells.colours, cells.lines.colour)
    lost &= ~is_hidden & ~borders_beside(corrected)
    if not lost.any():
        return None
    row, col = divmod(int(number_sides(len(grid), len(grid))[lost][0, 0]), len(grid))
    return row, col


def _are_in_one_place(lost: Bools, size: int) -> bool:
    """Return True if these borders lie in a part of the board that is at most half as wide and half
    as high."""
    cells = np.divmod(number_sides(size, size)[lost], size)
    return all(2 * np.ptp(places) < size for places in cells)


def _are_beside_several(lost: Bools, size: int) -> bool:
    """Return True unless all of these borders are those of one cell, whose mark may be drawn with a
    ground of its own."""
    beside = np.bincount(number_sides(size, size)[lost].ravel(), minlength=size * size)
    return bool(beside.max() < lost.sum())


def _find_bare_borders(bare: Bools, grid: tuple[str, ...]) -> Bools:
    """Return which borders without a trace of line may be covered, if lines are drawn between all
    others.

    A line of the grid that is bare at all borders inside regions, and only there, is none: a
    fractional zoom swallows such lines, and no cover has exactly this shape. Where a region has
    nearly the colour of the lines, ``find_hidden_borders`` knows.
    """
    labels = label_regions(grid)
    inside = borders_inside(labels)
    # Blocked cells may be drawn without lines.
    blocked = mark_letter(grid, WALL)
    rows, cols = labels.shape
    first, second = number_sides(rows, cols).T
    line = np.where(second == first + 1, first % cols, cols + first // cols)
    has_vanished = np.bincount(line, bare != inside)[line] == 0
    return np.asarray(bare & ~borders_beside(blocked) & ~has_vanished, np.bool_)


def _meet_at_points(lost: Bools, size: int) -> Bools:
    """Return True for the borders at a point at which all four are lost."""
    half = len(lost) // 2
    right = lost[:half].reshape(size, size - 1)
    below = lost[half:].reshape(size - 1, size)
    points = np.pad(right[:-1] & right[1:] & below[:, :-1] & below[:, 1:], 1)
    at_right = points[:-1, 1:-1] | points[1:, 1:-1]
    at_below = points[1:-1, :-1] | points[1:-1, 1:]
    return np.concatenate([at_right.ravel(), at_below.ravel()])


def _is_rectangle(region: Bools) -> bool:
    return bool(region.sum() == region.any(axis=0).sum() * region.any(axis=1).sum())


def _has_only_rectangles(grid: tuple[str, ...]) -> bool:
    """Return True if all regions are rectangles, as in a sudoku, or where a number in each is its
    area; the few regions of a small board may be rectangles of several shapes."""
    regions = list_regions(grid)
    shapes = {(int(part.any(axis=1).sum()), int(part.any(axis=0).sum())) for part in regions}
    is_telling = len(grid) > CHANCE_ROWS or len(shapes) == 1
    return is_telling and all(map(_is_rectangle, regions))


def _do_shades_cross_regions(grid: tuple[str, ...], cells: Cells) -> bool:
    """Return True if many cells have a second shade, and most regions have both: a solved puzzle
    in which cells are shaded."""
    remainders = measure_remainders(cells.colours, 2)
    if not remainders[1] < remainders[0] / 4 or remainders[0] < ONE_COLOUR:
        return False
    is_first = measure_distances(cells.colours, 2).argmin(axis=0).reshape(len(grid), -1) == 0
    crossed = [0 < is_first[region].mean() < 1 for region in list_regions(grid)]
    is_often = min(is_first.mean(), 1 - is_first.mean()) >= LEAST_SHADED
    return bool(is_often and np.mean(crossed) >= LEAST_CROSSED)
