"""Settings of all runs."""

import pytest


@pytest.fixture(autouse=True)
def always_brisk(brisk):
    """Wait only shortly for the results of pages."""
