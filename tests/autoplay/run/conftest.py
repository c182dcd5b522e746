"""Settings of all runs: a short wait for pages that announce their result without being asked."""

import pytest


@pytest.fixture(autouse=True)
def brisk(monkeypatch):
    monkeypatch.setattr("autoplay.sites.base.ANNOUNCES_S", 0.1)
