"""What can go wrong with a puzzle, as one small tree of exceptions.

AutoplayError            base of everything the project raises for a person to act on
├── BadNotation          the text is no board of the form it was read as
├── NoSolution           the puzzle has none
├── ManySolutions        the puzzle has several where one was promised
├── SolveTimeout         the search did not end within its time limit
└── NotMade              no puzzle such as was asked for was found

vision.errors and autoplay.errors add the leaves of their own layers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar


class AutoplayError(Exception):
    """An error a person can act on: what happened and where, and what to try.

    ``code`` names the kind in JSON, ``exit_status`` is what the command line ends with,
    ``hint`` says what to try and ``picture`` is the path of a saved picture, if there is one.
    """

    code: ClassVar[str] = "error"
    exit_status: ClassVar[int] = 2

    def __init__(self, message: str, *, hint: str = "", picture: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.picture = picture


@contextmanager
def about(where: object) -> Iterator[None]:
    """Names the file or address an error is about in front of its message, unless that does so itself."""
    try:
        yield
    except AutoplayError as error:
        if str(where) not in error.message:
            error.message = f"{where}: {error.message}"
        raise


class BadNotation(AutoplayError):
    """The text is no board: the message says which form was tried and where it broke."""

    code = "bad-notation"


class NoSolution(AutoplayError):
    """The puzzle has no solution."""

    code = "no-solution"
    exit_status = 4


class ManySolutions(AutoplayError):
    """The puzzle has several solutions where one was promised."""

    code = "many-solutions"
    exit_status = 4


class SolveTimeout(AutoplayError):
    """The search was stopped by its time limit before it ended."""

    code = "solve-timeout"
    exit_status = 4


class NotMade(AutoplayError):
    """No puzzle such as was asked for was found among those that were made."""

    code = "not-made"
    exit_status = 4
