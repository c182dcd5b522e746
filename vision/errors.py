"""Why a picture gives no reading.

AutoplayError
├── BadImage             the bytes are no picture that can be decoded
└── ReadingError         no board could be read with confidence
    ├── BoardNotFound    nothing in the picture looks like a board
    ├── AmbiguousBoard   a board is there, but more than one grid would fit what is seen
    ├── BoardCutOff      the board runs out of the picture
    └── UnsupportedPuzzle  a board is there, but not of a puzzle that can be read
"""

from __future__ import annotations

from solvers.errors import AutoplayError


class BadImage(AutoplayError):
    """The bytes are no picture that can be decoded, or it is too large."""

    code = "bad-image"


class ReadingError(AutoplayError):
    """No board could be read with confidence."""

    exit_status = 3


class BoardNotFound(ReadingError):
    """Nothing in the picture looks like a board."""

    code = "no-board"


class AmbiguousBoard(ReadingError):
    """A board is there, but what is seen fits more than one grid."""

    code = "ambiguous"


class BoardCutOff(ReadingError):
    """The board runs out of the picture."""

    code = "cut-off"


class UnsupportedPuzzle(ReadingError):
    """A board is there, but not of a puzzle that can be read."""

    code = "unsupported"
