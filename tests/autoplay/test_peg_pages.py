"""Pegs played on a selection of pages; ``python -m tests.qa.peg_pages`` plays on all of them."""

import pytest

from autoplay.sites import base
from tests.qa.lamp_pages.runs import run
from tests.qa.peg_pages.structures import PEG_PAGES

QUICK = ("plus drag", "win: gone", "none: spots", "lifted", "choose first")
PAGES = {page.name: page for page in PEG_PAGES}


@pytest.mark.parametrize("name", QUICK)
def test_it_ends_as_it_has_to(name, page, tmp_path, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    assert run(page, PAGES[name], tmp_path).faults == []
