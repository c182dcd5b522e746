"""Access control: requests are allowed from this machine's own page and programs only.

Pages of other sites are refused. Beyond loopback a request needs a token as well: in the address
that opens the page, then in a cookie, or in a header.
"""

from __future__ import annotations

from http import HTTPStatus
from ipaddress import ip_address
from secrets import compare_digest
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
