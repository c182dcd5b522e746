"""Options of Lights Out: the target, and the effect of a press."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from autoplay.games import PuzzleOptions
from autoplay.games.puzzle_text import convert_row, read_text
from solvers.errors import BadNotation, about
from solvers.lights_out import Puzzle, named_rule
from solvers.lights_out.text import parse, parse_matrix, puzzle_of, rows

LampTarget: TypeAlias = str | tuple[str, ...] | None
"""Target state of the lamps: "off", "on", or rows of states; None if not given."""

LampStates: TypeAlias = list[bool | int]
"""Row of lamps in JSON as numbers, or as true and false."""

OPTION_LINE: Final = re.compile(r"\s*(?:(rule|states|target)[ \t]+(\S+)|(wrap))[ \t]*\n")
"""A line above the rows with an option."""
USUAL_RULE: Final = "plus"
STATES_NUMBER: Final = re.compile("[0-9]{1,2}")
ROW_HINT: Final = 'a line such as {"id": 1, "puzzle": "lights-out", "grid": ["*..", …]}'


@dataclass(frozen=True, slots=True)
class LightsOutOptions(PuzzleOptions):
    """Options of Lights Out.

    ``target`` is "off", "on" or rows; None means off, or on for a size such as 5x5. ``states`` is
    the number of states of a lamp, None for as many as the board shows. ``rule`` is the name of a
    press's effect and ``wrap`` joins the edges, unless ``matrix`` is given, as text. ``files`` are
    the command-line options that name a file; ``distinct`` requests every solution but those that
    are another one rotated or mirrored.
    """

    target: LampTarget = None
    states: int | None = None
    rule: str = USUAL_RULE
    wrap: bool = False
    matrix: str | None = None
    files: str = ""
    distinct: bool = False

    def parse(self, text: str) -> Puzzle:
        """Return the puzzle of a text: rows of lamps below its own options, or a size.

        Raises BadNotation.
        """
        # A line above the rows counts like an option of the command line.
        own, below = _split_option_lines(text)
        options = _merge_options(own, self)
        return options._add_rule(parse(below, target=options.target, states=options.states))

    @property
    def head(self) -> str:
        """Lines to put above the rows of a text, for options that are not the default and fit on a
        line."""
        return "".join(f"{option}\n" for option in self._list_texts())

    @property
    def arguments(self) -> str:
        """Options of the command line that are not the default, each after a space."""
        return self.files + "".join(f" --{option}" for option in self._list_texts())

    def list_changed(self) -> dict[str, object]:
        """Return the options that are not the default, as in a row of JSON Lines."""
        row = {
            "target": self.target,
            "states": self.states,
            "rule": None if self.rule == USUAL_RULE else self.rule,
            "wrap": self.wrap,
            "matrix": (self.matrix or "").splitlines(),
        }
        return {name: value for name, value in row.items() if value}

    def _list_texts(self) -> Iterator[str]:
        """Yield the options that are not the default and fit on a line: "target on", "wrap"."""
        for name, value in self.list_changed().items():
            if name == "wrap":
                yield name
            elif isinstance(value, str | int):
                yield f"{name} {value}"

    def puzzle(self, grid: Sequence[str], shown: int = 2) -> Puzzle:
        """Return the puzzle of rows of lamps that show this many states; raise BadNotation."""
        # Two are the usual number of states, which needs no mention.
        states = self.states
        if states is None and shown > 2:
            states = shown
        return self._add_rule(puzzle_of(grid, target=self.target or "off", states=states))

    def _add_rule(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with the effect of a press that these options give.

        Raises BadNotation.
        """
        # A matrix gives the effect of each press, so that neither rule nor edges matter.
        if self.matrix is not None:
            return replace(puzzle, rule=parse_matrix(self.matrix, puzzle))
        return replace(puzzle, rule=named_rule(self.rule, puzzle.lamps, wrap=self.wrap))


class _Row(msgspec.Struct):
    """Row of JSON Lines; the options fill in missing fields. With a matrix, the rule is only its
    name."""

    grid: list[str | LampStates]
    target: str | list[str | LampStates] | None = None
    states: int | None = None
    rule: str = USUAL_RULE
    wrap: bool = False
    matrix: list[str] | None = None

    @property
    def options(self) -> LightsOutOptions:
        """The options in the row itself; raises BadNotation."""
        target = rows_of(self.target) if isinstance(self.target, list) else self.target
        if self.matrix is not None:
            return LightsOutOptions(target, self.states, matrix="\n".join(self.matrix))
        return LightsOutOptions(target, self.states, self.rule, self.wrap)


def puzzle_of_row(row: Mapping[str, object], options: LightsOutOptions) -> Puzzle:
    """Return the puzzle of one object of a JSON Lines file.

    Raises BadNotation if a field is missing or of the wrong type, if the grid is not a board, or if
    the options contradict the row.
    """
    own = convert_row(row, _Row, ROW_HINT)
    return _merge_options(own.options, options).puzzle(rows_of(own.grid))


def rows_of(lines: Sequence[str | LampStates]) -> tuple[str, ...]:
    """Return rows of text for rows that may be lists of numbers, or of true and false.

    Raises BadNotation.
    """
    if all(isinstance(line, str) for line in lines):
        return tuple(str(line) for line in lines)
    return rows(str([list(line) for line in lines]))


def parse_option_values(
    target: str | None = None,
    rule: str | None = None,
    *,
    wrap: bool = False,
    matrix: Path | None = None,
    states: int | None = None,
    distinct: bool = False,
) -> LightsOutOptions:
    """Return the options that the command line gives.

    Raises BadNotation if they contradict each other, or if a file has the wrong contents.
    """
    if matrix and (rule or wrap):
        raise BadNotation(
            "--matrix already defines the effect of every press", hint="leave out --rule and --wrap"
        )
    wanted = read_target(target)
    # Options that name a file are repeated in the command of a new puzzle.
    files = ""
    if isinstance(wanted, tuple):
        files += f" --target {shlex.quote(str(target))}"
    if matrix:
        files += f" --matrix {shlex.quote(str(matrix))}"
    return LightsOutOptions(
        target=wanted,
        states=states,
        rule=rule or USUAL_RULE,
        wrap=wrap,
        matrix=read_text(matrix) if matrix else None,
        files=files,
        distinct=distinct,
    )


def read_target(target: str | None) -> LampTarget:
    """Return the target of ``--target``: "on", "off" or the rows in a file; raise BadNotation."""
    if target in (None, "off", "on"):
        return target
    path = Path(target)
    if not path.exists():
        raise BadNotation(
            f"--target {target}: no such file", hint="off, on, or a file with rows of lamps"
        )
    text = read_text(path)
    with about(target):
        return rows(text)


def _split_option_lines(text: str) -> tuple[LightsOutOptions, str]:
    """Return the options in the lines above the rows, and the text below; raise BadNotation."""
    found: dict[str, str] = {}
    while line := OPTION_LINE.match(text):
        found[line[1] or line[3]] = line[2] or ""
        text = text[line.end() :]
    states = found.get("states")
    if states is not None and not STATES_NUMBER.fullmatch(states):
        raise BadNotation(
            f"states {states[:20]}: not a number of states", hint="a line such as: states 3"
        )
    number = int(states) if states else None
    return LightsOutOptions(
        found.get("target"), number, found.get("rule", USUAL_RULE), "wrap" in found
    ), text


def _merge_options(own: LightsOutOptions, given: LightsOutOptions) -> LightsOutOptions:
    """Return the options of a puzzle and the ``given`` ones together.

    Raises BadNotation if they contradict.
    """
    chosen = {}
    for option in fields(LightsOutOptions):
        stated = getattr(own, option.name)
        wanted = getattr(given, option.name)
        if wanted in (option.default, stated):
            chosen[option.name] = stated
        elif stated == option.default:
            chosen[option.name] = wanted
        else:
            raise BadNotation(
                f"the puzzle and --{option.name} say different things",
                hint="leave one of them out",
            )
    return LightsOutOptions(**chosen)
