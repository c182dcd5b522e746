"""Errors of reading pictures.

AutoplayError
├── BadImage             the bytes can't be decoded as a picture
├── BadFix               a person's correction of a cell is impossible
└── ReadingError         no board could be read with confidence
    ├── BoardNotFound    nothing in the picture looks like a board
    ├── AmbiguousBoard   there is a board, but more than one grid fits it
    ├── BoardCutOff      the board extends beyond the picture
    └── UnsupportedPuzzle  there is a board, but of a puzzle that can't be read
"""

from typing import Final

from solvers.errors import AutoplayError

CROP_HINT: Final = "use --crop X,Y,W,H or --size N"
WHOLE_HINT: Final = "take a picture of the whole board, with a margin round it"
LARGER_HINT: Final = "show the whole board, at 12 pixels a cell or more"


class BadImage(AutoplayError, code="bad-image"):
    """The bytes can't be decoded as a picture, or the picture is too large."""


class BadFix(AutoplayError, code="bad-fix"):
    """A corrected cell is not on the board, or can't be in that region."""


class ReadingError(AutoplayError, exit_status=3):
    """No board could be read with confidence; ``box`` (x0, y0, x1, y1) is the supposed board in the
    picture."""

    box: tuple[int, int, int, int] | None = None


class BoardNotFound(ReadingError, code="no-board"):
    """Nothing in the picture looks like a board."""


class AmbiguousBoard(ReadingError, code="ambiguous"):
    """There is a board, but more than one grid fits it."""


class BoardCutOff(ReadingError, code="cut-off"):
    """The board extends beyond the picture."""


class UnsupportedPuzzle(ReadingError, code="unsupported"):
    """There is a board, but of a puzzle that can't be read."""
