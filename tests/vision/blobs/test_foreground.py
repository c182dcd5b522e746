"""Values of the `lit` keyword, and brightness of colours."""

import numpy as np
import pytest

from vision.blobs import brightness, is_foreground_option, lab_of


@pytest.mark.parametrize(
    ("value", "valid"), [("auto", True), ("#A0b1c2", True), ("#fff", False), ("blue", False)]
)
def test_words_and_colours_are_foreground_options(value, valid):
    assert is_foreground_option(value) is valid


def test_a_colour_is_brighter_than_grey_of_its_lightness():
    yellow, grey = np.array(lab_of("#ffd228")), np.array([lab_of("#ffd228")[0], 0, 0])
    assert brightness(yellow) > brightness(grey)
