"""Measurements of a picture are kept only as long as it can't change."""

import numpy as np

from vision.image import cache_per_image


@cache_per_image
def count_bright(image, above=0):
    return int((image > above).sum())


def test_what_somebody_can_write_to_is_measured_anew():
    image = np.zeros((4, 4, 3), np.uint8)
    assert count_bright(image) == 0
    image[:] = 7
    assert count_bright(image) == 48
    image.setflags(write=False)
    assert [count_bright(image), count_bright(image, 9), count_bright(image, above=9)] == [48, 0, 0]
