"""Pictures of docs/gallery.md: all are there, and what is not read exactly never gets in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.looks import gallery

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_gallery_has_a_file_for_each_picture():
    names = {path.stem for path in (DOCS / "gallery").iterdir()}
    assert names == {*gallery.READ, *gallery.REFUSED}


def test_boards_are_shown_as_they_are_read_or_not_at_all(taker):
    picture = gallery.read(taker, *gallery.READ["only-colours"])
    side = gallery.SIDE_PX
    assert picture.shape == (side, 2 * side + gallery.GAP_PX, 3)
    assert (picture[:, :side] != picture[:, -side:]).any()
    with pytest.raises(ValueError, match="not read exactly"):
        gallery.read(taker, *gallery.REFUSED["wrong-count"])
    with pytest.raises(ValueError, match="not refused"):
        gallery.refused(taker, *gallery.READ["only-colours"])
