"""Server of the web page on this machine."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from threading import Thread
from types import TracebackType
from typing import Final

import uvicorn

from autoplay.extras.web.app import Workers, application
from autoplay.extras.web.guard import TOKEN, is_every, is_loopback
from autoplay.extras.web.limits import Limits
from autoplay.extras.web.tasks import run_task
from solvers.errors import AutoplayError

ELSEWHERE: Final = ("192.0.2.1", 9)
"""Address for documentation, which no machine has. Connecting a UDP socket to it sends nothing."""

CONNECTIONS: Final = 100
"""Maximum number of simultaneous connections; a browser keeps up to six open, and the page is for one person."""


TOKEN_BYTES: Final = 24
"""Random bytes of a token: 32 characters, which nobody can guess and a person can still type on a phone."""


class PortTaken(AutoplayError):
    """The address or port can't be used."""

    code = "port-taken"


class _Server(uvicorn.Server):
    """Server that ends its processes before it waits for the responses."""

    def __init__(self, config: uvicorn.Config, pool: Workers) -> None:
        super().__init__(config)
        self._pool = pool

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._pool.close()
        await super().shutdown(sockets)


class WebServer:
    """Server with its port open; as a context manager, it runs in a thread. Raises PortTaken.

    Requests need the ``token`` if it is given. Beyond loopback there is always one: a random one if none is given.
    """

    def __init__(self, host: str, port: int, limits: Limits, keep: Path | None = None, token: str = "") -> None:
        self._socket = _listening(host, port)
        bound = str(self._socket.getsockname()[0])
        self._host = bound if is_every(bound) else host  # it can be written as 0
        self.token = token or ("" if is_loopback(bound) else token_urlsafe(TOKEN_BYTES))
        pool = Workers(run_task, limits)
        config = uvicorn.Config(
            application(self._host, pool, limits, keep, self.token),
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
            limit_concurrency=CONNECTIONS,
        )
        self._server = _Server(config, pool)
        self._thread = Thread(target=self.run, daemon=True)

    @property
    def url(self) -> str:
        """Address of the page on this machine, with a trailing slash and the token if there is one."""
        own = "::1" if ":" in self._host else "127.0.0.1"
        return self._url(own if is_every(self._host) else self._host)

    @property
    def far_url(self) -> str:
        """Address for other machines such as a phone; empty if they can't reach it, or without a network."""
        if not is_every(self._host):
            return ""
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect(ELSEWHERE)
            return self._url(way.getsockname()[0])
        return ""

    def run(self) -> None:
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
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _url(self, host: str) -> str:
        name = f"[{host}]" if ":" in host else host
        query = f"?{TOKEN}={self.token}" if self.token else ""
        return f"http://{name}:{self._socket.getsockname()[1]}/{query}"


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = family == socket.AF_INET6 and is_every(host) and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        is_port = error.errno in (errno.EADDRINUSE, errno.EACCES)
        hint = "--port 0 for a free port" if is_port else "--host 127.0.0.1, or 0.0.0.0 for other machines"
        raise PortTaken(f"{host}, port {port}: {error.strerror}", hint=hint) from error
