"""The report of `autoplay check`: its head and links, and pictures that crashed their process."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import unquote

from autoplay.testing.fixtures import Fixture
from autoplay.testing.report import lost_card, page

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
END = "was killed by signal 9"


def test_a_picture_that_ended_a_process_is_not_opened_by_this_one(tmp_path, monkeypatch):
    for name in ("load_image", "inspect"):
        monkeypatch.setattr(f"autoplay.testing.report.{name}", None)
    html = page([lost_card(Fixture(tmp_path, "5x5"), END)], tmp_path, "autoplay check", NOW)
    assert END in html
    assert html.count("not opened") == 2


def test_the_head_tells_the_date_the_version_and_the_command(tmp_path):
    html = page([lost_card(Fixture(tmp_path, "5x5"), END)], tmp_path, "autoplay check 'a & b'", NOW)
    assert "2 January 2026, 03:04 UTC" in html
    assert re.search(r"version \d+\.\d+", html)
    assert "autoplay check &#39;a &amp; b&#39;" in html


def test_links_lead_from_the_report_to_the_files(tmp_path):
    fixture = Fixture(tmp_path / "a b", "5x5 #1")
    html = page([lost_card(fixture, END)], tmp_path / "reports", "", NOW)
    links = re.findall('href="([^"]*)"', html)
    assert [unquote(link) for link in links] == [f"../a b/5x5 #1{end}" for end in (".png", ".grid.txt", ".json")]
    assert "#" not in links[0]
