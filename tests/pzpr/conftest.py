"""A page that we did not write: the engine of puzz.link, fetched when tests run."""

import os
from collections.abc import Callable, Iterator

import pytest

from autoplay.practice.puzzles import StarBoard
from tests.qa.pzpr_page import Unavailable, serve_boards


@pytest.fixture(scope="session")
def pzpr_url() -> Iterator[Callable[[StarBoard], str]]:
    """Return the address of a board on the page that shows it with the engine.

    Without the engine, tests fail in CI and are skipped elsewhere.
    """
    try:
        with serve_boards() as address:
            yield address
    except Unavailable as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))
