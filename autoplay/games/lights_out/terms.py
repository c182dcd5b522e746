"""How a board of lamps is to be solved: what its target is, and what a press changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

import msgspec

from solvers.errors import BadNotation, about
from solvers.lights_out import PLUS, RULES, Puzzle, Rule
from solvers.lights_out.text import parse, parse_matrix, puzzle_of, rows

ROW: Final = 'a line such as {"id": 1, "puzzle": "lights-out", "grid": ["*..", …]}'


@dataclass(frozen=True, slots=True)
class Terms:
    """What is not on the board itself.

    ``target`` is "off", "on" or rows; None is off, or for a size such as 5x5 on. ``states`` is how many a lamp has,
    None for as many as are shown; ``rule`` is what a press changes unless there is a ``matrix``, the text of one.
    """

    target: str | tuple[str, ...] | None = None
    states: int | None = None
    rule: Rule = PLUS
    matrix: str | None = None

    def parse(self, text: str) -> Puzzle:
        """The puzzle of a text: rows of lamps, or a size; raises BadNotation."""
        return self._ruled(parse(text, target=self.target, states=self.states, rule=self.rule))

    def puzzle(self, grid: Sequence[str], shown: int = 2) -> Puzzle:
        """The puzzle of rows of lamps, of which so many states have been ``shown``; raises BadNotation."""
        states = self.states or (shown if shown > 2 else None)
        return self._ruled(puzzle_of(grid, target=self.target or "off", states=states, rule=self.rule))

    def _ruled(self, puzzle: Puzzle) -> Puzzle:
        return puzzle if self.matrix is None else replace(puzzle, rule=parse_matrix(self.matrix, puzzle))


class Row(msgspec.Struct):
    """A row of JSON Lines; what it leaves out is as the options say."""

    grid: list[str]
    target: str | list[str] | None = None
    states: int | None = None
    rule: str | None = None
    wrap: bool = False
    matrix: list[str] | None = None

    @property
    def terms(self) -> Terms:
        """What the row itself says; raises BadNotation."""
        target = tuple(self.target) if isinstance(self.target, list) else self.target
        matrix = None if self.matrix is None else "\n".join(self.matrix)
        return Terms(target, self.states, rule_of(self.rule, wrap=self.wrap), matrix)


def puzzle_of_row(row: Mapping[str, object], asked: Terms) -> Puzzle:
    """The puzzle of one object of a JSON Lines file.

    Raises BadNotation where a field is missing or of the wrong kind, the grid is no board, or the options ``asked``
    say otherwise than the row.
    """
    try:
        told = msgspec.convert(row, Row)
    except msgspec.ValidationError as error:
        raise BadNotation(str(error), hint=ROW) from None
    return _merged(told.terms, asked).puzzle(told.grid)


def asked_terms(target: str | None, rule: str | None, *, wrap: bool, matrix: Path | None, states: int | None) -> Terms:
    """The terms that the options of the command line say; raises BadNotation where a file holds none."""
    return Terms(_target(target), states, rule_of(rule, wrap=wrap), _text(matrix) if matrix else None)


def rule_of(name: str | None, *, wrap: bool = False) -> Rule:
    """The rule of this name, plus without one; raises BadNotation."""
    if name is not None and name not in RULES:
        raise BadNotation(f"there is no rule {name[:20]!r}", hint=f"one of {', '.join(RULES)}")
    return Rule(RULES[name or "plus"], wrap)


def _merged(told: Terms, asked: Terms) -> Terms:
    """What the row and the options say together; raises BadNotation where they disagree."""
    chosen = {}
    for term in fields(Terms):
        stated, wished = getattr(told, term.name), getattr(asked, term.name)
        if wished == term.default or wished == stated:
            chosen[term.name] = stated
        elif stated == term.default:
            chosen[term.name] = wished
        else:
            raise BadNotation(f"the row says another {term.name} than --{term.name}", hint="leave one of them out")
    return Terms(**chosen)


def _target(target: str | None) -> str | tuple[str, ...] | None:
    if target in (None, "off", "on"):
        return target
    if not Path(target).is_file():
        raise BadNotation(f"--target {target}: no such file", hint="off, on, or a file with rows of lamps")
    with about(target):
        return rows(_text(Path(target)))


def _text(path: Path) -> str:
    return path.read_text("utf-8", errors="replace")
