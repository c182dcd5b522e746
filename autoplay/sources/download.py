"""Download of pictures: with an honest user agent, within limits, and judged only by the bytes."""

from __future__ import annotations

from http.client import HTTPException, HTTPMessage, IncompleteRead
from importlib.metadata import version
from queue import Empty, SimpleQueue
from ssl import SSLCertVerificationError
from threading import Thread
from time import monotonic
from typing import IO, Any, Final
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from autoplay.errors import CERTIFICATE_HINT, PageUnreachable
from autoplay.output import hide_secrets
from vision.errors import BadImage
from vision.files.formats import is_page
from vision.files.loading import check_length

SCHEMES: Final = ("http", "https", "data")
"""Schemes of the addresses that are downloaded."""
REDIRECTED: Final = ("http", "https")
"""Schemes of the addresses that a server may send us to."""
ANSWERS_S: Final = 20.0
"""Seconds that a server may stay silent."""
WHOLE_S: Final = 120.0
"""Seconds that a download may take, whatever the server does."""
PIECE: Final = 1 << 16
"""Maximum bytes to read before the time is checked."""
BROWSER_HINT: Final = "check the address in a browser"
YOURSELF_HINT: Final = "download it yourself"


def download(url: str) -> bytes:
    """Return the bytes at an address of http, https or data, at most ``MAX_BYTES``.

    Raises
    ------
    PageUnreachable
        Nothing answers, or the bytes don't all arrive in time.
    PageNotPlayed
        The site does not allow programs.
    BadImage
        The address is of a page or of another scheme, it contains a password, or there are too
        many bytes.
    """
    found: SimpleQueue[bytes | Exception] = SimpleQueue()
    end = monotonic() + WHOLE_S
    # A server may send a byte now and then, even of its headers: only a thread can be abandoned.
    Thread(target=lambda: found.put(_try_download(url, end)), daemon=True).start()
    try:
        answer = found.get(timeout=WHOLE_S)
    except Empty:
        raise _late_error(url) from None
    if isinstance(answer, Exception):
        raise answer
    if is_page(answer):
        raise BadImage(f"{url} is a page, not a picture", hint=f"autoplay play {url}")
    return answer


def _try_download(url: str, end: float) -> bytes | Exception:
    """Return the bytes that arrive from an address until the time ``end``, or the error."""
    try:
        return _fetch(url, end)
    except HTTPError as error:
        phrase = str(error.reason).partition("\n")[0].rstrip(".")
        return PageUnreachable(f"{url} answers HTTP {error.code} ({phrase})", hint=BROWSER_HINT)
    except IncompleteRead:
        return _cut_off_error(url)
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        if isinstance(reason, SSLCertVerificationError):
            why = getattr(reason, "verify_message", "") or reason.strerror
            message = f"{url} has no certificate that can be trusted ({why})"
            return PageUnreachable(message, hint=CERTIFICATE_HINT)
        reason = getattr(reason, "strerror", None) or reason
        return PageUnreachable(f"{url} does not answer ({reason})", hint=BROWSER_HINT)
    except Exception as error:
        return error


def _fetch(url: str, end: float) -> bytes:
    agent = f"puzzle-autoplay/{version('puzzle-autoplay')}"
    check_allowed(url)
    headers = {"User-Agent": agent, "Accept": "image/*, application/pdf"}
    request = Request(_encode_address(url), headers=headers)
    with build_opener(AllowedRedirects).open(request, timeout=ANSWERS_S) as answer:
        return _read_answer(answer, url, end)


class AllowedRedirects(HTTPRedirectHandler):
    """Redirect handler that follows only to allowed addresses."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Check the new address, and follow the redirect."""
        check_allowed(newurl, REDIRECTED)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def check_allowed(url: str, schemes: tuple[str, ...] = SCHEMES) -> None:
    """Raise BadImage for another scheme, PageNotPlayed if the site allows no programs."""
    scheme = url.partition(":")[0].lower()
    shown = hide_secrets(url)
    if scheme not in schemes:
        message = f"{shown}: pictures can't be downloaded by {scheme}"
        raise BadImage(message, hint="a file, or http(s)://…")
    if shown != url:
        message = f"{shown}: user and password are never sent"
        raise BadImage(message, hint=YOURSELF_HINT)
    # Late: sites load Playwright, which files and texts do not need.
    from autoplay.sites import refuse

    refuse(url)


def _encode_address(url: str) -> str:
    """Return the address encoded as ASCII, whatever characters its host or path has."""
    if url.lower().startswith("data:"):
        return url
    parts = urlsplit(url)
    netloc = parts.netloc
    if "[" not in netloc:  # not an IPv6 address, which contains colons
        host, colon, port = netloc.partition(":")
        netloc = host.encode("idna").decode() + colon + port
    return parts._replace(
        netloc=netloc,
        path=quote(parts.path, safe="/%:@!$&'()*+,;="),
        query=quote(parts.query, safe="/%:@!$&'()*+,;=?"),
    ).geturl()


def _read_answer(answer: Any, url: str, end: float) -> bytes:
    whole: int | None = getattr(answer, "length", None)  # unknown if it comes in chunks
    data = bytearray()
    while len(data) != whole and (piece := answer.read1(PIECE)):
        data += piece
        check_length(data, url)
        if monotonic() > end:
            raise _late_error(url)
    if whole is not None and len(data) < whole:
        raise _cut_off_error(url)
    return bytes(data)


def _late_error(url: str) -> PageUnreachable:
    return PageUnreachable(f"{url} did not arrive within {WHOLE_S:.0f} s", hint=YOURSELF_HINT)


def _cut_off_error(url: str) -> PageUnreachable:
    return PageUnreachable(f"{url} ended too early", hint="try again, or download it yourself")
