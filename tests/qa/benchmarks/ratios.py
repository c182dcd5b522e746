"""The practice site's pages at other device pixel ratios, drawn by the browser: the number of
boards that are read.

usage: python tests/qa/benchmarks/ratios.py [--every N] [--jobs N]

Prints the table of the degradation benchmark, a line per ratio of device pixels to CSS pixels.
Asserts nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

from playwright.sync_api import Browser, sync_playwright

from autoplay.browser.start import BrowserOptions, context_settings, start_browser
from autoplay.practice import serve
from tests.qa.benchmarks.degradation import HEADINGS, line
from tests.qa.benchmarks.pictures import Board, Score, in_parallel, score
from tests.qa.fixture_shots import PRACTICE, Shot
from tests.qa.record_fixtures import set_up
from vision.files.loading import load_image
from vision.image import Image

RATIOS = (1, 1.25, 1.5, 2, 2.625, 3)
KINDS = frozenset({"star", "cross", "dot"})


def pictures(browser: Browser, address: str, shots: list[Shot]) -> Iterator[tuple[Image, Board]]:
    """Yield each page in its look, and the board that it was given to show."""
    for shot in shots:
        options = BrowserOptions(viewport=shot.viewport, scale=shot.scale)
        with browser.new_context(**context_settings(options)) as context:
            page = context.new_page()
            page.goto(f"{address}/?{shot.query}")
            expected = set_up(shot, page)
            yield (
                load_image(page.screenshot()),
                Board(expected.grid, (0, 0, 1, 1), frozenset(expected.marks), KINDS),
            )


def graded(picture: tuple[Image, Board]) -> Score:
    """Return the score of a picture."""
    return score(*picture)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one page in N")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    print(HEADINGS)
    with serve() as site, sync_playwright() as playwright, start_browser(playwright) as browser:
        for ratio in RATIOS:
            shots = [replace(shot, scale=ratio) for shot in PRACTICE[:: options.every]]
            taken = pictures(browser, site.url, shots)
            print(
                line(f"ratio {ratio}", list(in_parallel(graded, taken, options.jobs))), flush=True
            )


if __name__ == "__main__":
    main()
