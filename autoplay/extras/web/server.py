"""Server of the web page on this machine: the page's files, and the API that openapi.py
describes."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from secrets import token_urlsafe
from threading import Event, Thread
from types import TracebackType
from typing import Final

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from autoplay.errors import ProcessLost
from autoplay.extras.web.guard import (
    CONNECTIONS,
    SAFE_HEADERS,
    TOKEN_PARAMETER,
    Guard,
    PatientConnection,
    is_every,
    is_loopback,
)
from autoplay.extras.web.limits import (
    MIB,
    TEXT_BYTES,
    BadRequest,
    Busy,
    Limits,
    TookTooLong,
    TooLarge,
)
from autoplay.extras.web.openapi import Limited, describe_api
from autoplay.extras.web.parameters import parse_read_task, parse_sheet_task, parse_solve_task
from autoplay.extras.web.tasks import (
    JSON_TYPE,
    WebTask,
    convert_picture,
    respond_to_error,
    run_task,
)
from autoplay.workers import POLL_S, CallStopped, PoolClosed, ProcessDied, WorkerPool
from solvers.errors import AutoplayError

GRACE_S: Final = 3.0
"""Extra time beyond the limit that the process itself applies, so that it can report how far it
got."""


class RequestPool:
    """Pool that answers requests in as many processes as the limits allow.

    ``answer`` makes a task's response in another process; what it raises is raised by `ask`.
    """

    def __init__(self, answer: Callable[[WebTask], Response], limits: Limits) -> None:
        self._answer = answer
        self._limits = limits
        self._taken = 0
        self._workers = WorkerPool(limits.at_once, preload=answer)
        for _ in range(limits.at_once):  # so that the first visitor doesn't wait for a process
            self._workers.start_process()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Reserve a place among the running and waiting requests.

        Raises Busy if all places are taken.
        """
        if self._taken >= self._limits.at_once + self._limits.waiting:
            raise Busy(
                f"{self._taken} requests are already being answered",
                hint="the same again in a moment",
            )
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1

    async def ask(self, task: WebTask, is_left: Callable[[], Awaitable[bool]]) -> Response:
        """Return the response to a task that has a place.

        ``is_left`` returns True if its client has gone. Raises Busy, TookTooLong, ProcessLost.
        """
        left = Event()
        try:
            limit_s = self._limits.timeout_s + GRACE_S
            call = self._workers.submit_limited(self._answer, task, limit_s, left)
            future = asyncio.wrap_future(call)
            while not future.done():
                await asyncio.wait({future}, timeout=POLL_S)
                if await is_left():
                    left.set()
            return future.result()
        except CallStopped:
            if left.is_set():
                raise TookTooLong("the client has gone") from None
            raise TookTooLong(
                f"this took longer than {self._limits.timeout_s:g} s",
                hint="a smaller picture or puzzle, or autoplay web --timeout",
            ) from None
        except ProcessDied as error:
            raise ProcessLost(
                f"the process that worked on this {error}", hint="the same again"
            ) from None
        except PoolClosed:
            raise Busy("the server is stopping", hint="start it again") from None

    def close(self) -> None:
        """End all processes, whatever they do; `ask` raises Busy for unanswered requests."""
        self._workers.shutdown()


FILE_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": JSON_TYPE,
    ".webmanifest": "application/manifest+json",
}
"""Media types of the page's files by their endings."""
PAGE_FOLDERS: Final = ("", "samples/", "strings/")
"""Folders of the page's files."""
FIRST_FILE: Final = "index.html"
BODY_S: Final = 60.0
"""Seconds for a body to arrive. A phone needs half of them for the largest picture."""
PICTURE_HINT: Final = "a smaller picture, or autoplay web --largest-mb"
PUZZLE_HINT: Final = "one puzzle, as text or as a row"
ELSEWHERE: Final = ("192.0.2.1", 9)
"""Address for documentation, which no machine has; connecting a UDP socket to it sends nothing."""
TOKEN_BYTES: Final = 24
"""Random bytes of a token: 32 characters, hard to guess, and short enough to type on a phone."""


class PortTaken(AutoplayError, code="port-taken"):
    """The address or port can't be used."""


class WebServer:
    """Server with its port open; as a context manager, it runs in a thread. Raises PortTaken.

    ``keep`` is the folder for the pictures that are read. Requests need the ``token`` if it is
    given. Beyond loopback there is always one: a random one if none is given.
    """

    def __init__(
        self,
        host: str,
        port: int,
        limits: Limits,
        keep: Path | None = None,
        token: str = "",
    ) -> None:
        self._socket = _open_port(host, port)
        bound = str(self._socket.getsockname()[0])
        self._host = bound if is_every(bound) else host  # 0 is another way to write 0.0.0.0
        if not token and not is_loopback(bound):
            token = token_urlsafe(TOKEN_BYTES)
        self.token = token
        pool = RequestPool(run_task, limits)
        config = uvicorn.Config(
            make_application(self._host, pool, limits, keep, token),
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
            http=PatientConnection,
            limit_concurrency=CONNECTIONS,
        )
        self._server = _PoolServer(config, pool)
        self._thread = Thread(target=self.serve, daemon=True)

    @property
    def url(self) -> str:
        """Address of the page on this machine, with a trailing slash and the token if any."""
        if not is_every(self._host):
            return self._make_url(self._host)
        return self._make_url("::1" if ":" in self._host else "127.0.0.1")

    @property
    def far_url(self) -> str:
        """Address for other machines such as a phone, "" if they can't reach the page."""
        if not is_every(self._host):
            return ""
        # The system tells which of its addresses it would use; without a network it has none.
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(ELSEWHERE)
            return self._make_url(probe.getsockname()[0])
        return ""

    def serve(self) -> None:
        """Serve until `close`, or until Ctrl-C, which raises KeyboardInterrupt."""
        self._server.run(sockets=[self._socket])

    def close(self) -> None:
        """Stop the server that runs in a thread."""
        self._server.should_exit = True
        self._thread.join()

    def __enter__(self) -> WebServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _make_url(self, host: str) -> str:
        name = f"[{host}]" if ":" in host else host
        query = f"?{TOKEN_PARAMETER}={self.token}" if self.token else ""
        return f"http://{name}:{self._socket.getsockname()[1]}/{query}"


class _PoolServer(uvicorn.Server):
    """Server that ends its processes before it waits for the responses."""

    def __init__(self, config: uvicorn.Config, pool: RequestPool) -> None:
        super().__init__(config)
        self._pool = pool

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._pool.close()
        await super().shutdown(sockets)


def make_application(
    host: str,
    pool: RequestPool,
    limits: Limits,
    keep: Path | None,
    token: str,
) -> Starlette:
    """Return the application for a server at this address, as for `WebServer`."""
    api = Api(pool, limits, keep)
    published: Limited = {
        "bytes": limits.largest_bytes,
        "pixels": limits.largest_px,
        "seconds": limits.timeout_s,
        "kept": keep is not None,
    }
    return Starlette(
        routes=[
            Route("/", _send_file),
            Route("/openapi.json", _send_always(describe_api())),
            Route("/api/limits", _send_always(published)),
            Route("/api/read", api.read_picture, methods=["POST"]),
            Route("/api/solve", api.solve_puzzle, methods=["POST"]),
            Route("/api/sheet", api.draw_sheet, methods=["POST"]),
            Route("/api/picture", api.convert_picture, methods=["POST"]),
        ]
        + [Route(f"/{folder}{{name}}", _send_file) for folder in PAGE_FOLDERS],
        middleware=[Middleware(Guard, host=host, token=token)],
        exception_handlers={
            AutoplayError: _send_error,
            HTTPException: _send_not_found,
            Exception: _send_error,
        },
    )


@dataclass(frozen=True, slots=True)
class Api:
    """Handlers of the requests to read and to convert a picture, to solve and to draw."""

    pool: RequestPool
    limits: Limits
    keep: Path | None

    async def read_picture(self, request: Request) -> Response:
        """Read the board on a picture, whose file is the body."""
        # Wrong parameters are refused before the picture is received.
        parameters = request.query_params.multi_items()
        make_task = parse_read_task(parameters, self.limits, self.keep)
        data = await _receive_body(request, self.limits.largest_bytes, PICTURE_HINT)
        return await self._run_task(request, make_task(data))

    async def solve_puzzle(self, request: Request) -> Response:
        """Solve the puzzle in the body."""
        body = await _receive_body(request, TEXT_BYTES, PUZZLE_HINT)
        return await self._run_task(request, parse_solve_task(body, self.limits))

    async def draw_sheet(self, request: Request) -> Response:
        """Draw the puzzle in the body."""
        parameters = request.query_params.multi_items()
        body = await _receive_body(request, TEXT_BYTES, PUZZLE_HINT)
        return await self._run_task(request, parse_sheet_task(parameters, body, self.limits))

    async def convert_picture(self, request: Request) -> Response:
        """Return the picture in the body as PNG."""
        data = await _receive_body(request, self.limits.largest_bytes, PICTURE_HINT)
        return await self._run_task(request, partial(convert_picture, data, self.limits))

    async def _run_task(self, request: Request, task: WebTask) -> Response:
        # Only now, so that bodies that arrive slowly keep nobody out.
        with self.pool.place():
            return await self.pool.ask(task, request.is_disconnected)


async def _receive_body(request: Request, largest: int, hint: str) -> bytes:
    """Return the body of a request.

    Raises TooLarge before more than ``largest`` bytes are received, TookTooLong, BadRequest.
    """
    too_large = TooLarge(f"the request has more than {largest / MIB:g} MiB", hint=hint)
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > largest:
        raise too_large
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                data += part
                if len(data) > largest:
                    raise too_large
    except TimeoutError:
        raise TookTooLong(
            f"the request did not arrive within {BODY_S:g} s", hint="a smaller picture"
        ) from None
    except ClientDisconnect:
        raise BadRequest("the request did not arrive completely", hint="the same again") from None
    return bytes(data)


def _send_always(content: object) -> Callable[[Request], Response]:
    """Return a handler whose response is always the same."""
    body = msgspec.json.encode(content)
    return lambda _: Response(body, media_type=JSON_TYPE)


def _send_file(request: Request) -> Response:
    """Return a file of the page."""
    name = request.url.path.removeprefix("/") or FIRST_FILE
    content = _load_files().get(name)
    if content is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return Response(content, media_type=FILE_TYPES[Path(name).suffix])


@cache
def _load_files() -> dict[str, bytes]:
    """Return the page's files by name.

    A name from a request is never used as a path, which could lead anywhere.
    """
    contents = {}
    for folder in PAGE_FOLDERS:
        for file in files("autoplay.extras.web").joinpath("static", folder).iterdir():
            if Path(file.name).suffix in FILE_TYPES:
                contents[folder + file.name] = file.read_bytes()
    return contents


def _send_error(_: Request, error: Exception) -> Response:
    """Return the response for an error, including bugs of the program."""
    response = respond_to_error(error)
    # A bug is caught outside of the guard, which adds these headers to all other responses.
    response.headers.update(SAFE_HEADERS)
    return response


def _send_not_found(_: Request, error: Exception) -> Response:
    """Return the response for an unknown address or method."""
    assert isinstance(error, HTTPException)
    row = {
        "error": error.detail.lower().replace(" ", "-"),
        "message": error.detail,
        "try": "/openapi.json lists all addresses",
    }
    return Response(msgspec.json.encode(row), error.status_code, error.headers, JSON_TYPE)


def _open_port(host: str, port: int) -> socket.socket:
    """Return the listening socket. Raises PortTaken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = family == socket.AF_INET6 and is_every(host) and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        hint = "--host 127.0.0.1, or 0.0.0.0 for other machines"
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            hint = "--port 0 for a free port"
        raise PortTaken(f"{host}, port {port}: {error.strerror}", hint=hint) from error
