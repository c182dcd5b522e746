"""Types of the API's responses, from which the OpenAPI document is made; tests validate responses against them.

A solution or reading belongs to the game in ``puzzle``; it has the fields common to all games and those of its own.
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
    """Error response: the kind of error, a message, and what to try."""

    error: str
    message: str
    hint: str = field(name="try")
    file: str | UnsetType = UNSET
    board: Size | UnsetType = UNSET
    box: tuple[int, int, int, int] | UnsetType = UNSET


class Limited(Struct, kw_only=True):
    """Limits of a request, and whether pictures are stored."""

    bytes: int
    pixels: int
    seconds: float
    kept: bool


class ExplainedStep(Struct, kw_only=True):
    """Step of an explanation: the stars and crosses that it concludes, the cells and units it uses, and a sentence."""

    rule: str
    stars: list[Cell]
    crossed: list[Cell]
    cells: list[Cell]
    units: list[str]
    text: str


class MeasuredBorder(Struct, kw_only=True):
    """Measurement between a cell and its neighbour, and how certain it is that there is a wall or not."""

    cell: Cell
    side: Literal["right", "below"]
    wall: bool
    line: float
    colour: float
    margin: float


# names of their schemas in the OpenAPI document
ExplainedStep.__name__, MeasuredBorder.__name__ = "Step", "Border"


class StarsFound(Struct, kw_only=True):
    """Results for a Star Battle; ``solutions`` 2 means two or more."""

    solutions: Index | UnsetType = UNSET
    cells: list[Cell] | UnsetType = UNSET
    other: list[Cell] | UnsetType = UNSET
    differ: list[Cell] | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    difficulty: Literal["easy", "normal", "hard", "expert"] | UnsetType = UNSET
    unexplained: str | UnsetType = UNSET
    written: str | UnsetType = UNSET
    steps: list[ExplainedStep] | UnsetType = UNSET
    nodes: Index | UnsetType = UNSET


class PressesFound(Struct, kw_only=True):
    """Results for Lights Out; ``certificate`` lists lamps that prove that there is no solution."""

    solvable: bool | UnsetType = UNSET
    nullity: Index | UnsetType = UNSET
    solutions: Index | UnsetType = UNSET
    presses: list[Cell] | UnsetType = UNSET
    fewest: bool | UnsetType = UNSET
    certificate: list[Cell] | UnsetType = UNSET


class JumpsFound(Struct, kw_only=True):
    """Results for peg solitaire; a jump is [from, over, to], with holes numbered row by row from 0."""

    solvable: bool | UnsetType = UNSET
    jumps: list[tuple[Index, Index, Index]] | UnsetType = UNSET
    moves: Index | UnsetType = UNSET
    fewest: bool | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    nodes: Index | UnsetType = UNSET


class Solved(Struct, kw_only=True):
    """Fields of every solution: the puzzle's size, the given ``id``, and the time in seconds."""

    rows: Size
    cols: Size
    seconds: float
    id: int | str | UnsetType = UNSET


class Read(Struct, kw_only=True):
    """Fields of every reading: ``box`` is [x0, y0, x1, y1] in pixels, ``doubt`` a warning from its solution.

    ``board`` is its number if there are several boards.

    ``xs``, ``ys`` and ``warp`` come with ``lines``: the positions of the lines between the cells (for a photo, in the
    rectified picture), and the homography from there to the picture.
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
    """Field of a Star Battle to solve: the stars per row."""

    stars: int


class StarsBoard(Struct, kw_only=True):
    """Field that ``board`` adds to the solution of a Star Battle."""

    grid: list[str] | UnsetType = UNSET


class LampsBoard(Struct, kw_only=True):
    """Fields that ``board`` adds to the solution of a Lights Out."""

    grid: list[str] | UnsetType = UNSET
    states: int | UnsetType = UNSET


class StarsRead(Struct, kw_only=True):
    """Fields of a Star Battle on a picture: the stars per row, and their source."""

    stars: int | None
    stars_from: str | None
    evidence: list[MeasuredBorder]


class LampsRead(Struct, kw_only=True):
    """Fields of a Lights Out on a picture: the number of states of its lamps."""

    stars: None
    states: int
    evidence: list[str]


class PegsRead(Struct, kw_only=True):
    """Fields of a peg solitaire on a picture: the arrangement of its rows."""

    stars: None
    lattice: Literal["square", "triangular"]
    evidence: list[str]


class PegsAsked(Struct, kw_only=True):
    """Fields of a peg solitaire to solve: its board."""

    lattice: Literal["square", "triangular"]
    grid: list[str]


def _joined(name: str, puzzle: str, *parts: type[Struct]) -> Any:
    """Return a type with the fields of all parts, for responses whose ``puzzle`` is this."""
    found = [one for part in parts for one in fields(part)]
    named = [(one.name, one.type) if one.default is NODEFAULT else (one.name, one.type, one.default) for one in found]
    return defstruct(name, named, kw_only=True, tag_field="puzzle", tag=puzzle, forbid_unknown_fields=True)


Solution: Final = (
    _joined("StarBattleSolution", "star-battle", Solved, StarsAsked, StarsFound, StarsBoard)
    | _joined("LightsOutSolution", "lights-out", Solved, PressesFound, LampsBoard)
    | _joined("PegsSolution", "pegs", Solved, PegsAsked, JumpsFound)
)
"""Solution, or the reason why there is none."""
Reading: Final = (
    _joined("StarBattleReading", "star-battle", Read, StarsRead, StarsFound)
    | _joined("LightsOutReading", "lights-out", Read, LampsRead, PressesFound)
    | _joined("PegsReading", "pegs", Read, PegsRead, JumpsFound)
)
"""Board on a picture, with its solution if that was requested."""
