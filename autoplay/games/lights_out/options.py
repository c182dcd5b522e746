"""How a board of lamps is to be solved: what its target is, and what a press changes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

import msgspec

from autoplay.batch.sources import text_of
from autoplay.games.lights_out.verbs import HEAD
from solvers.errors import BadNotation, about
from solvers.lights_out import Puzzle, named_rule
from solvers.lights_out.text import parse, parse_matrix, puzzle_of, rows

PLUS: Final = "plus"
STATES: Final = re.compile("[0-9]{1,2}")
ROW: Final = 'a line such as {"id": 1, "puzzle": "lights-out", "grid": ["*..", …]}'


@dataclass(frozen=True, slots=True)
class Terms:
    """What is not on the board itself.

    ``target`` is "off", "on" or rows; None is off, or for a size such as 5x5 on. ``states`` is how many a lamp has,
    None for as many as are shown; ``rule`` is the name of what a press changes, and ``wrap`` whether the edges are
    joined, unless there is a ``matrix``, the text of one. ``files`` are the options of the command line that name some;
    ``every`` is whether every solution is wanted.
    """

    target: str | tuple[str, ...] | None = None
    states: int | None = None
    rule: str = PLUS
    wrap: bool = False
    matrix: str | None = None
    files: str = ""
    every: bool = False

    def parse(self, text: str) -> Puzzle:
        """The puzzle of a text: rows of lamps below what it says itself, or a size; raises BadNotation."""
        told, below = _headed(text)
        terms = _merged(told, self)
        return terms._ruled(parse(below, target=terms.target, states=terms.states))

    @property
    def head(self) -> str:
        """The lines above the rows of a text that say what is not as usual and can be said in a word."""
        said = {"target": self.target if isinstance(self.target, str) else None, "states": self.states}
        if self.matrix is None and self.rule != PLUS:
            said["rule"] = self.rule
        lines = [f"{name} {value}\n" for name, value in said.items() if value]
        return "".join(lines) + "wrap\n" * self.wrap

    def puzzle(self, grid: Sequence[str], shown: int = 2) -> Puzzle:
        """The puzzle of rows of lamps, of which so many states have been ``shown``; raises BadNotation."""
        states = self.states or (shown if shown > 2 else None)
        return self._ruled(puzzle_of(grid, target=self.target or "off", states=states))

    def _ruled(self, puzzle: Puzzle) -> Puzzle:
        if self.matrix is not None:
            return replace(puzzle, rule=parse_matrix(self.matrix, puzzle))
        return replace(puzzle, rule=named_rule(self.rule, puzzle.lamps, wrap=self.wrap))


class Row(msgspec.Struct):
    """A row of JSON Lines; what it leaves out is as the options say. With a matrix, the rule is only its name."""

    grid: list[str]
    target: str | list[str] | None = None
    states: int | None = None
    rule: str = PLUS
    wrap: bool = False
    matrix: list[str] | None = None

    @property
    def terms(self) -> Terms:
        """What the row itself says."""
        target = tuple(self.target) if isinstance(self.target, list) else self.target
        if self.matrix is not None:
            return Terms(target, self.states, matrix="\n".join(self.matrix))
        return Terms(target, self.states, self.rule, self.wrap)


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


def asked_terms(
    target: str | None = None,
    rule: str | None = None,
    *,
    wrap: bool = False,
    matrix: Path | None = None,
    states: int | None = None,
    every: bool = False,
) -> Terms:
    """The terms that the options of these names say.

    Raises BadNotation where they contradict each other, or a file holds none.
    """
    if matrix and (rule or wrap):
        raise BadNotation("--matrix says what every press changes", hint="leave out --rule and --wrap")
    rows_asked = target_of(target)
    named = {"--target": target if isinstance(rows_asked, tuple) else None, "--matrix": matrix}
    files = "".join(f" {option} {shlex.quote(str(file))}" for option, file in named.items() if file)
    return Terms(rows_asked, states, rule or PLUS, wrap, text_of(matrix) if matrix else None, files, every)


def target_of(target: str | None) -> str | tuple[str, ...] | None:
    """The target that ``--target`` says, which is a word or a file with rows; raises BadNotation."""
    if target in (None, "off", "on"):
        return target
    if not Path(target).exists():
        raise BadNotation(f"--target {target}: no such file", hint="off, on, or a file with rows of lamps")
    text = text_of(Path(target))
    with about(target):
        return rows(text)


def _headed(text: str) -> tuple[Terms, str]:
    """What the lines above the rows say, and the text below them; raises BadNotation."""
    said: dict[str, str] = {}
    while found := HEAD.match(text):
        said[found[1] or found[3]] = found[2] or ""
        text = text[found.end() :]
    states = said.get("states")
    if states is not None and not STATES.fullmatch(states):
        raise BadNotation(f"states {states[:20]}: no number of states", hint="a line such as: states 3")
    rule = said.get("rule", PLUS)
    return Terms(said.get("target"), int(states) if states else None, rule, wrap="wrap" in said), text


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
            raise BadNotation(f"the puzzle says another {term.name} than --{term.name}", hint="leave one of them out")
    return Terms(**chosen)
