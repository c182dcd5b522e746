"""Play on pages of every structure and print what is wrong with each run.

usage: python -m tests.qa.pages [NAME…]

NAME is a part of the structures' names. Exit status 1 if a run ended
unexpectedly.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from autoplay.browser.start import start_browser
from solvers.errors import AutoplayError
from tests.qa.pages.runs import play_structure, window_for
from tests.qa.pages.structures import STRUCTURES


def main(names: list[str]) -> int:
    """Play on the chosen structures, and return the exit status."""
    chosen = [one for one in STRUCTURES if not names or any(name in one.name for name in names)]
    status = 0
    with (
        sync_playwright() as playwright,
        start_browser(playwright) as browser,
        TemporaryDirectory() as folder,
    ):
        for structure in chosen:
            with window_for(structure, browser) as window:
                try:
                    faults = play_structure(structure, window, Path(folder))
                except AutoplayError as error:
                    faults = [error.message]
            print(f"{structure.name}: {', '.join(faults) or 'as it has to be'}", flush=True)
            status = 1 if faults else status
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
