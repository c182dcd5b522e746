"""Links of Penpa+: an address whose part after ``p=`` is base64 of deflated lines, most of them
JSON.

Only the problem layer is read: its black and thick lines are borders, its black cells walls, its
stars and small crosses known cells. The solution layer holds somebody's answer, which is not part
of the puzzle. The stars per row are the only number of the problem, or in its title.
"""

from __future__ import annotations

import binascii
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, compress, pairwise, product, starmap
from typing import Any, TypeVar
from urllib.parse import unquote

from solvers.cells import PLAIN, WALL, Cell, fill_grid
from solvers.errors import BadNotation
from solvers.notation.boards import (
    Form,
    borders_across,
    borders_down,
    check_in_one_piece,
    map_marks,
    parse_whole_number,
    puzzle_of,
    regions_between,
)
from solvers.star_battle import Puzzle
from solvers.star_battle.model import check_size

Layer = Mapping[str, Any]
Line = tuple[int, int]
Kind = TypeVar("Kind")

ADDRESS = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
LINK = re.compile(r"(?:^|[#?&])m=(?:edit|solve)&(?:[^\s&]{1,40}&)?p=([^\s&#]+)")
INFLATED = 4_000_000  # bytes; a board takes about 5,000, a picture behind it may take a million
WIDEST = 100  # cells, as wide as Penpa+ makes a sheet
LINK_HINT = "the whole link, as Penpa+ shares it"

BEYOND = 2  # unused cells of a sheet beyond each side
EMPTY_CELLS = 1  # empty cells around the board; the stars per row are written there
CELL_PX = 38
VERSION = (3, 2, 3)  # of Penpa+: these links have its format
MODE = {
    "grid": ["2", "2", "1"],  # dashed lines between cells, a frame round the board
    "pu_q": {"edit_mode": "lineE"},
    "pu_a": {"edit_mode": "combi", "combi": ["star", ""]},
}
TITLE = "Title: Star Battle"
TITLE_STARS = re.compile(r"([0-9])[ -]?(?:★|stars?\b)", re.IGNORECASE)

BLACK = 2
BORDERS = (BLACK, 21)  # styles of a line
WALLS = (1, 4)  # the darkest of the fills of a cell
CROSS = 0
STAR = 2
STARS = (1, 2, 3)  # of the symbols called "star"
EMPTY: dict[str, Any] = {
    "command_redo": {"__a": []},
    "command_undo": {"__a": []},
    "command_replay": {"__a": []},
    "surface": {},
    "number": {},
    "numberS": {},
    "symbol": {},
    "line": {},
    "lineE": {},
    "wall": {},
    "cage": {},
    "deletelineE": {},
    "thermo": [],
    "arrows": [],
    "direction": [],
    "squareframe": [],
    "polygon": [],
    "killercages": [],
    "nobulbthermo": [],
}
"""Empty layer."""

SHORT = "9QAGMSLEWCNYPBRU81F2T3D05467_"
LONG = (
    "qa pu_q pu_a grid edit_mode surface line lineE wall cage number symbol special board "
    "command_redo command_undo command_replay numberS freeline freelineE thermo arrows direction "
    "squareframe polygon deletelineE killercages nobulbthermo __a"
)
EXPANDED = dict(zip(SHORT, map('"{}"'.format, LONG.split()), strict=True)) | {"Z": "z", "O": "null"}
"""Expansion of ``z`` and a character in the lines."""


@dataclass(frozen=True, slots=True)
class PenpaSheet:
    """A sheet of width x height cells, the unused ones included, with an N by N board from (top,
    left) on.

    Cells are numbered row by row, with BEYOND unused ones beyond each side; corners follow, in the
    same order, each by the cell at whose lower right it lies. A line is named by the corners at its
    ends.
    """

    width: int
    height: int
    top: int
    left: int
    size: int

    @property
    def cells(self) -> list[int]:
        """The numbers of the board's cells, row by row."""
        return list(starmap(self.cell, product(range(self.size), repeat=2)))

    @property
    def corners(self) -> range:
        """The numbers of the corners at whose upper left each cell of the sheet lies."""
        count = self.width * self.height
        return range(count, 2 * count)

    @property
    def lines(self) -> list[Line]:
        """Lines between cells side by side, then between cells above each other, as in borders."""
        places = range(self.size)
        across = [self._end_line(cell, self.width) for cell in product(places, places[:-1])]
        return across + [self._end_line(cell, 1) for cell in product(places[:-1], places)]

    def _end_line(self, cell: Cell, length: int) -> Line:
        """Return the line that ends at the lower right of a cell of the board."""
        end = self.corners[self.cell(cell[0], cell[1])]
        return end - length, end

    def cell(self, row: int, col: int) -> int:
        """Return the number of a cell of the board, or beside it."""
        return (self.top + row) * self.width + self.left + col

    def split_line(self, start: int, end: int) -> list[Line]:
        """Return the lines between neighbouring corners that make up a straight line.

        [] for any other.
        """
        is_level = start // self.width == end // self.width
        is_upright = start % self.width == end % self.width
        is_inside = start in self.corners and end in self.corners
        if not is_inside or not (is_level or is_upright):
            return []
        step = 1 if is_level else self.width
        return list(pairwise(range(start, end + step, step)))


def parse_penpa(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of a link; raises BadNotation."""
    found = LINK.search(text.strip())
    if not found:
        raise BadNotation("no m=edit or m=solve with p= in the link", hint=LINK_HINT)
    lines = _unpack_lines(found[1])
    head = lines[0].split(",")
    sheet = _find_sheet(head, _parse_json(lines[5], list, "cells in use"))
    problem = _parse_json(lines[3], dict, "problem")
    given, crossed = _find_marks(sheet, problem)
    return puzzle_of(
        _find_grid(sheet, problem),
        stars,
        _find_stars(problem, "".join(head[15:16])),
        given=given,
        crossed=crossed,
    )


def format_penpa(puzzle: Puzzle) -> str:
    """Return a link that opens the puzzle in Penpa+.

    Raises BadNotation for a board with neither regions nor walls, or regions in several pieces.
    """
    if set("".join(puzzle.grid)) == {PLAIN}:
        raise BadNotation(
            "a board with neither regions nor walls cannot be written in this form",
            hint="letters can",
        )
    check_in_one_piece(puzzle)
    edge = EMPTY_CELLS + BEYOND
    width = puzzle.size + 2 * edge
    sheet = PenpaSheet(width, width, edge, edge, puzzle.size)
    side = puzzle.size + 2 * EMPTY_CELLS
    canvas = (side + 1) * CELL_PX
    half = (puzzle.size - 1) // 2
    middle = sheet.cell(half, half)
    # The middle of a board with an even side is a corner.
    if puzzle.size % 2 == 0:
        middle = sheet.corners[middle]
    head = f"square,{side},{side},{CELL_PX},0,1,1,{canvas},{canvas},{middle},{middle},0,0,0,0"
    values = (
        [EMPTY_CELLS] * 4,
        MODE,
        EMPTY | _draw_problem(sheet, puzzle),
        EMPTY,
        sheet.cells[:1] + [after - before for before, after in pairwise(sheet.cells)],
        ["Surface", "Composite"],
    )
    lines = [f"{head},{TITLE},Author: ,,,OFF,false"]
    lines += map(_to_json, values)
    lines += ["", "", "", _to_json(VERSION), "", "", "", "", "", "", _to_json(["starbattle"]), ""]
    return f"{ADDRESS}{_pack_lines(lines)}\n"


PENPA = Form(parse_penpa, format_penpa, LINK, is_one_line=True)


def _pack_lines(lines: list[str]) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = deflate.compress("\n".join(lines).encode()) + deflate.flush()
    return binascii.b2a_base64(data, newline=False).decode()


def _unpack_lines(packed: str) -> list[str]:
    """Return the lines of a link, with empty ones for those missing at the end."""
    digits = unquote(packed).replace(" ", "+").rstrip("=")
    digits += "=" * (-len(digits) % 4)
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        text = inflate.decompress(binascii.a2b_base64(digits, strict_mode=True), INFLATED).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise BadNotation(
            "the part after p= is not deflated text in base64", hint=LINK_HINT
        ) from None
    # A small link may unpack to more than the memory holds.
    if inflate.unconsumed_tail:
        raise BadNotation(f"the part after p= holds more than {INFLATED} bytes", hint=LINK_HINT)
    if not inflate.eof:
        raise BadNotation("the part after p= ends too early", hint=LINK_HINT)
    text = re.sub("z(.)", lambda found: EXPANDED.get(found[1], found[0]), text)
    return f"{text}\n\n\n\n\n".split("\n")


def _parse_json(line: str, kind: type[Kind], what: str) -> Kind:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, kind):
        raise BadNotation(f"the {what} cannot be read from the link", hint=LINK_HINT)
    return value


def _to_json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _find_sheet(head: list[str], steps: list[Any]) -> PenpaSheet:
    # Other sheets have hexagons or triangles for cells.
    if head[0] not in ("square", "sudoku"):
        raise BadNotation(
            f"the sheet is of kind {head[0][:20]!r}", hint="a square one, shared by a recent Penpa+"
        )
    if len(head) < 3 or not set(map(type, steps)) <= {int}:
        raise BadNotation("the size of the sheet cannot be read from the link", hint=LINK_HINT)
    cols = parse_whole_number(head[1], "the columns")
    rows = parse_whole_number(head[2], "the rows")
    if max(rows, cols) > WIDEST:
        raise BadNotation(
            f"a sheet of {rows}x{cols} cells; at most {WIDEST} cells wide and high can be read",
            hint=LINK_HINT,
        )
    # Each number is the way from one cell to the next.
    cells = list(accumulate(steps)) or [0]
    width = cols + 2 * BEYOND
    top, left = divmod(min(cells), width)
    bottom, right = divmod(max(cells), width)
    size = check_size(bottom - top + 1, right - left + 1)
    sheet = PenpaSheet(width, rows + 2 * BEYOND, top, left, size)
    if sorted(set(cells)) != sheet.cells or bottom >= sheet.height or top < 0:
        raise BadNotation("the cells in use do not form a full square", hint="a board without gaps")
    return sheet


def _draw_problem(sheet: PenpaSheet, puzzle: Puzzle) -> dict[str, Any]:
    """Return the parts of the problem layer that are not empty."""
    characters = "".join(puzzle.grid)
    walls = [cell for cell, sign in zip(sheet.cells, characters, strict=True) if sign == WALL]
    lines: dict[str, int] = {}
    # A board without regions has walls, but no borders.
    if PLAIN not in characters:
        flags = borders_across(puzzle.grid) + borders_down(puzzle.grid)
        for start, end in compress(sheet.lines, flags):
            lines[f"{start},{end}"] = BLACK
    last = puzzle.size - 1
    symbols: dict[str, list[object]] = {}
    # The stars per row and a star stand above the upper right corner of the board.
    for (row, col), kind in (map_marks(puzzle, STAR, CROSS) | {(-1, last): STAR}).items():
        symbols[str(sheet.cell(row, col))] = [kind, "star", 2]
    return {
        "surface": dict.fromkeys(map(str, walls), WALLS[-1]),
        "number": {str(sheet.cell(-1, last - 1)): [str(puzzle.stars), 1, "1"]},
        "symbol": symbols,
        "lineE": lines,
    }


def _get_part(problem: Layer, name: str) -> dict[str, Any]:
    part = problem.get(name) or {}
    if not isinstance(part, dict):
        raise BadNotation(
            f"the problem's part {name!r} cannot be read from the link", hint=LINK_HINT
        )
    return part


def _find_grid(sheet: PenpaSheet, problem: Layer) -> tuple[str, ...]:
    """Return rows of letters, or of cells and walls if no lines are drawn."""
    size = sheet.size
    drawn = _find_borders(sheet, problem)
    flags = [line in drawn for line in sheet.lines]
    fills = _get_part(problem, "surface")
    walls: set[Cell] = set()
    for place, cell in enumerate(sheet.cells):
        if fills.get(str(cell)) in WALLS:
            walls.add(divmod(place, size))
    # Black cells alone, without a line, are a board without regions.
    if walls and not any(flags):
        return fill_grid(size, size, PLAIN, dict.fromkeys(walls, WALL))
    half = len(flags) // 2
    return regions_between(size, flags[:half], flags[half:], walls)


def _find_borders(sheet: PenpaSheet, problem: Layer) -> set[Line]:
    """Return the lines between corners that are black or thick, in parts as long as a cell."""
    lines: set[Line] = set()
    drawn = _get_part(problem, "freelineE") | _get_part(problem, "lineE")
    for name, style in drawn.items():
        ends = name.split(",")
        if style in BORDERS and len(ends) == 2:
            start, end = sorted(parse_whole_number(one, "the end of a line") for one in ends)
            lines.update(sheet.split_line(start, end))
    return lines


def _find_marks(sheet: PenpaSheet, problem: Layer) -> tuple[set[Cell], set[Cell]]:
    """Return the (row, col) of the board's stars and small crosses."""
    symbols = _get_part(problem, "symbol")
    stars: set[Cell] = set()
    crosses: set[Cell] = set()
    for row, col in product(range(sheet.size), repeat=2):
        match symbols.get(str(sheet.cell(row, col))):
            case [int(kind), "star", *_] if kind in STARS:
                stars.add((row, col))
            case [int(kind), "star", *_] if kind == CROSS:
                crosses.add((row, col))
    return stars, crosses


def _find_stars(problem: Layer, title: str) -> int | None:
    """Return the stars per row if the problem's only number or its title says them."""
    match list(_get_part(problem, "number").values()):
        case [[str() | int() as number, *_]] if str(number).isdecimal():
            return parse_whole_number(str(number), "the number of stars")
    # Two different numbers in a title say nothing.
    told = set(TITLE_STARS.findall(title))
    return int(told.pop()) if len(told) == 1 else None
