"""`autoplay read`: refusals, in one line and with a hint."""

import numpy as np
import pytest

from tests.autoplay.cli.test_read import BOARD
from tests.qa.picture_files import declared
from tests.systems import PROC

GIB = 2**30


def noise(size=480):
    return np.random.default_rng(7).integers(0, 256, (size, size, 3), np.uint8)


@pytest.mark.parametrize(
    "image", [noise(), np.full((1, 1, 3), 255, np.uint8)], ids=["noise", "one pixel"]
)
def test_a_picture_without_a_board_is_refused_in_one_line(run, save, image):
    done = run("read", save(image))
    assert (done.status, done.out) == (3, "")
    assert "Try:" in done.complaint


@PROC
def test_a_picture_of_400_megapixels_is_refused_within_bounds(spawn, save):
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (2 * GIB, 2 * GIB))

    done = spawn("read", save(declared(20_000, 20_000)), preexec_fn=limit)
    assert (done.status, done.out) == (2, "")
    assert "megapixels" in done.complaint


def test_a_crop_outside_the_picture_is_refused(run):
    done = run("read", "--crop", "9000,9000,10,10", BOARD)
    assert done.status == 3
    assert "outside the picture" in done.complaint
