"""Play on drawn pages that have to be started, and print what came of each.

usage: python -m tests.qa.start_pages [--seeds FIRST COUNT] [--pictures DIR]

Exit status 1 if a run did not end as it has to.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from autoplay.browser.start import start_browser
from tests.qa.start_pages.drawn import draw_page
from tests.qa.start_pages.runs import run


def main() -> int:
    """Play the pages of the seeds, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.qa.start_pages", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "--seeds", type=int, nargs=2, default=(0, 20), metavar=("FIRST", "COUNT"), help="0 20"
    )
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="keep what was seen")
    given = parser.parse_args()
    first, count = given.seeds
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["AUTOPLAY_HOME"] = scratch
        folder = given.pictures or Path(scratch)
        print("| seed | address | steps | started | seconds | result | faults | said |")
        print("|---|---|---|---|---|---|---|---|")
        faulty = wrong = 0
        with sync_playwright() as playwright, start_browser(playwright) as browser:
            for seed in range(first, first + count):
                with browser.new_page(viewport={"width": 1280, "height": 1000}) as tab:
                    result = run(tab, draw_page(seed), folder / str(seed))
                faulty += bool(result.faults)
                wrong += result.is_wrong_claim
                print(result, flush=True)
    print(f"{count - faulty} of {count} as they have to be, {wrong} wrong claims", file=sys.stderr)
    return int(faulty > 0)


if __name__ == "__main__":
    sys.exit(main())
