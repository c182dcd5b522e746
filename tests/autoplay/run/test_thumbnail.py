"""Boards cut out of the pictures of a run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autoplay.run.calendar_page import thumbnail
from autoplay.run.history import RunRecord
from vision import save_image

BOX = (40, 60, 140, 160)


@pytest.fixture
def run(tmp_path):
    window = np.full((400, 500, 3), 255, np.uint8)
    window[60:160, 40:140] = 0
    save_image(tmp_path / "overlay.png", window)
    what = ("star-battle", 5, 5, 1, "solved", "", 1.0)
    return RunRecord(1, "2026-01-01T00:00:00+00:00", "", None, *what, str(tmp_path), box=BOX)


def test_the_board_is_cut_out_with_a_margin(run):
    cut = thumbnail(run)
    assert cut.shape == (104, 104, 3)
    assert not cut[2:-2, 2:-2].any()


def test_at_the_edge_there_is_less_of_a_margin(run):
    assert thumbnail(replace(run, box=(0, 0, 500, 400))).shape == (400, 500, 3)


def test_without_the_place_of_the_board_there_is_none(run):
    assert thumbnail(replace(run, box=None)) is None


def test_without_a_picture_there_is_none(run, tmp_path):
    (tmp_path / "overlay.png").write_bytes(b"no picture")
    assert thumbnail(run) is None
    (tmp_path / "overlay.png").unlink()
    assert thumbnail(run) is None
