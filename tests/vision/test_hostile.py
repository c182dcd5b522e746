"""Damaged and odd pictures give the right grid or an error; tests/qa/damage.py makes them."""

import numpy as np
import pytest

from autoplay.fixtures.expected_reading import canonical
from tests.qa.damage import kinds
from tests.vision.boards import PUBLISHED, Look, draw
from vision import load_image, read_board
from vision.errors import BadImage, ReadingError

HARMLESS = (
    "as it is", "trailing", "orientation", "animated", "grey", "alpha", "interlaced", "profile",
    "16 bits", "text bomb",
)  # fmt: skip
"""Ends of the names of kinds that must be read, not refused."""


@pytest.fixture(scope="module")
def image() -> np.ndarray:
    return draw(PUBLISHED, Look(pitch=20, margin=24))


def grid_of(data: bytes) -> tuple[str, ...] | None:
    """Return the grid that is read in a picture; None if it is refused with a hint."""
    try:
        return canonical(read_board(load_image(data)).grid)
    except (BadImage, ReadingError) as error:
        return None if error.hint else ()


@pytest.mark.parametrize("kind", kinds())
def test_a_grid_is_right_or_refused(kind, image) -> None:
    found = grid_of(kinds()[kind](np.random.default_rng(0), image))
    assert found == PUBLISHED or (found is None and not kind.endswith(HARMLESS))
