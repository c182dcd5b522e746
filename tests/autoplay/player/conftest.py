"""Simulated time for the players of simulated boards."""

import pytest

from tests.autoplay.player.simulated_boards import Clock


@pytest.fixture
def clock(monkeypatch):
    """Return the clock that the player's waits go by."""
    clock = Clock()
    for module in ("browser.wait", "player.presser", "player.page_monitor"):
        monkeypatch.setattr(f"autoplay.{module}.monotonic", clock)
    return clock
