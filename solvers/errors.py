"""Exceptions about puzzles, as one small tree, and words that their messages share.

AutoplayError            base of everything the project raises for a person to act on
├── BadNotation          the text is not a board in the form in which it was read
├── NoSolution           the puzzle has no solution
├── ManySolutions        the puzzle has several where one was expected
├── SolveTimeout         the search did not end within its time limit
├── IllegalMove          a given move breaks the rules
└── NotMade              no puzzle with the requested properties was found
vision.errors and autoplay.errors add the kinds of their own layers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Final

ONE_AT_A_TIME: Final = "one at a time, or a comment such as '# 2' above each"
"""Hint for a text that holds several puzzles."""


class AutoplayError(Exception):
    """An error that a person can act on: it says what happened and where, and what to try.

    ``code`` names the kind in JSON, ``exit_status`` is the exit status of the command line,
    ``hint`` says what to try, and ``picture`` is the path of a saved picture, if there is one.
    """

    code: ClassVar[str] = "error"
    exit_status: ClassVar[int] = 2

    def __init_subclass__(cls, code: str = "", exit_status: int | None = None) -> None:
        """Name the kind, and its exit status; what is left out is as in the base class."""
        if code:
            cls.code = code
        if exit_status is not None:
            cls.exit_status = exit_status

    def __init__(self, message: str, *, hint: str = "", picture: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.picture = picture


@contextmanager
def about(where: object) -> Iterator[None]:
    """Put the file or address that an error is about in front of its message, unless it is there
    already.
    """
    try:
        yield
    except AutoplayError as error:
        # A nested call may have named the place already.
        if str(where) not in error.message:
            error.message = f"{where}: {error.message}"
        raise


@contextmanager
def decoding(kind: type[AutoplayError], what: str, hint: str) -> Iterator[None]:
    """Raise an error of this kind, with its reason after ``what``, for bytes that can't be decoded.

    Bytes and texts of others become values in such blocks alone: decoders of JSON, TOML, times and
    UTF-8 raise ValueError or OverflowError, or RecursionError for lists in lists without end.
    """
    try:
        yield
    except (ValueError, OverflowError) as error:
        raise kind(f"{what}: {error}", hint=hint) from error
    except RecursionError as error:
        raise kind(f"{what}: it is nested too deeply", hint=hint) from error


class BadNotation(AutoplayError, code="bad-notation"):
    """The text is not a board; the message says which form was tried and where it failed."""


class NoSolution(AutoplayError, code="no-solution", exit_status=4):
    """The puzzle has no solution."""


class ManySolutions(AutoplayError, code="many-solutions", exit_status=4):
    """The puzzle has several solutions where one was expected."""


class SolveTimeout(AutoplayError, code="solve-timeout", exit_status=4):
    """The time limit ended the search."""


class IllegalMove(AutoplayError, code="illegal-move", exit_status=1):
    """A given move breaks the rules; the message says where, and why."""


class NotMade(AutoplayError, code="not-made", exit_status=4):
    """None of the generated puzzles has the requested properties."""


def inflect(number: int, singular: str, plural: str) -> str:
    """Return the form of a noun or verb for one, or for another number."""
    return singular if number == 1 else plural


def count_of(number: int, noun: str, plural: str = "") -> str:
    """Return ``1 star`` or ``2 stars``; ``plural`` is the noun's plural if it is not regular."""
    return f"{number} {inflect(number, noun, plural or noun + 's')}"
