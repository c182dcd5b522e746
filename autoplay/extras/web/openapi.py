"""OpenAPI 3.1 document of the API: its requests, and the types of its JSON objects.

The types are here to be described; the objects are made where the command line prints them. Tests
hold the document against real replies. A solution or reading has the fields that all games share,
and those of its own game, which this room does not know.
"""

from __future__ import annotations

from http import HTTPStatus
from importlib.metadata import version
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict

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
from autoplay.games import GAMES
from vision.files.formats import KINDS
from vision.reading import Box

Size: TypeAlias = Annotated[int, Meta(ge=1)]
Mark: TypeAlias = tuple[int, int, Literal["star", "cross", "dot"]]
GameName: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": list(GAMES)})]
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


class BoardSolution(TypedDict):
    """Solution of any game; the other fields, such as ``cells``, ``presses`` or ``jumps``, are
    those of the game: what `autoplay solve --json` prints."""

    puzzle: GameName
    rows: Size
    cols: Size
    seconds: float
    id: NotRequired[int | str]


class BoardReading(TypedDict):
    """Board that was read, of any game; the other fields are those of the game, and of its solution
    if that was requested: what `autoplay read --json` prints.

    ``box`` is [x0, y0, x1, y1] in pixels, ``doubt`` a warning from its solution, ``board`` its
    number if there are several. ``xs``, ``ys`` and ``warp`` come with ``lines``: the positions of
    the lines between the cells (for a photo, in the rectified picture), and the homography from
    there to the picture.
    """

    file: str
    puzzle: GameName
    rows: Size
    cols: Size
    grid: list[str]
    box: Box
    marks: list[Mark]
    confidence: Annotated[float, Meta(ge=0, le=1)]
    seconds: float
    board: NotRequired[Size]
    corners: NotRequired[list[tuple[float, float]]]
    doubt: NotRequired[str]
    xs: NotRequired[list[float]]
    ys: NotRequired[list[float]]
    warp: NotRequired[list[float] | None]


SCHEMA_PATH: Final = "#/components/schemas/"
ERROR_STATUSES: Final = {
    *STATUSES.values(),
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED,
}


def describe_api() -> JsonObject:
    """Return the document as a JSON object."""
    types = [Refusal, Limited, Question, BoardSolution, BoardReading]
    _, schemas = msgspec.json.schema_components(types, ref_template=SCHEMA_PATH + "{name}")
    reading = _refer_to(BoardReading)
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
            _describe_json(_refer_to(BoardSolution)),
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
