"""One camera for the looks of a test process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.qa.looks.scene import Camera, camera


@pytest.fixture(scope="session")
def taker(browser: Browser) -> Iterator[Camera]:
    with camera(browser) as made:
        yield made
