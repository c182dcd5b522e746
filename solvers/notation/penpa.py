"""Links of Penpa+: an address whose part after ``p=`` is base64 of deflated lines, most of them JSON.

Only the problem layer is read: its black and thick lines are borders, its black cells walls, its stars and small
crosses known cells. The solution layer holds somebody's answer, which is not part of the puzzle. The stars
per row are the only number of the problem, or in its title.
"""

from __future__ import annotations

import binascii
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, TypeVar
from urllib.parse import unquote

from solvers.cells import PLAIN, WALL, Cell
from solvers.errors import BadNotation
from solvers.notation.regions import bordered, check_size, whole
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle

Layer = Mapping[str, Any]
Line = tuple[int, int]
Kind = TypeVar("Kind")

ADDRESS = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
LINK = re.compile(r"(?:^|[#?&])m=(?:edit|solve)&(?:[^\s&]{1,40}&)?p=([^\s&#]+)")
INFLATED = 4_000_000  # bytes; a board takes about 5,000, a picture behind it may take a million
WIDEST = 100  # cells, as wide as Penpa+ makes a sheet
HINT = "the whole link, as Penpa+ shares it"

BEYOND = 2  # unused cells of a sheet beyond each side
MARGIN = 1  # empty cells around the board; the stars per row are written there
CELL_PX = 38
VERSION = (3, 2, 3)  # of Penpa+: these links have its format
MODE = {
    "grid": ["2", "2", "1"],  # dashed lines between cells, a frame round the board
    "pu_q": {"edit_mode": "lineE"},
    "pu_a": {"edit_mode": "combi", "combi": ["star", ""]},
}
TITLE = "Title: Star Battle"
TITLE_STARS = re.compile(r"([0-9])[ -]?(?:★|stars?\b)", re.IGNORECASE)

BLACK, BORDERS = 2, (2, 21)  # styles of a line
WALLS = (1, 4)  # the darkest of the fills of a cell
CROSS, STAR, STARS = 0, 2, (1, 2, 3)  # of the symbols called "star"
EMPTY: Layer = {
    **{f"command_{name}": {"__a": []} for name in ("redo", "undo", "replay")},
    **{name: {} for name in ("surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "deletelineE")},
    **{name: [] for name in ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")},
}
"""Empty layer."""

SHORT = "9QAGMSLEWCNYPBRU81F2T3D05467_"
LONG = (
    "qa pu_q pu_a grid edit_mode surface line lineE wall cage number symbol special board command_redo command_undo "
    "command_replay numberS freeline freelineE thermo arrows direction squareframe polygon deletelineE killercages "
    "nobulbthermo __a"
)
EXPANDED = {"Z": "z", "O": "null"} | {short: f'"{long}"' for short, long in zip(SHORT, LONG.split(), strict=True)}
"""Expansion of ``z`` and a character in the lines."""


@dataclass(frozen=True, slots=True)
class PenpaSheet:
    """A sheet of width x height cells, the unused ones included, with an N by N board from (top, left) on.

    Cells are numbered row by row, with BEYOND unused ones beyond each side; corners follow, in the same order, each by
    the cell at whose lower right it lies. A line is named by the corners at its ends.
    """

    width: int
    height: int
    top: int
    left: int
    size: int

    @classmethod
    def round(cls, size: int, margin: int) -> PenpaSheet:
        """Return the sheet for a board with this many empty cells on each side."""
        side = size + 2 * (margin + BEYOND)
        return cls(side, side, margin + BEYOND, margin + BEYOND, size)

    @classmethod
    def around(cls, width: int, height: int, cells: Sequence[int]) -> PenpaSheet:
        """Return the sheet whose board has these cells; raises BadNotation unless they form a square on it."""
        places = {divmod(cell, width) for cell in cells}
        rows, cols = sorted({row for row, _ in places}), sorted({col for _, col in places})
        size = check_size(len(rows), len(cols))
        top, left = rows[0], cols[0]
        if places != set(product(range(top, top + size), range(left, left + size))) or rows[-1] >= height or top < 0:
            raise BadNotation("the cells in use do not form a full square", hint="a board without gaps")
        return cls(width, height, top, left, size)

    @property
    def cells(self) -> list[int]:
        """The numbers of the board's cells, row by row."""
        return [self.cell(row, col) for row, col in product(range(self.size), repeat=2)]

    @property
    def middle(self) -> int:
        """Cell or corner in the middle of the board."""
        half = (self.size - 1) // 2
        return self.cell(half, half) + (0 if self.size % 2 else self.width * self.height)

    def cell(self, row: int, col: int) -> int:
        """Return the number of a cell of the board, or beside it."""
        return (self.top + row) * self.width + self.left + col

    def right(self, row: int, col: int) -> Line:
        """Return the line on the right of a cell."""
        lower = self.width * self.height + self.cell(row, col)
        return lower - self.width, lower

    def below(self, row: int, col: int) -> Line:
        """Return the line below a cell."""
        lower = self.width * self.height + self.cell(row, col)
        return lower - 1, lower

    def parts(self, start: int, end: int) -> Iterator[Line]:
        """Yield the lines between neighbouring corners that make up a straight line."""
        corners = range(self.width * self.height, 2 * self.width * self.height)
        if start not in corners or end not in corners:
            return
        if start // self.width == end // self.width:
            yield from ((corner, corner + 1) for corner in range(start, end))
        elif start % self.width == end % self.width:
            yield from ((corner, corner + self.width) for corner in range(start, end, self.width))


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of a link; raises BadNotation."""
    found = LINK.search(text.strip())
    if not found:
        raise BadNotation("no m=edit or m=solve with p= in the link", hint=HINT)
    lines = _lines(found[1])
    head = lines[0].split(",")
    sheet = _sheet(head, _json(lines[5], list, "cells in use"))
    problem = _json(lines[3], dict, "problem")
    given, crossed = _marks(sheet, problem)
    stated = _stated(problem, head[15] if len(head) > 15 else "")
    return puzzle_of(_grid(sheet, problem), stars, stated, given=given, crossed=crossed)


def format(puzzle: Puzzle) -> str:
    """Return a link that opens the puzzle in Penpa+; raises BadNotation for a board with neither regions nor walls."""
    if {*"".join(puzzle.grid)} == {PLAIN}:
        raise BadNotation("a board with neither regions nor walls cannot be written in this form", hint="letters can")
    sheet = PenpaSheet.round(puzzle.size, MARGIN)
    side = puzzle.size + 2 * MARGIN
    canvas = (side + 1) * CELL_PX
    head = ["square", side, side, CELL_PX, 0, 1, 1, canvas, canvas, sheet.middle, sheet.middle, 0, 0, 0, 0]
    steps = [sheet.cells[0], *(after - before for before, after in pairwise(sheet.cells))]
    problem = {**EMPTY, **_drawn(sheet, puzzle)}
    parts = [[MARGIN] * 4, MODE, problem, EMPTY, steps, ["Surface", "Composite"]]
    first = ",".join([*map(str, head), TITLE, "Author: ", "", "", "OFF", "false"])
    last = ["", "", "", _text(VERSION), *[""] * 6, _text(["starbattle"]), ""]
    return f"{ADDRESS}{_packed([first, *map(_text, parts), *last])}\n"


def looks_like(text: str) -> bool:
    """Return True if a text is such a link."""
    return len(text.split()) == 1 and bool(LINK.search(text.strip()))


def _packed(lines: list[str]) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = deflate.compress("\n".join(lines).encode()) + deflate.flush()
    return binascii.b2a_base64(data, newline=False).decode()


def _lines(packed: str) -> list[str]:
    """Return the lines of a link, with empty ones for those missing at the end."""
    digits = unquote(packed).replace(" ", "+").rstrip("=")
    try:
        data = binascii.a2b_base64(digits + "=" * (-len(digits) % 4), strict_mode=True)
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        text = inflate.decompress(data, INFLATED).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise BadNotation("the part after p= is not deflated text in base64", hint=HINT) from None
    if not inflate.eof:
        what = f"holds more than {INFLATED} bytes" if inflate.unconsumed_tail else "ends too early"
        raise BadNotation(f"the part after p= {what}", hint=HINT)
    lines = re.sub("z(.)", lambda found: EXPANDED.get(found[1], found[0]), text).split("\n")
    return lines + [""] * (6 - len(lines))


def _json(line: str, kind: type[Kind], what: str) -> Kind:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise BadNotation(f"the {what} cannot be read from the link", hint=HINT) from None
    if not isinstance(value, kind):
        raise BadNotation(f"the {what} cannot be read from the link", hint=HINT)
    return value


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _sheet(head: list[str], steps: list[Any]) -> PenpaSheet:
    if head[0] not in ("square", "sudoku"):
        raise BadNotation(f"the sheet is of kind {head[0][:20]!r}", hint="a square one, shared by a recent Penpa+")
    if len(head) < 3 or not all(type(step) is int for step in steps):
        raise BadNotation("the size of the sheet cannot be read from the link", hint=HINT)
    cols, rows = whole(head[1], "the columns"), whole(head[2], "the rows")
    if max(rows, cols) > WIDEST:
        raise BadNotation(
            f"a sheet of {rows}x{cols} cells; at most {WIDEST} cells wide and high can be read", hint=HINT
        )
    cells = [sum(steps[:1])]
    for step in steps[1:]:
        cells.append(cells[-1] + step)
    return PenpaSheet.around(cols + 2 * BEYOND, rows + 2 * BEYOND, cells)


def _drawn(sheet: PenpaSheet, puzzle: Puzzle) -> Layer:
    """Return the parts of the problem layer that are not empty."""
    grid, last = puzzle.grid, puzzle.size - 1
    cells = list(product(range(puzzle.size), repeat=2))
    lines = [sheet.right(r, c) for r, c in cells if c < last and _differ(grid[r][c], grid[r][c + 1])]
    lines += [sheet.below(r, c) for r, c in cells if r < last and _differ(grid[r][c], grid[r + 1][c])]
    symbols = dict.fromkeys(puzzle.crossed, CROSS) | dict.fromkeys(puzzle.given, STAR) | {(-1, last): STAR}
    return {
        "surface": {str(sheet.cell(r, c)): WALLS[-1] for r, c in cells if grid[r][c] == WALL},
        "number": {str(sheet.cell(-1, last - 1)): [str(puzzle.stars), 1, "1"]},
        "symbol": {str(sheet.cell(r, c)): [kind, "star", 2] for (r, c), kind in symbols.items()},
        "lineE": {f"{start},{end}": BLACK for start, end in lines},
    }


def _differ(one: str, other: str) -> bool:
    """Return True if there is a border between two cells: a wall needs none on a board without regions."""
    return one != other and PLAIN not in (one, other)


def _part(problem: Layer, name: str) -> dict[str, Any]:
    part = problem.get(name) or {}
    if not isinstance(part, dict):
        raise BadNotation(f"the problem's part {name!r} cannot be read from the link", hint=HINT)
    return part


def _grid(sheet: PenpaSheet, problem: Layer) -> tuple[str, ...]:
    """Return rows of letters, or of cells and walls if no lines are drawn."""
    lines = _borders(sheet, problem)
    size = sheet.size
    fills = _part(problem, "surface")
    walls = {(r, c) for r, c in product(range(size), repeat=2) if fills.get(str(sheet.cell(r, c))) in WALLS}
    across = [sheet.right(r, c) in lines for r in range(size) for c in range(size - 1)]
    down = [sheet.below(r, c) in lines for r in range(size - 1) for c in range(size)]
    if walls and not any(across + down):
        return tuple("".join(WALL if (r, c) in walls else PLAIN for c in range(size)) for r in range(size))
    return bordered(size, across, down, walls)


def _borders(sheet: PenpaSheet, problem: Layer) -> set[tuple[int, int]]:
    """Return the lines between corners that are black or thick, in parts as long as a cell."""
    lines: set[tuple[int, int]] = set()
    for name, style in (_part(problem, "freelineE") | _part(problem, "lineE")).items():
        ends = name.split(",")
        if style in BORDERS and len(ends) == 2:
            lines.update(sheet.parts(*sorted(whole(end, "the end of a line") for end in ends)))
    return lines


def _marks(sheet: PenpaSheet, problem: Layer) -> tuple[set[Cell], set[Cell]]:
    """Return the (row, col) of the board's stars and small crosses."""
    symbols = _part(problem, "symbol")
    kinds = {}
    for row, col in product(range(sheet.size), repeat=2):
        match symbols.get(str(sheet.cell(row, col))):
            case [int(kind), "star", *_]:
                kinds[row, col] = kind
    stars = {cell for cell, kind in kinds.items() if kind in STARS}
    return stars, {cell for cell, kind in kinds.items() if kind == CROSS}


def _stated(problem: Layer, title: str) -> int | None:
    """Return the stars per row if the problem's only number or its title says them."""
    match list(_part(problem, "number").values()):
        case [[str() | int() as number, *_]] if str(number).isdecimal():
            return whole(str(number), "the number of stars")
    told = set(TITLE_STARS.findall(title))
    return int(told.pop()) if len(told) == 1 else None
