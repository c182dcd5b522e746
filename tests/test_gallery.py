"""Pictures of docs/gallery.md: all are there, and what is not read exactly never gets in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.looks.scene import Camera, camera
from tests.qa import gallery

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture(scope="module")
def taken(browser: Browser) -> Iterator[Camera]:
    with camera(browser) as made:
        yield made


def test_the_gallery_has_a_file_for_each_picture():
    assert {path.stem for path in (DOCS / "gallery").iterdir()} == {*gallery.READ, *gallery.REFUSED}


def test_a_board_is_shown_beside_its_reading(taken):
    picture = gallery.read(taken, *gallery.READ["only-colours"])
    assert picture.shape == (gallery.SIDE_PX, 2 * gallery.SIDE_PX + gallery.GAP_PX, 3)
    assert (picture[:, : gallery.SIDE_PX] != picture[:, -gallery.SIDE_PX :]).any()


def test_a_refused_board_is_not_shown_as_read(taken):
    with pytest.raises(ValueError, match="not read exactly"):
        gallery.read(taken, *gallery.REFUSED["wrong-count"])


def test_a_board_that_is_read_is_not_shown_as_refused(taken):
    with pytest.raises(ValueError, match="not refused"):
        gallery.refused(taken, *gallery.READ["only-colours"])
