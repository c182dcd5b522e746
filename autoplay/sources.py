"""Where the puzzles of `autoplay solve` come from: files, stdin, the text itself, JSON Lines, pictures."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from autoplay.files import PICTURES
from solvers.errors import BadNotation

if TYPE_CHECKING:
    from solvers.star_battle import Puzzle

LONGEST: Final = 1 << 20
"""Characters of a text, and of a row of JSON Lines; the largest puzzle has a thousandth of it."""


@dataclass(frozen=True, slots=True)
class Source:
    """A puzzle before it is parsed.

    ``file`` is the name of its file, ``-`` for stdin and empty for a text of the command line; ``line`` is the
    number of its line where it is a row of JSON Lines; ``stars``, where not None, are the stars per row.
    """

    text: str
    stars: int | None = None
    file: str = ""
    line: int | None = None

    @property
    def is_row(self) -> bool:
        """Whether it is a row of JSON Lines."""
        return self.line is not None

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture; its text is then empty."""
        return Path(self.file).suffix.lower() in PICTURES

    @property
    def label(self) -> dict[str, object]:
        """What goes in front of its answer: a row's own ``id``, else ``file`` and ``line``."""
        if not self.is_row:
            return {"file": self.file} if self.file else {}
        try:
            return {"id": _object(self.text)["id"]}
        except (BadNotation, KeyError):
            return {"file": self.file, "line": self.line}

    def parse(self) -> Puzzle:
        """The puzzle of a text or a row; raises BadNotation."""
        from solvers.notation import form_of, from_row, parse

        if len(self.text) > LONGEST:
            raise BadNotation(f"over {LONGEST} characters are no puzzle", hint="check that it is the right file")
        if self.is_row:
            return from_row(_object(self.text), self.stars)
        try:
            return parse(self.text, self.stars)
        except BadNotation:
            if self.file or "\n" in self.text.strip() or form_of(self.text) != "letters":
                raise
            raise BadNotation(
                f"{self.text!r} is neither a file nor the text of a puzzle",
                hint="check the file's name, or - to read stdin",
            ) from None


def sources(argument: str, stars: int | None = None) -> Iterator[Source]:
    """The puzzles that one argument of the command line stands for, each read when it is asked for.

    Raises OSError if a file can't be read.
    """
    if argument == "-":
        yield from _from_text(sys.stdin, stars)
    elif "\n" in argument or not os.path.isfile(argument):  # noqa: PTH113 (Path raises where a text is too long)
        yield Source(argument, stars)
    elif Path(argument).suffix.lower() in PICTURES:
        yield Source("", stars, argument)
    else:
        with Path(argument).open(encoding="utf-8-sig", errors="replace") as text:
            yield from _from_text(text, stars, argument)


def _from_text(text: TextIO, stars: int | None, file: str = "-") -> Iterator[Source]:
    """JSON Lines where the first line is an object, or the file is called so; otherwise one puzzle."""
    first = text.readline(LONGEST + 1)
    if first.lstrip().startswith("{") or file.endswith(".jsonl"):
        yield from _rows(first, text, stars, file)
    else:
        yield Source(first + text.read(LONGEST + 1), stars, file)


def _rows(line: str, text: TextIO, stars: int | None, file: str) -> Iterator[Source]:
    number = 1
    while line:
        if line.strip():
            yield Source(line, stars, file, number)
        while line and not line.endswith("\n"):  # the rest of a line that is no puzzle
            line = text.readline(LONGEST + 1)
        line = text.readline(LONGEST + 1)
        number += 1


def _object(line: str) -> dict[str, object]:
    import msgspec

    try:
        return msgspec.json.decode(line, type=dict[str, object])
    except (msgspec.DecodeError, RecursionError) as error:
        hint = 'a line such as {"id": 1, "stars": 1, "grid": ["AAAB", …]}'
        raise BadNotation(f"no JSON object of a puzzle: {error}", hint=hint) from error
