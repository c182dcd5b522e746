"""ASGI application: the page's files, the API requests, and their description."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from autoplay.extras.web.errors import BadRequest, TookTooLong, TooLarge
from autoplay.extras.web.guard import HEADERS, Guard
from autoplay.extras.web.limits import MIB, TEXT_BYTES, Limits
from autoplay.extras.web.openapi import document
from autoplay.extras.web.parameters import read_task, sheet_task, solve_task
from autoplay.extras.web.pool import RequestPool
from autoplay.extras.web.tasks import TaskResponse, WebTask, defect, refusal
from solvers.errors import AutoplayError

JSON: Final = "application/json"
TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": JSON,
}
PAGE: Final = "index.html"
BODY_S: Final = 60.0
"""Seconds for a request body to arrive: it occupies a place. A phone needs half of that for the largest picture."""

Workers: TypeAlias = RequestPool[WebTask, TaskResponse]


def application(host: str, pool: Workers, limits: Limits, keep: Path | None = None, token: str = "") -> Starlette:
    """Return the application for a server at this address.

    ``keep`` is the folder for the pictures that are read; requests need the ``token`` unless it is empty.
    """
    api = Api(pool, limits, keep)
    published = {
        "bytes": limits.largest_bytes,
        "pixels": limits.largest_px,
        "seconds": limits.timeout_s,
        "kept": bool(keep),
    }
    return Starlette(
        routes=[
            Route("/", _file),
            Route("/openapi.json", _always(document())),
            Route("/api/limits", _always(published)),
            Route("/api/read", api.read, methods=["POST"]),
            Route("/api/solve", api.solve, methods=["POST"]),
            Route("/api/sheet", api.sheet, methods=["POST"]),
            *(Route(f"{folder}/{{name}}", _file) for folder in ("", "/samples", "/strings")),
        ],
        middleware=[Middleware(Guard, host=host, token=token)],
        exception_handlers={AutoplayError: _refused, HTTPException: _not_found, Exception: _refused},
    )


@dataclass(frozen=True, slots=True)
class Api:
    """Handlers of the requests to read, to solve and to draw."""

    pool: Workers
    limits: Limits
    keep: Path | None

    async def read(self, request: Request) -> Response:
        """Read the board on a picture, whose file is the body."""
        task = read_task(request.query_params.multi_items(), self.limits)  # before the picture is received
        hint = "a smaller picture, or autoplay web --largest-mb"
        with self.pool.place():
            data = await _body(request, self.limits.largest_bytes, hint)
            return await self._answer(request, replace(task, data=data, keep=self.keep))

    async def solve(self, request: Request) -> Response:
        """Solve the puzzle in the body."""
        with self.pool.place():
            body = await _body(request, TEXT_BYTES, "one puzzle, as text or as a row")
            return await self._answer(request, solve_task(body, self.limits))

    async def sheet(self, request: Request) -> Response:
        """Draw the puzzle in the body."""
        with self.pool.place():
            body = await _body(request, TEXT_BYTES, "one puzzle, as text or as a row")
            return await self._answer(request, sheet_task(request.query_params.multi_items(), body, self.limits))

    async def _answer(self, request: Request, task: WebTask) -> Response:
        answer = await self.pool.ask(task, request.is_disconnected)
        return Response(answer.body, answer.status, media_type=answer.media_type)


async def _body(request: Request, largest: int, hint: str) -> bytes:
    """Return the body of a request. Raises TooLarge before more than that is received, TookTooLong, BadRequest."""
    declared = request.headers.get("content-length", "0")
    if not declared.isdigit() or int(declared) <= largest:
        try:
            async with asyncio.timeout(BODY_S):
                data = await _collected(request, largest)
        except TimeoutError:
            raise TookTooLong(f"the request did not arrive within {BODY_S:g} s", hint="a smaller picture") from None
        except ClientDisconnect:
            raise BadRequest("the request did not arrive completely", hint="the same again") from None
        if len(data) <= largest:
            return data
    raise TooLarge(f"the request has more than {largest / MIB:g} MiB", hint=hint)


async def _collected(request: Request, most: int) -> bytes:
    """Return the body of a request, at most up to the part that exceeds the limit."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            break
    return bytes(data)


def _always(content: object) -> Callable[[Request], Response]:
    """Return a handler whose response is always the same."""
    body = msgspec.json.encode(content)
    return lambda _: Response(body, media_type=JSON)


def _file(request: Request) -> Response:
    """Return a file of the page."""
    name = request.url.path.removeprefix("/") or PAGE
    if name not in _page():
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return Response(_page()[name], media_type=TYPES[Path(name).suffix])


@cache
def _page() -> dict[str, bytes]:
    """Return the page's files by name. A name from a request is never used as a path, which could lead anywhere."""
    top = files("autoplay.extras.web").joinpath("static")
    folders = {"": top} | {f"{one.name}/": one for one in top.iterdir() if one.is_dir()}
    return {
        f"{prefix}{path.name}": path.read_bytes()
        for prefix, folder in folders.items()
        for path in folder.iterdir()
        if Path(path.name).suffix in TYPES
    }


def _refused(_: Request, error: Exception) -> Response:
    """Return the response for an error, including bugs of the program."""
    answer = refusal(error if isinstance(error, AutoplayError) else defect(error))
    return Response(answer.body, answer.status, HEADERS, JSON)


def _not_found(_: Request, error: Exception) -> Response:
    """Return the response for an unknown address or method."""
    assert isinstance(error, HTTPException)
    code = error.detail.lower().replace(" ", "-")
    row = {"error": code, "message": error.detail, "try": "/openapi.json lists all addresses"}
    return Response(msgspec.json.encode(row), error.status_code, error.headers, JSON)
