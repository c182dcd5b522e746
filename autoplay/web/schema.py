"""The shape of what is answered, as types: the OpenAPI document is made from them, and the tests hold answers to them.

A solution, or a reading, is of one of the games, which its ``puzzle`` tells, and has what is said of all and of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType, defstruct, field
from msgspec.structs import fields

Index: TypeAlias = Annotated[int, Meta(ge=0)]
Cell: TypeAlias = Annotated[tuple[Index, Index], Meta(description="[row, col], counted from 0")]
Size: TypeAlias = Annotated[int, Meta(ge=1)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


class Refusal(Struct, kw_only=True):
    """Why there is no answer: which sort of error, what is wrong, and what to try."""

    error: str
    message: str
    hint: str = field(name="try")
    file: str | UnsetType = UNSET
    board: Size | UnsetType = UNSET
    box: tuple[int, int, int, int] | UnsetType = UNSET


class Limited(Struct, kw_only=True):
    """What one request may take, and whether pictures are kept."""

    bytes: int
    pixels: int
    seconds: float
    kept: bool


class Step(Struct, kw_only=True):
    """A step of an explanation: the stars and the crosses it concludes, from which cells and units, and a sentence."""

    rule: str
    stars: list[Cell]
    crossed: list[Cell]
    cells: list[Cell]
    units: list[str]
    text: str


class Border(Struct, kw_only=True):
    """What was measured between a cell and the next one at its side, and how sure that is a wall or none."""

    cell: Cell
    side: Literal["right", "below"]
    wall: bool
    line: float
    colour: float
    margin: float


class Stars(Struct, kw_only=True):
    """What is found out about a Star Battle; ``solutions`` 2 means two or more."""

    solutions: Index | UnsetType = UNSET
    cells: list[Cell] | UnsetType = UNSET
    other: list[Cell] | UnsetType = UNSET
    differ: list[Cell] | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    difficulty: Literal["easy", "normal", "hard", "expert"] | UnsetType = UNSET
    unexplained: str | UnsetType = UNSET
    written: str | UnsetType = UNSET
    steps: list[Step] | UnsetType = UNSET
    nodes: Index | UnsetType = UNSET


class Presses(Struct, kw_only=True):
    """What is found out about Lights Out; ``certificate`` are the lamps that prove that there is no solution."""

    solvable: bool | UnsetType = UNSET
    nullity: Index | UnsetType = UNSET
    solutions: Index | UnsetType = UNSET
    presses: list[Cell] | UnsetType = UNSET
    fewest: bool | UnsetType = UNSET
    certificate: list[Cell] | UnsetType = UNSET


class Jumps(Struct, kw_only=True):
    """What is found out about peg solitaire; a jump is [from, over, to], holes numbered row by row from 0."""

    solvable: bool | UnsetType = UNSET
    jumps: list[tuple[Index, Index, Index]] | UnsetType = UNSET
    moves: Index | UnsetType = UNSET
    fewest: bool | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    nodes: Index | UnsetType = UNSET


class Solved(Struct, kw_only=True):
    """What every solution has: its puzzle's size, the ``id`` that was given, and how long it took in seconds."""

    rows: Size
    cols: Size
    seconds: float
    id: int | str | UnsetType = UNSET


class Read(Struct, kw_only=True):
    """What every reading has: ``box`` is [x0, y0, x1, y1] in pixels of the picture, ``doubt`` what its solution says.

    ``board`` is its number where there are several.

    ``xs``, ``ys`` and ``warp`` come with ``lines``: where the lines between the cells are, of a photo in the
    straightened picture, and the homography from that to the picture.
    """

    file: str
    rows: Size
    cols: Size
    grid: list[str]
    box: tuple[int, int, int, int]
    marks: list[tuple[Index, Index, Literal["star", "cross", "dot"]]]
    confidence: Share
    seconds: float
    board: Size | UnsetType = UNSET
    corners: list[tuple[float, float]] | UnsetType = UNSET
    doubt: str | UnsetType = UNSET
    xs: list[float] | UnsetType = UNSET
    ys: list[float] | UnsetType = UNSET
    warp: list[float] | UnsetType | None = UNSET


class StarsAsked(Struct, kw_only=True):
    """Of a Star Battle that is solved: how many stars a row holds."""

    stars: int


class StarsRead(Struct, kw_only=True):
    """Of a Star Battle on a picture: how many stars a row holds, and whence that is known."""

    stars: int | None
    stars_from: str | None
    evidence: list[Border]


class LampsRead(Struct, kw_only=True):
    """Of a Lights Out on a picture: how many looks its lamps have."""

    stars: None
    states: int
    evidence: list[str]


class PegsRead(Struct, kw_only=True):
    """Of a peg solitaire on a picture: how its rows stand."""

    stars: None
    lattice: Literal["square", "triangular"]
    evidence: list[str]


class PegsAsked(Struct, kw_only=True):
    """Of a peg solitaire that is solved: its board."""

    lattice: Literal["square", "triangular"]
    grid: list[str]


def _joined(name: str, puzzle: str, *parts: type[Struct]) -> Any:
    """A type of this name with the fields of all parts, for answers whose ``puzzle`` is this."""
    found = [one for part in parts for one in fields(part)]
    named = [(one.name, one.type) if one.default is NODEFAULT else (one.name, one.type, one.default) for one in found]
    return defstruct(name, named, kw_only=True, tag_field="puzzle", tag=puzzle, forbid_unknown_fields=True)


Solution: Final = (
    _joined("StarBattleSolution", "star-battle", Solved, StarsAsked, Stars)
    | _joined("LightsOutSolution", "lights-out", Solved, Presses)
    | _joined("PegsSolution", "pegs", Solved, PegsAsked, Jumps)
)
"""A solution, or why there is none."""
Reading: Final = (
    _joined("StarBattleReading", "star-battle", Read, StarsRead, Stars)
    | _joined("LightsOutReading", "lights-out", Read, LampsRead, Presses)
    | _joined("PegsReading", "pegs", Read, PegsRead, Jumps)
)
"""A board on a picture, with what was found out about it if that was asked."""
