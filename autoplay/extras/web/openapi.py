"""OpenAPI 3.1 document of the API: its requests, and the types of its JSON objects.

The types are here to be described; the objects are made where the command line prints them. Tests
hold the document against real replies. A solution or reading belongs to the game in ``puzzle``: it
has the fields common to all games and those of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from importlib.metadata import version
from typing import Annotated, Any, Final, Literal, NotRequired, Required, TypeAlias, TypedDict

import msgspec
import rich_click as click
from msgspec import UNSET, Meta, Struct, UnsetType, field

from autoplay.extras.web.limits import STATUSES
from autoplay.extras.web.parameters import (
    Question,
    list_options,
    read_parameters,
    sheet_parameters,
)
from autoplay.extras.web.tasks import JSON_TYPE, NOTE_HEADER, SHEET_TYPES
from solvers.names import Lattice
from vision.files.formats import KINDS

Index: TypeAlias = Annotated[int, Meta(ge=0)]
Cell: TypeAlias = Annotated[tuple[Index, Index], Meta(description="[row, col], counted from 0")]
Jump: TypeAlias = tuple[Index, Index, Index]
Size: TypeAlias = Annotated[int, Meta(ge=1)]
Box: TypeAlias = tuple[int, int, int, int]
ReadMark: TypeAlias = tuple[Index, Index, Literal["star", "cross", "dot"]]
JsonObject: TypeAlias = dict[str, Any]


class Refusal(Struct, kw_only=True):
    """Error response: the kind of error, a message, and what to try."""

    error: str
    message: str
    hint: str = field(name="try")
    file: str | UnsetType = UNSET
    board: Size | UnsetType = UNSET
    box: Box | UnsetType = UNSET


class Limited(TypedDict):
    """Limits of a request, and whether pictures are stored."""

    bytes: int
    pixels: int
    seconds: float
    kept: bool


class MeasuredBorder(TypedDict):
    """Measurement between a cell and its neighbour: whether there is a wall, and how certain."""

    cell: Cell
    side: Literal["right", "below"]
    wall: bool
    line: float
    colour: float
    margin: float


class AnySolution(TypedDict):
    """Fields of every solution: the puzzle's size, the given ``id``, and the time in seconds."""

    rows: Size
    cols: Size
    seconds: float
    id: NotRequired[int | str]


class AnyReading(TypedDict):
    """Fields of every reading.

    ``box`` is [x0, y0, x1, y1] in pixels, ``doubt`` a warning from its solution, ``board`` its
    number if there are several. ``xs``, ``ys`` and ``warp`` come with ``lines``: the positions of
    the lines between the cells (for a photo, in the rectified picture), and the homography from
    there to the picture.
    """

    file: str
    rows: Size
    cols: Size
    grid: list[str]
    box: Box
    marks: list[ReadMark]
    confidence: Annotated[float, Meta(ge=0, le=1)]
    seconds: float
    board: NotRequired[Size]
    corners: NotRequired[list[tuple[float, float]]]
    doubt: NotRequired[str]
    xs: NotRequired[list[float]]
    ys: NotRequired[list[float]]
    warp: NotRequired[list[float] | None]


class StepFields(TypedDict):
    """Fields of every step of an explanation; ``cells`` justify it, ``text`` is a sentence."""

    rule: str
    cells: list[Cell]
    text: str
    reason: str


class MarkFields(StepFields):
    """Step of a Star Battle: the cells that it concludes to hold a star, or none."""

    stars: list[Cell]
    crossed: list[Cell]
    units: list[str]


class PressFields(StepFields):
    """Step of a Lights Out: the lamp to press, and the presses that are left after it."""

    press: Cell
    times: Size
    left: Index


class JumpFields(StepFields):
    """Step of a peg solitaire; ``dead`` are other jumps that are proved to lead nowhere."""

    jump: Jump
    dead: list[Jump]
    left: Index


class FoundStars(TypedDict, total=False):
    """Results for a Star Battle; ``solutions`` 2 means two or more."""

    puzzle: Required[Literal["star-battle"]]
    solutions: Index
    cells: list[Cell]
    other: list[Cell]
    differ: list[Cell]
    reason: str
    difficulty: Literal["easy", "normal", "hard", "expert"]
    unexplained: str
    written: str
    steps: list[MarkFields]
    nodes: Index


class FoundPresses(TypedDict, total=False):
    """Results for Lights Out; ``certificate`` lists lamps that prove that there is no solution."""

    puzzle: Required[Literal["lights-out"]]
    solvable: bool
    nullity: Index
    solutions: Index
    presses: list[Cell]
    fewest: bool
    certificate: list[Cell]
    steps: list[PressFields]


class FoundJumps(TypedDict, total=False):
    """Results for peg solitaire; a jump is [from, over, to], holes numbered by rows from 0."""

    puzzle: Required[Literal["pegs"]]
    solvable: bool
    jumps: list[Jump]
    moves: Index
    fewest: bool
    reason: str
    steps: list[JumpFields]
    nodes: Index


class StarBattleSolution(AnySolution, FoundStars):
    """Solution of a Star Battle; ``board`` adds the grid and its marks."""

    stars: int
    grid: NotRequired[list[str]]
    marks: NotRequired[list[ReadMark]]


class LightsOutSolution(AnySolution, FoundPresses):
    """Solution of a Lights Out; ``board`` adds the grid, the states of a lamp, the target, and an
    unusual effect of a press."""

    grid: NotRequired[list[str]]
    states: NotRequired[int]
    target: NotRequired[str | list[str]]
    rule: NotRequired[str]
    wrap: NotRequired[bool]
    matrix: NotRequired[list[str]]


class PegsSolution(AnySolution, FoundJumps):
    """Solution of a peg solitaire; ``board`` adds an end that is not a peg anywhere."""

    lattice: Lattice
    grid: list[str]
    end: NotRequired[int | list[int]]


class StarBattleReading(AnyReading, FoundStars):
    """Star Battle on a picture, and its solution if that was requested."""

    stars: int | None
    stars_from: str | None
    evidence: NotRequired[list[MeasuredBorder]]


class LightsOutReading(AnyReading, FoundPresses):
    """Lights Out on a picture, and its solution if that was requested."""

    stars: None
    states: int
    evidence: NotRequired[list[str]]


class PegsReading(AnyReading, FoundJumps):
    """Peg solitaire on a picture, and its solution if that was requested."""

    stars: None
    lattice: Lattice
    evidence: NotRequired[list[str]]


SOLUTIONS: Final = {
    "star-battle": StarBattleSolution,
    "lights-out": LightsOutSolution,
    "pegs": PegsSolution,
}
READINGS: Final = {
    "star-battle": StarBattleReading,
    "lights-out": LightsOutReading,
    "pegs": PegsReading,
}
SCHEMA_PATH: Final = "#/components/schemas/"
ERROR_STATUSES: Final = {
    *STATUSES.values(),
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED,
}


def describe_api() -> JsonObject:
    """Return the document as a JSON object."""
    types = [Refusal, Limited, Question, *SOLUTIONS.values(), *READINGS.values()]
    _, schemas = msgspec.json.schema_components(types, ref_template=SCHEMA_PATH + "{name}")
    reading = _refer_by_puzzle(READINGS)
    readings = {"type": "array", "items": {"anyOf": [reading, _refer_to(Refusal)]}}
    picture_body = {
        "required": True,
        "content": {"image/*": {}, "application/octet-stream": {}},
    }
    question = {"required": True, "content": _describe_json(_refer_to(Question))}
    read = {
        "operationId": "read",
        "summary": "Read the board on a picture",
        "description": f"The body is a picture file: {KINDS}. With all, the response is a list.",
        "parameters": _describe_parameters(read_parameters),
        "requestBody": picture_body,
        "responses": _describe_responses(
            "The board, or all boards if all is given",
            _describe_json({"oneOf": [reading, readings]}),
        ),
    }
    solve = {
        "operationId": "solve",
        "summary": "Solve a puzzle given as text, or as a row of JSON Lines",
        "requestBody": question,
        "responses": _describe_responses(
            "The solution, or the reason why there is none",
            _describe_json(_refer_by_puzzle(SOLUTIONS)),
        ),
    }
    picture = {
        "operationId": "picture",
        "summary": "Return a picture as PNG, and the pages of a PDF below each other",
        "requestBody": picture_body,
        "responses": _describe_responses("The picture", {"image/png": {}}),
    }
    sheet = {
        "operationId": "sheet",
        "summary": "Draw a puzzle for print",
        "description": (
            f"The header {NOTE_HEADER} of an SVG has the note that a PNG of it should hold."
        ),
        "parameters": _describe_parameters(sheet_parameters),
        "requestBody": question,
        "responses": _describe_responses(
            "The drawing",
            {media_type: {} for media_type in SHEET_TYPES.values()},
        ),
    }
    limits = {
        "operationId": "limits",
        "summary": "Limits of a request",
        "responses": {
            "200": {"description": "The limits", "content": _describe_json(_refer_to(Limited))},
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "puzzle-autoplay",
            "version": version("puzzle-autoplay"),
            "license": {"name": "MIT"},
        },
        "paths": {
            "/api/read": {"post": read},
            "/api/solve": {"post": solve},
            "/api/sheet": {"post": sheet},
            "/api/picture": {"post": picture},
            "/api/limits": {"get": limits},
        },
        "components": {"schemas": schemas},
    }


def _refer_to(kind: type) -> JsonObject:
    """Return a reference to the schema of a type."""
    return {"$ref": SCHEMA_PATH + kind.__name__}


def _refer_by_puzzle(kinds: Mapping[str, type]) -> JsonObject:
    """Return a schema that is one of these, which the field ``puzzle`` tells apart."""
    mapping = {puzzle: SCHEMA_PATH + kind.__name__ for puzzle, kind in kinds.items()}
    return {
        "anyOf": [{"$ref": path} for path in mapping.values()],
        "discriminator": {"propertyName": "puzzle", "mapping": mapping},
    }


def _describe_json(schema: JsonObject) -> JsonObject:
    """Return the description of a body that is JSON."""
    return {JSON_TYPE: {"schema": schema}}


def _describe_responses(description: str, content: JsonObject) -> JsonObject:
    """Return the responses of a request: this one, and an error for each status."""
    responses = {"200": {"description": description, "content": content}}
    refusal = _describe_json(_refer_to(Refusal))
    for status in sorted(ERROR_STATUSES):
        responses[str(int(status))] = {"description": status.phrase, "content": refusal}
    return responses


def _describe_parameters(command: click.Command) -> list[JsonObject]:
    """Return the parameters that the options of a command validate."""
    parameters = []
    for name, option in list_options(command).items():
        text = str(option.help)
        if option.metavar:
            text += f" As {option.metavar}."
        parameters.append(
            {
                "name": name,
                "in": "query",
                "description": text,
                "schema": _describe_values(option),
            }
        )
    return parameters


def _describe_values(option: click.Option) -> JsonObject:
    """Return the schema of the values of an option."""
    schema: JsonObject = {"type": "string"}
    if option.is_flag:
        schema = {"type": "boolean"}
    elif isinstance(option.type, click.IntRange):
        schema = {"type": "integer", "minimum": option.type.min}
        if option.type.max is not None:
            schema["maximum"] = option.type.max
    elif isinstance(option.type, click.Choice):
        schema = {"enum": list(option.type.choices)}
    return {"type": "array", "items": schema} if option.multiple else schema
