"""Where the puzzles of `autoplay solve` come from: files, stdin, the text itself, JSON Lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from autoplay.files import PICTURES
from solvers.errors import BadNotation

if TYPE_CHECKING:
    from solvers.star_battle import Puzzle


@dataclass(frozen=True)
class Source:
    """A puzzle's text before it is parsed.

    ``label`` goes in front of its answer (``file``, or ``id`` of a row); ``stars``, where not None, are
    the stars per row; ``is_row`` says that it is a line of JSON Lines.
    """

    text: str
    stars: int | None
    label: dict[str, object] = field(default_factory=dict)
    is_row: bool = False

    def parse(self) -> Puzzle:
        """The puzzle; raises BadNotation."""
        from solvers.notation import from_row, parse

        file = str(self.label.get("file", ""))
        if Path(file).suffix.lower() in PICTURES:
            hint = f"autoplay read {file} --to letters | autoplay solve -"
            raise BadNotation(f"{file} is a picture, and only text is solved", hint=hint)
        if self.is_row:
            return from_row(_object(self.text), self.stars)
        try:
            return parse(self.text, self.stars)
        except BadNotation:
            if self.label or "\n" in self.text.strip():
                raise
            raise BadNotation(
                f"{self.text!r} is neither a file nor the text of a puzzle",
                hint="check the file's name, or - to read stdin",
            ) from None


def sources(argument: str, stars: int | None = None) -> Iterator[Source]:
    """The puzzles that one argument of the command line stands for, each read when it is asked for.

    Raises BadNotation if a file can't be read.
    """
    if argument == "-":
        yield from _from_lines(sys.stdin, stars)
    elif "\n" in argument or not os.path.isfile(argument):  # noqa: PTH113 (Path raises where a text is too long)
        yield Source(argument, stars)
    elif argument.endswith(".jsonl"):
        with Path(argument).open(encoding="utf-8", errors="replace") as lines:
            yield from _rows(lines, stars)
    else:
        yield Source(Path(argument).read_text("utf-8", errors="replace"), stars, {"file": argument})


def _from_lines(lines: Iterable[str], stars: int | None) -> Iterator[Source]:
    """JSON Lines where the first line is an object, otherwise the text of one puzzle."""
    rest = iter(lines)
    first = next(rest, "")
    if first.lstrip().startswith("{"):
        yield from _rows(chain([first], rest), stars)
    else:
        yield Source("".join(chain([first], rest)), stars, {"file": "-"})


def _rows(lines: Iterable[str], stars: int | None) -> Iterator[Source]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield Source(line, stars, _row_label(line, number), is_row=True)


def _row_label(line: str, number: int) -> dict[str, object]:
    """The row's own ``id``; the number of its line where it has none."""
    try:
        row = _object(line)
    except BadNotation:
        row = {}
    return {"id": row["id"]} if "id" in row else {"line": number}


def _object(line: str) -> dict[str, object]:
    import msgspec

    try:
        return msgspec.json.decode(line, type=dict[str, object])
    except msgspec.DecodeError as error:
        hint = 'a line such as {"id": 1, "stars": 1, "grid": ["AAAB", …]}'
        raise BadNotation(f"no JSON object of a puzzle: {error}", hint=hint) from error
