"""The practice site, and runs on it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from autoplay.browser.navigation import open_url
from autoplay.player.play_result import Pictures, PlayResult
from autoplay.practice import serve
from autoplay.practice.server import DemoServer
from autoplay.sites import Site, site_for
from tests.playing import QUICK, play

COUNT_PRESSES = "window.presses = 0; addEventListener('mousedown', () => { presses += 1 }, true)"


@pytest.fixture
def site() -> Iterator[DemoServer]:
    """Yield a practice site that has not received an answer yet."""
    with serve() as site:
        yield site


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    return Pictures(tmp_path / "pictures")


@pytest.fixture
def play_demo(
    site: DemoServer, page: Page, pictures: Pictures, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., PlayResult]:
    """Play a page of the practice site by its query; ``presses`` in the page counts presses."""
    page.add_init_script(COUNT_PRESSES)
    monkeypatch.setattr("autoplay.sites.base.ANNOUNCES_S", 0.1)

    def run(query: str, here: Site | None = None, **given: Any) -> PlayResult:
        open_url(page, f"{site.url}/?wait=20&{query}")
        quick = {"pace_ms": QUICK, "patience_s": 1.0}
        return play(page, here or site_for(page), pictures.folder, **{**quick, **given})

    return run


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait only shortly for pages that announce their result without being asked."""
    monkeypatch.setattr("autoplay.sites.base.ANNOUNCES_S", 0.1)
