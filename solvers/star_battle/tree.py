"""Depth-first search in Python: settle the board, try a star in the tightest unit, then its
absence.

The compiled kernel visits the same boards in the same order. Two masks hold all that is known of a
board: ``open``, the cells not yet excluded, and ``stars``, those of them that are certain. Rules
for pairs of rows, for regions and for splits of the board are applied in turn until none finds
anything new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from solvers.cells import Cell, bits, set_bits
from solvers.star_battle.layout import REMEMBERED, Contradiction, Layout, Placements
from solvers.star_battle.model import Puzzle

FIELD = 10
"""Bits for a number of stars, at most 30 * 7, and for the sign of a difference."""

SIGN = 1 << FIELD - 1
COUNT = SIGN - 1


class BoardState(NamedTuple):
    """Masks of a partly filled board: cells that may or do hold a star, and cells that do."""

    open: int
    stars: int


class PythonTree:
    """Boards of one search, in an order that depends only on the arguments.

    With ``priority``, a number for each cell, row by row, it branches on the cell with the least
    one; otherwise on the cell that touches the fewest free cells. ``nodes`` is the number of boards
    visited.
    """

    def __init__(self, puzzle: Puzzle, priority: Sequence[int] = ()) -> None:
        self.nodes = 0
        self._size = puzzle.size
        self._priority = priority
        self._propagator = Propagator(puzzle)
        self._boards = [self._propagator.start]

    @property
    def done(self) -> bool:
        """True if no board is left to visit."""
        return not self._boards

    def search(self, boards: int) -> tuple[Cell, ...] | None:
        """Return the (row, col) of the next solution, row by row, if it is found within this many
        boards; else None.
        """
        for _ in range(boards):
            if self.done:
                break
            self.nodes += 1
            try:
                board = self._propagator.settle(self._boards.pop())
            except Contradiction:
                continue
            # Every open cell is a star: the board is solved.
            if board.open == board.stars:
                return self._propagator.layout.cells(board.stars)
            self._branch_on(board)
        return None

    def _branch_on(self, board: BoardState) -> None:
        free = board.open & ~board.stars
        layout = self._propagator.layout

        def rate_cell(cell: int) -> int:
            # Without an order from outside: the cell that touches the fewest free cells.
            if not self._priority:
                return (layout.touching(cell) & free).bit_count()
            ((row, col),) = layout.cells(cell)
            return self._priority[row * self._size + col]

        cell = min(bits(self._propagator.find_tightest_unit(board)), key=rate_cell)
        self._boards.append(BoardState(board.open & ~cell, board.stars))
        self._boards.append(BoardState(board.open, board.stars | cell))


class Propagator:
    """Propagator of one puzzle's rules, for any of its boards."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._stars = puzzle.stars
        # A pair of rows needs a bit per state in its lane, and one for testing a whole lane.
        self.layout = layout = Layout(puzzle.size, (puzzle.stars + 1) ** 2 + 1)
        self._regions = list(map(layout.mask, puzzle.regions.values()))
        self._units = self._regions + layout.rows + layout.columns
        self._placements = Placements(layout)
        self._turned_regions = list(map(layout.transpose, self._regions))
        self._row_pairs = RowPairs(layout, puzzle.stars)
        self._splits = Splits(layout, puzzle.stars, self._placements)
        closed = layout.mask(puzzle.crossed) | layout.mask_walls(puzzle.grid)
        self.start = BoardState(layout.board & ~closed, layout.mask(puzzle.given))

    def settle(self, board: BoardState) -> BoardState:
        """Return the board with every consequence that is found.

        Raises Contradiction if there is no solution.
        """
        while True:
            before = None
            while before != board:
                before = board
                board = self._narrow_lines_and_regions(board.open, board.stars)
            # Splits cost most, so they come after all else has settled.
            counted = self._narrow_splits(board.open, board.stars) if self._regions else board
            if counted == board:
                return board
            board = counted

    def find_tightest_unit(self, board: BoardState) -> int:
        """Return the free cells of the row, column or region with the fewest placements."""
        free = board.open & ~board.stars

        def count_choices(unit: int) -> tuple[int, int]:
            cells = unit & board.open
            ways = self._placements.common(cells, unit & board.stars, self._stars)
            return ways.number, cells.bit_count()

        return free & min((unit for unit in self._units if unit & free), key=count_choices)

    def _narrow_lines_and_regions(self, open_: int, stars: int) -> BoardState:
        transpose = self.layout.transpose
        open_ &= ~self.layout.touching(stars)
        for region in self._regions:
            cells = region & open_
            known = region & stars
            open_, stars = self._placements.narrow(cells, known, self._stars, open_, stars)
        open_, stars = self._row_pairs.narrow(open_, stars)
        open_, stars = self._row_pairs.narrow(transpose(open_), transpose(stars))
        return BoardState(transpose(open_), transpose(stars))

    def _narrow_splits(self, open_: int, stars: int) -> BoardState:
        transpose = self.layout.transpose
        open_, stars = self._splits.narrow(open_, stars, self._regions)
        open_, stars = self._splits.narrow(transpose(open_), transpose(stars), self._turned_regions)
        return BoardState(transpose(open_), transpose(stars))


class RowPairs:
    """All pairs of neighbouring rows for one size and number of stars.

    A pair holds 2k stars, at most one in every two columns, which is tight on usual sizes. All
    pairs are swept from left to right at once. The lane of a pair holds the set of its reachable
    states (stars in the upper row, stars in the lower row) as bits; a sweep from right to left then
    shows which cells can be filled, and which columns of a pair cannot be left empty. This covers
    all rules but the regions'.
    """

    def __init__(self, layout: Layout, stars: int) -> None:
        states = (stars + 1) ** 2
        self._size = layout.size
        self._stride = layout.stride
        self._down = stars + 1
        self._lanes = layout.lanes & ~layout.rows[-1]
        self._any = (1 << states) - 1
        # State ``upper + down * lower``: with no star in the upper row, and with none in the lower.
        self._upper_placed = self._any & ~set_bits(range(0, states, self._down))
        self._lower_placed = self._any & ~set_bits(range(self._down))
        self._goal = self._lanes << states - 1
        self._top = self._lanes << self._stride - 1
        self._carry = self._top - self._lanes
        self._first_row = layout.rows[0]
        self._last_row = layout.rows[-1]

    def narrow(self, open_: int, stars: int) -> tuple[int, int]:
        """Return the open cells used by any placement in each pair, and the stars common to all
        placements.
        """
        columns = self._list_columns(open_, stars)
        goal = self._goal
        down = self._down
        empty = self._lanes
        filled = 0
        reached = []
        for upper, lower, none in columns:
            reached.append((empty, filled))
            before = empty
            empty = (before | filled) & none
            filled = (before << 1) & upper | (before << down) & lower
        if (empty | filled) & goal != goal:
            raise Contradiction
        uppers, lowers, empties = self._find_usable(columns, reached)
        open_ &= (uppers | self._last_row) & (lowers << self._stride | self._first_row)
        stars |= uppers & ~lowers & ~empties | (lowers & ~uppers & ~empties) << self._stride
        return open_, stars

    def _list_columns(self, open_: int, stars: int) -> list[tuple[int, int, int]]:
        """Return the possible states after each column with a star in the upper row, in the lower
        row, or none.
        """
        lanes = self._lanes
        open_below = open_ >> self._stride
        vacant = ~(stars | stars >> self._stride)
        return [
            (
                ((open_ >> col) & lanes) * self._upper_placed,
                ((open_below >> col) & lanes) * self._lower_placed,
                ((vacant >> col) & lanes) * self._any,
            )
            for col in range(self._size)
        ]

    def _find_usable(
        self, columns: list[tuple[int, int, int]], reached: list[tuple[int, int]]
    ) -> tuple[int, int, int]:
        """Return masks of the columns, at the upper cells, whose upper cell, lower cell or neither
        can be filled.
        """
        down = self._down
        carry = self._carry
        top = self._top
        shift = self._stride - 1
        after_empty = after_filled = self._goal
        uppers = lowers = empties = 0
        for col in range(self._size - 1, -1, -1):
            upper, lower, none = columns[col]
            empty, filled = reached[col]
            by_upper = after_filled & upper
            by_lower = after_filled & lower
            by_none = after_empty & none
            # Adding the carry sets a lane's top bit where any other bit of the lane is set.
            uppers |= ((((empty << 1) & by_upper) + carry) & top) >> shift - col
            lowers |= ((((empty << down) & by_lower) + carry) & top) >> shift - col
            empties |= ((((empty | filled) & by_none) + carry) & top) >> shift - col
            after_empty = by_none | by_upper >> 1 | by_lower >> down
            after_filled = by_none
        return uppers, lowers, empties


class _Shares(NamedTuple):
    """Maximum stars of a region above each split, and below it.

    ``play`` has SIGNs for splits that leave a choice.
    """

    above: int
    below: int
    play: int


class Splits:
    """All splits of the board between two rows, for one size and number of stars.

    For columns, pass the transposed board.

    The rows above a split hold a known number of stars, and so do those below. The contribution of
    each region is bounded by the 2x2 blocks that cover its part, as a block holds at most one star.
    If these bounds leave no slack, every region contributes all it can: regions wholly on one side,
    n regions in n rows, and the same with a region's overhang counted, are special cases.
    """

    def __init__(self, layout: Layout, stars: int, placements: Placements) -> None:
        self._stars = stars
        self._placements = placements
        self._layout = layout
        splits = layout.size - 1
        self._above = [(1 << rows * layout.stride) - 1 for rows in range(1, layout.size)]
        self._ones = _pack_fields([1] * splits)
        self._signs = self._ones * SIGN
        needed_above = range(stars, layout.size * stars, stars)
        self._needed_above = _pack_fields(needed_above)
        self._needed_below = _pack_fields(reversed(needed_above))
        self._known: dict[int, _Shares] = {}

    def narrow(self, open_: int, stars: int, regions: Iterable[int]) -> tuple[int, int]:
        """Return the open cells and the stars if each region has its share on both sides of each
        split.
        """
        parts = [region & open_ for region in regions]
        shares = list(map(self._find_shares, parts))
        above = self._find_spare(self._needed_above, sum(share.above for share in shares))
        below = self._find_spare(self._needed_below, sum(share.below for share in shares))
        for part, share in zip(parts, shares, strict=True):
            for split in _list_fields(share.play & ~above):
                count = _read_field(share.above, split)
                open_, stars = self._divide_region(part, split, count, open_, stars)
            for split in _list_fields(share.play & ~below):
                count = self._stars - _read_field(share.below, split)
                open_, stars = self._divide_region(part, split, count, open_, stars)
        return open_, stars

    def _divide_region(
        self, part: int, split: int, count_above: int, open_: int, stars: int
    ) -> tuple[int, int]:
        """Return the open cells and the stars if a region has exactly this many of its stars above
        the split.
        """
        narrow = self._placements.narrow
        above = part & self._above[split]
        below = part & ~above
        open_, stars = narrow(above, stars & above, count_above, open_, stars)
        return narrow(below, stars & below, self._stars - count_above, open_, stars)

    def _find_spare(self, needed: int, most: int) -> int:
        """Return SIGNs for splits with more stars than needed.

        Raises Contradiction if there are fewer.
        """
        spare = most + self._signs - needed
        # A sign that was borrowed: the regions can't fill one side of that split.
        if spare & self._signs != self._signs:
            raise Contradiction
        return self._sign_positive(spare ^ self._signs)

    def _sign_positive(self, fields: int) -> int:
        return fields + (self._signs - self._ones) & self._signs

    def _find_shares(self, part: int) -> _Shares:
        shares = self._known.get(part)
        if shares is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            shares = self._known[part] = self._compute_shares(part)
        return shares

    def _compute_shares(self, part: int) -> _Shares:
        first = ((part & -part).bit_length() - 1) // self._layout.stride
        last = (part.bit_length() - 1) // self._layout.stride
        above = below = 0
        for split, rows_above in enumerate(self._above):
            if split >= first:
                above += self._bound_stars(part & rows_above) << split * FIELD
            if split < last:
                below += self._bound_stars(part & ~rows_above) << split * FIELD
        return _Shares(above, below, self._sign_positive(above + below - self._stars * self._ones))

    def _bound_stars(self, cells: int) -> int:
        """Return an upper bound of the stars in these cells, at most a region's."""
        return min(self._stars, self._layout.count_blocks(cells))


def _read_field(fields: int, place: int) -> int:
    return fields >> place * FIELD & COUNT


def _list_fields(signs: int) -> Iterator[int]:
    """Yield the places of the fields whose SIGN is set."""
    return (sign.bit_length() // FIELD - 1 for sign in bits(signs))


def _pack_fields(numbers: Iterable[int]) -> int:
    return sum(number << place * FIELD for place, number in enumerate(numbers))
