"""The record of `make live`; only the practice site is visited."""

import subprocess
import sys
from datetime import UTC, datetime

import pytest

from autoplay.practice import serve
from scripts import live

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


@pytest.mark.usefixtures("process")
def test_a_site_is_looked_at_without_a_click():
    with serve() as site:
        line = [sys.executable, live.__file__, f"{site.url}/?size=0&seed=1"]
        done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, second, third, *board, pictures = done.stdout.splitlines()
    assert first.startswith(f"{datetime.now(UTC):%Y-%m-%d} ")
    assert second.endswith("was read and solved: Star Battle, 5x5 with 1 star per row.")
    assert third.startswith("Nothing was clicked")
    assert "".join(board).count("*") == 5
    assert pictures.startswith("Pictures: ")


@pytest.mark.parametrize(("error", "said"), [
    ("not-reached", "The site was not reached: it is so.\nSo nothing is known"),
    ("unreachable", "The site was not reached: it is so.\nSo nothing is known"),
    ("ambiguous", "The page was opened, but not read and solved: it is so.\nTry: this"),
])  # fmt: skip
def test_what_was_not_learned_is_said(error, said):
    row = {"url": "http://site/", "error": error, "message": "it is so", "try": "this"}
    text = live.describe(row, NOON)
    assert text.startswith("2026-01-02 12:00 UTC, puzzle-autoplay ")
    assert said in text
