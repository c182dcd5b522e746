"""Access control: requests are allowed from this machine's own page and programs, not from pages of other sites.

Beyond loopback they need a token as well: in the address that opens the page, then in a cookie, or in a header.
"""

from __future__ import annotations

from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from secrets import compare_digest
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from autoplay.extras.web.errors import Forbidden, TokenMissing
from autoplay.extras.web.tasks import refusal
from solvers.errors import AutoplayError

HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Headers of each response: only the page's own files are loaded, and no other site may embed or load them."""
READING: Final = ("GET", "HEAD")
TOKEN: Final = "token"
"""Query parameter that holds the token in the address of the page."""
CHALLENGE: Final = {"www-authenticate": "Bearer"}
TOKEN_HINT: Final = "the whole address that autoplay web printed, or the header Authorization: Bearer TOKEN"


class Guard:
    """Middleware that refuses requests with a foreign host name, posts from pages of other sites, and without a token.

    A site can point its own name to 127.0.0.1 (DNS rebinding), and then its pages have the same origin as this one; but
    their requests still contain that name. An empty ``token`` lets every request of this machine pass.
    """

    def __init__(self, app: ASGIApp, host: str, token: str = "") -> None:
        self._app, self._host, self._token = app, host, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        try:
            self._check(scope["method"], headers)
            response = self._admitted(scope, headers)
        except AutoplayError as error:
            answer = refusal(error)
            more = CHALLENGE if isinstance(error, TokenMissing) else None
            response = Response(answer.body, answer.status, more, "application/json")
        await (response or self._app)(scope, receive, send_guarded)

    def _check(self, method: str, headers: Headers) -> None:
        host = headers.get("host", "")
        if not is_own(host, self._host):
            raise Forbidden(
                f"this server is not {host[:80] or 'without a name'}", hint="the address that autoplay web printed"
            )
        if method in READING:
            return
        origin = headers.get("origin")
        same = origin is None or (origin.startswith(("http://", "https://")) and origin.partition("://")[2] == host)
        if not same or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Forbidden(
                "this request comes from the page of another site", hint="the page that autoplay web serves"
            )

    def _admitted(self, scope: Scope, headers: Headers) -> Response | None:
        """Return None for a request that may pass, or the redirect of an address with the token.

        Raises TokenMissing.
        """
        name = f"autoplay-token-{(scope.get('server') or ('', 0))[1]}"  # a browser sends cookies to all ports of a host
        if not self._token or self._is_right(_bearer(headers)) or self._is_right(_cookie(headers, name)):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if scope["method"] not in READING or not self._is_right(dict(query).get(TOKEN, "")):
            raise TokenMissing("this server asks for a token", hint=TOKEN_HINT)
        # A path that starts with two slashes would lead to another host.
        path, rest = "/" + quote(scope["path"].lstrip("/")), [pair for pair in query if pair[0] != TOKEN]
        address = f"{path}?{urlencode(rest)}" if rest else path
        response = Response(status_code=HTTPStatus.SEE_OTHER, headers={"location": address})
        response.set_cookie(name, self._token, httponly=True, samesite="strict")
        return response

    def _is_right(self, token: str) -> bool:
        """Return True for the server's token; the time this takes says nothing about how much of it is right."""
        return compare_digest(token.encode(errors="replace"), self._token.encode())


def _bearer(headers: Headers) -> str:
    """Return the token in the header for it, "" without one."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _cookie(headers: Headers, name: str) -> str:
    """Return the value of a cookie, "" without one."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def is_own(host: str, served: str) -> bool:
    """Return True if a Host header names this machine: its loopback, or the address that is ``served``.

    If every address of the machine is served, any numeric address is accepted; a name could belong to anybody.
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
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or is_every(served)


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
