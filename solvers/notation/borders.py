"""Forms with the borders between regions: puzz.link, pzprv3 and sbn.

**puzz.link**: addresses of puzz.link, pzv.jp, pzprxs and other sites with their engine:
``starbattle/10/10/2/…``. After columns, rows and stars come the borders, first those between
columns row by row, then those between rows; each of the two has five bits per digit of base 32, its
last digit padded with zeros.

**pzprv3**: the file of the puzz.link engine: its name, the puzzle's, rows, columns, stars, then
regions and marks. The number of regions comes before rows of region numbers; after them come rows
of ``#`` for a star, ``+`` for a cell without one and ``.`` for neither. A line may end in a slash
instead, as in addresses: ``p?pzprv3/starbattle/…``.

**sbn**: the Star Battle Notation of StarBattleLab, one line with six bits a digit, ``551W0…``: the
side of the board twice, as one digit each, the stars, and ``W``, or ``e`` if marks follow. Then
come the borders, padded with zeros in front: those between columns row by row, those between rows
column by column. Marks are two bits per cell (0 none, 1 a cross, 2 a star) after two empty ones;
after a ``~`` comes the history of play, which is skipped. Files older than July 2025 lack the two
empty cells; they are read if that is evident.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from urllib.parse import unquote

from solvers.cells import fill_grid, split_evenly
from solvers.errors import ONE_AT_A_TIME, BadNotation
from solvers.notation.boards import (
    Form,
    borders_across,
    borders_down,
    check_in_one_piece,
    check_plain,
    find_signs,
    letter_regions,
    map_marks,
    number_regions,
    parse_whole_number,
    puzzle_of,
    regions_between,
)
from solvers.star_battle import Puzzle
from solvers.star_battle.model import check_size
from solvers.tables import check_values

ADDRESS = "https://puzz.link/p?"
_LINK = re.compile(r"(?:^|[?&/])(v:[^/]{0,40}/)?starbattle(?:_edit|_play)?/([^\s#&]*)")
_LINK_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_LINK_BITS = 5
_LINK_HINT = "the whole address, such as https://puzz.link/p?starbattle/10/10/2/…"

_FILE = re.compile(r"(?:^|[?&])(pzprv3(?:\.[0-9]+)?(?:/|%2F|\s).*)", re.DOTALL | re.IGNORECASE)
_AFTER_REGIONS = re.compile(r"info:|history:|__HISTORY__|TrialData|https?:")
_FILE_STAR = "#"
_FILE_CROSS = "+"
_FILE_EMPTY = "."
_FILE_SIGNS = frozenset([_FILE_STAR, _FILE_CROSS, _FILE_EMPTY])
_FILE_HINT = "the whole file, from pzprv3 to the rows of marks"

_SBN_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
_SBN_BITS = 6
_SBN_SIDES = range(5, 26)
_SBN_PLAIN = "W"
_SBN_MARKED = "e"
_SBN_CROSS = 1
_SBN_STAR = 2
_SBN_CELLS_PER_DIGIT = 3
_SBN_EMPTY_CELLS = 2
_SBN_START = re.compile(r"^([5-9A-P])\1[0-9][A-Za-z]")
_SBN_HINT = "the whole line, such as 551W and 7 digits"


def _to_digits(bits: str, digits: str, width: int) -> str:
    """Return bits, a multiple of ``width`` of them, as digits with that many bits each."""
    return "".join(digits[int(part, 2)] for part in split_evenly(bits, width))


def _to_bits(text: str, digits: str, width: int) -> str:
    """Return the bits of digits with ``width`` bits each; raises BadNotation for others."""
    if unknown := sorted(set(text) - set(digits)):
        raise BadNotation(f"{unknown[0]!r} is not a digit", hint=f"the digits are {digits}")
    return "".join(f"{digits.index(digit):0{width}b}" for digit in text)


def _join_flags(flags: Iterable[bool]) -> str:
    return "".join("01"[flag] for flag in flags)


def _split_flags(bits: str) -> list[bool]:
    return [bit == "1" for bit in bits]


def _round_up(number: int, step: int) -> int:
    """Return the least multiple of ``step`` that is not below a number."""
    return -(-number // step) * step


def parse_puzz_link(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of an address, or of its part from ``starbattle/`` on.

    Raises BadNotation.
    """
    found = _LINK.search(text.strip())
    if not found:
        raise BadNotation("no starbattle/ in the address", hint=_LINK_HINT)
    fields = found[2].rstrip("/").split("/")
    # Variants add rules that the address does not explain.
    if found[1] or fields[0].startswith("v:"):
        raise BadNotation(
            "a variant with rules of its own", hint="puzzles with the usual rules can be solved"
        )
    if not fields[0].isdigit():  # flags, which do not matter here
        fields = fields[1:]
    if len(fields) != 4:
        raise BadNotation(
            f"{len(fields)} fields after starbattle/ instead of columns, rows, stars and borders",
            hint=_LINK_HINT,
        )
    cols, rows, stated = map(parse_whole_number, fields, ("columns", "rows", "stars"))
    size = check_size(rows, cols)
    across, down = _parse_link_borders(fields[3].lower(), size)
    return puzzle_of(regions_between(size, across, down), stars, stated)


def _parse_link_borders(digits: str, size: int) -> tuple[list[bool], list[bool]]:
    count = size * (size - 1)
    padded = _round_up(count, _LINK_BITS)
    length = 2 * padded // _LINK_BITS
    if len(digits) != length:
        raise BadNotation(
            f"the borders of a {size}x{size} board take {length} digits, not {len(digits)}",
            hint=_LINK_HINT,
        )
    flags = _split_flags(_to_bits(digits, _LINK_DIGITS, _LINK_BITS))
    return flags[:count], flags[padded : padded + count]


def format_puzz_link(puzzle: Puzzle) -> str:
    """Return the puzzle's address on puzz.link; raises BadNotation for walls, marks and regions in
    several pieces.
    """
    check_plain(puzzle)
    check_in_one_piece(puzzle)
    digits = ""
    for flags in (borders_across(puzzle.grid), borders_down(puzzle.grid)):
        bits = _join_flags(flags).ljust(_round_up(len(flags), _LINK_BITS), "0")
        digits += _to_digits(bits, _LINK_DIGITS, _LINK_BITS)
    return f"{ADDRESS}starbattle/{puzzle.size}/{puzzle.size}/{puzzle.stars}/{digits}\n"


def parse_pzprv3(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of a file or of an address that contains one; its marks are known cells.

    Raises BadNotation.
    """
    found = _FILE.search(text.strip())
    if not found:
        raise BadNotation("the first line is not pzprv3", hint=_FILE_HINT)
    lines = list(map(str.strip, re.split(r"[\n/]", unquote(found[1]))))
    kind = "".join(lines[1:2])
    if kind != "starbattle":
        raise BadNotation(f"line 2 is {kind[:20]!r}, not starbattle", hint="a Star Battle puzzle")
    # Files are often joined; every one begins with the same word.
    if lines[0] in lines[1:]:
        raise BadNotation("more than one puzzle", hint=ONE_AT_A_TIME)
    if len(lines) < 6:
        raise BadNotation(f"the file ends after line {len(lines)}", hint=_FILE_HINT)
    names = ("line 3", "line 4", "line 5", "line 6")
    rows, cols, stated, regions = map(parse_whole_number, lines[2:6], names)
    size = check_size(rows, cols)
    letters = letter_regions(_parse_rows(lines[6 : 6 + size], size, "region"))
    if regions != size:
        raise BadNotation(
            f"line 6 says {regions} regions, but a {size}x{size} board needs {size}",
            hint="as many regions as rows",
        )
    # The engine reads the numbers as borders: equal numbers that do not touch are two regions.
    grid = regions_between(size, borders_across(letters), borders_down(letters))
    marks = _parse_file_marks(lines[6 + size : 6 + 2 * size], size)
    return puzzle_of(
        grid,
        stars,
        stated,
        given=find_signs(marks, [_FILE_STAR], size),
        crossed=find_signs(marks, [_FILE_CROSS], size),
    )


def _parse_file_marks(lines: Sequence[str], size: int) -> list[str]:
    """Return the mark of each cell, row by row: none if the file ends before them."""
    # The engine leaves the marks out, or goes on with notes about the puzzle.
    if not any(lines) or _AFTER_REGIONS.match(lines[0]):
        return [_FILE_EMPTY] * size**2
    return list(chain.from_iterable(_parse_rows(lines, size, "mark", _FILE_SIGNS.__contains__)))


def _parse_rows(
    lines: Sequence[str], size: int, what: str, is_known: Callable[[str], bool] = str.isdigit
) -> list[list[str]]:
    """Return the words of rows; raises BadNotation unless they are known, or numbers."""
    rows = list(map(str.split, lines))
    if len(rows) < size:
        raise BadNotation(f"the {what}s take {size} rows, not {len(rows)}", hint=_FILE_HINT)
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise BadNotation(
                f"row {number} of the {what}s has {len(row)} of them, not {size}", hint=_FILE_HINT
            )
    check_values(rows, is_known, f"unknown {what}", _FILE_HINT)
    return rows


def format_pzprv3(puzzle: Puzzle) -> str:
    """Return the file as the engine writes it.

    Raises BadNotation for walls and regions in several pieces.
    """
    check_plain(puzzle, marks=True)
    check_in_one_piece(puzzle)
    size = puzzle.size
    marks = fill_grid(size, size, _FILE_EMPTY, map_marks(puzzle, _FILE_STAR, _FILE_CROSS))
    lines = ["pzprv3", "starbattle", str(size), str(size), str(puzzle.stars), str(size)]
    for row in chain(number_regions(puzzle, 0), marks):
        lines.append(" ".join(row) + " ")
    return "\n".join(lines) + "\n"


def parse_sbn(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of such a line; its marks are known cells; raises BadNotation."""
    line, _, _ = text.strip().partition("~")
    if not _SBN_START.match(line):
        raise BadNotation(
            f"the line begins {line[:4]!r} instead of size twice, stars, and W or e", hint=_SBN_HINT
        )
    size = _SBN_DIGITS.index(line[0])
    flag = line[3]
    digits = line[4:]
    if flag not in (_SBN_PLAIN, _SBN_MARKED):
        raise BadNotation(f"the fourth character is {flag!r}, not W or e", hint=_SBN_HINT)
    count = 2 * size * (size - 1)
    length = _round_up(count, _SBN_BITS) // _SBN_BITS
    if len(digits) < length or (flag == _SBN_PLAIN and len(digits) > length):
        raise BadNotation(
            f"the borders of a {size}x{size} board take {length} digits, not {len(digits)}",
            hint=_SBN_HINT,
        )
    borders = _split_flags(_to_bits(digits[:length], _SBN_DIGITS, _SBN_BITS)[-count:])
    half = count // 2
    marks = _parse_sbn_marks(digits[length:], size)
    return puzzle_of(
        regions_between(size, borders[:half], _transpose(borders[half:], size - 1)),
        stars,
        int(line[2]),
        given=find_signs(marks, [_SBN_STAR], size),
        crossed=find_signs(marks, [_SBN_CROSS], size),
    )


def _transpose(flags: Sequence[bool], rows: int) -> list[bool]:
    """Return the flags of a table row by row, given column by column with ``rows`` in each."""
    turned: list[bool] = []
    for row in range(rows):
        turned += flags[row::rows]
    return turned


def _parse_sbn_marks(digits: str, size: int) -> list[int]:
    """Return the mark of each cell, row by row."""
    cells = size * size
    if not digits:
        return [0] * cells
    bits = _to_bits(digits, _SBN_DIGITS, _SBN_BITS)
    marks = [int(pair, 2) for pair in split_evenly(bits, 2)]
    old_length = _round_up(cells, _SBN_CELLS_PER_DIGIT)
    new_length = _round_up(cells + _SBN_EMPTY_CELLS, _SBN_CELLS_PER_DIGIT)
    # Both lengths may be the same: then marks in the cells that are empty today show an old file.
    is_old = len(marks) == old_length and (
        old_length != new_length or any(marks[:_SBN_EMPTY_CELLS])
    )
    if not is_old:
        if len(marks) != new_length:
            take = new_length // _SBN_CELLS_PER_DIGIT
            raise BadNotation(
                f"the marks of a {size}x{size} board take {take} digits, not {len(digits)}",
                hint=_SBN_HINT,
            )
        marks = marks[_SBN_EMPTY_CELLS:]
    if any(marks[cells:]) or max(marks) > _SBN_STAR:
        raise BadNotation(
            "the marks contain something other than stars and crosses on the board", hint=_SBN_HINT
        )
    return marks[:cells]


def format_sbn(puzzle: Puzzle) -> str:
    """Return the puzzle in one line, with its marks.

    Raises BadNotation for walls, regions in several pieces and sides other than 5 to 25.
    """
    check_plain(puzzle, marks=True)
    check_in_one_piece(puzzle)
    size = puzzle.size
    if size not in _SBN_SIDES:
        raise BadNotation(
            f"{size}x{size} cannot be written in this form, only 5x5 to 25x25", hint="puzz.link can"
        )
    bits = _join_flags(borders_across(puzzle.grid))
    bits += _join_flags(_transpose(borders_down(puzzle.grid), size))
    bits = bits.rjust(_round_up(len(bits), _SBN_BITS), "0")
    line = f"{_SBN_DIGITS[size]}{_SBN_DIGITS[size]}{puzzle.stars}"
    marks = map_marks(puzzle, _SBN_STAR, _SBN_CROSS)
    # Without marks the line ends after the borders.
    if not marks:
        return f"{line}{_SBN_PLAIN}{_to_digits(bits, _SBN_DIGITS, _SBN_BITS)}\n"
    mark_bits = "00" * _SBN_EMPTY_CELLS
    for place in range(size**2):
        mark_bits += f"{marks.get(divmod(place, size), 0):02b}"
    bits += mark_bits.ljust(_round_up(len(mark_bits), _SBN_BITS), "0")
    return f"{line}{_SBN_MARKED}{_to_digits(bits, _SBN_DIGITS, _SBN_BITS)}\n"


PUZZ_LINK = Form(parse_puzz_link, format_puzz_link, _LINK, is_one_line=True)
PZPRV3 = Form(parse_pzprv3, format_pzprv3, _FILE)
SBN = Form(parse_sbn, format_sbn, _SBN_START, is_one_line=True)
