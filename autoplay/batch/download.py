"""The picture at an address: fetched as an honest program does, within limits, and believed only for its bytes."""

from __future__ import annotations

import re
from http.client import HTTPException, IncompleteRead
from importlib.metadata import version
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, Final
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from autoplay.batch.remote_files import WEB
from autoplay.errors import PageUnreachable
from vision.errors import BadImage
from vision.file_types import is_page

if TYPE_CHECKING:
    from http.client import HTTPMessage

ANSWERS_S: Final = 20.0
"""How long a server may stay silent."""
WHOLE_S: Final = 120.0
"""How long it may take until a picture is there, whatever the server does."""
PIECE: Final = 1 << 16
"""Most bytes that are taken before the time is looked at."""
USER: Final = re.compile(r"(?<=://)[^/?#]*@")
"""The user and the password in an address."""
BROWSER_HINT: Final = "check the address in a browser"
YOURSELF_HINT: Final = "download it yourself"


def download(url: str) -> bytes:
    """The bytes at an address of http, https or data, at most ``MAX_BYTES``.

    Raises
    ------
    PageUnreachable
        Nothing answers, or not with the bytes, or not with all of them in time.
    PageNotPlayed
        The site wants no programs.
    BadImage
        A page is there, or more than a picture can have, or the address is of another kind or holds a password.
    """
    found: SimpleQueue[bytes | Exception] = SimpleQueue()
    end = monotonic() + WHOLE_S
    # A server may send a byte now and then, even of its headers: only another thread can be left in time.
    Thread(target=lambda: found.put(_answer(url, end)), daemon=True).start()
    try:
        answer = found.get(timeout=WHOLE_S)
    except Empty:
        raise _late(url) from None
    if isinstance(answer, Exception):
        raise answer
    if is_page(answer):
        raise BadImage(f"{url} is a page, not a picture", hint=f"autoplay play {url}")
    return answer


def without_user(url: str) -> str:
    """An address as it may be shown: without a user and a password."""
    return USER.sub("", url)


def _answer(url: str, end: float) -> bytes | Exception:
    """What comes from an address until this time, or why nothing does."""
    try:
        return _fetched(url, end)
    except HTTPError as error:
        said = str(error.reason).partition("\n")[0].rstrip(".")
        return PageUnreachable(f"{url} answers HTTP {error.code} ({said})", hint=BROWSER_HINT)
    except IncompleteRead:
        return _broken_off(url)
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        reason = getattr(reason, "strerror", None) or reason
        return PageUnreachable(f"{url} does not answer ({reason})", hint=BROWSER_HINT)
    except Exception as error:
        return error


def _fetched(url: str, end: float) -> bytes:
    agent = f"puzzle-autoplay/{version('puzzle-autoplay')}"
    check_allowed(url)
    request = Request(_ascii(url), headers={"User-Agent": agent, "Accept": "image/*, application/pdf"})
    with build_opener(Redirects).open(request, timeout=ANSWERS_S) as answer:
        return _read(answer, url, end)


class Redirects(HTTPRedirectHandler):
    """Follows only where the program would go by itself."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """As the base class, unless the new address is not allowed."""
        check_allowed(newurl, WEB[:2])
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def check_allowed(url: str, schemes: tuple[str, ...] = WEB) -> None:
    """Raise BadImage for an address of another kind, PageNotPlayed for a site that wants no programs."""
    from autoplay.sites import refuse

    scheme = url.partition(":")[0].lower()
    if scheme not in schemes:
        raise BadImage(f"{without_user(url)}: pictures are not fetched by {scheme}", hint="a file, or http(s)://…")
    if without_user(url) != url:
        raise BadImage(f"{without_user(url)}: no user and no password are sent", hint=YOURSELF_HINT)
    refuse(url)


def _ascii(url: str) -> str:
    """The address as servers understand it, with any character in its name or path."""
    if url.lower().startswith("data:"):
        return url
    parts = urlsplit(url)
    host, colon, port = parts.netloc.partition(":") if "[" not in parts.netloc else (parts.netloc, "", "")
    return parts._replace(
        netloc=host.encode("idna").decode() + colon + port,
        path=quote(parts.path, safe="/%:@!$&'()*+,;="),
        query=quote(parts.query, safe="/%:@!$&'()*+,;=?"),
    ).geturl()


def _read(answer: Any, url: str, end: float) -> bytes:
    from vision.image import check_length

    whole: int | None = getattr(answer, "length", None)  # unknown where it comes in chunks
    data = bytearray()
    while len(data) != whole and (piece := answer.read1(PIECE)):
        data += piece
        check_length(data, url)
        if monotonic() > end:
            raise _late(url)
    if whole is not None and len(data) < whole:
        raise _broken_off(url)
    return bytes(data)


def _late(url: str) -> PageUnreachable:
    return PageUnreachable(f"{url} is not whole after {WHOLE_S:.0f} s", hint=YOURSELF_HINT)


def _broken_off(url: str) -> PageUnreachable:
    return PageUnreachable(f"{url} breaks off before its end", hint="try again, or download it yourself")
