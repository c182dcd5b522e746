"""Measurements of a read-only picture are made once."""

import gc
import weakref

import numpy as np

from vision.image import cache_per_image


def counted():
    calls = []

    @cache_per_image
    def levels(image, above=0):
        calls.append(above)
        return int((image > above).sum())

    return levels, calls


def closed(image):
    image.setflags(write=False)
    return image


def test_it_is_measured_once_for_each_question():
    levels, calls = counted()
    image = closed(np.full((4, 4, 3), 7, np.uint8))
    expected = [48, 48, 0, 0]
    assert [levels(image), levels(image, 0), levels(image, 9), levels(image, above=9)] == expected
    assert calls == [0, 9]


def test_what_somebody_can_write_to_is_measured_anew():
    levels, calls = counted()
    image = np.zeros((4, 4, 3), np.uint8)
    assert levels(image) == 0
    image[:] = 1
    assert levels(image) == 48
    assert len(calls) == 2


def test_it_goes_with_the_picture():
    levels, calls = counted()
    image = closed(np.zeros((4, 4, 3), np.uint8))
    gone = weakref.ref(image)
    levels(image)
    del image
    gc.collect()
    assert gone() is None
    for _ in range(9):  # often at the same place in memory
        levels(closed(np.ones((4, 4, 3), np.uint8)))
    assert len(calls) == 10
