"""Test of any reader against a fixture: accepts several forms of answers, and reports every cell that differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from autoplay.games.star_battle.steps import SYMBOL
from autoplay.testing.expected_reading import LAMPS, PEGS, ExpectedReading, differing, renamed
from autoplay.testing.fixtures import EXPECTED, PICTURE, BadFixture, Fixture, known
from solvers.cells import LETTERS, Cell
from vision import load_image
from vision.reading import Mark

ReaderFunction: TypeAlias = Callable[[Any], object]

FORMS: Final = "the rows as a list of strings or of lists of numbers, a Reading, or a dict with 'grid'"
MOST_NAMED: Final = 10
"""Cells that are listed one by one, enough for a wrong region; the boards show the rest."""
GAP: Final = "   "


class Differs(AssertionError):
    """The reader's answer is not the expected one; the message shows the differences."""


def hold(fixture: Fixture, reader: ReaderFunction, *, takes_image: bool) -> None:
    """Give the fixture's picture to the reader, as an image or as its path, and compare the answer.

    Raises Differs; BadFixture if a part is missing; BadNotation and BadImage if it can't be used.
    """
    path, expected = fixture.path(PICTURE), known(fixture)
    if expected is None or not path.exists():
        missing = path if expected else fixture.path(EXPECTED)
        raise BadFixture(f"{missing} is missing", hint="autoplay record writes both")
    if takes_image:
        compare(expected, reader(load_image(path)))
    else:
        compare(expected, reader(path))


def compare(expected: ExpectedReading, answer: object) -> None:
    """Raise Differs unless the answer is as expected. Marks are compared if the answer has any."""
    got = _as_reading(answer, expected)
    sizes = [f"{len(board.grid)}x{max(map(len, board.grid), default=0)}" for board in (got, expected)]
    if [len(row) for row in got.grid] != [len(row) for row in expected.grid]:
        boards = _beside(("expected", expected.grid), ("got", got.grid))
        raise Differs("got {} cells, expected {}\n\n".format(*sizes) + boards)
    if cells := differing(expected, got):
        raise Differs(_difference(expected, got, sorted(cells)))


def _as_reading(answer: object, expected: ExpectedReading) -> ExpectedReading:
    grid, marks = _parts(answer)
    try:
        return ExpectedReading(_rows(grid, expected), tuple(expected.marks if marks is None else marks))
    except TypeError:
        raise Differs(f"the reader returned the marks {marks!r:.200}\nexpected: [row, column, kind] for each") from None


def _parts(answer: object) -> tuple[object, Iterable[Any] | None]:
    """Return grid and marks of an answer; None if the answer has no marks."""
    if isinstance(answer, Mapping):
        if "grid" not in answer:
            raise Differs(f"the reader returned a dict without 'grid': {answer!r:.200}\nexpected: {FORMS}")
        return answer["grid"], answer.get("marks")
    if hasattr(answer, "grid") and hasattr(answer, "marks"):
        return answer.grid, answer.marks
    return answer, None


def _rows(grid: object, expected: ExpectedReading) -> tuple[str, ...]:
    """Return the rows as strings; numbers become letters, or states of lamps or pegs if these are expected."""
    rows = grid.splitlines() if isinstance(grid, str) else grid
    try:
        cells = [list(row) for row in rows]  # type: ignore[attr-defined]
        names = _names(expected, dict.fromkeys(cell for row in cells for cell in row))
        return tuple("".join(names[cell] for cell in row) for row in cells)
    except (TypeError, KeyError):
        raise Differs(f"the reader returned {grid!r:.200}\nexpected: {FORMS}") from None


def _names(expected: ExpectedReading, cells: Iterable[object]) -> dict[object, str]:
    """Return a character for each kind of cell: itself, or for numbers a lamp's or peg's state or a region's letter."""
    kinds = list(cells)
    if all(isinstance(kind, str) for kind in kinds):
        return {kind: str(kind) for kind in kinds}
    known = set("".join(expected.grid))
    states = next((states for kind, states in ((LAMPS, ".*"), (PEGS, ".o")) if known <= kind), "")
    return dict(enumerate(states)) if states else dict(zip(kinds, LETTERS, strict=False))


def _difference(expected: ExpectedReading, got: ExpectedReading, cells: Sequence[Cell]) -> str:
    """Return a description of the differing cells and both boards, with marks only if they differ."""
    grid, size = renamed(expected.grid, got.grid), sum(map(len, expected.grid))
    marks = ((), ()) if expected.marks == got.marks else (expected.marks, got.marks)
    lines = [f"{len(cells)} of {size} cells differ"]
    for row, col in cells[:MOST_NAMED]:
        wanted, given = _cell(expected.grid, marks[0], row, col), _cell(grid, marks[1], row, col)
        lines.append(f"row {row + 1} column {col + 1}: expected {wanted}, got {given}")
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


def _marked(board: ExpectedReading) -> list[str]:
    symbols = {mark[:2]: SYMBOL[mark.kind] for mark in board.marks}
    return ["".join(symbols.get((r, c), ".") for c in range(len(line))) for r, line in enumerate(board.grid)]


def _beside(*boards: tuple[str, Sequence[str]]) -> str:
    """Return boards side by side below their headings."""
    columns = [[name, *rows] for name, rows in boards]
    widths = [max(map(len, column)) for column in columns]
    lines = zip_longest(*columns, fillvalue="")
    return "\n".join(GAP.join(map(str.ljust, line, widths)).rstrip() for line in lines)
