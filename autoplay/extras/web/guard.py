"""Access control: requests are allowed from this machine's own page and programs only.

Pages of other sites are refused. Beyond loopback a request needs a token as well: in the address
that opens the page, then in a cookie, or in a header.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from http import HTTPStatus
from ipaddress import ip_address
from secrets import compare_digest
from typing import Any, Final, cast
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from autoplay.extras.web.limits import Forbidden, TokenMissing
from autoplay.extras.web.tasks import respond_to_error
from solvers.errors import AutoplayError

CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Only the page's own files are loaded, and no other site may embed the page."""
SAFE_HEADERS: Final = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Headers of each response."""
SAFE_METHODS: Final = ("GET", "HEAD")
TOKEN_PARAMETER: Final = "token"
"""Query parameter that holds the token in the address of the page."""
TOKEN_HINT: Final = (
    "the whole address that autoplay web printed, or the header Authorization: Bearer TOKEN"
)


class Guard:
    """Middleware that refuses foreign host names, posts from other sites, and missing tokens.

    A site can point its own name to 127.0.0.1 (DNS rebinding), and then its pages have the same
    origin as this one; but their requests still contain that name. An empty ``token`` lets every
    request of this machine pass.
    """

    def __init__(self, app: ASGIApp, host: str, token: str = "") -> None:
        self._app = app
        self._host = host
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAFE_HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            if scope["method"] not in SAFE_METHODS:
                _check_origin(headers)
            response = self._check_token(scope, headers)
        except AutoplayError as error:
            response = _refuse(error)
        await (response or self._app)(scope, receive, send_guarded)

    def _check_host(self, headers: Headers) -> None:
        """Raise Forbidden for a request to a name that is not this machine's."""
        host = headers.get("host", "")
        if not is_own(host, self._host):
            raise Forbidden(
                f"this server is not {host[:80] or 'without a name'}",
                hint="the address that autoplay web printed",
            )

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        """Return None for a request that may pass, or the redirect of an address with the token.

        Raises TokenMissing.
        """
        # Browsers send a cookie to all ports of a host, so the port is part of its name.
        _, port = scope.get("server") or ("", 0)
        cookie = f"autoplay-token-{port}"
        request = Request(scope)
        tokens = (_get_bearer(headers), request.cookies.get(cookie, ""))
        if not self._token or any(self._is_right(token) for token in tokens):
            return None
        is_opened = self._is_right(request.query_params.get(TOKEN_PARAMETER, ""))
        if scope["method"] not in SAFE_METHODS or not is_opened:
            raise TokenMissing("this server asks for a token", hint=TOKEN_HINT)
        # A path that starts with two slashes would lead to another host.
        address = request.url.remove_query_params(TOKEN_PARAMETER)
        place = "/" + address.path.lstrip("/")
        if address.query:
            place += f"?{address.query}"
        response = RedirectResponse(place, HTTPStatus.SEE_OTHER)
        response.set_cookie(cookie, self._token, httponly=True, samesite="strict")
        return response

    def _is_right(self, token: str) -> bool:
        """Return True for the server's token, in a time that tells nothing about it."""
        return compare_digest(token.encode(errors="replace"), self._token.encode())


def _check_origin(headers: Headers) -> None:
    """Raise Forbidden for a request from the page of another site."""
    host = headers.get("host")
    is_same = headers.get("origin") in (None, f"http://{host}", f"https://{host}")
    if not is_same or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise Forbidden(
            "this request comes from the page of another site",
            hint="the page that autoplay web serves",
        )


def _refuse(error: AutoplayError) -> Response:
    response = respond_to_error(error)
    if isinstance(error, TokenMissing):
        response.headers["www-authenticate"] = "Bearer"
    return response


def _get_bearer(headers: Headers) -> str:
    """Return the token in the header for it, "" without one."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def is_own(host: str, served: str) -> bool:
    """Return True if a Host header names this machine: its loopback, or the ``served`` address.

    If every address of the machine is served, any numeric address is accepted; a name could belong
    to anybody.
    """
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if not name:
        return False
    if name in ("localhost", served.lower()):
        return True
    try:
        is_near = ip_address(name).is_loopback
    except ValueError:
        return False
    return is_near or is_every(served)


def is_loopback(host: str) -> bool:
    """Return True if an address can be reached from this machine only."""
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def is_every(host: str) -> bool:
    """Return True if an address stands for all addresses of this machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


CONNECTIONS: Final = 100
"""Most simultaneous connections; a browser opens up to six, and the page is for one person."""
PER_ADDRESS: Final = 30
"""Most connections from one other machine, on which several people may sit."""
HEAD_S: Final = 10.0
"""Seconds for the head of a request to arrive: it is a few hundred bytes."""


class PatientConnection(H11Protocol):
    """Connection that is closed if no whole head of a request arrives for HEAD_S seconds.

    It is idle from its start, or from the end of a response, until a head has arrived. If there are
    too many connections, the one that has been idle longest is closed.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.idle_since = 0.0
        self._closing: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """The address of the other machine."""
        return self.client[0] if self.client else ""

    @property
    def is_idle(self) -> bool:
        """True if there is no request that is received or answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Close another connection if there are too many, and wait for a head."""
        super().connection_made(transport)
        self._wait_for_head()
        others = cast("Collection[PatientConnection]", self.connections)
        for one in choose_surplus(self, [one for one in others if not one.transport.is_closing()]):
            one.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        if self._closing:
            self._closing.cancel()

    def on_response_complete(self) -> None:
        """Wait for the head of the next request: bytes that come one by one don't count."""
        super().on_response_complete()
        self._wait_for_head()

    def _wait_for_head(self) -> None:
        if self._closing:
            self._closing.cancel()
        self.idle_since = self.loop.time()
        self._closing = self.loop.call_later(HEAD_S, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if self.is_idle:
            self.transport.close()


def choose_surplus(
    new: PatientConnection, every: Collection[PatientConnection]
) -> Iterable[PatientConnection]:
    """Yield the connections to close because of a new one, which is among them."""
    idle = sorted((one for one in every if one.is_idle), key=lambda one: one.idle_since)
    same = [one for one in every if one.address == new.address]
    # Everybody on this machine shares one address.
    if not is_loopback(new.address) and len(same) > PER_ADDRESS:
        yield next(one for one in idle if one.address == new.address)
    elif len(every) >= CONNECTIONS and idle[0] is not new:
        yield idle[0]
