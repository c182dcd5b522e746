"""Holds anybody's reader against a fixture: whatever form its answer has, and every cell that differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from autoplay.report.text import SYMBOL
from autoplay.testing.expected_reading import LAMPS, PEGS, Golden, differing, renamed
from autoplay.testing.fixtures import GOLDEN, PICTURE, BadFixture, Fixture, known
from solvers.cells import LETTERS, Cell
from vision.reading import Mark

Reader: TypeAlias = Callable[[Any], object]

FORMS: Final = "the rows as a list of strings or of lists of numbers, a Reading, or a dict with 'grid'"
MOST_NAMED: Final = 10
"""Cells that are named one by one: those of a region that was read wrongly; what the rest is, the boards show."""
GAP: Final = "   "


class Differs(AssertionError):
    """The reader did not give what is known; the message shows where."""


def hold(fixture: Fixture, reader: Reader, *, takes_image: bool) -> None:
    """Give the reader the fixture's picture, as an image or else as its path, and compare what it gives.

    Raises Differs; BadFixture where a part is missing, BadNotation and BadImage where it can't be used.
    """
    path, expected = fixture.path(PICTURE), known(fixture)
    if expected is None or not path.exists():
        missing = path if expected else fixture.path(GOLDEN)
        raise BadFixture(f"{missing} is missing", hint="autoplay record writes both")
    if takes_image:
        from vision import load_image

        compare(expected, reader(load_image(path)))
    else:
        compare(expected, reader(path))


def compare(expected: Golden, answer: object) -> None:
    """Raise Differs unless the answer is as expected; marks are compared where it has any to tell of."""
    got = _golden(answer, expected)
    sizes = [f"{len(board.grid)}x{max(map(len, board.grid), default=0)}" for board in (got, expected)]
    if [len(row) for row in got.grid] != [len(row) for row in expected.grid]:
        boards = _beside(("expected", expected.grid), ("got", got.grid))
        raise Differs("{} cells got, {} expected\n\n".format(*sizes) + boards)
    if cells := differing(expected, got):
        raise Differs(_difference(expected, got, sorted(cells)))


def _golden(answer: object, expected: Golden) -> Golden:
    grid, marks = _parts(answer)
    try:
        return Golden(_rows(grid, expected), tuple(expected.marks if marks is None else marks))
    except TypeError:
        raise Differs(f"the reader gave the marks {marks!r:.200}\nwanted: [row, column, kind] for each") from None


def _parts(answer: object) -> tuple[object, Iterable[Any] | None]:
    """The grid and the marks of an answer; None for marks that it does not tell of."""
    if isinstance(answer, Mapping):
        if "grid" not in answer:
            raise Differs(f"the reader gave a dict without 'grid': {answer!r:.200}\nwanted: {FORMS}")
        return answer["grid"], answer.get("marks")
    if hasattr(answer, "grid") and hasattr(answer, "marks"):
        return answer.grid, answer.marks
    return answer, None


def _rows(grid: object, expected: Golden) -> tuple[str, ...]:
    """The rows as strings; numbers become letters, or the states of what is expected."""
    rows = grid.splitlines() if isinstance(grid, str) else grid
    try:
        cells = [list(row) for row in rows]  # type: ignore[attr-defined]
        names = _names(expected, dict.fromkeys(cell for row in cells for cell in row))
        return tuple("".join(names[cell] for cell in row) for row in cells)
    except (TypeError, KeyError):
        raise Differs(f"the reader gave {grid!r:.200}\nwanted: {FORMS}") from None


def _names(expected: Golden, cells: Iterable[object]) -> dict[object, str]:
    """Each kind of cell as one character: itself, or for numbers a lamp's or peg's state or a region's letter."""
    kinds = list(cells)
    if all(isinstance(kind, str) for kind in kinds):
        return {kind: str(kind) for kind in kinds}
    known = set("".join(expected.grid))
    states = next((states for kind, states in ((LAMPS, ".*"), (PEGS, ".o")) if known <= kind), "")
    return dict(enumerate(states)) if states else dict(zip(kinds, LETTERS, strict=False))


def _difference(expected: Golden, got: Golden, cells: Sequence[Cell]) -> str:
    """The cells that differ one by one, and the boards; marks only where they are not the same."""
    grid, size = renamed(expected.grid, got.grid), sum(map(len, expected.grid))
    marks = ((), ()) if expected.marks == got.marks else (expected.marks, got.marks)
    lines = [f"{len(cells)} of {size} cells differ"]
    for row, col in cells[:MOST_NAMED]:
        wanted, given = _cell(expected.grid, marks[0], row, col), _cell(grid, marks[1], row, col)
        lines.append(f"row {row + 1} column {col + 1}: {wanted} expected, {given} got")
    if len(cells) > MOST_NAMED:
        lines.append(f"and {len(cells) - MOST_NAMED} more")
    wrong = ["".join("^" if (row, col) in cells else "." for col in range(len(line))) for row, line in enumerate(grid)]
    boards = [("expected", expected.grid), ("got", grid), ("differing", wrong)]
    if any(marks):
        boards[1:1] = [("", _marked(expected))]
        boards[3:3] = [("", _marked(got))]
    return "\n".join(lines) + "\n\n" + _beside(*boards)


def _cell(grid: Sequence[str], marks: Iterable[Mark], row: int, col: int) -> str:
    kind = next((f" with a {mark.kind}" for mark in marks if mark[:2] == (row, col)), "")
    return (grid[row][col].strip() or "nothing") + kind


def _marked(board: Golden) -> list[str]:
    symbols = {mark[:2]: SYMBOL[mark.kind] for mark in board.marks}
    return ["".join(symbols.get((r, c), ".") for c in range(len(line))) for r, line in enumerate(board.grid)]


def _beside(*boards: tuple[str, Sequence[str]]) -> str:
    """Boards beside each other below their headings."""
    columns = [[name, *rows] for name, rows in boards]
    widths = [max(map(len, column)) for column in columns]
    lines = zip_longest(*columns, fillvalue="")
    return "\n".join(GAP.join(map(str.ljust, line, widths)).rstrip() for line in lines)
