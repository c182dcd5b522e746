"""All fixtures read again: one case each, by the function that `autoplay check` uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from autoplay.testing import fixtures

FIXTURES = Path(__file__).parents[3] / "fixtures"


@pytest.mark.parametrize("fixture", fixtures.find(FIXTURES), ids=str)
def test_the_fixture_is_read_as_expected(fixture):
    assert fixtures.check(fixture).problem == ""


def test_there_are_enough_of_them():
    assert len(fixtures.find(FIXTURES)) >= 40
