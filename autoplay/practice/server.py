"""The practice site as a server on this machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from autoplay.practice.routes import (
    PageReply,
    PracticeSite,
    Refused,
    Unanswered,
    render_refusal,
)

MAX_FORM_BYTES = 20_000
PASSED = "passed=1"
"""Cookie of a visitor who has passed the browser check."""
POLL_S = 0.05
"""Seconds until the server's loop notices `close`."""


class DemoServer(ThreadingHTTPServer):
    """The running site; a context manager that stops it.

    ``submissions`` are those so far, in order; ``hall`` has the ids of the puzzles entered in the
    hall of fame, which a program should leave alone.
    """

    def __init__(self, host: str, port: int) -> None:
        self.site = PracticeSite()
        self.submissions = self.site.submissions
        self.hall = self.site.hall
        self._open: set[Any] = set()
        super().__init__((host, port), _Handler)
        self._thread = Thread(target=self.serve_forever, args=(POLL_S,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Address of the site, without a trailing slash."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}"

    @property
    def ad_presses(self) -> int:
        """Number of clicks on advertisements, which a program should never make."""
        return self.site.ad_presses

    def close(self) -> None:
        """Stop the site, and end its connections: browsers keep them open."""
        self.shutdown()
        self.server_close()
        self._thread.join()
        for request in list(self._open):
            with suppress(OSError):  # the connection has just ended
                request.shutdown(SHUT_RDWR)

    def __exit__(self, *_: object) -> None:
        self.close()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a request in a thread, and remember its connection."""
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print an error, unless a browser has closed its connection, as they do all the time."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def serve(port: int = 0, host: str = "127.0.0.1") -> DemoServer:
    """Start the practice site in a thread; port 0 takes a free port.

    Raises OSError if the port can't be used.
    """
    return DemoServer(host, port)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: DemoServer

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        passed = PASSED in self.headers.get("Cookie", "")
        self._send_reply(
            lambda: self.server.site.answer_get(address.path, address.query, passed=passed)
        )

    def do_POST(self) -> None:
        address = urlsplit(self.path)
        ajax = self.headers.get("X-Requested-With") == "XMLHttpRequest"
        self._send_reply(
            lambda: self.server.site.answer_post(
                address.path, address.query, self._read_form(), ajax=ajax
            )
        )

    def log_message(self, *_: object) -> None:
        """Log nothing: the terminal belongs to whoever started the site."""

    def _read_form(self) -> dict[str, str]:
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MAX_FORM_BYTES:
            self.close_connection = True
            raise Refused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a form has at most {MAX_FORM_BYTES} bytes"
            )
        body = self.rfile.read(int(length)).decode("utf-8", "replace")
        return dict(parse_qsl(body, keep_blank_values=True))

    def _send_reply(self, route: Callable[[], PageReply]) -> None:
        try:
            reply = route()
        except Refused as error:
            reply = render_refusal(error)
        except Unanswered:
            self.close_connection = True
            return
        body = reply.body.encode()
        try:
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.type)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
