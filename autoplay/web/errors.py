"""What is wrong with a request, and the HTTP status that tells of an error.

AutoplayError
├── BadRequest    an option or a body that can't be understood
├── Forbidden     asked by a page of elsewhere, or under a name that is not this machine's
├── TooLarge      more bytes or pixels than the server takes
├── Busy          too many requests wait already
└── TookTooLong   the work did not end within the time limit
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


class Forbidden(AutoplayError):
    """A page of elsewhere asks, or the address was reached under a name that may be anybody's."""

    code = "forbidden"


class TooLarge(AutoplayError):
    """The picture has more bytes or pixels than the server takes."""

    code = "too-large"


class Busy(AutoplayError):
    """So many requests wait already that another would wait too long."""

    code = "busy"


class TookTooLong(AutoplayError):
    """The work did not end within the time limit, and was ended."""

    code = "took-too-long"
    exit_status = 4


STATUS: Final[dict[type[AutoplayError], HTTPStatus]] = {
    BadRequest: HTTPStatus.BAD_REQUEST,
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
    """The status of an answer that is this error: 422 where what was asked is refused for its own sake."""
    return STATUS.get(type(error), HTTPStatus.UNPROCESSABLE_ENTITY)
