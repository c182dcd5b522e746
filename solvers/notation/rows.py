"""Forms with a sign for each cell, the same for all cells of a region: letters, grid, numbers, task
and compact.

**letters**: rows of letters, optionally with blanks between; ``#`` is a wall, ``.`` a cell without
a region. A first line may state the stars.

    stars 1
    AAABB
    ACCBB
    ACDBB
    ACDDD
    CCEEE

**grid**: the same with marks, as expected readings of pictures are written: below an empty line as
many rows of ``*`` for a star, ``x`` or ``o`` for a cell without one, and ``.`` for neither.

**numbers**: rows of any whole numbers, in any order, with spaces, tabs or commas between. A list of
lists is read too, as JSON, Python, NumPy and MATLAB write it: ``[[0, 0, 1], …]``, ``[[0 0 1]…]``,
``array([[0, 0, 1], …])``; and rows of digits without anything between, if there are as many rows as
digits in each.

**task**: the task string of the Puzzle Team sites, region numbers row by row, counted from 1, with
commas between: ``1,1,1,2,2,1,3,3,…``. It is read by itself, after a line ``stars K``, or from the
page's source, which contains it as ``var task = '…'``. The form of a task without regions is not
known, so none is read or written.

**compact**: ``{size}x{stars}.{letters}`` in one line, such as ``5x1.AAABBCCBBACDBBACDDDCCEEE``.
Capital and small letters mean the same, which limits it to 26 regions. A third part after another
dot holds notes about the puzzle's source, which are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from math import isqrt
from string import ascii_letters, ascii_uppercase

from solvers.cells import Cell, fill_grid, split_evenly
from solvers.errors import ONE_AT_A_TIME, BadNotation
from solvers.notation.boards import (
    Form,
    check_plain,
    check_unmarked,
    find_signs,
    letter_regions,
    map_marks,
    number_regions,
    parse_whole_number,
    puzzle_of,
)
from solvers.star_battle import Puzzle
from solvers.star_battle.model import check_size
from solvers.tables import check_values, parse_lists, split_values, starts_list

_EMPTY_LINE = re.compile(r"\n\s*\n")
_STARS = re.compile(r"stars\s*[:=]?\s*([0-9]{1,9})", re.IGNORECASE)
_STARS_LINE = re.compile(r"stars[\s:=]", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBERS_HINT = "write one number per cell, the same for all cells of a region"
_TASK_IN_SOURCE = re.compile(r"""\btask["']?\s*[:=]\s*["']([^"']*)["']""")
_TASK_ALONE = r"^(?i:stars[^\n]*\n\s*)?[+-]?[0-9]+(?:[ \t]*,[ \t]*[+-]?[0-9]+){2,}[ \t]*,?$"
_TASK_HINT = "as many numbers as the board has cells, with commas between"
_GRID_STAR = "*"
_GRID_CROSSES = "xo"
_GRID_EMPTY = "."
_GRID_SIGNS = frozenset(_GRID_STAR + _GRID_CROSSES + _GRID_EMPTY)
_GRID_HINT = "as many rows and columns of '*', 'x', 'o' and '.' as the grid has"
_COMPACT_START = re.compile(r"^[0-9]+x[0-9]+\.")
_COMPACT_NOTES = re.compile(r"([a-z][0-9]+)*")
_COMPACT_HINT = "such as 5x1. and 25 letters"
_MOST_COMPACT_REGIONS = 26


def split_rows(text: str) -> tuple[int | None, list[str]]:
    """Return the stars that the text states in a first line ``stars K``, and its rows without empty
    lines.

    Raises
    ------
    BadNotation
        The stars are not a number, or another puzzle begins further down: with its stars, or after
        an empty line.
    """
    lines = list(filter(None, map(str.strip, text.splitlines())))
    stated = _STARS.fullmatch(lines[0]) if lines else None
    if lines and not stated and _STARS_LINE.match(lines[0]):
        raise BadNotation(
            f"{lines[0][:40]!r} does not say how many stars", hint="a first line such as 'stars 2'"
        )
    # Another first line of stars, or a square before an empty line, begins another puzzle.
    rows = lines[1:] if stated else lines
    block = _EMPTY_LINE.split(text.strip(), maxsplit=1)[0].split("\n")
    first_rows = block[1:] if stated else block
    if any(map(_STARS.fullmatch, rows)) or (len(first_rows) < len(rows) and _is_square(first_rows)):
        raise BadNotation("more than one puzzle", hint=ONE_AT_A_TIME)
    return int(stated[1]) if stated else None, rows


def _is_square(rows: list[str]) -> bool:
    """Return True if there are as many rows as cells in the first of them: letters, or numbers with
    separators.
    """
    words = "".join(rows[:1]).replace(",", " ").split()
    return len(rows) == (len(words) if len(words) > 1 else len("".join(words))) > 1


def split_marks(text: str) -> tuple[str, list[str]]:
    """Return a text of rows without the rows of marks below them, and the rows of marks, if any.

    Raises BadNotation if there is a star, but the marks don't have the size of the grid.
    """
    blocks = _EMPTY_LINE.split(text.strip())
    if len(blocks) != 2:
        return text, []
    rows = list(map(_close_gaps, blocks[0].splitlines()))
    if _STARS.fullmatch(rows[0]):
        rows = rows[1:]
    marks = list(map(_close_gaps, blocks[1].splitlines()))
    # Rows of x, o and dots may be regions and cells; an asterisk is always a star.
    found = set("".join(marks))
    if not rows or not found <= _GRID_SIGNS:
        return text, []
    size = len(rows)
    if len(marks) == size and set(map(len, rows + marks)) == {size}:
        return blocks[0], marks
    if _GRID_STAR in found:
        raise BadNotation("the marks do not have the size of the grid", hint=_GRID_HINT)
    return text, []


def join_grid(
    stars: int | None, rows: Sequence[str], signs: Mapping[Cell, str] | None = None
) -> str:
    """Return the text of a grid: the stars if they are known, its rows, and if there are any signs,
    the rows of marks below an empty line.
    """
    lines = [] if stars is None else [f"stars {stars}"]
    lines += rows
    if signs:
        lines.append("")
        lines += fill_grid(len(rows), len(rows[0]), _GRID_EMPTY, signs)
    return "\n".join(lines) + "\n"


def parse_letters(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of rows of letters, with or without a line ``stars K`` above them and marks
    below them.

    Raises BadNotation.
    """
    text, marks = split_marks(text)
    stated, rows = split_rows(text)
    return puzzle_of(
        tuple(map(_close_gaps, rows)),
        stars,
        stated,
        given=find_signs("".join(marks), _GRID_STAR, len(marks)),
        crossed=find_signs("".join(marks), _GRID_CROSSES, len(marks)),
    )


def _close_gaps(row: str) -> str:
    """Return the row without blanks around it, or between all its letters if they separate them."""
    words = row.split()
    letters = "".join(words)
    return letters if len(words) == len(letters) else row.strip()


def format_letters(puzzle: Puzzle) -> str:
    """Return stars and rows of letters.

    Raises BadNotation for marks, which the form cannot hold.
    """
    check_unmarked(puzzle)
    return join_grid(puzzle.stars, puzzle.grid)


def format_grid(puzzle: Puzzle) -> str:
    """Return stars, rows of letters and rows of marks."""
    signs = map_marks(puzzle, _GRID_STAR, _GRID_CROSSES[0])
    return join_grid(puzzle.stars, puzzle.grid, signs)


def parse_numbers(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of rows of numbers, its regions lettered by first appearance.

    Raises BadNotation.
    """
    stated, rows = split_rows(text)
    # A list of lists, digits without separators, or numbers with them.
    names: Sequence[Sequence[str]]
    if rows and starts_list(rows[0]):
        names = parse_lists("\n".join(rows))
        if set(chain.from_iterable(names)).issubset(ascii_letters):
            return puzzle_of(tuple(map("".join, names)), stars, stated)
    elif rows and rows[0].isdecimal():
        names = _split_digits(rows)
    else:
        names = list(map(split_values, rows))
    return puzzle_of(letter_numbers(names), stars, stated)


def letter_numbers(rows: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """Return rows of letters for rows of whole numbers, given as such or as text.

    Raises BadNotation.
    """
    texts = [list(map(str, row)) for row in rows]
    check_values(texts, _is_number, "not a whole number:", _NUMBERS_HINT)
    return letter_regions([list(map(int, row)) for row in texts])


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def _split_digits(rows: Sequence[str]) -> list[list[str]]:
    """Return the digits of a square board, one per cell.

    Raises BadNotation if they may mean something else.
    """
    if set(map(len, rows)) != {len(rows)} or not "".join(rows).isdecimal():
        raise BadNotation(
            f"{len(rows)} rows that begin {rows[0][:20]!r} are not a square of digits",
            hint="numbers need spaces or commas between them",
        )
    return list(map(list, rows))


def format_numbers(puzzle: Puzzle) -> str:
    """Return stars and rows of numbers from 0, by first appearance.

    Raises BadNotation for walls and marks.
    """
    check_plain(puzzle)
    return join_grid(puzzle.stars, list(map(" ".join, number_regions(puzzle, 0))))


def are_numbers(rows: Sequence[str]) -> bool:
    """Return True if the first row starts with two whole numbers, begins a list of lists, or
    consists of digits.
    """
    if starts_list(rows[0]) or (len(rows) > 1 and rows[0].isdecimal()):
        return True
    first_two = split_values(rows[0])[:2]
    return len(first_two) == 2 and all(map(_NUMBER.fullmatch, first_two))


def parse_task(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of a task string, alone or in a page's source; raises BadNotation."""
    tasks = set(map(str.strip, _TASK_IN_SOURCE.findall(text)))
    rows = sorted(tasks - {""})
    stated = None
    if len(rows) > 1:
        raise BadNotation(
            f"the page's source has {len(rows)} tasks", hint="the task of one puzzle alone"
        )
    # A page has its task in the source; a task by itself may follow a line of stars.
    if not tasks:
        stated, rows = split_rows(text)
    names = list(map(str.strip, "".join(rows).strip().rstrip(",").split(",")))
    size = isqrt(len(names))
    if size * size != len(names):
        raise BadNotation(
            f"the task has {len(names)} numbers, which do not form a square board", hint=_TASK_HINT
        )
    return puzzle_of(letter_numbers(split_evenly(names, size)), stars, stated)


def format_task(puzzle: Puzzle) -> str:
    """Return region numbers from 1 by first appearance, without the stars.

    Raises BadNotation for walls and marks.
    """
    check_plain(puzzle)
    return ",".join(chain.from_iterable(number_regions(puzzle, 1))) + "\n"


def parse_compact(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of a compact line; raises BadNotation."""
    head, _, rest = text.strip().partition(".")
    letters, _, notes = rest.partition(".")
    side, _, stated = head.partition("x")
    size = parse_whole_number(side, "the size")
    check_size(size, size)
    if len(letters) != size * size:
        raise BadNotation(
            f"{len(letters)} letters, but a {size}x{size} board has {size * size} cells",
            hint=_COMPACT_HINT,
        )
    lines = split_evenly(letters.upper(), size)
    check_values(lines, ascii_uppercase.__contains__, "no letter A-Z:", _COMPACT_HINT)
    if not _COMPACT_NOTES.fullmatch(notes):
        raise BadNotation(f"after the letters comes {notes[:20]!r}", hint=_COMPACT_HINT)
    return puzzle_of(
        letter_regions(lines),
        stars,
        parse_whole_number(stated, "the stars"),
    )


def format_compact(puzzle: Puzzle) -> str:
    """Return the puzzle in one line.

    Raises BadNotation for walls, marks and more than 26 regions.
    """
    check_plain(puzzle)
    if puzzle.size > _MOST_COMPACT_REGIONS:
        raise BadNotation(
            f"more than {_MOST_COMPACT_REGIONS} regions cannot be written in this form",
            hint="puzz.link can",
        )
    return f"{puzzle.size}x{puzzle.stars}.{''.join(letter_regions(puzzle.grid))}\n"


LETTERS = Form(parse_letters, format_letters)
GRID = Form(parse_letters, format_grid)
NUMBERS = Form(parse_numbers, format_numbers)
TASK = Form(parse_task, format_task, re.compile(f"{_TASK_IN_SOURCE.pattern}|{_TASK_ALONE}"))
COMPACT = Form(parse_compact, format_compact, _COMPACT_START, is_one_line=True)
