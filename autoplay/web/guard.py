"""Access control: requests are allowed from this machine's own page and programs, not from pages of other sites."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from autoplay.web.errors import Forbidden
from autoplay.web.tasks import refusal

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


class Guard:
    """Middleware that refuses requests with a foreign host name, and posts from pages of other sites.

    A site can point its own name to 127.0.0.1 (DNS rebinding), and then its pages have the same origin as this one; but
    their requests still contain that name.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app, self._host = app, host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            self._check(scope["method"], Headers(scope=scope))
        except Forbidden as error:
            answer = refusal(error)
            response = Response(answer.body, answer.status, media_type="application/json")
            await response(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)

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


def is_every(host: str) -> bool:
    """Return True if an address stands for all addresses of this machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False
