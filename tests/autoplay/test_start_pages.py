"""Drawn pages that have to be started: the board that the address names, and no other press.

``python -m tests.qa.start_pages`` plays on more of them.
"""

import pytest

from autoplay.sites import base
from tests.qa.start_pages.drawn import draw_page
from tests.qa.start_pages.runs import run

SEEDS = (102, 106, 119)
"""A box and a choice after a late answer; a default among sizes, then a start; and the address of
a part of a page, with a link that looks like a start."""


@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_started_as_a_person_would(seed, page, tmp_path, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    page.set_viewport_size({"width": 1000, "height": 800})
    assert run(page, draw_page(seed), tmp_path).faults == ()
