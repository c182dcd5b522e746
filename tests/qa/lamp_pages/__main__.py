"""Play on every page and print the result of each run.

usage: python -m tests.qa.lamp_pages [NAME…] [--pictures DIR]

NAME is a part of the pages' names. Exit status 1 if a run ended
unexpectedly.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from autoplay.browser.start import start_browser
from tests.qa.lamp_pages.runs import run
from tests.qa.lamp_pages.structures import LAMP_PAGES
from tests.qa.pages.made import MadePage


def main(pages: Sequence[MadePage]) -> int:
    parser = argparse.ArgumentParser(
        description="Plays on every page and prints what came of each."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="parts of names of pages")
    parser.add_argument("--pictures", type=Path, help="folder for what was seen")
    arguments = parser.parse_args()
    folder = arguments.pictures or Path(tempfile.mkdtemp(prefix="pages-"))
    chosen = [page for page in pages if any(name in page.name for name in arguments.names or [""])]
    faulty = 0
    print("| page | won | presses | seconds | wrong | said |\n|---|---|---|---|---|---|")
    with sync_playwright() as playwright, start_browser(playwright) as browser:
        for page in chosen:
            (here := folder / page.name.replace(" ", "-").replace(",", "")).mkdir(
                parents=True, exist_ok=True
            )
            with browser.new_page() as tab:
                result = run(tab, page, here)
            faulty += bool(result.faults)
            print(result, flush=True)
    print(
        f"{len(chosen) - faulty} of {len(chosen)} as they have to be; pictures in {folder}",
        file=sys.stderr,
    )
    return int(faulty > 0)


if __name__ == "__main__":
    sys.exit(main(LAMP_PAGES))
