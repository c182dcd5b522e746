"""Simulated time for the players of simulated boards."""

import pytest

from tests.autoplay.player.simulated_boards import make_clock


@pytest.fixture
def clock(monkeypatch):
    """Return the clock that the player's waits go by."""
    return make_clock(monkeypatch)
