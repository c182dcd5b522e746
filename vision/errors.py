"""Why a picture gives no reading.

AutoplayError
├── BadImage             the bytes are no picture that can be decoded
├── BadFix               a person vouches for a cell as no board can have it
└── ReadingError         no board could be read with confidence
    ├── BoardNotFound    nothing in the picture looks like a board
    ├── AmbiguousBoard   a board is there, but more than one grid would fit what is seen
    ├── BoardCutOff      the board runs out of the picture
    └── UnsupportedPuzzle  a board is there, but not of a puzzle that can be read
"""

from __future__ import annotations

from typing import Final

from solvers.errors import AutoplayError

CROP_HINT: Final = "use --crop X,Y,W,H or --size N"
WHOLE_HINT: Final = "take a picture of the whole board, with a margin round it"
LARGER_HINT: Final = "show the whole board, at 12 pixels a cell or more"


class BadImage(AutoplayError):
    """The bytes are no picture that can be decoded, or it is too large."""

    code = "bad-image"


class BadFix(AutoplayError):
    """A cell that a person vouches for is not on the board, or can't be in that region."""

    code = "bad-fix"


class ReadingError(AutoplayError):
    """No board could be read with confidence; ``box`` (x0, y0, x1, y1) is what was taken for one, in the picture."""

    exit_status = 3
    box: tuple[int, int, int, int] | None = None


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
