"""Lamps played on a selection of pages; ``python -m tests.qa.lamp_pages`` plays on all of them."""

import pytest

from autoplay.sites import base
from tests.qa.lamp_pages.runs import run
from tests.qa.lamp_pages.structures import LAMP_PAGES

# tests/autoplay/player/lights_out plays others: without a solution, and with a board that goes at
# the end
QUICK = ("canvas mousedown", "moves at each press")
PAGES = {page.name: page for page in LAMP_PAGES}


@pytest.mark.parametrize("name", QUICK)
def test_it_ends_as_it_has_to(name, page, tmp_path, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    assert run(page, PAGES[name], tmp_path).faults == []
