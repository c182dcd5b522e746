"""What all runs have in common: nobody waits long for a page to announce by itself what it thinks of an answer."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def brisk(monkeypatch):
    monkeypatch.setattr("autoplay.sites.base.ANNOUNCES_S", 0.1)
