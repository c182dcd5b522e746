"""The report of `autoplay check`: a picture that crashed its process is not read again."""

from __future__ import annotations

from autoplay.testing.fixtures import Fixture
from autoplay.testing.report import lost_card, page


def test_a_picture_that_ended_a_process_is_not_opened_by_this_one(tmp_path, monkeypatch):
    for name in ("load_image", "inspect_picture"):
        monkeypatch.setattr(f"autoplay.testing.report.{name}", None)
    html = page([lost_card(Fixture(tmp_path, "5x5"), "was killed by signal 9")])
    assert "was killed by signal 9" in html
    assert html.count("not opened") == 2
