"""The record of `make live`; only the practice site is visited."""

import subprocess
import sys
from datetime import UTC, datetime

import pytest

from autoplay.practice import serve
from scripts import live


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
