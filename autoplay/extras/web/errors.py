"""Errors of requests, and the HTTP status of each error.

AutoplayError
├── BadRequest    an option or a body that can't be understood
├── TokenMissing  the request has no token, or a wrong one, on a server that asks for one
├── Forbidden     the request comes from another site's page, or uses a name that is not this machine's
├── TooLarge      more bytes or pixels than the server accepts
├── Busy          too many requests are waiting already
└── TookTooLong   the work did not finish within the time limit
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from autoplay.errors import Defect, NotWritable, ProcessLost
from solvers.errors import AutoplayError, SolveTimeout
from vision.errors import BadImage


class BadRequest(AutoplayError):
    """An option or a body of a request can't be understood."""

    code = "bad-request"


class TokenMissing(AutoplayError):
    """The server asks for a token, and the request has none or a wrong one."""

    code = "token-missing"


class Forbidden(AutoplayError):
    """The request comes from another site's page, or uses a name that could belong to anybody."""

    code = "forbidden"


class TooLarge(AutoplayError):
    """The picture has more bytes or pixels than the server accepts."""

    code = "too-large"


class Busy(AutoplayError):
    """Too many requests are waiting already."""

    code = "busy"


class TookTooLong(AutoplayError):
    """The work did not finish within the time limit and was stopped."""

    code = "took-too-long"
    exit_status = 4


STATUS: Final[dict[type[AutoplayError], HTTPStatus]] = {
    BadRequest: HTTPStatus.BAD_REQUEST,
    TokenMissing: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    TooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    BadImage: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
    TookTooLong: HTTPStatus.GATEWAY_TIMEOUT,
    SolveTimeout: HTTPStatus.GATEWAY_TIMEOUT,
    NotWritable: HTTPStatus.INTERNAL_SERVER_ERROR,
    ProcessLost: HTTPStatus.INTERNAL_SERVER_ERROR,
    Defect: HTTPStatus.INTERNAL_SERVER_ERROR,
}


def status_of(error: AutoplayError) -> HTTPStatus:
    """Return the HTTP status for an error: 422 if the picture or puzzle itself is refused."""
    return STATUS.get(type(error), HTTPStatus.UNPROCESSABLE_ENTITY)
