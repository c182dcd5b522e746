"""OpenAPI 3.1 document of the API."""

from __future__ import annotations

from http import HTTPStatus
from importlib.metadata import version
from itertools import starmap
from typing import Any, Final

import msgspec
import rich_click as click

from autoplay.extras.web.errors import STATUS
from autoplay.extras.web.parameters import Question, read_options
from autoplay.extras.web.schema import Limited, Reading, Refusal, Solution
from autoplay.extras.web.tasks import SHEET_TYPES
from vision.file_types import KINDS

REF: Final = "#/components/schemas/{name}"
JSON: Final = "application/json"
FLAGS: Final = {
    "explain": "Solve it, and return the steps to the solution.",
    "lines": "Return the positions of the lines between the cells: xs, ys and warp.",
}
MORE: Final = (HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED)
"""HTTP statuses of errors besides those of ``STATUS``."""


def document() -> dict[str, Any]:
    """Return the document as a JSON object."""
    types = (Reading, Solution, Refusal, Limited, Question)
    (reading, solution, refusal, limited, question), schemas = msgspec.json.schema_components(types, ref_template=REF)
    readings = {"oneOf": [reading, {"type": "array", "items": {"anyOf": [reading, refusal]}}]}
    picture: dict[str, Any] = {"image/*": {}, "application/octet-stream": {}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "puzzle-autoplay", "version": version("puzzle-autoplay"), "license": {"name": "MIT"}},
        "paths": {
            "/api/read": {
                "post": {
                    "operationId": "read",
                    "summary": "Read the board on a picture",
                    "description": f"The body is a picture file: {KINDS}. With all, the response is a list.",
                    "parameters": [
                        *starmap(_parameter, read_options().items()),
                        *starmap(_flag, FLAGS.items()),
                    ],
                    "requestBody": {"required": True, "content": picture},
                    "responses": _responses("The board, or all boards if all is given", readings, refusal),
                }
            },
            "/api/solve": {
                "post": {
                    "operationId": "solve",
                    "summary": "Solve a puzzle given as text, or as a row of JSON Lines",
                    "requestBody": {"required": True, "content": {JSON: {"schema": question}}},
                    "responses": _responses("The solution, or the reason why there is none", solution, refusal),
                }
            },
            "/api/sheet": {
                "post": {
                    "operationId": "sheet",
                    "summary": "Draw a puzzle for print",
                    "parameters": [
                        {
                            "name": "to",
                            "in": "query",
                            "description": "Kind of file. PNG and PDF need a browser on the server.",
                            "schema": {"enum": list(SHEET_TYPES)},
                        },
                        _flag("solution", "Draw the solution below the puzzle."),
                    ],
                    "requestBody": {"required": True, "content": {JSON: {"schema": question}}},
                    "responses": _responses("The drawing", {}, refusal)
                    | {"200": {"description": "The drawing", "content": {kind: {} for kind in SHEET_TYPES.values()}}},
                }
            },
            "/api/limits": {
                "get": {
                    "operationId": "limits",
                    "summary": "Limits of a request",
                    "responses": {"200": {"description": "The limits", "content": {JSON: {"schema": limited}}}},
                }
            },
        },
        "components": {"schemas": schemas},
    }


def _responses(what: str, schema: object, refusal: object) -> dict[str, Any]:
    refused = {str(int(status)): status.phrase for status in sorted({*STATUS.values(), *MORE})}
    answers = {"200": (what, schema)} | {status: (phrase, refusal) for status, phrase in refused.items()}
    return {
        status: {"description": description, "content": {JSON: {"schema": shape}}}
        for status, (description, shape) in answers.items()
    }


def _parameter(name: str, option: click.Option) -> dict[str, Any]:
    """Return the parameter for the option of `autoplay read` with this name."""
    schema: dict[str, Any] = {"type": "string"}
    if option.is_flag:
        schema = {"type": "boolean"}
    elif isinstance(option.type, click.IntRange):
        schema = {"type": "integer", "minimum": option.type.min} | (
            {} if option.type.max is None else {"maximum": option.type.max}
        )
    elif isinstance(option.type, click.Choice):
        schema = {"enum": list(option.type.choices)}
    if option.multiple:
        schema = {"type": "array", "items": schema}
    shape = f" As {option.metavar}." if option.metavar else ""
    return {"name": name, "in": "query", "description": f"{option.help}{shape}", "schema": schema}


def _flag(name: str, text: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": text, "schema": {"type": "boolean"}}
