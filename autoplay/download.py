"""The picture at an address: fetched as an honest program does, within limits, and believed only for its bytes."""

from __future__ import annotations

import re
from http.client import HTTPException
from importlib.metadata import version
from time import monotonic
from typing import IO, TYPE_CHECKING, Final
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from autoplay.errors import PageUnreachable
from vision.errors import BadImage

if TYPE_CHECKING:
    from http.client import HTTPMessage

SCHEMES: Final = ("http", "https", "data")
ANSWERS_S: Final = 20.0
"""How long a server may stay silent."""
WHOLE_S: Final = 120.0
"""How long a picture may take to come."""
PIECE: Final = 1 << 16
"""Bytes that are read before the time is looked at."""
PAGE: Final = re.compile(
    rb"(\xef\xbb\xbf)?\s*(<!--.*?-->\s*)*<(!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
"""How a page begins."""
BROWSER_HINT: Final = "check the address in a browser"


def download(url: str) -> bytes:
    """The bytes at an address of http, https or data, at most ``MAX_BYTES``.

    Raises
    ------
    PageUnreachable
        Nothing answers, or not with the bytes.
    PageNotPlayed
        The site wants no programs.
    BadImage
        A page is there, or more than a picture can have, or the address is of another kind.
    """
    agent = f"puzzle-autoplay/{version('puzzle-autoplay')}"
    try:
        check_allowed(url)
        request = Request(_ascii(url), headers={"User-Agent": agent, "Accept": "image/*"})
        with build_opener(Redirects).open(request, timeout=ANSWERS_S) as answer:
            data = _read(answer, url)
    except HTTPError as error:
        raise PageUnreachable(f"{url} answers HTTP {error.code} ({error.reason})", hint=BROWSER_HINT) from error
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise PageUnreachable(f"{url} does not answer ({reason})", hint=BROWSER_HINT) from error
    if PAGE.match(data):
        raise BadImage(f"{url} is a page, not a picture", hint=f"autoplay play {url}")
    return data


class Redirects(HTTPRedirectHandler):
    """Follows only where the program would go by itself."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """As the base class, unless the new address is not allowed."""
        check_allowed(newurl, SCHEMES[:2])
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def check_allowed(url: str, schemes: tuple[str, ...] = SCHEMES) -> None:
    """Raise BadImage for an address of another kind, PageNotPlayed for a site that wants no programs."""
    from autoplay.sites import refuse

    scheme = url.partition(":")[0].lower()
    if scheme not in schemes:
        raise BadImage(f"{url}: pictures are not fetched by {scheme}", hint="the path of a file, or http(s)://…")
    refuse(url)


def _ascii(url: str) -> str:
    """The address as servers understand it, with any character in its name or path."""
    if url.lower().startswith("data:"):
        return url
    parts = urlsplit(url)
    host = parts.netloc.encode("idna").decode()
    return parts._replace(
        netloc=host, path=quote(parts.path, safe="/%:@!$&'()*+,;="), query=quote(parts.query, safe="/%:@!$&'()*+,;=?")
    ).geturl()


def _read(answer: IO[bytes], url: str) -> bytes:
    from vision.image import MAX_BYTES

    end = monotonic() + WHOLE_S
    data = bytearray()
    while piece := answer.read(PIECE):
        data += piece
        if len(data) > MAX_BYTES:
            raise BadImage(f"{url} has over {MAX_BYTES >> 20} MiB", hint="a PNG, JPEG or WebP screenshot")
        if monotonic() > end:
            raise PageUnreachable(f"{url} is not whole after {WHOLE_S:.0f} s", hint="download it yourself")
    return bytes(data)
