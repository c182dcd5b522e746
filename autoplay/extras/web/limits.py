"""Limits of requests, and the errors of those that are refused, each with its HTTP status.

AutoplayError
├── BadRequest    an option or a body that can't be understood
├── TokenMissing  the request has no token, or a wrong one, on a server that asks for one
├── Forbidden     the request comes from another site's page, or uses a name of another machine
├── TooLarge      more bytes or pixels than the server accepts
├── Busy          too many requests are waiting already
├── NotOpened     an address of a page or a picture in place of a puzzle
└── TookTooLong   the work did not finish within the time limit
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from autoplay.errors import Defect, NotWritable, OutOfMemory, ProcessLost
from autoplay.limits import WEB_SOLVE_S
from solvers.errors import AutoplayError, SolveTimeout
from vision.errors import BadImage

MIB: Final = 1 << 20
MEGAPIXEL: Final = 1_000_000
LARGEST_MIB: Final = 20
"""Largest picture file; photos of phones are below it."""
LARGEST_MEGAPIXELS: Final = 50
"""Largest picture; photos of phones are below it."""
TEXT_BYTES: Final = 2 * MIB
"""Largest body of a puzzle as text; the largest puzzle has a hundredth of it."""
KEPT_FILES: Final = 2000
"""Number of files in the folder of --output at which saving stops: a thousand pictures and their
results."""
KEPT_BYTES: Final = 1024 * MIB
"""Size of that folder, likewise: a thousand usual screenshots, or fifty pictures of the largest
size."""
PROCESSES: Final = 2
"""Number of processes at work: the page is for one person, and each process takes 150 MB."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a request: bytes and pixels of a picture, seconds of work; and of running and
    waiting requests."""

    largest_bytes: int = LARGEST_MIB * MIB
    largest_px: int = LARGEST_MEGAPIXELS * MEGAPIXEL
    timeout_s: float = WEB_SOLVE_S
    at_once: int = PROCESSES
    waiting: int = 8


class BadRequest(AutoplayError, code="bad-request"):
    """An option or a body of a request can't be understood."""


class TokenMissing(AutoplayError, code="token-missing"):
    """The server asks for a token, and the request has none or a wrong one."""


class Forbidden(AutoplayError, code="forbidden"):
    """The request comes from another site's page, or uses a name that could belong to anybody."""


class TooLarge(AutoplayError, code="too-large"):
    """The picture has more bytes or pixels than the server accepts."""


class NotOpened(AutoplayError, code="address"):
    """The text is an address: the server would open it for anybody who asks."""


class Busy(AutoplayError, code="busy"):
    """Too many requests are waiting already."""


class TookTooLong(AutoplayError, code="took-too-long", exit_status=4):
    """The work did not finish within the time limit and was stopped."""


STATUSES: Final[dict[type[AutoplayError], HTTPStatus]] = {
    BadRequest: HTTPStatus.BAD_REQUEST,
    TokenMissing: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    TooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    OutOfMemory: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    BadImage: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
    TookTooLong: HTTPStatus.GATEWAY_TIMEOUT,
    SolveTimeout: HTTPStatus.GATEWAY_TIMEOUT,
    NotWritable: HTTPStatus.INTERNAL_SERVER_ERROR,
    ProcessLost: HTTPStatus.INTERNAL_SERVER_ERROR,
    Defect: HTTPStatus.INTERNAL_SERVER_ERROR,
}


def get_http_status(error: AutoplayError) -> HTTPStatus:
    """Return the HTTP status for an error: 422 if the picture or puzzle itself is refused."""
    return STATUSES.get(type(error), HTTPStatus.UNPROCESSABLE_ENTITY)
