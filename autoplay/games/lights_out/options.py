"""Options of Lights Out: the target, and the effect of a press."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from autoplay.games.options import PuzzleOptions
from autoplay.games.puzzle_text import read_text
from solvers.errors import BadNotation, about
from solvers.lights_out import Puzzle, named_rule
from solvers.lights_out.text import parse, parse_matrix, puzzle_of, rows

LampTarget: TypeAlias = str | tuple[str, ...] | None
"""Target state of the lamps: "off", "on", or rows of states; None if not given."""

HEAD: Final = re.compile(r"\s*(?:(rule|states|target)[ \t]+(\S+)|(wrap))[ \t]*\n")
"""A line above the rows with an option."""
PLUS: Final = "plus"
STATES: Final = re.compile("[0-9]{1,2}")
ROW: Final = 'a line such as {"id": 1, "puzzle": "lights-out", "grid": ["*..", …]}'


@dataclass(frozen=True, slots=True)
class LightsOutOptions(PuzzleOptions):
    """Options of Lights Out.

    ``target`` is "off", "on" or rows; None means off, or on for a size such as 5x5. ``states`` is the number of states
    of a lamp, None for as many as the board shows. ``rule`` is the name of a press's effect and ``wrap`` joins the
    edges, unless ``matrix`` is given, as text. ``files`` are the command-line options that name a file; ``every``
    requests every solution.
    """

    target: LampTarget = None
    states: int | None = None
    rule: str = PLUS
    wrap: bool = False
    matrix: str | None = None
    files: str = ""
    every: bool = False

    def parse(self, text: str) -> Puzzle:
        """Return the puzzle of a text: rows of lamps below its own options, or a size; raise BadNotation."""
        own, below = _split_head(text)
        options = _merged(own, self)
        return options._ruled(parse(below, target=options.target, states=options.states))

    @property
    def head(self) -> str:
        """Lines to put above the rows of a text, for options that are not the default and fit on a line."""
        said = {"target": self.target if isinstance(self.target, str) else None, "states": self.states}
        if self.matrix is None and self.rule != PLUS:
            said["rule"] = self.rule
        lines = [f"{name} {value}\n" for name, value in said.items() if value]
        return "".join(lines) + "wrap\n" * self.wrap

    def puzzle(self, grid: Sequence[str], shown: int = 2) -> Puzzle:
        """Return the puzzle of rows of lamps that show this many states; raise BadNotation."""
        states = self.states or (shown if shown > 2 else None)
        return self._ruled(puzzle_of(grid, target=self.target or "off", states=states))

    def _ruled(self, puzzle: Puzzle) -> Puzzle:
        if self.matrix is not None:
            return replace(puzzle, rule=parse_matrix(self.matrix, puzzle))
        return replace(puzzle, rule=named_rule(self.rule, puzzle.lamps, wrap=self.wrap))


class _Row(msgspec.Struct):
    """Row of JSON Lines; the options fill in missing fields. With a matrix, the rule is only its name."""

    grid: list[str]
    target: str | list[str] | None = None
    states: int | None = None
    rule: str = PLUS
    wrap: bool = False
    matrix: list[str] | None = None

    @property
    def options(self) -> LightsOutOptions:
        """The options in the row itself."""
        target = tuple(self.target) if isinstance(self.target, list) else self.target
        if self.matrix is not None:
            return LightsOutOptions(target, self.states, matrix="\n".join(self.matrix))
        return LightsOutOptions(target, self.states, self.rule, self.wrap)


def puzzle_of_row(row: Mapping[str, object], options: LightsOutOptions) -> Puzzle:
    """Return the puzzle of one object of a JSON Lines file.

    Raises BadNotation if a field is missing or of the wrong type, if the grid is not a board, or if the options
    contradict the row.
    """
    try:
        own = msgspec.convert(row, _Row)
    except msgspec.ValidationError as error:
        raise BadNotation(str(error), hint=ROW) from None
    return _merged(own.options, options).puzzle(own.grid)


def options_given(
    target: str | None = None,
    rule: str | None = None,
    *,
    wrap: bool = False,
    matrix: Path | None = None,
    states: int | None = None,
    every: bool = False,
) -> LightsOutOptions:
    """Return the options that the command line gives.

    Raises BadNotation if they contradict each other, or if a file has the wrong contents.
    """
    if matrix and (rule or wrap):
        raise BadNotation("--matrix already defines the effect of every press", hint="leave out --rule and --wrap")
    rows_asked = target_of(target)
    named = {"--target": target if isinstance(rows_asked, tuple) else None, "--matrix": matrix}
    files = "".join(f" {option} {shlex.quote(str(file))}" for option, file in named.items() if file)
    return LightsOutOptions(rows_asked, states, rule or PLUS, wrap, read_text(matrix) if matrix else None, files, every)


def target_of(target: str | None) -> str | tuple[str, ...] | None:
    """Return the target of ``--target``: "on", "off" or the rows in a file; raise BadNotation."""
    if target in (None, "off", "on"):
        return target
    if not Path(target).exists():
        raise BadNotation(f"--target {target}: no such file", hint="off, on, or a file with rows of lamps")
    text = read_text(Path(target))
    with about(target):
        return rows(text)


def _split_head(text: str) -> tuple[LightsOutOptions, str]:
    """Return the options in the lines above the rows, and the text below; raise BadNotation."""
    said: dict[str, str] = {}
    while found := HEAD.match(text):
        said[found[1] or found[3]] = found[2] or ""
        text = text[found.end() :]
    states = said.get("states")
    if states is not None and not STATES.fullmatch(states):
        raise BadNotation(f"states {states[:20]}: not a number of states", hint="a line such as: states 3")
    rule = said.get("rule", PLUS)
    return LightsOutOptions(said.get("target"), int(states) if states else None, rule, wrap="wrap" in said), text


def _merged(own: LightsOutOptions, given: LightsOutOptions) -> LightsOutOptions:
    """Return the options of a puzzle and the ``given`` ones together; raise BadNotation if they contradict."""
    chosen = {}
    for option in fields(LightsOutOptions):
        stated, wanted = getattr(own, option.name), getattr(given, option.name)
        if wanted == option.default or wanted == stated:
            chosen[option.name] = stated
        elif stated == option.default:
            chosen[option.name] = wanted
        else:
            raise BadNotation(
                f"the puzzle has a different {option.name} than --{option.name}", hint="leave one of them out"
            )
    return LightsOutOptions(**chosen)
