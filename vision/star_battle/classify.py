"""Classification of the regions of a board, and the confidence in them, from its lines and colours
together."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np

from solvers.cells import LETTERS, PLAIN, WALL, rename_regions
from solvers.errors import BadNotation, SolveTimeout, count_of
from solvers.star_battle.search import infer_stars
from vision.confidence import (
    COLOUR_FLOOR,
    DOUBTFUL_CONFIDENCE,
    LEAST_CONFIDENCE,
    LINE_FLOOR,
)
from vision.game_reader import RegionResult
from vision.grid.borders import (
    Borders,
    Labels,
    Lines,
    borders_beside,
    borders_inside,
    colour_borders,
    find_hidden_borders,
    has_blocked_cells,
    label_regions,
    line_borders,
    number_groups,
    number_sides,
    side_strengths,
    write_rows,
)
from vision.grid.cells import cell_colours, look_beside_plates
from vision.grid.lattice import Lattice
from vision.grid.textures import Textures, describe_textures
from vision.image import Bools, Floats, Image, find_components
from vision.reading import Border, Corrections
from vision.star_battle.border_evidence import (
    BorderEvidence,
    EvidenceScore,
    apply_corrections,
    cells_beside,
    find_natural_groups,
    list_without_ring,
    settle_borders,
    settle_odd_cells,
)
from vision.star_battle.cell_colours import (
    group_by_colour,
    list_blocked_cells,
    may_be_pieces,
    recolour_lone_cells,
    remove_shades,
)
from vision.star_battle.walls import list_walls, open_walls

LEAST_SEEN: Final = 0.5
"""Minimum share of the borders that can be measured if lines are to show the regions: a third of
them is visible between lamps of three colours."""
PROVEN: Final = 0.99
"""Minimum confidence that colours alone give the regions for them to be proof: the colours differ
by three times as much between regions as inside. Real coloured boards have 0.99 and more, an
exception in a hundred."""
FEWEST_BLOCKED: Final = 2
"""Minimum number of places with blocked cells: a single one may be a region too many, and leaving
out some region gives one solution on every fourth board of N + 1 regions at random."""
FEWEST_BLOCKED_BETWEEN_LINES: Final = 4
"""The same where lines alone show the regions: players colour a few cells of a white board."""
MOST_CHOICES: Final = 6
"""Maximum number of choices of blocked cells that are solved, which may take 0.1 s each: real
pictures have up to 3."""
MOST_ODD: Final = 1.5
"""Maximum number of regions per row of a board with odd cells; more means only that the lines
vary."""
MOST_BOARDS: Final = 1000
"""Number of boards visited to prove that a board has one solution, with all numbers
of stars: real ones with walls need up to 11. This takes 1 to 6 ms, and 20 ms for 25 rows. A count,
unlike a time, gives the same reading on a busy machine."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Measurements of a board: the background colour of each cell, and the strength of each border
    by line and colour.

    ``lines`` are the lines at the borders, ``sides`` their strength beside each outermost cell:
    left, top, right, bottom; ``frame`` is its weakest on each side. ``walls`` are those of a board
    without regions. ``tints`` are the colour borders as they are, and without shades over cells,
    once for each possibility. ``divided`` is the fraction of cells that have several colours.
    ``textures`` are set if they show the regions.
    """

    colours: Floats
    lines: Lines
    tints: list[Borders]
    sides: tuple[Floats, Floats, Floats, Floats]
    walls: RegionResult | None = None
    divided: float = 0.0
    textures: Textures | None = None

    @property
    def line(self) -> Borders:
        """Strength of the line along most of each border."""
        return self.lines.usual

    @property
    def colour(self) -> Borders:
        """Difference of the two cells' colours at each border."""
        return self.tints[0]

    @property
    def frame(self) -> list[float]:
        """Line strength of each side at its weakest point."""
        return [float(side.min()) for side in self.sides]


def measure_cells(image: Image, lattice: Lattice) -> Cells:
    """Measure the cells and borders of a lattice in a picture of shape (H, W, 3), dtype uint8,
    BGR."""
    middles, several = cell_colours(image, lattice)
    lines = line_borders(image, lattice, middles)
    colours, plates = look_beside_plates(image, lattice, middles)
    # A line whose colour lies between those of its two cells leaves no trace.
    unseen = (lines.most <= LINE_FLOOR) & find_hidden_borders(middles, lines.colour)
    lines = lines._replace(usual=lines.usual.hide(borders_beside(plates) | unseen))
    shown = [colours, *remove_shades(colours)]
    tints = list(map(colour_borders, shown))
    walls = _find_walls(shown, lines.usual)
    sides = side_strengths(image, lattice, open_walls(walls.grid, middles) if walls else middles)
    return Cells(colours, lines, tints, sides, walls, float(np.mean(several & ~plates)))


def _find_walls(shown: list[Floats], line: Borders) -> RegionResult | None:
    """Return the walls of a board, by its colours (rows, cols, 3) with or without a shade: the
    first ones with exactly one solution, or the first ones; None if it has none."""
    possible = [walls for colours in shown for walls in list_walls(colours, line)]
    solved = [walls for walls in possible if has_one_solution(walls.grid)]
    return next(iter(solved + possible), None)


def classify(cells: Cells, corrections: Corrections) -> RegionResult:
    """Return the walls of a board without regions, or the N regions of a square board of N rows.

    ``corrections`` are letters of the result without them, by cell; the letters of the other cells
    stay the same.

    Raises
    ------
    BadFix
        If a corrected cell is not on the board, the board has no such letter, or no cell of that
        region is beside it.
    """
    # Walls come first: a board in two colours may show N groups of cells by chance.
    if cells.walls is not None and cells.walls.confidence >= LEAST_CONFIDENCE:
        guess = cells.walls
    else:
        guess = _choose_clearest([_find_regions(cells, tint) for tint in cells.tints])
    others: list[Callable[[Cells], RegionResult | None]] = []
    is_unsure = guess.confidence < LEAST_CONFIDENCE
    if is_unsure:
        others = [
            _regions_around_odd_cells,
            _regions_without_lone_cell,
            _regions_beside_ring,
            _regions_in_pieces,
        ]
    # Blocked cells on a plain board may look like regions of their own.
    if is_unsure or has_one_solution(guess.grid) is False:
        others.append(_regions_beside_blocked_cells)
    for find_others in others:
        found = find_others(cells)
        if found is not None:
            return _correct_cells(found, corrections)
    if not corrections:
        return guess
    grid = apply_corrections(guess.grid, corrections)
    line = settle_borders(cells.line, grid, corrections)
    known = replace(cells, lines=cells.lines._replace(usual=line))
    tints = [settle_borders(tint, grid, corrections) for tint in cells.tints]
    result = _choose_clearest([_find_regions(known, tint) for tint in tints])
    asked = filter(
        lambda border: corrections.keys().isdisjoint(cells_beside(border)), result.borders
    )
    return replace(result, grid=rename_regions(result.grid, grid), borders=tuple(asked))


def confirm(cells: Cells, grid: tuple[str, ...]) -> float:
    """Return the confidence, 0…1, that the measured cells show this grid."""
    if has_blocked_cells(grid):
        return cells.walls.confidence if cells.walls and cells.walls.grid == grid else 0.0
    labels = label_regions(grid)
    doubt = 1.0
    for source in (lines_of(cells.line), colours_of(cells.colour)):
        doubt *= 1 - source.score_labels(labels)
    return 1 - doubt


def lines_of(borders: Borders) -> BorderEvidence:
    """Return the lines between cells as a source of evidence."""
    return BorderEvidence("lines", "px of black", LINE_FLOOR, borders)


def colours_of(borders: Borders) -> BorderEvidence:
    """Return the colours of the cells as a source of evidence."""
    return BorderEvidence("colours", "in L*a*b*", COLOUR_FLOOR, borders)


def score_lines(cells: Cells, grid: tuple[str, ...]) -> float:
    """Return the confidence that lines alone give a grid; 0 if too few of them can be measured, or
    none between regions."""
    visible = cells.line.visible
    labels = label_regions(grid)
    if visible.mean() < LEAST_SEEN or not (visible & ~borders_inside(labels)).any():
        return 0.0
    return lines_of(cells.line).score_labels(labels)


def score_colours(cells: Cells, grid: tuple[str, ...]) -> float:
    """Return the confidence that colours alone give a grid, as they are or without a shade, or
    textures."""
    labels = label_regions(grid)
    tints = list(cells.tints)
    if cells.textures is not None:
        tints.append(colour_borders(cells.textures.ground))
    return max(colours_of(tint).score_labels(labels) for tint in tints)


def _choose_clearest(found: list[RegionResult]) -> RegionResult:
    """Return the most confident of the results with and without a shade, if all that can be puzzles
    agree with it."""
    found = sorted(found, key=lambda result: -result.confidence)
    sure = [result for result in found if result.confidence >= LEAST_CONFIDENCE]
    possible = [result for result in sure if has_one_solution(result.grid) is not False]
    best = (possible or found)[0]
    grids = {result.grid for result in possible or sure}
    if len(grids) < 2:
        return best
    borders = []
    for border in best.borders:
        (row, col), (r, c) = cells_beside(border)
        # Two regions meet there in only some of the grids.
        is_open = len({grid[row][col] == grid[r][c] for grid in grids}) > 1
        borders.append(border._replace(margin=1.0) if is_open else border)
    return replace(
        best,
        confidence=DOUBTFUL_CONFIDENCE,
        evidence=("a cell has a colour of its own, and may belong to several regions",),
        borders=_sort_by_margin(borders),
    )


class _Witness:
    """One source, the regions that it shows by itself, and its confidence in them.

    ``groups`` are as many as rows, or a few more if these are clearer (odd cells). ``score`` is 0
    if they are more, ``nearly`` that of the borders that agree. ``natural`` is the number of
    regions without a number to aim at, 0 if there is none.
    """

    def __init__(self, source: BorderEvidence) -> None:
        size = source.borders.rows
        natural = find_natural_groups(source.borders, source.floor)
        self.source = source
        self.natural = natural.regions if natural else 0
        self.groups = source.divide_cells(size)
        if natural and size < natural.regions <= MOST_ODD * size:
            self.groups = natural
        has_all = self.groups.regions == size
        self.score = source.score_groups(self.groups) if has_all else 0.0
        self.nearly = source.compare_regions(self.groups.labels).score

    @property
    def is_puzzle(self) -> bool:
        """True unless the regions are known not to have exactly one solution."""
        return has_one_solution(self.groups.rows()) is not False

    def describe(self) -> str:
        """Describe what the source shows by itself in one line."""
        return self.source.describe_groups(self.groups)


def _find_regions(cells: Cells, colour: Borders) -> RegionResult:
    """Return the regions that the clearer source shows, with the joint confidence of both
    sources."""
    size = cells.line.rows
    lines = _Witness(lines_of(cells.line))
    colours = _Witness(colours_of(colour))
    ranked = sorted((lines, colours), key=lambda one: (one.score, one.nearly), reverse=True)
    # A player may colour as many cells of a board with lines as it lacks regions of a colour.
    if ranked[1].score >= LEAST_CONFIDENCE and ranked[1].is_puzzle and not ranked[0].is_puzzle:
        ranked.reverse()
    lead = ranked[0]
    other = ranked[1]
    grid = lead.groups.rows()
    labels = lead.groups.labels
    by_lead = lead.source.compare_regions(labels)
    by_other = other.source.compare_regions(labels)
    is_same = np.array_equal(other.groups.labels, labels)
    # A page's gradient that shows through divides a board into its columns, which is no puzzle.
    is_refuted = other.score > 0 and lead.is_puzzle and not other.is_puzzle
    rival = 0.0 if is_same or is_refuted else other.score
    confidence = _join_confidence(lead.score, by_other, rival, labels)
    evidence = (lines.describe(), colours.describe())
    borders = _list_borders(cells.line, colour, by_lead, by_other, labels)
    if confidence == 0:
        counts = [witness.natural for witness in (lines, colours) if witness.natural]
        is_near = lead.nearly >= LEAST_CONFIDENCE and not counts
        count = min(counts, key=lambda regions: abs(regions - size), default=0)
        unsure = DOUBTFUL_CONFIDENCE if is_near else 0.0
        return RegionResult(grid, unsure, evidence, borders, count)
    return RegionResult(grid, confidence, evidence, borders, size)


def _regions_around_odd_cells(cells: Cells) -> RegionResult | None:
    """Return N regions that colours show but for single cells of other colours, such as a player's,
    which belong where the lines beside them say; None if they are no puzzle."""
    size = len(cells.colours)
    colours = colours_of(cells.colour)
    found = find_natural_groups(cells.colour, colours.floor)
    if found is None or not size < found.regions <= MOST_ODD * size:
        return None
    settled = settle_odd_cells(found, lines_of(cells.line))
    if settled is None or settled[0].max() + 1 != size:
        return None
    labels, score = settled
    confidence = min(colours.score_groups(found), score)
    grid = write_rows(labels)
    if confidence < LEAST_CONFIDENCE or not has_one_solution(grid):
        return None
    odd = count_of(found.regions - size, "cell")
    evidence = (
        f"{odd} of other colours belong where the lines beside them are weak, score {score:.2f}",
        colours.describe_groups(found),
    )
    return RegionResult(grid, confidence, evidence, (), size)


def _regions_without_lone_cell(cells: Cells) -> RegionResult | None:
    """Return N regions if a cell of a colour of its own, as under the mouse, belongs to one beside
    it; None if that gives no puzzle with exactly one solution."""
    found: list[RegionResult] = []
    for colours in recolour_lone_cells(cells.colours):
        result = _find_regions(cells, colour_borders(colours))
        if result.confidence >= LEAST_CONFIDENCE and has_one_solution(result.grid):
            found.append(result)
    return _choose_clearest(found) if found else None


def _regions_beside_ring(cells: Cells) -> RegionResult | None:
    """Return N regions that lines show without a ring inside a cell, such as the selected one; None
    if that gives no puzzle, or several."""
    size = len(cells.colours)
    possible: dict[tuple[str, ...], RegionResult] = {}
    for lines in list_without_ring(lines_of(cells.line)):
        groups = lines.divide_cells(size)
        confidence = lines.score_groups(groups)
        grid = groups.rows()
        is_clear = groups.regions == size and confidence >= LEAST_CONFIDENCE
        if is_clear and has_one_solution(grid) is not False:
            evidence = ("a cell has a ring inside", lines.describe_groups(groups))
            possible[grid] = RegionResult(grid, confidence, evidence, (), size)
    return next(iter(possible.values())) if len(possible) == 1 else None


def find_textured_regions(
    image: Image, lattice: Lattice, corrections: Corrections
) -> tuple[Textures, RegionResult] | None:
    """Return the textures of cells and the N regions that they show; None if they show another
    number, or no puzzle."""
    textures = describe_textures(image, lattice)
    if textures is None:
        return None
    borders = colour_borders(textures.ground)
    source = BorderEvidence("textures", "in L*", COLOUR_FLOOR, borders)
    groups = find_natural_groups(borders, source.floor)
    if groups is None or groups.regions != len(groups.labels):
        return None
    confidence = source.score_groups(groups)
    grid = groups.rows()
    if confidence < LEAST_CONFIDENCE or not has_one_solution(grid):
        return None
    found = RegionResult(grid, confidence, (source.describe_groups(groups),), (), groups.regions)
    return textures, _correct_cells(found, corrections)


def _regions_in_pieces(cells: Cells) -> RegionResult | None:
    """Return regions of which some are in several pieces, or None unless N colours show them beyond
    doubt and no lines show others."""
    if len(cells.colours) > len(LETTERS):
        return None
    groups = group_by_colour(cells.colours)
    lines = lines_of(cells.line)
    colours = colours_of(cells.colour)
    confidence = colours.score_groups(groups)
    labels = groups.labels
    by_lines = lines.compare_regions(labels)
    if not may_be_pieces(groups) or confidence < PROVEN or by_lines.shows_other_grid(labels):
        return None
    evidence = (
        "regions in several pieces, as the colours show",
        colours.describe_groups(groups),
    )
    borders = _list_borders(
        cells.line, cells.colour, colours.compare_regions(labels), by_lines, labels
    )
    return RegionResult(groups.rows(), confidence, evidence, borders, groups.regions)


@lru_cache(maxsize=64)
def has_one_solution(grid: tuple[str, ...]) -> bool | None:
    """Return True if one number of stars gives the board exactly one solution, False if none does,
    or several do; None if a search takes too long."""
    try:
        return infer_stars(grid, max_nodes=MOST_BOARDS) is not None
    except SolveTimeout:
        return None
    except BadNotation:
        return False


def _regions_beside_blocked_cells(cells: Cells) -> RegionResult | None:
    """Return N regions beside blocked cells, or None unless exactly one choice of these cells gives
    a board with one solution."""
    size = len(cells.colours)
    possible: dict[tuple[str, ...], RegionResult] = {}
    for mask in list_blocked_cells(cells.colours):
        # Row 0 is the background.
        pieces = len(find_components(mask.astype(np.uint8), 4)[1]) - 1
        if pieces < FEWEST_BLOCKED:
            continue
        marked = tuple(map("".join, np.where(mask, WALL, PLAIN).tolist()))
        blocked = {}
        for row, col in np.argwhere(mask).tolist():
            blocked[row, col] = WALL
        line = settle_borders(cells.line, marked, blocked)
        colour = settle_borders(cells.colour, marked, blocked)
        sources = [colours_of(colour)]
        if pieces >= FEWEST_BLOCKED_BETWEEN_LINES:
            sources.append(lines_of(line))
        for source in sources:
            groups = source.divide_cells(size + pieces)
            confidence = source.score_groups(groups)
            if groups.regions != size + pieces or confidence < LEAST_CONFIDENCE:
                continue
            if len(np.unique(groups.labels[~mask])) == size:
                grid = _mark_blocked_cells(groups.labels, mask)
                evidence = (
                    "regions beside blocked cells, with one solution",
                    source.describe_groups(groups),
                )
                possible[grid] = RegionResult(grid, confidence, evidence, (), size)
    # If many colours recur, none of them stands for blocked cells.
    if len(possible) > MOST_CHOICES:
        return None
    solved = [result for grid, result in possible.items() if has_one_solution(grid)]
    return solved[0] if len(solved) == 1 else None


def _mark_blocked_cells(labels: Labels, blocked: Bools) -> tuple[str, ...]:
    """Return the grid of regions, by first appearance, with ``#`` for blocked cells."""
    letters = np.full(labels.shape, WALL)
    letters[~blocked] = np.array(list(LETTERS))[number_groups(labels[~blocked])]
    return tuple(map("".join, letters.tolist()))


def _correct_cells(result: RegionResult, corrections: Corrections) -> RegionResult:
    """Return regions in pieces with the corrected cells, without confidence if they lose a
    region."""
    grid = apply_corrections(result.grid, corrections)
    has_all = len(set("".join(grid)) - {"#"}) == len(grid)
    return replace(result, grid=grid, confidence=result.confidence if has_all else 0.0)


def _join_confidence(lead: float, other: EvidenceScore, rival: float, labels: Labels) -> float:
    """Return the joint confidence: agreement raises it, and a different grid shown by the other
    source lowers it.

    Two grids of N regions each differ in borders of both kinds. So a covered or an extra line, or
    two touching regions of one colour, only makes a source uncertain; it does not contradict the
    grid.
    """
    if lead == 0 or other.shows_other_grid(labels) or rival:
        return lead * (1 - max(other.score, rival))
    return lead if other.against.any() else 1 - (1 - lead) * (1 - other.score)


def _list_borders(
    line: Borders, colour: Borders, lead: EvidenceScore, other: EvidenceScore, labels: Labels
) -> tuple[Border, ...]:
    """Return all borders, smallest margin first, by the clearer source unless the other one
    contradicts it."""
    rows, cols = labels.shape
    margins = lead.margins
    if other.score:
        least = np.minimum(margins, other.margins)
        margins = np.where(other.against, least, np.maximum(margins, other.margins))
    first, second = number_sides(rows, cols).T
    row, col = np.divmod(first, cols)
    side = np.where(second == first + 1, "right", "below")
    measured = map(
        Border,
        row.tolist(),
        col.tolist(),
        side.tolist(),
        (~borders_inside(labels)).tolist(),
        line.strengths.tolist(),
        colour.strengths.tolist(),
        margins.tolist(),
    )
    return _sort_by_margin(measured)


def _sort_by_margin(borders: Iterable[Border]) -> tuple[Border, ...]:
    return tuple(sorted(borders, key=lambda border: border.margin))
